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

struct imp2i_nearby;

/// Two compounds and their poses.
typedef struct imp2i_compound_pair
{
    const imp2_compound *a, *b;
    imp2_pose pose_a, pose_b;
    imp2i_dpose frame;                  // A's
    imp2i_relative rel;                 // B in A's frame
    double radius;                      // of both, in A's frame; only a single shape has one
    double scale;                       // reaches, radius and distance, in A's frame
    bool alone;                         // only one pair of parts is near
    const struct imp2i_nearby* nearby;  // or null
    int32_t patience;  // most pieces that the search of an exit tests points against; 0 for as many as it takes
} imp2i_compound_pair;

imp2i_compound_pair imp2i_compound_pair_of(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                           const imp2_pose* pose_b);

/// The pair with B moved by a vector of A's frame; pose_b is not changed.
imp2i_compound_pair imp2i_compound_pair_moved(const imp2i_compound_pair* c, imp2i_dvec by);

/// Whether a compound is a single shape; two of those have functions of their own.
static inline bool imp2i_is_single(const imp2_compound* c)
{
    return c->kind == IMP2_COMPOUND_SHAPE;
}

/// Bounds of all of A or B in its frame.
static inline imp2_box imp2i_whole_box(const imp2i_compound_pair* c, bool of_b)
{
    const imp2_compound* of = of_b ? c->b : c->a;
    return imp2i_node_box(of, false, imp2i_node_root(of, false));
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

// Boxes in the frames of both

static inline imp2i_dbox imp2i_box_grown(imp2_box box, double by)
{
    imp2i_dbox r = {(double)box.lower.x - by, (double)box.lower.y - by, (double)box.upper.x + by,
                    (double)box.upper.y + by};
    return r;
}

/// Bounds of a box that is turned by (c, s) and moved.
static inline imp2i_dbox imp2i_turned_box(imp2_box box, double c, double s, double tx, double ty, double by)
{
    double x = 0.5 * ((double)box.lower.x + box.upper.x), y = 0.5 * ((double)box.lower.y + box.upper.y);
    double wide = 0.5 * ((double)box.upper.x - box.lower.x), high = 0.5 * ((double)box.upper.y - box.lower.y);
    double half_x = fabs(c) * wide + fabs(s) * high + by, half_y = fabs(s) * wide + fabs(c) * high + by;
    double mx = c * x - s * y + tx, my = s * x + c * y + ty;
    imp2i_dbox r = {mx - half_x, my - half_y, mx + half_x, my + half_y};
    return r;
}

/// A box of B's tree in A's frame, rounded outward.
static inline imp2i_dbox imp2i_box_of_b(const imp2i_compound_pair* c, imp2_box box, double by)
{
    return imp2i_turned_box(box, c->rel.c, c->rel.s, c->rel.tx, c->rel.ty, by);
}

/// A box of A's tree in B's frame. The inverse is that of the unit rotation, which is within 2^-19.
static inline imp2i_dbox imp2i_box_of_a(const imp2i_compound_pair* c, imp2_box box, double by)
{
    double size = 1.0 / (c->rel.c * c->rel.c + c->rel.s * c->rel.s), q = c->rel.c * size, s = c->rel.s * size;
    return imp2i_turned_box(box, q, -s, -(q * c->rel.tx + s * c->rel.ty), s * c->rel.tx - q * c->rel.ty, by);
}

/// Whether a box lies in another.
static inline bool imp2i_box_within(const imp2i_dbox* box, const imp2i_dbox* in)
{
    return box->x0 >= in->x0 && box->x1 <= in->x1 && box->y0 >= in->y0 && box->y1 <= in->y1;
}

static inline double imp2i_box_extent(imp2i_dbox b)
{
    double x = b.x1 - b.x0, y = b.y1 - b.y0;
    return x > y ? x : y;
}

/// The square of the distance of two boxes.
static inline double imp2i_boxes_square(imp2i_dbox a, imp2i_dbox b)
{
    double x = a.x0 > b.x1 ? a.x0 - b.x1 : b.x0 > a.x1 ? b.x0 - a.x1 : 0.0;
    double y = a.y0 > b.y1 ? a.y0 - b.y1 : b.y0 > a.y1 ? b.y0 - a.y1 : 0.0;
    return x * x + y * y;
}

#include "../math/dim2.h"

#include "compound_near_interface.inl"

#include "../math/dim_end.h"

/// Near pairs of parts by a cost: here each part is a leaf.
typedef imp2i_pair_search imp2i_part_search;

static inline void imp2i_part_search_start(imp2i_part_search* s, const imp2i_compound_pair* c, imp2i_pair_bound bound,
                                           const void* context)
{
    imp2i_search_start(s, c, bound, context);
}

/// The next pair of parts whose boxes cost no more than most, which may fall from call to call. False at the end.
static inline bool imp2i_part_search_next(imp2i_part_search* s, double most, int32_t* i, int32_t* j)
{
    return imp2i_search_leaves(s, most, i, j);
}

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
    int32_t pieces;            // in the search: pieces that points were tested against
} imp2i_exit;

void imp2i_find_exit(const imp2i_compound_pair* c, imp2i_exit* out);

// The whole

/// The deepest of the touching pairs of parts, each by its own way out.
typedef struct imp2i_deepest
{
    bool known;
    float depth;
    imp2i_dvec normal;  // in the world
    int32_t touching;   // pairs
    int32_t i, j;       // the last of them
} imp2i_deepest;

/// Relation of two whole compounds, which no pair of parts has alone.
typedef struct imp2i_whole
{
    bool known;       // computed
    int relation;     // -1 apart, 0 touching, 1 deeper
    imp2i_exit exit;  // unless apart; i and j are below 0 for no penetration
    float depth;      // of it in the world; its sign agrees with the relation
    imp2i_deepest deepest;
} imp2i_whole;

void imp2i_whole_of(const imp2i_compound_pair* c, imp2i_whole* out);

/// The manifolds of imp2_compound_collide without the penetration of the whole, for two compounds of which at least one
/// is no single shape: counts all, and writes as many as there is room for. The slider does not matter. Returns
/// IMP_OK, or the fault of an argument, with none.
imp_status imp2i_compound_manifolds(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                    const imp2_pose* pose_b, float margin, int slider, imp2_part_manifold* out,
                                    int32_t room, int32_t* count);

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
