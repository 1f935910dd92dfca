// SPDX-License-Identifier: MIT
//
// Contact points of any two shapes, from their gap.
//
// Each core has a feature along the normal: a corner, an edge or a face. Where it is a face, the other core is
// seen against it, by the face of it that looks at it most squarely. The two polygons are seen along the normal; points
// are the vertices of either that lie in the other, and where their sides cross, each as deep as the two surfaces are
// inside each other there. That treats both alike, so points and their names do not change with which of the two would
// be the reference. Then four of them are chosen (reduce3.h). Everything else gives one point, that of the gap.
//
// Tried and dropped: clipping one polygon by the sides of the other in turn. It gives the same points, but for faces
// that are flush which of vertex and crossing is found hangs on rounding.

#include "manifold3.h"
#include "gjk3.h"
#include "../base/bits.h"
#include "../math/lanes.h"
#include "reduce3.h"

#include <math.h>

/// Two polygons seen along the normal: places in the plane across it, and heights along it.
typedef struct seen_polygon
{
    int32_t count;
    double u[IMP3I_FEATURE_MAX], v[IMP3I_FEATURE_MAX], w[IMP3I_FEATURE_MAX];
    double slope_u, slope_v;            // of its plane
    double turn;                        // 1 when it runs counter-clockwise, -1 when clockwise
    int32_t corner[IMP3I_FEATURE_MAX];  // of the feature
} seen_polygon;

/// Smaller than this part of how far it is from the origin, a polygon is a point or a line.
#define FLAT_POLYGON 0x1p-36

/// The line on which a round side lies is off by less than this part of the greatest disc.
#define SIDE_TIE 0x1p-8

/// Sides cross at an angle of a greater sine; where others do is rounding.
#define CROSSING_SINE 0x1p-30

/// The points of a cap are as deep as the whole, of a cylinder or a cone, to this part of the scale.
#define ROUND_DOUBT 0x1p-18

/// Points that were found, and what is told about them.
typedef struct found_points
{
    imp3i_points plane;
    double u[IMP3I_POINTS_MAX], v[IMP3I_POINTS_MAX], w[IMP3I_POINTS_MAX], gap[IMP3I_POINTS_MAX];  // w of A's surface
    uint64_t id[IMP3I_POINTS_MAX];
    int32_t kind[IMP3I_POINTS_MAX];  // 0 and 1 a vertex of A or B, 2 a crossing
    int32_t count;
} found_points;

/// Two unit vectors across a unit normal and each other. Source: Duff et al. 2017, by a comparison.
static void span_plane(imp3i_dvec n, imp3i_dvec* u, imp3i_dvec* v)
{
    double sign = n.z < 0.0 ? -1.0 : 1.0, a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    u->x = 1.0 + sign * n.x * n.x * a;
    u->y = sign * b;
    u->z = -sign * n.x;
    v->x = b;
    v->y = sign + n.y * n.y * a;
    v->z = -n.y;
}

static void swap_corners(seen_polygon* p, int32_t i, int32_t k)
{
    const double u = p->u[i], v = p->v[i], w = p->w[i];
    int32_t corner = p->corner[i];
    p->u[i] = p->u[k];
    p->v[i] = p->v[k];
    p->w[i] = p->w[k];
    p->corner[i] = p->corner[k];
    p->u[k] = u;
    p->v[k] = v;
    p->w[k] = w;
    p->corner[k] = corner;
}

/// The corner that is farthest from the first.
static int32_t farthest_corner(const seen_polygon* p, double* square)
{
    int32_t best = 0;
    *square = 0.0;
    for (int32_t k = 1; k < p->count; ++k)
    {
        double u = p->u[k] - p->u[0], v = p->v[k] - p->v[0];
        best = u * u + v * v > *square ? k : best;
        *square = u * u + v * v > *square ? u * u + v * v : *square;
    }
    return best;
}

/// A polygon without area is the line between its ends, one without length a point.
static void flatten_polygon(seen_polygon* p, double area)
{
    double size = 0.0, square;
    for (int32_t k = 0; k < p->count; ++k)
    {
        double far = fabs(p->u[k]) + fabs(p->v[k]);
        size = far > size ? far : size;
    }
    int32_t end = farthest_corner(p, &square);
    if (!(square > FLAT_POLYGON * FLAT_POLYGON * size * size))
    {
        p->count = 1;
    }
    else if (p->count > 2 && !(fabs(area) > FLAT_POLYGON * size * sqrt(square)))
    {
        swap_corners(p, 0, end);
        swap_corners(p, 1, farthest_corner(p, &square));
        p->count = 2;
    }
}

static void see_polygon(const imp3i_feature* f, imp3i_dvec origin, imp3i_dvec u, imp3i_dvec v, imp3i_dvec n,
                        seen_polygon* out)
{
    imp3i_dvec area = imp3i_dvec_none();
    out->count = f->count;
    for (int32_t k = 0; k < f->count; ++k)
    {
        imp3i_dvec d = imp3i_dsub(f->points[k], origin);
        out->u[k] = imp3i_ddot(u, d);
        out->v[k] = imp3i_ddot(v, d);
        out->w[k] = imp3i_ddot(n, d);
        out->corner[k] = k;
    }
    for (int32_t k = 1; k + 1 < f->count; ++k)
    {
        const imp3i_dvec a = {out->u[k] - out->u[0], out->v[k] - out->v[0], out->w[k] - out->w[0]};
        const imp3i_dvec b = {out->u[k + 1] - out->u[0], out->v[k + 1] - out->v[0], out->w[k + 1] - out->w[0]};
        area = imp3i_dadd(area, imp3i_dcross(a, b));
    }
    bool steep = !(fabs(area.z) > 0x1p-30 * imp3i_dnorm1(area));
    out->slope_u = steep ? 0.0 : -area.x / area.z;
    out->slope_v = steep ? 0.0 : -area.y / area.z;
    out->turn = area.z < 0.0 ? -1.0 : 1.0;
    flatten_polygon(out, area.z);
}

/// How far a polygon extends.
static double size_of_polygon(const seen_polygon* f)
{
    double r = 0.0;
    for (int32_t k = 1; k < f->count; ++k)
    {
        double size = fabs(f->u[k] - f->u[0]) + fabs(f->v[k] - f->v[0]);
        r = size > r ? size : r;
    }
    return r;
}

/// That of the smaller one, of those that extend at all.
static double lesser_size(const seen_polygon* a, const seen_polygon* b)
{
    double size_a = size_of_polygon(a), size_b = size_of_polygon(b);
    return (size_a < size_b && size_a > 0.0) || !(size_b > 0.0) ? size_a : size_b;
}

/// Whether a point lies in a polygon, or within tie of it, and how high the polygon is there.
static bool find_height(const seen_polygon* f, double u, double v, double tie, double* height)
{
    if (f->count == 1)
    {
        double off_u = u - f->u[0], off_v = v - f->v[0];
        *height = f->w[0];
        return off_u * off_u + off_v * off_v <= tie * tie;
    }
    if (f->count == 2)
    {
        double along_u = f->u[1] - f->u[0], along_v = f->v[1] - f->v[0], square = along_u * along_u + along_v * along_v;
        double t = square > 0.0 ? ((u - f->u[0]) * along_u + (v - f->v[0]) * along_v) / square : 0.0;
        double off_u = u - f->u[0] - t * along_u, off_v = v - f->v[0] - t * along_v, over = tie / sqrt(square);
        *height = f->w[0] + t * (f->w[1] - f->w[0]);
        return square > 0.0 && t >= -over && t <= 1.0 + over && off_u * off_u + off_v * off_v <= tie * tie;
    }
    for (int32_t k = 0; k < f->count; ++k)
    {
        int32_t next = k + 1 < f->count ? k + 1 : 0;
        double along_u = f->u[next] - f->u[k], along_v = f->v[next] - f->v[k];
        double out = f->turn * ((u - f->u[k]) * along_v - (v - f->v[k]) * along_u);
        if (out > 0.0 && out * out > tie * tie * (along_u * along_u + along_v * along_v))
        {
            return false;
        }
    }
    *height = f->w[0] + f->slope_u * (u - f->u[0]) + f->slope_v * (v - f->v[0]);
    return true;
}

static void add_found_point(found_points* f, double u, double v, double w, double gap, uint64_t id, int32_t kind)
{
    // Two vertices in one place are found from both sides.
    bool known = false;
    for (int32_t i = 0; i < f->count; ++i)
    {
        known = known || f->id[i] == id;
    }
    if (known || f->count == IMP3I_POINTS_MAX)
    {
        return;
    }
    int32_t k = f->count++;
    // In the order in which they are preferred.
    for (; k > 0 && (f->kind[k - 1] > kind || (f->kind[k - 1] == kind && f->id[k - 1] > id)); --k)
    {
        f->u[k] = f->u[k - 1];
        f->v[k] = f->v[k - 1];
        f->w[k] = f->w[k - 1];
        f->gap[k] = f->gap[k - 1];
        f->id[k] = f->id[k - 1];
        f->kind[k] = f->kind[k - 1];
    }
    f->u[k] = u;
    f->v[k] = v;
    f->w[k] = w;
    f->gap[k] = gap;
    f->id[k] = id;
    f->kind[k] = kind;
}

/// What a point within tie of a polygon is on: near an end of a line it is that end.
static uint32_t name_under(const imp3i_feature* f, const seen_polygon* seen, double u, double v, double tie)
{
    for (int32_t k = 0; k < 2 && seen->count == 2; ++k)
    {
        double off_u = u - seen->u[k], off_v = v - seen->v[k];
        if (off_u * off_u + off_v * off_v <= tie * tie)
        {
            return f->vertices[seen->corner[k]];
        }
    }
    return f->name;
}

/// Vertices of one polygon that lie in the other. of_b tells whose vertices, kind how soon they are preferred.
static void add_vertices(const seen_polygon* of, const seen_polygon* in, const imp3i_feature* f,
                         const imp3i_feature* other, bool of_b, int32_t kind, double tie, double limit,
                         found_points* out)
{
    for (int32_t k = 0; k < of->count; ++k)
    {
        double height;
        if (!find_height(in, of->u[k], of->v[k], tie, &height))
        {
            continue;
        }
        double gap = of_b ? of->w[k] - height : height - of->w[k];
        uint32_t vertex = f->vertices[of->corner[k]], under = name_under(other, in, of->u[k], of->v[k], tie);
        uint64_t id = of_b ? imp3i_contact_id(under, vertex) : imp3i_contact_id(vertex, under);
        if (gap <= limit)
        {
            add_found_point(out, of->u[k], of->v[k], of_b ? height : of->w[k], gap, id, kind);
        }
    }
}

/// Where sides cross. Where one ends within tie of the other, or both do, the vertex there is the contact and not the
/// crossing. Returns the least gap of all crossings.
static double add_crossings(const seen_polygon* a, const seen_polygon* b, const imp3i_feature* fa,
                            const imp3i_feature* fb, double tie, double limit, found_points* out)
{
    double least = INFINITY;
    for (int32_t i = 0; i < (a->count <= 2 ? a->count - 1 : a->count); ++i)
    {
        int32_t i1 = i + 1 < a->count ? i + 1 : 0;
        double au = a->u[i1] - a->u[i], av = a->v[i1] - a->v[i];
        for (int32_t j = 0; j < (b->count <= 2 ? b->count - 1 : b->count); ++j)
        {
            int32_t j1 = j + 1 < b->count ? j + 1 : 0;
            double bu = b->u[j1] - b->u[j], bv = b->v[j1] - b->v[j], du = b->u[j] - a->u[i], dv = b->v[j] - a->v[i];
            double area = au * bv - av * bu, long_a = au * au + av * av, long_b = bu * bu + bv * bv;
            if (!(area * area > CROSSING_SINE * CROSSING_SINE * (long_a * long_b)))
            {
                continue;  // side by side: their ends are vertices in the other
            }
            double s = (du * bv - dv * bu) / area, t = (du * av - dv * au) / area;
            if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0))
            {
                continue;
            }
            double high_a = a->w[i] + s * (a->w[i1] - a->w[i]), gap = b->w[j] + t * (b->w[j1] - b->w[j]) - high_a;
            double from_end_a = area * (s < 0.5 ? s : 1.0 - s), from_end_b = area * (t < 0.5 ? t : 1.0 - t);
            bool ends = from_end_a * from_end_a <= tie * tie * long_b || from_end_b * from_end_b <= tie * tie * long_a;
            least = gap < least ? gap : least;
            if (gap <= limit && !ends)
            {
                add_found_point(out, a->u[i] + s * au, a->v[i] + s * av, high_a, gap,
                                imp3i_contact_id(fa->sides[a->corner[i]], fb->sides[b->corner[j]]), 2);
            }
        }
    }
    return least;
}

/// What of a feature a point on it is on, to the tie: a corner, a side, or all of it.
static uint32_t name_place(const imp3i_feature* f, const seen_polygon* seen, double u, double v, double tie)
{
    uint32_t name = f->name;
    double nearest = tie * tie;
    for (int32_t k = 0; k < seen->count; ++k)
    {
        int32_t next = k + 1 < seen->count ? k + 1 : 0;
        double along_u = seen->u[next] - seen->u[k], along_v = seen->v[next] - seen->v[k];
        double to_u = u - seen->u[k], to_v = v - seen->v[k], square = along_u * along_u + along_v * along_v;
        double off = to_u * along_v - to_v * along_u;
        if (to_u * to_u + to_v * to_v <= tie * tie)
        {
            return f->vertices[seen->corner[k]];
        }
        if (off * off < nearest * square)
        {
            nearest = off * off / square;
            name = f->sides[seen->corner[k]];
        }
    }
    return name;
}

/// The point of A's core where they touch. Along an axis of penetration the gap's witnesses are the ends of what is
/// farthest, which need not face each other: then the nearest points of the two, moved apart until they hardly are, do.
static imp3i_dvec find_touching(const imp3i_pair* p, const imp3i_gap* gap)
{
    double apart = gap->distance + p->radii, little = (double)IMPI_FLOAT_DOUBT * p->scale;
    imp3i_closest c;
    imp3i_pair moved = *p;
    moved.shift = imp3i_dadd_scaled(p->shift, gap->normal, little - apart);
    bool found = apart < little && imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b) &&
                 imp3i_gjk(&moved, INFINITY, NULL, &c) == IMP3I_CORES_APART;
    return found ? c.on_a : gap->on_a;
}

static void write_place(const imp3i_pair* p, const imp3i_gap* gap, imp3i_dvec on_a, uint64_t id, imp3_manifold* out)
{
    imp3i_dvec at = imp3i_dadd_scaled(on_a, gap->normal, (double)p->a->radius + 0.5 * gap->distance);
    out->count = 1;
    out->points[0].point = imp3i_in_world(p, at);
    out->points[0].depth = out->depth;
    out->points[0].id = id;
}

/// The point of the gap, where faces and edges have none in common.
static void write_single(const imp3i_pair* p, const imp3i_gap* gap, const imp3i_feature features[2],
                         const seen_polygon seen[2], const imp3i_dvec axes[2], double tie, imp3_manifold* out)
{
    imp3i_dvec on_a = find_touching(p, gap);
    imp3i_dvec off = imp3i_dsub(on_a, gap->on_a);
    double u = imp3i_ddot(off, axes[0]), v = imp3i_ddot(off, axes[1]);
    // A round side is not known as well as where it touches a corner would have to be.
    bool known = imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b);
    uint64_t id = known ? imp3i_contact_id(name_place(&features[0], &seen[0], u, v, tie),
                                           name_place(&features[1], &seen[1], u, v, tie))
                        : imp3i_contact_id(features[0].name, features[1].name);
    write_place(p, gap, on_a, id, out);
}

static void write_points(const imp3i_pair* p, const imp3i_gap* gap, double size, found_points* found,
                         const imp3i_dvec axes[2], imp3_manifold* out)
{
    double apart = gap->distance + p->radii;
    imp3i_points* plane = &found->plane;
    double unit = size > 0.0 ? 1.0 / size : 1.0;  // squares of floats have no room for all sizes
    plane->count = found->count;
    for (int32_t k = 0; k < found->count; ++k)
    {
        plane->u[k] = (float)(found->u[k] * unit);
        plane->v[k] = (float)(found->v[k] * unit);
        plane->gap[k] = (float)(found->gap[k] * unit);
    }
    int32_t chosen[4], deepest = 0;
    out->count = imp3i_reduce_corners(plane, 1.0f, chosen);
    for (int32_t k = 0; k < out->count; ++k)
    {
        int32_t i = chosen[k];
        double distance = (found->gap[i] > apart ? found->gap[i] : apart) - p->radii;
        double up = found->w[i] + (double)p->a->radius + 0.5 * distance;
        imp3i_dvec at = imp3i_dadd_scaled(gap->on_a, axes[0], found->u[i]);
        at = imp3i_dadd_scaled(imp3i_dadd_scaled(at, axes[1], found->v[i]), gap->normal, up);
        out->points[k].point = imp3i_in_world(p, at);
        out->points[k].depth = 0.0f - (float)distance;
        out->points[k].id = found->id[i];
        deepest = out->points[k].depth > out->points[deepest].depth ? k : deepest;
    }
    // The deepest point and the manifold measure the same gap; let them say the same.
    out->points[deepest].depth = out->depth;
    imp3i_sort_contacts(out->points, out->count);
}

/// Depth along a normal that is a little off is hardly less, so the normal of a round side that overlaps something is not
/// known as well as the depth; and its line moves with the normal.
static double tie_of_side(const imp3_shape* s, const seen_polygon* seen, double tie)
{
    double side = SIDE_TIE * (double)(s->disc_a > s->disc_b ? s->disc_a : s->disc_b);
    return imp3i_is_curved(s) && seen->count == 2 && side > tie ? side : tie;
}

/// One contact, of a core that is a point: with the feature that is nearest to it.
static void write_point(const imp3i_pair* p, const imp3i_gap* gap, imp3_manifold* out)
{
    bool of_b = p->b->count == 1;
    imp3i_dvec way = of_b ? gap->normal : imp3i_dnegate(gap->normal), point = imp3i_placed_vertex(p, of_b, 0);
    uint32_t name = imp3i_name_nearest(p, !of_b, way, point);
    uint64_t id = of_b ? imp3i_contact_id(name, IMP3I_NAME_VERTEX) : imp3i_contact_id(IMP3I_NAME_VERTEX, name);
    write_place(p, gap, find_touching(p, gap), id, out);
}

/// Two cores seen along a gap's normal, which may be known exactly, and the points that were found.
typedef struct seen_pair
{
    imp3i_feature features[2];
    seen_polygon seen[2];
    imp3i_dvec axes[2];
    double size, tie;  // of the lesser polygon
    double least;      // gap of points, and of crossings that vertices stand for
    found_points found;
} seen_pair;

/// Corners of a hull beside those of its face, that lie over a face of the other: points of the margin.
static void add_beside(const imp3i_pair* p, const imp3i_gap* gap, bool of_b, int32_t kind, double limit, seen_pair* s)
{
    const imp3_shape* shape = of_b ? p->b : p->a;
    imp3i_feature beside;
    seen_polygon seen;
    if (shape->kind != IMP3_SHAPE_HULL || s->seen[!of_b].count < 3 || s->seen[of_b].count < 2)
    {
        return;
    }
    imp3i_find_beside(p, of_b, of_b ? imp3i_dnegate(gap->normal) : gap->normal, &beside);
    seen.count = beside.count;
    for (int32_t k = 0; k < beside.count; ++k)
    {
        const imp3i_dvec d = imp3i_dsub(beside.points[k], gap->on_a);
        seen.u[k] = imp3i_ddot(s->axes[0], d);
        seen.v[k] = imp3i_ddot(s->axes[1], d);
        seen.w[k] = imp3i_ddot(gap->normal, d);
        seen.corner[k] = k;
    }
    add_vertices(&seen, &s->seen[!of_b], &beside, &s->features[!of_b], of_b, kind, s->tie, limit, &s->found);
}

static void see_pair(const imp3i_pair* p, double margin, const imp3i_gap* gap, bool exact, seen_pair* s)
{
    const imp3i_feature* f = s->features;
    const seen_polygon* seen = s->seen;
    imp3i_find_features(p, gap->normal, s->features);
    span_plane(gap->normal, &s->axes[0], &s->axes[1]);
    for (int k = 0; k < 2; ++k)
    {
        see_polygon(&f[k], gap->on_a, s->axes[0], s->axes[1], gap->normal, &s->seen[k]);
    }
    s->size = lesser_size(&seen[0], &seen[1]);
    s->tie = (double)IMPI_CONTACT_TIE * s->size;
    s->tie = exact ? s->tie : tie_of_side(p->a, &seen[0], tie_of_side(p->b, &seen[1], s->tie));
    double limit = margin + p->radii;
    s->found.count = 0;
    // Ends of a line before the corners of a face below them.
    int32_t line_on_face = seen[1].count == 2 && seen[0].count > 2;
    add_vertices(&seen[0], &seen[1], &f[0], &f[1], false, line_on_face, s->tie, limit, &s->found);
    add_vertices(&seen[1], &seen[0], &f[1], &f[0], true, 1 - line_on_face, s->tie, limit, &s->found);
    s->least = add_crossings(&seen[0], &seen[1], &f[0], &f[1], s->tie, limit, &s->found);
    if (s->found.count > 0)
    {
        add_beside(p, gap, false, line_on_face, limit, s);
        add_beside(p, gap, true, 1 - line_on_face, limit, s);
    }
    for (int32_t k = 0; k < s->found.count; ++k)
    {
        s->least = s->found.gap[k] < s->least ? s->found.gap[k] : s->least;
    }
}

static void start_manifold(const imp3i_gap* gap, imp3_manifold* out)
{
    imp3i_clear_manifold(out);
    out->normal = imp3i_vec_tidy(gap->normal);
    out->depth = 0.0f - (float)gap->distance;
}

void imp3i_manifold_of_gap(const imp3i_pair* p, double margin, const imp3i_gap* gap, imp3_manifold* out)
{
    start_manifold(gap, out);
    if (imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b) && (p->a->count == 1 || p->b->count == 1))
    {
        write_point(p, gap, out);
        return;
    }
    bool round = imp3i_is_curved(p->a) || imp3i_is_curved(p->b);
    double doubt = (round ? ROUND_DOUBT : (double)IMPI_FLOAT_DOUBT) * p->scale;
    seen_pair s;
    see_pair(p, margin, gap, false, &s);
    if (s.found.count > 0 && s.least <= gap->distance + p->radii + doubt)
    {
        write_points(p, gap, s.size, &s.found, s.axes, out);
        return;
    }
    write_single(p, gap, s.features, s.seen, s.axes, s.tie, out);
}

void imp3i_manifold_of_faces(const imp3i_pair* p, double margin, const imp3i_gap* gap, imp3_manifold* out)
{
    seen_pair s;
    imp3i_gap between = *gap;
    see_pair(p, margin, gap, true, &s);
    imp3i_clear_manifold(out);
    if (s.found.count > 0)
    {
        between.distance = s.least - p->radii;
        start_manifold(&between, out);
        write_points(p, &between, s.size, &s.found, s.axes, out);
    }
}
