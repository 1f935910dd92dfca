// SPDX-License-Identifier: MIT
//
// Force generators: what they add to velocities in a sub-step.
//
// Forces that depend on positions are taken where a sub-step begins, and positions follow with the new velocities:
// symplectic Euler, whose oscillators keep their energy as long as omega h < 2. Then comes gravity; and drag is last
// and implicit, so that it slows but never reverses, and its terminal velocity is exact. Stiff springs are links
// (rows.inl).
//
// A wind field is its mean velocity and gusts: three standing waves of the size of a gust on each axis, transverse so
// that air is neither made nor lost, which the mean wind carries along (frozen turbulence, Taylor 1938).

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"
#include "../math/trig.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define NORMAL_DOUBT 0x1p-10f

// Generators by number

// Which numbers of a generator count.
enum
{
    USES_VECTOR = 1,
    USES_CENTER = 2,
    USES_STRENGTH = 4,
    SIGNED_STRENGTH = 8,
    USES_DAMPING = 16,
    USES_LENGTH = 32,
    USES_DRAG = 64,
    USES_VOLUME = 128,
    USES_B = 256
};

static const int32_t uses_of_kind[IMP_FORCE_KIND_COUNT] = {
    0,                                                                                  // none
    USES_VECTOR,                                                                        // gravity
    USES_VECTOR | USES_STRENGTH | USES_LENGTH | USES_DRAG,                              // drag
    USES_STRENGTH | USES_DAMPING | USES_LENGTH | USES_B,                                // spring
    USES_STRENGTH | USES_DAMPING | USES_LENGTH | USES_B,                                // bungee
    USES_VECTOR | USES_CENTER | USES_STRENGTH | USES_LENGTH | USES_DRAG | USES_VOLUME,  // buoyancy
    USES_CENTER | USES_STRENGTH | SIGNED_STRENGTH | USES_LENGTH,                        // attractor
    USES_CENTER | USES_STRENGTH | SIGNED_STRENGTH | USES_LENGTH,                        // explosion
    0,                                                                                  // user
};

int32_t FNI(force_fault)(const Particles* p, const Generator* f)
{
    if (f->kind <= IMP_FORCE_NONE || f->kind >= IMP_FORCE_KIND_COUNT || (f->kind == IMP_FORCE_USER && !f->function))
    {
        return IMP_ERR_RANGE;
    }
    bool point = f->groups == 0 && f->a.kind == IMP_END_SOLID;  // a particle displaces its ball
    int32_t uses = uses_of_kind[f->kind];
    uses &= f->kind == IMP_FORCE_BUOYANCY && !point ? ~(USES_LENGTH | USES_VOLUME) : ~0;
    int32_t fault = f->groups == 0 || uses & USES_B ? FNI(end_fault)(p, &f->a) : 0;
    fault = !fault && uses & USES_B ? FNI(end_fault)(p, &f->b) : fault;
    fault = !fault && uses & USES_VECTOR ? FNI(vec_fault_large)(f->vector) : fault;
    fault = !fault && uses & USES_CENTER ? FNI(vec_fault_large)(f->center) : fault;
    fault = !fault && uses & SIGNED_STRENGTH ? impi_number_fault(f->strength) : fault;
    const struct
    {
        int32_t use;
        float number;
    } rest[] = {{USES_STRENGTH, uses & SIGNED_STRENGTH ? 0.0f : f->strength},
                {USES_DAMPING, f->damping},
                {USES_LENGTH, f->length},
                {USES_DRAG, f->linear},
                {USES_DRAG, f->quadratic},
                {USES_VOLUME, f->volume}};
    for (int k = 0; k < 6 && !fault; ++k)
    {
        fault = uses & rest[k].use ? impi_number_fault_negative(rest[k].number) : 0;
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

// Ends of forces

/// An end of a force: a particle, or a point of a solid.
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
                       FNI(end_velocity)(p, &at),
                       at.arm,
                       body->inverse_mass,
                       body->inverse_mass > 0.0f ? 1.0f / body->inverse_mass : 0.0f,
                       particle ? p->traits.data[at.body].radius : 0.0f};
    *out = r;
    return true;
}

// Drag

// The part of a speed s that drag leaves: s' of s' (1 + h k1 / m + h k2 s' / m) = s, over s.
static float speed_left(float speed, float linear, float quadratic, float inverse_mass, float h)
{
    float l = 1.0f + h * linear * inverse_mass, q = h * quadratic * inverse_mass;
    return 2.0f / (l + sqrtf(l * l + 4.0f * q * speed));
}

// Slows by forces against a velocity relative to the air.
static void drag(Particles* p, const subject* on, Vec air, float linear, float quadratic, float h)
{
    Vec v = FN(vec_sub)(on->velocity, air);
    float speed = sqrtf(FN(vec_dot)(v, v)), inverse = on->inverse_mass;
    if (!(speed > 0.0f))
    {
        return;
    }
    if (on->end)
    {
        inverse = FNI(point_inverse_mass)(&p->bodies.data[on->body], on->arm, FNI(vec_divide)(v, speed));
    }
    float after = speed * speed_left(speed, linear, quadratic, inverse, h);
    push_subject(p, on, FN(vec_scale)(v, -h * (linear + quadratic * after) * after / speed));
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

// The part of a subject that is under the surface, and what it displaces then.
static float part_under(const Generator* f, const subject* on, float* volume)
{
    float depth = FN(vec_dot)(f->vector, FN(vec_sub)(f->center, on->position));
    if (on->end)
    {
        float part = f->length > 0.0f ? depth / f->length : depth > 0.0f ? 1.0f : 0.0f;
        *volume = f->volume;
        return part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
    }
    // A point has no volume.
    float height = on->radius > 0.0f ? depth / on->radius : -1.0f;
    *volume = FNI(ball_volume)(on->radius);
    return height > -1.0f ? height < 1.0f ? FNI(ball_part)(height) : 1.0f : 0.0f;
}

static void float_up(Particles* p, const Generator* f, const subject* on, float h)
{
    float volume, part = part_under(f, on, &volume), gravity = sqrtf(FN(vec_dot)(p->def.gravity, p->def.gravity));
    push_subject(p, on, FN(vec_scale)(f->vector, h * gravity * f->strength * volume * part));
}

// Springs

static void pull_spring(Particles* p, const Generator* f, float h)
{
    FNI(end_state) a = FNI(end_now)(p, &f->a), b = FNI(end_now)(p, &f->b);
    Vec apart = FN(vec_sub)(b.position, a.position);
    float distance = sqrtf(FN(vec_dot)(apart, apart)), stretch = distance - f->length;
    if (a.gone || b.gone || !(distance > 0.0f) || (f->kind == IMP_FORCE_BUNGEE && !(stretch > 0.0f)))
    {
        return;
    }
    Vec n = FNI(vec_divide)(apart, distance);
    float pull = f->strength * stretch +
                 f->damping * FN(vec_dot)(n, FN(vec_sub)(FNI(end_velocity)(p, &b), FNI(end_velocity)(p, &a)));
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
    // Particles that have left the range within the step are not asked about; they are put back.
    if (FNI(vec_fault_large)(on->position) || FNI(vec_fault_large)(on->velocity))
    {
        return;
    }
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

// Adds forces that depend on positions, before gravity is added.
static void push(Particles* p, const Generator* f, const subject* on, float h, bool first)
{
    switch (f->kind)
    {
    case IMP_FORCE_GRAVITY: push_subject(p, on, FN(vec_scale)(f->vector, h * on->mass)); break;
    case IMP_FORCE_BUOYANCY: float_up(p, f, on, h); break;
    case IMP_FORCE_ATTRACTOR: attract(p, f, on, h); break;
    case IMP_FORCE_EXPLOSION:
        if (first)
        {
            push_away(p, f, on);
        }
        break;
    case IMP_FORCE_USER: call_user(p, f, on, h); break;
    default: break;
    }
}

// Adds drag when all else has been added: so that in balance nothing is left.
static void slow(Particles* p, const Generator* f, const subject* on, float h)
{
    if (f->kind == IMP_FORCE_DRAG)
    {
        drag(p, on, FN(vec_add)(f->vector, gust(f, on->position, p->time)), f->linear, f->quadratic, h);
    }
    else if (f->kind == IMP_FORCE_BUOYANCY && (f->linear > 0.0f || f->quadratic > 0.0f))
    {
        float volume, part = part_under(f, on, &volume);
        drag(p, on, FNI(vec_none)(), part * f->linear, part * f->quadratic, h);
    }
}

// Drag in air without gusts on groups, of which there may be millions.
static void slow_groups(Particles* p, const Generator* f, float h)
{
    for (int32_t i = 0; i < p->limit; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        if (body->inverse_mass > 0.0f && p->traits.data[i].groups & f->groups)
        {
            Vec v = FN(vec_sub)(body->velocity, f->vector);
            float speed = f->quadratic > 0.0f ? sqrtf(FN(vec_dot)(v, v)) : 0.0f;
            float lost = 1.0f - speed_left(speed, f->linear, f->quadratic, body->inverse_mass, h);
            body->velocity = FNI(vec_add_scaled)(body->velocity, v, -lost);
            p->gained.data[i] = FNI(vec_add_scaled)(p->gained.data[i], v, -lost);
        }
    }
}

/// Two passes over generators.
enum
{
    PUSH,
    SLOW
};

static void act(Particles* p, const Generator* f, const subject* on, int pass, float h, bool first)
{
    if (pass == PUSH)
    {
        push(p, f, on, h, first);
    }
    else
    {
        slow(p, f, on, h);
    }
}

static void act_on_subjects(Particles* p, const Generator* f, int pass, float h, bool first)
{
    subject on;
    if (f->groups == 0)
    {
        if (subject_of_end(p, &f->a, &on))
        {
            act(p, f, &on, pass, h, first);
        }
        return;
    }
    for (int32_t i = 0; i < p->limit; ++i)
    {
        if (p->bodies.data[i].inverse_mass > 0.0f && p->traits.data[i].groups & f->groups)
        {
            on = subject_of_particle(p, i);
            act(p, f, &on, pass, h, first);
        }
    }
}

static void apply_generators(Particles* p, int pass, float h, bool first)
{
    for (int32_t i = 0; i < p->forces.count; ++i)
    {
        const Generator* f = &p->forces.data[i];
        bool spring = impi_force_is_spring(f->kind);
        bool acts =
            pass == PUSH ? f->kind != IMP_FORCE_DRAG : f->kind == IMP_FORCE_DRAG || f->kind == IMP_FORCE_BUOYANCY;
        if (f->kind == IMP_FORCE_NONE || !acts)
        {
            continue;
        }
        if (spring)
        {
            pull_spring(p, f, h);
        }
        else if (f->kind == IMP_FORCE_DRAG && f->groups && !(f->strength > 0.0f && f->length > 0.0f))
        {
            slow_groups(p, f, h);
        }
        else
        {
            act_on_subjects(p, f, pass, h, first);
        }
    }
}

// Gravity, forces of the caller's, and damping. Particles that nothing else acts on fall along a parabola.
static void fall_particles(Particles* p, float h)
{
    Vec fall = FN(vec_scale)(p->def.gravity, h);
    uint32_t falls = p->def.rest == IMP_REST_IMPACT ? IMPI_PARTICLE_FALLS : 0;
    for (int32_t i = 0; i < p->limit; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        if (!(body->inverse_mass > 0.0f))
        {
            continue;
        }
        Vec other = p->gained.data[i], v = FN(vec_add)(body->velocity, fall);
        if (p->forced)
        {
            other = FNI(vec_add_scaled)(other, p->applied.data[i], h * body->inverse_mass);
            v = FNI(vec_add_scaled)(v, p->applied.data[i], h * body->inverse_mass);
        }
        float slower = 1.0f / (1.0f + h * p->traits.data[i].damping);
        body->velocity = FN(vec_scale)(v, slower);
        body->flags = (body->flags & ~(uint32_t)IMPI_PARTICLE_FALLS) | (FNI(vec_bits)(other) ? 0 : falls);
        p->gained.data[i] = FN(vec_add)(FN(vec_add)(other, fall), FN(vec_scale)(v, slower - 1.0f));
    }
    for (int32_t i = p->limit; i < p->limit + p->solids.count; ++i)
    {
        ParticleBody* body = &p->bodies.data[i];
        if (body->inverse_mass > 0.0f)
        {
            Vec gained = FN(vec_scale)(p->solids.data[i - p->limit].solid.acceleration, h);
            p->gained.data[i] = FN(vec_add)(p->gained.data[i], gained);
            body->velocity = FN(vec_add)(body->velocity, gained);
        }
        if (body->inverse_inertia > 0.0f)
        {
            Spin turned = FNI(spin_scale)(p->solids.data[i - p->limit].solid.angular_acceleration, h);
            body->spin = FNI(spin_add)(body->spin, turned);
        }
    }
}

void FNI(forces_apply)(Particles* p, float h, bool first)
{
    for (int32_t i = 0; i < p->limit + p->solids.count; ++i)
    {
        p->gained.data[i] = FNI(vec_none)();
    }
    apply_generators(p, PUSH, h, first);
    fall_particles(p, h);
    apply_generators(p, SLOW, h, first);
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
