// SPDX-License-Identifier: MIT
//
// Collision response in space: new velocities of two bodies from impulses; and many things through a step, from one
// time of impact to the next. No world.

#ifndef IMPINGE_MOTION3_H
#define IMPINGE_MOTION3_H

#include "broad.h"
#include "motion.h"
#include "narrow3.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dynamics of a body. With an inverse mass of 0 it does not move, with an inverse inertia of 0 it does not turn.
typedef struct imp3_dynamics
{
    imp3_vec center;               ///< centre of mass in the world; may be as near to 0 as it likes [m]
    imp3_vec velocity;             ///< of the centre [m/s]
    imp3_vec angular_velocity;     ///< in the world [rad/s]
    float inverse_mass;            ///< [1/kg]
    imp3_inertia inverse_inertia;  ///< about the centre, in the axes of the world: of a body, turned with it
                                   ///< [1/(kg m^2)]
} imp3_dynamics;

/// The impulses at the points of a manifold, on B (and reversed on A) [N s].
typedef struct imp3_impulse
{
    float normal[IMP3_POINT_MAX];      ///< along the normal, 0 or more
    imp3_vec tangent[IMP3_POINT_MAX];  ///< of friction, across the normal
} imp3_impulse;

/// New velocities of two bodies in contact.
///
/// Linear and angular velocities may be as small as they like. Points that separate already get no impulse. Up to four
/// points are solved together, so that a box that lands flat does not start to turn; of all impulses that do the same
/// they are those that share the load most evenly. Coulomb friction follows restitution, the same in all directions: a
/// point whose sliding can be stopped by static_friction times its normal impulse stops, any other slides on, slowed by
/// friction times it.
///
/// manifold  from imp3_collide; without points nothing happens
/// surface   of both; rolling_resistance and tangent_speed do not count here
/// static_friction   while sticking; surface->friction where that is larger, so 0 for no other
/// a, b      linear and angular velocities are changed; untouched on error
/// out       the impulses, or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, a count that is not 0 to IMP3_POINT_MAX, an inverse inertia that would turn something against its push,
///           or a result too large)
/// exact     linear and angular momentum are conserved to rounding; kinetic energy does not grow beyond rounding
/// cost      O(1)
/// source    impulses after Newton's law of restitution and Coulomb's law; the complementarity problem of the normal
///           impulses by least-index pivoting (Murty 1974)
IMP_API imp_status imp3_respond(const imp3_manifold* manifold, const imp_surface* surface, imp3_dynamics* a,
                                imp3_dynamics* b, float static_friction, imp3_impulse* out);

/// The arcade form: collision response of a thing that does not turn against an obstacle that does not move.
///
/// The order of a step: add its forces to the velocity, find contacts (imp3_collide with a small margin), call this for
/// each, and only then move. A thing that moves first and is pushed out afterwards creeps down its slope, because the
/// push goes along the normal and not back where it came from.
///
/// Velocity, normal and step may have components as small as they like.
///
/// velocity  of the thing, after the step's forces were added [m/s]
/// normal    unit vector out of the obstacle
/// surface   rolling_resistance and tangent_speed do not count here
/// step      the velocity that this step's forces have added (gravity times the time step) [m/s]. The part of the
///           approach that they built up does not bounce, so things come to rest; with static friction at least the
///           tangent of the slope they stand still.
/// static_friction   as for imp3_respond
/// out       new velocity: never into the obstacle, to rounding
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, or normal off from unit length by more than 2^-10)
/// cost      O(1)
IMP_API imp_status imp3_respond_arcade(imp3_vec velocity, imp3_vec normal, const imp_surface* surface, imp3_vec step,
                                       float static_friction, imp3_vec* out);

// Many things in one step, in the order of time: for games that move things by displacements and need their hits and
// their final poses.

/// A thing that takes part in a step, from time 0 to time 1. All zero but the compound stands at the origin and is
/// firm.
typedef struct imp3_swept
{
    const imp3_compound* compound;
    imp3_pose pose;      ///< at time 0
    imp3_vec motion;     ///< displacement over the step without impacts; may be as small as it likes [m]
    imp3_vec turn;       ///< rotation vector about the pose's origin over the step, in the world, of at most 2^10
                         ///< rad; it becomes no longer
    int32_t response;    ///< IMP_RESPONSE_...
    float restitution;   ///< with IMP_RESPONSE_BOUNCE: 0 none, 1 all
    float inverse_mass;  ///< if it responds [1/kg]; 0 gives way only to firm things, and to others of 0
    imp3_inertia inverse_inertia;  ///< about the pose's origin, which should be the centre of mass; in the axes of the
                                   ///< world at time 0; it turns with the thing [1/(kg m^2)]; 0 keeps its turn, and
                                   ///< so does an inverse mass of 0
    imp_filter filter;             ///< all zero meets all
} imp3_swept;

/// An impact of two things.
typedef struct imp3_sweep_event
{
    int32_t a, b;            ///< their numbers, a < b
    int32_t part_a, part_b;  ///< the parts in contact
    imp3_hit hit;            ///< its time is that of the step, its normal from a to b
    float speed;             ///< closing speed at the point, along the normal [m in a step]
} imp3_sweep_event;

/// End of a thing's path in the step.
typedef struct imp3_swept_end
{
    imp3_pose pose;   ///< at time 1
    imp3_vec motion;  ///< its motion now, as displacement over a whole step [m]
    imp3_vec turn;    ///< the same of its turn [rad]
    float time;       ///< until which it has moved: 1; or less when it had too many impacts, and the rest is lost
    int32_t events;   ///< impacts that it has responded to
} imp3_swept_end;

/// Events and ends of a step: in the memory of the imp3_sweeps, good until its next call.
typedef struct imp3_sweep_result
{
    const imp3_sweep_event* events;  ///< in the order of time; at the same time by a, then by b
    int32_t event_count;
    const imp3_swept_end* ends;  ///< one for each thing
    int32_t end_count;
} imp3_sweep_result;

/// Takes many things through a step. It keeps memory from call to call, and nothing else.
typedef struct imp3_sweeps imp3_sweeps;

/// A new one.
///
/// allocator null for malloc
/// out       it, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_MEMORY
IMP_API imp_status imp3_sweeps_make(const imp_allocator* allocator, imp3_sweeps** out);

/// Gives back all memory. Null is allowed.
IMP_API void imp3_sweeps_free(imp3_sweeps* sweeps);

/// Continuous collision of many things, with several impacts each in a step: always the earliest time of impact first.
/// After its response a thing goes on with its new motion for the rest of the step.
///
/// Two meet when their filters agree and not both are firm. Then, at their time of impact, in this order:
/// - If one of them passes, both go on. That is reported once in a step, at their first hit.
/// - A thing that stops loses its own motion at its first impact in the step. From then on it slides as it is pushed.
/// - If they still close, an impulse along the normal parts them: with the greater of their restitutions, which is 0
///   unless they bounce, shared by their masses as imp3_respond does. A firm thing gives way to nothing; two that both
///   have an inverse mass of 0 share equally. There is no friction. A thing that slides into an edge between two
///   things that do not give way goes on along it.
/// A touch that does not close is no impact: a thing on a floor may slide. An overlap at the start is one if it becomes
/// deeper, along its exit; it is not pushed out, and may leave. An impact acts at one point.
///
/// things    count of them; their order only decides the order of impacts at the same time
/// limit     impacts that a thing may respond to in a step, up to 2^16; 0 for 32. At the next one it stops: the rest of
///           its path is lost, and it is firm to others; its motion is reported as before. So a squeezed thing comes to
///           an end.
/// out       events and ends
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (count or limit), IMP_ERR_COMPOUND, IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (response, restitution above 1, turn;
///           or numbers become larger than 2^60), IMP_ERR_MEMORY
/// exact     times within 8 ulp of the two sizes (reach and radius of the compounds), divided by the closing speed,
///           however long the path is; the place across the path to 2^-23 of the path. Positions and motions are kept
///           in doubles. Things that were apart overlap by no more than 16 ulp of the scale in the end; those that
///           slide or stop are left 2^-20 of the sizes away. Where something turns, near misses may be reported as
///           impacts, and all that is by 2^-12 of the size; a thing that does not bounce then parts a little from a
///           turning one, so that its arc does not hit it at once. No thing that responds gets through firm or
///           responding ones.
/// cost      O((n + events) log n) and a sweep for each pair whose paths may cross. Memory is kept from call to call;
///           where things have moved far, sorting them takes some more, and gives it back
/// source    event-driven simulation (Alder and Wainwright 1959), stale events recognised by stamps (Lubachevsky 1991)
IMP_API imp_status imp3_sweep_many(imp3_sweeps* sweeps, const imp3_swept* things, int32_t count, int32_t limit,
                                   imp3_sweep_result* out);

#ifdef __cplusplus
}
#endif

#endif
