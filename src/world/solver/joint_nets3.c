// SPDX-License-Identifier: MIT
//
// joint_nets.inl, for space.

#include "solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "joint_nets.inl"

#include "../../math/dim_end.h"
