// SPDX-License-Identifier: MIT
//
// joint_nets.inl, for the plane.

#include "solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "joint_nets.inl"

#include "../../math/dim_end.h"
