// SPDX-License-Identifier: MIT
//
// group_solver_interface.inl, for space.

#ifndef IMP3I_GROUP_SOLVER_H
#define IMP3I_GROUP_SOLVER_H

#include "../joint/joint_axes3.h"
#include "axis_row.h"
#include "solver3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "group_solver_interface.inl"
#include "group_walk.inl"

#include "../../math/dim_end.h"

#endif
