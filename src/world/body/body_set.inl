// SPDX-License-Identifier: MIT
//
// Bodies and the world changed after they were made: gravity, kind, damping, locks, sleep, mass; forces at points.
//
// A body of another kind has other contacts: its colliders get new numbers in the indexes, so that all its contacts end
// and begin anew, as when a filter changes.

#ifndef AXES
#include "body2.h"

#include "../../math/dim2.h"
#endif

imp_status FN(world_set_gravity)(World* w, Vec gravity)
{
    int32_t fault = FNI(world_fault)(w), fault_gravity = FNI(vec_fault_large)(gravity);
    if (fault || fault_gravity)
    {
        return fault ? impi_error(fault, 1) : impi_error(fault_gravity, 2);
    }
    bool changed = !FNI(vec_equal)(gravity, w->gravity);
    w->gravity = gravity;
    for (int32_t i = 0; i < w->bodies.count && changed; ++i)
    {
        const Body* b = &w->bodies.data[i];
        if (w->body_pool.data[i].next == IMPI_SLOT_USED && b->kind == IMP_BODY_DYNAMIC && b->gravity != 0.0f)
        {
            FNI(body_wake)(w, i);
        }
    }
    IMPI_RECORD(w, SET_GRAVITY, .first = gravity);
    return IMP_OK;
}

// Settings that are fields of a definition are recorded as one.
static void record_body(World* w, int32_t kind, imp_body body, const BodyDef* def)
{
    const Call call = {.kind = kind, .handle = body.id, .body = *def};
    FNI(record_call)(w, &call);
}

imp_status FN(world_set_kind)(World* w, imp_body body, int32_t kind)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status || kind < 0 || kind >= IMP_BODY_KIND_COUNT)
    {
        return status ? status : impi_error(IMP_ERR_RANGE, 3);
    }
    Body* b = &w->bodies.data[slot];
    const int32_t was = b->kind;
    status = FNI(body_mass_status)(w, slot, kind) ? impi_error(IMP_ERR_RANGE, 2) : IMP_OK;
    status = status || kind == was ? status : FNI(body_change_kind)(w, slot, kind);
    if (status)
    {
        return status;
    }
    if (kind != was)
    {
        const Vec center = b->center;
        FNI(wake_neighbours)(w, slot);
        FNI(body_wake)(w, slot);
        (void)FNI(body_update_mass)(w, slot);
        Vec velocity = FN(vec_add)(b->velocity, FNI(spin_velocity)(b->spin, FN(vec_sub)(b->center, center)));
        if (kind == IMP_BODY_STATIC)
        {
            FNI(body_set_velocity)(w, slot, FNI(vec_none)(), FNI(spin_none)());
        }
        else if (was == IMP_BODY_DYNAMIC && !FNI(vec_fault_large)(velocity))
        {
            FNI(body_set_velocity)(w, slot, velocity, b->spin);
        }
        b->force = FNI(vec_none)();
        b->torque = FNI(spin_none)();
        b->rest = b->pose;
        FNI(body_refresh)(w, slot);
        FNI(body_note_arrival)(w, slot);
    }
    const BodyDef def = {.kind = kind};
    record_body(w, IMPI_CALL_SET_KIND, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_damping)(World* w, imp_body body, float linear_damping, float angular_damping)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    int32_t fault = status ? 0 : impi_number_fault_negative(linear_damping);
    int32_t fault_spin = status ? 0 : impi_number_fault_negative(angular_damping);
    if (status || fault || fault_spin)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_spin, 4);
    }
    w->bodies.data[slot].damping = linear_damping;
    w->bodies.data[slot].spin_damping = angular_damping;
    const BodyDef def = {.linear_damping = linear_damping, .angular_damping = angular_damping};
    record_body(w, IMPI_CALL_SET_DAMPING, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_locks)(World* w, imp_body body, uint32_t locks)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status || (locks & ~(uint32_t)DIMI(LOCKS)))
    {
        return status ? status : impi_error(IMP_ERR_RANGE, 3);
    }
    Body* b = &w->bodies.data[slot];
    FNI(body_wake)(w, slot);
    b->locks = locks;
    FNI(body_set_velocity)(w, slot, b->velocity, b->spin);
    (void)FNI(body_update_mass)(w, slot);
    const BodyDef def = {.locks = locks};
    record_body(w, IMPI_CALL_SET_LOCKS, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_bullet)(World* w, imp_body body, bool bullet)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    w->bodies.data[slot].bullet = bullet;
    FNI(make_stale)(w, IMPI_STALE_SIMS);
    const BodyDef def = {.bullet = bullet};
    record_body(w, IMPI_CALL_SET_BULLET, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_no_sleep)(World* w, imp_body body, bool no_sleep)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    if (no_sleep)
    {
        FNI(body_wake)(w, slot);
    }
    w->bodies.data[slot].sleepless = no_sleep;
    const BodyDef def = {.no_sleep = no_sleep};
    record_body(w, IMPI_CALL_SET_SLEEPLESS, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_body_user)(World* w, imp_body body, uint64_t user)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    w->bodies.data[slot].user = user;
    const BodyDef def = {.user = user};
    record_body(w, IMPI_CALL_SET_BODY_USER, body, &def);
    return IMP_OK;
}

imp_status FN(world_set_mass)(World* w, imp_body body, const Mass* mass)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    int32_t fault = status || !mass ? 0 : FNI(mass_fault)(mass);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    if (FNI(body_own_centered)(w, slot))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const Mass none = {.mass = 0.0f};
    Body* b = &w->bodies.data[slot];
    const Body before = *b;
    b->weighted = mass != NULL;
    b->own = none;
    if (mass)
    {
        b->own.mass = mass->mass;
        b->own.inertia = mass->inertia;
        b->own.centroid = mass->centroid;
    }
    if (FNI(body_mass_status)(w, slot, b->kind))
    {
        *b = before;
        return impi_error(IMP_ERR_RANGE, 3);
    }
    FNI(body_wake)(w, slot);
    (void)FNI(body_update_mass)(w, slot);
    FNI(body_share_centered)(w, slot);
    IMPI_RECORD(w, SET_MASS, .handle = body.id, .flag = b->weighted, .mass = b->own);
    return IMP_OK;
}

// Forces are recorded as the calls that they are made of.

imp_status FN(world_apply_force)(World* w, imp_body body, Vec force, Vec point)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    int32_t fault = status ? 0 : FNI(vec_fault_large)(force), fault_point = status ? 0 : FNI(vec_fault_large)(point);
    if (status || fault || fault_point)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_point, 4);
    }
    Spin torque = FNI(spin_lever)(FN(vec_sub)(point, w->bodies.data[slot].center), force);
    return FNI(spin_fault_large)(torque) ? impi_error(IMP_ERR_RANGE, 0)
                                         : FN(world_apply_force_and_torque)(w, body, force, torque);
}

imp_status FN(world_apply_torque)(World* w, imp_body body, Spin torque)
{
    imp_status status = FN(world_apply_force_and_torque)(w, body, FNI(vec_none)(), torque);
    return imp_status_argument(status) == 4 ? impi_error(imp_status_fault(status), 3) : status;
}

imp_status FN(world_apply_angular_impulse)(World* w, imp_body body, Spin impulse)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    int32_t fault = status ? 0 : FNI(spin_fault_large)(impulse);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    const Body* b = &w->bodies.data[slot];
    Spin spin = FNI(spin_add)(b->spin, FNI(inertia_apply)(FNI(inverse_inertia_now)(b), impulse));
    if (FNI(spin_fault_large)(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    return b->kind == IMP_BODY_DYNAMIC ? FN(world_set_velocity)(w, body, b->velocity, spin) : IMP_OK;
}
