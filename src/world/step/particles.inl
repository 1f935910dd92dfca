// SPDX-License-Identifier: MIT
//
// Particles in a world: colliders become solids of a step of particles, and what is pushed becomes forces on bodies.
//
//     box of all ways of particles -> index -> colliders, by body -> solids -> particles_step -> forces
//
// Forces act throughout the next step, as gravity does, so what lies on grains is held up at every moment; as impulses
// they would toss it. They are applied by the call that a caller would make, so a recording has them.

#ifndef AXES
#include "impinge/world_particles2.h"

#include "../../base/sort.h"
#include "../../broad/index2.h"
#include "../../particle/particle2.h"
#include "../contact/contact2.h"

#include <math.h>

#include "../../math/dim2.h"
#endif

#define WAKES 0.05f  // a sleeper: by a change of its velocity of more, in length units [1/s]
#define HIT 4.0f     // times gravity: more is an impact, and no acceleration that lasts
#define NO_COLLIDER UINT32_MAX

// The box around all ways of particles in a time. False without particles.
static bool find_ways(const Particles* p, float time, Box* out)
{
    Vec fall = FN(vec_scale)(p->def.gravity, 0.5f * time * time);
    bool any = false;
    for (int32_t i = 0; i < p->limit; ++i)
    {
        const FNI(particle_body)* body = &p->bodies.data[i];
        if (body->flags & IMPI_PARTICLE_USED)
        {
            Vec at = p->positions.data[i];
            Vec end = FN(vec_add)(FNI(vec_add_scaled)(at, body->velocity, time), fall);
            float reach = p->traits.data[i].radius + p->def.length_unit;
            *out = any ? *out : FNI(box_around)(at, reach);
            FNI(box_grow)(out, FNI(box_around)(at, reach));
            FNI(box_grow)(out, FNI(box_around)(end, reach));
            any = true;
        }
    }
    return any;
}

static void add_key(ParticleMemory* m, int32_t body, uint32_t collider)
{
    m->keys.data[m->keys.count++] = (uint64_t)(uint32_t)body << 32 | collider;
}

static void add_end(World* w, const End* end)
{
    const imp_body body = {end->solid};
    int32_t slot = end->kind == IMP_END_SOLID ? FNI(find_body)(w, body) : -1;
    if (slot >= 0)
    {
        add_key(&w->step.particles, slot, NO_COLLIDER);
    }
}

// Bodies of colliders near the particles, and those that hold ends, in order.
static imp_status gather_keys(World* w, const Particles* p, float time)
{
    ParticleMemory* m = &w->step.particles;
    Box ways;
    int32_t count = 0, *numbers = w->step.moved_numbers.data;  // room for all
    if (find_ways(p, time, &ways))
    {
        (void)FN(index_query_box)(w->index, &ways, NULL, numbers, w->step.moved_numbers.capacity, &count);
    }
    int64_t most = (int64_t)count + 2 * ((int64_t)p->forces.count + p->links.count);
    m->keys.count = 0;
    if (impi_array_reserve(&m->keys, &w->allocator, most) || impi_array_reserve(&m->spare, &w->allocator, most) ||
        impi_array_reserve(&m->solids, &w->allocator, most) || impi_array_reserve(&m->compounds, &w->allocator, most))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t collider = w->collider_of.data[numbers[i]];
        const Collider* c = &w->colliders.data[collider];
        if (!c->sensor && !FNI(vec_bits)(c->one_way))
        {
            add_key(m, c->body, (uint32_t)collider);
        }
    }
    for (int32_t i = 0; i < p->forces.count; ++i)
    {
        add_end(w, &p->forces.data[i].a);
        add_end(w, &p->forces.data[i].b);
    }
    for (int32_t i = 0; i < p->links.count; ++i)
    {
        add_end(w, &p->links.data[i].a);
        add_end(w, &p->links.data[i].b);
    }
    uint64_t* sorted = impi_sort_words(m->keys.data, m->spare.data, m->keys.count, 0, 64);
    if (sorted != m->keys.data && m->keys.count > 0)
    {
        for (int32_t i = 0; i < m->keys.count; ++i)
        {
            m->keys.data[i] = sorted[i];
        }
    }
    return IMP_OK;
}

// The acceleration of a body without particles: what it was in the last step, less what they did to it. So what the
// ground holds up is held up for what lies on it, too. Of a body that was not near then, or has been hit since, that of
// gravity.
static void accelerate(const World* w, const Particles* p, const Body* b, Solid* s)
{
    Vec gravity = FN(vec_scale)(w->gravity, b->gravity);
    const SolidBefore* before = NULL;
    for (int32_t i = 0; i < p->before.count && !before; ++i)
    {
        before = p->before.data[i].id == s->id ? &p->before.data[i] : NULL;
    }
    s->acceleration = gravity;
    if (!before || !(p->last_time > 0.0f))
    {
        return;
    }
    Vec given = FN(vec_scale)(before->impulse, b->inverse_mass);
    Vec a = FNI(vec_divide)(FN(vec_sub)(FN(vec_sub)(b->velocity, before->velocity), given), p->last_time);
    Spin turned = FNI(inertia_apply)(FNI(inverse_inertia_now)(b), before->angular_impulse);
    Spin turn = FNI(spin_divide)(FNI(spin_sub)(FNI(spin_sub)(b->spin, before->spin), turned), p->last_time);
    float bend = FNI(spin_length)(turn) * b->extent, square = FN(vec_dot)(a, a) + bend * bend;
    if (square <= HIT * HIT * FN(vec_dot)(gravity, gravity))
    {
        s->acceleration = a;
        s->angular_acceleration = turn;
    }
}

static void add_solid(World* w, const Particles* p, uint64_t key)
{
    ParticleMemory* m = &w->step.particles;
    int32_t slot = (int32_t)(key >> 32);
    const Body* b = &w->bodies.data[slot];
    uint64_t id = impi_pool_id(&w->body_pool, slot);
    bool holds = (uint32_t)key == NO_COLLIDER;
    if (holds && m->solids.count > 0 && m->solids.data[m->solids.count - 1].id == id)
    {
        return;
    }
    bool moves = b->kind != IMP_BODY_STATIC, pushed = b->kind == IMP_BODY_DYNAMIC;
    Solid s = {.kind = holds ? IMP_SOLID_NONE : IMP_SOLID_COMPOUND, .pose = b->pose, .center = b->middle, .id = id};
    s.velocity = moves ? b->velocity : s.velocity;
    s.angular_velocity = moves ? b->spin : s.angular_velocity;
    s.inverse_mass = pushed && !b->locks ? b->inverse_mass : 0.0f;
    s.inverse_inertia = pushed ? FNI(inertia_mean)(b->inverse_inertia) : 0.0f;
    if (pushed)
    {
        accelerate(w, p, b, &s);
    }
    if (!holds)
    {
        const Collider* c = &w->colliders.data[(uint32_t)key];
        m->compounds.data[m->solids.count] = FNI(collider_compound)(c);
        s.compound = &m->compounds.data[m->solids.count];
        s.material = c->material;
    }
    m->solids.data[m->solids.count++] = s;
}

static void give_back(World* w, const Particles* p, float time)
{
    for (int32_t i = 0; i < p->before.count; ++i)
    {
        const SolidBefore* push = &p->before.data[i];
        const imp_body body = {push->id};
        int32_t slot = FNI(find_body)(w, body);
        if (!FNI(was_pushed)(push) || slot < 0)
        {
            continue;
        }
        const Body* b = &w->bodies.data[slot];
        Vec change = FN(vec_scale)(push->impulse, b->inverse_mass);
        Spin turn = FNI(inertia_apply)(FNI(inverse_inertia_now)(b), push->angular_impulse);
        float turned = FNI(spin_length)(turn) * b->extent, wakes = WAKES * w->unit;
        if (b->island_next >= 0 && FN(vec_dot)(change, change) < wakes * wakes && turned < wakes)
        {
            continue;
        }
        // An impulse that would take the body out of range is left out.
        (void)FN(world_apply_force_and_torque)(w, body, FNI(vec_divide)(push->impulse, time),
                                               FNI(spin_divide)(push->angular_impulse, time));
    }
}

imp_status FN(world_step_particles)(World* world, Particles* particles, float time)
{
    World* w = world;
    int32_t fault = FNI(world_fault)(w);
    if (fault || !particles)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    fault = impi_number_fault_negative(time);
    fault = !fault && !(time > 0.0f) ? IMP_ERR_RANGE : fault;
    if (fault || particles->busy)
    {
        return fault ? impi_error(fault, 3) : impi_error(IMP_ERR_BUSY, 2);
    }
    imp_status status = gather_keys(w, particles, time);
    if (status)
    {
        return status;
    }
    ParticleMemory* m = &w->step.particles;
    m->solids.count = 0;
    for (int32_t i = 0; i < m->keys.count; ++i)
    {
        add_solid(w, particles, m->keys.data[i]);
    }
    // The shapes of bodies are read meanwhile: force functions must leave the world alone.
    w->hooked = true;
    status = FN(particles_step)(particles, m->solids.data, m->solids.count, time);
    w->hooked = false;
    if (!status)
    {
        give_back(w, particles, time);
    }
    return status ? impi_error(imp_status_fault(status), 0) : IMP_OK;
}

#undef WAKES
#undef HIT
#undef NO_COLLIDER
