// SPDX-License-Identifier: MIT
//
// wheels.inl, for the plane.

#include "joint_axes2.h"

#include <math.h>

#include "../../math/check.h"
#include "../../math/dim2.h"

#include "wheels.inl"

imp_status imp2i_wheel_joint(const imp2_world* w, imp_body chassis, imp_body wheel, imp2_vec left, imp2_vec up,
                             imp2_joint_def* out)
{
    (void)left;
    imp_status status = imp2_world_joint_wheel(w, chassis, wheel, up, out);
    return status ? impi_error(imp_status_fault(status), imp_status_argument(status) == 4 ? 3 : WHEELS_ARGUMENT) : IMP_OK;
}

imp_status imp2_world_add_wheels(imp2_world* w, imp_body chassis, imp2_vec up, const imp_wheel* wheels, int32_t count,
                                 imp_joint* joints)
{
    return imp2i_wheels_add(w, chassis, up, up, wheels, count, joints);
}

#include "../../math/dim_end.h"
