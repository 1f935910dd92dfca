// SPDX-License-Identifier: MIT
//
// group_limits.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "group_limits.inl"

#include "../../math/dim_end.h"
