// SPDX-License-Identifier: MIT
//
// Functions of this room that its files call of each other.

#ifndef AXES
#include "impinge/broad3.h"
#include "impinge/particles3.h"

#include "../base/array.h"
#include "particle.h"

#include "../math/dim3.h"

#include "state.inl"
#endif

/// A step, in its order: rows are found, and then in each sub-step
///
///     forces -> rows prepared -> impacts -> warm start, solve -> positions -> relax
///
/// Until rows are found nothing has changed, and all memory is there.

// solids.inl, solid_compound.inl

/// How a kind of solid answers.
typedef struct FNI(solid_kind)
{
    /// 0, or a fault of its numbers.
    int32_t (*fault)(const Solid* solid);
    /// The box around it; null for one without bounds.
    imp_status (*bounds)(const Solid* solid, Box* out);
    /// Tangent planes nearer to a point than reach: as many as IMPI_PLANES_MOST, the nearest first. Returns how many.
    int32_t (*planes)(const Solid* solid, Vec point, float reach, SolidPlane* out);
    /// Whether it can tell at once how FNI(solid_trace) ends; or null.
    bool (*cast)(const Solid* solid, Vec from, Vec motion, float radius, float* time, SolidPlane* out, bool* met);
} FNI(solid_kind);

/// The kind of solid that a compound is.
int32_t FNI(solid_compound_fault)(const Solid* solid);
imp_status FNI(solid_compound_bounds)(const Solid* solid, Box* out);
int32_t FNI(solid_compound_planes)(const Solid* solid, Vec point, float reach, SolidPlane* out);

extern const SolidKind FNI(solid_kinds)[IMP_SOLID_KIND_COUNT];

/// The one plane of a placed half-space; `half` is its unit normal in the world.
static inline SolidPlane FNI(half_space_plane)(const Solid* solid, Vec point)
{
    float distance = FN(vec_dot)(solid->half, FN(vec_sub)(point, solid->pose.p));
    const SolidPlane r = {FNI(vec_add_scaled)(point, solid->half, -distance), solid->half, distance};
    return r;
}

/// Whether a point may be nearer to a solid than reach.
static inline bool FNI(solid_is_near)(const PlacedSolid* s, Vec point, float reach)
{
    if (s->solid.kind == IMP_SOLID_HALF_SPACE)
    {
        return FN(vec_dot)(s->solid.half, FN(vec_sub)(point, s->solid.pose.p)) <= reach;
    }
    bool near = true;
    for (int k = 0; k < AXES && !s->unbounded; ++k)
    {
        near = near && AT(point, k) + reach >= AT(s->box.lower, k) && AT(point, k) - reach <= AT(s->box.upper, k);
    }
    return near;
}

/// Whether a motion surely ends before a solid, by its nearest plane: a convex one lies behind that.
static inline bool FNI(solid_is_missed)(const PlacedSolid* s, const SolidPlane* nearest, Vec way, float radius)
{
    float into = FN(vec_dot)(way, nearest->normal);
    return s->solid.kind != IMP_SOLID_COMPOUND && nearest->distance + (into < 0.0f ? into : 0.0f) > radius;
}

/// Faults of the solids of a step as a status, or IMP_OK.
imp_status FNI(solids_status)(const Solid* solids, int32_t count);

/// Places solids for a step. Room for them has been made.
void FNI(solids_place)(Particles* p, const Solid* solids, int32_t count);

/// Finds where a ball that moves first touches a solid: the part of its motion, 0 to 1, and the plane. False if it does
/// not, or leaves it.
bool FNI(solid_trace)(const Solid* solid, Vec from, Vec motion, float radius, float* time, SolidPlane* out);

/// The place of a solid in this step by its id, or -1.
int32_t FNI(solid_find)(const Particles* p, uint64_t id);

// store.inl

/// Whether a number is that of a particle.
static inline bool FNI(particle_is_used)(const Particles* p, int32_t number)
{
    return number >= 0 && number < p->limit && p->bodies.data[number].flags & IMPI_PARTICLE_USED;
}

int32_t FNI(particles_def_fault)(const ParticlesDef* def);

/// Room for numbers below a limit.
imp_status FNI(particles_reserve)(Particles* p, int64_t limit);

/// Writes a particle over whatever its number was.
void FNI(particle_write)(Particles* p, int32_t number, const Particle* item);

// forces.inl

int32_t FNI(force_fault)(const Particles* p, const Generator* force);

/// Velocity that forces add in a sub-step, of all bodies; it is in `gained`, too.
void FNI(forces_apply)(Particles* p, float h, bool first);

/// Removes what acts only once.
void FNI(forces_expire)(Particles* p);

// ends.inl

int32_t FNI(end_fault)(const Particles* p, const End* end);
int32_t FNI(link_fault)(const Particles* p, const Link* link);

/// The body and the place of an end.
typedef struct FNI(end_state)
{
    int32_t body;  // -1: a fixed point, or a solid that is not there
    bool gone;     // a solid that is not there
    Vec position, arm;
} FNI(end_state);

FNI(end_state) FNI(end_now)(const Particles* p, const End* end);

/// Adds an impulse at an arm from the centre of a body.
static inline void FNI(push_body)(ParticleBody* body, Vec arm, Vec impulse)
{
    body->velocity = FNI(vec_add_scaled)(body->velocity, impulse, body->inverse_mass);
    if (body->inverse_inertia > 0.0f)
    {
        body->spin = FNI(spin_add)(body->spin, FNI(spin_scale)(FNI(spin_lever)(arm, impulse), body->inverse_inertia));
    }
}

static inline Vec FNI(point_velocity)(const ParticleBody* body, Vec arm)
{
    return FN(vec_add)(body->velocity, FNI(spin_velocity)(body->spin, arm));
}

/// Velocity of an end, in a step: the bodies of solids are those of its step alone.
static inline Vec FNI(end_velocity)(const Particles* p, const FNI(end_state) * end)
{
    return end->body < 0          ? FNI(vec_none)()
           : end->body < p->limit ? p->bodies.data[end->body].velocity
                                  : FNI(point_velocity)(&p->bodies.data[end->body], end->arm);
}

/// Inverse mass of a body at an arm, along a unit vector.
static inline float FNI(point_inverse_mass)(const ParticleBody* body, Vec arm, Vec direction)
{
    Vec moved = FNI(spin_velocity)(FNI(spin_scale)(FNI(spin_lever)(arm, direction), body->inverse_inertia), arm);
    return body->inverse_mass + FN(vec_dot)(moved, direction);
}

// contacts.inl

/// Forgets the rows of the last step, whose bodies are others now.
static inline void FNI(rows_forget)(Particles* p)
{
    p->rows.count = p->pair_rows = p->solid_rows = 0;
}

/// Finds all rows of a step, in p->next, with the impulses of the rows before. Returns IMP_OK or IMP_ERR_MEMORY;
/// nothing has changed then.
imp_status FNI(rows_find)(Particles* p, float time);

/// Puts the rows that were found in the place of those before.
void FNI(rows_take)(Particles* p);

// rows.inl

/// Aims a row: its normal is that of the moment in this sub-step at which its two touch, or are nearest; its gap is
/// along it.
void FNI(row_aim)(const Particles* p, ParticleRow* row, float h);

/// Aims rows and finds their effective masses.
void FNI(rows_prepare)(Particles* p, float h);

/// Radius of a particle for solids.
static inline float FNI(contact_radius)(const Particles* p, int32_t i)
{
    float skin = IMPI_PARTICLE_SKIN * p->def.length_unit;
    return p->traits.data[i].radius > skin ? p->traits.data[i].radius : skin;
}

/// Impulses of the sub-step before, scaled to this one's length.
void FNI(rows_warm)(Particles* p, float scale);

/// Solves all rows until what they change is small, or so many sweeps; with a bias that takes penetration back, or
/// without.
void FNI(rows_solve)(Particles* p, float h, bool biased);

/// The point where the surfaces of a contact meet.
Vec FNI(row_point)(const Particles* p, const ParticleRow* row);

/// The gap of a row along its normal, at the positions of now.
float FNI(row_gap)(const Particles* p, const ParticleRow* row);

static inline bool FNI(was_pushed)(const SolidBefore* b)
{
    return FNI(vec_bits)(b->impulse) || FNI(spin_bits)(b->angular_impulse);
}

/// Acceleration of a particle along a parabola.
static inline Vec FNI(body_fall)(const Particles* p, int32_t body)
{
    bool falls = body >= 0 && body < p->limit && p->bodies.data[body].flags & IMPI_PARTICLE_FALLS;
    return falls ? p->def.gravity : FNI(vec_none)();
}

/// How b falls against a along the normal of a row.
static inline float FNI(row_fall)(const Particles* p, const ParticleRow* row)
{
    return FN(vec_dot)(row->normal, FN(vec_sub)(FNI(body_fall)(p, row->b), FNI(body_fall)(p, row->a)));
}

/// A body that nothing moves.
static inline ParticleBody FNI(fixed_body)(void)
{
    const ParticleBody r = {.inverse_mass = 0.0f};
    return r;
}

/// The two bodies of a row. What is fixed is a body of its own, which nothing moves.
typedef struct FNI(row_bodies)
{
    ParticleBody* a;
    ParticleBody* b;
} FNI(row_bodies);

static inline RowBodies FNI(row_both)(Particles* p, const ParticleRow* row, ParticleBody* fixed)
{
    const RowBodies r = {row->a >= 0 ? &p->bodies.data[row->a] : fixed, row->b >= 0 ? &p->bodies.data[row->b] : fixed};
    return r;
}

/// An impulse on b, and reversed on a.
static inline void FNI(row_push)(const RowBodies* both, const ParticleRow* row, Vec impulse)
{
    FNI(push_body)(both->a, row->arm_a, FN(vec_negate)(impulse));
    FNI(push_body)(both->b, row->arm_b, impulse);
}

/// Velocity of the point of b against that of a.
static inline Vec FNI(row_velocity)(const RowBodies* both, const ParticleRow* row)
{
    return FN(vec_sub)(FNI(point_velocity)(both->b, row->arm_b), FNI(point_velocity)(both->a, row->arm_a));
}

// impacts.inl

imp_status FNI(impacts_reserve)(Particles* p);

/// Lists the rows of each body.
void FNI(impacts_index)(Particles* p);

/// Impacts of a sub-step, in the order of their closing speed.
void FNI(impacts_run)(Particles* p, float h);
