// SPDX-License-Identifier: MIT
//
// findings_test.inl, for space.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles3.h"

#include "math/dim3.h"

#include "particle/kit.inl"
#include "particle/findings_test.inl"
