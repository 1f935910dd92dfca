// SPDX-License-Identifier: MIT
//
// joint_kinds.inl, for the plane, and the joints that only it has.

#include "joint2.h"

#include <math.h>

#include "../../math/check.h"
#include "../../math/dim2.h"

#include "joint_kinds.inl"

// The rotation whose x is along an axis.
static int32_t frame_along2(imp2_vec axis, imp2_rot* out)
{
    int32_t fault = imp2i_vec_fault(axis);
    const double x = axis.x, y = axis.y, length = sqrt(x * x + y * y);
    if (fault || length == 0.0)
    {
        return fault ? fault : IMP_ERR_RANGE;
    }
    const imp2_vec unit = {(float)(x / length), (float)(y / length)}, tidy = imp2i_vec_tidied(unit);
    out->c = tidy.x;
    out->s = tidy.y;
    return 0;
}

imp_status imp2_world_joint_revolute(const imp2_world* w, imp_body a, imp_body b, imp2_vec at, imp2_joint_def* out)
{
    imp_status status = joint_between(w, a, b, at, at, imp2_pose_identity().q, out, 5);
    free_axes(out, IMP2_AXIS_TURN, status ? IMP2_AXIS_TURN : IMP2_AXIS_TURN + 1);
    return status;
}

imp_status imp2_world_joint_prismatic(const imp2_world* w, imp_body a, imp_body b, imp2_vec at, imp2_vec axis,
                                      imp2_joint_def* out)
{
    imp2_rot q;
    int32_t fault = frame_along2(axis, &q);
    imp_status status = fault ? impi_error(fault, 5) : joint_between(w, a, b, at, at, q, out, 6);
    free_axes(out, IMP2_AXIS_X, status ? IMP2_AXIS_X : IMP2_AXIS_X + 1);
    return status;
}

imp_status imp2_world_joint_wheel(const imp2_world* w, imp_body a, imp_body b, imp2_vec axis, imp2_joint_def* out)
{
    imp2_rot q;
    const imp2_vec hub = pose_of_body(w, b).p;
    int32_t fault = frame_along2(axis, &q);
    imp_status status = fault ? impi_error(fault, 4) : joint_between(w, a, b, hub, hub, q, out, 5);
    if (!status)
    {
        out->axes[IMP2_AXIS_X].kind = out->axes[IMP2_AXIS_TURN].kind = IMP_AXIS_FREE;
    }
    return status;
}

#include "../../math/dim_end.h"
