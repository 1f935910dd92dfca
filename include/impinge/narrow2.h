// SPDX-License-Identifier: MIT
//
// Two things of the plane: do they touch, where, how deep, when. First convex shapes, then compounds (regions, chains).
// No world, no set-up, no memory.
//
// Yes and no are exact: a placed shape is the set of all points within its radius of the hull of q v + p, in real
// numbers, for the floats as they are; touching counts. The other answers agree with that: at margin 0,
// imp2_overlap says yes exactly when imp2_distance gives at most 0 and imp2_collide gives points.
//
// "ulp of the scale" below is 2^-23 times the largest of the two reaches, the two radii and the distance between the
// two poses, and of the motion in a sweep; positions in the world add one rounding of their own coordinates.
//
// Common returns of all calls: IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION.
// Only further ones are listed. Results are untouched on error.

#ifndef IMPINGE_NARROW2_H
#define IMPINGE_NARROW2_H

#include "compound2.h"
#include "narrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether two shapes have a point in common.
///
/// exact     right for all accepted input
/// cost      O(n + m)
/// source    separating axes; a float filter decides nearly always, exact integer arithmetic the rest
IMP_API imp_status imp2_overlap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                const imp2_pose* pose_b, bool* out);

/// One point of contact.
typedef struct imp2_contact
{
    imp2_vec point;  ///< in the world, midway between the two surfaces [m]
    float depth;     ///< how far the surfaces are inside each other here; negative for a gap [m]
    uint32_t id;     ///< the features in contact; the same from step to step while they are
} imp2_contact;

/// The contact manifold of two shapes. count is 0 when they are farther apart than the margin; the rest is then 0.
typedef struct imp2_manifold
{
    imp2_vec normal;  ///< unit vector from A to B
    float depth;      ///< penetration: the length of the minimum translation of B along normal [m]
    int32_t count;    ///< 0, 1 or 2
    imp2_contact points[2];
} imp2_manifold;

/// The contact manifold, with the minimum translation that parts the two.
///
/// margin    shapes nearer than this are reported too, with negative depth [m]; 0 or more. At 0 rounding may leave out
///           one end of sides that just touch; resting contacts want a small margin, a millimetre say
/// returns   also IMP_ERR_NEGATIVE
/// exact     count > 0 at margin 0 exactly when imp2_overlap is true. depth within 8 ulp of the scale of the true
///           minimum translation; after moving B by depth along normal the exact separation is within 16 ulp of the
///           scale. The deepest point lies within 16 ulp of the scale of both surfaces, each shifted by half the depth;
///           a second one too where both shapes are sharp, and on or under a round surface otherwise.
/// cost      O(1) up to 8 vertices, O(n + m) above
/// source    separating axes, the incident edge clipped against the reference edge
IMP_API imp_status imp2_collide(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                const imp2_pose* pose_b, float margin, imp2_manifold* out);

/// Splits the push of a manifold between the two bodies.
///
/// inverse_mass_a, inverse_mass_b   shares in inverse proportion to the masses [1/kg]; 0 does not move. (1, 1) is half
///           each, (0, 1) moves B alone. Nothing moves when both are 0, or when there is no depth.
/// move_a, move_b   displacements [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
IMP_API imp_status imp2_manifold_push(const imp2_manifold* manifold, float inverse_mass_a, float inverse_mass_b,
                                      imp2_vec* move_a, imp2_vec* move_b);

/// The nearest points of two shapes.
typedef struct imp2_nearest
{
    float distance;    ///< negative, by the depth, when they overlap; 0 when they touch [m]
    imp2_vec normal;   ///< unit vector from A to B; when they overlap, the direction of the minimum translation
    imp2_vec point_a;  ///< on the boundary of A, in the world [m]
    imp2_vec point_b;  ///< on the boundary of B; point_b = point_a + distance * normal, to rounding
} imp2_nearest;

/// How far apart two shapes are.
///
/// exact     distance <= 0 exactly when imp2_overlap is true. Within 8 ulp of the scale; the points lie within 16 ulp
///           of the scale of their surfaces, and agree so far with distance and normal.
/// cost      O(n + m)
/// source    walk around the boundary of the Minkowski difference
IMP_API imp_status imp2_distance(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                 const imp2_pose* pose_b, imp2_nearest* out);

/// The result of a sweep, a cast or a ray. All zero but kind when there is no hit.
typedef struct imp2_hit
{
    int32_t kind;     ///< IMP_SWEEP_...
    float time;       ///< time of impact: part of the motion before the hit, 0 to 1
    imp2_vec normal;  ///< unit vector from A (the target) to B, at that time
    imp2_vec point;   ///< of the contact, in the world, at that time [m]
    float depth;      ///< IMP_SWEEP_OVERLAP: length of the minimum translation; else 0 [m]
} imp2_hit;

/// A shape that moves during one step, from time 0 to time 1. A motion or a turn may be as small as it likes.
typedef struct imp2_mover
{
    const imp2_shape* shape;
    imp2_pose pose;   ///< at time 0
    imp2_vec motion;  ///< displacement of the pose's origin over the step [m]
    float turn;       ///< rotation about the pose's origin over the step, any number of turns [rad]
} imp2_mover;

/// Time of impact of two shapes that move along straight lines.
///
/// a, b      their turn must be 0 (imp2_time_of_impact takes turning ones)
/// returns   also IMP_ERR_RANGE when a turn is not 0
/// exact     the state at the start is exact (overlapping, touching, apart). time is within 8 ulp of the scale divided
///           by the closing speed, and the point then within 32 ulp of the scale of both surfaces; a pass nearer than
///           16 ulp of the scale to grazing may be a hit or not.
/// cost      O(n + m)
/// source    closed form: the swept separating axis test, quadratics at round corners
IMP_API imp_status imp2_sweep(const imp2_mover* a, const imp2_mover* b, imp2_hit* out);

/// Time of impact of two shapes that move and turn. Conservative: never late.
///
/// Each moves with constant velocity and turns at a constant rate about its pose's origin. Shapes that touch at the
/// start, part, and collide again, are a hit at that later time.
///
/// returns   also IMP_ERR_RANGE when a turn is beyond +-2^10 rad
/// exact     the state at the start is exact. At time the shapes are apart, or overlap by at most 16 ulp of the scale;
///           unless kind is IMP_SWEEP_NEVER they are nearer than 2^-12 of the lesser size (reach plus radius), or where
///           64 ulp of the scale are more than that, nearer than these and than 2^-12 of the greater size.
///           They have not been overlapping by more than 16 ulp of the scale before. After 256 steps, and 256 for each
///           radian, the result is the time that was reached: shapes a billion times longer than thick may be early.
/// cost      O((n + m) k), k about 2 to 8 steps, more with many turns
/// source    conservative advancement (Mirtich 1996) with directional bounds
IMP_API imp_status imp2_time_of_impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out);

/// Casts a shape against one that does not move: imp2_sweep for the commonest case.
///
/// target, pose_target   the shape that may be hit (A)
/// shape, pose, motion   the shape that is cast (B), its pose at time 0, its displacement [m]
IMP_API imp_status imp2_cast(const imp2_shape* target, const imp2_pose* pose_target, const imp2_shape* shape,
                             const imp2_pose* pose, imp2_vec motion, imp2_hit* out);

/// The first hit of a ray with a shape: imp2_cast of a point.
///
/// origin, motion   start and extent of the ray in the world [m]; a zero extent asks about the origin alone
/// exact     as imp2_sweep. imp2_cast of a point starts in the same state, and its time is within 8 ulp of the scale
///           divided by the closing speed; of motions that graze the shape one may hit and the other not
/// cost      O(n)
/// source    Cyrus and Beck 1978; quadratics at round corners
IMP_API imp_status imp2_ray(const imp2_shape* target, const imp2_pose* pose_target, imp2_vec origin, imp2_vec motion,
                            imp2_hit* out);

/// The crossing of two segments.
typedef struct imp2_crossing
{
    bool crosses;    ///< they have a point in common
    float time_a;    ///< part of the line from a0 to a1, 0 to 1; of several common points the first
    float time_b;    ///< part of the line from b0 to b1
    imp2_vec point;  ///< [m]
} imp2_crossing;

/// Segment a0 a1 against segment b0 b1: do they have a point in common, and which. Zero lengths are allowed.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// exact     crosses is right for all accepted input; the point within 4 ulp of the largest coordinate of both segments
/// cost      O(1)
/// source    orientation predicates (Shewchuk 1997)
IMP_API imp_status imp2_segments_cross(imp2_vec a0, imp2_vec a1, imp2_vec b0, imp2_vec b1, imp2_crossing* out);

// Compounds: two of them touch when any two of their parts do, and that is exact. Penetration is that of the whole: the
// shortest translation after which no part of A is left in any part of B. Internal edges between parts are ignored: no
// normal, penetration, hit or speculative contact comes from one (no ghost collisions). Common returns have
// IMP_ERR_COMPOUND for IMP_ERR_SHAPE.

/// Whether two compounds have a point in common.
///
/// exact     right for all accepted input
/// cost      O(log n + k) in practice, k pairs of parts that are near each other; so for all that follow
IMP_API imp_status imp2_compound_overlap(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                         const imp2_pose* pose_b, bool* out);

/// The contact manifold of two parts.
typedef struct imp2_part_manifold
{
    int32_t part_a, part_b;
    imp2_manifold manifold;  ///< normal and depth are of this pair alone, along a normal that no neighbour blocks
} imp2_part_manifold;

/// Contacts of two compounds: the caller's memory for manifolds, and the result.
typedef struct imp2_compound_contacts
{
    imp2_part_manifold* manifolds;  ///< set by the caller; in the order of part_a, then part_b
    int32_t capacity;               ///< set by the caller: how many fit; 0 for the count and the penetration alone
    int32_t count;                  ///< how many there are
    imp2_vec normal;                ///< from A to B: the minimum translation of the whole; zero when count is 0
    float depth;                    ///< its length, of B along normal out of all of A [m]
} imp2_compound_contacts;

/// Contact manifolds, one for each touching pair of parts, and the minimum translation that parts the whole.
///
/// margin    parts nearer than this are reported too, with negative depth, but not against an internal edge [m]; 0 or
///           more
/// out       the contacts. When there are more manifolds than fit, IMP_ERR_SPACE, and only out->count is written;
///           with capacity 0 there are none to fit, and it is no error.
/// returns   also IMP_ERR_NEGATIVE, IMP_ERR_COUNT (a negative capacity), IMP_ERR_SPACE
/// exact     count > 0 at margin 0 exactly when imp2_compound_overlap is true, and every touching pair has a manifold.
///           depth within 8 ulp of the scale of the true minimum translation; after moving B by depth along normal the
///           exact separation is within 16 ulp of the scale
/// cost      O(log n + k) for shallow contacts; deep ones test all pairs of parts nearer than the depth
/// source    the boundary of the union of the Minkowski differences of all pairs of parts
IMP_API imp_status imp2_compound_collide(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                         const imp2_pose* pose_b, float margin, imp2_compound_contacts* out);

/// The nearest points of two compounds, and the parts that they are on.
typedef struct imp2_compound_nearest
{
    imp2_nearest nearest;
    int32_t part_a, part_b;
} imp2_compound_nearest;

/// How far apart two compounds are; negative, by the depth of the whole, when they overlap.
///
/// exact     as imp2_distance
IMP_API imp_status imp2_compound_distance(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                          const imp2_pose* pose_b, imp2_compound_nearest* out);

/// A compound that moves during one step; see imp2_mover.
typedef struct imp2_compound_mover
{
    const imp2_compound* compound;
    imp2_pose pose;
    imp2_vec motion;
    float turn;
} imp2_compound_mover;

/// The result of a sweep, with the parts of the hit; -1 when there is none.
typedef struct imp2_compound_hit
{
    imp2_hit hit;
    int32_t part_a, part_b;
} imp2_compound_hit;

/// Time of impact of two compounds that move along straight lines. One that rests on a part and slides along may hit
/// another; it does not hit the internal edge between flush ones.
///
/// returns   also IMP_ERR_RANGE when a turn is not 0
/// exact     as imp2_sweep
IMP_API imp_status imp2_compound_sweep(const imp2_compound_mover* a, const imp2_compound_mover* b,
                                       imp2_compound_hit* out);

/// Time of impact of two compounds that move and turn.
///
/// returns   also IMP_ERR_RANGE when a turn is beyond +-2^10 rad
/// exact     as imp2_time_of_impact: never late. Parts that only pass are no hit, however near.
IMP_API imp_status imp2_compound_time_of_impact(const imp2_compound_mover* a, const imp2_compound_mover* b,
                                                imp2_compound_hit* out);

/// Casts a compound against one that does not move.
///
/// exact     as imp2_sweep
IMP_API imp_status imp2_compound_cast(const imp2_compound* target, const imp2_pose* pose_target,
                                      const imp2_compound* thrown, const imp2_pose* pose, imp2_vec motion,
                                      imp2_compound_hit* out);

/// The first hit of a ray with a compound.
///
/// exact     as imp2_sweep
IMP_API imp_status imp2_compound_ray(const imp2_compound* target, const imp2_pose* pose_target, imp2_vec origin,
                                     imp2_vec motion, imp2_compound_hit* out);

#ifdef __cplusplus
}
#endif

#endif
