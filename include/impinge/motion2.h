// SPDX-License-Identifier: MIT
//
// What happens when two things in the plane have met: new velocities from impulses; and many things through a step, from
// one meeting to the next. No world.

#ifndef IMPINGE_MOTION2_H
#define IMPINGE_MOTION2_H

#include "broad.h"
#include "narrow2.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The moving half of a body. Inverse masses of 0 do not move, or do not turn.
typedef struct imp2_dynamics
{
    imp2_vec center;         ///< centre of mass in the world; may be as near to 0 as it likes [m]
    imp2_vec velocity;       ///< of the centre [m/s]
    float angular_velocity;  ///< [rad/s]
    float inverse_mass;      ///< [1/kg]
    float inverse_inertia;   ///< about the centre [1/(kg m^2)]
} imp2_dynamics;

/// The impulses at the points of a manifold, on B (and reversed on A) [N s].
typedef struct imp2_impulse
{
    float normal[2];   ///< along the normal, 0 or more
    float tangent[2];  ///< along the normal turned by a quarter to the left
} imp2_impulse;

/// New velocities of two bodies that have met.
///
/// Velocities and spins may be as small as they like. Points that separate already get no impulse. Two points are
/// solved together, so that a box that lands flat does not start to turn. Friction follows after the bounce: a point
/// whose sliding can be stopped by static_friction times its normal impulse stops, any other slides on, slowed by
/// friction times it.
///
/// manifold  from imp2_collide; without points nothing happens
/// surface   of both; rolling_resistance and tangent_speed do not count here
/// static_friction   while sticking; surface->friction where that is larger, so 0 for no other
/// a, b      velocities and spins are changed; untouched on error
/// out       the impulses, or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, a count that is not 0, 1 or 2, or a result too large)
/// exact     linear and angular momentum are conserved to rounding; kinetic energy does not grow beyond rounding
/// cost      O(1)
/// source    impulses after Newton's law of restitution and Coulomb's law, two-point normal solve by enumeration
///           (Cottle and Dantzig 1968)
IMP_API imp_status imp2_respond(const imp2_manifold* manifold, const imp_surface* surface, imp2_dynamics* a,
                                imp2_dynamics* b, float static_friction, imp2_impulse* out);

/// The arcade form: one thing without spin meets something that does not move.
///
/// The order of a step: add its forces to the velocity, find what touches (imp2_collide with a small margin), call this
/// for each contact, and only then move. A thing that moves first and is pushed out afterwards creeps down its slope,
/// because the push goes along the normal and not back where it came from.
///
/// Velocity, normal and step may have components as small as they like.
///
/// velocity  of the thing, after the step's forces were added [m/s]
/// normal    unit vector out of the obstacle
/// surface   rolling_resistance and tangent_speed do not count here
/// step      the velocity that this step's forces have added (gravity times the time step) [m/s]. The part of the
///           approach that they built up does not bounce, so things come to rest; with static friction at least the
///           tangent of the slope they stand still.
/// static_friction   as for imp2_respond
/// out       new velocity: never into the obstacle, to rounding
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, or normal off from unit length by more than 2^-10)
/// cost      O(1)
IMP_API imp_status imp2_respond_arcade(imp2_vec velocity, imp2_vec normal, const imp_surface* surface, imp2_vec step,
                                       float static_friction, imp2_vec* out);

// Many things in one step, in the order of time: for games that move things by displacements and want to know what they
// meet, and where they are in the end.

/// What a thing does when it meets another.
enum
{
    IMP_RESPONSE_FIRM = 0,  ///< it stands, or moves as told, and gives way to nothing: walls, lifts
    IMP_RESPONSE_STOP,      ///< its own motion ends; what runs into it pushes it
    IMP_RESPONSE_SLIDE,     ///< what goes into the other ends, and it goes on along it
    IMP_RESPONSE_BOUNCE,    ///< it is thrown back
    IMP_RESPONSE_PASS,      ///< it goes on, and so does the other: sensors, and bullets that count what they cross
    IMP_RESPONSE_COUNT
};

/// A thing that takes part in a step, from time 0 to time 1. All zero but the compound stands at the origin and is firm.
typedef struct imp2_swept
{
    const imp2_compound* compound;
    imp2_pose pose;         ///< at time 0
    imp2_vec motion;        ///< displacement over the step if it meets nothing; may be as small as it likes [m]
    float turn;             ///< rotation about the pose's origin over the step, within +-2^10 rad; it becomes no more
    int32_t response;       ///< IMP_RESPONSE_...
    float restitution;      ///< of what bounces: 0 none, 1 all
    float inverse_mass;     ///< of what answers [1/kg]; 0 gives way to what is firm, and to others of 0, alone
    float inverse_inertia;  ///< about the pose's origin, which should be the centre of mass [1/(kg m^2)]; 0 turns as
                            ///< told, and so does what has no inverse mass
    imp_filter filter;      ///< who meets whom; all zero meets all
} imp2_swept;

/// Two things have met.
typedef struct imp2_sweep_event
{
    int32_t a, b;            ///< their numbers, a < b
    int32_t part_a, part_b;  ///< the parts that meet
    imp2_hit hit;            ///< its time is that of the step, its normal from a to b
    float speed;             ///< how fast they come together there, along the normal [m in a step]
} imp2_sweep_event;

/// How a thing has come through the step.
typedef struct imp2_swept_end
{
    imp2_pose pose;   ///< at time 1
    imp2_vec motion;  ///< its motion now, as displacement over a whole step [m]
    float turn;       ///< the same of its turn [rad]
    float time;       ///< until when it has moved: 1; or less when it had too many meetings, and the rest is lost
    int32_t events;   ///< meetings that it has answered
} imp2_swept_end;

/// What has happened in a step: in the memory of what has found it out, good until its next call.
typedef struct imp2_sweep_result
{
    const imp2_sweep_event* events;  ///< as they happened: by time; of those ahead at the same time by a, then by b
    int32_t event_count;
    const imp2_swept_end* ends;  ///< one for each thing
    int32_t end_count;
} imp2_sweep_result;

/// Takes many things through a step. It keeps memory from call to call, and nothing else.
typedef struct imp2_sweeps imp2_sweeps;

/// A new one.
///
/// allocator null for malloc
/// out       it, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
IMP_API imp_status imp2_sweeps_make(const imp_allocator* allocator, imp2_sweeps** out);

/// Gives back all memory. Null is allowed.
IMP_API void imp2_sweeps_free(imp2_sweeps* sweeps);

/// Moves things that may meet each other several times in a step: always the earliest meeting first. What has met
/// answers, and goes on from there with its new motion for the rest of the step.
///
/// Two meet when their filters agree and not both are firm. Then, in this order:
/// - Where one of them passes, both go on. That is told once in a step, when they first meet.
/// - What stops, and meets something for the first time in the step, has no motion any more. From then on it slides as it
///   is pushed.
/// - If they still come together, an impulse along the normal parts them: with the greater of their restitutions, which
///   is none of what does not bounce, shared by their masses as imp2_respond does. What is firm gives way to nothing;
///   two that both have an inverse mass of 0 share like equals. There is no friction. What slides in a corner of two
///   things that do not give way stays there.
/// What touches and does not approach has not met: what lies on a floor may slide. What overlaps at the start has met if
/// it goes deeper, along its way out; it is not pushed out, and may leave. Turns are told by one point where they meet.
///
/// things    count of them; their order only decides who comes first of those who meet at the same time
/// limit     meetings that a thing may answer in a step, up to 2^16; 0 for 32. At the next one it stands: the rest of its
///           way is lost, and it is firm to others; its motion is told as it was. So there is an end to what is squeezed.
/// out       what has happened
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (count or limit), IMP_ERR_COMPOUND, IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (response, restitution above 1, turn;
///           or numbers become larger than 2^60), IMP_ERR_MEMORY
/// exact     times within 8 ulp of the two sizes (reach and radius of the compounds), divided by the closing speed,
///           however long the way is; the place across the way to 2^-23 of the way. Positions and motions are kept in
///           doubles. What was apart overlaps by no more than 16 ulp of the scale in the end; what slides or stops is
///           left 2^-20 of the sizes away. Where something turns, meetings may be told that are nearly passed by, and all
///           that is by 2^-12 of the size; what does not bounce then parts a little from what turns, so as not to be met
///           by its arc at once. Nothing that answers gets through what is firm, or answers.
/// cost      O((n + events) log n) and a sweep for each pair whose ways may cross. Memory is kept from call to call; where
///           things have gone elsewhere, putting them in order takes some more, and gives it back
/// source    event-driven simulation (Alder and Wainwright 1959), stale events recognised by stamps (Lubachevsky 1991)
IMP_API imp_status imp2_sweep_many(imp2_sweeps* sweeps, const imp2_swept* things, int32_t count, int32_t limit,
                                   imp2_sweep_result* out);

#ifdef __cplusplus
}
#endif

#endif
