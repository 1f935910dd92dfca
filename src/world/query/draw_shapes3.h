// SPDX-License-Identifier: MIT
//
// Drawing of shapes of space, for draw3.c, which includes it behind draw.inl: lines are edges, rings and meridians,
// triangles the surface.
//
// Round shapes (spheres, capsules, cylinders, cones) are surfaces of revolution with one profile: an arc around the rim
// of each end. All others are their faces, pushed out by the radius; their edges, parts of tubes between the normals of
// two faces; and their corners, patches of a sphere between the arcs of the edges that meet there.

#ifndef IMP3I_DRAW_SHAPES_H
#define IMP3I_DRAW_SHAPES_H

#include "../../math/trig.h"
#include "../../shape/shape3.h"
#include "../contact/contact3.h"

#define RING_STEP_MIN (WHOLE_TURN / 256.0)  // between two corners of a line
#define BAND_STEP_MIN (WHOLE_TURN / 64.0)   // and of a surface
#define RING_STEP_MAX (WHOLE_TURN / 8.0)

#define PLANE_REACH 64.0f  // length units, of a half-space without a view

enum
{
    PLANE_LINES = 8,  // of a half-space: squares each way
    MERIDIANS = 4
};

// An arc of angle a is higher than its chord by r a^2 / 8; a surface by that in two directions.
static double drawn_step(const imp3i_drawing* d, float radius, bool fills)
{
    double least = fills ? BAND_STEP_MIN : RING_STEP_MIN;
    double step = radius > 0.0f ? sqrt(2.0 * (double)d->def.pixel / (double)radius) : RING_STEP_MAX;
    return step < least ? least : step > RING_STEP_MAX ? RING_STEP_MAX : step;
}

static int32_t steps_along(double angle, double step)
{
    return (int32_t)(angle / step) + 1;
}

static imp3_vec mix(imp3_vec a, float k, imp3_vec b, float l)
{
    return imp3i_vec_add_scaled(imp3_vec_scale(a, k), b, l);
}

static void put_triangle(imp3i_drawing* d, imp3_vec a, imp3_vec b, imp3_vec c, uint32_t colour)
{
    const imp3_vec points[3] = {a, b, c};
    put_vertices(d, points, 3, colour);
}

// Round shapes

// A surface of revolution: x along the axis from the first end, y away from it.
typedef struct round_profile
{
    imp3_vec a, axis, u, v;  // the first end, and axes around
    double length, rim_a, rim_b, radius;
    double lean;  // the angle of the side's normal, from the direction against the axis
    imp3_pose pose;
    uint32_t colour;
} round_profile;

static void set_axes(round_profile* p, imp3_vec axis)
{
    // The frame's x lies in the first meridian, unless the axis is nearer to it than to z.
    const imp3_vec x = {1.0f, 0.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    imp3_vec side = axis.x * axis.x > axis.z * axis.z ? z : x;
    side = imp3i_vec_add_scaled(side, axis, -imp3_vec_dot(side, axis));
    p->axis = axis;
    p->u = imp3_vec_scale(side, 1.0f / sqrtf(imp3_vec_dot(side, side)));
    p->v = imp3_vec_cross(p->axis, p->u);
}

static round_profile profile_of(const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    round_profile p = {.a = s->a, .radius = (double)s->radius, .pose = pose, .colour = colour};
    imp3_vec axis = {0.0f, 0.0f, 1.0f};
    bool is_long = s->kind != IMP3_SHAPE_SPHERE;
    imp3_vec way = is_long ? imp3_vec_sub(s->b, s->a) : axis;
    double length = sqrt((double)imp3_vec_dot(way, way));
    if (imp3i_is_curved(s))
    {
        axis = s->normal;
        p.rim_a = (double)s->disc_a;
        p.rim_b = (double)s->disc_b;
    }
    else if (is_long && length > 0.0)
    {
        axis = imp3_vec_scale(way, (float)(1.0 / length));
    }
    p.length = is_long ? length : 0.0;
    set_axes(&p, axis);
    bool is_flat = p.length == 0.0 && p.rim_a == p.rim_b;
    p.lean = is_flat ? 0.25 * WHOLE_TURN : impi_atan2_d(p.length, p.rim_b - p.rim_a);
    return p;
}

// A point of the profile, an angle around.
static imp3_vec point_around(const round_profile* p, double along, double out, double angle)
{
    double s, c;
    impi_sincos_d(angle, &s, &c);
    imp3_vec point = mix(p->u, (float)(out * c), p->v, (float)(out * s));
    point = imp3_vec_add(imp3i_vec_add_scaled(point, p->axis, (float)along), p->a);
    return imp3_pose_apply(p->pose, point);
}

// Point k of the profile, from one pole to the other: the pole, `arcs` steps around the first rim, the same around the
// second, the pole.
static void point_of_profile(const round_profile* p, int32_t arcs, int32_t k, double* along, double* out)
{
    bool second = k > arcs + 1;
    double rim = second ? p->rim_b : p->rim_a, s = 0.0, c = 1.0;
    int32_t step = second ? k - arcs - 2 : k - 1;
    double from = second ? p->lean : 0.0, to = second ? 0.5 * WHOLE_TURN : p->lean;
    bool pole = k == 0 || k == 2 * arcs + 3;
    impi_sincos_d(from + (to - from) * (double)step / (double)arcs, &s, &c);
    c = pole ? (k == 0 ? 1.0 : -1.0) : c;
    *along = (second ? p->length : 0.0) - p->radius * c;
    *out = pole ? 0.0 : rim + p->radius * (step == 0 && !second ? 0.0 : step == arcs && second ? 0.0 : s);
}

// Parts of the longer of both arcs.
static int32_t arcs_of(const imp3i_drawing* d, const round_profile* p, bool fills)
{
    double other = 0.5 * WHOLE_TURN - p->lean, longer = p->lean > other ? p->lean : other;
    return p->radius > 0.0 ? steps_along(longer, drawn_step(d, (float)p->radius, fills)) : 1;
}

static int32_t sides_of(const imp3i_drawing* d, const round_profile* p, bool fills)
{
    double rim = (p->rim_a > p->rim_b ? p->rim_a : p->rim_b) + p->radius;
    return (steps_along(WHOLE_TURN, drawn_step(d, (float)rim, fills)) + MERIDIANS - 1) / MERIDIANS * MERIDIANS;
}

static void put_ring(imp3i_drawing* d, const round_profile* p, double along, double out)
{
    int32_t sides = out > 0.0 ? sides_of(d, p, false) : 0;
    for (int32_t i = 0; i < sides; ++i)
    {
        double from = WHOLE_TURN * (double)i / (double)sides, to = WHOLE_TURN * (double)(i + 1) / (double)sides;
        put_line(d, point_around(p, along, out, from), point_around(p, along, out, to), p->colour);
    }
}

static void outline_round(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    round_profile p = profile_of(s, pose, colour);
    int32_t arcs = arcs_of(d, &p, false), last = 2 * arcs + 3;
    double along, out, before_along, before_out;
    if (p.radius == 0.0 && p.rim_a == 0.0 && p.rim_b == 0.0)
    {
        imp3_vec a = point_around(&p, 0.0, 0.0, 0.0);
        if (p.length > 0.0)
        {
            put_line(d, a, point_around(&p, p.length, 0.0, 0.0), colour);
        }
        else
        {
            put_cross(d, a, colour);
        }
        return;
    }
    // Rings where a flat end, an arc and the side meet.
    const int32_t rings[4] = {1, arcs + 1, arcs + 2, last - 1};
    before_along = before_out = -1.0;
    for (int k = 0; k < 4; ++k)
    {
        point_of_profile(&p, arcs, rings[k], &along, &out);
        if (along != before_along || out != before_out)
        {
            put_ring(d, &p, along, out);
        }
        before_along = along;
        before_out = out;
    }
    for (int32_t m = 0; m < MERIDIANS; ++m)
    {
        double angle = WHOLE_TURN * (double)m / (double)MERIDIANS;
        for (int32_t k = 0; k < last; ++k)
        {
            point_of_profile(&p, arcs, k, &before_along, &before_out);
            point_of_profile(&p, arcs, k + 1, &along, &out);
            if (along != before_along || out != before_out)
            {
                put_line(d, point_around(&p, before_along, before_out, angle), point_around(&p, along, out, angle),
                         colour);
            }
        }
    }
}

static void fill_band(imp3i_drawing* d, const round_profile* p, const double* from, const double* to, int32_t sides)
{
    for (int32_t i = 0; i < sides; ++i)
    {
        double angle = WHOLE_TURN * (double)i / (double)sides, next = WHOLE_TURN * (double)(i + 1) / (double)sides;
        imp3_vec a = point_around(p, from[0], from[1], angle), b = point_around(p, from[0], from[1], next);
        imp3_vec c = point_around(p, to[0], to[1], angle), e = point_around(p, to[0], to[1], next);
        if (from[1] > 0.0)
        {
            put_triangle(d, a, b, e, p->colour);
        }
        if (to[1] > 0.0)
        {
            put_triangle(d, a, e, c, p->colour);
        }
    }
}

static void fill_round(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    round_profile p = profile_of(s, pose, colour);
    int32_t arcs = arcs_of(d, &p, true), sides = sides_of(d, &p, true);
    for (int32_t k = 0; k < 2 * arcs + 3; ++k)
    {
        double from[2], to[2];
        point_of_profile(&p, arcs, k, &from[0], &from[1]);
        point_of_profile(&p, arcs, k + 1, &to[0], &to[1]);
        if (from[0] != to[0] || from[1] != to[1])
        {
            fill_band(d, &p, from, to, sides);
        }
    }
}

// Polytopes

// An edge with the normals of its two faces: `out` lies across the edge in the plane of the first face, away from it,
// and the second normal is `angle` from the first one towards it.
typedef struct edge_arc
{
    int32_t from, to;
    imp3_vec normal, out;
    double angle;
} edge_arc;

static imp3_vec drawn_vertex(const imp3_shape* s, int32_t i)
{
    return imp3i_vec_of(imp3i_vertex(s, i));
}

static imp3_vec drawn_normal(const imp3_shape* s, int32_t face)
{
    imp3_face f = {.vertices = NULL};
    (void)imp3_shape_face(s, face, &f);
    return f.normal;
}

static int32_t drawn_corner_after(const imp3_shape* s, int32_t face, int32_t k)
{
    return imp3i_face_corner(s, face, k + 1 < imp3i_face_corner_count(s, face) ? k + 1 : 0);
}

// The face on the other side of an edge.
static int32_t drawn_face_beyond(const imp3_shape* s, int32_t face, int32_t k)
{
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        int32_t side = h->sides[h->starts[face] + k];
        return side >= 0 ? h->edges[side].right : h->edges[-1 - side].left;
    }
    int32_t from = imp3i_face_corner(s, face, k), to = drawn_corner_after(s, face, k);
    for (int32_t f = 0; f < imp3i_face_count(s); ++f)
    {
        for (int32_t i = 0; i < imp3i_face_corner_count(s, f); ++i)
        {
            if (imp3i_face_corner(s, f, i) == to && drawn_corner_after(s, f, i) == from)
            {
                return f;
            }
        }
    }
    return face;
}

static edge_arc arc_of(const imp3_shape* s, int32_t face, int32_t k)
{
    edge_arc e = {.from = imp3i_face_corner(s, face, k), .to = drawn_corner_after(s, face, k)};
    imp3_vec way = imp3_vec_sub(drawn_vertex(s, e.to), drawn_vertex(s, e.from));
    imp3_vec other = drawn_normal(s, drawn_face_beyond(s, face, k));
    e.normal = drawn_normal(s, face);
    e.out = imp3_vec_cross(way, e.normal);
    float length = sqrtf(imp3_vec_dot(e.out, e.out));
    e.out = length > 0.0f ? imp3_vec_scale(e.out, 1.0f / length) : e.out;
    e.angle = fabs(impi_atan2_d((double)imp3_vec_dot(other, e.out), (double)imp3_vec_dot(other, e.normal)));
    return e;
}

static imp3_vec normal_along(const edge_arc* e, double angle)
{
    double s, c;
    impi_sincos_d(angle, &s, &c);
    return mix(e->normal, (float)c, e->out, (float)s);
}

// A point of a rounded vertex, in the direction of a normal.
static imp3_vec rounded_vertex(const imp3_shape* s, imp3_pose pose, int32_t vertex, imp3_vec normal)
{
    return imp3_pose_apply(pose, imp3i_vec_add_scaled(drawn_vertex(s, vertex), normal, s->radius));
}

static void outline_edge(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, const edge_arc* e, uint32_t colour)
{
    int32_t arcs = s->radius > 0.0f ? steps_along(e->angle, drawn_step(d, s->radius, false)) : 0;
    for (int32_t k = 0; k <= arcs; ++k)
    {
        imp3_vec normal = normal_along(e, arcs ? e->angle * (double)k / (double)arcs : 0.0);
        imp3_vec next = normal_along(e, arcs ? e->angle * (double)(k + 1) / (double)arcs : 0.0);
        if (k == 0 || k == arcs)
        {
            put_line(d, rounded_vertex(s, pose, e->from, normal), rounded_vertex(s, pose, e->to, normal), colour);
        }
        if (k < arcs)
        {
            put_line(d, rounded_vertex(s, pose, e->from, normal), rounded_vertex(s, pose, e->from, next), colour);
            put_line(d, rounded_vertex(s, pose, e->to, normal), rounded_vertex(s, pose, e->to, next), colour);
        }
    }
}

// A direction inside the patch of a corner: between the middles of the arcs around it.
static imp3_vec middle_of_corner(const imp3_shape* s, int32_t face, int32_t corner)
{
    int32_t vertex = imp3i_face_corner(s, face, corner), f = face, k = corner;
    imp3_vec sum = {0.0f, 0.0f, 0.0f};
    // No more faces meet there than there are.
    for (int32_t i = 0; i < imp3i_face_count(s); ++i)
    {
        edge_arc e = arc_of(s, f, k);
        sum = imp3_vec_add(sum, normal_along(&e, 0.5 * e.angle));
        f = drawn_face_beyond(s, f, k);
        for (k = 0; k + 1 < imp3i_face_corner_count(s, f) && imp3i_face_corner(s, f, k) != vertex; ++k)
        {
        }
        if (f == face)
        {
            break;
        }
    }
    float length = sqrtf(imp3_vec_dot(sum, sum));
    return length > 0.0f ? imp3_vec_scale(sum, 1.0f / length) : sum;
}

// The direction k of so many from a to b, both of unit length.
static imp3_vec direction_between(imp3_vec a, imp3_vec b, int32_t k, int32_t count)
{
    imp3_vec across = imp3_vec_cross(a, b);
    double sine = sqrt((double)imp3_vec_dot(across, across)), s, c;
    impi_sincos_d(impi_atan2_d(sine, (double)imp3_vec_dot(a, b)) * (double)k / (double)count, &s, &c);
    imp3_vec aside = imp3i_vec_add_scaled(b, a, -imp3_vec_dot(a, b));
    float length = sqrtf(imp3_vec_dot(aside, aside));
    return mix(a, (float)c, aside, length > 0.0f ? (float)s / length : 0.0f);
}

// From the middle of a corner's patch to a part of the arc of one of its edges.
static void fill_wedge(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, int32_t vertex, const imp3_vec fan[3],
                       uint32_t colour)
{
    double step = drawn_step(d, s->radius, true);
    int32_t bands = steps_along(0.25 * WHOLE_TURN, step);
    imp3_vec a = rounded_vertex(s, pose, vertex, fan[0]), b = a;
    for (int32_t k = 1; k <= bands; ++k)
    {
        imp3_vec to_a = rounded_vertex(s, pose, vertex, direction_between(fan[0], fan[1], k, bands));
        imp3_vec to_b = rounded_vertex(s, pose, vertex, direction_between(fan[0], fan[2], k, bands));
        put_triangle(d, a, to_a, to_b, colour);
        if (k > 1)
        {
            put_triangle(d, a, to_b, b, colour);
        }
        a = to_a;
        b = to_b;
    }
}

// The tube of an edge, and its part of the patches at both ends.
static void fill_edge(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, int32_t face, int32_t k, uint32_t colour)
{
    const edge_arc e = arc_of(s, face, k);
    int32_t arcs = steps_along(e.angle, drawn_step(d, s->radius, true));
    int32_t next = k + 1 < imp3i_face_corner_count(s, face) ? k + 1 : 0;
    imp3_vec middle_from = middle_of_corner(s, face, k), middle_to = middle_of_corner(s, face, next);
    for (int32_t i = 0; i < arcs; ++i)
    {
        imp3_vec n = normal_along(&e, e.angle * (double)i / (double)arcs);
        imp3_vec m = normal_along(&e, e.angle * (double)(i + 1) / (double)arcs);
        imp3_vec a = rounded_vertex(s, pose, e.from, n), b = rounded_vertex(s, pose, e.to, n);
        imp3_vec c = rounded_vertex(s, pose, e.from, m), g = rounded_vertex(s, pose, e.to, m);
        put_triangle(d, a, g, b, colour);
        put_triangle(d, a, c, g, colour);
        const imp3_vec fan_from[3] = {middle_from, m, n}, fan_to[3] = {middle_to, n, m};
        fill_wedge(d, s, pose, e.from, fan_from, colour);
        fill_wedge(d, s, pose, e.to, fan_to, colour);
    }
}

static void fill_face(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, int32_t face, uint32_t colour)
{
    imp3_vec normal = drawn_normal(s, face);
    imp3_vec points[3] = {rounded_vertex(s, pose, imp3i_face_corner(s, face, 0), normal),
                          rounded_vertex(s, pose, imp3i_face_corner(s, face, 1), normal)};
    for (int32_t k = 2; k < imp3i_face_corner_count(s, face); ++k)
    {
        points[2] = rounded_vertex(s, pose, imp3i_face_corner(s, face, k), normal);
        put_vertices(d, points, 3, colour);
        points[1] = points[2];
    }
}

// Edges are taken from the face that runs them from the lower to the higher vertex.
static void draw_polytope(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour, bool fills)
{
    for (int32_t f = 0; f < imp3i_face_count(s); ++f)
    {
        if (fills)
        {
            fill_face(d, s, pose, f, colour);
        }
        for (int32_t k = 0; k < imp3i_face_corner_count(s, f); ++k)
        {
            bool taken = imp3i_face_corner(s, f, k) < drawn_corner_after(s, f, k);
            if (taken && !fills)
            {
                const edge_arc e = arc_of(s, f, k);
                outline_edge(d, s, pose, &e, colour);
            }
            else if (taken && s->radius > 0.0f)
            {
                fill_edge(d, s, pose, f, k, colour);
            }
        }
    }
}

// Half-spaces

// Corner (i, j) of the grid on the plane.
static imp3_vec point_of_plane(const imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, int32_t i, int32_t j)
{
    round_profile p;
    imp3_vec n = imp3_rot_apply(pose.q, s->normal), middle = {0.0f, 0.0f, 0.0f};
    float reach = PLANE_REACH * d->unit;
    if (d->limited)
    {
        imp3_vec wide = imp3_vec_sub(d->view.upper, d->view.lower);
        middle = imp3_vec_scale(imp3_vec_add(d->view.lower, d->view.upper), 0.5f);
        reach = sqrtf(imp3_vec_dot(wide, wide));
    }
    set_axes(&p, n);
    imp3_vec at = imp3_pose_apply(pose, imp3_vec_scale(s->normal, s->offset));
    middle = imp3i_vec_add_scaled(middle, n, imp3_vec_dot(imp3_vec_sub(at, middle), n));
    float half = 0.5f * (float)PLANE_LINES;
    middle = imp3i_vec_add_scaled(middle, p.u, reach * ((float)i / half - 1.0f));
    return imp3i_vec_add_scaled(middle, p.v, reach * ((float)j / half - 1.0f));
}

static void outline_plane(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    for (int32_t i = 0; i <= PLANE_LINES; ++i)
    {
        for (int32_t j = 0; j < PLANE_LINES; ++j)
        {
            put_line(d, point_of_plane(d, s, pose, i, j), point_of_plane(d, s, pose, i, j + 1), colour);
            put_line(d, point_of_plane(d, s, pose, j, i), point_of_plane(d, s, pose, j + 1, i), colour);
        }
    }
}

static void fill_plane(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    imp3_vec a = point_of_plane(d, s, pose, 0, 0), b = point_of_plane(d, s, pose, PLANE_LINES, 0);
    imp3_vec c = point_of_plane(d, s, pose, PLANE_LINES, PLANE_LINES), e = point_of_plane(d, s, pose, 0, PLANE_LINES);
    put_triangle(d, a, b, c, colour);
    put_triangle(d, a, c, e, colour);
}

// All of them

void imp3i_outline_shape(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        outline_plane(d, s, pose, colour);
    }
    else if (imp3i_face_count(s) > 0)
    {
        draw_polytope(d, s, pose, colour, false);
    }
    else
    {
        outline_round(d, s, pose, colour);
    }
}

void imp3i_fill_shape(imp3i_drawing* d, const imp3_shape* s, imp3_pose pose, uint32_t colour)
{
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        fill_plane(d, s, pose, colour);
    }
    else if (imp3i_face_count(s) > 0)
    {
        draw_polytope(d, s, pose, colour, true);
    }
    else if (s->radius > 0.0f || imp3i_is_curved(s))
    {
        fill_round(d, s, pose, colour);
    }
}

static bool is_felt_from_one_side(const imp3_compound* c)
{
    return c->one_sided && (c->kind == IMP3_COMPOUND_TRIANGLES || c->kind == IMP3_COMPOUND_HEIGHT_FIELD);
}

bool imp3i_has_ticks(const imp3i_collider* c)
{
    return !c->convex && is_felt_from_one_side(&c->compound);
}

void imp3i_outline_compound(imp3i_drawing* d, const imp3_compound* c, imp3_pose pose, uint32_t colour)
{
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape part;
        if (imp3_compound_part(c, i, &part))
        {
            continue;
        }
        imp3i_outline_shape(d, &part, pose, colour);
        if (is_felt_from_one_side(c))
        {
            imp3_vec at = imp3_vec_scale(imp3_vec_add(imp3_vec_add(part.a, part.b), part.c), 1.0f / 3.0f);
            imp3_vec tick = imp3_vec_scale(imp3_rot_apply(pose.q, part.normal), TICK_LENGTH * d->def.pixel);
            at = imp3_pose_apply(pose, at);
            put_line(d, at, imp3_vec_add(at, tick), colour);
        }
    }
}

void imp3i_fill_compound(imp3i_drawing* d, const imp3_compound* c, imp3_pose pose, uint32_t colour)
{
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape part;
        imp_status status = imp3_compound_part(c, i, &part);
        if (!status && is_felt_from_one_side(c))
        {
            fill_face(d, &part, pose, 0, colour);
        }
        else if (!status)
        {
            imp3i_fill_shape(d, &part, pose, colour);
        }
    }
}

void imp3i_outline_box(imp3i_drawing* d, const imp3_vec corners[2])
{
    for (int32_t i = 0; i < 8; ++i)
    {
        for (int32_t bit = 1; bit < 8; bit <<= 1)
        {
            int32_t j = i | bit;
            imp3_vec a = {corners[i & 1].x, corners[i >> 1 & 1].y, corners[i >> 2].z};
            imp3_vec b = {corners[j & 1].x, corners[j >> 1 & 1].y, corners[j >> 2].z};
            if (i != j)
            {
                put_line(d, a, b, BOX_COLOUR);
            }
        }
    }
}

imp3_vec imp3i_tangent_vector(imp3_vec normal, imp3i_spin friction)
{
    (void)normal;
    const imp3_vec r = {friction.x, friction.y, friction.z};
    return r;
}

#endif
