// SPDX-License-Identifier: MIT
//
// Answers of blocks of wide trees, sixteen lanes at a time.

#include "bvh_kernels3.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx512.h"

#define KN(name) name##_avx512

#include "bvh_kernels.inl"

#include "../math/lanes_end.h"

#endif
