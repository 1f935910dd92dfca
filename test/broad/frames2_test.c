// SPDX-License-Identifier: MIT
//
// frames_test.inl, for the plane.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "broad/index2.h"

#include "math/dim2.h"

#define CASE_NAME "broad2"

#include "broad/frames_test.inl"
