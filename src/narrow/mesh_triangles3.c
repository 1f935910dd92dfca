// SPDX-License-Identifier: MIT
//
// Triangle against triangle of two placed meshes: signs of determinants as in triangles3.c (Guigue and Devillers 2003),
// in doubles with a bound of their error. Where a sign is in doubt, exact arithmetic decides about the placed triangles;
// what they have in common is then computed as well as can be.

#include "../shape/compound3.h"
#include "mesh_pair3.h"
#include "pair3.h"

#include <math.h>

imp3i_mesh_couple imp3i_mesh_couple_of(const imp3i_mesh_side* a, const imp3i_mesh_side* b)
{
    imp3i_mesh_couple c;
    c.side[0] = *a;
    c.side[1] = *b;
    c.frame[0] = imp3i_frame_between(&a->pose, &b->pose);
    c.frame[1] = imp3i_frame_between(&b->pose, &a->pose);
    // A turn that is solved for and applied is a dozen roundings of each term.
    imp3i_dvec low = imp3i_dvec_of(b->tree->bounds.lower), up = imp3i_dvec_of(b->tree->bounds.upper);
    c.doubt = 0x1p-48 * (imp3i_dnorm1(low) + imp3i_dnorm1(up) + imp3i_dnorm1(c.frame[0].shift));
    return c;
}

imp3i_mesh_triangles imp3i_mesh_triangles_of(const imp3i_mesh_couple* c, int32_t part_a, int32_t part_b)
{
    imp3i_mesh_triangles t;
    imp3_vec a[3], b[3];
    imp3i_mesh_corners(&c->side[0].triangles, part_a, a);
    imp3i_mesh_corners(&c->side[1].triangles, part_b, b);
    t.part[0] = part_a;
    t.part[1] = part_b;
    for (int k = 0; k < 3; ++k)
    {
        t.a[k] = imp3i_dvec_of(a[k]);
        t.b[k] = imp3i_dadd(imp3i_drot_apply(c->frame[0].turn, imp3i_dvec_of(b[k])), c->frame[0].shift);
    }
    return t;
}

/// Corners in the order that the tests want: the first alone on its side of the other's plane.
typedef struct cut_side
{
    imp3i_dvec p[3];
    double height[3];
} cut_side;

/// What is known of two triangles.
enum
{
    PAIR_APART,
    PAIR_TOUCHES,
    PAIR_DOUBTFUL
};

static double determinant(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_dvec d)
{
    return imp3i_ddot(imp3i_dcross(imp3i_dsub(b, a), imp3i_dsub(c, a)), imp3i_dsub(d, a));
}

/// The most that a determinant of the corners may be off: their bounds are D in all, and a component of a difference is
/// off by twice the doubt.
static double doubt_of(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t)
{
    imp3i_dvec low = t->a[0], up = t->a[0];
    for (int k = 0; k < 6; ++k)
    {
        imp3i_dvec p = k < 3 ? t->a[k] : t->b[k - 3];
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        low.z = p.z < low.z ? p.z : low.z;
        up.x = p.x > up.x ? p.x : up.x;
        up.y = p.y > up.y ? p.y : up.y;
        up.z = p.z > up.z ? p.z : up.z;
    }
    double size = (up.x - low.x) + (up.y - low.y) + (up.z - low.z);
    return (8.0 * c->doubt + 0x1p-49 * size) * size * size;
}

/// Heights of three points over a plane, each times twice the area of what spans it. Returns what is sure: all of them
/// on one side, on both, or neither.
static int find_heights(const imp3i_dvec plane[3], const imp3i_dvec points[3], double doubt, double heights[3])
{
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(plane[1], plane[0]), imp3i_dsub(plane[2], plane[0]));
    int above = 0, below = 0;
    for (int k = 0; k < 3; ++k)
    {
        heights[k] = imp3i_ddot(n, imp3i_dsub(points[k], plane[0]));
        above += heights[k] > doubt;
        below += heights[k] < -doubt;
    }
    return above == 3 || below == 3 ? PAIR_APART : above + below == 3 ? PAIR_TOUCHES : PAIR_DOUBTFUL;
}

/// The corners with the one first that is alone.
static void set_alone_first(const imp3i_dvec p[3], const double heights[3], cut_side* out)
{
    bool up[3] = {heights[0] > 0.0, heights[1] > 0.0, heights[2] > 0.0};
    int first = up[1] == up[2] ? 0 : up[0] == up[2] ? 1 : 2;
    for (int k = 0; k < 3; ++k)
    {
        int from = first + k < 3 ? first + k : first + k - 3;
        out->p[k] = p[from];
        out->height[k] = heights[from];
    }
}

static void turn_side_over(cut_side* s)
{
    imp3i_dvec p = s->p[1];
    double height = s->height[1];
    s->p[1] = s->p[2];
    s->p[2] = p;
    s->height[1] = s->height[2];
    s->height[2] = height;
}

/// What doubles know; where the two touch, with the corners in order.
static int judge_pair(const imp3i_mesh_triangles* t, double doubt, cut_side* a, cut_side* b)
{
    double of_a[3], of_b[3];
    int sure_b = find_heights(t->a, t->b, doubt, of_b);
    if (sure_b == PAIR_APART)
    {
        return PAIR_APART;
    }
    int sure_a = find_heights(t->b, t->a, doubt, of_a);
    if (sure_a != PAIR_TOUCHES || sure_b != PAIR_TOUCHES)
    {
        return sure_a == PAIR_APART ? PAIR_APART : PAIR_DOUBTFUL;
    }
    set_alone_first(t->a, of_a, a);
    set_alone_first(t->b, of_b, b);
    // The first corner of each to the front of the other's plane, by turning that over.
    bool below_a = a->height[0] < 0.0, below_b = b->height[0] < 0.0;
    if (below_a)
    {
        turn_side_over(b);
    }
    if (below_b)
    {
        turn_side_over(a);
    }
    double low = determinant(a->p[0], a->p[1], b->p[0], b->p[1]);
    double high = determinant(a->p[0], a->p[2], b->p[2], b->p[0]);
    if (low > doubt || high > doubt)
    {
        return PAIR_APART;
    }
    return low < -doubt && high < -doubt ? PAIR_TOUCHES : PAIR_DOUBTFUL;
}

static imp3_shape stored_triangle(const imp3i_mesh_couple* c, int side, int32_t part)
{
    imp3_vec v[3];
    imp3i_mesh_corners(&c->side[side].triangles, part, v);
    return imp3i_triangle_of(v[0], v[1], v[2], 0.0f);
}

bool imp3i_mesh_triangles_touch(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t)
{
    cut_side a, b;
    int known = judge_pair(t, doubt_of(c, t), &a, &b);
    if (known != PAIR_DOUBTFUL)
    {
        return known == PAIR_TOUCHES;
    }
    imp3_shape of_a = stored_triangle(c, 0, t->part[0]), of_b = stored_triangle(c, 1, t->part[1]);
    return imp3i_relation(&of_a, &c->side[0].pose, &of_b, &c->side[1].pose) >= 0;
}

// The segment

/// The point of a side where heights of both signs are zero.
static imp3i_dvec cut_edge(const cut_side* s, int k)
{
    double t = s->height[0] / (s->height[0] - s->height[k]);
    return imp3i_dadd_scaled(s->p[0], imp3i_dsub(s->p[k], s->p[0]), t);
}

/// A point of A's frame, in the world.
static imp3_vec place_point(const imp3i_mesh_couple* c, imp3i_dvec v)
{
    const imp3_pose* pose = &c->side[0].pose;
    return imp3i_vec_tidy(imp3i_dadd(imp3i_drot_apply(imp3i_drot_of(pose->q), v), imp3i_dvec_of(pose->p)));
}

/// What two triangles that are cut by each other's planes share: the inner two of four ends, along the longer stretch.
static void cross_sides(const imp3i_mesh_couple* c, const cut_side* a, const cut_side* b, imp3_crossing* out)
{
    imp3i_dvec ends[4] = {cut_edge(a, 1), cut_edge(a, 2), cut_edge(b, 1), cut_edge(b, 2)};
    imp3i_dvec ofa = imp3i_dsub(ends[1], ends[0]), ofb = imp3i_dsub(ends[3], ends[2]);
    imp3i_dvec line = imp3i_ddot(ofa, ofa) >= imp3i_ddot(ofb, ofb) ? ofa : ofb;
    double along[4];
    for (int k = 0; k < 4; ++k)
    {
        along[k] = imp3i_ddot(line, imp3i_dsub(ends[k], ends[0]));
    }
    int low_a = along[0] <= along[1] ? 0 : 1, low_b = along[2] <= along[3] ? 2 : 3;
    int high_a = 1 - low_a, high_b = 5 - low_b;
    out->from = place_point(c, ends[along[low_b] > along[low_a] ? low_b : low_a]);
    out->to = place_point(c, ends[along[high_b] < along[high_a] ? high_b : high_a]);
}

/// Triangles that are told to touch by exact arithmetic alone. Rounded into one frame they may still do, and then what
/// they share is known; else it is the point where they are nearest.
static void cross_doubtful(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, imp3_crossing* out)
{
    imp3_corners a = {imp3i_vec_tidy(t->a[0]), imp3i_vec_tidy(t->a[1]), imp3i_vec_tidy(t->a[2])};
    imp3_corners b = {imp3i_vec_tidy(t->b[0]), imp3i_vec_tidy(t->b[1]), imp3i_vec_tidy(t->b[2])};
    imp3_crossing found;
    if (imp3_triangles_cross(&a, &b, &found) == IMP_OK && found.crosses)
    {
        out->coplanar = found.coplanar;
        out->from = place_point(c, imp3i_dvec_of(found.from));
        out->to = place_point(c, imp3i_dvec_of(found.to));
        return;
    }
    imp3_shape of_a = stored_triangle(c, 0, t->part[0]), of_b = stored_triangle(c, 1, t->part[1]);
    imp3_nearest nearest;
    if (imp3_distance(&of_a, &c->side[0].pose, &of_b, &c->side[1].pose, &nearest) == IMP_OK)
    {
        out->from = out->to = nearest.point_a;
    }
}

void imp3i_mesh_triangles_cross(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, imp3_crossing* out)
{
    const imp3_crossing touching = {true, false, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    cut_side a, b;
    *out = touching;
    if (judge_pair(t, doubt_of(c, t), &a, &b) == PAIR_TOUCHES)
    {
        cross_sides(c, &a, &b, out);
    }
    else
    {
        cross_doubtful(c, t, out);
    }
}
