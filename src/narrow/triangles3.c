// SPDX-License-Identifier: MIT
//
// Triangle against triangle: the signs of determinants decide, exactly.
//
// Each plane cuts the other triangle, or all is said. What it cuts off is one corner, or a corner or a side lies in it:
// always one corner is alone, and the line in which the planes meet runs through the two sides at that corner. So each
// triangle has a stretch of that line, and two determinants of sides tell whether they overlap (Guigue and Devillers
// 2003). Where the stretches begin and end follows from the heights of the corners, known to many digits.
//
// In one plane, a corner of one lies in the other or two sides cross; that is decided in the plane of two coordinates.
// Corners on one line make a segment or a point: they go through the plane of the other, or lie in one with it.

#include "../math/predicate2.h"
#include "../math/predicate3.h"
#include "../math/vec3.h"
#include "pair3.h"

#include <math.h>

/// Determinants so much smaller than their terms are computed exactly.
#define CANCELLED_VOLUME 0x1p-20

/// The determinant that imp3i_orientation has the sign of, to 2^-28 of its own size; its sign is exact.
static double find_volume(imp3_vec a, imp3_vec b, imp3_vec c, imp3_vec d)
{
    imp3i_dvec o = imp3i_dvec_of(a), u = imp3i_dsub(imp3i_dvec_of(b), o), v = imp3i_dsub(imp3i_dvec_of(c), o);
    imp3i_dvec w = imp3i_dsub(imp3i_dvec_of(d), o), n = imp3i_dcross(u, v);
    double x = fabs(u.y * v.z) + fabs(u.z * v.y), y = fabs(u.z * v.x) + fabs(u.x * v.z);
    double z = fabs(u.x * v.y) + fabs(u.y * v.x);
    double volume = imp3i_ddot(n, w), size = x * fabs(w.x) + y * fabs(w.y) + z * fabs(w.z);
    if (fabs(volume) > CANCELLED_VOLUME * size)
    {
        return volume;
    }
    if (size == 0.0 || imp3i_vec_equal(d, b) || imp3i_vec_equal(d, c))  // as neighbours in a mesh have it
    {
        return 0.0;
    }
    const float from[3] = {a.x, a.y, a.z}, to[3] = {d.x, d.y, d.z};
    impi_exact sum, term, number;
    impi_exact_set(&sum, 0.0);
    for (int k = 0; k < 3; ++k)
    {
        imp3i_cross_exact(a, b, c, k, &term);
        impi_exact along;
        impi_exact_set(&along, to[k]);
        impi_exact_set(&number, from[k]);
        impi_exact_sub(&along, &along, &number);
        impi_exact_mul(&term, &term, &along);
        impi_exact_add(&sum, &sum, &term);
    }
    return impi_exact_get(&sum);
}

static int sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

/// The point of a side where heights over a plane, which are not of one sign, are zero.
static imp3i_dvec cross_side(imp3_vec from, imp3_vec to, double height_from, double height_to)
{
    double t = sign_of(height_from) == 0 ? 0.0
               : sign_of(height_to) == 0 ? 1.0
                                         : height_from / (height_from - height_to);
    imp3i_dvec p = imp3i_dvec_of(from);
    return t < 1.0 ? imp3i_dadd_scaled(p, imp3i_dsub(imp3i_dvec_of(to), p), t) : imp3i_dvec_of(to);
}

static void write_crossing(imp3i_dvec from, imp3i_dvec to, imp3_crossing* out)
{
    out->crosses = true;
    out->from = imp3i_vec_tidy(from);
    out->to = imp3i_vec_tidy(to);
}

/// Corners in the order that the tests want: the first alone on its side of the other plane, or in it.
typedef struct cut_triangle
{
    imp3_vec p[3];
    double height[3];
} cut_triangle;

/// Turns the corners until the first is alone.
static void put_alone_first(cut_triangle* t)
{
    int first = 0;
    for (int k = 0; k < 3; ++k)
    {
        int own = sign_of(t->height[k]), next = sign_of(t->height[(k + 1) % 3]), last = sign_of(t->height[(k + 2) % 3]);
        if (own != 0 ? own * next <= 0 && own * last <= 0 : next * last > 0)
        {
            first = k;
            break;
        }
    }
    const cut_triangle was = *t;
    for (int k = 0; k < 3; ++k)
    {
        t->p[k] = was.p[(first + k) % 3];
        t->height[k] = was.height[(first + k) % 3];
    }
}

/// Whether the first corner is on the lower side, or in the plane and the others above it.
static bool is_below(const cut_triangle* t)
{
    int own = sign_of(t->height[0]);
    return own < 0 || (own == 0 && (t->height[1] > 0.0 || t->height[2] > 0.0));
}

static void turn_over(cut_triangle* t)
{
    const cut_triangle was = *t;
    t->p[1] = was.p[2];
    t->p[2] = was.p[1];
    t->height[1] = was.height[2];
    t->height[2] = was.height[1];
}

/// Two triangles that are cut by each other's planes, which are not the same.
static void cross_cut(cut_triangle* a, cut_triangle* b, imp3_crossing* out)
{
    put_alone_first(a);
    put_alone_first(b);
    // The first corner of each to the front of the other's plane, by turning that over.
    bool below_a = is_below(a), below_b = is_below(b);
    if (below_a)
    {
        turn_over(b);
    }
    if (below_b)
    {
        turn_over(a);
    }
    if (imp3i_orientation(a->p[0], a->p[1], b->p[0], b->p[1]) > 0 ||
        imp3i_orientation(a->p[0], a->p[2], b->p[2], b->p[0]) > 0)
    {
        return;
    }
    imp3i_dvec ends[4];
    double along[4];
    for (int k = 0; k < 2; ++k)
    {
        ends[k] = cross_side(a->p[0], a->p[k + 1], a->height[0], a->height[k + 1]);
        ends[k + 2] = cross_side(b->p[0], b->p[k + 1], b->height[0], b->height[k + 1]);
    }
    // Along the longer stretch; the inner two of the four are the ends of what is shared.
    imp3i_dvec ofa = imp3i_dsub(ends[1], ends[0]), ofb = imp3i_dsub(ends[3], ends[2]);
    imp3i_dvec line = imp3i_ddot(ofa, ofa) >= imp3i_ddot(ofb, ofb) ? ofa : ofb;
    for (int k = 0; k < 4; ++k)
    {
        along[k] = imp3i_ddot(line, imp3i_dsub(ends[k], ends[0]));
    }
    int low_a = along[0] <= along[1] ? 0 : 1, low_b = along[2] <= along[3] ? 2 : 3;
    int high_a = 1 - low_a, high_b = 5 - low_b;
    int low = along[low_b] > along[low_a] ? low_b : low_a, high = along[high_b] < along[high_a] ? high_b : high_a;
    write_crossing(ends[low], ends[high], out);
}

/// Corners of two triangles that lie in one plane, as seen along an axis on which they do not fall together.
typedef struct flat_pair
{
    imp3_vec p[2][3];
    imp2_vec v[2][3];
    imp3i_dvec found[2];
    int count;
    double apart;
} flat_pair;

static void add_common_point(flat_pair* f, imp3i_dvec point)
{
    if (f->count == 0)
    {
        f->found[0] = f->found[1] = point;
        f->count = 1;
        return;
    }
    imp3i_dvec way = imp3i_dsub(point, f->found[0]);
    double square = imp3i_ddot(way, way);
    if (square > f->apart)
    {
        f->apart = square;
        f->found[1] = point;
    }
}

static bool is_between(float x, float a, float b, float c)
{
    float least = a < b ? a : b, most = a < b ? b : a;
    least = c < least ? c : least;
    most = c > most ? c : most;
    return x >= least && x <= most;
}

/// Whether a triangle, or the segment or point that it is, contains a point of its plane.
static bool holds_point(const imp2_vec t[3], imp2_vec p)
{
    int signs[3];
    for (int k = 0; k < 3; ++k)
    {
        signs[k] = imp2i_orientation(t[k], t[(k + 1) % 3], p);
    }
    bool left = signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0,
         right = signs[0] <= 0 && signs[1] <= 0 && signs[2] <= 0;
    return (left || right) && is_between(p.x, t[0].x, t[1].x, t[2].x) && is_between(p.y, t[0].y, t[1].y, t[2].y);
}

/// The determinant that imp2i_orientation has the sign of, to many digits.
static double find_area(imp2_vec a, imp2_vec b, imp2_vec c)
{
    double left = ((double)b.x - a.x) * ((double)c.y - a.y), right = ((double)b.y - a.y) * ((double)c.x - a.x);
    if (fabs(left - right) > CANCELLED_VOLUME * (fabs(left) + fabs(right)))
    {
        return left - right;
    }
    impi_exact exact;
    imp2i_cross_exact(a, b, a, c, &exact);
    return impi_exact_get(&exact);
}

static imp2_vec drop_axis(imp3_vec v, int axis)
{
    imp2_vec r = {axis == 0 ? v.y : axis == 1 ? v.z : v.x, axis == 0 ? v.z : axis == 1 ? v.x : v.y};
    return r;
}

/// The axis along which six points of one plane are to be seen: where their normal is longest, or when they are on one
/// line, where that is shortest.
static int find_flat_axis(const imp3_vec points[6])
{
    for (int k = 2; k < 6; ++k)
    {
        for (int j = 1; j < k; ++j)
        {
            double size[3];
            for (int axis = 0; axis < 3; ++axis)
            {
                impi_exact exact;
                imp3i_cross_exact(points[0], points[j], points[k], axis, &exact);
                size[axis] = fabs(impi_exact_get(&exact));
            }
            int most = size[1] > size[0] ? 1 : 0;
            most = size[2] > size[most] ? 2 : most;
            if (size[most] > 0.0)
            {
                return most;
            }
        }
    }
    double extent[3] = {0.0, 0.0, 0.0};
    for (int k = 1; k < 6; ++k)
    {
        imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(points[k]), imp3i_dvec_of(points[0]));
        extent[0] += fabs(way.x);
        extent[1] += fabs(way.y);
        extent[2] += fabs(way.z);
    }
    int least = extent[1] < extent[0] ? 1 : 0;
    return extent[2] < extent[least] ? 2 : least;
}

static void cross_flat(const imp3_vec points[6], imp3_crossing* out)
{
    flat_pair f;
    int axis = find_flat_axis(points);
    f.count = 0;
    f.apart = 0.0;
    for (int k = 0; k < 6; ++k)
    {
        f.p[k / 3][k % 3] = points[k];
        f.v[k / 3][k % 3] = drop_axis(points[k], axis);
    }
    out->coplanar = true;
    for (int k = 0; k < 6; ++k)
    {
        if (holds_point(f.v[1 - k / 3], f.v[k / 3][k % 3]))
        {
            add_common_point(&f, imp3i_dvec_of(points[k]));
        }
    }
    for (int i = 0; i < 3; ++i)
    {
        for (int j = 0; j < 3; ++j)
        {
            imp2_vec a0 = f.v[0][i], a1 = f.v[0][(i + 1) % 3], b0 = f.v[1][j], b1 = f.v[1][(j + 1) % 3];
            if (imp2i_orientation(a0, a1, b0) * imp2i_orientation(a0, a1, b1) < 0 &&
                imp2i_orientation(b0, b1, a0) * imp2i_orientation(b0, b1, a1) < 0)
            {
                add_common_point(
                    &f, cross_side(f.p[0][i], f.p[0][(i + 1) % 3], find_area(b0, b1, a0), find_area(b0, b1, a1)));
            }
        }
    }
    if (f.count > 0)
    {
        write_crossing(f.found[0], f.found[1], out);
    }
}

/// The two corners of three on one line that are farthest apart.
static void find_thin_ends(const imp3_vec t[3], imp3_vec ends[2])
{
    double most = -1.0;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(t[k]), imp3i_dvec_of(t[(k + 1) % 3]));
        double length = imp3i_dnorm1(way);
        if (length > most)
        {
            most = length;
            ends[0] = t[k];
            ends[1] = t[(k + 1) % 3];
        }
    }
}

/// A segment that goes through the plane of a triangle, or ends in it.
static void cross_segment(const imp3_vec ends[2], const double heights[2], const imp3_vec t[3], imp3_crossing* out)
{
    bool left = true, right = true;
    for (int k = 0; k < 3; ++k)
    {
        int side = imp3i_orientation(ends[0], ends[1], t[k], t[(k + 1) % 3]);
        left = left && side >= 0;
        right = right && side <= 0;
    }
    if (left || right)
    {
        imp3i_dvec point = cross_side(ends[0], ends[1], heights[0], heights[1]);
        write_crossing(point, point, out);
    }
}

/// One or both are a segment or a point.
static void cross_thin(const imp3_vec points[6], bool thin_a, bool thin_b, imp3_crossing* out)
{
    imp3_vec ends[2], other[2];
    if (thin_a && thin_b)
    {
        find_thin_ends(points, ends);
        find_thin_ends(points + 3, other);
        if (imp3i_orientation(ends[0], ends[1], other[0], other[1]) == 0)
        {
            cross_flat(points, out);
        }
        return;
    }
    const imp3_vec* t = thin_a ? points + 3 : points;
    find_thin_ends(thin_a ? points : points + 3, ends);
    const double heights[2] = {find_volume(t[0], t[1], t[2], ends[0]), find_volume(t[0], t[1], t[2], ends[1])};
    int signs = sign_of(heights[0]) * sign_of(heights[1]);
    if (sign_of(heights[0]) == 0 && sign_of(heights[1]) == 0)
    {
        cross_flat(points, out);
    }
    else if (signs <= 0)
    {
        cross_segment(ends, heights, t, out);
    }
}

/// Whether all corners are on one side of a plane, and none in it.
static bool is_one_side(const double heights[3])
{
    return (heights[0] > 0.0 && heights[1] > 0.0 && heights[2] > 0.0) ||
           (heights[0] < 0.0 && heights[1] < 0.0 && heights[2] < 0.0);
}

imp_status imp3_triangles_cross(const imp3_corners* a, const imp3_corners* b, imp3_crossing* out)
{
    const imp3_corners* both[2] = {a, b};
    imp3_vec points[6];
    for (int i = 0; i < 2; ++i)
    {
        if (!both[i])
        {
            return impi_error(IMP_ERR_NULL, i + 1);
        }
        points[3 * i] = both[i]->a;
        points[3 * i + 1] = both[i]->b;
        points[3 * i + 2] = both[i]->c;
        for (int k = 0; k < 3; ++k)
        {
            int32_t fault = imp3i_vec_fault(points[3 * i + k]);
            if (fault)
            {
                return impi_error(fault, i + 1);
            }
        }
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    const imp3_crossing none = {false, false, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    *out = none;
    cut_triangle cut[2];
    int zeros = 0;
    for (int i = 0; i < 2; ++i)
    {
        const imp3_vec* plane = points + 3 - 3 * i;
        for (int k = 0; k < 3; ++k)
        {
            cut[i].p[k] = points[3 * i + k];
            cut[i].height[k] = find_volume(plane[0], plane[1], plane[2], cut[i].p[k]);
            zeros += sign_of(cut[i].height[k]) == 0;
        }
        if (is_one_side(cut[i].height))
        {
            return IMP_OK;
        }
    }
    bool thin_a = zeros >= 3 && imp3i_collinear(points[0], points[1], points[2]);
    bool thin_b = zeros >= 3 && imp3i_collinear(points[3], points[4], points[5]);
    if (thin_a || thin_b)
    {
        cross_thin(points, thin_a, thin_b, out);
    }
    else if (zeros == 6)
    {
        cross_flat(points, out);
    }
    else
    {
        cross_cut(&cut[0], &cut[1], out);
    }
    return IMP_OK;
}
