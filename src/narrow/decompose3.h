// SPDX-License-Identifier: MIT
//
// The files of convex decomposition share pieces of a solid on a lattice, planes that cut them, and how far hulls go
// out of the solid.
//
// All coordinates are whole numbers of lattice steps, from 0 to 2^20. A piece is triangles that are closed as a chain:
// every edge is run as often there as back. Nothing else is asked of them: triangles may lie in each other, or have no area,
// as rounding of cuts leaves them.

#ifndef IMP3I_DECOMPOSE_H
#define IMP3I_DECOMPOSE_H

#include "../base/array.h"
#include "../math/check.h"
#include "../math/dvec3.h"
#include "../shape/hull3.h"
#include "impinge/mesh3.h"

enum
{
    IMP3I_LATTICE_BITS = 20
};

/// Pieces that are thinner, in steps, are roundings of cuts.
#define IMP3I_THIN_PIECE 2.0

typedef struct imp3i_lattice_point
{
    int32_t at[3];
} imp3i_lattice_point;

typedef struct imp3i_lattice_points
{
    IMPI_ARRAY(imp3i_lattice_point)
} imp3i_lattice_points;

typedef struct imp3i_indices
{
    IMPI_ARRAY(int32_t)
} imp3i_indices;

typedef struct imp3i_cloud_points
{
    IMPI_ARRAY(imp3_vec)
} imp3i_cloud_points;

/// Points v with normal . v = offset; the normal has 19 bits, so that the sum is exact.
typedef struct imp3i_lattice_plane
{
    int64_t normal[3], offset;
} imp3i_lattice_plane;

/// How far a hull goes out of the solid: a point of it that is `least` away, and none that is more than `most`.
typedef struct imp3i_bulge
{
    double least, most;
    imp3i_dvec at;
} imp3i_bulge;

typedef struct imp3i_piece
{
    imp3i_lattice_points points;
    imp3i_indices corners;  // three for each triangle
    int32_t idle;           // cuts that it comes of since it has shrunk; 0 before that is asked
    double bulk;            // of its box then
    double volume;          // that it encloses
    imp3_shape hull;
    double hull_volume;
    imp3i_bulge bulge;
    bool convex;  // its triangles are those of its hull, or of one that it was cut of
    bool fresh;   // a part that no others were tried with
} imp3i_piece;

typedef struct imp3i_pieces
{
    IMPI_ARRAY(imp3i_piece)
} imp3i_pieces;

static inline imp3i_dvec imp3i_lattice_dvec(imp3i_lattice_point p)
{
    const imp3i_dvec r = {(double)p.at[0], (double)p.at[1], (double)p.at[2]};
    return r;
}

/// The whole number at or below a number of fewer than 63 bits.
static inline int64_t imp3i_whole_below(double x)
{
    int64_t whole = (int64_t)x;
    return whole - ((double)whole > x);
}

/// normal . v - offset.
static inline int64_t imp3i_plane_side(const imp3i_lattice_plane* p, imp3i_lattice_point v)
{
    return p->normal[0] * v.at[0] + p->normal[1] * v.at[1] + p->normal[2] * v.at[2] - p->offset;
}

/// What is nearer to a plane than two steps or so lies in it: rounded faces do.
static inline int64_t imp3i_plane_band(const imp3i_lattice_plane* p)
{
    int64_t most = 0;
    for (int k = 0; k < 3; ++k)
    {
        int64_t size = p->normal[k] < 0 ? -p->normal[k] : p->normal[k];
        most = size > most ? size : most;
    }
    return 2 * most;
}

void imp3i_piece_free(imp3i_piece* p, const imp_allocator* allocator);

/// Finds the hull of a piece, and its volume. It is none when it is thinner than roundings.
imp_status imp3i_piece_hull(imp3i_piece* p, const imp_allocator* allocator, bool* thin);

/// The same when the piece is to have these points.
imp_status imp3i_cloud_piece_hull(imp3i_piece* p, const imp3i_cloud_points* cloud, const imp_allocator* allocator,
                                  bool* thin);

/// The volume that a piece encloses.
double imp3i_piece_volume(const imp3i_piece* p);

// Cutting (decompose_cut3.c)

/// The parts of a piece above and below a plane, each closed by a cap. A part may be empty. IMP_OK; or as imp3i_cap_fill, and
/// nothing is held then.
imp_status imp3i_piece_cut(const imp3i_piece* p, const imp3i_lattice_plane* plane, const imp_allocator* allocator,
                           imp3i_piece out[2]);

/// The points that the part of a piece above a plane has, or below it where `side` is -1, without making it.
imp_status imp3i_piece_side(const imp3i_piece* p, const imp3i_lattice_plane* plane, int side,
                            const imp_allocator* allocator, imp3i_cloud_points* out);

// Convex pieces (decompose_convex3.c)

/// Whether all triangles of a piece, which has its hull, lie in faces of that. It goes around all in there *turns times then.
bool imp3i_piece_convex(const imp3i_piece* p, int32_t* turns);

/// Makes a piece all that its hull has, and nothing else. IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_piece_become_hull(imp3i_piece* p, const imp_allocator* allocator);

// Pieces that hang together (decompose_part3.c)

/// Parts a piece into what hangs together; a hollow stays with what is around it. The pieces are appended to a list and
/// the piece is given up, but on IMP_ERR_MEMORY.
imp_status imp3i_piece_part(imp3i_piece* p, const imp_allocator* allocator, imp3i_pieces* out);

// Caps (decompose_cap3.c)

/// A directed edge between points in one plane.
typedef struct imp3i_cap_edge
{
    int32_t from, to;  // points
    int32_t x, y;      // where from is in the plane
} imp3i_cap_edge;

/// A point that a cap has besides those of its edges.
typedef struct imp3i_cap_point
{
    int32_t x, y;
} imp3i_cap_point;

typedef struct imp3i_cap
{
    imp3i_indices corners;
    int32_t first_made;  // the number of the first point that is made
    struct
    {
        IMPI_ARRAY(imp3i_cap_point)
    } made;
} imp3i_cap;

/// Appends triangles whose boundary is the edges, which run counter-clockwise around what they enclose, and as often into a
/// point as out of it. Where edges cross, points are made. IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_COUNT of more than
/// IMP2I_CROSSING_MAX crossings.
imp_status imp3i_cap_fill(const imp3i_cap_edge* edges, int32_t count, const imp_allocator* allocator, imp3i_cap* cap);

// How far out (decompose_depths3.c)

/// A cell of the octree over the lattice.
typedef struct imp3i_depths_cell
{
    float depth;       // distance of its middle from the surface, negative in the solid where that is known
    int32_t children;  // the first of eight, 0 for none yet
    int16_t known, whole;
} imp3i_depths_cell;

enum
{
    IMP3I_DEPTHS_WITNESSES = 128
};

/// Distances from the surface of a mesh, told in lattice steps, found when they are asked for.
typedef struct imp3i_depths
{
    const imp3_compound* mesh;
    imp3i_dvec origin;  // of the lattice, in the mesh's frame
    double step, end;   // of the lattice; where the mesh ends along x [m]
    const imp_allocator* allocator;
    bool layered;  // a point was seen that the surface goes around twice
    struct
    {
        IMPI_ARRAY(imp3i_depths_cell)
    } cells;
    imp3i_indices crossing;  // planes of the hull that is measured, for each cell on the way to one
    imp3i_bulge witnesses[IMP3I_DEPTHS_WITNESSES];  // points that ended searches: far out of the solid, as is proved
    int32_t witness_count, oldest_witness;
} imp3i_depths;

imp_status imp3i_depths_start(imp3i_depths* f, const imp3_compound* mesh, imp3i_dvec origin, double step,
                              const imp_allocator* allocator);
void imp3i_depths_end(imp3i_depths* f);

/// Measures a hull to within `within`, or a quarter of what is more than `idle`; what is no more than that does not count,
/// and once it is known to be more than enough the search may end. IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_depths_measure(imp3i_depths* f, const imp3i_hull* hull, double within, double idle, double enough,
                                imp3i_bulge* out);

/// How far a point is out of the solid; 0 of what is no more than a limit.
double imp3i_depths_out(const imp3i_depths* f, imp3i_dvec at, double limit);

/// Points that are out of the solid by more than some hull may be: no hull that has one is good.
typedef struct imp3i_witnesses
{
    int32_t count;
    imp3i_dvec at[IMP3I_DEPTHS_WITNESSES];
} imp3i_witnesses;

/// The witnesses against a hull.
void imp3i_depths_find_witnesses(const imp3i_depths* f, const imp3i_hull* hull, double enough, imp3i_witnesses* out);

// Winding numbers (decompose_turns3.c)

/// Whether every edge of a mesh is run as often there as back. IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_mesh_closed(const imp3_compound* mesh, const imp_allocator* allocator, bool* closed);

/// How many times the mesh, which is closed, goes around a point of the lattice.
int32_t imp3i_depths_turns(const imp3i_depths* f, imp3i_dvec at);

// The choice of a cut (decompose_choose3.c)

/// Finds the planes that are best to cut a piece, the best first: of those with no witness on one side, where they are not
/// null. *count is how many are asked for, and then found: none when no plane parts it.
imp_status imp3i_piece_choose(const imp3i_piece* p, const imp3i_witnesses* witnesses, const imp_allocator* allocator,
                              imp3i_lattice_plane* out, int32_t* count);

// Planes held against each other (decompose_judge3.c)

enum
{
    IMP3I_JUDGED_PLANES = 160  // most planes that are judged at once
};

/// A sample of a piece by which planes are judged: points, edges between them, and room for the clouds of both sides.
typedef struct imp3i_cut_sample
{
    const imp3i_witnesses* witnesses;  // or null
    const imp_allocator* allocator;
    imp3i_lattice_point* points;
    int32_t* ends;  // two for each edge
    imp3_vec* clouds[2];
    int32_t point_count, end_count;
    imp3i_dvec lower, upper;  // the box of the points
} imp3i_cut_sample;

/// Sorts the best `most` of *count planes to the front: those after which the hulls of both sides have least volume, of as
/// many as are judged. *count is how many there are then: none of those with nothing, or a witness, on one side.
imp_status imp3i_planes_judge(imp3i_cut_sample* s, int32_t most, imp3i_lattice_plane* planes, int32_t* count);

/// The volume of the hull of a cloud; 0 of a flat one. IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_hull_volume_of(const imp3_vec* points, int32_t count, const imp_allocator* allocator, double* out);

// Parts (decompose_merge3.c, decompose_regroup3.c, decompose_thin3.c)

/// Who is told, and how much was done the last time.
typedef struct imp3i_decompose_teller
{
    const imp_progress* progress;
    float done;
} imp3i_decompose_teller;

/// False: stop.
static inline bool imp3i_decompose_goes_on(imp3i_decompose_teller* t, double done)
{
    t->done = (float)done > t->done ? (float)done : t->done;
    return !t->progress || t->progress->go_on(t->progress->user, t->done);
}

/// Appends a piece to another one, which has the solid of both then, but its hull still. IMP_OK or IMP_ERR_MEMORY, and
/// nothing is changed then.
imp_status imp3i_piece_append(imp3i_piece* p, const imp3i_piece* more, const imp_allocator* allocator);

/// A volume as a report tells it: no more than the largest float.
static inline float imp3i_volume_told(double volume)
{
    const double most = 3.4028234663852886e38;
    return impi_tidy((float)(volume < most ? volume : most));
}

/// Points of the hulls of some pieces, one after the other.
imp_status imp3i_pieces_cloud(const imp3i_piece* const* pieces, int32_t count, const imp_allocator* allocator,
                              imp3i_cloud_points* out);

/// Whether the boxes of two parts touch, to the roundings of cuts.
bool imp3i_parts_may_touch(const imp3i_piece* a, const imp3i_piece* b);

/// Puts parts together, two and two, as long as the hull of both goes out of the solid by no more than the tolerance: pairs
/// with one that is fresh; and where `most` is not 0, any further while they are more than that. IMP_OK, IMP_ERR_MEMORY,
/// IMP_ERR_STOPPED.
imp_status imp3i_parts_merge(imp3i_pieces* parts, imp3i_depths* field, double tolerance, int32_t most,
                             imp3i_decompose_teller* teller);

/// Makes two parts of three where a plane cuts what they have together into two that keep the tolerance: of threes with one
/// that is fresh. Those that are new are fresh then, and no others. As imp3i_parts_merge.
imp_status imp3i_parts_regroup(imp3i_pieces* parts, imp3i_depths* field, double tolerance,
                               imp3i_decompose_teller* teller, bool* changed);

/// Gives parts with many corners hulls with fewer, which contain theirs and keep the tolerance. What a part has is not
/// changed. As imp3i_parts_merge.
imp_status imp3i_parts_thin(imp3i_pieces* parts, imp3i_depths* field, double tolerance, imp3i_decompose_teller* teller);

#endif
