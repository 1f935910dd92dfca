// SPDX-License-Identifier: MIT
//
// Answers of blocks of wide trees, four lanes at a time.

#include "bvh_kernels3.h"

#ifdef IMPI_FOUR

#include "../math/lanes_four.h"

#define KN(name) name##_four

#include "bvh_kernels.inl"

#include "../math/lanes_end.h"

#endif
