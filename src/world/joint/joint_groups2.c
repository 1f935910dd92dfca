// SPDX-License-Identifier: MIT
//
// joint_groups.inl, for the plane.

#include "joint2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "joint_groups.inl"

#include "../../math/dim_end.h"
