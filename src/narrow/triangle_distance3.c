// SPDX-License-Identifier: MIT
//
// How far apart two triangles are.
//
// Triangles that do not cross are nearest at a corner and a face, or at two edges; so the least of six and nine is it, and
// it is right whatever the triangles are: a flat one has no face, and its edges tell. A plane of either that has the other
// beyond it by more than was asked for ends it early. Triangles that cross have each corners on both sides of the other's
// plane.
//
// Source: nearest points of segments and of triangles, Ericson 2005, chapter 5; corners and edges, Larsen and others 1999.

#include "triangle_distance3.h"

/// Heights above a plane are off by less than this part of its normal's sides times the distance.
#define HEIGHT_DOUBT 0x1p-48

typedef struct triangle_plane
{
    imp3i_dvec sides[3];  // from corner k to the next
    double squares[3];    // of their lengths
    imp3i_dvec normal;    // of any length
    double square;        // of that
} triangle_plane;

/// The other's corners as seen from a plane.
typedef struct plane_view
{
    double heights[3];  // times the length of the normal
    double least;       // square of the least distance from the plane; 0 where they are on both sides
    bool both_sides;
} plane_view;

static triangle_plane plane_of_triangle(const imp3i_dtriangle* t)
{
    triangle_plane p;
    for (int k = 0; k < 3; ++k)
    {
        p.sides[k] = imp3i_dsub(t->corners[k == 2 ? 0 : k + 1], t->corners[k]);
        p.squares[k] = imp3i_ddot(p.sides[k], p.sides[k]);
    }
    p.normal = imp3i_dcross(p.sides[0], p.sides[1]);
    p.square = imp3i_ddot(p.normal, p.normal);
    return p;
}

static plane_view view_from_plane(const imp3i_dtriangle* t, const triangle_plane* p, const imp3i_dtriangle* other)
{
    plane_view v;
    double low = INFINITY, high = -INFINITY, far = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec from = imp3i_dsub(other->corners[k], t->corners[0]);
        double height = imp3i_ddot(p->normal, from), norm = imp3i_dnorm1(from);
        v.heights[k] = height;
        low = height < low ? height : low;
        high = height > high ? height : high;
        far = norm > far ? norm : far;
    }
    double doubt = HEIGHT_DOUBT * far * (p->squares[0] + p->squares[1]);
    double least = low > 0.0 ? low : -high;
    v.both_sides = !(low > doubt || high < -doubt);
    v.least = v.both_sides || !(p->square > 0.0) ? 0.0 : least * least / p->square;
    return v;
}

static inline double clamp_to_unit(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

/// The nearest points of two segments, from p along u and from q along v.
static double measure_segments(imp3i_dvec p, imp3i_dvec u, double uu, imp3i_dvec q, imp3i_dvec v, double vv,
                               imp3i_dvec* on_p, imp3i_dvec* way)
{
    imp3i_dvec r = imp3i_dsub(p, q);
    double uv = imp3i_ddot(u, v), ur = imp3i_ddot(u, r), vr = imp3i_ddot(v, r);
    double volume = uu * vv - uv * uv;
    // Any s is as good as another where they are parallel, once t is clamped and s follows.
    double s = volume > 0.0 ? clamp_to_unit((uv * vr - ur * vv) / volume) : 0.0;
    double t = vv > 0.0 ? clamp_to_unit((uv * s + vr) / vv) : 0.0;
    s = uu > 0.0 ? clamp_to_unit((uv * t - ur) / uu) : 0.0;
    *on_p = imp3i_dadd_scaled(p, u, s);
    *way = imp3i_dsub(imp3i_dadd_scaled(q, v, t), *on_p);
    return imp3i_ddot(*way, *way);
}

/// How far a point is inside of each side, times the lengths of side and normal; it is above or below the face when all are
/// positive.
static void see_sides(const imp3i_dtriangle* t, const triangle_plane* p, imp3i_dvec point, double out[3])
{
    for (int k = 0; k < 3; ++k)
    {
        out[k] = imp3i_ddot(imp3i_dcross(p->normal, p->sides[k]), imp3i_dsub(point, t->corners[k]));
    }
}

/// The corners of the other one above or below a face. sign is 1 when the other is B.
static void measure_corners(const imp3i_dtriangle* t, const triangle_plane* p, const plane_view* view,
                            const imp3i_dtriangle* other, double sign, imp3i_triangle_gap* out)
{
    for (int k = 0; k < 3; ++k)
    {
        double height = view->heights[k], inside[3];
        // Only where that is nearer: height^2 / square < out->square.
        if (!(height * height < out->square * p->square))
        {
            continue;
        }
        see_sides(t, p, other->corners[k], inside);
        if (inside[0] >= 0.0 && inside[1] >= 0.0 && inside[2] >= 0.0)
        {
            out->square = height * height / p->square;
            out->way = imp3i_dscale(p->normal, sign * height / p->square);
            out->on_a = other->corners[k];
            out->on_a = sign > 0.0 ? imp3i_dsub(out->on_a, out->way) : out->on_a;
        }
    }
}

/// Whether an edge of the other may pass through a face.
static bool may_pass_through(const imp3i_dtriangle* t, const triangle_plane* p, const plane_view* view,
                             const imp3i_dtriangle* other, const triangle_plane* other_plane)
{
    for (int k = 0; k < 3; ++k)
    {
        double from = view->heights[k], to = view->heights[k == 2 ? 0 : k + 1], inside[3];
        if ((from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0))
        {
            continue;
        }
        double at = from - to < 0.0 || from - to > 0.0 ? clamp_to_unit(from / (from - to)) : 0.0;
        imp3i_dvec point = imp3i_dadd_scaled(other->corners[k], other_plane->sides[k], at);
        see_sides(t, p, point, inside);
        double doubt = -0x1p-30 * sqrt(p->square) * (p->squares[0] + p->squares[1] + p->squares[2]);
        if (inside[0] >= doubt && inside[1] >= doubt && inside[2] >= doubt)
        {
            return true;
        }
    }
    return false;
}

void imp3i_triangles_measure(const imp3i_dtriangle* a, const imp3i_dtriangle* b, double most, imp3i_triangle_gap* out)
{
    triangle_plane plane_a = plane_of_triangle(a), plane_b = plane_of_triangle(b);
    plane_view of_b = view_from_plane(a, &plane_a, b), of_a = view_from_plane(b, &plane_b, a);
    out->may_cross = false;
    out->square = of_b.least > of_a.least ? of_b.least : of_a.least;
    // Rounding must not hide what is as near as that.
    if (out->square * (1.0 - 0x1p-40) > most)
    {
        return;
    }
    out->square = INFINITY;
    for (int i = 0; i < 3; ++i)
    {
        for (int j = 0; j < 3; ++j)
        {
            imp3i_dvec on_a, way;
            double square = measure_segments(a->corners[i], plane_a.sides[i], plane_a.squares[i], b->corners[j],
                                             plane_b.sides[j], plane_b.squares[j], &on_a, &way);
            if (square < out->square)
            {
                out->on_a = on_a;
                out->way = way;
            }
            out->square = square < out->square ? square : out->square;
        }
    }
    measure_corners(a, &plane_a, &of_b, b, 1.0, out);
    measure_corners(b, &plane_b, &of_a, a, -1.0, out);
    if (of_b.both_sides && of_a.both_sides)
    {
        out->may_cross =
            may_pass_through(a, &plane_a, &of_b, b, &plane_b) || may_pass_through(b, &plane_b, &of_a, a, &plane_a);
    }
}

double imp3i_triangle_nearest(const imp3i_dtriangle* t, imp3i_dvec point, imp3i_dvec* nearest)
{
    triangle_plane p = plane_of_triangle(t);
    double inside[3], best = INFINITY;
    see_sides(t, &p, point, inside);
    if (p.square > 0.0 && inside[0] >= 0.0 && inside[1] >= 0.0 && inside[2] >= 0.0)
    {
        double height = imp3i_ddot(p.normal, imp3i_dsub(point, t->corners[0]));
        *nearest = imp3i_dadd_scaled(point, p.normal, -height / p.square);
        return height * height / p.square;
    }
    for (int k = 0; k < 3; ++k)
    {
        double along = imp3i_ddot(p.sides[k], imp3i_dsub(point, t->corners[k]));
        double at = p.squares[k] > 0.0 ? clamp_to_unit(along / p.squares[k]) : 0.0;
        imp3i_dvec spot = imp3i_dadd_scaled(t->corners[k], p.sides[k], at), way = imp3i_dsub(spot, point);
        double square = imp3i_ddot(way, way);
        *nearest = square < best ? spot : *nearest;
        best = square < best ? square : best;
    }
    return best;
}

bool imp3i_triangle_see(const imp3i_dtriangle* t, imp3i_dvec point, double most, imp3i_triangle_seen* out)
{
    const imp3i_dvec* v = t->corners;
    const imp3i_dvec first = imp3i_dsub(v[1], v[0]), last = imp3i_dsub(v[2], v[0]), from = imp3i_dsub(point, v[0]);
    const imp3i_dvec n = imp3i_dcross(first, last);
    out->normal = n;
    out->normal_square = imp3i_ddot(n, n);
    out->height = imp3i_ddot(n, from);
    if (out->height * out->height > most * out->normal_square * (1.0 + 0x1p-40))
    {
        return false;
    }
    // A point that sees sides from outside is nearest on one of these.
    const imp3i_dvec sides[3] = {first, imp3i_dsub(v[2], v[1]), imp3i_dnegate(last)};
    bool outside = !(out->normal_square > 0.0);
    out->square = INFINITY;
    out->spot = point;
    out->side = -1;
    for (int k = 0; k < 3; ++k)
    {
        const imp3i_dvec arm = k == 0 ? from : imp3i_dsub(point, v[k]);
        const double in = out->normal_square > 0.0 ? imp3i_ddot(imp3i_dcross(sides[k], arm), n) : -1.0;
        if (in >= 0.0)
        {
            continue;
        }
        const double length = imp3i_ddot(sides[k], sides[k]), along = imp3i_ddot(sides[k], arm);
        // All of it is beyond the side: as far off in its plane, and as high above.
        if (in * in > (most * (1.0 + 0x1p-40) * out->normal_square - out->height * out->height) * length &&
            out->normal_square > 0.0)
        {
            return false;
        }
        const double at = along > 0.0 ? (along < length ? along / length : 1.0) : 0.0;
        const imp3i_dvec spot = imp3i_dadd_scaled(v[k], sides[k], at), way = imp3i_dsub(spot, point);
        const double square = imp3i_ddot(way, way);
        outside = true;
        out->side = square < out->square ? k : out->side;
        out->spot = square < out->square ? spot : out->spot;
        out->square = square < out->square ? square : out->square;
    }
    if (!outside)
    {
        const double part = out->height / out->normal_square;
        out->spot = imp3i_dadd_scaled(point, n, -part);
        out->square = out->height * part;
    }
    return true;
}
