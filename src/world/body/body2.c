// SPDX-License-Identifier: MIT
//
// Bodies of the plane: made, removed, asked, moved, pushed, woken. What they wear is in collider2.c.

#include "body2.h"

#include <string.h>

static int32_t body_def_fault(const imp2_body_def* d)
{
    if (d->kind < 0 || d->kind >= IMP_BODY_KIND_COUNT || (d->locks & ~(uint32_t)IMP2I_LOCKS))
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = imp2i_vec_fault(d->pose.p);
    bool unset = d->pose.q.c == 0.0f && d->pose.q.s == 0.0f;
    fault = fault || unset ? fault : imp2i_rot_fault(d->pose.q);
    fault = fault ? fault : imp2i_vec_fault_large(d->velocity);
    fault = fault ? fault : impi_number_fault_large(d->spin);
    fault = fault ? fault : impi_number_fault_negative(d->damping);
    return fault ? fault : impi_number_fault_negative(d->spin_damping);
}

imp_status imp2i_reserve_bodies(imp2_world* w, int64_t count)
{
    bool short_of = impi_array_reserve(&w->bodies, &w->allocator, count) ||
                    impi_array_reserve(&w->movers, &w->allocator, count) ||
                    impi_array_reserve(&w->solver.motions, &w->allocator, count + 1) ||
                    impi_array_reserve(&w->stances, &w->allocator, count) ||
                    impi_array_reserve(&w->befores, &w->allocator, count) ||
                    impi_array_reserve(&w->step.restless, &w->allocator, count / IMP2I_WORD + 1) ||
                    impi_array_reserve(&w->step.finished, &w->allocator, count / IMP2I_BODIES_OF_JOB + 1) ||
                    impi_array_reserve(&w->solver.drives, &w->allocator, count + 1) ||
                    impi_array_reserve(&w->step.islands, &w->allocator, count + 1);
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

imp2_body_def imp2_body_default(void)
{
    const imp2_body_def def = {.pose = {.q = {1.0f, 0.0f}}};
    return def;
}

imp_status imp2_world_add_body(imp2_world* w, const imp2_body_def* def, imp_body* out)
{
    const imp2_body_def standard = imp2_body_default();
    def = def ? def : &standard;
    int32_t fault = imp2i_world_fault(w);
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
    if (imp2i_reserve_bodies(w, (int64_t)w->bodies.count + 1) ||
        impi_pool_take(&w->body_pool, &w->allocator, &handle.id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t place = imp2i_find_body(w, handle);
    w->bodies.count = w->body_pool.count;
    imp2i_body* b = &w->bodies.data[place];
    memset(b, 0, sizeof *b);
    b->pose = def->pose;
    b->pose.q.c = def->pose.q.c == 0.0f && def->pose.q.s == 0.0f ? 1.0f : def->pose.q.c;
    b->rest = b->pose;
    b->center = b->pose.p;
    b->kind = def->kind;
    b->damping = def->damping;
    b->spin_damping = def->spin_damping;
    b->gravity = 1.0f;
    b->locks = def->locks;
    b->sleepless = def->sleepless;
    b->bullet = def->bullet;
    b->user = def->user;
    b->ring = -1;
    b->first = -1;
    b->news = IMP2I_NEW;
    w->stances.data[place].pose = b->pose;
    w->movers_changed = true;
    if (def->asleep && def->kind == IMP_BODY_DYNAMIC && !def->sleepless && !w->sleepless)
    {
        imp2i_body_lay_down(w, place);
    }
    else if (def->kind != IMP_BODY_STATIC)
    {
        imp2i_body_set_velocity(w, place, def->velocity, def->spin);
    }
    (void)imp2i_body_weigh(w, place);
    *out = handle;
    IMP2I_RECORD(w, ADD_BODY, .result = handle.id, .body = *def);
    return IMP_OK;
}

imp_status imp2_world_remove_body(imp2_world* w, imp_body body)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    imp2i_body_wake(w, place);
    for (int32_t c = w->bodies.data[place].first; c >= 0; c = w->colliders.data[c].next)
    {
        imp2i_collider_drop(w, c);
    }
    w->movers_changed = true;
    (void)impi_pool_give_back(&w->body_pool, body.id);
    IMP2I_RECORD(w, REMOVE_BODY, .handle = body.id);
    return IMP_OK;
}

imp_status imp2_world_get_body(const imp2_world* w, imp_body body, imp2_body_state* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t place = imp2i_find_body(w, body);
    if (place < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const imp2i_body* b = &w->bodies.data[place];
    imp2_body_state state = {.pose = b->pose, .velocity = b->velocity, .spin = b->spin, .center = b->center};
    state.mass = b->mass;
    state.inertia = b->inverse_inertia > 0.0f ? b->inertia : 0.0f;
    state.kind = b->kind;
    state.awake = b->kind != IMP_BODY_STATIC && b->ring < 0;
    state.enabled = !b->disabled;
    state.gravity_scale = b->gravity;
    state.user = b->user;
    *out = state;
    return IMP_OK;
}

imp_status imp2_world_set_pose(imp2_world* w, imp_body body, const imp2_pose* pose)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    status = imp2_pose_check(pose);
    if (status)
    {
        return impi_error(imp_status_fault(status), 3);
    }
    imp2i_body* b = &w->bodies.data[place];
    if (b->kind != IMP_BODY_DYNAMIC || b->ring >= 0)
    {
        imp2i_wake_neighbours(w, place);  // what is awake has none that sleep
    }
    imp2i_body_wake(w, place);
    b->pose = *pose;
    b->center = imp2_pose_apply(b->pose, b->middle);
    b->rest = b->pose;
    imp2i_body_refresh(w, place);
    imp2i_body_arrive(w, place);
    IMP2I_RECORD(w, SET_POSE, .handle = body.id, .pose = *pose);
    return IMP_OK;
}

imp_status imp2_world_set_velocity(imp2_world* w, imp_body body, imp2_vec velocity, float spin)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(velocity), fault_spin = impi_number_fault_large(spin);
    if (fault || fault_spin)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_spin, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    if (b->kind != IMP_BODY_STATIC)
    {
        imp2i_body_wake(w, place);
        imp2i_body_set_velocity(w, place, velocity, spin);
    }
    IMP2I_RECORD(w, SET_VELOCITY, .handle = body.id, .first = velocity, .number = spin);
    return IMP_OK;
}

imp_status imp2_world_push(imp2_world* w, imp_body body, imp2_vec impulse, imp2_vec point)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(impulse), fault_point = imp2i_vec_fault_large(point);
    if (fault || fault_point)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_point, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    imp2_vec velocity = imp2_vec_add(b->velocity, imp2_vec_scale(impulse, b->inverse_mass));
    float spin = b->spin + b->inverse_inertia * imp2_vec_cross(imp2_vec_sub(point, b->center), impulse);
    if (imp2i_vec_fault_large(velocity) || impi_number_fault_large(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        imp2i_body_wake(w, place);
        imp2i_body_set_velocity(w, place, velocity, spin);
    }
    IMP2I_RECORD(w, PUSH, .handle = body.id, .first = impulse, .second = point);
    return IMP_OK;
}

imp_status imp2_world_pull(imp2_world* w, imp_body body, imp2_vec force, float torque)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(force), fault_torque = impi_number_fault_large(torque);
    if (fault || fault_torque)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_torque, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    imp2_vec sum = imp2_vec_add(b->force, force);
    if (imp2i_vec_fault_large(sum) || impi_number_fault_large(b->torque + torque))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC && !b->disabled)
    {
        imp2i_body_wake(w, place);
        b->force = sum;
        b->torque += torque;
    }
    IMP2I_RECORD(w, PULL, .handle = body.id, .first = force, .number = torque);
    return IMP_OK;
}

imp_status imp2_world_set_awake(imp2_world* w, imp_body body, bool awake)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    if (!awake && w->bodies.data[place].ring >= 0)
    {
        return IMP_OK;  // with those that fell asleep with it
    }
    imp2i_body_wake(w, place);
    if (!awake && w->bodies.data[place].kind == IMP_BODY_DYNAMIC)
    {
        imp2i_body_lay_down(w, place);
    }
    IMP2I_RECORD(w, SET_AWAKE, .handle = body.id, .flag = awake);
    return IMP_OK;
}

imp_status imp2_world_set_enabled(imp2_world* w, imp_body body, bool enabled)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status || w->bodies.data[place].disabled != enabled)
    {
        return status;
    }
    imp2i_body* b = &w->bodies.data[place];
    for (int32_t c = b->first; c >= 0 && !status; c = w->colliders.data[c].next)
    {
        status = enabled ? imp2i_collider_enter(w, c) : IMP_OK;
    }
    // Where memory ends, those that have been put back are taken out again.
    for (int32_t c = b->first; c >= 0 && (status || !enabled); c = w->colliders.data[c].next)
    {
        imp2i_collider_leave(w, c);
    }
    if (!status)
    {
        imp2i_body_wake(w, place);
        const imp2_vec zero = {0.0f, 0.0f};
        b->disabled = !enabled;
        b->force = zero;
        b->torque = 0.0f;
        imp2i_body_arrive(w, place);
    }
    if (!status)
    {
        IMP2I_RECORD(w, SET_ENABLED, .handle = body.id, .flag = enabled);
    }
    return status;
}

imp_status imp2_world_scale_gravity(imp2_world* w, imp_body body, float scale)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_large(scale);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    imp2i_body_wake(w, place);
    w->bodies.data[place].gravity = scale;
    IMP2I_RECORD(w, SCALE_GRAVITY, .handle = body.id, .number = scale);
    return IMP_OK;
}
