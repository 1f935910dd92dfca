// SPDX-License-Identifier: MIT
//
// joint.inl, for space.

#include "joint_axes3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "joint.inl"

#include "../../math/dim_end.h"
