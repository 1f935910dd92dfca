// SPDX-License-Identifier: MIT
//
// Two placed shapes, and the gap between them: what overlap, collide, distance and the sweeps all start from.
//
// Polygons are compared in A's frame, where A is as it is stored and B is turned and moved by the relative pose. A
// frame whose rotation is a little off unit length is a little off in size too; unit_a puts that right at the end.
// Points and normals are handed out in the world's directions, relative to A's position, so that nothing is lost far
// from the origin.

#ifndef IMP2I_PAIR_H
#define IMP2I_PAIR_H

#include <math.h>

#include "../shape/shape2.h"
#include "impinge/narrow2.h"

/// B in A's frame: v becomes (c x - s y + tx, s x + c y + ty).
typedef struct imp2i_relative
{
    double c, s, tx, ty;
    double unit_c, unit_s;  // the same rotation at unit length, for normals
    double unit_a;          // length of A's rotation: a length in A's frame times this is a length in the world
} imp2i_relative;

/// A pose in doubles, with A's position as the origin.
typedef struct imp2i_dpose
{
    double c, s, x, y;
} imp2i_dpose;

/// The axis of greatest separation between two cores of at least two vertices.
typedef struct imp2i_axis
{
    float separation;  // of the cores, in A's frame
    int32_t side;      // whose normal it is
    int32_t support;   // place of the other shape's vertex that is farthest back
    bool on_b;         // the side belongs to B
} imp2i_axis;

/// B's arrays in A's frame, and each side's separation: what is behind an axis of small polygons.
typedef struct imp2i_sides
{
    int32_t groups;  // of four: 1 or 2, the same for both shapes
    float bx[IMP2_SMALL_COUNT], by[IMP2_SMALL_COUNT];
    float bnx[IMP2_SMALL_COUNT], bny[IMP2_SMALL_COUNT];
    float separation_a[IMP2_SMALL_COUNT], separation_b[IMP2_SMALL_COUNT];
} imp2i_sides;

/// The signed distance of two placed shapes and where it is measured.
typedef struct imp2i_gap
{
    float distance;         // between the rounded surfaces, in the world; its sign agrees with relation
    int relation;           // -1 apart, 0 touching, 1 deeper
    imp2i_dvec normal;      // unit, A to B
    imp2i_dvec on_a, on_b;  // nearest points of the cores, from the origin of the poses
    imp2i_axis axis;        // two polygons: whose side is the reference, and how far B is beyond it
    int32_t incident;       // two polygons: the other's side that faces it
    imp2i_dvec reference_ends[2], incident_ends[2];  // of the two sides, in A's frame
    imp2i_dvec reference_normal;                     // unit, out of the reference shape, in A's frame
    double unit_a;                                   // see imp2i_relative
    bool corners;                                    // the nearest features are two vertices
    int32_t place_a, place_b;                        // the nearest features: places of vertices or sides
    bool side_a, side_b;                             // which is a side; at most one is
} imp2i_gap;

/// The door of the functions that take two placed shapes as their first four arguments.
static inline imp_status imp2i_pair_status(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                           const imp2_pose* pose_b)
{
    int32_t fault;
    if ((fault = imp2i_shape_fault(a)) != 0)
    {
        return impi_error(fault, 1);
    }
    if ((fault = imp2i_pose_fault(pose_a)) != 0)
    {
        return impi_error(fault, 2);
    }
    if ((fault = imp2i_shape_fault(b)) != 0)
    {
        return impi_error(fault, 3);
    }
    if ((fault = imp2i_pose_fault(pose_b)) != 0)
    {
        return impi_error(fault, 4);
    }
    return IMP_OK;
}

static inline bool imp2i_both_small(const imp2_shape* a, const imp2_shape* b)
{
    return imp2i_is_small(a) && imp2i_is_small(b);
}

static inline bool imp2i_is_point(const imp2_shape* s)
{
    return s->count == 1;
}

/// Inline, because it is the first thing of nearly every call.
static inline imp2i_relative imp2i_relative_of(imp2i_dpose a, imp2i_dpose b)
{
    // off is at most 2^-20, so the series below are good to 2^-40 and better.
    double off_a = a.c * a.c + a.s * a.s - 1.0, off_b = b.c * b.c + b.s * b.s - 1.0;
    double inverse = 1.0 - off_a + off_a * off_a;
    double c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    double unit = 1.0 - 0.5 * (off_a + off_b);
    double x = b.x - a.x, y = b.y - a.y;
    imp2i_relative r;
    r.c = c * inverse;
    r.s = s * inverse;
    r.tx = (a.c * x + a.s * y) * inverse;
    r.ty = (a.c * y - a.s * x) * inverse;
    r.unit_c = c * unit;
    r.unit_s = s * unit;
    r.unit_a = 1.0 + 0.5 * off_a;
    return r;
}

/// A direction of A's frame in B's, and back; its length is kept.
static inline imp2i_dvec imp2i_direction_in_b(const imp2i_relative* rel, imp2i_dvec d)
{
    imp2i_dvec r = {rel->unit_c * d.x + rel->unit_s * d.y, rel->unit_c * d.y - rel->unit_s * d.x};
    return r;
}

static inline imp2i_dvec imp2i_direction_in_a(const imp2i_relative* rel, imp2i_dvec d)
{
    imp2i_dvec r = {rel->unit_c * d.x - rel->unit_s * d.y, rel->unit_s * d.x + rel->unit_c * d.y};
    return r;
}

/// Both poses with A's position as the origin.
static inline imp2i_dpose imp2i_pose_a(const imp2_pose* a)
{
    imp2i_dpose r = {a->q.c, a->q.s, 0.0, 0.0};
    return r;
}

static inline imp2i_dpose imp2i_pose_b(const imp2_pose* a, const imp2_pose* b)
{
    imp2i_dpose r = {b->q.c, b->q.s, (double)b->p.x - (double)a->p.x, (double)b->p.y - (double)a->p.y};
    return r;
}

/// v turned out of a frame, times k.
static inline imp2i_dvec imp2i_turn_out(imp2i_dpose frame, double k, imp2i_dvec v)
{
    imp2i_dvec r = {(frame.c * v.x - frame.s * v.y) * k, (frame.s * v.x + frame.c * v.y) * k};
    return r;
}

/// The size that errors are measured by: reaches, radii and distance of the poses.
static inline float imp2i_scale(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b)
{
    float x = (float)(pose_b.x - pose_a.x), y = (float)(pose_b.y - pose_a.y);
    return a->reach + b->reach + a->radius + b->radius + fabsf(x) + fabsf(y);
}

/// Vertex i of B in A's frame.
static inline imp2i_dvec imp2i_place_b(const imp2i_relative* rel, float x, float y)
{
    imp2i_dvec r = {rel->c * x - rel->s * y + rel->tx, rel->s * x + rel->c * y + rel->ty};
    return r;
}

/// Two small cores of at least two vertices; sides is filled in. The axis comes without its support.
void imp2i_axis_small(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_sides* sides,
                      imp2i_axis* out);

/// Finds the support of an axis whose side is known.
void imp2i_support_small(const imp2_shape* a, const imp2_shape* b, const imp2i_sides* sides, imp2i_axis* axis);

/// imp2i_axis_small for any number of vertices: walks around both, O(n + m).
void imp2i_axis_large(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_axis* out);

/// From an axis to the two sides that face each other along it: fills in incident, the ends and the reference normal.
void imp2i_face(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_gap* gap);

/// One side of the boundary of B - A, which is the set of all differences b - a: it belongs to a side of A or of B.
typedef struct imp2i_walk_side
{
    double separation;    // of the cores along the normal, in A's frame
    imp2i_dvec normal;    // unit, A to B, in A's frame
    imp2i_dvec from, to;  // the side's ends
    int32_t side, support;
    bool on_b;
} imp2i_walk_side;

/// Walks around A, or with on_b around B, with the other's farthest vertex behind each side kept by rotating calipers
/// (Shamos 1978), and calls visit for each side.
void imp2i_walk(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, bool on_b,
                void (*visit)(void* context, const imp2i_walk_side* side), void* context);

/// The same until *stop is set by the visitor.
void imp2i_walk_until(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, bool on_b, const bool* stop,
                      void (*visit)(void* context, const imp2i_walk_side* side), void* context);

/// The axis of greatest separation of two cores of at least two vertices, of any size. Returns the distance of the
/// shapes along it: never more than their distance, and minus their depth when the cores overlap.
float imp2i_axis_of(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, imp2i_sides* sides,
                    imp2i_axis* out);

/// The same from the poses; *rel is filled in.
float imp2i_axis_between(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b,
                         imp2i_relative* rel, imp2i_sides* sides, imp2i_axis* out);

/// From the axis (in out) and the sides to the gap. doubt is IMPI_FLOAT_DOUBT of the scale.
void imp2i_gap_from_axis(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, const imp2i_relative* rel,
                         const imp2i_sides* sides, float doubt, imp2i_gap* out);

/// The gap of two overlapping cores, not both points, along an axis of the caller's choice (in out).
void imp2i_gap_along(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, const imp2i_relative* rel,
                     imp2i_gap* out);

/// The gap as floats see it, without its relation. Shapes farther apart than far only get a lower bound of their
/// distance.
void imp2i_gap_estimate(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b, imp2i_dpose pose_b, float far,
                        imp2i_gap* out);

/// Settles the relation of an estimated gap, exactly where it is in doubt, and brings the distance to its side.
void imp2i_gap_decide(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                      float scale, imp2i_gap* gap);

/// The gap of two placed shapes, its sign decided exactly.
void imp2i_gap_of(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b, float far,
                  imp2i_gap* out);

/// From a gap within the margin to the contact points.
void imp2i_manifold_of_gap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, float margin,
                           const imp2i_gap* gap, imp2_manifold* out);

#endif
