// SPDX-License-Identifier: MIT
//
// A pair of placed compounds of space, as the pair tests share it: near parts, touching parts, and which normals count.
//
// Trees of boxes lie in the frames of their compounds; gaps, normals and points are those of pair3.h, along the axes of
// the world with A's position as the origin.

#ifndef IMP3I_COMPOUND_PAIR_H
#define IMP3I_COMPOUND_PAIR_H

#include "../shape/compound3.h"
#include "pair3.h"

/// Two compounds and their poses.
typedef struct imp3i_compound_pair
{
    const imp3_compound *a, *b;
    imp3_pose pose_a, pose_b;
    imp3i_drot qa, qb;
    imp3i_drot q;      // B's axes in A's frame
    imp3i_dvec shift;  // from A's position to B's, in the world
    imp3i_dvec t;      // the same in A's frame
    imp3i_frame b_in_a, a_in_b;
    double radius;          // 0: boxes have the radii of their parts
    double scale;           // reaches, radii and distance
    imp3_box box_a, box_b;  // of single shapes, in their frames
    double size_a, size_b;  // of the same
    int slider;             // 0 and 1: A or B slides over the other, which stands; -1: neither is known to
} imp3i_compound_pair;

imp3i_compound_pair imp3i_compound_pair_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                           const imp3_pose* pose_b);

/// Whether a compound is a single shape; two of those have functions of their own.
static inline bool imp3i_is_single(const imp3_compound* c)
{
    return c->kind == IMP3_COMPOUND_SHAPE;
}

/// Bounds of all of A or B in its frame.
static inline imp3_box imp3i_whole_box(const imp3i_compound_pair* c, bool of_b)
{
    const imp3_compound* of = of_b ? c->b : c->a;
    return !imp3i_is_single(of) ? imp3i_node_box(of, false, imp3i_node_root(of, false)) : of_b ? c->box_b : c->box_a;
}

/// Whether a compound is a mesh or a height field.
static inline bool imp3i_is_surface(const imp3_compound* c)
{
    return c->kind == IMP3_COMPOUND_TRIANGLES || c->kind == IMP3_COMPOUND_HEIGHT_FIELD;
}

// Boxes in the frames of both

static inline imp3i_dbox imp3i_box_grown(imp3_box box, double by)
{
    const imp3i_dvec all = imp3i_dvec_all(by);
    const imp3i_dbox r = {imp3i_dsub(imp3i_dvec_of(box.lower), all), imp3i_dadd(imp3i_dvec_of(box.upper), all)};
    return r;
}

/// Bounds of a box that is turned and moved.
static inline imp3i_dbox imp3i_turned_box(imp3_box box, imp3i_drot q, imp3i_dvec t, double by)
{
    imp3i_dvec low = imp3i_dvec_of(box.lower), up = imp3i_dvec_of(box.upper);
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(up, low), 0.5), middle = imp3i_dscale(imp3i_dadd(low, up), 0.5);
    imp3i_dvec m = imp3i_dadd(imp3i_drot_apply(q, middle), t);
    imp3i_dvec h = {fabs(q.x.x) * half.x + fabs(q.y.x) * half.y + fabs(q.z.x) * half.z + by,
                    fabs(q.x.y) * half.x + fabs(q.y.y) * half.y + fabs(q.z.y) * half.z + by,
                    fabs(q.x.z) * half.x + fabs(q.y.z) * half.y + fabs(q.z.z) * half.z + by};
    const imp3i_dbox r = {imp3i_dsub(m, h), imp3i_dadd(m, h)};
    return r;
}

/// A box of B's tree in A's frame, rounded outward by what `by` has of it.
static inline imp3i_dbox imp3i_box_of_b(const imp3i_compound_pair* c, imp3_box box, double by)
{
    return imp3i_turned_box(box, c->q, c->t, by);
}

/// A box of A's tree in B's frame. The inverse is taken for the transpose, which is within 2^-18.
static inline imp3i_dbox imp3i_box_of_a(const imp3i_compound_pair* c, imp3_box box, double by)
{
    const imp3i_drot back = {
        {c->q.x.x, c->q.y.x, c->q.z.x}, {c->q.x.y, c->q.y.y, c->q.z.y}, {c->q.x.z, c->q.y.z, c->q.z.z}};
    return imp3i_turned_box(box, back, imp3i_dnegate(imp3i_drot_apply(back, c->t)), by + 0x1p-17 * c->scale);
}

/// Whether a box lies in another.
static inline bool imp3i_box_within(const imp3i_dbox* box, const imp3i_dbox* in)
{
    return box->lower.x >= in->lower.x && box->upper.x <= in->upper.x && box->lower.y >= in->lower.y &&
           box->upper.y <= in->upper.y && box->lower.z >= in->lower.z && box->upper.z <= in->upper.z;
}

static inline double imp3i_box_extent(imp3i_dbox b)
{
    imp3i_dvec size = imp3i_dsub(b.upper, b.lower);
    double most = size.x > size.y ? size.x : size.y;
    return size.z > most ? size.z : most;
}

/// How far two intervals are apart.
static inline double imp3i_between(double low_a, double up_a, double low_b, double up_b)
{
    return low_a > up_b ? low_a - up_b : low_b > up_a ? low_b - up_a : 0.0;
}

/// The square of the distance of two boxes.
static inline double imp3i_boxes_square(imp3i_dbox a, imp3i_dbox b)
{
    double x = imp3i_between(a.lower.x, a.upper.x, b.lower.x, b.upper.x);
    double y = imp3i_between(a.lower.y, a.upper.y, b.lower.y, b.upper.y);
    double z = imp3i_between(a.lower.z, a.upper.z, b.lower.z, b.upper.z);
    return x * x + y * y + z * z;
}

#include "../math/dim3.h"

#include "compound_near_interface.inl"

#include "../math/dim_end.h"

/// Near pairs of parts by a cost: the parts of the leaves of a search.
typedef struct imp3i_part_search
{
    imp3i_pair_search leaves;
    int32_t leaf_a, leaf_b;  // the pair of leaves whose parts are told; -1 before the first
    int32_t i, j;            // the last pair of parts
} imp3i_part_search;

void imp3i_part_search_start(imp3i_part_search* s, const imp3i_compound_pair* c, imp3i_pair_bound bound,
                             const void* context);

/// The next pair of parts whose boxes cost no more than most, which may fall from call to call. False at the end.
bool imp3i_part_search_next(imp3i_part_search* s, double most, int32_t* i, int32_t* j);

// Which pairs and normals count

/// Whether one-sided surfaces let part i of A and part j of B collide: the middle of neither is behind the other's face.
bool imp3i_parts_may_collide(const imp3i_compound_pair* c, int32_t i, int32_t j);

/// The same of parts that are known.
bool imp3i_placed_may_collide(const imp3i_compound_pair* c, const imp3_shape* a, const imp3_shape* b);

/// Two parts, placed.
typedef struct imp3i_placed_parts
{
    imp3_shape a, b;
    imp3i_pair pair;  // of these two
} imp3i_placed_parts;

void imp3i_place_parts(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_placed_parts* out);

/// The extent of the smaller one of two parts.
double imp3i_lesser_size(const imp3i_compound_pair* c, int32_t i, int32_t j);

/// By how much depths, and places of surfaces, of two parts may differ and be the same.
double imp3i_parts_tiny(const imp3i_compound_pair* c, int32_t i, int32_t j);

/// As imp3i_penetration_among asks, of a triangle, which is A or B, and another polytope: of normals that lean from those
/// of its face by no more than a tangent. False where the polytope is flat: then nothing is asked.
bool imp3i_leaning_normals(const imp3i_pair* p, bool is_b, double lean, double deepest, imp3i_axis_counts counts,
                           void* context);

/// Two parts along a unit direction from A to B: the signed distance, and the ends of both.
void imp3i_gap_along(const imp3i_pair* p, imp3i_dvec n, imp3i_gap* out);

/// Whether a unit normal from part i of A to part j of B is one of both wholes, at points of their surfaces; all in the
/// frame of the pair.
bool imp3i_is_normal_of_both(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec on_a, imp3i_dvec on_b,
                             imp3i_dvec n);

// The whole

/// Relation of two whole compounds, which no pair of parts has alone.
typedef struct imp3i_whole
{
    int relation;       // -1 apart, 0 touching, 1 deeper
    double depth;       // of B along normal, out of all of A
    imp3i_dvec normal;  // unit, A to B, in the frame of the pair
    imp3i_dvec on_a;    // where they touch after the exit, in the frame of the pair
    int32_t i, j;       // the parts that touch then
} imp3i_whole;

void imp3i_whole_of(const imp3i_compound_pair* c, imp3i_whole* out);

/// The manifolds of imp3_compound_collide without the penetration of the whole: counts all, and writes as many as there
/// is room for. slider tells whether A (0) or B (1) slides over the other, which stands; -1 if that is not known. Returns
/// IMP_OK, or the fault of an argument, with none.
imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, int slider, imp3_part_manifold* out,
                                    int32_t room, int32_t* count);

enum
{
    IMP3I_SEEN_MOST = 64,   // vertices of a core
    IMP3I_SEEN_PLANES = 32  // of its faces
};

/// The middle of a contact of faces that lean is so much lower than where they are highest, as a part of the size of the
/// lesser part.
#define IMP3I_FACES_LEAN 0x1p-6

/// What a near pair of parts has.
enum
{
    IMP3I_PAIR_NONE,   // no contact within the margin, or one that its neighbours have
    IMP3I_PAIR_OPEN,   // a manifold along a normal of both wholes
    IMP3I_PAIR_FACE,   // along that of a face, which may be deeper than the whole
    IMP3I_PAIR_CLOSED  // they touch, and no normal of theirs is one of both wholes
};

/// A convex core beside a surface, a mesh or a height field: its vertices in the frame of that.
typedef struct imp3i_seen_core
{
    const imp3_compound* surface;  // null where none is seen
    int32_t count;                 // of vertices, the last repeated to a multiple of four
    imp3i_dvec origin, first;      // vertices are seen from here; the same but for the positions
    double size, radii;            // the distance of any two vertices at most; of both
    float x[IMP3I_SEEN_MOST], y[IMP3I_SEEN_MOST], z[IMP3I_SEEN_MOST];
    int32_t planes;  // the last repeated to a multiple of four; 0 where none are seen
    float plane_x[IMP3I_SEEN_PLANES], plane_y[IMP3I_SEEN_PLANES], plane_z[IMP3I_SEEN_PLANES];
    float plane[IMP3I_SEEN_PLANES];  // the greatest of the vertices along each
} imp3i_seen_core;

void imp3i_see_core(const imp3i_compound_pair* c, imp3i_seen_core* out);

/// The same of a pair that differs in its positions.
void imp3i_see_moved_core(const imp3i_compound_pair* c, imp3i_seen_core* core);

/// What is seen of part i of the surface and the core without measuring them.
enum
{
    IMP3I_SIGHT_NEAR,   // nothing
    IMP3I_SIGHT_APART,  // they are apart for sure
    IMP3I_SIGHT_NONE,   // and have no contact along a normal of the whole surface
    IMP3I_SIGHT_FAR     // nor along any other
};

/// Contacts are those within the margin.
int imp3i_look_at_parts(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i, double margin);

/// Whether they are sure to be apart.
bool imp3i_are_seen_apart(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i);

/// Whether they may have a contact along such a normal that is no deeper than that.
bool imp3i_may_have_contact(const imp3i_compound_pair* c, const imp3i_seen_core* seen, int32_t i, double deepest);

/// What a pair of parts alone is known to have: pairs are handed on to neighbours, many of them to the same.
typedef struct imp3i_part_answer
{
    int32_t i, j;            // which pair; -1 for none
    int32_t into_a, into_b;  // parts that its normal leads into, -1 for none
    bool touches, open;      // open: its normal is one of both wholes
    int8_t face;             // whether it has any normal of both wholes: 1 or 0, -1 while nobody has asked
    double depth;
} imp3i_part_answer;

enum
{
    IMP3I_PART_ANSWERS = 256
};

/// What is known of a pair of compounds while its contacts are looked for.
typedef struct imp3i_part_answers
{
    imp3i_seen_core seen;
    bool used[IMP3I_PART_ANSWERS];             // the others are not written
    imp3i_part_answer of[IMP3I_PART_ANSWERS];  // a later one takes the place of an earlier one
} imp3i_part_answers;

void imp3i_part_answers_start(const imp3i_compound_pair* c, imp3i_part_answers* answers);

/// The exit of the whole of a pair that is seen from A's position, or is the exact one itself, which tells relations.
void imp3i_find_whole(const imp3i_compound_pair* exact, const imp3i_compound_pair* c, imp3i_part_answers* answers,
                      imp3i_whole* out);

/// A translation of B that parts the whole, and parts that touch then.
typedef struct imp3i_exit
{
    imp3i_dvec by;
    int32_t i, j;
} imp3i_exit;

/// The shortest way out of the whole, if it is found, and is shorter than `most`.
bool imp3i_find_shorter_exit(const imp3i_compound_pair* c, const imp3i_seen_core* seen, double most, imp3i_exit* out);

/// Near pairs, for which answers have been started: all whose boxes are near where what is apart is seen at once.
imp3i_near imp3i_start_near(const imp3i_compound_pair* c, const imp3i_seen_core* seen, double distance);

/// What a near pair of parts has, and its manifold, empty where it has none. answers are of this pair of compounds.
int imp3i_part_manifold_of(const imp3i_compound_pair* c, int32_t i, int32_t j, float margin,
                           imp3i_part_answers* answers, imp3_manifold* out);

#endif
