// SPDX-License-Identifier: MIT
//
// group_loops.inl, for space.

#include "group_solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "group_loops.inl"

#include "../../math/dim_end.h"
