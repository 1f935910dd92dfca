// SPDX-License-Identifier: MIT
//
// Bodies and the world changed after they were made: gravity, kind, damping, locks, sleep, mass; forces at points.
//
// A body of another kind has other contacts: its colliders come into the indexes under new numbers, so that all its
// contacts end and are made anew, as when a filter changes.

#include "body2.h"

imp_status imp2_world_set_gravity(imp2_world* w, imp2_vec gravity)
{
    int32_t fault = imp2i_world_fault(w), fault_gravity = imp2i_vec_fault_large(gravity);
    if (fault || fault_gravity)
    {
        return fault ? impi_error(fault, 1) : impi_error(fault_gravity, 2);
    }
    bool changed = gravity.x != w->gravity.x || gravity.y != w->gravity.y;
    w->gravity = gravity;
    for (int32_t i = 0; i < w->bodies.count && changed; ++i)
    {
        const imp2i_body* b = &w->bodies.data[i];
        if (w->body_pool.data[i].next == IMPI_SLOT_USED && b->kind == IMP_BODY_DYNAMIC && b->gravity != 0.0f)
        {
            imp2i_body_wake(w, i);
        }
    }
    IMP2I_RECORD(w, SET_GRAVITY, .first = gravity);
    return IMP_OK;
}

// What is said of a body by a field or two of a definition is recorded as that.
static void record_body(imp2_world* w, int32_t kind, imp_body body, const imp2_body_def* def)
{
    const imp2i_call call = {.kind = kind, .handle = body.id, .body = *def};
    imp2i_record_call(w, &call);
}

imp_status imp2_world_set_kind(imp2_world* w, imp_body body, int32_t kind)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status || kind < 0 || kind >= IMP_BODY_KIND_COUNT)
    {
        return status ? status : impi_error(IMP_ERR_RANGE, 3);
    }
    imp2i_body* b = &w->bodies.data[place];
    const int32_t was = b->kind;
    status = kind == was ? IMP_OK : imp2i_body_become(w, place, kind);
    if (status)
    {
        return status;
    }
    if (kind != was)
    {
        const imp2_vec center = b->center, zero = {0.0f, 0.0f};
        imp2i_wake_neighbours(w, place);
        imp2i_body_wake(w, place);
        (void)imp2i_body_weigh(w, place);  // no more than it could have weighed before
        imp2_vec velocity =
            imp2_vec_add(b->velocity, imp2_vec_scale(imp2_vec_left(imp2_vec_sub(b->center, center)), b->spin));
        if (kind == IMP_BODY_STATIC)
        {
            imp2i_body_set_velocity(w, place, zero, 0.0f);
        }
        else if (was == IMP_BODY_DYNAMIC && !imp2i_vec_fault_large(velocity))
        {
            imp2i_body_set_velocity(w, place, velocity, b->spin);
        }
        b->force = zero;
        b->torque = 0.0f;
        b->rest = b->pose;
        imp2i_body_refresh(w, place);
        imp2i_body_arrive(w, place);
    }
    const imp2_body_def def = {.kind = kind};
    record_body(w, IMP2I_CALL_SET_KIND, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_damping(imp2_world* w, imp_body body, float damping, float spin_damping)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    int32_t fault = status ? 0 : impi_number_fault_negative(damping);
    int32_t fault_spin = status ? 0 : impi_number_fault_negative(spin_damping);
    if (status || fault || fault_spin)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_spin, 4);
    }
    w->bodies.data[place].damping = damping;
    w->bodies.data[place].spin_damping = spin_damping;
    const imp2_body_def def = {.damping = damping, .spin_damping = spin_damping};
    record_body(w, IMP2I_CALL_SET_DAMPING, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_locks(imp2_world* w, imp_body body, uint32_t locks)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status || (locks & ~(uint32_t)IMP2I_LOCKS))
    {
        return status ? status : impi_error(IMP_ERR_RANGE, 3);
    }
    imp2i_body* b = &w->bodies.data[place];
    imp2i_body_wake(w, place);
    b->locks = locks;
    imp2i_body_set_velocity(w, place, b->velocity, b->spin);
    (void)imp2i_body_weigh(w, place);
    const imp2_body_def def = {.locks = locks};
    record_body(w, IMP2I_CALL_SET_LOCKS, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_bullet(imp2_world* w, imp_body body, bool bullet)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    w->bodies.data[place].bullet = bullet;
    w->bodies_stale = true;
    const imp2_body_def def = {.bullet = bullet};
    record_body(w, IMP2I_CALL_SET_BULLET, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_sleepless(imp2_world* w, imp_body body, bool sleepless)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    if (sleepless)
    {
        imp2i_body_wake(w, place);
    }
    w->bodies.data[place].sleepless = sleepless;
    const imp2_body_def def = {.sleepless = sleepless};
    record_body(w, IMP2I_CALL_SET_SLEEPLESS, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_body_user(imp2_world* w, imp_body body, uint64_t user)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    w->bodies.data[place].user = user;
    const imp2_body_def def = {.user = user};
    record_body(w, IMP2I_CALL_SET_BODY_USER, body, &def);
    return IMP_OK;
}

imp_status imp2_world_set_mass(imp2_world* w, imp_body body, const imp2_mass* mass)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    int32_t fault = status || !mass ? 0 : imp2i_mass_fault(mass);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    const imp2_mass none = {.mass = 0.0f};
    imp2i_body* b = &w->bodies.data[place];
    b->weighted = mass != NULL;
    b->own = mass ? *mass : none;
    b->own.area = 0.0f;
    imp2i_body_wake(w, place);
    (void)imp2i_body_weigh(w, place);
    IMP2I_RECORD(w, SET_MASS, .handle = body.id, .flag = b->weighted, .mass = b->own);
    return IMP_OK;
}

// Forces. They are recorded as the calls that they are made of.

imp_status imp2_world_apply_force(imp2_world* w, imp_body body, imp2_vec force, imp2_vec point)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    int32_t fault = status ? 0 : imp2i_vec_fault_large(force), fault_point = status ? 0 : imp2i_vec_fault_large(point);
    if (status || fault || fault_point)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_point, 4);
    }
    float torque = imp2_vec_cross(imp2_vec_sub(point, w->bodies.data[place].center), force);
    return impi_number_fault_large(torque) ? impi_error(IMP_ERR_RANGE, 0) : imp2_world_pull(w, body, force, torque);
}

imp_status imp2_world_apply_torque(imp2_world* w, imp_body body, float torque)
{
    const imp2_vec none = {0.0f, 0.0f};
    imp_status status = imp2_world_pull(w, body, none, torque);
    return imp_status_argument(status) == 4 ? impi_error(imp_status_fault(status), 3) : status;
}

imp_status imp2_world_apply_angular_impulse(imp2_world* w, imp_body body, float impulse)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    int32_t fault = status ? 0 : impi_number_fault_large(impulse);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    const imp2i_body* b = &w->bodies.data[place];
    float spin = b->spin + b->inverse_inertia * impulse;
    if (impi_number_fault_large(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    return b->kind == IMP_BODY_DYNAMIC ? imp2_world_set_velocity(w, body, b->velocity, spin) : IMP_OK;
}
