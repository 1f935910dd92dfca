// SPDX-License-Identifier: MIT
//
// Force generators: what they add to velocities in a sub-step.
//
// Forces that depend on positions are taken where a sub-step begins, and positions follow with the new velocities: symplectic
// Euler, whose oscillators keep their energy as long as omega h < 2. Drag is taken implicitly, v' = v / (1 + h k / m), so that it
// slows but never reverses; its terminal velocity is exact. Stiff springs are links (rows.inl).
//
// A wind field is its mean velocity and gusts: three standing waves of the size of a gust on each axis, transverse so that air
// is neither made nor lost, which the mean wind carries along (frozen turbulence, Taylor 1938).

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"
#include "../math/trig.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define NORMAL_DOUBT 0x1p-10f

// Generators by number

static bool acts_on_end(const Generator* f)
{
    return f->groups == 0 || f->kind == IMP_FORCE_SPRING || f->kind == IMP_FORCE_BUNGEE;
}

int32_t FNI(force_fault)(const Particles* p, const Generator* f)
{
    bool spring = f->kind == IMP_FORCE_SPRING || f->kind == IMP_FORCE_BUNGEE;
    bool signed_strength = f->kind == IMP_FORCE_ATTRACTOR || f->kind == IMP_FORCE_EXPLOSION;
    if (f->kind <= IMP_FORCE_NONE || f->kind >= IMP_FORCE_KIND_COUNT || (f->kind == IMP_FORCE_USER && !f->function))
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = acts_on_end(f) ? FNI(end_fault)(p, &f->a) : 0;
    fault = !fault && spring ? FNI(end_fault)(p, &f->b) : fault;
    fault = fault ? fault : FNI(vec_fault_large)(f->vector);
    fault = fault ? fault : FNI(vec_fault_large)(f->center);
    fault = fault ? fault : signed_strength ? impi_number_fault(f->strength) : impi_number_fault_negative(f->strength);
    const float rest[] = {f->damping, f->length, f->linear, f->quadratic, f->volume};
    for (int k = 0; k < 5 && !fault; ++k)
    {
        fault = impi_number_fault_negative(rest[k]);
    }
    float off = f->kind == IMP_FORCE_BUOYANCY && !fault ? FN(vec_dot)(f->vector, f->vector) - 1.0f : 0.0f;
    return fault ? fault : fabsf(off) > 2.0f * NORMAL_DOUBT ? IMP_ERR_RANGE : 0;
}

static bool is_force(const Particles* p, int32_t number)
{
    return number >= 0 && number < p->forces.count && p->forces.data[number].kind != IMP_FORCE_NONE;
}

imp_status FN(particles_add_force)(Particles* particles, const Generator* force, int32_t* number)
{
    Particles* p = particles;
    if (!p || !force)
    {
        return impi_error(IMP_ERR_NULL, p ? 2 : 1);
    }
    int32_t fault = p->busy ? 0 : FNI(force_fault)(p, force), at = p->forces.count;
    if (p->busy || fault)
    {
        return p->busy ? impi_error(IMP_ERR_BUSY, 1) : impi_error(fault, 2);
    }
    if (impi_array_reserve(&p->forces, &p->allocator, (int64_t)p->forces.count + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < p->forces.count && p->force_holes > 0 && at == p->forces.count; ++i)
    {
        at = p->forces.data[i].kind == IMP_FORCE_NONE ? i : at;
    }
    p->force_holes -= at < p->forces.count;
    p->forces.count += at == p->forces.count;
    p->forces.data[at] = *force;
    if (number)
    {
        *number = at;
    }
    return IMP_OK;
}

imp_status FN(particles_set_force)(Particles* particles, int32_t number, const Generator* force)
{
    if (!particles || !force || particles->busy)
    {
        return !particles ? impi_error(IMP_ERR_NULL, 1)
               : !force   ? impi_error(IMP_ERR_NULL, 3)
                          : impi_error(IMP_ERR_BUSY, 1);
    }
    if (!is_force(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    int32_t fault = FNI(force_fault)(particles, force);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    particles->forces.data[number] = *force;
    return IMP_OK;
}

imp_status FN(particles_get_force)(const Particles* particles, int32_t number, Generator* out)
{
    if (!particles || !out)
    {
        return impi_error(IMP_ERR_NULL, particles ? 3 : 1);
    }
    if (!is_force(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    *out = particles->forces.data[number];
    return IMP_OK;
}

imp_status FN(particles_remove_force)(Particles* particles, int32_t number)
{
    if (!particles || particles->busy)
    {
        return impi_error(particles ? IMP_ERR_BUSY : IMP_ERR_NULL, 1);
    }
    if (!is_force(particles, number))
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    particles->forces.data[number].kind = IMP_FORCE_NONE;
    ++particles->force_holes;
    return IMP_OK;
}

// What acts on what

/// What a force acts on: a particle, or a point of a solid.
typedef struct subject
{
    int32_t body;
    const End* end;  // null for a particle
    Vec position, velocity, arm;
    float inverse_mass;  // at the point
    float mass, radius;
} subject;

static void push_subject(Particles* p, const subject* on, Vec impulse)
{
    ParticleBody* body = &p->bodies.data[on->body];
    Vec before = body->velocity;
    FNI(push_body)(body, on->arm, impulse);
    body->flags |= IMPI_PARTICLE_PUSHED;
    p->gained.data[on->body] = FN(vec_add)(p->gained.data[on->body], FN(vec_sub)(body->velocity, before));
}

static subject subject_of_particle(const Particles* p, int32_t number)
{
    const ParticleBody* body = &p->bodies.data[number];
    const subject r = {number,
                       NULL,
                       p->positions.data[number],
                       body->velocity,
                       FNI(vec_none)(),
                       body->inverse_mass,
                       p->traits.data[number].mass,
                       p->traits.data[number].radius};
    return r;
}

static bool subject_of_end(const Particles* p, const End* end, subject* out)
{
    FNI(end_state) at = FNI(end_now)(p, end);
    if (at.body < 0)
    {
        return false;
    }
    const ParticleBody* body = &p->bodies.data[at.body];
    bool particle = at.body < p->limit;
    const subject r = {at.body,
                       particle ? NULL : end,
                       at.position,
                       at.velocity,
                       at.arm,
                       body->inverse_mass,
                       body->inverse_mass > 0.0f ? 1.0f / body->inverse_mass : 0.0f,
                       particle ? p->traits.data[at.body].radius : 0.0f};
    *out = r;
    return true;
}

// Drag

// Slows by forces against a velocity relative to the air: linear and quadratic, and a part of them.
static void drag(Particles* p, const subject* on, Vec air, float linear, float quadratic, float h)
{
    Vec v = FN(vec_sub)(on->velocity, air);
    float speed = sqrtf(FN(vec_dot)(v, v)), k = h * (linear + quadratic * speed), inverse = on->inverse_mass;
    if (on->end && speed > 0.0f)
    {
        inverse = FNI(point_inverse_mass)(&p->bodies.data[on->body], on->arm, FN(vec_scale)(v, 1.0f / speed));
    }
    push_subject(p, on, FN(vec_scale)(v, -k / (1.0f + k * inverse)));
}

static Vec gust(const Generator* f, Vec position, double time)
{
    Vec r = FNI(vec_none)();
    if (!(f->strength > 0.0f) || !(f->length > 0.0f))
    {
        return r;
    }
    for (int k = 0; k < AXES; ++k)
    {
        // Along axis k air moves in a wave that runs along another axis: transverse, so without divergence.
        float sum = 0.0f;
        for (int wave = 1; wave <= 3; ++wave)
        {
            int across = (k + 1 + wave % (AXES - 1)) % AXES;
            double at = (double)AT(position, across) - time * (double)AT(f->vector, across);
            double sine, cosine, turns = at / (double)f->length * wave + 0.37 * wave + 0.21 * k;
            turns = fabs(turns) < 0x1p50 ? turns - (double)(int64_t)turns : 0.0;
            impi_sincos_d(6.283185307179586 * turns, &sine, &cosine);
            sum += (float)sine / (float)wave;
        }
        SET_AT(r, k, sum);
    }
    return FN(vec_scale)(r, f->strength / (sqrtf((float)AXES) * (11.0f / 6.0f)));
}

// Buoyancy

static void float_up(Particles* p, const Generator* f, const subject* on, float h)
{
    float depth = FN(vec_dot)(f->vector, FN(vec_sub)(f->center, on->position)), part, volume;
    if (on->end)
    {
        part = f->length > 0.0f ? depth / f->length : depth > 0.0f ? 1.0f : 0.0f;
        part = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
        volume = f->volume;
    }
    else
    {
        // A point has no volume.
        float height = on->radius > 0.0f ? depth / on->radius : -1.0f;
        part = height > -1.0f ? height < 1.0f ? FNI(ball_part)(height) : 1.0f : 0.0f;
        volume = FNI(ball_volume)(on->radius);
    }
    if (part > 0.0f)
    {
        float gravity = sqrtf(FN(vec_dot)(p->def.gravity, p->def.gravity));
        drag(p, on, FNI(vec_none)(), part * f->linear, part * f->quadratic, h);
        push_subject(p, on, FN(vec_scale)(f->vector, h * gravity * f->strength * volume * part));
    }
}

// Springs

static void pull_spring(Particles* p, const Generator* f, float h)
{
    FNI(end_state) a = FNI(end_now)(p, &f->a), b = FNI(end_now)(p, &f->b);
    bool gone = (f->a.kind == IMP_END_SOLID && a.body < 0) || (f->b.kind == IMP_END_SOLID && b.body < 0);
    Vec apart = FN(vec_sub)(b.position, a.position);
    float distance = sqrtf(FN(vec_dot)(apart, apart)), stretch = distance - f->length;
    if (gone || !(distance > 0.0f) || (f->kind == IMP_FORCE_BUNGEE && !(stretch > 0.0f)))
    {
        return;
    }
    Vec n = FNI(vec_divide)(apart, distance);
    float pull = f->strength * stretch + f->damping * FN(vec_dot)(n, FN(vec_sub)(b.velocity, a.velocity));
    pull = f->kind == IMP_FORCE_BUNGEE && pull < 0.0f ? 0.0f : pull;
    const End* ends[2] = {&f->a, &f->b};
    for (int k = 0; k < 2; ++k)
    {
        subject on;
        if (subject_of_end(p, ends[k], &on))
        {
            push_subject(p, &on, FN(vec_scale)(n, k ? -h * pull : h * pull));
        }
    }
}

// All kinds

static void call_user(Particles* p, const Generator* f, const subject* on, float h)
{
    Vec force = FNI(vec_none)();
    const ForceInput input = {
        on->end ? -1 : on->body, on->end ? on->end->solid : 0, on->position, on->velocity, on->mass, (float)p->time};
    p->busy = true;
    f->function(f->user, &input, &force);
    p->busy = false;
    if (!FNI(vec_fault_large)(force))
    {
        push_subject(p, on, FN(vec_scale)(force, h));
    }
}

static void push_away(Particles* p, const Generator* f, const subject* on)
{
    Vec away = FN(vec_sub)(on->position, f->center);
    float distance = sqrtf(FN(vec_dot)(away, away));
    if (distance > 0.0f && distance < f->length)
    {
        push_subject(p, on, FN(vec_scale)(away, f->strength * (1.0f - distance / f->length) / distance));
    }
}

static void attract(Particles* p, const Generator* f, const subject* on, float h)
{
    Vec towards = FN(vec_sub)(f->center, on->position);
    float square = FN(vec_dot)(towards, towards), distance = sqrtf(square), soft = square + f->length * f->length;
    if (distance > 0.0f)
    {
        push_subject(p, on, FN(vec_scale)(towards, h * on->mass * f->strength / (soft * distance)));
    }
}

static void act(Particles* p, const Generator* f, const subject* on, float h, bool first)
{
    switch (f->kind)
    {
    case IMP_FORCE_GRAVITY: push_subject(p, on, FN(vec_scale)(f->vector, h * on->mass)); break;
    case IMP_FORCE_DRAG:
        drag(p, on, FN(vec_add)(f->vector, gust(f, on->position, p->time)), f->linear, f->quadratic, h);
        break;
    case IMP_FORCE_BUOYANCY: float_up(p, f, on, h); break;
    case IMP_FORCE_ATTRACTOR: attract(p, f, on, h); break;
    case IMP_FORCE_EXPLOSION:
        if (first)
        {
            push_away(p, f, on);
        }
        break;
    default: call_user(p, f, on, h); break;
    }
}

static void apply_generator(Particles* p, const Generator* f, float h, bool first)
{
    subject on;
    if (f->kind == IMP_FORCE_SPRING || f->kind == IMP_FORCE_BUNGEE)
    {
        pull_spring(p, f, h);
    }
    else if (f->groups == 0)
    {
        if (subject_of_end(p, &f->a, &on))
        {
            act(p, f, &on, h, first);
        }
    }
    else
    {
        for (int32_t i = 0; i < p->limit; ++i)
        {
            const ParticleBody* body = &p->bodies.data[i];
            if (body->inverse_mass > 0.0f && p->traits.data[i].groups & f->groups)
            {
                on = subject_of_particle(p, i);
                act(p, f, &on, h, first);
            }
        }
    }
}

void FNI(forces_apply)(Particles* p, float h, bool first)
{
    Vec fall = FN(vec_scale)(p->def.gravity, h);
    for (int32_t i = 0; i < p->limit; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        Vec gained = FNI(vec_none)();
        if (body->inverse_mass > 0.0f)
        {
            gained = FNI(vec_add_scaled)(fall, p->applied.data[i], h * body->inverse_mass);
            Vec v = FN(vec_add)(body->velocity, gained);
            float slower = 1.0f / (1.0f + h * p->traits.data[i].damping);
            body->velocity = FN(vec_scale)(v, slower);
            gained = FNI(vec_add_scaled)(gained, v, slower - 1.0f);
        }
        p->gained.data[i] = gained;
    }
    for (int32_t i = p->limit; i < p->limit + p->solids.count; ++i)
    {
        p->gained.data[i] = FN(vec_scale)(FNI(body_fall)(p, i), h);
        p->bodies.data[i].velocity = FN(vec_add)(p->bodies.data[i].velocity, p->gained.data[i]);
    }
    for (int32_t i = 0; i < p->forces.count; ++i)
    {
        if (p->forces.data[i].kind != IMP_FORCE_NONE)
        {
            apply_generator(p, &p->forces.data[i], h, first);
        }
    }
}

void FNI(forces_expire)(Particles* p)
{
    for (int32_t i = 0; i < p->forces.count; ++i)
    {
        if (p->forces.data[i].kind == IMP_FORCE_EXPLOSION)
        {
            p->forces.data[i].kind = IMP_FORCE_NONE;
            ++p->force_holes;
        }
    }
}
