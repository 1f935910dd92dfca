// SPDX-License-Identifier: MIT
//
// close_joined.inl, for the plane.

#include "continuous2.h"
#include "lift_planes2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "close_joined.inl"

#include "../../math/dim_end.h"
