// SPDX-License-Identifier: MIT
//
// Particles in the plane: points with mass, and grains, that forces act on, that collide with each other and with
// solids, and that links hold together. No world is needed; world_particles2.h brings them into one.
//
// Particles are numbered from 0 on; the number of a removed one is free at once, and is the next one to be used again.
// A step takes all through a time, in sub-steps: forces, impacts in the order of their closing speed, then contacts and
// links, solved together, then positions. Every impulse acts on both sides, so momentum is kept to rounding; infinite
// masses take up what they are given.
//
// Positions, velocities and forces may be as small as they like. The same calls in the same order give the same bits on
// every machine. A particle that would leave the range of numbers stays where it is, without velocity. A call that
// changes particles answers IMP_ERR_BUSY from within a force function.

#ifndef IMPINGE_PARTICLES2_H
#define IMPINGE_PARTICLES2_H

#include "compound2.h"
#include "math2.h"
#include "particles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct imp2_particles imp2_particles;

/// Definition of particles; imp2_particles_default, or all zero, which is the same.
typedef struct imp2_particles_def
{
    imp2_vec gravity;       ///< acts on all of them, exactly, however long a step is [m/s^2]
    int32_t sub_steps;      ///< of each step, up to 64; 0 for 4
    imp_material material;  ///< of all; rolling_resistance needs `turn`, and tangent_speed does not count
    bool collide;           ///< they collide with each other, too; else only with solids
    bool turn;              ///< they have angular velocities, as filled circles or spheres: friction makes them roll
    int32_t rest;           ///< IMP_REST_...
    float rest_speed;       ///< slower impacts do not bounce [m/s]; 0 for length_unit / 10 s
    float length_unit;      ///< about the size of things [m]: scale of tolerances; 0 for 1
    const imp_allocator* allocator;  ///< null for malloc
} imp2_particles_def;

/// The defaults of a null definition and of a zeroed one, in numbers.
IMP_API imp2_particles_def imp2_particles_default(void);

/// A particle. Begin with imp2_particle_default; all zero is a point at the origin that nothing moves.
typedef struct imp2_particle
{
    imp2_vec position;       ///< [m]
    imp2_vec velocity;       ///< [m/s]
    float angular_velocity;  ///< [rad/s]; 0 unless they turn
    float mass;              ///< [kg]; 0 for an infinite one, which keeps its velocity
    float radius;            ///< 0 or more [m]; solids feel a thousandth of the length unit at least
    float damping;           ///< part of the velocity that is lost in a second, for small parts [1/s]; 0 or more
    uint32_t groups;         ///< bits; forces act on some of them
} imp2_particle;

/// A mass of 1, the group 1, and nothing else.
IMP_API imp2_particle imp2_particle_default(void);

/// An end of a force or a link. All zero is the origin of the world.
typedef struct imp2_end
{
    int32_t kind;      ///< IMP_END_...
    int32_t particle;  ///< its number
    uint64_t solid;    ///< its id; of a body of a world the id of its handle
    imp2_vec point;    ///< in the world, or in the solid's frame [m]
} imp2_end;

/// The state that a force function is told.
typedef struct imp2_force_input
{
    int32_t particle;   ///< its number; -1 for a solid
    uint64_t solid;     ///< its id; 0 for a particle
    imp2_vec position;  ///< of what it acts on [m]
    imp2_vec velocity;  ///< there [m/s]
    float mass;         ///< 0 for an infinite one [kg]
    float time;         ///< since the particles were made [s]
} imp2_force_input;

/// A force generator. Which numbers count depends on the kind; all others are not looked at.
typedef struct imp2_force
{
    int32_t kind;     ///< IMP_FORCE_...
    uint32_t groups;  ///< acts on all particles of any of these groups; 0: on `a` alone
    imp2_end a;       ///< what it acts on; of a spring one end
    imp2_end b;       ///< the other end of a spring; a point of the world anchors it
    imp2_vec vector;  ///< acceleration [m/s^2], velocity of the air [m/s], or upward normal
    imp2_vec center;  ///< of an attractor or an explosion; a point of a surface [m]
    float strength;   ///< stiffness [N/m]; density [kg/m^2]; of an attractor [m^3/s^2]; impulse [N s];
                      ///< speed of gusts [m/s]
    float damping;    ///< of a spring [N s/m]
    float length;     ///< rest length; reach; softening; size of gusts [m]
    float linear;     ///< drag [N s/m]
    float quadratic;  ///< drag [N s^2/m^2]
    float
        volume;  ///< buoyancy of a solid's point: what it displaces when it is wholly under [m^2], which it is `length`
                 ///< below the surface; a particle displaces its circle
    void (*function)(void* user, const imp2_force_input* input,
                     imp2_vec* force);  ///< of IMP_FORCE_USER: adds to force [N]
    void* user;                         ///< passed on unread
} imp2_force;

/// A link. With a stiffness it is a spring that is solved implicitly: stable however stiff it is and however long a
/// step.
typedef struct imp2_link
{
    int32_t kind;  ///< IMP_LINK_...
    imp2_end a, b;
    float length;       ///< [m]
    float restitution;  ///< of a cable that becomes taut: 0 none, 1 all
    float stiffness;    ///< [N/m]; 0 does not stretch
    float damping;      ///< with a stiffness [N s/m]
} imp2_link;

/// A solid that particles collide with in a step: a wall, or a body of the caller's.
typedef struct imp2_solid
{
    int32_t kind;    ///< IMP_SOLID_...
    imp2_pose pose;  ///< as the step begins; both c and s zero: not turned
    imp2_vec half;   ///< extents of a box, half of each [m]; outward unit normal of a half-space, in its frame
    float radius;    ///< of a box [m]
    const imp2_compound* compound;  ///< of IMP_SOLID_COMPOUND
    imp2_vec velocity;              ///< of its centre of mass [m/s]
    imp2_vec acceleration;       ///< that the caller will add to the velocity, as by gravity: contacts bear it [m/s^2]
    float angular_velocity;      ///< [rad/s]
    float angular_acceleration;  ///< as acceleration [rad/s^2]
    imp2_vec center;             ///< of mass, in its frame [m]
    float inverse_mass;          ///< 0 is not pushed [1/kg]
    float inverse_inertia;       ///< about the centre [1/(kg m^2)]
    imp_material material;       ///< combined with that of the particles as an imp_surface is
    uint64_t id;                 ///< of its body, not 0: contacts last from step to step by it. Solids of one body have
                                 ///< the same, and come one after the other; velocities and masses of the first count
} imp2_solid;

/// The push of particles, forces and links on a solid in the last step.
typedef struct imp2_solid_push
{
    uint64_t id;
    imp2_vec impulse;       ///< [N s]
    float angular_impulse;  ///< about its centre of mass [N m s]
} imp2_solid_push;

/// A contact of the last step.
typedef struct imp2_particle_contact
{
    int32_t a;         ///< the number of a particle
    int32_t b;         ///< that of another, or -1
    uint64_t solid;    ///< the id of the solid, or 0
    imp2_vec point;    ///< on the surface of b, or of the solid [m]
    imp2_vec normal;   ///< unit vector, from a
    imp2_vec impulse;  ///< on b, or on the solid, in the whole step [N s]
} imp2_particle_contact;

/// Empty particles.
///
/// def       null for the defaults
/// out       to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (sub_steps, rest,
///           restitution above 1), IMP_ERR_MEMORY
IMP_API imp_status imp2_particles_make(const imp2_particles_def* def, imp2_particles** out);

/// Gives back all memory. Null is allowed.
IMP_API void imp2_particles_free(imp2_particles* particles);

/// The definition with which they were made; zeros have become what they stand for.
///
/// returns   IMP_OK, IMP_ERR_NULL
IMP_API imp_status imp2_particles_get_def(const imp2_particles* particles, imp2_particles_def* out);

/// Adds particles.
///
/// items     count of them
/// numbers   their numbers, count of them, or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (below 0), IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_MEMORY; when it fails, none is added
/// cost      O(count)
IMP_API imp_status imp2_particles_add(imp2_particles* particles, const imp2_particle* items, int32_t count,
                                      int32_t* numbers);

/// Removes particles, and the forces and links that hold on to them.
///
/// numbers   count of them, each once
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (below 0), IMP_ERR_HANDLE (not in use, or twice); when
///           it fails, none is removed
/// cost      O(count + forces + links)
IMP_API imp_status imp2_particles_remove(imp2_particles* particles, const int32_t* numbers, int32_t count);

/// How many there are; numbers are below `limit`.
///
/// count, limit   or null
/// returns   IMP_OK, IMP_ERR_NULL (particles)
IMP_API imp_status imp2_particles_count(const imp2_particles* particles, int32_t* count, int32_t* limit);

/// A particle as it is now.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_particles_get(const imp2_particles* particles, int32_t number, imp2_particle* out);

/// Changes a particle to anything.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp2_particles_set(imp2_particles* particles, int32_t number, const imp2_particle* particle);

/// Positions of all particles by number, for drawing; that of a number that is not in use is the origin.
///
/// out       room for `capacity` of them; null when capacity is 0
/// count     how many there are: the limit of numbers; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE
IMP_API imp_status imp2_particles_positions(const imp2_particles* particles, imp2_vec* out, int32_t capacity,
                                            int32_t* count);

/// Adds a force that acts on a particle throughout the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(1)
IMP_API imp_status imp2_particles_apply_force(imp2_particles* particles, int32_t number, imp2_vec force);

/// Changes the velocity of a particle by an impulse, at once; an infinite mass keeps its own.
///
/// returns   those of imp2_particles_apply_force
/// cost      O(1)
IMP_API imp_status imp2_particles_apply_impulse(imp2_particles* particles, int32_t number, imp2_vec impulse);

/// Adds a force generator.
///
/// number    its number: the lowest free one; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_RANGE (kind, kind of an end, no function, normal off from unit
///           length by more than 2^-10), IMP_ERR_HANDLE (a particle that is not there), IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// cost      O(1); each sub-step O(particles) for a force on groups
IMP_API imp_status imp2_particles_add_force(imp2_particles* particles, const imp2_force* force, int32_t* number);

/// Changes a force generator to another one: a wind that turns.
///
/// returns   those of imp2_particles_add_force; IMP_ERR_HANDLE also for a number that is not in use
IMP_API imp_status imp2_particles_set_force(imp2_particles* particles, int32_t number, const imp2_force* force);

/// A force generator.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp2_particles_get_force(const imp2_particles* particles, int32_t number, imp2_force* out);

/// Removes a force generator.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
IMP_API imp_status imp2_particles_remove_force(imp2_particles* particles, int32_t number);

/// Adds a link.
///
/// number    its number: the lowest free one; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_RANGE (kind, kind of an end, restitution above 1),
///           IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// cost      O(1)
IMP_API imp_status imp2_particles_add_link(imp2_particles* particles, const imp2_link* link, int32_t* number);

/// A link.
///
/// tension   the force along it in the last step, above 0 where it pulls [N]; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp2_particles_get_link(const imp2_particles* particles, int32_t number, imp2_link* out,
                                           float* tension);

/// Removes a link.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
IMP_API imp_status imp2_particles_remove_link(imp2_particles* particles, int32_t number);

/// Takes all particles through a time.
///
/// Nothing passes through a solid, however fast it is. Two particles that come past each other by more than their size
/// in a step may miss each other.
///
/// solids    count of them; they move with their velocities in it, and the caller moves them afterwards. Null when
///           count is 0
/// time      above 0 [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (below 0), IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_ROTATION, IMP_ERR_RANGE (kind, id of a solid, restitution above 1, normal off
///           from unit length by more than 2^-10, time is 0), IMP_ERR_COMPOUND, IMP_ERR_MEMORY: then nothing has
///           changed
/// exact     flight under gravity, and bounces off what stands, are closed forms within the rounding of floats
/// cost      O(particles (1 + near solids) + contacts) for each sub-step; pairs are found once in a step
/// source    symplectic Euler; sequential impulses with soft contacts (Catto 2024) in small steps (Macklin 2019);
///           impacts by closing speed (Millington 2007)
IMP_API imp_status imp2_particles_step(imp2_particles* particles, const imp2_solid* solids, int32_t count, float time);

/// Pushes of the last step on solids: one for each body that has a mass and was pushed, in their order.
///
/// out       room for `capacity` of them; null when capacity is 0
/// count     how many there are; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE
IMP_API imp_status imp2_particles_pushes(const imp2_particles* particles, imp2_solid_push* out, int32_t capacity,
                                         int32_t* count);

/// Contacts of the last step that have an impulse.
///
/// out       room for `capacity` of them; null when capacity is 0
/// count     how many there are; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE
IMP_API imp_status imp2_particles_contacts(const imp2_particles* particles, imp2_particle_contact* out,
                                           int32_t capacity, int32_t* count);

/// Figures of the last step.
///
/// returns   IMP_OK, IMP_ERR_NULL
IMP_API imp_status imp2_particles_stats(const imp2_particles* particles, imp_particle_stats* out);

/// A hash of the state: equal for equal runs, on every machine.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(particles + contacts)
IMP_API imp_status imp2_particles_hash(const imp2_particles* particles, uint64_t* out);

/// Saves a snapshot: a run restored from it gives the same bits as if it had never been left.
///
/// bytes     room for them, or null to get their count
/// capacity  how many there is room for
/// count     how many there are; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE
/// exact     all to the bit but functions of the caller's: a force of IMP_FORCE_USER is saved as a removed one
/// cost      O(particles + contacts + links); no memory
IMP_API imp_status imp2_particles_save(const imp2_particles* particles, uint8_t* bytes, int32_t capacity,
                                       int32_t* count);

/// Restores particles from a snapshot, whatever they are now. Numbers are those that were saved.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (too few to be any snapshot), IMP_ERR_FORMAT (damaged,
///           or never particles), IMP_ERR_VERSION, IMP_ERR_MEMORY; they are as they were, if not IMP_OK
/// exact     everything is checked: no bytes at all can do harm
/// cost      O(n) of all that is in it
IMP_API imp_status imp2_particles_load(imp2_particles* particles, const uint8_t* bytes, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
