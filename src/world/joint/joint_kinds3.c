// SPDX-License-Identifier: MIT
//
// joint_kinds.inl, for space, and the joints that only it has.

#include "joint3.h"

#include <math.h>

#include "../../math/check3.h"
#include "../../math/dvec3.h"
#include "../../math/dim3.h"

#include "joint_kinds.inl"

#define EIGHTH 0.78539816f  // of a turn

static imp3_vec tidied(imp3i_dvec v)
{
    const imp3_vec r = {(float)v.x, (float)v.y, (float)v.z};
    return imp3i_vec_tidied(r);
}

// The rotation whose x is along an axis, and z as near to `up` as it can be. Where up is along the axis there is none.
static int32_t frame_upright(imp3_vec axis, imp3_vec up, imp3_rot* out)
{
    int32_t fault = imp3i_vec_fault(axis);
    if (fault || !imp3i_vec_bits(axis))
    {
        return fault ? fault : IMP_ERR_RANGE;
    }
    const imp3i_dvec x = imp3i_dunit_of(axis), raw = imp3i_dunit_of(up);
    imp3i_dvec z = imp3i_dadd_scaled(raw, x, -imp3i_ddot(raw, x));
    const double length = sqrt(imp3i_ddot(z, z));
    if (!(length > 1e-6))
    {
        return IMP_ERR_RANGE;
    }
    z.x /= length;
    z.y /= length;
    z.z /= length;
    out->x = tidied(x);
    out->y = tidied(imp3i_dcross(z, x));
    out->z = tidied(z);
    return 0;
}

// The same with any z: across the axis and that of the world which is least along it.
static int32_t frame_along3(imp3_vec axis, imp3_rot* out)
{
    const float x = fabsf(axis.x), y = fabsf(axis.y), z = fabsf(axis.z);
    const imp3_vec unit_x = {1.0f, 0.0f, 0.0f}, unit_y = {0.0f, 1.0f, 0.0f}, unit_z = {0.0f, 0.0f, 1.0f};
    return frame_upright(axis, z <= x && z <= y ? unit_z : y <= x ? unit_y : unit_x, out);
}

static imp_status joint_along3(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_vec axis, int32_t from,
                               int32_t to, imp3_joint_def* out)
{
    imp3_rot q;
    int32_t fault = frame_along3(axis, &q);
    imp_status status = fault ? impi_error(fault, 5) : joint_between(w, a, b, at, at, q, out, 6);
    free_axes(out, from, status ? from : to);
    return status;
}

imp_status imp3_world_joint_ball(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_joint_def* out)
{
    imp_status status = joint_between(w, a, b, at, at, imp3_pose_identity().q, out, 5);
    free_axes(out, IMP3_AXIS_TWIST, status ? IMP3_AXIS_TWIST : IMP3_AXIS_DISTANCE);
    return status;
}

imp_status imp3_world_joint_hinge(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                  imp3_joint_def* out)
{
    return joint_along3(w, a, b, at, axis, IMP3_AXIS_TWIST, IMP3_AXIS_TWIST + 1, out);
}

imp_status imp3_world_joint_slider(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                   imp3_joint_def* out)
{
    return joint_along3(w, a, b, at, axis, IMP3_AXIS_X, IMP3_AXIS_X + 1, out);
}

imp_status imp3_world_joint_universal(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                      imp3_joint_def* out)
{
    imp_status status = joint_along3(w, a, b, at, axis, IMP3_AXIS_SWING_Y, IMP3_AXIS_SWING_Z + 1, out);
    if (!status)
    {
        out->cardan = true;
    }
    return status;
}

imp_status imp3_world_joint_cone(const imp3_world* w, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                 imp3_joint_def* out)
{
    imp_status status = joint_along3(w, a, b, at, axis, IMP3_AXIS_SWING_Y, IMP3_AXIS_DISTANCE, out);
    if (!status)
    {
        const imp_axis twist = {.kind = IMP_AXIS_LIMITED, .lower = -EIGHTH, .upper = EIGHTH};
        out->axes[IMP3_AXIS_TWIST] = twist;
        out->cone_y = out->cone_z = EIGHTH;
    }
    return status;
}

imp_status imp3_world_joint_wheel(const imp3_world* w, imp_body a, imp_body b, imp3_vec axis, imp3_vec up,
                                  imp3_joint_def* out)
{
    imp3_rot q;
    const imp3_vec hub = pose_of_body(w, b).p;
    int32_t fault = imp3i_vec_fault(axis), fault_up = imp3i_vec_fault(up);
    fault_up = fault_up || imp3i_vec_bits(up) ? fault_up : IMP_ERR_RANGE;
    if (fault || fault_up)
    {
        return fault ? impi_error(fault, 4) : impi_error(fault_up, 5);
    }
    fault = frame_upright(axis, up, &q);
    imp_status status = fault ? impi_error(fault, 4) : joint_between(w, a, b, hub, hub, q, out, 6);
    if (!status)
    {
        out->axes[IMP3_AXIS_Z].kind = out->axes[IMP3_AXIS_TWIST].kind = IMP_AXIS_FREE;
    }
    return status;
}

#include "../../math/dim_end.h"
