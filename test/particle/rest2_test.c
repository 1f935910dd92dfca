// SPDX-License-Identifier: MIT
//
// rest_test.inl, for the plane.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"
#include "particle/rest_test.inl"
