// SPDX-License-Identifier: MIT
//
// snapshot_joints.inl, for the plane.

#include "../joint/joint2.h"
#include "snapshot2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "snapshot_joints.inl"

#include "../../math/dim_end.h"

void imp2i_visit_joint_own(impi_bytes* b, imp2_joint_def* def)
{
    (void)b;
    (void)def;
}
