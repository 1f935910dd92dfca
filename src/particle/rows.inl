// SPDX-License-Identifier: MIT
//
// Rows, solved: sequential impulses (Catto 2005) in sub-steps, with a pass that takes back penetration and stretch
// before positions move, and one without after it (relax), so that what was pushed out does not fly on.
//
// A sweep goes over all rows. Few rows are swept until nothing changes any more, so that columns, chains and bridges of
// some hundreds hold from the first step on; a heap of many thousands is swept once, and its impulses ripen from step
// to step.
//
// Friction is a vector in the tangent plane, within a cone by its length: the same in all directions.

#ifndef AXES
#include "particle3.h"

#include "../motion/row_step.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define HERTZ 0.3f         // of soft contacts, in sub-steps
#define SOFT_SWEEPS 4      // with more, stiffer in proportion; a bed that is stiffer with so few never comes to rest
#define DAMPING 10.0f      // their damping ratio
#define BIAS 0.2f          // part of a penetration or a stretch that a sub-step takes back, at most
#define PUSH_SPEED 4.0f    // at which penetration is taken back, at most, in radii [1/s]
#define SETTLED 0x1p-12f   // of the rest speed: a sweep that changes velocities by less is the last one
#define ROUNDING 0x1p-20f  // of an impulse: no change
#define VISITS 8192        // of rows in the sweeps of a pass, about
#define SWEEPS_MOST 1024
#define OVER 1.8f  // over-relaxation (Young 1950) of rows that are few enough to be swept to the end
#define FEW_SWEEPS 16
#define GROWS 2.0f

static int32_t sweeps_of(const Particles* p)
{
    int32_t sweeps = p->rows.count > 0 ? VISITS / p->rows.count : 0;
    return sweeps < 1 ? 1 : sweeps < SWEEPS_MOST ? sweeps : SWEEPS_MOST;
}

// Geometry

static Vec end_position(const Particles* p, int32_t body, Vec anchor)
{
    return body >= 0 && body < p->limit ? p->positions.data[body] : anchor;
}

// The gap along the normal as it is, at the positions of now.
float FNI(row_gap)(const Particles* p, const ParticleRow* row)
{
    Vec a = end_position(p, row->a, row->anchor_a), b = end_position(p, row->b, row->anchor_b);
    float along = FN(vec_dot)(row->normal, FN(vec_sub)(b, a));
    switch (row->kind)
    {
    case IMPI_ROW_PAIR: return along - p->traits.data[row->a].radius - p->traits.data[row->b].radius;
    case IMPI_ROW_SOLID: return along - FNI(contact_radius)(p, row->a);
    default: return p->links.data[row->link].length + along;
    }
}

// Two balls at the moment in a sub-step at which they touch, or are nearest: their way from a to b, then.
static Vec nearest_way(const Particles* p, const ParticleRow* row, float h)
{
    Vec d = FN(vec_sub)(p->positions.data[row->b], p->positions.data[row->a]);
    Vec v = FN(vec_sub)(p->bodies.data[row->b].velocity, p->bodies.data[row->a].velocity);
    float both = p->traits.data[row->a].radius + p->traits.data[row->b].radius;
    float along = FN(vec_dot)(d, v), square = FN(vec_dot)(v, v), outside = FN(vec_dot)(d, d) - both * both;
    if (!(along < 0.0f) || !(outside > 0.0f))
    {
        return d;
    }
    float rest = along * along - square * outside;
    float time = rest > 0.0f ? outside / (sqrtf(rest) - along) : -along / square;
    return FNI(vec_add_scaled)(d, v, time < h ? time : h);
}

static Vec way_of_row(const Particles* p, const ParticleRow* row, float h)
{
    return row->kind == IMPI_ROW_PAIR
               ? nearest_way(p, row, h)
               : FN(vec_sub)(end_position(p, row->a, row->anchor_a), end_position(p, row->b, row->anchor_b));
}

void FNI(row_aim)(const Particles* p, ParticleRow* row, float h)
{
    if (row->kind != IMPI_ROW_SOLID)
    {
        Vec way = way_of_row(p, row, h);
        float square = FN(vec_dot)(way, way);
        if (square > 0.0f)
        {
            row->normal = FNI(vec_divide)(way, sqrtf(square));
        }
        else if (!FNI(vec_bits)(row->normal))
        {
            SET_AT(row->normal, 1, 1.0f);  // in the same place: any direction will do
        }
    }
    row->gap = FNI(row_gap)(p, row);
    if (row->kind == IMPI_ROW_PAIR)
    {
        row->arm_a = FN(vec_scale)(row->normal, p->traits.data[row->a].radius);
        row->arm_b = FN(vec_scale)(row->normal, -p->traits.data[row->b].radius);
    }
    else if (row->kind == IMPI_ROW_SOLID)
    {
        float radius = FNI(contact_radius)(p, row->a);
        Vec point = FNI(vec_add_scaled)(p->positions.data[row->a], row->normal, radius + row->gap);
        row->arm_a = FN(vec_scale)(row->normal, radius);
        row->arm_b = FN(vec_sub)(point, p->solids.data[row->b - p->limit].center);
    }
}

// Masses

// Inverse mass along any tangent, or more.
static float tangent_inverse_mass(const ParticleBody* body, Vec arm)
{
    return body->inverse_mass + body->inverse_inertia * FN(vec_dot)(arm, arm);
}

static float inverse(float k)
{
    return k > 0.0f ? 1.0f / k : 0.0f;
}

// The inverse masses of both bodies along the normal.
static float inverse_mass_of(const Particles* p, const ParticleRow* row)
{
    const ParticleBody fixed = FNI(fixed_body)();
    const ParticleBody* a = row->a >= 0 ? &p->bodies.data[row->a] : &fixed;
    const ParticleBody* b = row->b >= 0 ? &p->bodies.data[row->b] : &fixed;
    return row->kind == IMPI_ROW_PAIR ? a->inverse_mass + b->inverse_mass
                                      : FNI(point_inverse_mass)(a, row->arm_a, row->normal) +
                                            FNI(point_inverse_mass)(b, row->arm_b, row->normal);
}

static void weigh_row(const Particles* p, ParticleRow* row, float h, const impi_softness* soft)
{
    float k = inverse_mass_of(p, row);
    row->mass = inverse(k);
    float fall = FNI(row_fall)(p, row);
    row->early = fall < 0.0f ? -0.5f * h * fall : 0.0f;
    row->rate = soft->rate;
    row->part = soft->part;
    row->relief = soft->relief;
    if (row->kind <= IMPI_ROW_SOLID)
    {
        const ParticleBody *a = &p->bodies.data[row->a], *b = &p->bodies.data[row->b];
        row->tangent_mass = inverse(tangent_inverse_mass(a, row->arm_a) + tangent_inverse_mass(b, row->arm_b));
        row->roll_mass = inverse(a->inverse_inertia + b->inverse_inertia);
    }
    else if (p->links.data[row->link].stiffness > 0.0f && k > 0.0f)
    {
        // A damped spring, taken implicitly, as a soft constraint. Source: Catto 2011.
        const Link* link = &p->links.data[row->link];
        float firm = link->damping + h * link->stiffness, gamma = 1.0f / (h * firm);
        row->spring = true;
        row->rate = link->stiffness / firm;
        row->part = k / (k + gamma);
        row->relief = gamma / (k + gamma);
    }
}

void FNI(rows_prepare)(Particles* p, float h)
{
    // Rows that are swept to the end are rigid; the fewer the sweeps, the softer.
    int32_t sweeps = sweeps_of(p);
    float firm = sweeps > SOFT_SWEEPS ? (float)sweeps / SOFT_SWEEPS : 1.0f;
    const impi_softness rigid = {BIAS / h, 1.0f, 0.0f};
    impi_softness soft = sweeps < FEW_SWEEPS ? impi_softness_of(HERTZ * firm / h, DAMPING, h) : rigid;
    soft.rate = soft.rate < rigid.rate ? soft.rate : rigid.rate;
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        FNI(row_aim)(p, &p->rows.data[i], h);
        weigh_row(p, &p->rows.data[i], h, &soft);
    }
}

// Impulses

static void roll_both(const RowBodies* both, Spin twist)
{
    both->a->spin = FNI(spin_sub)(both->a->spin, FNI(spin_scale)(twist, both->a->inverse_inertia));
    both->b->spin = FNI(spin_add)(both->b->spin, FNI(spin_scale)(twist, both->b->inverse_inertia));
}

void FNI(rows_warm)(Particles* p, float scale)
{
    ParticleBody fixed = FNI(fixed_body)();
    for (int32_t i = 0; i < p->rows.count; ++i)
    {
        ParticleRow* row = &p->rows.data[i];
        const RowBodies both = FNI(row_both)(p, row, &fixed);
        row->normal_impulse *= scale;
        if (row->kind > IMPI_ROW_SOLID)
        {
            FNI(row_push)(&both, row, FN(vec_scale)(row->normal, row->normal_impulse));
            continue;
        }
        // The normal may have turned since.
        Vec t = FN(vec_scale)(row->tangent_impulse, scale);
        row->tangent_impulse = FNI(vec_add_scaled)(t, row->normal, -FN(vec_dot)(t, row->normal));
        row->roll_impulse = FNI(spin_scale)(row->roll_impulse, scale);
        if (row->normal_impulse > 0.0f)
        {
            FNI(row_push)(&both, row, FNI(vec_add_scaled)(row->tangent_impulse, row->normal, row->normal_impulse));
            roll_both(&both, row->roll_impulse);
        }
    }
}

// Rolling resistance: a twist against the relative spin, at most the lever times the normal impulse.
static void solve_rolling(ParticleRow* row, const RowBodies* both)
{
    Spin turns = FNI(spin_sub)(both->b->spin, both->a->spin);
    Spin twist = FNI(spin_sub)(row->roll_impulse, FNI(spin_scale)(turns, row->roll_mass));
    float most = row->rolling * row->normal_impulse, length = FNI(spin_length)(twist);
    twist = length > most ? FNI(spin_scale)(twist, most / length) : twist;
    roll_both(both, FNI(spin_sub)(twist, row->roll_impulse));
    row->roll_impulse = twist;
}

static void solve_friction(ParticleRow* row, const RowBodies* both)
{
    Vec v = FNI(row_velocity)(both, row);
    Vec slip = FNI(vec_add_scaled)(v, row->normal, -FN(vec_dot)(v, row->normal));
    Vec wanted = FNI(vec_add_scaled)(row->tangent_impulse, slip, -row->tangent_mass);
    float most = row->friction * row->normal_impulse, square = FN(vec_dot)(wanted, wanted);
    if (square > most * most)
    {
        wanted = FN(vec_scale)(wanted, most / sqrtf(square));
    }
    FNI(row_push)(both, row, FN(vec_sub)(wanted, row->tangent_impulse));
    row->tangent_impulse = wanted;
}

// The velocity along the normal that a row is to have, negated.
static float bias_of(const Particles* p, const ParticleRow* row, float h, float slop, bool biased)
{
    if (row->spring)
    {
        return row->rate * row->gap;
    }
    if (row->kind == IMPI_ROW_ROD)
    {
        return biased ? row->rate * row->gap : 0.0f;
    }
    if (row->gap > 0.0f)
    {
        return row->gap / h + (biased ? row->early : 0.0f);
    }
    float radius = row->kind <= IMPI_ROW_SOLID ? p->traits.data[row->a].radius : 0.0f;
    float push = PUSH_SPEED * (radius > 0.0f ? radius : p->def.length_unit);
    float deep = row->kind == IMPI_ROW_CABLE ? row->gap : row->gap + slop, back = row->rate * deep;
    return !biased || deep > 0.0f ? 0.0f : back < -push ? -push : back;
}

// Returns by how much the relative velocity has changed.
static float solve_row(ParticleRow* row, const RowBodies* both, float bias, float over, bool soft)
{
    // Arms of two balls are along the normal, and nothing turns.
    bool pair = row->kind == IMPI_ROW_PAIR;
    Vec v = pair ? FN(vec_sub)(both->b->velocity, both->a->velocity) : FNI(row_velocity)(both, row);
    float closing = FN(vec_dot)(v, row->normal);
    float part = soft ? row->part : 1.0f, relief = soft ? row->relief : 0.0f;
    float lack = row->mass * part * (closing + bias) + relief * row->normal_impulse;
    float impulse = row->normal_impulse - over * lack;
    impulse = row->kind == IMPI_ROW_ROD || impulse > 0.0f ? impulse : 0.0f;
    float more = impulse - row->normal_impulse;
    row->normal_impulse = impulse;
    if (pair)
    {
        both->a->velocity = FNI(vec_add_scaled)(both->a->velocity, row->normal, -more * both->a->inverse_mass);
        both->b->velocity = FNI(vec_add_scaled)(both->b->velocity, row->normal, more * both->b->inverse_mass);
    }
    else
    {
        FNI(row_push)(both, row, FN(vec_scale)(row->normal, more));
    }
    if (row->kind <= IMPI_ROW_SOLID && (impulse > 0.0f || FNI(vec_bits)(row->tangent_impulse)))
    {
        solve_friction(row, both);
        if (row->rolling > 0.0f)
        {
            solve_rolling(row, both);
        }
    }
    return row->mass > 0.0f && fabsf(more) > ROUNDING * fabsf(impulse) ? fabsf(more) / row->mass : 0.0f;
}

// Contacts keep their normals, along which their impulses are; links follow what they hold.
static void relax_aim(const Particles* p, ParticleRow* row)
{
    if (row->kind <= IMPI_ROW_SOLID)
    {
        row->gap = FNI(row_gap)(p, row);
    }
    else
    {
        FNI(row_aim)(p, row, 0.0f);
        row->mass = inverse(inverse_mass_of(p, row));
    }
}

void FNI(rows_solve)(Particles* p, float h, bool biased)
{
    ParticleBody fixed = FNI(fixed_body)();
    float slop = IMPI_PARTICLE_SLOP * p->def.length_unit;
    float settled = SETTLED * p->def.rest_speed;
    float last = INFINITY, over = OVER;
    int32_t sweeps = sweeps_of(p);
    for (int32_t sweep = 0; sweep < sweeps; ++sweep)
    {
        float most = 0.0f;
        over = sweeps >= FEW_SWEEPS && sweep < sweeps - 1 ? over : 1.0f;
        for (int32_t i = 0; i < p->rows.count; ++i)
        {
            ParticleRow* row = &p->rows.data[i];
            const RowBodies both = FNI(row_both)(p, row, &fixed);
            // A spring has had its impulse; and what has not been met may bounce in the next sub-step.
            bool rests = row->kind != IMPI_ROW_ROD && !(row->normal_impulse > 0.0f);
            if (!biased && (row->spring || (rests && row->gap > 0.0f)))
            {
                continue;
            }
            if (!biased && sweep == 0)
            {
                relax_aim(p, row);
            }
            bool soft = row->spring || (biased && (row->gap <= 0.0f || row->kind == IMPI_ROW_ROD));
            float change = solve_row(row, &both, bias_of(p, row, h, slop, biased), over, soft);
            most = change > most ? change : most;
        }
        if (most <= settled)
        {
            break;
        }
        // Corrections that grow are not relaxed over any more.
        over = most > GROWS * last ? 1.0f : over;
        last = most;
    }
}
