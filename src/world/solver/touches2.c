// SPDX-License-Identifier: MIT
//
// touches.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "touches.inl"

#include "../../math/dim_end.h"
