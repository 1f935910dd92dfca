// SPDX-License-Identifier: MIT
//
// large_test.inl, for space.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/hash.h"
#include "broad/index3.h"

#include "math/dim3.h"

#define CASE_NAME "broad3"

#include "broad/large_test.inl"
