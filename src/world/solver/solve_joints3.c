// SPDX-License-Identifier: MIT
//
// solve_joints.inl, for space.

#include "group_solver3.h"

#include "../../math/dim3.h"

#include "solve_joints.inl"

#include "../../math/dim_end.h"
