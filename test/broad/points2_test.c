// SPDX-License-Identifier: MIT
//
// points_test.inl, for the plane.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "broad/index2.h"
#include "math/exact.h"

#include "math/dim2.h"

#define CASE_NAME "broad2"

#include "broad/points_test.inl"
