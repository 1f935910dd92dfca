// SPDX-License-Identifier: MIT
//
// What happens when two things in the plane have met: new velocities from impulses. No world, no set-up.

#ifndef IMPINGE_MOTION2_H
#define IMPINGE_MOTION2_H

#include "narrow2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How two surfaces behave where they meet.
typedef struct imp2_surface
{
    float restitution;      ///< bounce: 0 none, 1 all; 0 to 1
    float friction;         ///< Coulomb's coefficient while sliding, 0 or more
    float static_friction;  ///< while sticking; taken as friction where it is smaller
} imp2_surface;

/// The moving half of a body. Inverse masses of 0 do not move, or do not turn.
typedef struct imp2_dynamics
{
    imp2_vec center;        ///< centre of mass in the world; may be as near to 0 as it likes [m]
    imp2_vec velocity;      ///< of the centre [m/s]
    float spin;             ///< [rad/s]
    float inverse_mass;     ///< [1/kg]
    float inverse_inertia;  ///< about the centre [1/(kg m^2)]
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
/// a, b      velocities and spins are changed; untouched on error
/// out       the impulses, or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, a count that is not 0, 1 or 2, or a result too large)
/// exact     linear and angular momentum are conserved to rounding; kinetic energy does not grow beyond rounding
/// cost      O(1)
/// source    impulses after Newton's law of restitution and Coulomb's law, two-point normal solve by enumeration
///           (Cottle and Dantzig 1968)
IMP_API imp_status imp2_respond(const imp2_manifold* manifold, const imp2_surface* surface, imp2_dynamics* a,
                                imp2_dynamics* b, imp2_impulse* out);

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
/// step      the velocity that this step's forces have added (gravity times the time step) [m/s]. The part of the
///           approach that they built up does not bounce, so things come to rest; with static friction at least the
///           tangent of the slope they stand still.
/// out       new velocity: never into the obstacle, to rounding
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (restitution above
///           1, or normal off from unit length by more than 2^-10)
/// cost      O(1)
IMP_API imp_status imp2_respond_arcade(imp2_vec velocity, imp2_vec normal, const imp2_surface* surface, imp2_vec step,
                                       imp2_vec* out);

#ifdef __cplusplus
}
#endif

#endif
