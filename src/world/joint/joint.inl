// SPDX-License-Identifier: MIT
//
// Joints: made, removed, read, changed. A body has a list of its joints, by rising slots.

#ifndef AXES
#include "joint_axes2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

JointDef FN(joint_default)(void)
{
    JointDef def = {.frame_a = FN(pose_identity)(), .frame_b = FN(pose_identity)()};
    for (int32_t i = 0; i < DIM(AXIS_DISTANCE); ++i)
    {
        def.axes[i].kind = IMP_AXIS_LOCKED;
    }
    return def;
}

Pose FNI(joint_frame)(const World* w, int32_t body, const Pose* frame)
{
    Pose r = *frame;
    if (body >= 0)
    {
        const Pose pose = w->bodies.data[body].pose;
        r.p = FN(pose_apply)(pose, frame->p);
        r.q = FNI(rot_turned)(frame->q, pose.q);
    }
    return r;
}

void FNI(joint_values)(const World* w, const Joint* j, float* values)
{
    const Pose a = FNI(joint_frame)(w, j->body_a, &j->def.frame_a), b = FNI(joint_frame)(w, j->body_b, &j->def.frame_b);
    Vec apart = FN(vec_sub)(b.p, a.p);
    Spin about[DIMI(TURN_AXES)];
    for (int32_t k = 0; k < AXES; ++k)
    {
        values[k] = FN(vec_dot)(apart, FNI(frame_axis)(a.q, k));
    }
    FNI(joint_turns)(&j->def, a.q, b.q, j->turn, values + AXES, about);
    values[DIM(AXIS_DISTANCE)] = sqrtf(FN(vec_dot)(apart, apart));
}

// A pose of the world in the frame of a body. What rounding leaves of a zero is one, so that no door refuses the pose.
static Pose pose_in_body(Pose body, Pose at)
{
    Pose r = {FN(rot_apply_inverse)(body.q, FN(vec_sub)(at.p, body.p)),
              FNI(rot_of)(FNI(drot_seen)(FNI(drot_of)(body.q), FNI(drot_of)(at.q)))};
    float* numbers = (float*)(void*)&r;
    for (size_t k = 0; k < sizeof r / sizeof *numbers; ++k)
    {
        numbers[k] = numbers[k] != 0.0f && fabsf(numbers[k]) < IMP_MAGNITUDE_MIN ? 0.0f : numbers[k];
    }
    return r;
}

imp_status FN(world_joint_at)(const World* w, imp_body a, imp_body b, const Pose* at, JointDef* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 5 : 1);
    }
    int32_t body_a = FNI(find_body)(w, a), body_b = FNI(find_body)(w, b);
    if (body_b < 0 || (body_a < 0 && a.id != 0) || body_a == body_b)
    {
        return impi_error(IMP_ERR_HANDLE, body_b < 0 || body_a == body_b ? 3 : 2);
    }
    imp_status status = FN(pose_check)(at);
    if (status)
    {
        return impi_error(imp_status_fault(status), 4);
    }
    JointDef def = FN(joint_default)();
    def.a = a;
    def.b = b;
    def.frame_a = body_a < 0 ? *at : pose_in_body(w->bodies.data[body_a].pose, *at);
    def.frame_b = pose_in_body(w->bodies.data[body_b].pose, *at);
    *out = def;
    return IMP_OK;
}

imp_status FN(world_broken_joints)(const World* w, imp_joint* joints, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, joints, capacity, count, 2);
    if (status)
    {
        return status;
    }
    *count = w->joints.broken.count;
    if (w->joints.broken.count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0; i < w->joints.broken.count; ++i)
    {
        joints[i] = w->joints.broken.data[i];
    }
    return IMP_OK;
}

int32_t FNI(axis_fault)(const imp_axis* a)
{
    const float any[4] = {a->lower, a->upper, a->target, a->speed};
    const float positive[5] = {a->stiffness, a->damping, a->hertz, a->damping_ratio, a->most};
    int32_t fault = 0;
    for (int32_t i = 0; i < 5 && !fault; ++i)
    {
        fault = impi_number_fault_negative(positive[i]);
        fault = fault || i == 4 ? fault : impi_number_fault_large(any[i]);
    }
    bool kind = a->kind >= 0 && a->kind < IMP_AXIS_KIND_COUNT;
    return fault ? fault : !kind || (a->kind == IMP_AXIS_LIMITED && a->lower > a->upper) ? IMP_ERR_RANGE : 0;
}

int32_t FNI(joint_def_fault)(const JointDef* d)
{
    int32_t fault = imp_status_fault(FN(pose_check)(&d->frame_a));
    fault = fault ? fault : imp_status_fault(FN(pose_check)(&d->frame_b));
    fault = fault ? fault : impi_number_fault_negative(d->break_force);
    fault = fault ? fault : impi_number_fault_negative(d->break_torque);
    fault = fault ? fault : FNI(joint_own_fault)(d);
    for (int32_t i = 0; i < DIMI(JOINT_AXES) && !fault; ++i)
    {
        fault = FNI(axis_fault)(&d->axes[i]);
    }
    return fault;
}

static int32_t* link_of(World* w, int32_t joint, int32_t body)
{
    Joint* j = &w->joints.all.data[joint];
    return j->body_a == body ? &j->next_a : &j->next_b;
}

// Puts a joint into the list of a body, by rising slots: so the list is the same however it came to be.
static void link_to_body(World* w, int32_t joint, int32_t body)
{
    int32_t* at = &w->bodies.data[body].first_joint;
    while (*at >= 0 && *at < joint)
    {
        at = link_of(w, *at, body);
    }
    *link_of(w, joint, body) = *at;
    *at = joint;
}

void FNI(joint_link)(World* w, int32_t joint, int32_t body_a, int32_t body_b)
{
    Joint* j = &w->joints.all.data[joint];
    j->body_a = body_a;
    j->body_b = body_b;
    ++w->joints.changes;
    j->first_coupling = -1;
    j->next_a = -1;
    link_to_body(w, joint, body_b);
    if (body_a >= 0)
    {
        link_to_body(w, joint, body_a);
    }
}

static void wake_joined(World* w, const Joint* j)
{
    FNI(body_wake)(w, j->body_b);
    if (j->body_a >= 0)
    {
        FNI(body_wake)(w, j->body_a);
    }
}

imp_status FN(world_add_joint)(World* w, const JointDef* def, imp_joint* out)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault || !def || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, def ? 3 : 2);
    }
    int32_t a = FNI(find_body)(w, def->a), b = FNI(find_body)(w, def->b);
    if (b < 0 || (a < 0 && def->a.id != 0) || a == b)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    fault = FNI(joint_def_fault)(def);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_joint handle;
    float values[DIMI(JOINT_AXES)];
    if (impi_array_reserve(&w->joints.all, &w->allocator, (int64_t)w->joints.all.count + 1) ||
        impi_pool_take(&w->joints.pool, &w->allocator, &handle.id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t slot = impi_pool_find(&w->joints.pool, handle.id);
    w->joints.all.count = w->joints.pool.count;
    Joint* j = &w->joints.all.data[slot];
    memset(j, 0, sizeof *j);
    j->def = *def;
    FNI(joint_link)(w, slot, a, b);
    FNI(joint_values)(w, j, values);
    j->turn = values[AXES];
    wake_joined(w, j);
    *out = handle;
    IMPI_RECORD(w, ADD_JOINT, .result = handle.id, .joint = *def);
    return IMP_OK;
}

static void unlink_joint(World* w, int32_t joint, int32_t body)
{
    int32_t* at = &w->bodies.data[body].first_joint;
    while (*at != joint)
    {
        at = link_of(w, *at, body);
    }
    *at = *link_of(w, joint, body);
}

static void drop_joint(World* w, int32_t joint)
{
    const Joint* j = &w->joints.all.data[joint];
    wake_joined(w, j);
    FNI(couplings_drop)(w, joint);
    ++w->joints.changes;
    unlink_joint(w, joint, j->body_b);
    if (j->body_a >= 0)
    {
        unlink_joint(w, joint, j->body_a);
    }
    (void)impi_pool_give_back(&w->joints.pool, impi_pool_id(&w->joints.pool, joint));
}

void FNI(joints_drop)(World* w, int32_t body)
{
    while (w->bodies.data[body].first_joint >= 0)
    {
        drop_joint(w, w->bodies.data[body].first_joint);
    }
}

// Common checks of all calls that change a joint, the second argument: its slot, or a status.
static imp_status open_joint(const World* w, imp_joint joint, int32_t* slot)
{
    int32_t fault = FNI(world_fault)(w);
    *slot = fault ? -1 : impi_pool_find(&w->joints.pool, joint.id);
    return fault ? impi_error(fault, 1) : *slot < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

imp_status FN(world_remove_joint)(World* w, imp_joint joint)
{
    int32_t slot;
    imp_status status = open_joint(w, joint, &slot);
    if (!status)
    {
        drop_joint(w, slot);
        IMPI_RECORD(w, REMOVE_JOINT, .handle = joint.id);
    }
    return status;
}

imp_status FN(world_set_axis)(World* w, imp_joint joint, int32_t axis, const imp_axis* value)
{
    int32_t slot;
    imp_status status = open_joint(w, joint, &slot);
    if (status || !value || axis < 0 || axis >= DIMI(JOINT_AXES))
    {
        return status ? status : value ? impi_error(IMP_ERR_RANGE, 3) : impi_error(IMP_ERR_NULL, 4);
    }
    int32_t fault = FNI(axis_fault)(value);
    if (fault)
    {
        return impi_error(fault, 4);
    }
    Joint* j = &w->joints.all.data[slot];
    j->def.axes[axis] = *value;
    ++w->joints.changes;
    wake_joined(w, j);
    IMPI_RECORD(w, SET_AXIS, .handle = joint.id, .numbers = {axis, 0}, .joint = j->def);
    return IMP_OK;
}

imp_status FN(world_set_joint_frames)(World* w, imp_joint joint, const Pose* frame_a, const Pose* frame_b)
{
    int32_t slot;
    imp_status status = open_joint(w, joint, &slot);
    imp_status status_a = frame_a ? FN(pose_check)(frame_a) : IMP_OK,
               status_b = frame_b ? FN(pose_check)(frame_b) : IMP_OK;
    if (status || status_a || status_b)
    {
        return status ? status : impi_error(imp_status_fault(status_a ? status_a : status_b), status_a ? 3 : 4);
    }
    Joint* j = &w->joints.all.data[slot];
    float values[DIMI(JOINT_AXES)];
    j->def.frame_a = frame_a ? *frame_a : j->def.frame_a;
    j->def.frame_b = frame_b ? *frame_b : j->def.frame_b;
    FNI(joint_values)(w, j, values);
    j->turn = values[AXES];
    ++w->joints.changes;
    wake_joined(w, j);
    IMPI_RECORD(w, SET_JOINT_FRAMES, .handle = joint.id, .joint = j->def);
    return IMP_OK;
}

imp_status FN(world_get_joint)(const World* w, imp_joint joint, JointState* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t slot = impi_pool_find(&w->joints.pool, joint.id);
    if (slot < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const Joint* j = &w->joints.all.data[slot];
    JointState state = {.a = j->def.a, .b = j->def.b, .force = j->force, .torque = j->torque, .user = j->def.user};
    FNI(joint_values)(w, j, state.values);
    *out = state;
    return IMP_OK;
}

imp_status FN(world_get_joint_def)(const World* w, imp_joint joint, JointDef* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t slot = impi_pool_find(&w->joints.pool, joint.id);
    if (slot < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    *out = w->joints.all.data[slot].def;
    return IMP_OK;
}

void FNI(joints_break)(World* w)
{
    FNI(couplings_break)(w);
    w->joints.broken.count = 0;
    for (int32_t i = 0; i < w->joints.all.count && w->joints.fragile; ++i)
    {
        const Joint* j = &w->joints.all.data[i];
        bool breaks = (j->def.break_force > 0.0f && j->most_force > j->def.break_force) ||
                      (j->def.break_torque > 0.0f && j->most_torque > j->def.break_torque);
        if (breaks && w->joints.pool.data[i].next == IMPI_SLOT_USED)
        {
            const imp_joint broken = {impi_pool_id(&w->joints.pool, i)};
            w->joints.broken.data[w->joints.broken.count++] = broken;
            drop_joint(w, i);
        }
    }
}

// Whether one body of a joint moves in the next step and the other one sleeps: what stands keeps nobody awake.
static bool is_half_asleep(const World* w, const Joint* j)
{
    const Body *a = &w->bodies.data[j->body_a], *b = &w->bodies.data[j->body_b];
    return (a->island_next >= 0 && FNI(body_active)(b)) || (b->island_next >= 0 && FNI(body_active)(a));
}

void FNI(joined_wake)(World* w, int32_t body)
{
    for (int32_t i = w->bodies.data[body].first_joint; i >= 0; i = FNI(next_joint)(&w->joints.all.data[i], body))
    {
        wake_joined(w, &w->joints.all.data[i]);
    }
}

bool FNI(joints_wake)(World* w)
{
    bool woken = false;
    FNI(couplings_wake)(w);
    for (int32_t i = 0; i < w->joints.all.count && w->movers_changed; ++i)
    {
        const Joint* j = &w->joints.all.data[i];
        if (w->joints.pool.data[i].next == IMPI_SLOT_USED && j->body_a >= 0 && is_half_asleep(w, j))
        {
            wake_joined(w, j);
            woken = true;
        }
    }
    return woken;
}

bool FNI(are_joined)(const World* w, int32_t body_a, int32_t body_b)
{
    for (int32_t i = w->bodies.data[body_a].first_joint; i >= 0;)
    {
        const Joint* j = &w->joints.all.data[i];
        if (!j->def.collide && (j->body_a == body_b || j->body_b == body_b))
        {
            return true;
        }
        i = FNI(next_joint)(j, body_a);
    }
    return false;
}
