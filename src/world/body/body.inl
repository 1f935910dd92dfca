// SPDX-License-Identifier: MIT
//
// Bodies: made, removed, read, moved, pushed, woken. Their colliders are in collider.inl.

#ifndef AXES
#include "body2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

static int32_t body_def_fault(const BodyDef* d)
{
    if (d->kind < 0 || d->kind >= IMP_BODY_KIND_COUNT || (d->locks & ~(uint32_t)DIMI(LOCKS)))
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = FNI(vec_fault)(d->pose.p);
    fault = fault ? fault : FNI(rot_fault)(FNI(rot_or_none)(d->pose.q));
    fault = fault ? fault : FNI(vec_fault_large)(d->velocity);
    fault = fault ? fault : FNI(spin_fault_large)(d->angular_velocity);
    fault = fault ? fault : impi_number_fault_negative(d->linear_damping);
    return fault ? fault : impi_number_fault_negative(d->angular_damping);
}

imp_status FNI(reserve_bodies)(World* w, int64_t count)
{
    bool short_of = impi_array_reserve(&w->bodies, &w->allocator, count) ||
                    impi_array_reserve(&w->movers, &w->allocator, count) ||
                    impi_array_reserve(&w->solver.bodies, &w->allocator, count + 1) ||
                    impi_array_reserve(&w->sims, &w->allocator, count) ||
                    impi_array_reserve(&w->previous_poses, &w->allocator, count) ||
                    impi_array_reserve(&w->step.moved, &w->allocator, count / IMPI_WORD + 1) ||
                    impi_array_reserve(&w->step.finished, &w->allocator, count / IMPI_BODIES_OF_JOB + 1) ||
                    impi_array_reserve(&w->solver.forces, &w->allocator, count + 1) ||
                    impi_array_reserve(&w->step.islands, &w->allocator, count + 1);
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

BodyDef FN(body_default)(void)
{
    const BodyDef def = {.pose = FN(pose_identity)()};
    return def;
}

imp_status FN(world_add_body)(World* w, const BodyDef* def, imp_body* out)
{
    const BodyDef standard = FN(body_default)();
    def = def ? def : &standard;
    int32_t fault = FNI(world_fault)(w);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 3);
    }
    fault = body_def_fault(def);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_body handle;
    if (FNI(reserve_bodies)(w, (int64_t)w->bodies.count + 1) ||
        impi_pool_take(&w->body_pool, &w->allocator, &handle.id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t slot = FNI(find_body)(w, handle);
    w->bodies.count = w->body_pool.count;
    Body* b = &w->bodies.data[slot];
    memset(b, 0, sizeof *b);
    b->pose = def->pose;
    b->pose.q = FNI(rot_or_none)(def->pose.q);
    b->rest = b->pose;
    b->center = b->pose.p;
    b->kind = def->kind;
    b->damping = def->linear_damping;
    b->spin_damping = def->angular_damping;
    b->gravity = 1.0f;
    b->locks = def->locks;
    b->sleepless = def->no_sleep;
    b->bullet = def->bullet;
    b->user = def->user;
    b->island_next = -1;
    b->first = -1;
    b->first_joint = -1;
    b->move_flags = IMPI_NEW;
    w->sims.data[slot].pose = b->pose;
    w->sims.data[slot].swept = false;
    w->movers_changed = true;
    if (def->asleep && def->kind == IMP_BODY_DYNAMIC && !def->no_sleep && !w->sleepless)
    {
        FNI(body_lay_down)(w, slot);
    }
    else if (def->kind != IMP_BODY_STATIC)
    {
        FNI(body_set_velocity)(w, slot, def->velocity, def->angular_velocity);
    }
    (void)FNI(body_update_mass)(w, slot);
    *out = handle;
    IMPI_RECORD(w, ADD_BODY, .result = handle.id, .body = *def);
    return IMP_OK;
}

imp_status FN(world_remove_body)(World* w, imp_body body)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    FNI(body_wake)(w, slot);
    FNI(joints_drop)(w, slot);
    for (int32_t c = w->bodies.data[slot].first; c >= 0; c = w->colliders.data[c].next)
    {
        FNI(collider_drop)(w, c);
    }
    w->movers_changed = true;
    if (w->bodies.data[slot].mover > 0)
    {
        FNI(make_stale)(w, IMPI_STALE_LANES);  // also if it is the last: its place goes, and a load knows of none
    }
    (void)impi_pool_give_back(&w->body_pool, body.id);
    IMPI_RECORD(w, REMOVE_BODY, .handle = body.id);
    return IMP_OK;
}

imp_status FN(world_get_body)(const World* w, imp_body body, BodyState* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t slot = FNI(find_body)(w, body);
    if (slot < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const Body* b = &w->bodies.data[slot];
    BodyState state = {.pose = b->pose, .velocity = b->velocity, .angular_velocity = b->spin, .center = b->center};
    state.mass = b->mass;
    state.inertia = FNI(inertia_some)(b->inverse_inertia) ? b->inertia : FNI(inertia_none)();
    state.kind = b->kind;
    state.awake = b->kind != IMP_BODY_STATIC && b->island_next < 0;
    state.enabled = !b->disabled;
    state.gravity_scale = b->gravity;
    state.user = b->user;
    *out = state;
    return IMP_OK;
}

imp_status FN(world_set_pose)(World* w, imp_body body, const Pose* pose)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    status = FN(pose_check)(pose);
    if (status)
    {
        return impi_error(imp_status_fault(status), 3);
    }
    Body* b = &w->bodies.data[slot];
    if (b->kind != IMP_BODY_DYNAMIC || b->island_next >= 0)
    {
        FNI(wake_neighbours)(w, slot);  // an awake body has no sleeping ones in contact
    }
    FNI(body_wake)(w, slot);
    b->pose = *pose;
    b->center = FN(pose_apply)(b->pose, b->middle);
    b->rest = b->pose;
    FNI(body_refresh)(w, slot);
    FNI(body_note_arrival)(w, slot);
    IMPI_RECORD(w, SET_POSE, .handle = body.id, .pose = *pose);
    return IMP_OK;
}

imp_status FN(world_set_velocity)(World* w, imp_body body, Vec velocity, Spin angular_velocity)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault_large)(velocity), fault_spin = FNI(spin_fault_large)(angular_velocity);
    if (fault || fault_spin)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_spin, 4);
    }
    Body* b = &w->bodies.data[slot];
    if (b->kind != IMP_BODY_STATIC)
    {
        FNI(body_wake)(w, slot);
        FNI(body_set_velocity)(w, slot, velocity, angular_velocity);
    }
    IMPI_RECORD(w, SET_VELOCITY, .handle = body.id, .first = velocity, .spin = angular_velocity);
    return IMP_OK;
}

imp_status FN(world_apply_impulse)(World* w, imp_body body, Vec impulse, Vec point)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault_large)(impulse), fault_point = FNI(vec_fault_large)(point);
    if (fault || fault_point)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_point, 4);
    }
    Body* b = &w->bodies.data[slot];
    Vec velocity = FN(vec_add)(b->velocity, FN(vec_scale)(impulse, b->inverse_mass));
    Spin lever = FNI(spin_lever)(FN(vec_sub)(point, b->center), impulse);
    Spin spin = FNI(spin_add)(b->spin, FNI(inertia_apply)(FNI(inverse_inertia_now)(b), lever));
    if (FNI(vec_fault_large)(velocity) || FNI(spin_fault_large)(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        FNI(body_wake)(w, slot);
        FNI(body_set_velocity)(w, slot, velocity, spin);
    }
    IMPI_RECORD(w, PUSH, .handle = body.id, .first = impulse, .second = point);
    return IMP_OK;
}

imp_status FN(world_apply_force_and_torque)(World* w, imp_body body, Vec force, Spin torque)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault_large)(force), fault_torque = FNI(spin_fault_large)(torque);
    if (fault || fault_torque)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_torque, 4);
    }
    Body* b = &w->bodies.data[slot];
    Vec sum = FN(vec_add)(b->force, force);
    Spin turning = FNI(spin_add)(b->torque, torque);
    if (FNI(vec_fault_large)(sum) || FNI(spin_fault_large)(turning))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC && !b->disabled)
    {
        FNI(body_wake)(w, slot);
        b->force = sum;
        b->torque = turning;
    }
    IMPI_RECORD(w, PULL, .handle = body.id, .first = force, .spin = torque);
    return IMP_OK;
}

imp_status FN(world_set_awake)(World* w, imp_body body, bool awake)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    if (!awake && w->bodies.data[slot].island_next >= 0)
    {
        return IMP_OK;  // already, with its island
    }
    FNI(body_wake)(w, slot);
    if (!awake && w->bodies.data[slot].kind == IMP_BODY_DYNAMIC)
    {
        FNI(body_lay_down)(w, slot);
    }
    IMPI_RECORD(w, SET_AWAKE, .handle = body.id, .flag = awake);
    return IMP_OK;
}

imp_status FN(world_set_enabled)(World* w, imp_body body, bool enabled)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status || w->bodies.data[slot].disabled != enabled)
    {
        return status;
    }
    Body* b = &w->bodies.data[slot];
    for (int32_t c = b->first; c >= 0 && !status; c = w->colliders.data[c].next)
    {
        status = enabled ? FNI(collider_enter)(w, c) : IMP_OK;
    }
    // Out of memory: the colliders that were added are removed again.
    for (int32_t c = b->first; c >= 0 && (status || !enabled); c = w->colliders.data[c].next)
    {
        FNI(collider_leave)(w, c);
    }
    if (!status)
    {
        FNI(body_wake)(w, slot);
        b->disabled = !enabled;
        b->force = FNI(vec_none)();
        b->torque = FNI(spin_none)();
        FNI(body_note_arrival)(w, slot);
    }
    if (!status)
    {
        IMPI_RECORD(w, SET_ENABLED, .handle = body.id, .flag = enabled);
    }
    return status;
}

imp_status FN(world_set_gravity_scale)(World* w, imp_body body, float scale)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_large(scale);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    FNI(body_wake)(w, slot);
    w->bodies.data[slot].gravity = scale;
    IMPI_RECORD(w, SCALE_GRAVITY, .handle = body.id, .number = scale);
    return IMP_OK;
}
