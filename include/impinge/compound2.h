// SPDX-License-Identifier: MIT
//
// Things of the plane that are not convex: regions (outlines with holes, filled) and chains (polylines).
//
// A compound is a set of convex parts that move as one. A region is cut into parts when it is made; the parts cover it
// exactly, without overlap, and have no corner that the outline has not. A chain has its segments as parts. A single
// convex shape is a compound of one part, so one set of functions serves all mixtures. Pair tests are in narrow2.h.

#ifndef IMPINGE_COMPOUND2_H
#define IMPINGE_COMPOUND2_H

#include "shape2.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    IMP2_COMPOUND_NONE = 0,  ///< a zeroed struct: refused everywhere, except by imp2_compound_free
    IMP2_COMPOUND_REGION,
    IMP2_COMPOUND_CHAIN,
    IMP2_COMPOUND_SHAPE  ///< one convex shape that lives elsewhere
};

/// A set of convex parts in one frame. Read it as you like; write it only through the make functions. A copy shares the
/// memory of the original, which is freed once.
typedef struct imp2_compound
{
    int32_t kind;        ///< IMP2_COMPOUND_...
    int32_t part_count;  ///< 1 or more
    int32_t ring_count;  ///< closed outlines of a region, outer ones and holes; 1 for a chain; 0 for a shape
    int32_t one_sided;   ///< a chain that collides only on the right of its direction
    int32_t closed;      ///< a chain whose last point is joined to its first
    float reach;         ///< no vertex is farther from the origin of the frame than this [m]
    const imp2_shape* parts;

    // A region and a chain. Ring r is vertices[ring_starts[r]] to vertices[ring_starts[r + 1] - 1]; the inside is
    // on the left, so outer rings are counter-clockwise and holes clockwise. Where a region touches itself, the vertex
    // stands in each ring that comes by.
    const imp2_vec* vertices;
    const int32_t* ring_starts;  ///< ring_count + 1 of them

    // A region. The boundary of part p, counter-clockwise, runs through vertices[loop[k]] for k from loop_starts[p]
    // to loop_starts[p + 1] - 1; corners of 180 degrees are in it, though not in the part's shape. beyond[k] is the
    // part on the other side of the edge that starts at k, an internal edge; or -1: then it lies on the outline.
    const int32_t* loop_starts;  ///< part_count + 1 of them; null for chains and shapes
    const int32_t* loop;
    const int32_t* beyond;

    void* block;  ///< memory of all of it, else null
} imp2_compound;

/// Faults that the makers of regions and chains mended, or why they refused. All zero means that the outline was fine
/// as it stood. Of a region that is refused with IMP_ERR_CROSSING, ring_a to at are filled in.
typedef struct imp2_outline_report
{
    int32_t welded;          ///< points left out because they were the same as the one before
    int32_t collinear;       ///< points left out because they lay in the middle of a straight edge
    int32_t reversed;        ///< rings that ran the wrong way round
    int32_t touches;         ///< places where the outline touches itself without crossing
    int32_t cancelled;       ///< stretches of edge left out because they run there and back, twice the same way, or
                             ///< within what is filled
    int32_t empty;           ///< rings left out because they enclose nothing
    int32_t ring_a, edge_a;  ///< one crossing: edge edge_a of ring ring_a starts at the point of that index
    int32_t ring_b, edge_b;  ///< and crosses this edge
    imp2_vec at;             ///< about here [m]
    int32_t crossings;       ///< points that were added where edges crossed, with IMP_FILL_RESOLVE
} imp2_outline_report;

enum
{
    IMP_FILL_EVEN_ODD = 0,  ///< inside is what an odd number of rings goes around
    IMP_FILL_NON_ZERO,      ///< inside is what is gone around more often one way than the other
    IMP_FILL_RESOLVE        ///< to be added to either: where edges cross becomes a vertex, instead of being refused
};

/// Outlines of a region: rings one after the other. A last point equal to the first is welded.
typedef struct imp2_outlines
{
    const imp2_vec* points;
    const int32_t* counts;  ///< points of each ring
    int32_t ring_count;
    int32_t fill;  ///< IMP_FILL_...
} imp2_outlines;

/// A region from outlines: simple polygons, with holes, islands in holes, and several at once; any number of vertices.
///
/// outlines  rings in any order and sense. Rings that touch, or run along each other, are mended; rings that cross
///           themselves or each other are refused, unless they do so in a point of the outlines: that is a touch.
///           With IMP_FILL_RESOLVE they are filled by the rule too: all points, and those where edges cross, are
///           rounded to multiples of u, the distance of floats at the greatest coordinate (2^-60 m at least), and no
///           edge moves by more than u along x or y: places that are farther from all edges are inside or outside as the rule
///           says. Outlines that do not cross are not rounded.
/// allocator used for work space, which is given back, and for the region's one block; null for malloc
/// out       the region, or null to only check; untouched on error
/// report    what was mended, or where the crossing is; or null. Written on success and on IMP_ERR_CROSSING.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (also when more than 2^22 pairs of edges cross), IMP_ERR_RANGE (fill),
///           IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_MEMORY, IMP_ERR_CROSSING, IMP_ERR_EMPTY when nothing is enclosed
/// exact     what is a crossing, a touch, inside and convex is decided exactly. The parts cover the region, do not
///           overlap, have its vertices, and no more than 32 corners each, but for corners of 180 degrees; the same
///           outlines always give the same parts. Which edges cross where is decided exactly too.
/// cost      O(n log n) in practice; with k crossings to resolve O((n + k) log n), if edges are short for their number
/// source    constrained Delaunay triangulation; diagonals removed while all corners stay convex (Hertel and Mehlhorn
///           1983); snap rounding (Hobby 1999)
IMP_API imp_status imp2_region_make(const imp2_outlines* outlines, const imp_allocator* allocator, imp2_compound* out,
                                    imp2_outline_report* report);

/// A cut that was kept: what a region's public members hold. Vertices are as many as the last of ring_starts says,
/// loops as long as the last of loop_starts.
typedef struct imp2_region_cut
{
    const imp2_vec* vertices;
    const int32_t* ring_starts;  ///< ring_count + 1
    const int32_t* loop_starts;  ///< part_count + 1
    const int32_t* loop;
    int32_t ring_count, part_count;
} imp2_region_cut;

/// A region from a cut that was made before, or elsewhere. Seams are found anew.
///
/// cut       as a region has it. An edge of a part must be an edge of a ring, or of one other part the other way round
/// allocator used for work space, which is given back, and for the region's one block; null for malloc
/// out       the region, or null to only check; untouched on error. From a region's own cut it is the same region.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_RANGE when starts do not rise from 0 by 3 or more, or a loop
///           names no vertex, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_MEMORY, IMP_ERR_CROSSING when rings cross,
///           IMP_ERR_CONCAVE when a part is not convex, counter-clockwise and of positive area, IMP_ERR_CUT when rings
///           are not those of a region, or parts do not cover what the rings enclose, each place once
/// exact     every check is
/// cost      O(n log n) in practice
IMP_API imp_status imp2_region_load(const imp2_region_cut* cut, const imp_allocator* allocator, imp2_compound* out);

/// Points that are joined by segments.
typedef struct imp2_polyline
{
    const imp2_vec* points;
    int32_t count;   ///< 2 or more, at least two of them different
    bool closed;     ///< the last point is joined to the first
    bool one_sided;  ///< collides only on the right of its direction: outside, when it goes around counter-clockwise
} imp2_polyline;

/// A chain of segments. A one-sided one only pushes to its right, and does not touch shapes that are already behind it:
/// a convex part whose centroid lies to the left of a segment's line is not touched by that segment.
///
/// allocator used for the chain's one block; null for malloc
/// out       the chain, or null to only check; untouched on error
/// report    or null; welded is the only member that can be above 0. A chain may cross itself.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_MEMORY, IMP_ERR_EMPTY when
///           all points are the same
/// cost      O(n log n)
IMP_API imp_status imp2_chain_make(const imp2_polyline* line, const imp_allocator* allocator, imp2_compound* out,
                                   imp2_outline_report* report);

/// A compound of one convex shape, which must stay where it is for as long as the compound is used.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE
/// cost      O(1); no memory
IMP_API imp_status imp2_compound_of_shape(const imp2_shape* shape, imp2_compound* out);

/// Gives back the memory of a region or a chain and zeroes the compound. Allowed for all, also for a zeroed one and for
/// null.
IMP_API void imp2_compound_free(imp2_compound* compound);

/// The smallest upright box around a placed compound, rounded outward; see imp2_shape_bounds.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, and those of imp2_pose_check
/// cost      O(n)
IMP_API imp_status imp2_compound_bounds(const imp2_compound* compound, const imp2_pose* pose, imp2_box* out);

/// Area, mass, centroid and rotational inertia; see imp2_shape_mass. A chain has no area; its centroid is the middle of
/// its length.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE
/// exact     each within 4 ulp of its own size, the centroid within 4 ulp of the largest coordinate
/// cost      O(n)
IMP_API imp_status imp2_compound_mass(const imp2_compound* compound, float density, imp2_mass* out);

/// Whether a placed compound contains a point; its boundary counts.
///
/// part      the lowest part that contains it, -1 for none; or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, and those of imp2_pose_check
/// exact     right for all accepted input
/// cost      O(log n) in practice
IMP_API imp_status imp2_compound_contains(const imp2_compound* compound, const imp2_pose* pose, imp2_vec point,
                                          bool* out, int32_t* part);

/// The point of a placed compound's boundary that is nearest to a point. Seams are not boundary.
///
/// closest   result in the world [m]; untouched on error
/// distance  from the point to it, negative when the point is inside; its sign agrees with imp2_compound_contains; or
///           null
/// returns   as imp2_compound_contains
/// exact     both within 8 ulp of the scale (reach + distance + |pose.p|)
/// cost      O(log n) in practice
IMP_API imp_status imp2_compound_closest(const imp2_compound* compound, const imp2_pose* pose, imp2_vec point,
                                         imp2_vec* closest, float* distance);

#ifdef __cplusplus
}
#endif

#endif
