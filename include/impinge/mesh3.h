// SPDX-License-Identifier: MIT
//
// Meshes of space: triangles by the hundred thousand against shapes, rays, points and each other.
//
// A mesh is a compound of triangles (imp3_triangles_make), so that every call for compounds takes it: overlap, contacts,
// sweeps and all else of narrow3.h. Here is what only meshes have: all touching pairs of triangles, the distance of
// surfaces, nearest triangles, rays by the batch, inside and outside, the depth of closed ones, and points that move.
// Triangles are named by their part; imp3_compound_source tells which was which.
//
// A mesh is asked in its own frame: one that is moved or turned keeps its tree, and of two meshes one is taken into the
// frame of the other, node by node.
//
// Common returns: IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND (also what is no mesh), those of imp3_pose_check, IMP_ERR_NAN,
// IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_COUNT. A failed call has written nothing, but for what IMP_ERR_SPACE says.

#ifndef IMPINGE_MESH3_H
#define IMPINGE_MESH3_H

#include "batch3.h"
#include "bvh3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Counts of a query's tests, to compare trees by.
typedef struct imp3_mesh_work
{
    int64_t nodes;      ///< volumes that were tested
    int64_t triangles;  ///< triangles, or pairs of them, that were tested
} imp3_mesh_work;

/// How to go through trees; null for depth first, all, and no counts.
typedef struct imp3_mesh_walk
{
    int32_t order;         ///< IMP3_WALK_...
    int32_t stop_after;    ///< end when this many were found; 0 for all
    imp3_mesh_work* work;  ///< added to; null for nobody
} imp3_mesh_walk;

// Upkeep

/// Report of imp3_mesh_move and its sisters: how the tree has fared.
typedef struct imp3_mesh_upkeep
{
    int32_t rebuilt;  ///< triangles in parts of the tree that were built anew
    float area;       ///< as imp3_bvh_stats.area, after it
} imp3_mesh_upkeep;

/// Moves the points of a mesh: it bends. The tree follows from its leaves to its root; parts of it that have become
/// worse than twice what they were built as are built anew, and then triangles are renumbered there. Contact ids of such
/// triangles change with it. A distance field is left behind.
///
/// points    as many as were given to imp3_triangles_make, under the same indices [m]. Those that were welded stay one,
///           which goes where the first of them goes.
/// upkeep    or null
/// returns   also IMP_ERR_MEMORY, after which the mesh is as it was, and IMP_ERR_BUSY while someone else holds it, as a world
///           does of which it is a collider: it is removed, moved, and added again
/// cost      O(n); O(n log n) where parts are built anew
IMP_API imp_status imp3_mesh_move(imp3_compound* mesh, const imp3_vec* points, int32_t count, imp3_mesh_upkeep* upkeep);

/// Measures of a mesh's tree.
IMP_API imp_status imp3_mesh_stats(const imp3_compound* mesh, imp3_bvh_stats* out);

/// The volumes of a mesh's tree at one level, for drawing: of the children of all nodes that are `level` nodes below the
/// root, and of leaves above.
///
/// level     0 or more
/// volumes   room for capacity of them, in the mesh's frame
/// count     how many there are; with capacity 0 they are only counted
/// returns   also IMP_ERR_SPACE, and then count is written
IMP_API imp_status imp3_mesh_volumes(const imp3_compound* mesh, int32_t level, imp3_volume* volumes, int32_t capacity,
                                     int32_t* count);

// Mesh against mesh

/// Two triangles that touch, and the segment that they share, in the world.
typedef struct imp3_mesh_pair
{
    int32_t part_a, part_b;
    imp3_crossing crossing;
} imp3_mesh_pair;

/// The pairs of triangles of two meshes that touch: the caller's memory, and the result.
typedef struct imp3_mesh_pairs
{
    imp3_mesh_pair* pairs;  ///< set by the caller; in the order of part_a, then part_b
    int32_t capacity;       ///< set by the caller; 0 to count alone
    int32_t count;          ///< how many there are
} imp3_mesh_pairs;

/// All pairs of triangles that touch, radii not counted, or as many as the walk asks for.
///
/// walk      or null. With stop_after the pairs are the first that its order finds.
/// out       when there are more than fit, IMP_ERR_SPACE, and only out->count is written
/// returns   also IMP_ERR_SPACE, IMP_ERR_RANGE (a walk's order)
/// exact     as imp3_overlap of the two triangles: right for all accepted input
/// cost      O(log n + k) in practice, k pairs of triangles that are near each other
/// source    simultaneous descent (Gottschalk, Lin and Manocha 1996)
IMP_API imp_status imp3_mesh_meet(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                  const imp3_pose* pose_b, const imp3_mesh_walk* walk, imp3_mesh_pairs* out);

/// One manifold of two meshes that cross: the pairs that imp3_mesh_meet has found, as one contact.
///
/// normal    the mean normal of the part of A's surface that is inside B: the vector area of the curve along which both
///           surfaces cross; where that encloses nothing, of the triangles that touch
/// depth     of B along the normal out of A; after such a move no pair touches
/// points    on the curve, four of them by the rule of imp3_collide, each with the depth of all. ids are those of the
///           triangles.
///
/// pairs     of these meshes at these poses, count of them; parts that are not there: IMP_ERR_RANGE
/// out       count is 0 when there are no pairs
/// cost      O(k) for k pairs, and imp3_mesh_meet for one direction
/// source    vector area of the contour of intersection (as Volino and Magnenat-Thalmann 2006)
IMP_API imp_status imp3_mesh_manifold(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b, const imp3_mesh_pairs* pairs, imp3_manifold* out);

/// The distance of the surfaces of two meshes, radii not counted, and their nearest points; 0 when they cross.
///
/// walk      or null; stop_after is not read
/// nearest   in: parts of an answer before, which a search starts from, when both are at least 0; out: the result
/// returns   also IMP_ERR_RANGE (a walk's order)
/// exact     as imp3_distance of the nearest two triangles
/// cost      O(log n) in practice
/// source    nearest first on lower bounds of distances (Larsen and others 1999)
IMP_API imp_status imp3_mesh_distance(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b, const imp3_mesh_walk* walk,
                                      imp3_compound_nearest* nearest);

/// How deep two closed meshes are in each other: a translation of B after which no two triangles touch, and which leaves
/// all of B outside of A and all of A outside of B.
///
/// normal    from A to B; 0 when they do not overlap
/// depth     its length [m]
/// returns   also IMP_ERR_EMPTY when a mesh does not enclose a volume
/// exact     after the move no pair touches; at most 1.05 times the least of pushes all the way out along 10,000 directions,
///           in all that was measured, and mostly less than that
/// cost      O(log n + k) for each of some 250 directions that are tried, most of which end early: 10 to 80 ms for two scans
///           of 25,000 triangles
/// source    separating pushes by sweeping; descent to the normals of the features that part last
IMP_API imp_status imp3_mesh_depth(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                   const imp3_pose* pose_b, imp3_vec* normal, float* depth);

// Convex parts

/// How to take a mesh apart.
typedef struct imp3_decompose_choice
{
    float tolerance;     ///< no point of a part is farther than this from the solid [m], above 0
    int32_t most_parts;  ///< 0 for as many as that takes; else parts go out farther where it takes more
} imp3_decompose_choice;

/// The result of a decomposition. All of a set, in the mesh's frame.
typedef struct imp3_decompose_report
{
    int32_t parts;
    float
        outwards;  ///< how far parts go out of the solid: found to within a quarter of the tolerance, and proved to be no
                   ///< more than that, but for most_parts [m]
    float inwards;       ///< how far a corner of the mesh is from all parts, the most [m]
    float volume;        ///< of all parts, counted where they overlap as often as they do; at most FLT_MAX [m^3]
    float solid_volume;  ///< of what the mesh encloses; at most FLT_MAX [m^3]
} imp3_decompose_report;

/// Takes a closed mesh apart into convex hulls, a set for a body that moves. Parts lie flush where they were cut, and what
/// is beyond is known to them as to all sets: seams are not felt. Slits and hollows that are narrower than twice the
/// tolerance are filled. The set weighs what the mesh does: mass, centroid and inertia are those of the solid.
///
/// mesh      closed: its triangles run as often there as back along every edge; parts have its radius
/// progress  told from time to time, or null
/// allocator for work space, which is given back, and for the set; null for malloc
/// out       a set as imp3_compound_make has it; untouched on error
/// fit       or null; untouched on error
/// returns   also IMP_ERR_EMPTY of a mesh that is open or encloses nothing, IMP_ERR_RANGE when the tolerance is less than
///           2^-13 of the mesh's extent or 2^-16 of how far it is from the origin, IMP_ERR_STOPPED,
///           IMP_ERR_MEMORY
/// exact     cuts are on a lattice of 2^20 steps along the mesh's extent or fewer, and sides of planes are decided in
///           whole numbers. The solid itself is within the parts but for some steps, which inwards tells; parts of many
///           corners are thinned outwards, within the tolerance
/// cost      O(n log n) for each cut; see docs/worlds.md
/// source    Lien and Amato 2004 (approximate convex decomposition), Wei and others 2022 (CoACD, merging)
IMP_API imp_status imp3_mesh_decompose(const imp3_compound* mesh, const imp3_decompose_choice* def,
                                       const imp_progress* progress, const imp_allocator* allocator, imp3_compound* out,
                                       imp3_decompose_report* fit);

/// Holds convex parts that were made before against the mesh that they are to be of: what is loaded from a file may be of
/// another one. Parts fit when out->outwards and out->inwards are within their tolerance, and out->volume is no less than
/// out->solid_volume.
///
/// mesh      closed, as for imp3_mesh_decompose
/// set       of hulls, in the mesh's frame; radii are not counted. Weighs what the mesh does afterwards, as those of
///           imp3_mesh_decompose do
/// tolerance what goes out by less than three quarters of it is not told apart, and outwards is then about that [m]
/// allocator for work space, which is given back; null for malloc
/// out       outwards is a bound that is proved; untouched on error
/// returns   also IMP_ERR_SHAPE (2: something that is no hull), IMP_ERR_EMPTY of a mesh that is open or encloses nothing,
///           IMP_ERR_RANGE when the tolerance is less than 2^-18 of the extent of both, IMP_ERR_MEMORY
/// cost      less than imp3_mesh_decompose
IMP_API imp_status imp3_mesh_fit_parts(const imp3_compound* mesh, imp3_compound* set, float tolerance,
                                       const imp_allocator* allocator, imp3_decompose_report* out);

// Shapes and points against a mesh

/// The triangles that a shape touches: the caller's memory, and the result.
typedef struct imp3_mesh_parts
{
    int32_t* parts;    ///< set by the caller; rising, or as the walk finds them with stop_after
    int32_t capacity;  ///< set by the caller; 0 to count alone
    int32_t count;     ///< how many there are
} imp3_mesh_parts;

/// The triangles that a shape touches, radii counted.
///
/// walk      or null
/// out       when there are more than fit, IMP_ERR_SPACE, and only out->count is written
/// returns   also IMP_ERR_SHAPE, IMP_ERR_SPACE, IMP_ERR_RANGE (a walk's order)
/// exact     as imp3_overlap
/// cost      O(log n + k) in practice
IMP_API imp_status imp3_mesh_touching(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                                      const imp3_pose* pose_shape, const imp3_mesh_walk* walk, imp3_mesh_parts* out);

/// A triangle near a point.
typedef struct imp3_mesh_near
{
    int32_t part;
    imp3_vec point;  ///< of the triangle, the nearest [m]
    float distance;  ///< to it [m]
} imp3_mesh_near;

/// The triangles that are nearest to a point, radii not counted.
///
/// most      room in out: this many, or all when there are fewer; 1 or more
/// count     how many were found
/// out       nearest first; of equally near ones the lowest part
/// exact     within 4 ulp of the scale
/// cost      O(k log n) in practice
IMP_API imp_status imp3_mesh_nearest(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, int32_t most,
                                     imp3_mesh_near* out, int32_t* count);

/// Whether a point is inside what a mesh encloses, its boundary not counted. Right for what has holes and for soups as
/// well, as far as anybody could say: inside is where the winding number is above a half.
///
/// winding   the number of times that the surface goes around the point counter-clockwise; or null
/// exact     for closed meshes whose triangles do not cross, right for points farther than 2^-18 of the scale from the
///           surface; the winding number within 2^-5
/// cost      O(log n) in practice
/// source    generalised winding numbers (Jacobson and others 2013), far parts by their first terms (Barill and others
///           2018)
IMP_API imp_status imp3_mesh_contains(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, bool* out,
                                      float* winding);

// Distance fields: for closed meshes that are to fit into each other, such as threads, sockets and chains. Two meshes that
// both have one are solids, and touch each other by their fields in imp3_compound_collide and in worlds: vertices, edges and
// points of faces of each against the field of the other, at most 24 manifolds of points that share a normal to half a degree.
// Manifolds are then named by a triangle near each, and depth and normal are those of the deepest. One inside of the other
// overlaps it, and its only contact leads out. Without a margin contacts exist where they overlap, exactly, and then only.
// Margins count up to 1.25 cells. In a world two that touch so are not swept against each other, and contacts are those of the
// start of a step: what turns on a thread keeps to it up to some 0.1 rad a step, and needs shorter steps beyond.
//
// All other pairs are as if there was no field: a mesh that has one is a surface of triangles to a mesh without, to sets and to
// convex shapes. A mesh that moves, and is to meet all kinds of things as a solid, is better taken apart (imp3_decompose).

/// Gives a closed mesh a distance field: signed distances around its surface, as far as 3 cells, on a grid of cells,
/// and coarse ones beyond. Later copies of the compound share it. One that it has is replaced. The mesh is a solid: its
/// triangles face outward and have no radius.
///
/// cell      length of a cell, about the tolerance of contacts [m]
/// returns   also IMP_ERR_EMPTY when the mesh is open or faces inward, IMP_ERR_RANGE when it has a radius or has been moved
///           by imp3_mesh_move, or a cell is 0, or the mesh is somewhere thinner than 1.5 cells, between sides that face
///           away from each other, by less than 26 degrees; IMP_ERR_COUNT when cells are so small that there would be more
///           than 3584 along an axis, 2^28 in all, or 2^16 from the origin of the frame on; IMP_ERR_MEMORY; IMP_ERR_BUSY
///           while someone else holds the mesh
/// cost      O(n + s), s samples near the surface; 2 KiB for each brick of 7^3 cells there: some 7 MiB and a second for a
///           sphere of 70,000 triangles and a diameter of 128 cells
/// source    narrow band level sets; signs by rows of crossings, decided exactly (Edelsbrunner and Muecke 1990)
IMP_API imp_status imp3_mesh_add_field(imp3_compound* mesh, float cell);

/// Measures of a field.
typedef struct imp3_field_stats
{
    float cell;        ///< [m]
    int32_t bricks;    ///< with samples, of 8^3 each
    int32_t features;  ///< vertices, pieces of edges, points of faces
    int64_t bytes;
} imp3_field_stats;

/// Measures of a mesh's field.
///
/// returns   also IMP_ERR_EMPTY when it has none
IMP_API imp_status imp3_mesh_field_stats(const imp3_compound* mesh, imp3_field_stats* out);

/// The signed distance of a point from the surface of a placed mesh by its field.
///
/// distance  negative inside [m]
/// gradient  unit vector along which the distance grows: where it is positive, away from the nearest point of the surface;
///           or null
/// returns   also IMP_ERR_EMPTY when the mesh has no field
/// exact     within half a cell as far as 1.25 cells from the surface (0.33 was seen, on meshes whose triangles are smaller
///           than a cell; 10^-4 on a box), and within 7 cells beyond (4.6 was seen); the sign is right
/// cost      O(1)
IMP_API imp_status imp3_mesh_field_distance(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point,
                                            float* distance, imp3_vec* gradient);

// Rays

/// Options of a ray.
enum
{
    IMP3_RAY_CLOSEST = 0,  ///< the first triangle on its way
    IMP3_RAY_ANY           ///< any triangle: whether there is one
};

/// Nearest hit of a ray.
typedef struct imp3_mesh_ray_hit
{
    int32_t part;  ///< -1 for none
    float time;    ///< of the way, 0 to 1
    float u, v;    ///< the point is (1 - u - v) times the first corner plus u times the second plus v times the third
    imp3_vec normal;  ///< of the triangle, against the ray
} imp3_mesh_ray_hit;

/// A ray against a mesh, radii not counted. Both sides are hit, but for a mesh that is one-sided. A ray through an edge or
/// corner that triangles share hits one of them: none passes between (watertight). Both ends of a ray count, and one in
/// the plane of a triangle hits where it comes into it, but for one-sided ones.
///
/// origin, motion   start and extent of the ray in the world [m]; not both ends the same: IMP_ERR_RANGE
/// asks      IMP3_RAY_...; else IMP_ERR_RANGE
/// returns   also IMP_ERR_RANGE
/// exact     hit or not is right for all accepted input up to the rounding of the pose; time within 8 ulp of the scale
///           divided by the extent. Of equally early triangles it is the lowest part.
/// cost      O(log n) in practice
/// source    watertight intersection (Woop, Benthin and Wald 2013)
IMP_API imp_status imp3_mesh_ray(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec origin, imp3_vec motion,
                                 int32_t asks, imp3_mesh_ray_hit* out);

/// Many rays against one mesh: imp3_mesh_ray for each, bit for bit. Several are under way at a time, so that one is served
/// while another waits for memory.
///
/// rays      see batch3.h; rays->count of them, in the order of the index where there is one
/// out       room for rays->count hits
/// bad       the first ray that is refused, else -1; or null
/// returns   also IMP_ERR_RANGE (an index, a ray without extent, what it asks)
IMP_API imp_status imp3_mesh_rays(const imp3_compound* mesh, const imp3_pose* pose, const imp3_rays* rays, int32_t asks,
                                  imp3_mesh_ray_hit* out, int32_t* bad);

#ifdef __cplusplus
}
#endif

#endif
