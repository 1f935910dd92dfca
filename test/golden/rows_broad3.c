// SPDX-License-Identifier: MIT
//
// rows_broad.inl, for space.

#include "golden.h"

#include "broad/index3.h"

#include "math/dim3.h"

#define GOLDEN_BROAD golden_broad3

#include "rows_broad.inl"
