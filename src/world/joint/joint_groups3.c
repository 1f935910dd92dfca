// SPDX-License-Identifier: MIT
//
// joint_groups.inl, for space.

#include "joint3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "joint_groups.inl"

#include "../../math/dim_end.h"
