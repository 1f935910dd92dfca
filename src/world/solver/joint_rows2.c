// SPDX-License-Identifier: MIT
//
// joint_rows.inl, for the plane.

#include "../joint/joint_axes2.h"
#include "axis_row.h"
#include "solver2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "joint_rows.inl"

#include "../../math/dim_end.h"
