// SPDX-License-Identifier: MIT
//
// step.inl, for the plane.

#include "particle2.h"

#include "../math/check.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "step.inl"

#include "../math/dim_end.h"
