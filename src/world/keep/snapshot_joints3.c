// SPDX-License-Identifier: MIT
//
// snapshot_joints.inl, for space.

#include "../joint/joint3.h"
#include "snapshot3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "snapshot_joints.inl"

#include "../../math/dim_end.h"

void imp3i_visit_joint_own(impi_bytes* b, imp3_joint_def* def)
{
    impi_visit_float(b, &def->cone_y, NULL);
    impi_visit_float(b, &def->cone_z, NULL);
    impi_visit_bool(b, &def->cardan);
}
