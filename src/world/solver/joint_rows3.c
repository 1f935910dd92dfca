// SPDX-License-Identifier: MIT
//
// joint_rows.inl, for space.

#include "../joint/joint_axes3.h"
#include "axis_row.h"
#include "solver3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "joint_rows.inl"

#include "../../math/dim_end.h"
