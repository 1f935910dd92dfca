// SPDX-License-Identifier: MIT
//
// group_loops.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "group_loops.inl"

#include "../../math/dim_end.h"
