// SPDX-License-Identifier: MIT
//
// findings_test.inl, for the plane.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"
#include "particle/findings_test.inl"
