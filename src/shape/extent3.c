// SPDX-License-Identifier: MIT
//
// How far a placed shape reaches along the axes of the world.
//
// Along an axis the core is measured in its own frame, where that axis is a row of the pose's matrix, exactly. A
// half-space has an end only along an axis that is its normal, which is decided exactly.

#include "extent3.h"
#include "shape3.h"

#include "../math/exact.h"
#include "../math/round.h"

#include <math.h>

/// From where to where something reaches along an axis.
typedef struct span3
{
    double low, high;
} span3;

static span3 span_of_hull(const imp3i_hull* h, imp3i_dvec d)
{
    span3 r = {INFINITY, -INFINITY};
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        double height = d.x * (double)h->x[i] + d.y * (double)h->y[i] + d.z * (double)h->z[i];
        r.low = height < r.low ? height : r.low;
        r.high = height > r.high ? height : r.high;
    }
    return r;
}

static span3 span_of_box(const imp3_shape* s, imp3i_dvec d)
{
    imp3i_dvec along = imp3i_drot_apply_inverse(imp3i_drot_of(s->turn), d);
    imp3i_dvec a = imp3i_dmultiply(along, imp3i_dvec_of(s->a)), b = imp3i_dmultiply(along, imp3i_dvec_of(s->b));
    span3 r = {(a.x < b.x ? a.x : b.x) + (a.y < b.y ? a.y : b.y) + (a.z < b.z ? a.z : b.z),
               (a.x > b.x ? a.x : b.x) + (a.y > b.y ? a.y : b.y) + (a.z > b.z ? a.z : b.z)};
    return r;
}

static span3 span_of_discs(const imp3_shape* s, imp3i_dvec d)
{
    imp3i_dvec axis = imp3i_axis_of(s);
    double outward = imp3i_dcross_length(axis, d) / sqrt(imp3i_ddot(axis, axis));
    double a = imp3i_ddot(d, imp3i_dvec_of(s->a)), b = imp3i_ddot(d, imp3i_dvec_of(s->b));
    double more_a = (double)s->disc_a * outward, more_b = (double)s->disc_b * outward;
    span3 r = {a - more_a < b - more_b ? a - more_a : b - more_b, a + more_a > b + more_b ? a + more_a : b + more_b};
    return r;
}

static span3 span_of_few(const imp3_shape* s, imp3i_dvec d)
{
    span3 r = {INFINITY, -INFINITY};
    for (int32_t i = 0; i < s->count; ++i)
    {
        double height = imp3i_ddot(d, imp3i_vertex(s, i));
        r.low = height < r.low ? height : r.low;
        r.high = height > r.high ? height : r.high;
    }
    return r;
}

/// From where to where a core reaches along a direction of its frame.
static span3 span_of_core(const imp3_shape* s, imp3i_dvec d)
{
    return s->kind == IMP3_SHAPE_HULL  ? span_of_hull(imp3i_hull_of(s), d)
           : s->kind == IMP3_SHAPE_BOX ? span_of_box(s, d)
           : imp3i_is_curved(s)        ? span_of_discs(s, d)
                                       : span_of_few(s, d);
}

/// Adds (a b - c d) n to a sum.
static void add_minor(impi_exact* sum, float a, float b, float c, float d, float n)
{
    const float factors[5] = {a, b, c, d, n};
    impi_exact e[5];
    for (int k = 0; k < 5; ++k)
    {
        impi_exact_set(&e[k], (double)factors[k]);
    }
    impi_exact_mul(&e[0], &e[0], &e[1]);
    impi_exact_mul(&e[2], &e[2], &e[3]);
    impi_exact_sub(&e[0], &e[0], &e[2]);
    impi_exact_mul(&e[0], &e[0], &e[4]);
    impi_exact_add(sum, sum, &e[0]);
}

/// A component of the placed normal, by the cofactors of the axes after it in turn: exact where it is next to nothing.
static double placed_component(double rough, imp3_rot q, imp3_vec n, int axis)
{
    if (fabs(rough) > 0x1p-40)
    {
        return rough;
    }
    const float x[3] = {q.x.x, q.x.y, q.x.z}, y[3] = {q.y.x, q.y.y, q.y.z}, z[3] = {q.z.x, q.z.y, q.z.z};
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    impi_exact sum;
    impi_exact_set(&sum, 0.0);
    add_minor(&sum, y[next], z[last], y[last], z[next], n.x);
    add_minor(&sum, z[next], x[last], z[last], x[next], n.y);
    add_minor(&sum, x[next], y[last], x[last], y[next], n.z);
    return impi_exact_get(&sum);
}

static imp3_box half_space_box(const imp3_shape* s, const imp3_pose* pose)
{
    const double most = IMP_MAGNITUDE_MAX;
    imp3i_drot q = imp3i_drot_of(pose->q);
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(s->normal));
    n.x = placed_component(n.x, pose->q, s->normal, 0);
    n.y = placed_component(n.y, pose->q, s->normal, 1);
    n.z = placed_component(n.z, pose->q, s->normal, 2);
    double volume = imp3i_ddot(q.x, imp3i_dcross(q.y, q.z));
    const double normal[3] = {n.x, n.y, n.z}, p[3] = {pose->p.x, pose->p.y, pose->p.z};
    double low[3] = {-most, -most, -most}, high[3] = {most, most, most};
    for (int k = 0; k < 3; ++k)
    {
        bool across = !(normal[(k + 1) % 3] < 0.0 || normal[(k + 1) % 3] > 0.0 || normal[(k + 2) % 3] < 0.0 ||
                        normal[(k + 2) % 3] > 0.0);
        if (across)
        {
            double height = (double)s->offset * volume / normal[k], end = p[k] + height;
            double slack =
                (fabs(volume - 1.0) > 0.0 || fabs(fabs(normal[k]) - 1.0) > 0.0 ? 0x1p-48 * fabs(height) : 0.0) +
                (fabs(p[k]) > 0.0 ? 0x1p-51 * fabs(end) : 0.0);
            end = normal[k] > 0.0 ? end + slack : end - slack;
            end = end > most ? most : end < -most ? -most : end;
            high[k] = normal[k] > 0.0 ? end : high[k];
            low[k] = normal[k] < 0.0 ? end : low[k];
        }
    }
    const imp3_box r = {{impi_round_down(low[0]), impi_round_down(low[1]), impi_round_down(low[2])},
                        {impi_round_up(high[0]), impi_round_up(high[1]), impi_round_up(high[2])}};
    return r;
}

/// Whether nothing is rounded when the core is measured and put in its place.
static bool stands_exactly(const imp3_shape* s, const imp3_pose* pose)
{
    const imp3_rot none = imp3_pose_identity().q;
    bool upright = memcmp(&pose->q, &none, sizeof none) == 0 && memcmp(&s->turn, &none, sizeof none) == 0;
    return upright && imp3i_is_polytope(s) && !imp3i_vec_bits(pose->p) && s->radius <= 0.0f;
}

/// The box of what reaches so far along the axes of the world, before it is put in its place.
static imp3_box put_in_place(const span3 along[3], const imp3_pose* pose, double radius, double slack)
{
    const double p[3] = {pose->p.x, pose->p.y, pose->p.z};
    float low[3], high[3];
    for (int k = 0; k < 3; ++k)
    {
        double off = slack + 0x1p-50 * fabs(p[k]);
        low[k] = impi_round_down(along[k].low - radius + p[k] - off);
        high[k] = impi_round_up(along[k].high + radius + p[k] + off);
    }
    const imp3_box box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    return box;
}

/// The error of coordinates. Two turns and a root, in all fewer than 32 roundings of what is not longer than the reach;
/// two more where it is put in its place.
static double slack_of(double reach, double radius)
{
    return 0x1p-48 * (reach + radius);
}

imp3_box imp3i_points_bounds(const imp3_vec* points, int32_t count, float radius, float reach, const imp3_pose* pose)
{
    const imp3_rot q = pose->q, none = imp3_pose_identity().q;
    const imp3i_dvec rows[3] = {{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}};
    bool exact = memcmp(&q, &none, sizeof none) == 0 && !imp3i_vec_bits(pose->p) && radius <= 0.0f;
    span3 along[3] = {{INFINITY, -INFINITY}, {INFINITY, -INFINITY}, {INFINITY, -INFINITY}};
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3i_dvec v = imp3i_dvec_of(points[i]);
        for (int k = 0; k < 3; ++k)
        {
            double height = imp3i_ddot(rows[k], v);
            along[k].low = height < along[k].low ? height : along[k].low;
            along[k].high = height > along[k].high ? height : along[k].high;
        }
    }
    return put_in_place(along, pose, (double)radius, exact ? 0.0 : slack_of((double)reach, (double)radius));
}

imp_status imp3_shape_bounds(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    imp_status status = imp3i_placed_status(shape, pose);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 3);
    }
    if (shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        *out = half_space_box(shape, pose);
        return IMP_OK;
    }
    const imp3_rot q = pose->q;
    const imp3i_dvec rows[3] = {{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}};
    double r = shape->radius, slack = stands_exactly(shape, pose) ? 0.0 : slack_of((double)shape->reach, r);
    span3 along[3];
    for (int k = 0; k < 3; ++k)
    {
        along[k] = span_of_core(shape, rows[k]);
    }
    *out = put_in_place(along, pose, r, slack);
    return IMP_OK;
}
