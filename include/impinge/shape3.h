// SPDX-License-Identifier: MIT
//
// Convex shapes of space.
//
// Every shape is a convex core and all points within a radius of it. The core is the hull of its vertices (spheres,
// capsules, triangles, boxes, hulls), the hull of two discs on one axis (cylinders, cones), or a half-space. The numbers
// stored here are exactly the shape; all answers are about that set of points. A shape is made by one of the make
// functions and is not changed by hand afterwards. All but hulls are plain values; a hull owns memory and ends with
// imp3_shape_free.
//
// Each make function is also its own validator: with out == NULL it checks and reports, and makes nothing.

#ifndef IMPINGE_SHAPE3_H
#define IMPINGE_SHAPE3_H

#include "math3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most vertices of a hull: the bits that a feature of a shape has in the id of a contact.
#define IMP3_VERTEX_MAX (1 << 22)

enum
{
    IMP3_SHAPE_NONE = 0,  ///< a zeroed struct: refused everywhere, except by imp3_shape_free
    IMP3_SHAPE_SPHERE,
    IMP3_SHAPE_CAPSULE,
    IMP3_SHAPE_TRIANGLE,
    IMP3_SHAPE_BOX,
    IMP3_SHAPE_HULL,
    IMP3_SHAPE_CYLINDER,
    IMP3_SHAPE_CONE,
    IMP3_SHAPE_HALF_SPACE
};

/// A convex shape in its own frame. Read it as you like; write it only through the make functions. A copy of a hull
/// shares the memory of the original, which is freed once.
///
/// Members a, b and c by kind:
///   sphere       a the centre
///   capsule      a, b the ends of its segment
///   triangle     a, b, c its corners; both sides are solid
///   box          a the lower, b the upper corner in the frame whose axes are turn
///   hull         a a point inside
///   cylinder     a, b the centres of its ends
///   cone         a, b the centres of its ends
///   half-space   all points v with normal . v <= offset
typedef struct imp3_shape
{
    int32_t kind;      ///< IMP3_SHAPE_...
    int32_t count;     ///< vertices of the core; 0 where it is not the hull of any
    float radius;      ///< [m], 0 or more
    float reach;       ///< no point of the core is farther from the origin of the frame than this [m]; of a half-space,
                       ///< how far its plane is from the origin
    imp3_vec a, b, c;  ///< [m]
    imp3_vec normal;   ///< unit: of a triangle by the right-hand rule (0 when flat), of a half-space outward, of a
                       ///< cylinder or cone from a to b
    float disc_a, disc_b;  ///< radii of the ends of a cylinder or cone [m]
    float offset;          ///< of a half-space [m]
    imp3_rot turn;         ///< axes of a box
    const void* block;     ///< memory of a hull, else null
} imp3_shape;

/// Volume, mass, where it is and how it resists turning.
typedef struct imp3_mass
{
    float volume;          ///< [m^3]
    float mass;            ///< density times volume [kg]
    imp3_inertia inertia;  ///< about the centroid, in the axes of the shape's frame: I_xx, and I_xy = -integral of x y
                           ///< [kg m^2]
    imp3_vec centroid;  ///< in the shape's frame; for things without volume the middle of their face, line or point [m]
    imp3_vec principal;  ///< inertia about the principal axes, rising [kg m^2]
    imp3_rot axes;       ///< principal axes in the shape's frame: inertia = axes diag(principal) axes^T
} imp3_mass;

/// Report of the hull builder. welded, inside and the vertices of the core are all points.
typedef struct imp3_hull_report
{
    int32_t welded;  ///< points left out because they were the same as a vertex
    int32_t inside;  ///< points left out because they lie inside, or on a face or an edge
    int32_t merged;  ///< triangles joined with a neighbour because they lie in one plane, to 2^-20 of the extent
    int32_t
        dimension;  ///< 3; 2 when all points lie in a plane, 1 on a line, 0 in one place: to rounding, exactly decided
} imp3_hull_report;

/// A sphere.
///
/// center    in the shape's frame [m]
/// radius    [m]; 0 makes a point
/// out       the shape, or null to only check; untouched on error
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_sphere_make(imp3_vec center, float radius, imp3_shape* out);

/// A capsule: all points within radius of the segment from a to b. A radius of 0 makes a segment, a zero length a
/// sphere.
///
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_capsule_make(imp3_vec a, imp3_vec b, float radius, imp3_shape* out);

/// A triangle, solid from both sides. Corners that lie on one line, or in one place, make a segment or a point.
///
/// radius    [m], 0 for a flat one
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_triangle_make(imp3_vec a, imp3_vec b, imp3_vec c, float radius, imp3_shape* out);

/// A box whose sides are parallel to the axes of its frame.
///
/// box       lower and upper corner [m]; equal ones make it flat
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ORDER
/// cost      O(1)
IMP_API imp_status imp3_box_make(imp3_box box, imp3_shape* out);

/// A box turned within its frame, with round edges if wanted.
///
/// center    middle [m]
/// half      half width, height and depth of the core [m], 0 or more
/// turn      directions of width, height and depth
/// radius    [m], 0 for sharp edges
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ROTATION
/// exact     its corners in the axes of turn are rounded here, once; from then on they are exactly the box
/// cost      O(1)
IMP_API imp_status imp3_oriented_box_make(imp3_vec center, imp3_vec half, imp3_rot turn, float radius, imp3_shape* out);

/// A cylinder: true, not a prism.
///
/// a, b      centres of its ends [m]; the same point makes a disc across x
/// disc      radius of the ends [m]
/// radius    of its round edges, outside of all [m], 0 for sharp ones
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_cylinder_make(imp3_vec a, imp3_vec b, float disc, float radius, imp3_shape* out);

/// A cone, or with two discs a truncated one.
///
/// a, b      centres of its ends [m]
/// disc_a, disc_b   radii of the ends [m], 0 for the tip
/// radius    of its round edges, outside of all [m], 0 for sharp ones
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_cone_make(imp3_vec a, imp3_vec b, float disc_a, float disc_b, float radius, imp3_shape* out);

/// All points on one side of a plane. It has no mass.
///
/// normal    out of it; of any length but zero, it is normalised
/// offset    of the plane from the origin, along the normal [m]
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero vector
/// exact     the normal is rounded here, once; from then on the half-space is that of the rounded one
/// cost      O(1)
IMP_API imp_status imp3_half_space_make(imp3_vec normal, float offset, imp3_shape* out);

/// The convex hull of a cloud of points, with a radius if wanted. Flat clouds make a flat hull, collinear ones a
/// capsule, and points in one place a sphere.
///
/// points    any number up to IMP3_VERTEX_MAX, in any order
/// radius    [m], 0 for sharp corners
/// allocator for work space, which is given back, and for the hull's one block; null for malloc
/// out       the shape, or null to only check; untouched on error
/// report    what was done, or null; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// exact     its vertices are points as they were given, and every corner of the cloud that is farther than 2^-20 of the
///           extent from the hull of the others is one; no point is outside of the hull by more than that. Which
///           points lie on one side of which face is decided exactly.
/// cost      O(n log n) in practice
/// source    Barber, Dobkin and Huhdanpaa 1996 (quickhull), on exact orientation
IMP_API imp_status imp3_hull_make(const imp3_vec* points, int32_t count, float radius, const imp_allocator* allocator,
                                  imp3_shape* out, imp3_hull_report* report);

/// Gives back the memory of a hull and zeroes the shape. Needed for no other shape, allowed for all, also for a zeroed
/// one and for null.
IMP_API void imp3_shape_free(imp3_shape* shape);

/// One vertex of the core, in the shape's frame.
///
/// index     0 to count - 1
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_COUNT
/// exact     as stored; of a turned box rounded once, and a coordinate below 2^-60 becomes 0
/// cost      O(1)
IMP_API imp_status imp3_shape_vertex(const imp3_shape* shape, int32_t index, imp3_vec* out);

/// A face of a triangle, a box or a hull: for drawing.
typedef struct imp3_face
{
    imp3_vec normal;    ///< unit, outward
    float offset;       ///< normal . v of its points v, the greatest [m]
    int32_t count;      ///< its corners
    int32_t* vertices;  ///< set by the caller, or null: their indices, counter-clockwise seen from outside
    int32_t capacity;   ///< set by the caller: how many fit
} imp3_face;

/// How many faces the core has: 2 of a triangle, 6 of a box, 0 of what has none.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE
IMP_API imp_status imp3_shape_face_count(const imp3_shape* shape, int32_t* out);

/// One face of the core.
///
/// index     0 to the count of faces - 1
/// out       vertices and capacity are read, the rest is written. Nothing but count is when they do not fit.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_COUNT, IMP_ERR_SPACE
/// cost      O(k) corners
IMP_API imp_status imp3_shape_face(const imp3_shape* shape, int32_t index, imp3_face* out);

/// The smallest upright box around a placed shape, rounded outward. That of a half-space ends at IMP_MAGNITUDE_MAX.
///
/// out       result; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, and those of imp3_pose_check
/// exact     contains the exact placed shape; a side is too far out by at most 1 ulp of its own coordinate plus 2^-44
///           of the scale (reach + radius + |pose.p|)
/// cost      O(n)
IMP_API imp_status imp3_shape_bounds(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out);

/// Volume, mass, centroid and inertia.
///
/// density   [kg/m^3], 0 or more
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE when a result is too large for a float, as of a half-space
/// exact     each within 4 ulp of its own size, the centroid within 4 ulp of the largest coordinate, products of
///           inertia within 4 ulp of the greatest moment. Axes whose moments floats cannot tell apart are those of the
///           frame. Of triangles, boxes and hulls a principal moment is known only to 2^-46 of the greatest: that tells
///           where one is 2^12 times as long as wide and does not lie along the frame. A hull is taken by its faces,
///           which are planes to 2^-20 of the extent. A radius is integrated over like the core.
/// cost      O(n)
/// source    polyhedral integrals (Mirtich 1996); principal axes by Jacobi rotations
IMP_API imp_status imp3_shape_mass(const imp3_shape* shape, float density, imp3_mass* out);

/// The point of a placed shape that is farthest in a direction.
///
/// direction world frame, any length but zero
/// point     result in the world [m]; untouched on error
/// index     vertex of the core that it belongs to (the lowest of equals), -1 where it has none; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero vector and
///           for a half-space that has no farthest point, and those of imp3_pose_check
/// exact     no point of the shape is farther by more than 4 ulp of the scale (reach + radius + |pose.p|). A coordinate
///           below 2^-60 becomes 0.
/// cost      O(n)
IMP_API imp_status imp3_shape_support(const imp3_shape* shape, const imp3_pose* pose, imp3_vec direction,
                                      imp3_vec* point, int32_t* index);

/// Whether a placed shape contains a point; its boundary counts.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, and those of imp3_pose_check
/// exact     right for all accepted input, but for cylinders and cones: those to within 2^-45 of the scale
/// cost      O(n)
IMP_API imp_status imp3_shape_contains(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point, bool* out);

/// The point of a placed shape's boundary that is nearest to a point.
///
/// closest   result in the world [m]; untouched on error
/// distance  from the point to it, negative when the point is inside; its sign agrees with imp3_shape_contains; or null
/// returns   as imp3_shape_contains
/// exact     both within 8 ulp of the scale (reach + radius + distance + |pose.p|). A coordinate below 2^-60 becomes 0.
/// cost      O(n)
IMP_API imp_status imp3_shape_closest(const imp3_shape* shape, const imp3_pose* pose, imp3_vec point, imp3_vec* closest,
                                      float* distance);

#ifdef __cplusplus
}
#endif

#endif
