// SPDX-License-Identifier: MIT
//
// wheels.inl, for space, and what only space has: wheels that are steered, and bars against rolling.

#include "joint_axes3.h"

#include <math.h>

#include "../../math/check3.h"
#include "../../math/dim3.h"

#include "wheels.inl"

imp_status imp3i_wheel_joint(const imp3_world* w, imp_body chassis, imp_body wheel, imp3_vec left, imp3_vec up,
                             imp3_joint_def* out)
{
    imp_status status = imp3_world_joint_wheel(w, chassis, wheel, left, up, out);
    int32_t argument = imp_status_argument(status);
    return status ? impi_error(imp_status_fault(status), argument == 3 ? WHEELS_ARGUMENT : 3) : IMP_OK;
}

imp_status imp3_world_add_wheels(imp3_world* w, imp_body chassis, imp3_rot heading, const imp_wheel* wheels,
                                 int32_t count, imp_joint* joints)
{
    const imp3_pose pose = {imp3_pose_identity().p, heading};
    imp_status status = w ? imp3_pose_check(&pose) : impi_error(IMP_ERR_NULL, 1);
    return !w       ? status
           : status ? impi_error(imp_status_fault(status), 3)
                    : imp3i_wheels_add(w, chassis, heading.y, heading.z, wheels, count, joints);
}

imp_status imp3_world_steer_wheel(imp3_world* w, imp_joint wheel, float angle)
{
    imp3_joint_def def;
    int32_t fault = impi_number_fault_large(angle);
    fault = fault ? fault : angle >= -1.5707964f && angle <= 1.5707964f ? 0 : IMP_ERR_RANGE;
    imp_status status = w ? imp3_world_get_joint_def(w, wheel, &def) : impi_error(IMP_ERR_NULL, 1);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    imp_axis* steered = &def.axes[IMP3_AXIS_SWING_Z];
    steered->kind = IMP_AXIS_LIMITED;
    steered->lower = steered->upper = angle;
    return imp3_world_set_axis(w, wheel, IMP3_AXIS_SWING_Z, steered);
}

imp_status imp3_world_coupling_roll_bar(const imp3_world* w, imp_joint a, imp_joint b, float stiffness,
                                        imp_coupling_def* out)
{
    imp3_joint_def joint;
    int32_t fault = impi_number_fault_negative(stiffness);
    if (!w || !out || fault)
    {
        return fault && w ? impi_error(fault, 4) : impi_error(IMP_ERR_NULL, w ? 5 : 1);
    }
    bool none = imp3_world_get_joint_def(w, a, &joint) != IMP_OK;
    if (none || imp3_world_get_joint_def(w, b, &joint) != IMP_OK || a.id == b.id)
    {
        return impi_error(IMP_ERR_HANDLE, none ? 2 : 3);
    }
    const imp_coupling_def def = {.a = a, .b = b, .axis_a = IMP3_AXIS_Z, .axis_b = IMP3_AXIS_Z, .ratio_a = 1.0f,
                                  .ratio_b = -1.0f, .axis = {.stiffness = stiffness}};
    *out = def;
    return IMP_OK;
}

#include "../../math/dim_end.h"
