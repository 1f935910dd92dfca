// SPDX-License-Identifier: MIT
//
// first_hit.inl, for the plane.

#include "continuous2.h"
#include "lift_planes2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "first_hit.inl"

#include "../../math/dim_end.h"
