// SPDX-License-Identifier: MIT
//
// Particles by number: made, added, removed, read and changed.

#ifndef AXES
#include "particle3.h"

#include "../base/alloc.h"
#include "../base/hash.h"
#include "../math/check.h"
#include "../motion/surface.h"

#include <string.h>

#include "../math/dim3.h"
#endif

#define REST_SPEED 0.1f  // of the length unit [m/s]
#define SUB_STEPS 4
#define SUB_STEPS_MOST 64

ParticlesDef FN(particles_default)(void)
{
    const ParticlesDef def = {.sub_steps = SUB_STEPS, .rest_speed = REST_SPEED, .length_unit = 1.0f};
    return def;
}

Particle FN(particle_default)(void)
{
    const Particle r = {.mass = 1.0f, .groups = 1};
    return r;
}

int32_t FNI(particles_def_fault)(const ParticlesDef* def)
{
    int32_t fault = FNI(vec_fault_large)(def->gravity);
    fault = fault ? fault : impi_material_fault(&def->material);
    fault = fault ? fault : impi_number_fault_negative(def->rest_speed);
    fault = fault ? fault : impi_number_fault_negative(def->length_unit);
    bool outside =
        def->sub_steps < 0 || def->sub_steps > SUB_STEPS_MOST || def->rest < 0 || def->rest >= IMP_REST_COUNT;
    fault = fault ? fault : outside ? IMP_ERR_RANGE : 0;
    return fault ? fault : impi_alloc_valid(def->allocator) ? 0 : IMP_ERR_NULL;
}

imp_status FN(particles_make)(const ParticlesDef* def, Particles** out)
{
    const ParticlesDef wanted = def ? *def : FN(particles_default)();
    int32_t fault = FNI(particles_def_fault)(&wanted);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    Particles* p = (Particles*)impi_alloc_resize(wanted.allocator, NULL, 0, 1, sizeof *p);
    if (!p)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(p, 0, sizeof *p);
    p->def = wanted;
    p->def.length_unit = wanted.length_unit > 0.0f ? wanted.length_unit : 1.0f;
    p->def.rest_speed = wanted.rest_speed > 0.0f ? wanted.rest_speed : REST_SPEED * p->def.length_unit;
    p->def.sub_steps = wanted.sub_steps > 0 ? wanted.sub_steps : SUB_STEPS;
    p->allocator = impi_alloc_or_default(wanted.allocator);
    p->def.allocator = wanted.allocator ? &p->allocator : NULL;
    if (FN(points_make)(&p->allocator, &p->points))
    {
        impi_alloc_free(&p->allocator, p, 1, sizeof *p);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = p;
    return IMP_OK;
}

void FN(particles_free)(Particles* particles)
{
    if (!particles)
    {
        return;
    }
    imp_allocator allocator = particles->allocator;
    FN(points_free)(particles->points);
    impi_array_free(&particles->bodies, &allocator);
    impi_array_free(&particles->positions, &allocator);
    impi_array_free(&particles->applied, &allocator);
    impi_array_free(&particles->gained, &allocator);
    impi_array_free(&particles->starts, &allocator);
    impi_array_free(&particles->probes, &allocator);
    impi_array_free(&particles->traits, &allocator);
    impi_array_free(&particles->free, &allocator);
    impi_array_free(&particles->probed, &allocator);
    impi_array_free(&particles->forces, &allocator);
    impi_array_free(&particles->links, &allocator);
    impi_array_free(&particles->tensions, &allocator);
    impi_array_free(&particles->rows, &allocator);
    impi_array_free(&particles->next, &allocator);
    impi_array_free(&particles->solids, &allocator);
    impi_array_free(&particles->before, &allocator);
    impi_array_free(&particles->heap_places, &allocator);
    impi_array_free(&particles->impacts, &allocator);
    impi_array_free(&particles->row_starts, &allocator);
    impi_array_free(&particles->row_lists, &allocator);
    impi_alloc_free(&allocator, particles, 1, sizeof *particles);
}

imp_status FN(particles_get_def)(const Particles* particles, ParticlesDef* out)
{
    if (!particles || !out)
    {
        return impi_error(IMP_ERR_NULL, particles ? 2 : 1);
    }
    *out = particles->def;
    return IMP_OK;
}

// Particles

static int32_t particle_fault(const Particle* item)
{
    int32_t fault = FNI(vec_fault_large)(item->position);
    fault = fault ? fault : FNI(vec_fault_large)(item->velocity);
    fault = fault ? fault : FNI(spin_fault_large)(item->angular_velocity);
    fault = fault ? fault : impi_number_fault_negative(item->mass);
    fault = fault ? fault : impi_number_fault_negative(item->radius);
    return fault ? fault : impi_number_fault_negative(item->damping);
}

void FNI(particle_write)(Particles* p, int32_t number, const Particle* item)
{
    const ParticleTraits traits = {item->mass, item->radius, item->damping, item->groups};
    ParticleBody body = {.velocity = item->velocity, .flags = IMPI_PARTICLE_USED};
    body.inverse_mass = item->mass > 0.0f ? 1.0f / item->mass : 0.0f;
    if (p->def.turn)
    {
        float inertia = DIMI(BALL_INERTIA) * item->mass * item->radius * item->radius;
        body.spin = item->angular_velocity;
        body.inverse_inertia = inertia > 0.0f ? 1.0f / inertia : 0.0f;
    }
    p->traits.data[number] = traits;
    p->bodies.data[number] = body;
    p->positions.data[number] = item->position;
    p->applied.data[number] = FNI(vec_none)();
}

imp_status FNI(particles_reserve)(Particles* p, int64_t limit)
{
    return impi_array_reserve(&p->bodies, &p->allocator, limit) ||
                   impi_array_reserve(&p->positions, &p->allocator, limit) ||
                   impi_array_reserve(&p->applied, &p->allocator, limit) ||
                   impi_array_reserve(&p->traits, &p->allocator, limit) ||
                   impi_array_reserve(&p->free, &p->allocator, limit)
               ? impi_error(IMP_ERR_MEMORY, 0)
               : IMP_OK;
}

imp_status FN(particles_add)(Particles* particles, const Particle* items, int32_t count, int32_t* numbers)
{
    Particles* p = particles;
    if (!p || (!items && count > 0))
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    if (p->busy || count < 0)
    {
        return p->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(IMP_ERR_COUNT, 3);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t fault = particle_fault(&items[i]);
        if (fault)
        {
            return impi_error(fault, 2);
        }
    }
    if (FNI(particles_reserve)(p, (int64_t)p->limit + count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t number = p->free.count > 0 ? p->free.data[--p->free.count] : p->limit++;
        FNI(particle_write)(p, number, &items[i]);
        if (numbers)
        {
            numbers[i] = number;
        }
    }
    p->used += count;
    return IMP_OK;
}

static bool holds_removed(const Particles* p, const End* end)
{
    return end->kind == IMP_END_PARTICLE && !FNI(particle_is_used)(p, end->particle);
}

static void drop_forces_and_links(Particles* p)
{
    for (int32_t i = 0; i < p->forces.count; ++i)
    {
        Generator* f = &p->forces.data[i];
        bool spring = impi_force_is_spring(f->kind);
        if (f->kind != IMP_FORCE_NONE && (f->groups == 0 || spring) &&
            (holds_removed(p, &f->a) || (spring && holds_removed(p, &f->b))))
        {
            f->kind = IMP_FORCE_NONE;
            ++p->force_holes;
        }
    }
    for (int32_t i = 0; i < p->links.count; ++i)
    {
        if (p->links.data[i].kind != IMP_LINK_NONE &&
            (holds_removed(p, &p->links.data[i].a) || holds_removed(p, &p->links.data[i].b)))
        {
            p->links.data[i].kind = IMP_LINK_NONE;
            ++p->link_holes;
        }
    }
}

imp_status FN(particles_remove)(Particles* particles, const int32_t* numbers, int32_t count)
{
    Particles* p = particles;
    if (!p || (!numbers && count > 0))
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    if (p->busy || count < 0)
    {
        return p->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(IMP_ERR_COUNT, 3);
    }
    // Taken out one by one; a number that is not there, or comes twice, puts all back.
    for (int32_t i = 0; i < count; ++i)
    {
        if (!FNI(particle_is_used)(p, numbers[i]))
        {
            while (i-- > 0)
            {
                p->bodies.data[numbers[i]].flags |= IMPI_PARTICLE_USED;
            }
            return impi_error(IMP_ERR_HANDLE, 2);
        }
        p->bodies.data[numbers[i]].flags &= ~(uint32_t)IMPI_PARTICLE_USED;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        const ParticleBody none = FNI(fixed_body)();
        p->bodies.data[numbers[i]] = none;
        p->positions.data[numbers[i]] = FNI(vec_none)();
        p->applied.data[numbers[i]] = FNI(vec_none)();
        p->free.data[p->free.count++] = numbers[i];
    }
    p->used -= count;
    drop_forces_and_links(p);
    FNI(rows_forget)(p);
    return IMP_OK;
}

imp_status FN(particles_count)(const Particles* particles, int32_t* count, int32_t* limit)
{
    if (!particles)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count)
    {
        *count = particles->used;
    }
    if (limit)
    {
        *limit = particles->limit;
    }
    return IMP_OK;
}

imp_status FN(particles_get)(const Particles* particles, int32_t number, Particle* out)
{
    if (!particles || !out)
    {
        return impi_error(IMP_ERR_NULL, particles ? 3 : 1);
    }
    if (!FNI(particle_is_used)(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const ParticleBody* body = &particles->bodies.data[number];
    const ParticleTraits* traits = &particles->traits.data[number];
    const Particle r = {particles->positions.data[number],
                        body->velocity,
                        body->spin,
                        traits->mass,
                        traits->radius,
                        traits->damping,
                        traits->groups};
    *out = r;
    return IMP_OK;
}

static imp_status door(const Particles* p, int32_t number)
{
    return !p                                  ? impi_error(IMP_ERR_NULL, 1)
           : p->busy                           ? impi_error(IMP_ERR_BUSY, 1)
           : !FNI(particle_is_used)(p, number) ? impi_error(IMP_ERR_HANDLE, 2)
                                               : IMP_OK;
}

imp_status FN(particles_set)(Particles* particles, int32_t number, const Particle* particle)
{
    imp_status status = particles && !particle ? impi_error(IMP_ERR_NULL, 3) : door(particles, number);
    if (status)
    {
        return status;
    }
    int32_t fault = particle_fault(particle);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    Vec applied = particles->applied.data[number];
    FNI(particle_write)(particles, number, particle);
    particles->applied.data[number] = applied;
    return IMP_OK;
}

imp_status FN(particles_positions)(const Particles* particles, Vec* out, int32_t capacity, int32_t* count)
{
    if (!particles || !count || (!out && capacity > 0))
    {
        return impi_error(IMP_ERR_NULL, !particles ? 1 : !count ? 4 : 2);
    }
    if (capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    *count = particles->limit;
    if (particles->limit > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    if (particles->limit > 0)
    {
        memcpy(out, particles->positions.data, (size_t)particles->limit * sizeof *out);
    }
    return IMP_OK;
}

imp_status FN(particles_apply_force)(Particles* particles, int32_t number, Vec force)
{
    imp_status status = door(particles, number);
    int32_t fault = status ? 0 : FNI(vec_fault_large)(force);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    Vec sum = FN(vec_add)(particles->applied.data[number], force);
    if (FNI(vec_fault_large)(sum))
    {
        return impi_error(IMP_ERR_MAGNITUDE, 3);
    }
    particles->applied.data[number] = sum;
    particles->forced = true;
    return IMP_OK;
}

imp_status FN(particles_apply_impulse)(Particles* particles, int32_t number, Vec impulse)
{
    imp_status status = door(particles, number);
    int32_t fault = status ? 0 : FNI(vec_fault_large)(impulse);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    ParticleBody* body = &particles->bodies.data[number];
    Vec velocity = FNI(vec_add_scaled)(body->velocity, impulse, body->inverse_mass);
    if (FNI(vec_fault_large)(velocity))
    {
        return impi_error(IMP_ERR_MAGNITUDE, 3);
    }
    body->velocity = velocity;
    return IMP_OK;
}

imp_status FN(particles_stats)(const Particles* particles, imp_particle_stats* out)
{
    if (!particles || !out)
    {
        return impi_error(IMP_ERR_NULL, particles ? 2 : 1);
    }
    *out = particles->stats;
    out->particles = particles->used;
    return IMP_OK;
}

static uint64_t hash_vec(uint64_t hash, Vec v)
{
    for (int k = 0; k < AXES; ++k)
    {
        hash = impi_hash_float(hash, AT(v, k));
    }
    return hash;
}

imp_status FN(particles_hash)(const Particles* particles, uint64_t* out)
{
    const Particles* p = particles;
    if (!p || !out)
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    uint64_t hash = impi_hash_i64(0, p->limit);
    for (int32_t i = 0; i < p->limit; ++i)
    {
        const ParticleBody* body = &p->bodies.data[i];
        Spin spin = body->spin;
        const float* spins = FNI(spin_numbers)(&spin);
        hash = hash_vec(hash_vec(hash, p->positions.data[i]), body->velocity);
        hash = hash_vec(hash, p->applied.data[i]);
        hash = impi_hash_float(impi_hash_float(hash, p->traits.data[i].mass), p->traits.data[i].radius);
        hash = impi_hash_i64(impi_hash_float(hash, p->traits.data[i].damping), p->traits.data[i].groups);
        for (size_t k = 0; k < sizeof spin / sizeof *spins; ++k)
        {
            hash = impi_hash_float(hash, spins[k]);
        }
    }
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        hash = impi_hash_i64(impi_hash_i64(hash, p->rows.data[i].a), p->rows.data[i].b);
        hash = hash_vec(impi_hash_float(hash, p->rows.data[i].normal_impulse), p->rows.data[i].tangent_impulse);
    }
    *out = impi_hash_double(hash, p->time);
    return IMP_OK;
}
