// SPDX-License-Identifier: MIT
//
// The last word on how two placed shapes lie. Called when floats are in doubt, so each step asks doubles first and
// exact integers only where those are in doubt too.
//
// Sharp cores: the hull of two convex polygons' difference has the edges of both, so they are apart exactly when one
// edge normal of either parts them (separating axis theorem). Two segments that lie along one line, or a point and a
// segment, have a difference without area; for them the directions along the segments are tried too.
// Upright boxes: four comparisons of sums.
// Round shapes: the squared distance of the cores, over all pairs of a vertex and an edge, against the squared radii.

#include "../math/exact.h"
#include "../math/tolerance.h"
#include "shape2.h"

#include <math.h>

/// A shape where it is placed. n counts places: 1, 2 or the corners of a polygon.
typedef struct placed
{
    const float *x, *y;
    int32_t n;
    imp2_pose pose;
} placed;

typedef struct exact_vec
{
    impi_exact x, y;
} exact_vec;

static placed place(const imp2_shape* shape, const imp2_pose* pose)
{
    imp2i_outline o = imp2i_outline_of(shape);
    placed r = {o.x, o.y, shape->count, *pose};
    return r;
}

/// Vertex i, turned but not moved. The products are exact in doubles; the sum is rounded.
static imp2i_dvec turned(const placed* s, int32_t i)
{
    double x = s->x[i], y = s->y[i], c = s->pose.q.c, q = s->pose.q.s;
    imp2i_dvec r = {c * x - q * y, q * x + c * y};
    return r;
}

/// From vertex i of a to vertex j of b.
static imp2i_dvec between(const placed* a, int32_t i, const placed* b, int32_t j)
{
    imp2i_dvec u = turned(a, i), v = turned(b, j);
    imp2i_dvec r = {(v.x - u.x) + ((double)b->pose.p.x - (double)a->pose.p.x),
                    (v.y - u.y) + ((double)b->pose.p.y - (double)a->pose.p.y)};
    return r;
}

static void add_double(impi_exact* r, double value)
{
    impi_exact t;
    impi_exact_set(&t, value);
    impi_exact_add(r, r, &t);
}

static void exact_place(const placed* s, int32_t i, exact_vec* r)
{
    double x = s->x[i], y = s->y[i], c = s->pose.q.c, q = s->pose.q.s;
    impi_exact_set(&r->x, c * x);
    add_double(&r->x, -(q * y));
    add_double(&r->x, s->pose.p.x);
    impi_exact_set(&r->y, q * x);
    add_double(&r->y, c * y);
    add_double(&r->y, s->pose.p.y);
}

static void exact_between(const placed* a, int32_t i, const placed* b, int32_t j, exact_vec* r)
{
    exact_vec from;
    exact_place(a, i, &from);
    exact_place(b, j, r);
    impi_exact_sub(&r->x, &r->x, &from.x);
    impi_exact_sub(&r->y, &r->y, &from.y);
}

static void exact_dot(const exact_vec* a, const exact_vec* b, impi_exact* r)
{
    impi_exact t;
    impi_exact_mul(r, &a->x, &b->x);
    impi_exact_mul(&t, &a->y, &b->y);
    impi_exact_add(r, r, &t);
}

static void exact_cross(const exact_vec* a, const exact_vec* b, impi_exact* r)
{
    impi_exact t;
    impi_exact_mul(r, &a->x, &b->y);
    impi_exact_mul(&t, &a->y, &b->x);
    impi_exact_sub(r, r, &t);
}

static double size_of(imp2i_dvec v)
{
    return fabs(v.x) + fabs(v.y);
}

/// Sign of the separation of b from the line through the vertices i and k of a: along the right-hand normal of the
/// line, or with along set, in the direction from i to k beyond k. Positive: b is strictly beyond.
static int axis_sign(const placed* a, int32_t i, int32_t k, bool along, const placed* b, double scale)
{
    imp2i_dvec e = between(a, i, a, k);
    imp2i_dvec d = {along ? e.x : e.y, along ? e.y : -e.x};
    int32_t base = along ? k : i;
    bool have_exact = false;
    exact_vec exact_e;
    int sign = 1;
    for (int32_t j = 0; j < b->n; ++j)
    {
        imp2i_dvec w = between(a, base, b, j);
        double value = d.x * w.x + d.y * w.y;
        double doubt = IMPI_DOUBLE_DOUBT * scale * (size_of(e) + size_of(w));
        if (value > doubt)
        {
            continue;
        }
        if (value < -doubt)
        {
            return -1;
        }
        if (!have_exact)
        {
            exact_between(a, i, a, k, &exact_e);
            have_exact = true;
        }
        exact_vec exact_w;
        impi_exact s;
        exact_between(a, base, b, j, &exact_w);
        if (along)
        {
            exact_dot(&exact_e, &exact_w, &s);
        }
        else
        {
            exact_cross(&exact_w, &exact_e, &s);
        }
        if (s.sign < 0)
        {
            return -1;
        }
        sign = s.sign < sign ? s.sign : sign;
    }
    return sign;
}

/// The best sign over the axes that a has against b; stops at 1. with_ends also tries the directions along a segment.
static int axes_sign(const placed* a, const placed* b, bool with_ends, double scale)
{
    int best = -1;
    int32_t edges = a->n == 1 ? 0 : a->n;
    for (int32_t i = 0; i < edges && best < 1; ++i)
    {
        int32_t k = i + 1 < a->n ? i + 1 : 0;
        int sign = axis_sign(a, i, k, false, b, scale);
        best = sign > best ? sign : best;
        if (with_ends && best < 1)
        {
            sign = axis_sign(a, i, k, true, b, scale);
            best = sign > best ? sign : best;
        }
    }
    return best;
}

/// Relation of the cores: -1 apart, 0 touching, 1 deeper.
static int core_relation(const placed* a, const placed* b, double scale)
{
    if (a->n == 1 && b->n == 1)
    {
        exact_vec w;
        exact_between(a, 0, b, 0, &w);
        return w.x.sign == 0 && w.y.sign == 0 ? 0 : -1;
    }
    bool with_ends = a->n <= 2 && b->n <= 2;
    int sign = axes_sign(a, b, with_ends, scale);
    if (sign < 1)
    {
        int other = axes_sign(b, a, with_ends, scale);
        sign = other > sign ? other : sign;
    }
    return -sign;
}

/// Sign of |w|^2 - radius^2.
static int exact_length_sign(const exact_vec* w, const impi_exact* radius)
{
    impi_exact square, limit;
    exact_dot(w, w, &square);
    impi_exact_mul(&limit, radius, radius);
    return impi_exact_compare(&square, &limit);
}

/// Sign of (distance of vertex j of b from the edge i k of a) - radius.
static int exact_distance_sign(const placed* a, int32_t i, int32_t k, const placed* b, int32_t j,
                               const impi_exact* radius)
{
    exact_vec e, w;
    impi_exact along, length, across, limit;
    exact_between(a, i, a, k, &e);
    exact_between(a, i, b, j, &w);
    exact_dot(&w, &e, &along);
    exact_dot(&e, &e, &length);
    if (along.sign <= 0)
    {
        return exact_length_sign(&w, radius);
    }
    if (impi_exact_compare(&along, &length) >= 0)
    {
        exact_between(a, k, b, j, &w);
        return exact_length_sign(&w, radius);
    }
    exact_cross(&e, &w, &across);
    impi_exact_mul(&across, &across, &across);
    impi_exact_mul(&limit, radius, radius);
    impi_exact_mul(&limit, &limit, &length);
    return impi_exact_compare(&across, &limit);
}

static double distance_estimate(imp2i_dvec w, imp2i_dvec e)
{
    double length = e.x * e.x + e.y * e.y;
    double t = w.x * e.x + w.y * e.y;
    t = t <= 0.0 || length <= 0.0 ? 0.0 : t >= length ? 1.0 : t / length;
    double x = w.x - t * e.x, y = w.y - t * e.y;
    return sqrt(x * x + y * y);
}

/// The best relation of b's vertices with a's edges, at the distance of the radii; stops at 1.
static int rim_relation(const placed* a, const placed* b, double radius, const impi_exact* exact_radius, double scale)
{
    int best = -1;
    double doubt = IMPI_DOUBLE_DOUBT * scale;
    int32_t edges = a->n == 2 ? 1 : a->n;
    for (int32_t i = 0; i < edges; ++i)
    {
        int32_t k = i + 1 < a->n ? i + 1 : 0;
        imp2i_dvec e = between(a, i, a, k);
        for (int32_t j = 0; j < b->n; ++j)
        {
            double d = distance_estimate(between(a, i, b, j), e);
            if (d > radius + doubt)
            {
                continue;
            }
            int relation = d < radius - doubt ? 1 : -exact_distance_sign(a, i, k, b, j, exact_radius);
            best = relation > best ? relation : best;
            if (best == 1)
            {
                return 1;
            }
        }
    }
    return best;
}

/// The part of a - b that the rounding of the difference loses; exact (Knuth 1969).
static double difference_error(double a, double b, double difference)
{
    double virtual_b = a - difference;
    return (a - (difference + virtual_b)) + (virtual_b - b);
}

/// Sign of (a + p) - (b + q).
static int compare_sums(float a, float p, float b, float q)
{
    double x = (double)a - b, y = (double)p - q;
    double sum = x + y, doubt = 0x1p-50 * (fabs(x) + fabs(y));
    bool exact = difference_error(a, b, x) == 0.0 && difference_error(p, q, y) == 0.0;
    if (exact || sum > doubt || sum < -doubt)
    {
        return sum > 0.0 ? 1 : sum < 0.0 ? -1 : 0;
    }
    impi_exact left, right;
    impi_exact_set(&left, a);
    add_double(&left, p);
    impi_exact_set(&right, b);
    add_double(&right, q);
    return impi_exact_compare(&left, &right);
}

int imp2i_upright_relation(const imp2_shape* a, imp2_vec p, const imp2_shape* b, imp2_vec q)
{
    // Corner 0 is the lower one, corner 2 the upper one.
    int left = compare_sums(a->x[2], p.x, b->x[0], q.x), right = compare_sums(b->x[2], q.x, a->x[0], p.x);
    int below = compare_sums(a->y[2], p.y, b->y[0], q.y), above = compare_sums(b->y[2], q.y, a->y[0], p.y);
    int across = left < right ? left : right, upward = below < above ? below : above;
    return across < upward ? across : upward;
}

int imp2i_relation(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b)
{
    if (imp2i_is_upright(a, pose_a) && imp2i_is_upright(b, pose_b))
    {
        return imp2i_upright_relation(a, pose_a->p, b, pose_b->p);
    }
    placed pa = place(a, pose_a), pb = place(b, pose_b);
    double scale = (double)a->reach + b->reach + fabs((double)pose_b->p.x - (double)pose_a->p.x) +
                   fabs((double)pose_b->p.y - (double)pose_a->p.y);
    int relation = core_relation(&pa, &pb, scale);
    bool round = a->radius > 0.0f || b->radius > 0.0f;
    if (!round || relation >= 0)
    {
        return round ? 1 : relation;
    }
    impi_exact radius;
    impi_exact_set(&radius, a->radius);
    add_double(&radius, b->radius);
    double sum = (double)a->radius + b->radius;
    int best = rim_relation(&pa, &pb, sum, &radius, scale + sum);
    if (best < 1)
    {
        int other = rim_relation(&pb, &pa, sum, &radius, scale + sum);
        best = other > best ? other : best;
    }
    return best;
}

int imp2i_side_of(const imp2_shape* segment, const imp2_pose* pose, imp2_vec point, const imp2_pose* pose_point)
{
    placed line = place(segment, pose);
    const placed dot = {&point.x, &point.y, 1, *pose_point};
    double scale = (double)segment->reach + fabs((double)point.x) + fabs((double)point.y) +
                   fabs((double)pose_point->p.x - (double)pose->p.x) +
                   fabs((double)pose_point->p.y - (double)pose->p.y);
    return -axis_sign(&line, 0, 1, false, &dot, scale);
}
