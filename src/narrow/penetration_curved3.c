// SPDX-License-Identifier: MIT
//
// How deep two shapes of space overlap where one is a half-space, a cylinder or a cone.
//
// A half-space has one direction out of it. For the rest: the difference of the cores is the set of all a - b, and
// h(n), its extent along n, is how far B must go along n to be out of A. The depth is the least h. It is also the
// distance from the origin to the difference's boundary, so that a polytope inside of the difference bounds it from
// below by its nearest face, and every h from above: the polytope is expanded at its nearest face until both meet (van
// den Bergen 2001). The answer is a direction whose h was taken, so moving B by it does part the two.
//
// Directions that are often the answer and exact when they are - normals of caps and faces, sides across edges - are
// tried first; they leave to the polytope only the proof that nothing is less.
//
// A difference may be nearly round about the origin, as of two cylinders on one axis: then all of a ring is nearest,
// and the polytope would have to grow everywhere: it stops at DEPTH_PROOF points. Then the rings of directions where
// the extent may have a valley are searched, and what is best is followed downhill by turns of the direction that
// halve.

#include "gjk3.h"

#include <math.h>

/// The bounds of the depth meet when they are nearer than this part of the scale.
#define DEPTH_GOAL 0x1p-22

/// A difference thinner than this part of the scale is taken for flat.
#define DEPTH_FLAT 0x1p-40

/// A point is above a face when it is by more than this part of the scale.
#define DEPTH_ABOVE 0x1p-46

/// Points of the polytope, and how many of them may be spent on the proof that nothing is less. Pairs that are not nearly
/// round about the origin need about 20.
#define DEPTH_POINTS 96
#define DEPTH_PROOF 56
#define DEPTH_FACES (2 * DEPTH_POINTS)

typedef struct depth_point
{
    imp3i_dvec w, on_a;  // on A minus on B
} depth_point;

/// A face of the polytope: seen from outside, its corners run counter-clockwise.
typedef struct depth_face
{
    int32_t corner[3];
    imp3i_dvec normal;
    double offset;
} depth_face;

/// What is known of the difference of two cores.
typedef struct depth_search
{
    const imp3i_pair* pair;
    imp3i_dvec best;  // the direction of the least extent so far
    double least;
    int32_t points, faces;
    depth_point point[DEPTH_POINTS];
    depth_face face[DEPTH_FACES];
} depth_search;

static imp3i_dvec unit_vector(imp3i_dvec v)
{
    return imp3i_ddivide(v, sqrt(imp3i_ddot(v, v)));
}

/// The extent of the difference along a unit direction, which counts as a way out.
static double extent_along(depth_search* s, imp3i_dvec n, depth_point* out)
{
    int32_t vertex;
    out->on_a = imp3i_support_a(s->pair, n, &vertex);
    imp3i_dvec on_b = imp3i_support_b(s->pair, imp3i_dnegate(n), &vertex);
    out->w = imp3i_dsub(out->on_a, on_b);
    double extent = imp3i_ddot(out->w, n);
    if (extent < s->least)
    {
        s->least = extent;
        s->best = n;
    }
    return extent;
}

/// Both ways along a direction of any length but zero.
static void try_direction(depth_search* s, imp3i_dvec d)
{
    double square = imp3i_ddot(d, d);
    if (square > 0.0)
    {
        depth_point p;
        imp3i_dvec n = imp3i_ddivide(d, sqrt(square));
        (void)extent_along(s, n, &p);
        (void)extent_along(s, imp3i_dnegate(n), &p);
    }
}

/// Normals and edges of a shape that are few; returns their counts by the pointers. In the frame of the pair, a rotation
/// that is a little off turns them apart.
static void list_features(const imp3_shape* s, imp3i_drot q, imp3i_dvec* normals, int32_t* normal_count,
                          imp3i_dvec* edges, int32_t* edge_count)
{
    *normal_count = 0;
    *edge_count = 0;
    if (imp3i_is_curved(s))
    {
        imp3i_dvec axis = imp3i_axis_of(s);
        normals[(*normal_count)++] = imp3i_drot_normal(q, axis);
        edges[(*edge_count)++] = imp3i_drot_apply(q, axis);
    }
    else if (s->kind == IMP3_SHAPE_BOX)
    {
        imp3i_drot own = imp3i_drot_of(s->turn);
        const imp3i_dvec axes[3] = {own.x, own.y, own.z};
        for (int k = 0; k < 3; ++k)
        {
            edges[(*edge_count)++] = imp3i_drot_apply(q, axes[k]);
            normals[(*normal_count)++] =
                imp3i_drot_normal(q, imp3i_dcross(axes[k < 2 ? k + 1 : 0], axes[k ? k - 1 : 2]));
        }
    }
    else if (s->kind == IMP3_SHAPE_CAPSULE || s->kind == IMP3_SHAPE_TRIANGLE)
    {
        const imp3i_dvec corners[3] = {imp3i_vertex(s, 0), imp3i_vertex(s, 1), imp3i_vertex(s, s->count - 1)};
        for (int k = 0; k < s->count; ++k)
        {
            imp3i_dvec side = imp3i_dsub(corners[k < 2 ? k + 1 : 0], corners[k]);
            edges[(*edge_count)++] = imp3i_drot_apply(q, side);
        }
        if (s->count == 3)
        {
            normals[(*normal_count)++] = imp3i_dcross(edges[0], edges[1]);
        }
    }
}

/// Middle of a core, or nearly.
static imp3i_dvec middle_of_solid(const imp3_shape* s)
{
    if (imp3i_is_curved(s) || s->kind == IMP3_SHAPE_BOX || s->count == 2)
    {
        imp3i_dvec r = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(s->a), imp3i_dvec_of(s->b)), 0.5);
        return s->kind == IMP3_SHAPE_BOX ? imp3i_drot_apply(imp3i_drot_of(s->turn), r) : r;
    }
    return imp3i_dvec_of(s->a);
}

/// The normal of a round side on the way along a direction of the shape's frame that is not that of its axis; of any
/// length.
static imp3i_dvec side_normal(const imp3_shape* s, imp3i_dvec way)
{
    imp3i_dvec axis = imp3i_axis_of(s), outward = imp3i_dcross(imp3i_dcross(axis, way), axis);
    double length = sqrt(imp3i_ddot(axis, axis)), across = sqrt(imp3i_ddot(outward, outward));
    double lean = across > 0.0 ? ((double)s->disc_a - (double)s->disc_b) / length / length : 0.0;
    return across > 0.0 ? imp3i_dadd_scaled(imp3i_ddivide(outward, across), axis, lean) : outward;
}

/// The normals of the round sides on the line of the middles.
static void try_sides(depth_search* s)
{
    const imp3i_pair* p = s->pair;
    imp3i_dvec way = imp3i_dsub(imp3i_place_b(p, middle_of_solid(p->b)), imp3i_place_a(p, middle_of_solid(p->a)));
    for (int k = 0; k < 2; ++k)
    {
        const imp3_shape* shape = k ? p->b : p->a;
        imp3i_drot q = k ? p->qb : p->qa;
        if (imp3i_is_curved(shape))
        {
            imp3i_dvec own = imp3i_drot_apply_inverse(q, way);
            try_direction(s, imp3i_drot_normal(q, side_normal(shape, own)));
            try_direction(s, imp3i_drot_normal(q, side_normal(shape, imp3i_dnegate(own))));
        }
    }
}

static void try_features(depth_search* s)
{
    const imp3i_pair* p = s->pair;
    try_sides(s);
    imp3i_dvec normals[2][3], edges[2][3];
    int32_t normal_count[2], edge_count[2];
    list_features(p->a, p->qa, normals[0], &normal_count[0], edges[0], &edge_count[0]);
    list_features(p->b, p->qb, normals[1], &normal_count[1], edges[1], &edge_count[1]);
    for (int k = 0; k < 2; ++k)
    {
        for (int32_t i = 0; i < normal_count[k]; ++i)
        {
            try_direction(s, normals[k][i]);
        }
    }
    for (int32_t i = 0; i < edge_count[0]; ++i)
    {
        for (int32_t j = 0; j < edge_count[1]; ++j)
        {
            try_direction(s, imp3i_dcross(edges[0][i], edges[1][j]));
        }
    }
}

static void add_face(depth_search* s, int32_t i, int32_t j, int32_t k)
{
    depth_face* f = s->face + s->faces++;
    imp3i_dvec a = s->point[i].w;
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(s->point[j].w, a), imp3i_dsub(s->point[k].w, a));
    double length = sqrt(imp3i_ddot(n, n));
    f->corner[0] = i;
    f->corner[1] = j;
    f->corner[2] = k;
    // A face without area is never the nearest, and nothing is above it.
    f->normal = length > 0.0 ? imp3i_ddivide(n, length) : imp3i_dvec_none();
    f->offset = length > 0.0 ? imp3i_ddot(f->normal, a) : INFINITY;
}

/// The axis across which a vector has the least.
static imp3i_dvec axis_across(imp3i_dvec v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    imp3i_dvec r = {x <= y && x <= z ? 1.0 : 0.0, 0.0, 0.0};
    r.y = r.x <= 0.0 && y <= z ? 1.0 : 0.0;
    r.z = r.x <= 0.0 && r.y <= 0.0 ? 1.0 : 0.0;
    return r;
}

/// The farther of the two extreme points along a direction from the first point; its distance along that.
static double reach_from(depth_search* s, imp3i_dvec n, depth_point* out)
{
    depth_point back;
    double from = imp3i_ddot(s->point[0].w, n);
    double ahead = extent_along(s, n, out) - from, behind = extent_along(s, imp3i_dnegate(n), &back) + from;
    if (behind > ahead)
    {
        *out = back;
    }
    return behind > ahead ? behind : ahead;
}

/// The first tetrahedron. False when the difference is flat, whose normal has been tried then.
static bool start_polytope(depth_search* s)
{
    double flat = DEPTH_FLAT * s->pair->scale;
    const imp3i_dvec axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double length = 0.0;
    s->points = 4;
    s->faces = 0;
    for (int k = 0; k < 3 && !(length > flat); ++k)
    {
        (void)extent_along(s, axes[k], s->point);
        length = reach_from(s, axes[k], s->point + 1);
    }
    if (!(length > flat))
    {
        return false;
    }
    imp3i_dvec along = unit_vector(imp3i_dsub(s->point[1].w, s->point[0].w));
    imp3i_dvec across = unit_vector(imp3i_dcross(along, axis_across(along)));
    if (!(reach_from(s, across, s->point + 2) > flat))
    {
        across = imp3i_dcross(along, across);
        if (!(reach_from(s, across, s->point + 2) > flat))
        {
            return false;
        }
    }
    imp3i_dvec side = imp3i_dsub(s->point[2].w, s->point[0].w);
    imp3i_dvec normal = unit_vector(imp3i_dcross(along, side));
    if (!(reach_from(s, normal, s->point + 3) > flat))
    {
        return false;
    }
    bool above = imp3i_ddot(imp3i_dsub(s->point[3].w, s->point[0].w), normal) > 0.0;
    int32_t second = above ? 2 : 1, third = above ? 1 : 2;
    add_face(s, 0, second, third);
    add_face(s, 0, third, 3);
    add_face(s, third, second, 3);
    add_face(s, second, 0, 3);
    return true;
}

/// Adds the last point, which is above some face: the faces below it go, and their rim is joined with it. False when
/// there is no room.
static bool expand_polytope(depth_search* s, double above)
{
    int32_t rim[3 * DEPTH_FACES][2], rims = 0, kept = 0, last = s->points - 1;
    imp3i_dvec w = s->point[last].w;
    for (int32_t f = 0; f < s->faces; ++f)
    {
        const depth_face face = s->face[f];
        if (!(imp3i_ddot(face.normal, w) > face.offset - above))
        {
            s->face[kept++] = face;
            continue;
        }
        for (int k = 0; k < 3; ++k)
        {
            int32_t from = face.corner[k], to = face.corner[k < 2 ? k + 1 : 0], twin = 0;
            while (twin < rims && !(rim[twin][0] == to && rim[twin][1] == from))
            {
                ++twin;
            }
            if (twin < rims)
            {
                --rims;
                rim[twin][0] = rim[rims][0];
                rim[twin][1] = rim[rims][1];
            }
            else
            {
                rim[rims][0] = from;
                rim[rims++][1] = to;
            }
        }
    }
    s->faces = kept;
    if (kept + rims > DEPTH_FACES)
    {
        return false;
    }
    for (int32_t k = 0; k < rims; ++k)
    {
        add_face(s, rim[k][0], rim[k][1], last);
    }
    return true;
}

static int32_t nearest_face(const depth_search* s)
{
    int32_t best = 0;
    for (int32_t f = 1; f < s->faces; ++f)
    {
        best = s->face[f].offset < s->face[best].offset ? f : best;
    }
    return best;
}

/// Expands until the nearest face is as far away as the best way out. False when the polytope got full first.
static bool close_bounds(depth_search* s, double goal, double above)
{
    for (;;)
    {
        const depth_face* f = s->face + nearest_face(s);
        if (s->least - f->offset <= goal)
        {
            return true;
        }
        if (s->points == DEPTH_PROOF)
        {
            return false;
        }
        double extent = extent_along(s, f->normal, s->point + s->points);
        if (extent - f->offset <= goal)
        {
            return true;
        }
        ++s->points;
        if (!expand_polytope(s, above))
        {
            return false;
        }
    }
}

/// The extent along one of a ring of directions about an axis, at an angle told by its cosine and sine; lean is what they
/// have along the axis for what they have across.
static double extent_at(depth_search* s, imp3i_dvec axis, double lean, double c, double sine)
{
    imp3i_dvec e = unit_vector(imp3i_dcross(axis, axis_across(axis))), f = imp3i_dcross(axis, e);
    imp3i_dvec n = imp3i_dadd_scaled(imp3i_dadd_scaled(imp3i_dscale(e, c), f, sine), axis, lean);
    depth_point point;
    return extent_along(s, unit_vector(n), &point);
}

/// The best of a ring of directions: of the corners of a regular polygon, then turns from the best of them that halve.
static void search_ring(depth_search* s, imp3i_dvec axis, double lean)
{
    double c = 1.0, sine = 0.0, best = INFINITY, turn_c = 0.9659258262890683, turn_s = 0.25881904510252076;
    double best_c = 1.0, best_s = 0.0;
    for (int k = 0; k < 24; ++k)
    {
        double extent = extent_at(s, axis, lean, c, sine), turned = c * turn_c - sine * turn_s;
        best_c = extent < best ? c : best_c;
        best_s = extent < best ? sine : best_s;
        best = extent < best ? extent : best;
        sine = sine * turn_c + c * turn_s;
        c = turned;
    }
    for (int k = 0; k < 24; ++k)
    {
        // Half the angle each time, by the formulas for that.
        double half = sqrt(0.5 * (1.0 + turn_c));
        turn_s = 0.5 * turn_s / half;
        turn_c = half;
        for (int way = -1; way <= 1; way += 2)
        {
            double x = best_c * turn_c - best_s * turn_s * way, y = best_s * turn_c + best_c * turn_s * way;
            double extent = extent_at(s, axis, lean, x, y);
            if (extent < best)
            {
                best = extent;
                best_c = x;
                best_s = y;
                break;
            }
        }
    }
}

/// The rings of directions in which an extent may have a valley: normals of round sides, and across edges.
static void search_rings(depth_search* s)
{
    for (int k = 0; k < 2; ++k)
    {
        const imp3_shape* shape = k ? s->pair->b : s->pair->a;
        imp3i_dvec normals[3], edges[3];
        int32_t normal_count, edge_count;
        list_features(shape, k ? s->pair->qb : s->pair->qa, normals, &normal_count, edges, &edge_count);
        for (int32_t i = 0; i < edge_count; ++i)
        {
            double length = sqrt(imp3i_ddot(edges[i], edges[i]));
            double lean = imp3i_is_curved(shape) ? ((double)shape->disc_a - (double)shape->disc_b) / length : 0.0;
            if (length > 0.0)
            {
                search_ring(s, imp3i_ddivide(edges[i], length), k ? -lean : lean);
            }
        }
    }
}

/// Follows the best direction downhill: to the sides by an angle that is halved when none is better.
static void follow_downhill(depth_search* s)
{
    double angle = 0x1p-4;
    for (int step = 0; step < 256 && angle > 0x1p-14; ++step)
    {
        imp3i_dvec n = s->best, e = unit_vector(imp3i_dcross(n, axis_across(n))), f = imp3i_dcross(n, e);
        const imp3i_dvec ways[3] = {e, imp3i_dadd_scaled(imp3i_dscale(e, 0.5), f, 0.8660254037844386),
                                    imp3i_dadd_scaled(imp3i_dscale(e, -0.5), f, 0.8660254037844386)};
        double before = s->least;
        for (int k = 0; k < 3; ++k)
        {
            depth_point p;
            (void)extent_along(s, unit_vector(imp3i_dadd_scaled(n, ways[k], angle)), &p);
            (void)extent_along(s, unit_vector(imp3i_dadd_scaled(n, ways[k], -angle)), &p);
        }
        angle = s->least < before ? angle : 0.5 * angle;
    }
}

/// The face through which the way out leaves the polytope, and how far out.
static const depth_face* face_on_way(const depth_search* s, imp3i_dvec n, double* length)
{
    const depth_face* hit = s->face;
    *length = INFINITY;
    for (int32_t f = 0; f < s->faces; ++f)
    {
        double rate = imp3i_ddot(s->face[f].normal, n);
        if (rate > 0.0 && s->face[f].offset < *length * rate)
        {
            *length = s->face[f].offset / rate;
            hit = s->face + f;
        }
    }
    return hit;
}

/// Expands where the way out leaves, until that is the boundary of the difference.
static void open_way(depth_search* s, double goal, double above)
{
    while (s->points < DEPTH_POINTS)
    {
        double length;
        const depth_face* f = face_on_way(s, s->best, &length);
        if (!(f->offset < INFINITY) || extent_along(s, f->normal, s->point + s->points) - f->offset <= goal)
        {
            break;
        }
        ++s->points;
        if (!expand_polytope(s, above))
        {
            break;
        }
    }
}

/// Where the way out leaves the polytope, as a point of A.
static imp3i_dvec point_on_way(const depth_search* s, imp3i_dvec n)
{
    double least;
    const depth_face* hit = face_on_way(s, n, &least);
    const depth_point *a = s->point + hit->corner[0], *b = s->point + hit->corner[1], *c = s->point + hit->corner[2];
    imp3i_dvec e = imp3i_dsub(b->w, a->w), f = imp3i_dsub(c->w, a->w), m = imp3i_dcross(e, f);
    imp3i_dvec off = imp3i_dsub(imp3i_dscale(n, least), a->w);
    double area = imp3i_ddot(m, m);
    if (!(area > 0.0) || !(least < INFINITY))
    {
        return a->on_a;
    }
    double share_f = imp3i_ddot(imp3i_dcross(e, off), m) / area, share_e = imp3i_ddot(imp3i_dcross(off, f), m) / area;
    share_e = share_e < 0.0 ? 0.0 : share_e > 1.0 ? 1.0 : share_e;
    share_f = share_f < 0.0 ? 0.0 : share_f > 1.0 - share_e ? 1.0 - share_e : share_f;
    imp3i_dvec r = imp3i_dadd_scaled(a->on_a, imp3i_dsub(b->on_a, a->on_a), share_e);
    return imp3i_dadd_scaled(r, imp3i_dsub(c->on_a, a->on_a), share_f);
}

static void write_way_out(depth_search* s, bool solid, imp3i_gap* out)
{
    depth_point way;
    imp3i_dvec n = s->best;
    double depth = extent_along(s, n, &way);
    out->normal = n;
    out->distance = -depth - s->pair->radii;
    out->on_a = solid ? point_on_way(s, n) : way.on_a;
    out->on_b = imp3i_dadd_scaled(out->on_a, n, -depth);
}

bool imp3i_penetration_expanded(const imp3i_pair* p, imp3i_gap* out)
{
    depth_search s;
    s.pair = p;
    s.least = INFINITY;
    s.best = imp3i_dvec_none();
    if (!start_polytope(&s) || !close_bounds(&s, DEPTH_GOAL * p->scale, DEPTH_ABOVE * p->scale))
    {
        return false;
    }
    write_way_out(&s, true, out);
    return true;
}

static void measure_round_depth(const imp3i_pair* p, imp3i_gap* out)
{
    depth_search s;
    s.pair = p;
    s.least = INFINITY;
    s.best = imp3i_dvec_none();
    try_features(&s);
    bool solid = start_polytope(&s);
    double goal = DEPTH_GOAL * p->scale, above = DEPTH_ABOVE * p->scale;
    if (solid && !close_bounds(&s, goal, above))
    {
        search_rings(&s);
        follow_downhill(&s);
        open_way(&s, goal, above);
    }
    write_way_out(&s, solid, out);
}

/// The plane of a half-space in the frame of the pair: n . x = offset, with n of unit length.
static double plane_of(const imp3_shape* s, imp3i_drot q, imp3i_dvec at, imp3i_dvec* n)
{
    imp3i_dvec m = imp3i_drot_normal(q, imp3i_dvec_of(s->normal));
    double length = sqrt(imp3i_ddot(m, m)), volume = imp3i_ddot(q.x, imp3i_dcross(q.y, q.z));
    *n = imp3i_ddivide(m, length);
    return (double)s->offset * volume / length + imp3i_ddot(*n, at);
}

/// Two half-spaces: their distance where they face each other, to rounding.
static void measure_half_spaces(const imp3i_pair* p, imp3i_gap* out)
{
    imp3i_dvec n, m;
    double a = plane_of(p->a, p->qa, imp3i_dvec_none(), &n), b = plane_of(p->b, p->qb, p->shift, &m);
    bool facing = imp3i_ddot(n, m) < 0.0 && imp3i_dcross_length(n, m) <= IMPI_DOUBLE_DOUBT;
    out->distance = facing ? -b - a : -(double)IMP_MAGNITUDE_MAX;
    out->normal = n;
    out->on_a = imp3i_dscale(n, a);
    out->on_b = imp3i_dadd_scaled(out->on_a, n, out->distance);
}

static void measure_half_space(const imp3i_pair* p, bool on_b, imp3i_gap* out)
{
    imp3i_dvec n;
    int32_t vertex;
    double offset = plane_of(on_b ? p->b : p->a, on_b ? p->qb : p->qa, on_b ? p->shift : imp3i_dvec_none(), &n);
    imp3i_dvec back = imp3i_dnegate(n);
    imp3i_dvec low = on_b ? imp3i_support_a(p, back, &vertex) : imp3i_support_b(p, back, &vertex);
    double height = imp3i_ddot(low, n) - offset;
    imp3i_dvec foot = imp3i_dadd_scaled(low, n, -height);
    out->distance = height - p->radii;
    out->normal = on_b ? back : n;
    out->on_a = on_b ? low : foot;
    out->on_b = on_b ? foot : low;
}

void imp3i_penetration_curved(const imp3i_pair* p, imp3i_gap* out)
{
    bool plane_a = p->a->kind == IMP3_SHAPE_HALF_SPACE, plane_b = p->b->kind == IMP3_SHAPE_HALF_SPACE;
    if (plane_a && plane_b)
    {
        measure_half_spaces(p, out);
    }
    else if (plane_a || plane_b)
    {
        measure_half_space(p, plane_b, out);
    }
    else
    {
        measure_round_depth(p, out);
    }
}
