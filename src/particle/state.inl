// SPDX-License-Identifier: MIT
//
// The state of particles: one store, indexed by number, that forces, contacts, links (and later soft bodies and
// fluids) share.
//
//     number -> bodies      what is solved: velocities, inverse masses; behind the particles those of a step's solids
//               positions
//               traits      what hardly changes: radius, damping, groups
//               applied     forces of the caller's, for one step
//
// Arrays are of structs: a contact reads all of a particle at once, and a stream over all is bound by memory either
// way.
//
// Rows are the constraints of a step: contacts of two particles, contacts with solids, links; in this order, each
// sorted by the numbers of its ends. They are found anew in each step and take their impulses over from the rows
// before.

#ifndef AXES
#include "impinge/broad3.h"
#include "impinge/particles3.h"

#include "../base/array.h"
#include "particle.h"

#include "../math/dim3.h"
#endif

/// The numbers of a particle, or of a solid, that the solver reads and writes.
typedef struct FNI(particle_body)
{
    Vec velocity;
    Spin spin;
    float inverse_mass, inverse_inertia;
    uint32_t flags;  // IMPI_PARTICLE_...
} FNI(particle_body);

typedef struct FNI(particle_traits)
{
    float mass, radius, damping;
    uint32_t groups;
} FNI(particle_traits);

/// A constraint between two bodies, along a normal: a gap that must not become negative, or that must be 0.
typedef struct FNI(particle_row)
{
    int32_t a, b;      // bodies; a solid's is `limit` and its place in the step; -1 is a fixed point
    int32_t kind;      // IMPI_ROW_...
    int32_t link;      // its number; of a contact with a solid which one of its body's it is
    Vec normal;        // from a to b; of a link from b to a, so that its gap opens along it, too
    Vec arm_a, arm_b;  // from the centres to the points where impulses act; of a contact with a solid arm_b is from its
                       // centre, in the world
    Vec anchor_a,
        anchor_b;  // points of the ends of a link that are no particles; of a contact that of the solid's surface
    float gap;
    float early;  // what a fall adds to the velocity at the end of a sub-step, and not to the way [m/s]
    float friction, restitution, rolling;
    float mass, tangent_mass, roll_mass;
    bool spring;               // a link with a stiffness
    float rate, part, relief;  // soft constraint, as impi_softness
    float normal_impulse;
    Vec tangent_impulse;
    Spin roll_impulse;
    Vec total;  // impulse on b in the whole step
    uint64_t solid;
} FNI(particle_row);

typedef struct FNI(particle_rows)
{
    IMPI_ARRAY(ParticleRow)
} FNI(particle_rows);

/// A tangent plane of a solid near a point.
typedef struct FNI(solid_plane)
{
    Vec point, normal;  // nearest point of its surface; outward
    float distance;     // of the point from it; below 0 inside
} FNI(solid_plane);

/// A body of solids after a step: how it was before, and what it was given.
typedef struct FNI(solid_before)
{
    uint64_t id;
    Vec velocity;
    Spin spin;
    Vec impulse;
    Spin angular_impulse;
} FNI(solid_before);

/// A solid in a step.
typedef struct FNI(placed_solid)
{
    Solid solid;
    int32_t first;   // place of the first solid of its body: that of the solver's body, too
    Box box;         // around it
    bool unbounded;  // a half-space
    bool moves;
    Rot turned;
    Vec center;    // of mass, in the world; moves in sub-steps
    Vec at_start;  // velocity as the step began
    Spin spin_at_start;
    imp_surface surface;  // combined with the particles' material
} FNI(placed_solid);

struct FN(particles)
{
    ParticlesDef def;
    imp_allocator allocator;
    double time;
    float last_step;  // length of the last sub-step; 0 before the first one
    float last_time;  // and of the last step
    int32_t used;     // particles
    int32_t limit;    // numbers are below it
    int32_t force_holes, link_holes;
    bool forced;  // some of `applied` are not zero
    bool busy;    // within a function of the caller's
    imp_particle_stats stats;
    struct
    {
        IMPI_ARRAY(ParticleBody)
    } bodies;
    struct
    {
        IMPI_ARRAY(Vec)
    } positions, applied, gained, starts, probes;
    struct
    {
        IMPI_ARRAY(ParticleTraits)
    } traits;
    struct
    {
        IMPI_ARRAY(int32_t)
    } free, probed;
    struct
    {
        IMPI_ARRAY(Generator)
    } forces;
    struct
    {
        IMPI_ARRAY(Link)
    } links;
    struct
    {
        IMPI_ARRAY(float)
    } tensions;                     // of links, in the last step
    FNI(particle_rows) rows, next;  // of the last step, and those that are being found
    int32_t pair_rows,
        solid_rows;  // how many of rows are contacts of two particles, and with solids; the others are links
    int32_t next_pairs, next_solids;
    struct
    {
        IMPI_ARRAY(PlacedSolid)
    } solids;  // of a step
    struct
    {
        IMPI_ARRAY(SolidBefore)
    } before;  // bodies of the solids that could be pushed in the last step
    struct
    {
        IMPI_ARRAY(impi_impact)
    } impacts;
    struct
    {
        IMPI_ARRAY(int32_t)
    } row_starts, row_lists, heap_places;  // rows of each body; where a row is among impacts, or -1
    bool bouncing;                         // some rows may bounce
    Points* points;
};
