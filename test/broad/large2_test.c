// SPDX-License-Identifier: MIT
//
// large_test.inl, for the plane.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/hash.h"
#include "broad/index2.h"

#include "math/dim2.h"

#define CASE_NAME "broad2"

#include "broad/large_test.inl"
