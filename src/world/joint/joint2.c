// SPDX-License-Identifier: MIT
//
// joint.inl, for the plane.

#include "joint_axes2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "joint.inl"

#include "../../math/dim_end.h"
