// SPDX-License-Identifier: MIT
//
// Features of a cylinder, a cone or a half-space along a direction.
//
//        ______ cap: points of its rim        With the direction's part along the axis, c, and across it, s, an end is
//       /      \ .                            as far along it as its centre, and s times its radius more. So a cap lies
//      |        | \                           along it where s is 0, a side line where both ends are equally far, and
//       \______/   side line: two points      else a point of one rim.
//
// All that is judged with a lean: a body that rests on its cap or its side trembles, and is still to have all its points.
// Those that are too high are left out by whoever measures them. Points must be the same from step to step, and the
// farthest must be among them. Where the tilt of a cap is so small that it means nothing, its points are fixed in the
// body; else they are counted from the farthest. The side line has no place of its own on the body: its names are the
// same wherever it rolls.
//
// A cap has sixteen points, so that a corner of the other that lies on it is hardly ever cut off: the rim stands out from
// their polygon by 0.02 of its radius. Those a quarter apart have the lowest names: they are the ones to keep where all
// are equally deep.

#include "pair3.h"

/// A direction within this sine of an axis or a side's normal is along it: 1.8 degrees.
#define SINE_OF_LEAN 0x1p-5

/// Tilts of a cap below this sine are no tilt: the lowest of sixteen points is then higher than the rim's by at most
/// 2^-17 of the radius.
#define TREMBLE 0x1p-12

enum
{
    RIM_POINTS = IMP3I_RIM_POINTS,
    SIDE_POINT_A = 2 * RIM_POINTS,
    SIDE_POINT_B,
    FAR_POINT_A,
    FAR_POINT_B,
    SIDE_LINE = 0,  // of edges; the sides of a rim are counted on
};

/// (cos, sin) of multiples of 22.5 degrees up to 45.
static const double rim_cos[3] = {1.0, 0.92387953251128675613, 0.70710678118654752440};
static const double rim_sin[3] = {0.0, 0.38268343236508977173, 0.70710678118654752440};

/// One placed core that has an axis, and a direction split along it; all in the frame of the shape.
typedef struct curved_view
{
    const imp3_shape* shape;
    imp3i_dvec center[2];  // of the ends
    double disc[2];
    imp3i_dvec axis, across;  // unit: from a to b; where the direction leans, 0 where it does not
    double length, c, s;
} curved_view;

static void view_curved(const imp3_shape* s, imp3i_dvec direction, curved_view* v)
{
    imp3i_dvec axis = imp3i_axis_of(s);
    double norm = sqrt(imp3i_ddot(axis, axis)), size = sqrt(imp3i_ddot(direction, direction));
    direction = imp3i_ddivide(direction, size);
    v->shape = s;
    v->center[0] = imp3i_dvec_of(s->a);
    v->center[1] = imp3i_dvec_of(s->b);
    v->disc[0] = s->disc_a;
    v->disc[1] = s->disc_b;
    v->axis = imp3i_ddivide(axis, norm);
    v->length = s->a.x == s->b.x && s->a.y == s->b.y && s->a.z == s->b.z ? 0.0 : norm;
    v->c = imp3i_ddot(direction, v->axis);
    v->across = imp3i_dadd_scaled(direction, v->axis, -v->c);
    v->s = sqrt(imp3i_ddot(v->across, v->across));
    v->across = v->s > 0.0 ? imp3i_ddivide(v->across, v->s) : v->across;
}

/// The farthest point of an end's rim; the centre of one without radius.
static imp3i_dvec far_point(const curved_view* v, int end)
{
    return imp3i_dadd_scaled(v->center[end], v->across, v->disc[end]);
}

/// A direction across the axis that is fixed in the body.
static imp3i_dvec fixed_across(imp3i_dvec axis)
{
    imp3i_dvec least = {1.0, 0.0, 0.0};
    if (fabs(axis.y) < fabs(axis.x) && fabs(axis.y) <= fabs(axis.z))
    {
        least.x = 0.0;
        least.y = 1.0;
    }
    else if (fabs(axis.z) < fabs(axis.x))
    {
        least.x = 0.0;
        least.z = 1.0;
    }
    imp3i_dvec r = imp3i_dadd_scaled(least, axis, -imp3i_ddot(least, axis));
    return imp3i_ddivide(r, sqrt(imp3i_ddot(r, r)));
}

/// The k-th of sixteen points around: by the first of each octant, turned.
static void step_around(int k, double* x, double* y)
{
    int quarter = k / 4, rest = k % 4;
    double c = rest <= 2 ? rim_cos[rest] : rim_sin[1], s = rest <= 2 ? rim_sin[rest] : rim_cos[1];
    *x = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
    *y = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
}

static void fill_point(uint32_t name, imp3i_dvec point, imp3i_feature* out)
{
    out->count = 1;
    out->name = IMP3I_NAME_VERTEX | name;
    out->points[0] = point;
    out->vertices[0] = out->name;
    out->sides[0] = out->name;
}

/// Counter-clockwise seen from outside.
static void fill_cap(const curved_view* v, int end, imp3i_feature* out)
{
    imp3i_dvec x = v->s > TREMBLE ? v->across : fixed_across(v->axis);
    imp3i_dvec y = end == 1 ? imp3i_dcross(v->axis, x) : imp3i_dcross(x, v->axis);
    out->count = RIM_POINTS;
    out->name = IMP3I_NAME_FACE | (uint32_t)end;
    for (int k = 0; k < out->count; ++k)
    {
        double along_x, along_y;
        step_around(k, &along_x, &along_y);
        imp3i_dvec p = imp3i_dadd_scaled(v->center[end], x, v->disc[end] * along_x);
        out->points[k] = imp3i_dadd_scaled(p, y, v->disc[end] * along_y);
        int rank = k % 4 == 0 ? k / 4 : k % 4 == 2 ? 4 + k / 4 : 8 + k / 2;
        out->vertices[k] = IMP3I_NAME_VERTEX | (uint32_t)(end * RIM_POINTS + rank);
        out->sides[k] = IMP3I_NAME_EDGE | (uint32_t)(SIDE_LINE + 1 + end * RIM_POINTS + k);
    }
}

static void fill_line(const curved_view* v, imp3i_feature* out)
{
    out->count = 2;
    out->name = IMP3I_NAME_EDGE | SIDE_LINE;
    for (int end = 0; end < 2; ++end)
    {
        out->points[end] = far_point(v, end);
        out->vertices[end] = IMP3I_NAME_VERTEX | (uint32_t)(SIDE_POINT_A + end);
        out->sides[end] = out->name;
    }
}

static void fill_curved(const curved_view* v, imp3i_feature* out)
{
    // How much farther b's rim is than a's, as the sine of an angle at the side line.
    double more = v->length * v->c + (v->disc[1] - v->disc[0]) * v->s, fall = v->disc[1] - v->disc[0];
    double off_side = fabs(more) / sqrt(v->length * v->length + fall * fall + 0x1p-1000);
    int end = v->c > 0.0, farther = more > 0.0;
    bool cap = v->s < SINE_OF_LEAN && v->disc[end] > 0.0;
    bool line = off_side < SINE_OF_LEAN && v->length > 0.0;
    if (cap && !(line && off_side < v->s))
    {
        fill_cap(v, end, out);
    }
    else if (line)
    {
        fill_line(v, out);
    }
    else
    {
        bool tip = !(v->disc[farther] > 0.0);
        fill_point((uint32_t)((tip ? SIDE_POINT_A : FAR_POINT_A) + farther), far_point(v, farther), out);
    }
}

/// A square of the plane, centred below the other shape and twice as wide. Its corners and sides are never reached.
static void fill_half_space(const imp3i_pair* p, bool on_b, imp3i_feature* out)
{
    const imp3_shape *s = on_b ? p->b : p->a, *other = on_b ? p->a : p->b;
    imp3i_drot q = on_b ? p->qb : p->qa;
    imp3i_dvec own = on_b ? p->shift : imp3i_dvec_none(), center = on_b ? imp3i_dvec_none() : p->shift;
    imp3i_dvec n = imp3i_dvec_of(s->normal), unit = imp3i_drot_normal(q, n);
    imp3i_dvec on_plane = imp3i_dadd(own, imp3i_drot_apply(q, imp3i_dscale(n, (double)s->offset / imp3i_ddot(n, n))));
    unit = imp3i_ddivide(unit, sqrt(imp3i_ddot(unit, unit)));
    center = imp3i_dadd_scaled(center, unit, -imp3i_ddot(unit, imp3i_dsub(center, on_plane)));
    imp3i_dvec x = fixed_across(unit), y = imp3i_dcross(unit, x);
    double half = 2.0 * ((double)other->reach + other->radius) + 0x1p-20 * p->scale;
    out->count = 4;
    out->name = IMP3I_NAME_FACE;
    for (uint32_t k = 0; k < 4; ++k)
    {
        double along_x = k == 0 || k == 3 ? half : -half, along_y = k < 2 ? half : -half;
        out->points[k] = imp3i_dadd_scaled(imp3i_dadd_scaled(center, x, along_x), y, along_y);
        out->vertices[k] = IMP3I_NAME_VERTEX | k;
        out->sides[k] = IMP3I_NAME_EDGE | k;
    }
}

void imp3i_feature_curved(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_feature* out)
{
    const imp3_shape* s = on_b ? p->b : p->a;
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        fill_half_space(p, on_b, out);
        return;
    }
    curved_view v;
    view_curved(s, imp3i_drot_apply_inverse(on_b ? p->qb : p->qa, direction), &v);
    fill_curved(&v, out);
    for (int k = 0; k < out->count; ++k)
    {
        out->points[k] = on_b ? imp3i_place_b(p, out->points[k]) : imp3i_place_a(p, out->points[k]);
    }
}
