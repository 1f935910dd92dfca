// SPDX-License-Identifier: MIT
//
// solver_interface.inl, for space.

#ifndef IMP3I_SOLVER_H
#define IMP3I_SOLVER_H

#include "../contact/contact3.h"
#include "../joint/joint3.h"
#include "../../math/pick.h"

#include <math.h>

#include "../../math/dim3.h"

#include "solver_interface.inl"
#include "joint_row_parts.inl"

#include "../../math/dim_end.h"

#endif
