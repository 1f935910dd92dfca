// SPDX-License-Identifier: MIT
//
// solve_joints.inl, for the plane.

#include "group_solver2.h"

#include "../../math/dim2.h"

#include "solve_joints.inl"

#include "../../math/dim_end.h"
