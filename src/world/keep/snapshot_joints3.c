// SPDX-License-Identifier: MIT
//
// snapshot_joints.inl, for space.

#include "../joint/joint3.h"
#include "snapshot3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "snapshot_joints.inl"

#include "../../math/dim_end.h"
