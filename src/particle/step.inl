// SPDX-License-Identifier: MIT
//
// A step of particles, in its order, and what it has done.

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"
#endif

// Doors and memory

static imp_status step_status(const Particles* p, const Solid* solids, int32_t count, float time)
{
    if (!p || (!solids && count > 0))
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    if (p->busy || count < 0)
    {
        return p->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(IMP_ERR_COUNT, 3);
    }
    int32_t fault = impi_number_fault_negative(time);
    fault = !fault && !(time > 0.0f) ? IMP_ERR_RANGE : fault;
    return fault ? impi_error(fault, 4) : FNI(solids_status)(solids, count);
}

static imp_status reserve_step(Particles* p, int32_t solids)
{
    int64_t bodies = (int64_t)p->limit + solids;
    return impi_array_reserve(&p->bodies, &p->allocator, bodies) ||
                   impi_array_reserve(&p->gained, &p->allocator, bodies) ||
                   impi_array_reserve(&p->starts, &p->allocator, p->limit) ||
                   impi_array_reserve(&p->solids, &p->allocator, solids) ||
                   impi_array_reserve(&p->before, &p->allocator, solids)
               ? impi_error(IMP_ERR_MEMORY, 0)
               : IMP_OK;
}

static void place_bodies_of_solids(Particles* p)
{
    for (int32_t i = 0; i < p->solids.count; ++i)
    {
        const PlacedSolid* s = &p->solids.data[i];
        const ParticleBody body = {s->at_start, s->spin_at_start, s->solid.inverse_mass, s->solid.inverse_inertia, 0};
        p->bodies.data[p->limit + i] = body;
    }
}

// Positions

static void mark_held(Particles* p)
{
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        const ParticleRow* row = &p->rows.data[i];
        const int32_t ends[2] = {row->a, row->b};
        for (int k = 0; k < 2 && (row->normal_impulse > 0.0f || row->normal_impulse < 0.0f); ++k)
        {
            if (ends[k] >= 0)
            {
                p->bodies.data[ends[k]].flags |= IMPI_PARTICLE_HELD;
            }
        }
    }
}

// A particle that nothing holds falls along its parabola; all else moves by its velocity at the end of the sub-step.
static void move_particles(Particles* p, float h)
{
    Vec late = FN(vec_scale)(p->def.gravity, -0.5f * h * h);
    for (int32_t i = 0; i < p->limit; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        bool falls = body->flags & IMPI_PARTICLE_FALLS && !(body->flags & IMPI_PARTICLE_HELD);
        Vec to = FNI(vec_add_scaled)(p->positions.data[i], body->velocity, h);
        p->positions.data[i] = falls ? FN(vec_add)(to, late) : to;
        body->flags &= ~(uint32_t)(IMPI_PARTICLE_HELD | IMPI_PARTICLE_FALLS);
    }
}

// Points of solids move with them.
static void move_solids(Particles* p, float h)
{
    for (int32_t i = p->pair_rows; i < p->rows.count; ++i)
    {
        ParticleRow* row = &p->rows.data[i];
        if (row->a >= p->limit)
        {
            row->anchor_a =
                FNI(vec_add_scaled)(row->anchor_a, FNI(point_velocity)(&p->bodies.data[row->a], row->arm_a), h);
        }
        if (row->b >= p->limit)
        {
            row->anchor_b =
                FNI(vec_add_scaled)(row->anchor_b, FNI(point_velocity)(&p->bodies.data[row->b], row->arm_b), h);
        }
    }
    for (int32_t i = 0; i < p->solids.count; ++i)
    {
        PlacedSolid* s = &p->solids.data[i];
        const ParticleBody* body = &p->bodies.data[p->limit + i];
        s->center = FNI(vec_add_scaled)(s->center, body->velocity, h);
    }
}

// Ends

static void add_up_impulses(Particles* p)
{
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        ParticleRow* row = &p->rows.data[i];
        Vec impulse = FNI(vec_add_scaled)(row->tangent_impulse, row->normal, row->normal_impulse);
        row->total = FN(vec_add)(row->total, impulse);
    }
}

// The way of a point that moves with a solid in the step.
static Vec carried_back(const PlacedSolid* s, Vec point, float time)
{
    Vec start = FN(pose_apply)(s->solid.pose, s->solid.center),
        arm = FN(vec_sub)(FNI(vec_add_scaled)(point, s->at_start, -time), start);
    DRot turn = FNI(drot_of_spin)(FNI(dspin_of)(s->spin_at_start), (double)time);
    return FN(vec_add)(start, FNI(vec_of)(FNI(drot_apply_inverse)(turn, FNI(dvec_of)(arm))));
}

static Vec carried_on(const PlacedSolid* s, Vec point, float time)
{
    Vec start = FN(pose_apply)(s->solid.pose, s->solid.center), arm = FN(vec_sub)(point, start);
    DRot turn = FNI(drot_of_spin)(FNI(dspin_of)(s->spin_at_start), (double)time);
    Vec turned = FNI(vec_of)(FNI(drot_apply)(turn, FNI(dvec_of)(arm)));
    return FN(vec_add)(FNI(vec_add_scaled)(start, s->at_start, time), turned);
}

// A particle that would have come to the inside or the other side of a solid, for all that contacts did, ends where its
// centre met it: on its way in the frame of the solid.
static void stop_at_solid(Particles* p, int32_t i, const PlacedSolid* s, float time)
{
    Vec to = p->positions.data[i];
    bool half_space = s->solid.kind == IMP_SOLID_HALF_SPACE;
    if (half_space && !s->moves && FN(vec_dot)(s->solid.half, FN(vec_sub)(to, s->solid.pose.p)) > 0.0f)
    {
        return;
    }
    float radius = FNI(contact_radius)(p, i), skin = IMPI_PARTICLE_SKIN * p->def.length_unit, when;
    Vec from = p->starts.data[i], way = FN(vec_sub)(s->moves ? carried_back(s, to, time) : to, from);
    float square = FN(vec_dot)(way, way);
    SolidPlane near[IMPI_PLANES_MOST], met;
    if (!(square > radius * radius) || !FNI(solid_is_near)(s, from, radius + sqrtf(square)) ||
        !FNI(solid_kinds)[s->solid.kind].planes(&s->solid, from, INFINITY, near) || !FNI(vec_bits)(near[0].normal) ||
        FNI(solid_is_missed)(s, near, way, 0.0f))
    {
        return;
    }
    // Who touches it already may slide along it.
    float into = FN(vec_dot)(way, near[0].normal), clear = 0.25f * skin, lack = clear - near[0].distance;
    from = lack > 0.0f ? FNI(vec_add_scaled)(from, near[0].normal, lack) : from;
    way = into < 0.0f && near[0].distance < radius + skin ? FNI(vec_add_scaled)(way, near[0].normal, -into) : way;
    if (FNI(solid_trace)(&s->solid, from, way, clear, &when, &met))
    {
        Vec at = FNI(vec_add_scaled)(from, way, when);
        p->positions.data[i] = s->moves ? carried_on(s, at, time) : at;
    }
}

static bool is_out_of_range(const Particles* p, int32_t i)
{
    const ParticleBody* body = &p->bodies.data[i];
    return FNI(vec_fault_large)(p->positions.data[i]) || FNI(vec_fault_large)(body->velocity) ||
           FNI(spin_fault_large)(body->spin);
}

static void end_particles(Particles* p, float time)
{
    for (int32_t i = 0; i < p->limit; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        for (int32_t place = 0; place < p->solids.count && body->inverse_mass > 0.0f; ++place)
        {
            stop_at_solid(p, i, &p->solids.data[place], time);
        }
        if (is_out_of_range(p, i))
        {
            p->positions.data[i] = p->starts.data[i];
            body->velocity = FNI(vec_none)();
            body->spin = FNI(spin_none)();
        }
    }
    if (p->forced)
    {
        memset(p->applied.data, 0, (size_t)p->limit * sizeof *p->applied.data);
        p->forced = false;
    }
}

// A particle that has left the range of numbers is as if nothing had acted on it, so that the next step is sound.
static void mend_rows(Particles* p)
{
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        ParticleRow* row = &p->rows.data[i];
        if (FNI(vec_fault_large)(row->total) || impi_number_fault_large(row->normal_impulse) ||
            FNI(vec_fault_large)(row->tangent_impulse) || FNI(spin_fault_large)(row->roll_impulse) ||
            FNI(vec_fault_large)(row->normal) || !impi_finite(row->gap))
        {
            row->total = row->tangent_impulse = FNI(vec_none)();
            row->roll_impulse = FNI(spin_none)();
            row->normal_impulse = 0.0f;
            row->normal = FNI(vec_none)();
            row->gap = 0.0f;
        }
    }
}

static void tell_tensions(Particles* p, float time)
{
    for (int32_t i = 0; i < p->links.count; ++i)
    {
        p->tensions.data[i] = 0.0f;
    }
    for (int32_t i = p->pair_rows + p->solid_rows; i < p->rows.count; ++i)
    {
        const ParticleRow* row = &p->rows.data[i];
        float tension = FN(vec_dot)(row->total, row->normal) / time;
        p->tensions.data[row->link] = impi_number_fault_large(tension) ? 0.0f : tension;
    }
}

// Results of the step

static void mark_pushed(Particles* p)
{
    for (int32_t i = p->pair_rows; i < p->rows.count; ++i)
    {
        const ParticleRow* row = &p->rows.data[i];
        const int32_t ends[2] = {row->a, row->b};
        for (int k = 0; k < 2 && FNI(vec_bits)(row->total); ++k)
        {
            if (ends[k] >= p->limit)
            {
                p->bodies.data[ends[k]].flags |= IMPI_PARTICLE_PUSHED;
            }
        }
    }
}

static void tell_pushes(Particles* p, float time)
{
    p->before.count = 0;
    mark_pushed(p);
    for (int32_t i = 0; i < p->solids.count; ++i)
    {
        const PlacedSolid* s = &p->solids.data[i];
        const ParticleBody* body = &p->bodies.data[p->limit + i];
        if (s->first != i || !(body->inverse_mass + body->inverse_inertia > 0.0f))
        {
            continue;
        }
        Vec change = FN(vec_sub)(body->velocity, FNI(vec_add_scaled)(s->at_start, s->solid.acceleration, time));
        Spin turning = FNI(spin_scale)(s->solid.angular_acceleration, time);
        Spin turned = FNI(spin_sub)(FNI(spin_sub)(body->spin, s->spin_at_start), turning);
        bool pushed = body->flags & IMPI_PARTICLE_PUSHED;
        SolidBefore* r = &p->before.data[p->before.count++];
        r->id = s->solid.id;
        r->velocity = s->at_start;
        r->spin = s->spin_at_start;
        r->impulse =
            pushed && body->inverse_mass > 0.0f ? FNI(vec_divide)(change, body->inverse_mass) : FNI(vec_none)();
        r->angular_impulse = pushed && body->inverse_inertia > 0.0f
                                 ? FNI(spin_scale)(turned, 1.0f / body->inverse_inertia)
                                 : FNI(spin_none)();
        if (FNI(vec_fault_large)(r->impulse) || FNI(spin_fault_large)(r->angular_impulse))
        {
            r->impulse = FNI(vec_none)();
            r->angular_impulse = FNI(spin_none)();
        }
    }
}

static void run_sub_step(Particles* p, float h, bool first)
{
    FNI(forces_apply)(p, h, first);
    FNI(rows_prepare)(p, h);
    FNI(impacts_run)(p, h);
    FNI(rows_warm)(p, p->last_step > 0.0f ? h / p->last_step : 0.0f);
    FNI(rows_solve)(p, h, true);
    mark_held(p);
    move_particles(p, h);
    move_solids(p, h);
    FNI(rows_solve)(p, h, false);
    add_up_impulses(p);
    p->last_step = h;
    p->time += (double)h;
}

imp_status FN(particles_step)(Particles* particles, const Solid* solids, int32_t count, float time)
{
    Particles* p = particles;
    imp_status status = step_status(p, solids, count, time);
    status = status ? status : reserve_step(p, count);
    if (status)
    {
        return status;
    }
    FNI(solids_place)(p, solids, count);
    place_bodies_of_solids(p);
    status = FNI(rows_find)(p, time);
    status = status ? status : FNI(impacts_reserve)(p);
    if (status)
    {
        return status;
    }
    FNI(rows_take)(p);
    p->stats.contacts = p->pair_rows + p->solid_rows;
    p->stats.links = p->rows.count - p->stats.contacts;
    p->stats.forces = p->forces.count - p->force_holes;
    p->stats.impacts = 0;
    FNI(impacts_index)(p);
    if (p->limit > 0)
    {
        memcpy(p->starts.data, p->positions.data, (size_t)p->limit * sizeof *p->starts.data);
    }
    for (int32_t i = 0; i < p->def.sub_steps; ++i)
    {
        run_sub_step(p, time / (float)p->def.sub_steps, i == 0);
    }
    end_particles(p, time);
    p->last_time = time;
    mend_rows(p);
    tell_tensions(p, time);
    tell_pushes(p, time);
    FNI(forces_expire)(p);
    return IMP_OK;
}

imp_status FN(particles_pushes)(const Particles* particles, SolidPush* out, int32_t capacity, int32_t* count)
{
    const Particles* p = particles;
    if (!p || !count || (!out && capacity > 0))
    {
        return impi_error(IMP_ERR_NULL, !p ? 1 : !count ? 4 : 2);
    }
    if (capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    int32_t found = 0;
    for (int32_t i = 0; i < p->before.count; ++i)
    {
        found += FNI(was_pushed)(&p->before.data[i]);
    }
    *count = found;
    if (found > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0, at = 0; at < found; ++i)
    {
        const SolidBefore* b = &p->before.data[i];
        if (FNI(was_pushed)(b))
        {
            const SolidPush r = {b->id, b->impulse, b->angular_impulse};
            out[at++] = r;
        }
    }
    return IMP_OK;
}

Vec FNI(row_point)(const Particles* p, const ParticleRow* row)
{
    if (row->kind == IMPI_ROW_PAIR)
    {
        return FNI(vec_add_scaled)(p->positions.data[row->b], row->normal, -p->traits.data[row->b].radius);
    }
    return FNI(vec_add_scaled)(p->positions.data[row->a], row->normal, FNI(contact_radius)(p, row->a) + row->gap);
}

imp_status FN(particles_contacts)(const Particles* particles, ParticleContact* out, int32_t capacity, int32_t* count)
{
    const Particles* p = particles;
    if (!p || !count || (!out && capacity > 0))
    {
        return impi_error(IMP_ERR_NULL, !p ? 1 : !count ? 4 : 2);
    }
    if (capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    int32_t found = 0;
    for (int32_t i = 0; i < p->pair_rows + p->solid_rows; ++i)
    {
        found += FNI(vec_bits)(p->rows.data[i].total) != 0;
    }
    *count = found;
    if (found > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0, at = 0; at < found; ++i)
    {
        const ParticleRow* row = &p->rows.data[i];
        if (FNI(vec_bits)(row->total))
        {
            const ParticleContact r = {row->a,      row->kind == IMPI_ROW_PAIR ? row->b : -1,
                                       row->solid,  FNI(row_point)(p, row),
                                       row->normal, row->total};
            out[at++] = r;
        }
    }
    return IMP_OK;
}
