// SPDX-License-Identifier: MIT
//
// group_arcs.inl, for space.

#include "group_solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "group_arcs.inl"

#include "../../math/dim_end.h"
