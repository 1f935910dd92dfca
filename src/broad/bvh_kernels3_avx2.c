// SPDX-License-Identifier: MIT
//
// Answers of blocks of wide trees, eight lanes at a time.

#include "bvh_kernels3.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx2.h"

#define KN(name) name##_avx2

#include "bvh_kernels.inl"

#include "../math/lanes_end.h"

#endif
