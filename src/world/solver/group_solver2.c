// SPDX-License-Identifier: MIT
//
// group_solver.inl, for the plane.

#include "group_solver2.h"

#include "../../math/dim2.h"

#include "group_solver.inl"

#include "../../math/dim_end.h"
