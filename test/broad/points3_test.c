// SPDX-License-Identifier: MIT
//
// points_test.inl, for space.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "broad/index3.h"
#include "math/exact.h"

#include "math/dim3.h"

#define CASE_NAME "broad3"

#include "broad/points_test.inl"
