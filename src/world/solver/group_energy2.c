// SPDX-License-Identifier: MIT
//
// group_energy.inl, for the plane.

#include "group_solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "group_energy.inl"

#include "../../math/dim_end.h"
