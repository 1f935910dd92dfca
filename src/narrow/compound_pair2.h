// SPDX-License-Identifier: MIT
//
// A pair of placed compounds, as the pair tests share it: near parts, touching parts, and internal edges.
//
// All in A's frame, in doubles; see pair2.h.

#ifndef IMP2I_COMPOUND_PAIR_H
#define IMP2I_COMPOUND_PAIR_H

#include "../base/array.h"
#include "../math/tolerance.h"
#include "../shape/compound2.h"
#include "impinge/narrow2.h"
#include "pair2.h"

enum
{
    IMP2I_NEARBY_MOST = 8
};

/// The parts of a compound near a single shape, if they are few.
typedef struct imp2i_nearby
{
    bool of_b;          // parts of B
    imp2i_dbox around;  // in their compound's frame: the list has all parts that overlap it
    int32_t count;
    int32_t parts[IMP2I_NEARBY_MOST];
} imp2i_nearby;

/// Two compounds and their poses.
typedef struct imp2i_compound_pair
{
    const imp2_compound *a, *b;
    imp2_pose pose_a, pose_b;
    imp2i_dpose frame;           // A's
    imp2i_relative rel;          // B in A's frame
    double radius;               // of both, in A's frame; only a single shape has one
    double scale;                // reaches, radius and distance, in A's frame
    bool alone;                  // only one pair of parts is near
    const imp2i_nearby* nearby;  // or null
    double flush;                // tolerance of gaps and steps between flush parts, in A's frame; 0 in one compound
} imp2i_compound_pair;

/// Checks the first four arguments of functions of two placed compounds.
imp_status imp2i_compound_pair_status(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                      const imp2_pose* pose_b);

imp2i_compound_pair imp2i_compound_pair_of(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                           const imp2_pose* pose_b);

/// The pair with B moved by a vector of A's frame; pose_b is not changed.
imp2i_compound_pair imp2i_compound_pair_moved(const imp2i_compound_pair* c, imp2i_dvec by);

/// Whether a compound is a single shape; two of those have functions of their own.
static inline bool imp2i_is_single(const imp2_compound* c)
{
    return c->kind == IMP2_COMPOUND_SHAPE;
}

/// Whether one-sided chains let part i of A and part j of B collide: neither has its centroid behind the other's line.
bool imp2i_parts_may_collide(const imp2i_compound_pair* c, int32_t i, int32_t j);

/// Whether n, from A to B in A's frame, is a valid normal of the pair: one-sided segments only push to their right.
bool imp2i_may_push(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n);

/// A vector of the world in A's frame, without the scale error of A's rotation.
static inline imp2i_dvec imp2i_turn_in(const imp2i_compound_pair* c, imp2i_dvec v)
{
    double k = imp2i_inverse_square(c->frame.c, c->frame.s);
    imp2i_dvec r = {(c->frame.c * v.x + c->frame.s * v.y) * k, (c->frame.c * v.y - c->frame.s * v.x) * k};
    return r;
}

// Near pairs in the order of law 10

/// All pairs of parts whose boxes come nearer than a distance, by rising part of A, then of B:
///
///     for (imp2i_near n = imp2i_near_start(&pair, distance); imp2i_near_next(&pair, &n);)
typedef struct imp2i_near
{
    int32_t i, j;  // the pair
    double apart;
    imp2i_dbox around_b, around_part;
} imp2i_near;

imp2i_near imp2i_near_start(const imp2i_compound_pair* c, double distance);
bool imp2i_near_next(const imp2i_compound_pair* c, imp2i_near* n);

/// Lists all near parts of a pair with a single shape. False when there are more than there is room for, or when
/// neither is single.
bool imp2i_nearby_list(const imp2i_compound_pair* c, double distance, imp2i_nearby* out);

/// imp2i_part_near, by the list of nearby parts if that covers the box.
static inline int32_t imp2i_nearby_next(const imp2i_nearby* nearby, const imp2_compound* c, const imp2i_dbox* box,
                                        int32_t from)
{
    if (!nearby || !(box->x0 >= nearby->around.x0 && box->x1 <= nearby->around.x1 && box->y0 >= nearby->around.y0 &&
                     box->y1 <= nearby->around.y1))
    {
        return imp2i_part_near(c, box, from);
    }
    int32_t k = 0;
    while (k < nearby->count && (nearby->parts[k] < from || !imp2i_part_overlaps(c, nearby->parts[k], box)))
    {
        ++k;
    }
    return k < nearby->count ? nearby->parts[k] : c->part_count;
}

/// Lower bound of the distance of all parts, by their boxes; skips boxes far from the lesser compound. The search ends
/// where the bound is not above enough.
double imp2i_boxes_apart(const imp2i_compound_pair* c, double enough);

// Near pairs by a cost

/// A lower bound of the cost of two boxes in A's frame, A's and B's: their distance, or their time of impact. INFINITY
/// for never.
typedef double (*imp2i_bound)(const void* context, imp2i_dbox a, imp2i_dbox b);

/// Boxes of A against boxes of B: level and index in each tree.
typedef struct imp2i_box_pair
{
    double cost;
    int32_t level_a, index_a, level_b, index_b;
} imp2i_box_pair;

/// Descends two trees at once, the cheaper boxes first (branch and bound). Each step replaces one pair by at most four,
/// so the stack is short.
typedef struct imp2i_search
{
    const imp2i_compound_pair* pair;
    const imp2i_part_tree *tree_a, *tree_b;  // null for a single shape
    imp2i_bound bound;
    const void* context;
    int32_t count;
    imp2i_box_pair stack[6 * IMPI_PART_LEVELS + 8];
} imp2i_search;

void imp2i_search_start(imp2i_search* s, const imp2i_compound_pair* c, imp2i_bound bound, const void* context);

/// The same for parts with sides on the outline, and the bounds of those.
void imp2i_search_borders(imp2i_search* s, const imp2i_compound_pair* c, imp2i_bound bound, const void* context);

/// The next pair of parts whose boxes cost no more than most, which may fall from call to call. False at the end.
bool imp2i_search_next(imp2i_search* s, double most, int32_t* i, int32_t* j);

/// Distance of two boxes.
double imp2i_box_distance(const void* context, imp2i_dbox a, imp2i_dbox b);

// Internal edges

/// Overlap of the faces of part i of A and part j of B along n, a unit vector from A to B in A's frame: the stretch
/// that they share across n, and the heights of both along it.
typedef struct imp2i_face_overlap
{
    double low, high;      // along the left of n; a point when they are equal
    double low_b, high_b;  // on B: the same, unless the two are beside each other
    double height_a, height_b;
} imp2i_face_overlap;

imp2i_face_overlap imp2i_overlap_faces(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n);

/// Whether some of a part's side lies on the outline; always, except in a region.
bool imp2i_is_outer_side(const imp2_compound* c, int32_t part, int32_t side);

/// Openness of a normal of two parts: whether it is one of the whole compounds, or that of an internal edge.
enum
{
    IMP2I_CLOSED = 0,
    IMP2I_LOOSELY_OPEN = 1,  // a neighbour continues from a single point, but does not block
    IMP2I_OPEN = 2
};

/// Openness of n: open where, on some of the stretch, no other part of A continues beyond part i along n, and no other
/// part of B beyond part j against it. Closed at an internal edge, or at a concave corner: an exit along n would lead
/// into a neighbour (ghost collision). In the strict sense only IMP2I_OPEN is open.
int imp2i_openness(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n);

static inline bool imp2i_is_open(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool strict)
{
    return imp2i_openness(c, i, j, n) >= (strict ? IMP2I_OPEN : IMP2I_LOOSELY_OPEN);
}

/// Whether n is the normal of a side of part i, or with of_b of part j, that is open beside the contact. So in a
/// concave corner, where a shape that is a little too deep, up to reach, finds both sides closed.
bool imp2i_is_face(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool of_b, double reach);

/// Whether a point of a manifold is redundant, as the face of part i at which it lies, or with of_b of part j,
/// continues as that of a neighbour: the face ends at it and the other part's side does not, or the other's vertex lies
/// beyond the end. A straight edge needs only its ends, and the neighbour has those. All of it by more than a reach.
bool imp2i_face_continues(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool of_b, uint32_t id,
                          double reach);

/// Whether imp2i_face_continues could hold, in a compound or among neighbours of it: false only where it is certain.
bool imp2i_face_may_continue(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool of_b, uint32_t id);

// The boundary of the union

/// The exit: the shortest path out of a penetration. The point nearest to the origin on the boundary of the union of
/// all Minkowski differences b - a.
typedef struct imp2i_exit
{
    double depth;              // in A's frame, of B along normal; INFINITY for no exit
    imp2i_dvec normal;         // unit, A to B, in A's frame
    imp2i_dvec on_a;           // contact point after the exit, on A's core, in A's frame
    int32_t i, j;              // the parts that touch then
    int32_t i_cover, j_cover;  // in the search: the piece that covered the last point
} imp2i_exit;

void imp2i_find_exit(const imp2i_compound_pair* c, imp2i_exit* out);

// The whole

/// Relation of two whole compounds, which no pair of parts has alone.
typedef struct imp2i_whole
{
    bool known;       // computed
    int relation;     // -1 apart, 0 touching, 1 deeper
    imp2i_exit exit;  // unless apart; i and j are below 0 for no penetration
    float depth;      // of it in the world; its sign agrees with the relation
} imp2i_whole;

void imp2i_whole_of(const imp2i_compound_pair* c, imp2i_whole* out);

/// The gap of a pair along the side of part i, or with of_b of part j, that has nearly its normal, so that all tiles of
/// a floor have one normal. False where there is none, and where the normal is exactly that of the side.
bool imp2i_gap_aligned(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec normal, bool of_b,
                       imp2i_gap* out);

/// Manifold of a pair whose normal is closed: along an open normal, or none where another pair is nearer. Both
/// compounds have few parts.
void imp2i_closed_manifold(const imp2i_compound_pair* c, int32_t i, int32_t j, float margin, imp2_manifold* out);

/// The manifolds of imp2_compound_collide without the penetration of the whole, for two compounds of which at least one
/// is no single shape: counts all, and writes as many as there is room for. Returns IMP_OK, or the fault of an
/// argument, with none.
imp_status imp2i_compound_manifolds(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                    const imp2_pose* pose_b, float margin, imp2_part_manifold* out, int32_t room,
                                    int32_t* count);

/// A unit normal of the world in A's frame.
static inline imp2i_dvec imp2i_normal_in(const imp2i_compound_pair* c, imp2i_dvec n)
{
    double unit = c->rel.unit_a;
    imp2i_dvec r = imp2i_turn_in(c, n);
    r.x *= unit;
    r.y *= unit;
    return r;
}

/// A normal of A's frame in the world. Components below rounding are 0, so that upright sides have upright normals.
static inline imp2i_dvec imp2i_normal_out(const imp2i_compound_pair* c, imp2i_dvec n)
{
    imp2i_dvec r = imp2i_turn_out(c->frame, 2.0 - c->rel.unit_a, n);
    r.x = r.x > -0x1p-30 && r.x < 0x1p-30 ? 0.0 : r.x;
    r.y = r.y > -0x1p-30 && r.y < 0x1p-30 ? 0.0 : r.y;
    return r;
}

#endif
