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
    c.volumes[0] = c.frame[0];
    c.volumes[1] = c.frame[1];
    c.turn = imp3i_bvh_turn_of(b->tree, &c.frame[0]);
    c.world = imp3i_drot_of(a->pose.q);
    c.kernels = imp3i_bvh_kernels_now();
    return c;
}

imp3i_mesh_couple imp3i_mesh_couple_turned(const imp3i_mesh_couple* c, const imp3i_bvh* turned)
{
    const imp3i_frame here = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
    imp3i_mesh_couple r = *c;
    r.side[1].tree = turned;
    r.volumes[0] = r.volumes[1] = here;
    return r;
}

/// Corners in the order that the tests want: the first alone on its side of the other's plane.
typedef struct cut_side
{
    imp3i_dvec p[3];
    double height[3];
} cut_side;

static double determinant(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_dvec d)
{
    return imp3i_ddot(imp3i_dcross(imp3i_dsub(b, a), imp3i_dsub(c, a)), imp3i_dsub(d, a));
}

/// The most that a determinant of the corners may be off: from one corner to the others it is D in all, and a component of
/// a difference is off by twice the doubt.
static inline double doubt_of(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t)
{
    double size = 4.0 * c->doubt;
    for (int k = 0; k < 3; ++k)
    {
        size += k > 0 ? imp3i_dnorm1(imp3i_dsub(t->a[k], t->a[0])) : 0.0;
        size += imp3i_dnorm1(imp3i_dsub(t->b[k], t->a[0]));
    }
    return (8.0 * c->doubt + 0x1p-49 * size) * size * size;
}

/// Heights of three points over a plane, each times twice the area of what spans it. Returns what is sure: all of them
/// on one side, on both, or neither.
static inline int find_heights(const imp3i_dvec plane[3], const imp3i_dvec points[3], double doubt, double heights[3])
{
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(plane[1], plane[0]), imp3i_dsub(plane[2], plane[0]));
    int above = 0, below = 0;
    for (int k = 0; k < 3; ++k)
    {
        heights[k] = imp3i_ddot(n, imp3i_dsub(points[k], plane[0]));
        above += heights[k] > doubt;
        below += heights[k] < -doubt;
    }
    return above == 3 || below == 3 ? IMP3I_TRIANGLES_APART
           : above + below == 3     ? IMP3I_TRIANGLES_TOUCH
                                    : IMP3I_TRIANGLES_DOUBTFUL;
}

/// The corners with the one first that is alone.
static inline void set_alone_first(const imp3i_dvec p[3], const double heights[3], cut_side* out)
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
    if (sure_b == IMP3I_TRIANGLES_APART)
    {
        return IMP3I_TRIANGLES_APART;
    }
    int sure_a = find_heights(t->b, t->a, doubt, of_a);
    if (sure_a != IMP3I_TRIANGLES_TOUCH || sure_b != IMP3I_TRIANGLES_TOUCH)
    {
        return sure_a == IMP3I_TRIANGLES_APART ? IMP3I_TRIANGLES_APART : IMP3I_TRIANGLES_DOUBTFUL;
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
        return IMP3I_TRIANGLES_APART;
    }
    return low < -doubt && high < -doubt ? IMP3I_TRIANGLES_TOUCH : IMP3I_TRIANGLES_DOUBTFUL;
}

// The same in floats

static imp3_vec packed_corner(const imp3i_bvh_packed* p, int32_t place, int corner)
{
    imp3_vec r = {p->corner[corner][0][place], p->corner[corner][1][place], p->corner[corner][2][place]};
    return r;
}

/// Which of three corners is alone, by whether they are above.
static int alone_of(uint32_t above)
{
    return (int)(0x00122100u >> 4 * (above & 7) & 3);
}

static int next_corner(int k)
{
    return k < 2 ? k + 1 : 0;
}

static float size_of_vec(imp3_vec v)
{
    return fabsf(v.x) + fabsf(v.y) + fabsf(v.z);
}

int imp3i_mesh_packed_judge(const imp3i_bvh_packed* p, int32_t place, const imp3i_bvh_packed* q, uint32_t sifted,
                            float doubt)
{
    if (!(sifted >> IMP3I_SIFTED_SURE & 1))
    {
        return IMP3I_TRIANGLES_DOUBTFUL;
    }
    const uint32_t above_q = sifted >> IMP3I_SIFTED_ABOVE & 7, above_p = sifted >> (IMP3I_SIFTED_ABOVE + 3) & 7;
    const int32_t other = (int32_t)(sifted & (IMP3I_PACKED - 1));
    const int p0 = alone_of(above_p), q0 = alone_of(above_q);
    const bool below_p = !(above_p >> p0 & 1), below_q = !(above_q >> q0 & 1);
    // The second and third corner change places where the other's first one is below.
    const int p1 = below_q ? next_corner(next_corner(p0)) : next_corner(p0), p2 = 3 - p0 - p1;
    const int q1 = below_p ? next_corner(next_corner(q0)) : next_corner(q0), q2 = 3 - q0 - q1;
    const imp3_vec o = packed_corner(p, place, p0);
    const imp3_vec u1 = imp3_vec_sub(packed_corner(p, place, p1), o), u2 = imp3_vec_sub(packed_corner(p, place, p2), o);
    const imp3_vec w0 = imp3_vec_sub(packed_corner(q, other, q0), o), w1 = imp3_vec_sub(packed_corner(q, other, q1), o),
                   w2 = imp3_vec_sub(packed_corner(q, other, q2), o);
    float size = 4.0f * doubt + size_of_vec(u1) + size_of_vec(u2) + size_of_vec(w0) + size_of_vec(w1) + size_of_vec(w2);
    float of_volume = (6.0f * doubt + 0x1p-20f * size) * (size * size) + 0x1p-120f;
    float low = imp3_vec_dot(imp3_vec_cross(u1, w0), w1), high = imp3_vec_dot(imp3_vec_cross(u2, w2), w0);
    if (low > of_volume || high > of_volume)
    {
        return IMP3I_TRIANGLES_APART;
    }
    return low < -of_volume && high < -of_volume ? IMP3I_TRIANGLES_TOUCH : IMP3I_TRIANGLES_DOUBTFUL;
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
    if (known != IMP3I_TRIANGLES_DOUBTFUL)
    {
        return known == IMP3I_TRIANGLES_TOUCH;
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
static inline imp3_vec place_point(const imp3i_mesh_couple* c, imp3i_dvec v)
{
    return imp3i_vec_tidy(imp3i_dadd(imp3i_drot_apply(c->world, v), imp3i_dvec_of(c->side[0].pose.p)));
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
    double of_a[3], of_b[3], doubt = doubt_of(c, t);
    *out = touching;
    if (find_heights(t->a, t->b, doubt, of_b) == IMP3I_TRIANGLES_TOUCH &&
        find_heights(t->b, t->a, doubt, of_a) == IMP3I_TRIANGLES_TOUCH)
    {
        cut_side a, b;
        set_alone_first(t->a, of_a, &a);
        set_alone_first(t->b, of_b, &b);
        cross_sides(c, &a, &b, out);
    }
    else
    {
        cross_doubtful(c, t, out);
    }
}
