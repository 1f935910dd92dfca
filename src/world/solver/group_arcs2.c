// SPDX-License-Identifier: MIT
//
// group_arcs.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "group_arcs.inl"

#include "../../math/dim_end.h"
