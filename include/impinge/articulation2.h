// SPDX-License-Identifier: MIT
//
// Articulations of a world of the plane (articulation.h).
//
// All calls about a tree take it as articulation, and answer IMP_ERR_HANDLE where one of its handles is none, or there
// are too many, and IMP_ERR_RANGE where it is no tree: the root or a body is not dynamic or has locked axes, a joint is
// not in its place or has a limited distance. Arrays have a number for each freedom; IMP_ERR_COUNT where that is not
// how many there are. Numbers may be as small as they like.

#ifndef IMPINGE_ARTICULATION2_H
#define IMPINGE_ARTICULATION2_H

#include "articulation.h"
#include "joint2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A link of an articulation: a body, and the joint by which it hangs on another one. Begin with
/// imp2_articulation_link_default.
typedef struct imp2_articulation_link
{
    int32_t parent;        ///< an earlier link, IMP_LINK_BASE or IMP_LINK_FREE
    imp2_body_def body;    ///< dynamic, whatever it says; its pose counts if it is free, others are put by their joints
    imp2_mass mass;        ///< its own, in its frame, if mass.mass is above 0; else that of its colliders
    imp2_joint_def joint;  ///< A is the parent and B the link, whatever it says; a frame of zeros is not turned
    float values[IMP2_AXIS_COUNT];  ///< of the joint as it is made; none of its distance, which follows
} imp2_articulation_link;

/// A collider of a link, in the link's frame.
typedef struct imp2_articulation_collider
{
    int32_t link;
    const imp2_compound* compound;  ///< shared; imp2_compound_of_shape makes one of any convex shape
    imp2_collider_def def;
} imp2_articulation_collider;

/// Description of an articulation. All zero is an empty one, on the world.
typedef struct imp2_articulation_def
{
    imp_body base;  ///< zero: the world, and frames of joints at it are poses of the world
    const imp2_articulation_link* links;
    int32_t link_count;
    const imp2_articulation_collider* colliders;
    int32_t collider_count;
} imp2_articulation_def;

/// A free link at the origin whose joint, when it is given a parent, locks it.
IMP_API imp2_articulation_link imp2_articulation_link_default(void);

/// Adds bodies, colliders and joints of a description, all or none: what is made by imp2_world_add_body,
/// imp2_world_add_compound, imp2_world_set_mass and imp2_world_add_joint, which is also what is recorded. A link's
/// velocity is that of its definition; a link collides with its parent if its joint says so.
///
/// bodies    room for as many as there are links: the body of each; untouched on error
/// joints    the same: the joint of each, zero of a free one; untouched on error
/// link      the link to blame, or -1 where none is, written with an error; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (below 0), IMP_ERR_HANDLE (base), IMP_ERR_RANGE (a
///           parent that is no earlier link; a collider's link; a link too far away), IMP_ERR_COMPOUND, IMP_ERR_SHAPE,
///           and those of imp2_world_add_body, imp2_world_add_collider, imp2_world_set_mass and imp2_world_add_joint
/// cost      O(links + vertices of colliders)
IMP_API imp_status imp2_world_add_articulation(imp2_world* world, const imp2_articulation_def* def, imp_body* bodies,
                                               imp_joint* joints, int32_t* link);

/// The freedoms of a tree, in their order.
///
/// freedoms  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_RANGE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_MEMORY,
///           IMP_ERR_SPACE when there are more than capacity: then only count is written
/// cost      O(links)
IMP_API imp_status imp2_world_freedoms(const imp2_world* world, const imp_articulation* articulation,
                                       imp_freedom* freedoms, int32_t capacity, int32_t* count);

/// The positions of a tree: the values of its freedoms [m, rad].
///
/// positions   room for capacity of them; null when capacity is 0
/// count       how many there are
/// returns     as imp2_world_freedoms
/// cost        O(links)
IMP_API imp_status imp2_world_get_positions(const imp2_world* world, const imp_articulation* articulation,
                                            double* positions, int32_t capacity, int32_t* count);

/// How a tree moves: the rates of its freedoms [m/s, rad/s]. What moves otherwise, as no joint allows, is left out.
///
/// velocities  room for capacity of them; null when capacity is 0
/// count       how many there are
/// returns     as imp2_world_freedoms
/// cost        O(links)
IMP_API imp_status imp2_world_get_velocities(const imp2_world* world, const imp_articulation* articulation,
                                             double* velocities, int32_t capacity, int32_t* count);

/// Puts a tree where its freedoms have these values: all bodies, by forward kinematics, with locked axes at 0, as
/// imp2_world_set_pose does. Velocities stay. Poses do not tell whole turns: a turn goes on from that one which is
/// nearest to what it was.
///
/// positions   of each freedom [m, rad]
/// returns     IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_RANGE, IMP_ERR_COUNT, IMP_ERR_NAN,
///             IMP_ERR_MAGNITUDE, IMP_ERR_MEMORY; a failed call has changed nothing
/// cost        O(links + colliders)
/// source      Featherstone 2008, chapter 4
IMP_API imp_status imp2_world_set_positions(imp2_world* world, const imp_articulation* articulation,
                                            const double* positions, int32_t count);

/// Moves a tree: gives all its bodies the velocities that these rates of its freedoms are, where they are now, as
/// imp2_world_set_velocity does.
///
/// velocities  of each freedom [m/s, rad/s]
/// returns     as imp2_world_set_positions
/// cost        O(links)
IMP_API imp_status imp2_world_set_velocities(imp2_world* world, const imp_articulation* articulation,
                                             const double* velocities, int32_t count);

/// Gives all drives of a tree their targets at once: of each axis with a spring or a motor the target of the spring and
/// the speed, as imp2_world_set_axis does. How hard they pull, and how much at most, stays as it is: any stiffness is
/// stable, as drives are solved together with the tree. Freedoms without a drive, and those of the root, are passed
/// over; bodies wake where a target is another than before.
///
/// positions   of each freedom [m, rad]
/// velocities  speed of each freedom [m/s, rad/s], with which its target moves; or null: they stay
/// returns     as imp2_world_set_positions
/// cost        O(links)
/// source      the implicit drive is that of stable proportional-derivative control (Tan, Liu, Turk 2011)
IMP_API imp_status imp2_world_set_targets(imp2_world* world, const imp_articulation* articulation,
                                          const double* positions, const double* velocities, int32_t count);

// Dynamics. Bodies stand as they do now, and what forces do is told for this moment. Gravity counts, as each body has
// it, and so do forces and torques that were applied for the next step; springs and motors of axes, damping, contacts
// and joints that are not in the tree do not. Bodies that sleep or are disabled count as if they did not. What the tree
// hangs on moves as it does, unaccelerated. All is done in doubles.

/// Inverse dynamics: the forces that give a tree these accelerations. Without accelerations they are its bias: what
/// holds it against gravity and against what its own motion does to it (centrifugal, Coriolis and gyroscopic forces).
///
/// velocities     of each freedom; null for those that the bodies have
/// accelerations  of each freedom [m/s^2, rad/s^2]; null for none
/// forces         result: along each freedom [N, N m]; untouched on error
/// returns        IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_RANGE (also: a result is too large), IMP_ERR_COUNT,
///                IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_MEMORY
/// cost           O(links)
/// source         recursive Newton-Euler (Luh, Walker, Paul 1980; Featherstone 2008, chapter 5), in the axes of the
///                world
IMP_API imp_status imp2_world_inverse_dynamics(const imp2_world* world, const imp_articulation* articulation,
                                               const double* velocities, const double* accelerations, double* forces,
                                               int32_t count);

/// Forward dynamics: the accelerations that these forces give a tree.
///
/// velocities     of each freedom; null for those that the bodies have
/// forces         along each freedom [N, N m]; null for none
/// accelerations  result: of each freedom [m/s^2, rad/s^2]; untouched on error
/// returns        as imp2_world_inverse_dynamics, IMP_ERR_RANGE also where a freedom has no mass to move
/// exact          the forces of inverse dynamics of the result are these within 1e-11 of the largest force that one of the
///                accelerations alone would take
/// cost           O(links)
/// source         articulated bodies (Featherstone 1983; 2008, chapter 7), in the axes of the world
IMP_API imp_status imp2_world_forward_dynamics(const imp2_world* world, const imp_articulation* articulation,
                                               const double* velocities, const double* forces, double* accelerations,
                                               int32_t count);

/// The mass matrix of a tree times a vector: of velocities it makes momenta along each freedom, of accelerations the
/// forces beyond the bias, of 0, 0, 1, 0 ... a column of the matrix.
///
/// vector    a number for each freedom
/// out       result; untouched on error
/// returns   as imp2_world_inverse_dynamics
/// cost      O(links)
IMP_API imp_status imp2_world_mass_times(const imp2_world* world, const imp_articulation* articulation,
                                         const double* vector, double* out, int32_t count);

/// Forces along the freedoms of a tree for the next step: both bodies of a joint get them, against each other, as
/// imp2_world_apply_force_and_torque does. With what inverse dynamics asks for, drives need not err to pull.
///
/// forces    along each freedom [N, N m]
/// returns   as imp2_world_set_positions; IMP_ERR_RANGE also where a sum of forces is too large
/// cost      O(links)
IMP_API imp_status imp2_world_apply_forces(imp2_world* world, const imp_articulation* articulation,
                                           const double* forces, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
