// SPDX-License-Identifier: MIT
//
// Joints by their names, as definitions: frames at places of the world, and what each axis does. What needs an axis of
// its own is in joint_kinds2.c and joint_kinds3.c.

#ifndef AXES
#include "joint2.h"

#include "../../math/dim2.h"
#endif

#define DRIVE_HERTZ 5.0f  // of motors and mice, damped to the critical

// A joint whose frames are at two places, turned alike, as the last argument of so many.
static imp_status joint_between(const World* w, imp_body a, imp_body b, Vec at_a, Vec at_b, Rot q, JointDef* out,
                                int32_t arguments)
{
    JointDef def, end;
    Pose at = {at_a, q};
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? arguments : 1);
    }
    imp_status status = FN(world_joint_at)(w, a, b, &at, &def);
    if (status)
    {
        return status;
    }
    at.p = at_b;
    status = FN(world_joint_at)(w, a, b, &at, &end);
    if (status)
    {
        return impi_error(imp_status_fault(status), 5);
    }
    def.frame_b = end.frame_b;
    *out = def;
    return IMP_OK;
}

static void free_axes(JointDef* def, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; ++i)
    {
        def->axes[i].kind = IMP_AXIS_FREE;
    }
}

static imp_status joint_of_length(const World* w, imp_body a, imp_body b, Vec at_a, Vec at_b, bool slack, JointDef* out)
{
    imp_status status = joint_between(w, a, b, at_a, at_b, FN(pose_identity)().q, out, 6);
    if (!status)
    {
        Vec apart = FN(vec_sub)(at_b, at_a);
        imp_axis* length = &out->axes[DIM(AXIS_DISTANCE)];
        free_axes(out, 0, DIM(AXIS_DISTANCE));
        length->kind = IMP_AXIS_LIMITED;
        length->upper = sqrtf(FN(vec_dot)(apart, apart));
        length->lower = slack ? 0.0f : length->upper;
    }
    return status;
}

imp_status FN(world_joint_distance)(const World* w, imp_body a, imp_body b, Vec at_a, Vec at_b, JointDef* out)
{
    return joint_of_length(w, a, b, at_a, at_b, false, out);
}

imp_status FN(world_joint_rope)(const World* w, imp_body a, imp_body b, Vec at_a, Vec at_b, JointDef* out)
{
    return joint_of_length(w, a, b, at_a, at_b, true, out);
}

// The origin of a body, or none of one that is not there: which is refused later.
static Pose pose_of_body(const World* w, imp_body body)
{
    int32_t slot = w ? FNI(find_body)(w, body) : -1;
    return slot < 0 ? FN(pose_identity)() : w->bodies.data[slot].pose;
}

// All axes free, each with a motor or a spring of a greatest force or torque.
static void give_force(JointDef* def, float force, float torque, bool spring)
{
    free_axes(def, 0, DIM(AXIS_DISTANCE));
    for (int32_t i = 0; i < DIM(AXIS_DISTANCE); ++i)
    {
        imp_axis* axis = &def->axes[i];
        axis->most = i < AXES ? force : torque;
        // A greatest force of 0 would be any.
        axis->motor = !spring && axis->most > 0.0f;
        axis->hertz = spring && axis->most > 0.0f ? DRIVE_HERTZ : 0.0f;
        axis->damping_ratio = spring ? 1.0f : 0.0f;
    }
    def->collide = true;
}

static imp_status joint_of_force(const World* w, imp_body a, imp_body b, float force, float torque, bool spring,
                                 JointDef* out)
{
    int32_t fault = impi_number_fault_negative(force), fault_torque = impi_number_fault_negative(torque);
    if (fault || fault_torque)
    {
        return impi_error(fault ? fault : fault_torque, fault ? 4 : 5);
    }
    const Pose at = pose_of_body(w, b);
    imp_status status = joint_between(w, a, b, at.p, at.p, at.q, out, 6);
    if (!status)
    {
        give_force(out, force, torque, spring);
    }
    return status;
}

imp_status FN(world_joint_friction)(const World* w, imp_body a, imp_body b, float force, float torque, JointDef* out)
{
    return joint_of_force(w, a, b, force, torque, false, out);
}

imp_status FN(world_joint_motor)(const World* w, imp_body a, imp_body b, float force, float torque, JointDef* out)
{
    return joint_of_force(w, a, b, force, torque, true, out);
}

imp_status FN(world_joint_mouse)(const World* w, imp_body b, Vec at, float force, JointDef* out)
{
    const imp_body world = {0};
    int32_t fault = impi_number_fault_negative(force);
    imp_status status =
        fault ? impi_error(fault, 5) : joint_between(w, world, b, at, at, FN(pose_identity)().q, out, 6);
    if (!status)
    {
        give_force(out, force, 0.0f, true);
        return IMP_OK;
    }
    // A is not among its arguments.
    int32_t argument = imp_status_argument(status);
    return impi_error(imp_status_fault(status), argument > 1 ? argument - 1 : argument);
}
