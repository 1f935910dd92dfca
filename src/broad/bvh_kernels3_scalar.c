// SPDX-License-Identifier: MIT
//
// Answers of blocks of wide trees, one lane at a time.

#include "bvh_kernels3.h"

#include "../math/lanes_scalar.h"

#define KN(name) name##_scalar

#include "bvh_kernels.inl"

#include "../math/lanes_end.h"
