// SPDX-License-Identifier: MIT
//
// group_close.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "group_close.inl"

#include "../../math/dim_end.h"
