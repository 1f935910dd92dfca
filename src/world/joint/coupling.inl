// SPDX-License-Identifier: MIT
//
// Couplings of joints: made, removed, read, changed. A joint has a list of its couplings, by rising slots.

#ifndef AXES
#include "joint2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

int32_t FNI(coupling_def_fault)(const imp_coupling_def* d)
{
    int32_t fault = impi_number_fault(d->ratio_a);
    fault = fault ? fault : impi_number_fault(d->ratio_b);
    fault = fault ? fault : FNI(axis_fault)(&d->axis);
    fault = fault ? fault : impi_number_fault_negative(d->break_force);
    bool axes = d->axis_a >= 0 && d->axis_a < DIMI(JOINT_AXES) && d->axis_b >= 0 && d->axis_b < DIMI(JOINT_AXES);
    bool two = d->a.id != d->b.id || d->axis_a != d->axis_b;
    bool ratios = d->ratio_a != 0.0f && d->ratio_b != 0.0f;
    return fault ? fault : axes && two && ratios ? 0 : IMP_ERR_RANGE;
}

static int32_t* coupling_link_of(World* w, int32_t coupling, int32_t joint)
{
    Coupling* c = &w->joints.couplings.data[coupling];
    return c->joint_a == joint ? &c->next_a : &c->next_b;
}

static void link_to_joint(World* w, int32_t coupling, int32_t joint)
{
    int32_t* at = &w->joints.all.data[joint].first_coupling;
    while (*at >= 0 && *at < coupling)
    {
        at = coupling_link_of(w, *at, joint);
    }
    *coupling_link_of(w, coupling, joint) = *at;
    *at = coupling;
}

void FNI(coupling_link)(World* w, int32_t coupling, int32_t joint_a, int32_t joint_b)
{
    Coupling* c = &w->joints.couplings.data[coupling];
    c->joint_a = joint_a;
    c->joint_b = joint_b;
    ++w->joints.changes;
    link_to_joint(w, coupling, joint_a);
    if (joint_b != joint_a)
    {
        link_to_joint(w, coupling, joint_b);
    }
}

static void unlink_coupling(World* w, int32_t coupling, int32_t joint)
{
    int32_t* at = &w->joints.all.data[joint].first_coupling;
    while (*at != coupling)
    {
        at = coupling_link_of(w, *at, joint);
    }
    *at = *coupling_link_of(w, coupling, joint);
}

// The bodies of a coupling; -1 for the world.
static void bodies_of_coupling(const World* w, const Coupling* c, int32_t* bodies)
{
    const Joint *a = &w->joints.all.data[c->joint_a], *b = &w->joints.all.data[c->joint_b];
    bodies[0] = a->body_a;
    bodies[1] = a->body_b;
    bodies[2] = b->body_a;
    bodies[3] = b->body_b;
}

static void wake_coupled(World* w, const Coupling* c)
{
    int32_t bodies[4];
    bodies_of_coupling(w, c, bodies);
    for (int32_t i = 0; i < 4; ++i)
    {
        if (bodies[i] >= 0)
        {
            FNI(body_wake)(w, bodies[i]);
        }
    }
}

static void drop_coupling(World* w, int32_t coupling)
{
    const Coupling* c = &w->joints.couplings.data[coupling];
    wake_coupled(w, c);
    ++w->joints.changes;
    unlink_coupling(w, coupling, c->joint_a);
    if (c->joint_b != c->joint_a)
    {
        unlink_coupling(w, coupling, c->joint_b);
    }
    (void)impi_pool_give_back(&w->joints.coupling_pool, impi_pool_id(&w->joints.coupling_pool, coupling));
}

void FNI(couplings_drop)(World* w, int32_t joint)
{
    while (w->joints.all.data[joint].first_coupling >= 0)
    {
        drop_coupling(w, w->joints.all.data[joint].first_coupling);
    }
}

void FNI(couplings_wake)(World* w)
{
    for (int32_t i = 0; i < w->joints.couplings.count; ++i)
    {
        Coupling* c = &w->joints.couplings.data[i];
        c->most_force = 0.0f;
        if (w->joints.coupling_pool.data[i].next == IMPI_SLOT_USED)
        {
            int32_t bodies[4], moving = 0, all = 0;
            bodies_of_coupling(w, c, bodies);
            for (int32_t k = 0; k < 4; ++k)
            {
                all += bodies[k] >= 0 ? 1 : 0;
                moving += bodies[k] >= 0 && FNI(body_active)(&w->bodies.data[bodies[k]]) ? 1 : 0;
            }
            if (moving > 0 && moving < all)
            {
                wake_coupled(w, c);
            }
        }
    }
}

void FNI(coupling_keep_most)(Coupling* c)
{
    const float force = c->force < 0.0f ? -c->force : c->force;
    c->most_force = force > c->most_force ? force : c->most_force;
}

void FNI(couplings_break)(World* w)
{
    w->joints.broken_couplings.count = 0;
    for (int32_t i = 0; i < w->joints.couplings.count; ++i)
    {
        Coupling* c = &w->joints.couplings.data[i];
        if (w->joints.coupling_pool.data[i].next == IMPI_SLOT_USED && c->def.break_force > 0.0f)
        {
            FNI(coupling_keep_most)(c);
            if (c->most_force > c->def.break_force)
            {
                const imp_coupling broken = {impi_pool_id(&w->joints.coupling_pool, i)};
                w->joints.broken_couplings.data[w->joints.broken_couplings.count++] = broken;
                drop_coupling(w, i);
            }
        }
    }
}

imp_status FN(world_broken_couplings)(const World* w, imp_coupling* couplings, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, couplings, capacity, count, 2);
    if (status)
    {
        return status;
    }
    *count = w->joints.broken_couplings.count;
    if (w->joints.broken_couplings.count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0; i < w->joints.broken_couplings.count; ++i)
    {
        couplings[i] = w->joints.broken_couplings.data[i];
    }
    return IMP_OK;
}

imp_status FN(world_add_coupling)(World* w, const imp_coupling_def* def, imp_coupling* out)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault || !def || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, def ? 3 : 2);
    }
    int32_t a = impi_pool_find(&w->joints.pool, def->a.id), b = impi_pool_find(&w->joints.pool, def->b.id);
    fault = a < 0 || b < 0 ? IMP_ERR_HANDLE : FNI(coupling_def_fault)(def);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_coupling handle;
    const int64_t count = (int64_t)w->joints.couplings.count + 1;
    if (impi_array_reserve(&w->joints.couplings, &w->allocator, count) ||
        impi_array_reserve(&w->joints.broken_couplings, &w->allocator, count) ||
        impi_pool_take(&w->joints.coupling_pool, &w->allocator, &handle.id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t slot = impi_pool_find(&w->joints.coupling_pool, handle.id);
    w->joints.couplings.count = w->joints.coupling_pool.count;
    Coupling* c = &w->joints.couplings.data[slot];
    memset(c, 0, sizeof *c);
    c->def = *def;
    FNI(coupling_link)(w, slot, a, b);
    wake_coupled(w, c);
    *out = handle;
    IMPI_RECORD(w, ADD_COUPLING, .result = handle.id, .coupling = *def);
    return IMP_OK;
}

// Common checks of calls that change a coupling, the second argument: its slot, or a status.
static imp_status open_coupling(const World* w, imp_coupling coupling, int32_t* slot)
{
    int32_t fault = FNI(world_fault)(w);
    *slot = fault ? -1 : impi_pool_find(&w->joints.coupling_pool, coupling.id);
    return fault ? impi_error(fault, 1) : *slot < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

imp_status FN(world_remove_coupling)(World* w, imp_coupling coupling)
{
    int32_t slot;
    imp_status status = open_coupling(w, coupling, &slot);
    if (!status)
    {
        drop_coupling(w, slot);
        IMPI_RECORD(w, REMOVE_COUPLING, .handle = coupling.id);
    }
    return status;
}

imp_status FN(world_set_coupling)(World* w, imp_coupling coupling, const imp_axis* axis)
{
    int32_t slot;
    imp_status status = open_coupling(w, coupling, &slot);
    int32_t fault = status ? 0 : axis ? FNI(axis_fault)(axis) : IMP_ERR_NULL;
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    Coupling* c = &w->joints.couplings.data[slot];
    c->def.axis = *axis;
    ++w->joints.changes;
    wake_coupled(w, c);
    IMPI_RECORD(w, SET_COUPLING, .handle = coupling.id, .coupling = c->def);
    return IMP_OK;
}

// Common checks of calls that read a coupling.
static imp_status find_coupling(const World* w, imp_coupling coupling, const void* out, int32_t* slot)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    *slot = impi_pool_find(&w->joints.coupling_pool, coupling.id);
    return *slot < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

static double value_of_axis(const World* w, int32_t joint, int32_t axis)
{
    float values[DIMI(JOINT_AXES)];
    FNI(joint_values)(w, &w->joints.all.data[joint], values);
    return values[axis];
}

imp_status FN(world_get_coupling)(const World* w, imp_coupling coupling, imp_coupling_state* out)
{
    int32_t slot;
    imp_status status = find_coupling(w, coupling, out, &slot);
    if (!status)
    {
        const Coupling* c = &w->joints.couplings.data[slot];
        const double value = c->def.ratio_a * value_of_axis(w, c->joint_a, c->def.axis_a) +
                             c->def.ratio_b * value_of_axis(w, c->joint_b, c->def.axis_b);
        const imp_coupling_state state = {c->def.a, c->def.b, (float)value, c->force, c->def.user};
        *out = state;
    }
    return status;
}

imp_status FN(world_get_coupling_def)(const World* w, imp_coupling coupling, imp_coupling_def* out)
{
    int32_t slot;
    imp_status status = find_coupling(w, coupling, out, &slot);
    if (!status)
    {
        *out = w->joints.couplings.data[slot].def;
    }
    return status;
}

// By their names

// A coupling whose sum stays as it is now, as the last argument of so many. The fourth is its ratio.
static imp_status couple(const World* w, imp_coupling_def def, imp_coupling_def* out, int32_t arguments)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? arguments : 1);
    }
    int32_t a = impi_pool_find(&w->joints.pool, def.a.id), b = impi_pool_find(&w->joints.pool, def.b.id);
    if (a < 0 || b < 0)
    {
        return impi_error(IMP_ERR_HANDLE, a < 0 ? 2 : 3);
    }
    int32_t fault = FNI(coupling_def_fault)(&def);
    if (fault)
    {
        return impi_error(fault, 4);
    }
    const double value = def.ratio_a * value_of_axis(w, a, def.axis_a) + def.ratio_b * value_of_axis(w, b, def.axis_b);
    def.axis.kind = IMP_AXIS_LIMITED;
    def.axis.lower = def.axis.upper = (float)value;
    if (impi_number_fault_large(def.axis.upper))
    {
        return impi_error(IMP_ERR_MAGNITUDE, 4);
    }
    *out = def;
    return IMP_OK;
}

imp_status FN(world_coupling_gear)(const World* w, imp_joint a, imp_joint b, float ratio, imp_coupling_def* out)
{
    const imp_coupling_def def = {.a = a, .b = b, .axis_a = AXES, .axis_b = AXES, .ratio_a = 1.0f, .ratio_b = ratio};
    return couple(w, def, out, 5);
}

imp_status FN(world_coupling_rack)(const World* w, imp_joint a, imp_joint b, float radius, imp_coupling_def* out)
{
    const imp_coupling_def def = {.a = a, .b = b, .axis_a = AXES, .axis_b = 0, .ratio_a = -radius, .ratio_b = 1.0f};
    return couple(w, def, out, 5);
}

imp_status FN(world_coupling_pulley)(const World* w, imp_joint a, imp_joint b, float ratio, bool slack,
                                     imp_coupling_def* out)
{
    const imp_coupling_def def = {
        .a = a, .b = b, .axis_a = DIM(AXIS_DISTANCE), .axis_b = DIM(AXIS_DISTANCE), .ratio_a = 1.0f, .ratio_b = ratio};
    int32_t fault = impi_number_fault_negative(ratio);
    imp_status status = fault ? impi_error(fault, 4) : couple(w, def, out, 6);
    if (!status && slack)
    {
        out->axis.lower = 0.0f;
    }
    return status;
}
