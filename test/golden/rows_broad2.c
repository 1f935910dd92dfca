// SPDX-License-Identifier: MIT
//
// rows_broad.inl, for the plane.

#include "golden.h"

#include "broad/index2.h"

#include "math/dim2.h"

#define GOLDEN_BROAD golden_broad2

#include "rows_broad.inl"
