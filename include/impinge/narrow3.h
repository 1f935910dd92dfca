// SPDX-License-Identifier: MIT
//
// Two things of space: do they touch, where, how deep, when. First convex shapes, then compounds. No world, no set-up, no
// memory.
//
// Yes and no are exact where both are spheres, capsules, triangles, boxes, hulls or half-spaces: a placed shape is the
// set of all points within its radius of the core's points q v + p, in real numbers, for the floats as they are; touching
// counts. With a cylinder or a cone they are right but where the distance is less than 2^-45 of the sum of reaches, radii
// and the distance of the poses. The other answers agree with that: at margin 0, imp3_overlap says yes exactly when
// imp3_distance gives at most 0 and imp3_collide gives points.
//
// "ulp of the scale" below is 2^-23 times the largest of the two reaches, the two radii and the distance between the
// two poses, and of the motion in a sweep; positions in the world add one rounding of their own coordinates. Two
// half-spaces that overlap do so without end: their depth is IMP_MAGNITUDE_MAX.
//
// Common returns of all calls: IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION.
// Only further ones are listed. Results are untouched on error.

#ifndef IMPINGE_NARROW3_H
#define IMPINGE_NARROW3_H

#include "compound3.h"
#include "narrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether two shapes have a point in common.
///
/// exact     right for all accepted input, but for cylinders and cones; see above
/// cost      O(n + m) a step, few steps
/// source    distance of convex sets (Gilbert, Johnson and Keerthi 1988); a filter decides nearly always, exact integer
///           arithmetic the rest
IMP_API imp_status imp3_overlap(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                const imp3_pose* pose_b, bool* out);

/// One point of contact.
typedef struct imp3_contact
{
    imp3_vec point;  ///< in the world, midway between the two surfaces [m]
    float depth;     ///< how far the surfaces are inside each other here; negative for a gap [m]
    uint64_t id;     ///< the features in contact, in 52 bits; the same from step to step while they are
} imp3_contact;

/// Most points of a manifold.
#define IMP3_POINT_MAX 4

/// The contact manifold of two shapes. count is 0 when they are farther apart than the margin; the rest is then 0.
typedef struct imp3_manifold
{
    imp3_vec normal;  ///< unit vector from A to B
    float depth;      ///< penetration: the length of the minimum translation of B along normal [m]
    int32_t count;    ///< 0 to IMP3_POINT_MAX
    imp3_contact points[IMP3_POINT_MAX];
} imp3_manifold;

/// The contact manifold, with the minimum translation that parts the two.
///
/// margin    shapes nearer than this are reported too, with negative depth [m]; 0 or more. At 0 rounding may leave out
///           points of faces that just touch; resting contacts want a small margin, a millimetre say
/// returns   also IMP_ERR_NEGATIVE
/// exact     count > 0 at margin 0 exactly when imp3_overlap is true. depth within 8 ulp of the scale of the true
///           minimum translation, 2^-18 of the scale with a cylinder or a cone; after moving B by depth along normal the
///           exact separation is within twice that. The deepest point lies so near to both surfaces, each shifted by half
///           the depth; the others on or under them. Vertices beside a face by at most 2^-12 of the smaller face
///           count as on it, and stand for the points nearest to them, so that names do not change with rounding.
/// cost      O(1) for spheres, capsules, triangles, boxes; O(n + m) and edges by edges where they face each other
/// source    separating axes, edges by arcs on the Gauss map (Gregorius 2013); what two faces have in common as seen along
///           the normal; four points of it by depth and area
IMP_API imp_status imp3_collide(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                const imp3_pose* pose_b, float margin, imp3_manifold* out);

/// Splits the push of a manifold between the two bodies.
///
/// inverse_mass_a, inverse_mass_b   shares in inverse proportion to the masses [1/kg]; 0 does not move. (1, 1) is half
///           each, (0, 1) moves B alone. Nothing moves when both are 0, or when there is no depth.
/// move_a, move_b   displacements [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_manifold_push(const imp3_manifold* manifold, float inverse_mass_a, float inverse_mass_b,
                                      imp3_vec* move_a, imp3_vec* move_b);

/// The nearest points of two shapes.
typedef struct imp3_nearest
{
    float distance;    ///< negative, by the depth, when they overlap; 0 when they touch [m]
    imp3_vec normal;   ///< unit vector from A to B; when they overlap, the direction of the minimum translation
    imp3_vec point_a;  ///< on the boundary of A, in the world [m]
    imp3_vec point_b;  ///< on the boundary of B; point_b = point_a + distance * normal, to rounding
} imp3_nearest;

/// How far apart two shapes are.
///
/// exact     distance <= 0 exactly when imp3_overlap is true. Within 8 ulp of the scale, depths of cylinders and cones
///           within 2^-18 of it; the points lie so near to their surfaces, and agree so far with distance and normal.
/// cost      O(n + m) a step, few steps
/// source    Gilbert, Johnson and Keerthi 1988; depth by separating axes, of large hulls, cylinders and cones by an
///           expanding polytope (van den Bergen 2001)
IMP_API imp_status imp3_distance(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                 const imp3_pose* pose_b, imp3_nearest* out);

/// Warm-start cache: what a pair of shapes remembers from one call to the next, so that the next is faster. All zero knows nothing, and
/// what it knows may be wrong: answers are those of the calls without it, but that of several axes or points that are
/// equally good to rounding the one of the last call is kept.
typedef struct imp3_cache
{
    uint32_t axis;                     ///< the best axis of the last imp3_collide_again
    int32_t count;                     ///< how many vertices the nearest features of the last imp3_distance_again have
    int32_t vertex_a[4], vertex_b[4];  ///< pairs of them
    imp3_vec direction;                ///< from A to B; 0 for none
} imp3_cache;

/// Two placed shapes.
typedef struct imp3_shape_pair
{
    const imp3_shape* a;
    imp3_pose pose_a;
    const imp3_shape* b;
    imp3_pose pose_b;
} imp3_shape_pair;

/// imp3_collide, starting from what the last call for the same two shapes has found: the axis that parted them, or the
/// one of least penetration.
///
/// cache     read and written; untouched on error
/// returns   also IMP_ERR_NEGATIVE
IMP_API imp_status imp3_collide_again(const imp3_shape_pair* pair, float margin, imp3_cache* cache, imp3_manifold* out);

/// imp3_distance, starting from the nearest features of the last call for the same two shapes.
///
/// cache     read and written; untouched on error
IMP_API imp_status imp3_distance_again(const imp3_shape_pair* pair, imp3_cache* cache, imp3_nearest* out);

/// The result of a sweep, a cast or a ray. All zero but kind when there is no hit.
typedef struct imp3_hit
{
    int32_t kind;     ///< IMP_SWEEP_...
    float time;       ///< time of impact: part of the motion before the hit, 0 to 1
    imp3_vec normal;  ///< unit vector from A (the target) to B, at that time
    imp3_vec point;   ///< of the contact, in the world, at that time [m]
    float depth;      ///< IMP_SWEEP_OVERLAP: length of the minimum translation; else 0 [m]
} imp3_hit;

/// A shape that moves during one step, from time 0 to time 1. A motion or a turn may be as small as it likes.
typedef struct imp3_mover
{
    const imp3_shape* shape;
    imp3_pose pose;   ///< at time 0
    imp3_vec motion;  ///< displacement of the pose's origin over the step [m]
    imp3_vec turn;    ///< rotation about the pose's origin over the step: the axis times the angle, any number of turns
                      ///< [rad]
} imp3_mover;

/// Time of impact of two shapes that move along straight lines.
///
/// a, b      their turn must be 0 (imp3_time_of_impact takes turning ones)
/// returns   also IMP_ERR_RANGE when a turn is not 0
/// exact     the state at the start is as exact as imp3_overlap (overlapping, touching, apart). time is within 8 ulp of
///           the scale divided by the closing speed, and the point then within 32 ulp of the scale of both surfaces,
///           with cylinders and cones within 2^-18 of it; a pass nearer than that to grazing may be a hit or not.
/// cost      O(n + m) a step, few steps
/// source    ray cast against the Minkowski difference (van den Bergen 2004); closed forms for rays
IMP_API imp_status imp3_sweep(const imp3_mover* a, const imp3_mover* b, imp3_hit* out);

/// Time of impact of two shapes that move and turn. Conservative: never late.
///
/// Each moves with constant velocity and turns at a constant rate about an axis through its pose's origin. Shapes that
/// touch at the start, part, and collide again, are a hit at that later time.
///
/// returns   also IMP_ERR_RANGE when a turn is longer than 2^10 rad
/// exact     the state at the start is as exact as imp3_overlap. At time the shapes are apart, or overlap by at most
///           16 ulp of the scale; unless kind is IMP_SWEEP_NEVER they are nearer than 2^-12 of the lesser size (reach
///           plus radius), or where 64 ulp of the scale are more than that, nearer than these. They have not been
///           overlapping by more than 16 ulp of the scale before. When its steps run out, the result is the time that
///           was reached.
/// cost      O((n + m) k), k about 3 to 10 steps, more with many turns
/// source    conservative advancement (Mirtich 1996) with directional bounds
IMP_API imp_status imp3_time_of_impact(const imp3_mover* a, const imp3_mover* b, imp3_hit* out);

/// Casts a shape against one that does not move: imp3_sweep for the commonest case.
///
/// target, pose_target   the shape that may be hit (A)
/// shape, pose, motion   the shape that is cast (B), its pose at time 0, its displacement [m]
IMP_API imp_status imp3_cast(const imp3_shape* target, const imp3_pose* pose_target, const imp3_shape* shape,
                             const imp3_pose* pose, imp3_vec motion, imp3_hit* out);

/// The first hit of a ray with a shape: imp3_cast of a point. Both sides of a triangle are hit.
///
/// origin, motion   start and extent of the ray in the world [m]; a zero extent asks about the origin alone
/// exact     as imp3_sweep; imp3_cast of a point at the origin of its pose gives the same bits. A point that the shape
///           places elsewhere is cast within the same bounds, in bits of its own.
/// cost      O(n)
/// source    Cyrus and Beck 1978; quadratics at round surfaces
IMP_API imp_status imp3_ray(const imp3_shape* target, const imp3_pose* pose_target, imp3_vec origin, imp3_vec motion,
                            imp3_hit* out);

/// Three corners.
typedef struct imp3_corners
{
    imp3_vec a, b, c;
} imp3_corners;

/// Intersection of two triangles.
typedef struct imp3_crossing
{
    bool crosses;       ///< they have a point in common
    bool coplanar;      ///< they lie in one plane; what they share may then be an area, and from and to are two of its
                        ///< points
    imp3_vec from, to;  ///< the segment that they share, a point when they only touch; 0 when they do not cross [m]
} imp3_crossing;

/// Triangle against triangle: do they have a point in common, and along which segment. Flat ones are allowed.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// exact     crosses and coplanar are right for all accepted input; the ends within 8 ulp of the largest coordinate
/// cost      O(1)
/// source    orientation predicates (Guigue and Devillers 2003)
IMP_API imp_status imp3_triangles_cross(const imp3_corners* a, const imp3_corners* b, imp3_crossing* out);

// Compounds: two of them touch when any two of their parts do, and that is as exact as for these. Internal edges between
// parts are ignored: no normal, hit or speculative contact comes from one (no ghost collisions). Penetration is that of the
// whole: a translation after which no part of A is left in any part of B. For sets and shapes it is the shortest there is,
// if no more than some 96 pairs of parts are within its length and have no more than a thousand planes in all. Beyond that,
// and where triangles or heights take part, it is the shortest of those along the normals of all touching pairs, and of
// pairs that come to touch on the way; of parts with a radius their edges count as sharp, and of cylinders and cones 26
// directions. Common returns have IMP_ERR_COMPOUND for IMP_ERR_SHAPE.

/// Whether two compounds have a point in common.
///
/// exact     right for all accepted input
/// cost      O(log n + k) in practice, k pairs of parts that are near each other; so for all that follow
IMP_API imp_status imp3_compound_overlap(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                         const imp3_pose* pose_b, bool* out);

/// The contact manifold of two parts.
typedef struct imp3_part_manifold
{
    int32_t part_a, part_b;
    imp3_manifold manifold;  ///< normal and depth are of this pair alone, along a normal that no neighbour blocks
} imp3_part_manifold;

/// Contacts of two compounds: the caller's memory for manifolds, and the result.
typedef struct imp3_compound_contacts
{
    imp3_part_manifold* manifolds;  ///< set by the caller; in the order of part_a, then part_b
    int32_t capacity;               ///< set by the caller: how many fit; 0 for the count and the penetration alone
    int32_t count;                  ///< how many there are
    imp3_vec normal;                ///< from A to B: the minimum translation of the whole; zero when count is 0
    float depth;                    ///< its length, of B along normal out of all of A [m]
} imp3_compound_contacts;

/// Contact manifolds, at most one for each pair of parts, and a translation that parts the whole.
///
/// margin    parts nearer than this are reported too, with negative depth, but not against an internal edge [m]; 0 or
///           more
/// out       the contacts. When there are more manifolds than fit, IMP_ERR_SPACE, and only out->count is written;
///           with capacity 0 there are none to fit, and it is no error.
/// returns   also IMP_ERR_NEGATIVE, IMP_ERR_COUNT (a negative capacity), IMP_ERR_SPACE
/// exact     count > 0 at margin 0 exactly when imp3_compound_overlap is true. A touching pair whose neighbours have the
///           contact is left out. Of convex surfaces no manifold is deeper than 1.05 times the minimum translation
///           (1.014 was seen). After moving B by depth along normal nothing overlaps by more than 2^-16 of the scale
/// cost      O(log n + k) for shallow contacts, k pairs of parts that are near each other; where several parts touch, k
///           again for each direction that is tried
/// source    active edges from supports of neighbours, axes of least penetration among them; exits part by part, and best
///           first search over the planes of all pairs of parts (Land and Doig 1960)
IMP_API imp_status imp3_compound_collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                         const imp3_pose* pose_b, float margin, imp3_compound_contacts* out);

/// The nearest points of two compounds, and the parts that they are on.
typedef struct imp3_compound_nearest
{
    imp3_nearest nearest;
    int32_t part_a, part_b;
} imp3_compound_nearest;

/// How far apart two compounds are; negative, by the depth of the whole, when they overlap.
///
/// exact     as imp3_distance
IMP_API imp_status imp3_compound_distance(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                          const imp3_pose* pose_b, imp3_compound_nearest* out);

/// A compound that moves during one step; see imp3_mover.
typedef struct imp3_compound_mover
{
    const imp3_compound* compound;
    imp3_pose pose;
    imp3_vec motion;
    imp3_vec turn;
} imp3_compound_mover;

/// The result of a sweep, with the parts of the hit; -1 when there is none.
typedef struct imp3_compound_hit
{
    imp3_hit hit;
    int32_t part_a, part_b;
} imp3_compound_hit;

/// Time of impact of two compounds that move along straight lines. One that rests on a part and slides along may hit
/// another; it does not hit the internal edge between flush ones.
///
/// returns   also IMP_ERR_RANGE when a turn is not 0
/// exact     as imp3_sweep
IMP_API imp_status imp3_compound_sweep(const imp3_compound_mover* a, const imp3_compound_mover* b,
                                       imp3_compound_hit* out);

/// Time of impact of two compounds that move and turn.
///
/// returns   also IMP_ERR_RANGE when a turn is longer than 2^10 rad
/// exact     as imp3_time_of_impact: never late. Parts that only pass are no hit, however near.
/// cost      by near pairs of parts; what turns by more than 0.5 rad is swept in spans of 0.25 rad, and beyond some 2^18
///           near pairs of all spans the hit is where both are nearest then: early and never late
IMP_API imp_status imp3_compound_time_of_impact(const imp3_compound_mover* a, const imp3_compound_mover* b,
                                                imp3_compound_hit* out);

/// Casts a compound against one that does not move.
///
/// exact     as imp3_sweep
IMP_API imp_status imp3_compound_cast(const imp3_compound* target, const imp3_pose* pose_target,
                                      const imp3_compound* thrown, const imp3_pose* pose, imp3_vec motion,
                                      imp3_compound_hit* out);

/// The first hit of a ray with a compound.
///
/// exact     as imp3_sweep
IMP_API imp_status imp3_compound_ray(const imp3_compound* target, const imp3_pose* pose_target, imp3_vec origin,
                                     imp3_vec motion, imp3_compound_hit* out);

#ifdef __cplusplus
}
#endif

#endif
