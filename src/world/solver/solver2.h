// SPDX-License-Identifier: MIT
//
// solver_interface.inl, for the plane.

#ifndef IMP2I_SOLVER_H
#define IMP2I_SOLVER_H

#include "../contact/contact2.h"
#include "../joint/joint2.h"
#include "../../math/pick.h"

#include <math.h>

#include "../../math/dim2.h"

#include "solver_interface.inl"
#include "joint_row_parts.inl"

#include "../../math/dim_end.h"

#endif
