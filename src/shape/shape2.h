// SPDX-License-Identifier: MIT
//
// How the other rooms read a shape: its arrays, wherever they are stored, and its fault, if it is none.

#ifndef IMP2I_SHAPE_H
#define IMP2I_SHAPE_H

#include "../math/check.h"
#include "../math/dvec2.h"
#include "impinge/shape2.h"

/// Memory of a large polygon: this head, then x, y, normal_x and normal_y, count floats each.
typedef struct imp2i_block
{
    imp_allocator allocator;
    size_t size;
} imp2i_block;

/// The arrays of a shape. sides is the number of edges with a normal: none for a point, four for a segment (see
/// imp2_shape), count for the rest. Vertex i + 1 of the last side is vertex 0.
typedef struct imp2i_outline
{
    const float *x, *y, *normal_x, *normal_y;
    int32_t sides;
} imp2i_outline;

static inline bool imp2i_is_small(const imp2_shape* s)
{
    return s->count <= IMP2_SMALL_COUNT;
}

static inline int32_t imp2i_side_count(const imp2_shape* s)
{
    return s->count > 2 ? s->count : s->count == 2 ? 4 : 0;
}

static inline imp2i_outline imp2i_outline_of(const imp2_shape* s)
{
    imp2i_outline o = {s->x, s->y, s->normal_x, s->normal_y, imp2i_side_count(s)};
    if (!imp2i_is_small(s))
    {
        const float* f = (const float*)((const imp2i_block*)s->block + 1);
        o.x = f;
        o.y = f + s->count;
        o.normal_x = f + 2 * (size_t)s->count;
        o.normal_y = f + 3 * (size_t)s->count;
    }
    return o;
}

/// The origin alone.
static inline imp2_shape imp2i_shape_of_point(void)
{
    const imp2_shape r = {.kind = IMP2_SHAPE_CIRCLE, .count = 1};
    return r;
}

/// Vertex of the core that place i of the arrays holds: a segment is stored as a, b, b, a.
static inline int32_t imp2i_vertex_of_place(const imp2_shape* s, int32_t i)
{
    return s->count == 2 ? (i == 1 || i == 2) : i;
}

/// 0, IMP_ERR_NULL or IMP_ERR_SHAPE.
static inline int32_t imp2i_shape_fault(const imp2_shape* s)
{
    if (!s)
    {
        return IMP_ERR_NULL;
    }
    bool known = (uint32_t)s->kind - IMP2_SHAPE_CIRCLE <= IMP2_SHAPE_POLYGON - IMP2_SHAPE_CIRCLE;
    int32_t most = s->block ? IMP2_VERTEX_MAX : IMP2_SMALL_COUNT;
    return known && s->count >= 1 && s->count <= most ? 0 : IMP_ERR_SHAPE;
}

/// The door of the functions that take a turned rectangle as their first three arguments: middle, half sizes, rotation.
static inline imp_status imp2i_rectangle_status(imp2_vec center, imp2_vec half, imp2_rot turn)
{
    int32_t fault = imp2i_vec_fault(center);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(half.x);
    fault = fault ? fault : impi_number_fault_negative(half.y);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    fault = imp2i_rot_fault(turn);
    return fault ? impi_error(fault, 3) : IMP_OK;
}

/// Fills in a shape from the corners of its convex hull, counter-clockwise. Up to IMP2_SMALL_COUNT corners need no
/// memory; more are written to block, which was allocated with imp2i_block_size.
void imp2i_shape_fill(imp2_shape* out, int32_t kind, const imp2_vec* corners, int32_t count, float radius,
                      imp2i_block* block);

/// A shape of its own. Returns IMP_OK or IMP_ERR_MEMORY, without an argument; the shape is valid.
imp_status imp2i_shape_copy(const imp2_shape* shape, const imp_allocator* allocator, imp2_shape* out);

static inline size_t imp2i_block_size(int32_t count)
{
    return sizeof(imp2i_block) + 4 * (size_t)count * sizeof(float);
}

/// The vertex that is farthest along a direction, in the shape's frame: the first of equals.
imp2i_dvec imp2i_support(const imp2_shape* s, imp2i_dvec direction, int32_t* vertex);

/// Signed distance from a point to a shape, in the shape's frame.
typedef struct imp2i_point_gap
{
    double separation;   ///< to the rounded surface, negative inside; off by less than IMPI_FLOAT_DOUBT of the scale
    imp2i_dvec normal;   ///< unit, out of the shape
    imp2i_dvec on_core;  ///< point of the core (of its boundary, when inside) that is nearest
    int32_t place;       ///< nearest edge, or vertex when at_vertex
    bool at_vertex;
} imp2i_point_gap;

void imp2i_point_query(const imp2_shape* shape, imp2i_dvec point, imp2i_point_gap* out);

/// A box with area that is not turned.
static inline bool imp2i_is_upright(const imp2_shape* s, const imp2_pose* pose)
{
    return s->kind == IMP2_SHAPE_BOX && s->count == 4 && pose->q.c == 1.0f && pose->q.s == 0.0f;
}

/// imp2i_relation of two upright boxes at p and q: four comparisons.
int imp2i_upright_relation(const imp2_shape* a, imp2_vec p, const imp2_shape* b, imp2_vec q);

/// How two placed shapes lie, decided exactly: -1 apart, 0 touching in boundary points only, 1 deeper. Shapes without
/// area that lie along each other touch.
int imp2i_relation(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b);

/// -1, 0 or 1: whether a placed point lies to the right of, on, or to the left of the line through a placed segment.
/// Exact.
int imp2i_side_of(const imp2_shape* segment, const imp2_pose* pose, imp2_vec point, const imp2_pose* pose_point);

/// 1 / |q|^2 of an accepted rotation, to 2^-60.
static inline double imp2i_inverse_square(double c, double s)
{
    double off = c * c + s * s - 1.0;
    return 1.0 - off + off * off;
}

/// A world point in the frame of a pose: q^-1 (point - p), with the true inverse of a q that is a little off unit
/// length.
static inline imp2i_dvec imp2i_to_local(const imp2_pose* pose, imp2_vec point)
{
    double c = pose->q.c, s = pose->q.s, k = imp2i_inverse_square(c, s);
    double x = (double)point.x - (double)pose->p.x, y = (double)point.y - (double)pose->p.y;
    imp2i_dvec r = {(c * x + s * y) * k, (c * y - s * x) * k};
    return r;
}

#endif
