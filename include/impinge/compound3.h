// SPDX-License-Identifier: MIT
//
// Things of space that are not convex: sets of convex shapes, sets of triangles, and height fields.
//
// A compound is a set of convex parts that move as one. A single convex shape is a compound of one part, so one set of
// functions serves all mixtures. Pair tests are in narrow3.h. Where parts lie flush beside each other, the
// boundary of the whole goes on: what normals are a part's own at its faces, edges and corners is found when a compound
// is made, and no contact has one that is not (no ghost collisions).

#ifndef IMPINGE_COMPOUND3_H
#define IMPINGE_COMPOUND3_H

#include "bvh3.h"
#include "shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    IMP3_COMPOUND_NONE = 0,  ///< a zeroed struct: refused everywhere, except by imp3_compound_free
    IMP3_COMPOUND_SET,
    IMP3_COMPOUND_TRIANGLES,
    IMP3_COMPOUND_HEIGHT_FIELD,
    IMP3_COMPOUND_SHAPE  ///< one convex shape that lives elsewhere
};

/// A set of convex parts in one frame. Read it as you like; write it only through the make functions. A copy shares the
/// memory of the original, which is freed once.
///
/// Worlds share compounds too (imp3_world_add_compound), whatever their size: the memory counts who holds it, and goes
/// back to the allocator that it was made with when the last one frees it. So that allocator outlives all worlds that
/// hold the compound; and as worlds of several threads may, it is one for several threads then, as malloc is. Counting
/// is safe from all threads.
typedef struct imp3_compound
{
    int32_t kind;        ///< IMP3_COMPOUND_...
    int32_t part_count;  ///< 1 or more
    int32_t one_sided;   ///< triangles, or a height field, that collide only on the side that their normals lead to
    float reach;         ///< no point of a core is farther from the origin of the frame than this [m]
    const imp3_shape* parts;  ///< of a set or a shape; else null: see imp3_compound_part
    void* block;              ///< memory of all of it, else null
} imp3_compound;

/// A set of shapes that move as one. They are copied, hulls too, and may overlap. Parts stand in an
/// order of their own; imp3_compound_source tells which shape each was.
///
/// shapes    in the compound's frame, no half-spaces
/// allocator used for work space, which is given back, and for the compound; null for malloc
/// out       the compound, or null to only check; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_SHAPE, IMP_ERR_MEMORY
/// cost      O(n log n), and what touching pairs take
IMP_API imp_status imp3_compound_make(const imp3_shape* shapes, int32_t count, const imp_allocator* allocator,
                                      imp3_compound* out);

/// Triangles that share points.
typedef struct imp3_triangles
{
    const imp3_vec* points;
    int32_t point_count;
    const int32_t* corners;  ///< three indices of points for each triangle
    int32_t count;           ///< of triangles
    float radius;            ///< of all of them [m]
    bool one_sided;          ///< collide only on the side from which the corners run counter-clockwise
    bool soup;               ///< make it fast: points are not welded, doubled triangles stay, nothing is known of
                             ///< neighbours; so contacts feel internal edges, and no volume is known to be enclosed
    imp3_bvh_choice tree;       ///< how its tree is made
} imp3_triangles;

/// Report of the maker of triangles. All zero means a closed surface in which every edge has two triangles. Of a soup only
/// flat is known, the rest is 0.
typedef struct imp3_triangles_report
{
    int32_t welded;        ///< points that are the same as another: they count as one
    int32_t flat;          ///< triangles whose corners lie on one line, left out
    int32_t doubled;       ///< triangles left out because another one has the same corners
    int32_t border;        ///< edges with one triangle
    int32_t non_manifold;  ///< edges with more than two
    int32_t reversed;      ///< edges whose two triangles run the same way along it
} imp3_triangles_report;

/// A compound of triangles. Parts stand in an order in which neighbours are near each other; imp3_compound_source tells
/// which triangle each was. mesh3.h has what can be asked of it as a mesh.
///
/// out       the compound, or null to only check; untouched on error
/// report    or null; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_RANGE (an index), IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_MEMORY, IMP_ERR_EMPTY when no triangle is left
/// cost      O(n log n)
IMP_API imp_status imp3_triangles_make(const imp3_triangles* triangles, const imp_allocator* allocator,
                                       imp3_compound* out, imp3_triangles_report* report);

/// Heights over a grid in the plane of x and y. Sample (column, row) lies at x = column * step_x, y = row * step_y and
/// z = heights[row * columns + column].
typedef struct imp3_heights
{
    const float* heights;   ///< columns * rows of them [m]
    const uint8_t* holes;   ///< (columns - 1) * (rows - 1) cells, not 0 for one without triangles; null for no hole
    int32_t columns, rows;  ///< 2 or more
    float step_x, step_y;   ///< above 0 [m]
    bool two_sided;         ///< collide from below as well
} imp3_heights;

/// A height field: each cell is two triangles, parted from its corner of least x and y to the opposite one. It keeps
/// its heights and bounds of tiles of 4 by 4 cells, not its triangles: 7 bytes a cell. Parts have numbers tile by tile;
/// those in holes, and beyond the last row and column, count, but are none.
///
/// out       the compound, or null to only check; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_RANGE (steps), IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_MEMORY, IMP_ERR_EMPTY when all cells are holes
/// cost      O(n)
IMP_API imp_status imp3_height_field_make(const imp3_heights* heights, const imp_allocator* allocator,
                                          imp3_compound* out);

/// A compound of one convex shape, which must stay where it is for as long as the compound is used.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE
/// cost      O(1); no memory
IMP_API imp_status imp3_compound_of_shape(const imp3_shape* shape, imp3_compound* out);

/// Gives back a reference to the memory of a compound, and with the last one the memory, and zeroes it. Allowed for all, also for a zeroed one and for null.
IMP_API void imp3_compound_free(imp3_compound* compound);

/// One part as a shape. A hull shares the memory of the compound: it is not freed.
///
/// index     0 to part_count - 1
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_COUNT, IMP_ERR_EMPTY for a triangle of a hole
/// cost      O(1)
IMP_API imp_status imp3_compound_part(const imp3_compound* compound, int32_t index, imp3_shape* out);

/// The source of a part: its number among the shapes or triangles that were given; of a height field twice the number
/// of its cell, row * (columns - 1) + column, plus 1 for the triangle at the corner of greater y.
///
/// index     0 to part_count - 1
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_COUNT, IMP_ERR_EMPTY as imp3_compound_part
/// cost      O(1)
IMP_API imp_status imp3_compound_source(const imp3_compound* compound, int32_t index, int32_t* out);

/// The smallest upright box around a placed compound, rounded outward; see imp3_shape_bounds.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, and those of imp3_pose_check
/// cost      O(n)
IMP_API imp_status imp3_compound_bounds(const imp3_compound* compound, const imp3_pose* pose, imp3_box* out);

/// Volume, mass, centroid and inertia; see imp3_shape_mass. Parts of a set count where they overlap as often as they do,
/// but a set of imp3_mesh_decompose or imp3_mesh_fit_parts weighs what its mesh does.
/// Triangles that close a surface are a solid, with the volume that they enclose; others and height fields have none.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE
/// cost      O(n)
IMP_API imp_status imp3_compound_mass(const imp3_compound* compound, float density, imp3_mass* out);

/// Whether some part of a placed compound contains a point; its boundary counts. What triangles enclose is not in one.
///
/// part      the lowest part that contains it, -1 for none; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, and those of imp3_pose_check
/// exact     as imp3_shape_contains
/// cost      O(log n) in practice
IMP_API imp_status imp3_compound_contains(const imp3_compound* compound, const imp3_pose* pose, imp3_vec point,
                                          bool* out, int32_t* part);

/// The point of the boundaries of a placed compound's parts that is nearest to a point.
///
/// closest   result in the world [m]; untouched on error
/// distance  from the point to it, negative when a part contains the point; or null
/// part      the part that it is on; or null
/// returns   as imp3_compound_contains
/// cost      O(log n) in practice
IMP_API imp_status imp3_compound_closest(const imp3_compound* compound, const imp3_pose* pose, imp3_vec point,
                                         imp3_vec* closest, float* distance, int32_t* part);

#ifdef __cplusplus
}
#endif

#endif
