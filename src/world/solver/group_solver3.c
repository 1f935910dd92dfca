// SPDX-License-Identifier: MIT
//
// group_solver.inl, for space.

#include "group_solver3.h"

#include "../../math/dim3.h"

#include "group_solver.inl"

#include "../../math/dim_end.h"
