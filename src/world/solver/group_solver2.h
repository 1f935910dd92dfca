// SPDX-License-Identifier: MIT
//
// group_solver_interface.inl, for the plane.

#ifndef IMP2I_GROUP_SOLVER_H
#define IMP2I_GROUP_SOLVER_H

#include "../joint/joint_axes2.h"
#include "axis_row.h"
#include "solver2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "group_solver_interface.inl"
#include "group_walk.inl"

#include "../../math/dim_end.h"

#endif
