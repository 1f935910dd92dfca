// SPDX-License-Identifier: MIT
//
// solve_joints.inl, for the plane.

#include "solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "solve_joints.inl"

#include "../../math/dim_end.h"
