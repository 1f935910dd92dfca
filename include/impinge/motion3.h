// SPDX-License-Identifier: MIT
//
// Collision response in space: new velocities of two bodies from impulses. No world.

#ifndef IMPINGE_MOTION3_H
#define IMPINGE_MOTION3_H

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

#ifdef __cplusplus
}
#endif

#endif
