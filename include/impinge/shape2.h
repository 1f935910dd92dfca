// SPDX-License-Identifier: MIT
//
// Convex shapes of the plane.
//
// Every shape is a convex core, the hull of its vertices, and all points within a radius of it. The vertices and the
// radius are exactly the floats stored here; all answers are about that set of points. A shape is made by one of the
// make functions and is not changed by hand afterwards. Small ones are plain values; a polygon of more than
// IMP2_SMALL_COUNT vertices owns memory and ends with imp2_shape_free.
//
// Each make function is also its own validator: with out == NULL it checks and reports, and makes nothing.

#ifndef IMPINGE_SHAPE2_H
#define IMPINGE_SHAPE2_H

#include "math2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Polygons up to this many vertices are stored in place.
#define IMP2_SMALL_COUNT 8

/// Most vertices of a polygon.
#define IMP2_VERTEX_MAX (1 << 24)

enum
{
    IMP2_SHAPE_NONE = 0,  ///< a zeroed struct: refused everywhere, except by imp2_shape_free
    IMP2_SHAPE_CIRCLE,
    IMP2_SHAPE_SEGMENT,
    IMP2_SHAPE_CAPSULE,
    IMP2_SHAPE_BOX,
    IMP2_SHAPE_ORIENTED_BOX,
    IMP2_SHAPE_POLYGON
};

/// A convex shape in its own frame. Read it as you like; write it only through the make functions.
///
/// Vertices are counter-clockwise, the first of a polygon is the lowest by x, then y; edge i runs from vertex i to
/// vertex i + 1, and normal i is its outward unit normal. A core of two vertices is stored like a flat box: vertices
/// a, b, b, a with the normals of its four sides. A core of one vertex has no normals. Unused places repeat the last
/// one in use. A box without width or height has two vertices, one without both has one.
typedef struct imp2_shape
{
    int32_t kind;   ///< IMP2_SHAPE_...
    int32_t count;  ///< vertices of the core
    float radius;   ///< [m], 0 or more
    float reach;    ///< no vertex is farther from the origin of the frame than this; the radius is not in it [m]
    void* block;    ///< memory of a large polygon, else null
    float x[IMP2_SMALL_COUNT], y[IMP2_SMALL_COUNT];                ///< vertices, when count <= IMP2_SMALL_COUNT
    float normal_x[IMP2_SMALL_COUNT], normal_y[IMP2_SMALL_COUNT];  ///< and their normals
} imp2_shape;

/// Faults that a polygon maker mended. All zero means that the points were fine as they stood.
typedef struct imp2_repair
{
    int32_t welded;     ///< points left out because they were the same as another
    int32_t collinear;  ///< points left out because they lay on an edge, or inside it by at most 2^-20 of the extent
    int32_t reordered;  ///< 1 when the points were not in counter-clockwise order
} imp2_repair;

/// Area, mass and where it is.
typedef struct imp2_mass
{
    float area;         ///< [m^2]
    float mass;         ///< density times area [kg]
    float inertia;      ///< about the centroid [kg m^2]
    imp2_vec centroid;  ///< in the shape's frame; for things without area the middle of their line or point [m]
} imp2_mass;

/// A circle.
///
/// center    in the shape's frame [m]
/// radius    [m]; 0 makes a point
/// out       the shape, or null to only check; untouched on error
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp2_circle_make(imp2_vec center, float radius, imp2_shape* out);

/// A segment from a to b. A zero length makes a point.
///
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(1)
IMP_API imp_status imp2_segment_make(imp2_vec a, imp2_vec b, imp2_shape* out);

/// A capsule: all points within radius of the segment from a to b.
///
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp2_capsule_make(imp2_vec a, imp2_vec b, float radius, imp2_shape* out);

/// A box whose sides are parallel to the axes of its frame.
///
/// box       lower and upper corner [m]; equal ones make a segment or a point
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ORDER
/// cost      O(1)
IMP_API imp_status imp2_box_make(imp2_box box, imp2_shape* out);

/// A box turned within its frame.
///
/// center    middle [m]
/// half      half width and half height [m], 0 or more
/// turn      direction of the width
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ROTATION
/// exact     the corners are rounded to floats here, once; from then on the shape is the hull of the rounded corners
/// cost      O(1)
IMP_API imp_status imp2_oriented_box_make(imp2_vec center, imp2_vec half, imp2_rot turn, imp2_shape* out);

/// A convex polygon, with a radius if wanted.
///
/// points    its corners; clockwise, repeated and collinear ones are mended and counted in repair. Points that all lie
///           on one line, or in one place, make a segment or a point.
/// count     1 to IMP2_VERTEX_MAX
/// radius    [m], 0 for sharp corners
/// allocator used when more than 32 points come in, and when more than IMP2_SMALL_COUNT corners stay; null for malloc
/// out       the shape, or null to only check; untouched on error
/// repair    what was mended, or null; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY,
///           IMP_ERR_CONCAVE when a point lies inside the hull of the others by more than 2^-20 of the extent
/// exact     every corner of the points' hull stays, as it was given
/// cost      O(n log n)
/// source    Andrew 1979 (monotone chain) on exact orientation
IMP_API imp_status imp2_polygon_make(const imp2_vec* points, int32_t count, float radius,
                                     const imp_allocator* allocator, imp2_shape* out, imp2_repair* repair);

/// Gives back the memory of a large polygon and zeroes the shape. Needed for no other shape, allowed for all, also for
/// a zeroed one and for null.
IMP_API void imp2_shape_free(imp2_shape* shape);

/// One vertex of the core, in the shape's frame.
///
/// index     0 to count - 1
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_COUNT
/// cost      O(1)
IMP_API imp_status imp2_shape_vertex(const imp2_shape* shape, int32_t index, imp2_vec* out);

/// The smallest upright box around a placed shape, rounded outward.
///
/// out       result; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, and those of imp2_pose_check
/// exact     contains the exact placed shape; a side is too far out by at most 1 ulp of its own coordinate plus 2^-47
///           of the scale (reach + radius + |pose.p|)
/// cost      O(n)
IMP_API imp_status imp2_shape_bounds(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out);

/// Area, mass, centroid and rotational inertia.
///
/// density   [kg/m^2], 0 or more
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE when a result is too large for a float
/// exact     each within 4 ulp of its own size, the centroid within 4 ulp of the largest coordinate
/// cost      O(n)
IMP_API imp_status imp2_shape_mass(const imp2_shape* shape, float density, imp2_mass* out);

/// The point of a placed shape that is farthest in a direction.
///
/// direction world frame, any length but zero
/// point     result in the world [m]; untouched on error
/// index     vertex of the core that it belongs to (the lowest of equals), or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero vector,
///           and those of imp2_pose_check
/// exact     no point of the shape is farther by more than 4 ulp of the scale (reach + radius + |pose.p|)
/// cost      O(n)
IMP_API imp_status imp2_shape_support(const imp2_shape* shape, const imp2_pose* pose, imp2_vec direction,
                                      imp2_vec* point, int32_t* index);

/// Whether a placed shape contains a point; its boundary counts.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, and those of imp2_pose_check
/// exact     right for all accepted input
/// cost      O(n)
IMP_API imp_status imp2_shape_contains(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, bool* out);

/// The point of a placed shape's boundary that is nearest to a point.
///
/// closest   result in the world [m]; untouched on error
/// distance  from the point to it, negative when the point is inside; its sign agrees with imp2_shape_contains; or null
/// returns   as imp2_shape_contains
/// exact     both within 8 ulp of the scale (reach + radius + distance + |pose.p|)
/// cost      O(n)
IMP_API imp_status imp2_shape_closest(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2_vec* closest,
                                      float* distance);

#ifdef __cplusplus
}
#endif

#endif
