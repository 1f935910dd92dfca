// SPDX-License-Identifier: MIT
//
// Triangle against triangle of two placed meshes: signs of determinants as in triangles3.c (Guigue and Devillers 2003),
// with bounds of their errors. Floats know nine of ten pairs that were sifted (bvh_leaves.inl), doubles nearly all others;
// where a sign is still in doubt, exact arithmetic decides about the placed triangles, and what they have in common is
// then computed as well as can be. Two meshes with one pose touch as they do where they were made, since what places them
// has an inverse: exact arithmetic is spared the pose then. The ends of segments are computed in doubles.

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

/// Heights of the corners of each triangle over the other's plane, times twice the area of what spans that; and what a
/// determinant of corners may be off.
typedef struct pair_heights
{
    double of_a[3], of_b[3], doubt;
} pair_heights;

static double determinant(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_dvec d)
{
    return imp3i_ddot(imp3i_dcross(imp3i_dsub(b, a), imp3i_dsub(c, a)), imp3i_dsub(d, a));
}

/// Judges three heights: all on one side, on both sides, or in doubt.
static inline int judge_heights(const double heights[3], double doubt)
{
    int above = (heights[0] > doubt) + (heights[1] > doubt) + (heights[2] > doubt);
    int below = (heights[0] < -doubt) + (heights[1] < -doubt) + (heights[2] < -doubt);
    return above == 3 || below == 3 ? IMP3I_TRIANGLES_APART
           : above + below == 3     ? IMP3I_TRIANGLES_TOUCH
                                    : IMP3I_TRIANGLES_DOUBTFUL;
}

/// Finds heights. From the first corner of A to all others it is D at most; a component of a difference is off by twice
/// the doubt of a coordinate, and a determinant by six times that times D^2, and by roundings.
static inline void find_pair_heights(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, pair_heights* out)
{
    imp3i_dvec u = imp3i_dsub(t->a[1], t->a[0]), v = imp3i_dsub(t->a[2], t->a[0]), w = imp3i_dsub(t->b[0], t->a[0]);
    imp3i_dvec p = imp3i_dsub(t->b[1], t->b[0]), q = imp3i_dsub(t->b[2], t->b[0]);
    imp3i_dvec n = imp3i_dcross(u, v), m = imp3i_dcross(p, q);
    double size =
        imp3i_dnorm1(u) + imp3i_dnorm1(v) + imp3i_dnorm1(w) + imp3i_dnorm1(p) + imp3i_dnorm1(q) + 4.0 * c->doubt;
    out->doubt = (8.0 * c->doubt + 0x1p-49 * size) * size * size;
    out->of_b[0] = imp3i_ddot(n, w);
    out->of_b[1] = out->of_b[0] + imp3i_ddot(n, p);
    out->of_b[2] = out->of_b[0] + imp3i_ddot(n, q);
    out->of_a[0] = -imp3i_ddot(m, w);
    out->of_a[1] = out->of_a[0] + imp3i_ddot(m, u);
    out->of_a[2] = out->of_a[0] + imp3i_ddot(m, v);
}

/// Which of three corners is alone, by whether they are above.
static int alone_of(uint32_t above)
{
    return (int)(0x00122100u >> 4 * (above & 7) & 3);
}

static int corner_after(int k)
{
    return k < 2 ? k + 1 : 0;
}

static inline uint32_t above_of(const double heights[3])
{
    return (uint32_t)(heights[0] > 0.0) | (uint32_t)(heights[1] > 0.0) << 1 | (uint32_t)(heights[2] > 0.0) << 2;
}

/// Two triangles that are cut by each other's planes: the corners that are alone, and the two that follow, which change
/// places where the other's first one is below.
typedef struct cut_order
{
    int a[3], b[3];
} cut_order;

static inline cut_order order_corners(uint32_t above_a, uint32_t above_b)
{
    cut_order r;
    r.a[0] = alone_of(above_a);
    r.b[0] = alone_of(above_b);
    bool below_a = !(above_a >> r.a[0] & 1), below_b = !(above_b >> r.b[0] & 1);
    int after_a = corner_after(r.a[0]), after_b = corner_after(r.b[0]);
    r.a[1] = below_b ? 3 - r.a[0] - after_a : after_a;
    r.b[1] = below_a ? 3 - r.b[0] - after_b : after_b;
    r.a[2] = 3 - r.a[0] - r.a[1];
    r.b[2] = 3 - r.b[0] - r.b[1];
    return r;
}

/// Judges by two determinants whether two triangles that are cut overlap along the line in which their planes meet.
static inline int judge_stretches(double low, double high, double doubt)
{
    return low > doubt || high > doubt     ? IMP3I_TRIANGLES_APART
           : low < -doubt && high < -doubt ? IMP3I_TRIANGLES_TOUCH
                                           : IMP3I_TRIANGLES_DOUBTFUL;
}

static int judge_pair(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t)
{
    pair_heights h;
    find_pair_heights(c, t, &h);
    int sure_a = judge_heights(h.of_a, h.doubt), sure_b = judge_heights(h.of_b, h.doubt);
    if (sure_a != IMP3I_TRIANGLES_TOUCH || sure_b != IMP3I_TRIANGLES_TOUCH)
    {
        bool apart = sure_a == IMP3I_TRIANGLES_APART || sure_b == IMP3I_TRIANGLES_APART;
        return apart ? IMP3I_TRIANGLES_APART : IMP3I_TRIANGLES_DOUBTFUL;
    }
    cut_order o = order_corners(above_of(h.of_a), above_of(h.of_b));
    double low = determinant(t->a[o.a[0]], t->a[o.a[1]], t->b[o.b[0]], t->b[o.b[1]]);
    double high = determinant(t->a[o.a[0]], t->a[o.a[2]], t->b[o.b[2]], t->b[o.b[0]]);
    return judge_stretches(low, high, h.doubt);
}

/// A corner of a packed triangle, from a point.
static inline imp3_vec way_to_corner(const imp3i_bvh_packed* p, int32_t place, int corner, imp3_vec from)
{
    const float* x = &p->corner[corner][0][place];
    imp3_vec r = {x[0] - from.x, x[IMP3I_PACKED] - from.y, x[2 * IMP3I_PACKED] - from.z};
    return r;
}

int imp3i_mesh_packed_judge(const imp3i_bvh_packed* p, int32_t place, const imp3i_bvh_packed* q,
                            imp3i_bvh_sifted sifted)
{
    if (!(sifted.code >> IMP3I_SIFTED_SURE & 1))
    {
        return IMP3I_TRIANGLES_DOUBTFUL;
    }
    const int32_t other = (int32_t)(sifted.code & (IMP3I_PACKED - 1));
    const cut_order o =
        order_corners(sifted.code >> (IMP3I_SIFTED_ABOVE + 3) & 7, sifted.code >> IMP3I_SIFTED_ABOVE & 7);
    const imp3_vec from = way_to_corner(p, place, o.a[0], imp3i_vec_none());
    const imp3_vec w0 = way_to_corner(q, other, o.b[0], from), w1 = way_to_corner(q, other, o.b[1], from);
    float low = imp3_vec_dot(imp3_vec_cross(way_to_corner(p, place, o.a[1], from), w0), w1);
    if (low > sifted.doubt)
    {
        return IMP3I_TRIANGLES_APART;
    }
    const imp3_vec w2 = way_to_corner(q, other, o.b[2], from);
    float high = imp3_vec_dot(imp3_vec_cross(way_to_corner(p, place, o.a[2], from), w2), w0);
    return judge_stretches(low, high, sifted.doubt);
}

static bool is_same_pose(const imp3_pose* a, const imp3_pose* b)
{
    return imp3i_vec_equal(a->p, b->p) && imp3i_vec_equal(a->q.x, b->q.x) && imp3i_vec_equal(a->q.y, b->q.y) &&
           imp3i_vec_equal(a->q.z, b->q.z);
}

/// Whether two triangles of one frame touch.
static bool stored_touch(const imp3i_mesh_couple* c, const int32_t part[2])
{
    imp3_vec v[2][3];
    imp3_crossing found;
    for (int side = 0; side < 2; ++side)
    {
        imp3i_mesh_corners(&c->side[side].triangles, part[side], v[side]);
    }
    const imp3_corners a = {v[0][0], v[0][1], v[0][2]}, b = {v[1][0], v[1][1], v[1][2]};
    return imp3_triangles_cross(&a, &b, &found) == IMP_OK && found.crosses;
}

static imp3_shape stored_triangle(const imp3i_mesh_couple* c, int side, int32_t part)
{
    imp3_vec v[3];
    imp3i_mesh_corners(&c->side[side].triangles, part, v);
    return imp3i_triangle_of(v[0], v[1], v[2], 0.0f);
}

bool imp3i_mesh_triangles_touch(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t)
{
    int known = judge_pair(c, t);
    if (known != IMP3I_TRIANGLES_DOUBTFUL)
    {
        return known == IMP3I_TRIANGLES_TOUCH;
    }
    if (is_same_pose(&c->side[0].pose, &c->side[1].pose))
    {
        return stored_touch(c, t->part);
    }
    imp3_shape of_a = stored_triangle(c, 0, t->part[0]), of_b = stored_triangle(c, 1, t->part[1]);
    return imp3i_relation(&of_a, &c->side[0].pose, &of_b, &c->side[1].pose) >= 0;
}

// The segment

static inline bool is_all_beyond(const double heights[3], double doubt)
{
    return fabs(heights[0]) > doubt && fabs(heights[1]) > doubt && fabs(heights[2]) > doubt;
}

/// The points where the two sides at the corner that is alone go through a plane, by the heights over it.
static inline void cut_sides(const imp3i_dvec p[3], const double heights[3], imp3i_dvec out[2])
{
    const int first = alone_of(above_of(heights)), second = corner_after(first);
    for (int k = 0; k < 2; ++k)
    {
        const int to = k == 0 ? second : 3 - first - second;
        double along = heights[first] / (heights[first] - heights[to]);
        out[k] = imp3i_dadd_scaled(p[first], imp3i_dsub(p[to], p[first]), along);
    }
}

/// A point of A's frame, in the world.
static inline imp3_vec place_point(const imp3i_mesh_couple* c, imp3i_dvec v)
{
    return imp3i_vec_tidy(imp3i_dadd(imp3i_drot_apply(c->world, v), imp3i_dvec_of(c->side[0].pose.p)));
}

/// The axis along which two stretches of a line reach farthest.
static inline int longest_axis(imp3i_dvec a, imp3i_dvec b)
{
    double x = fabs(a.x) + fabs(b.x), y = fabs(a.y) + fabs(b.y), z = fabs(a.z) + fabs(b.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/// Computes the segment of two triangles that are cut by each other's planes: the inner two of four ends.
static void cross_cut_pair(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, const pair_heights* h,
                           imp3_crossing* out)
{
    imp3i_dvec ends[4];
    cut_sides(t->a, h->of_a, ends);
    cut_sides(t->b, h->of_b, ends + 2);
    const int along = longest_axis(imp3i_dsub(ends[1], ends[0]), imp3i_dsub(ends[3], ends[2]));
    double at[4];
    for (int k = 0; k < 4; ++k)
    {
        at[k] = along == 0 ? ends[k].x : along == 1 ? ends[k].y : ends[k].z;
    }
    int low_a = at[0] <= at[1] ? 0 : 1, low_b = at[2] <= at[3] ? 2 : 3, high_a = 1 - low_a, high_b = 5 - low_b;
    out->from = place_point(c, ends[at[low_b] > at[low_a] ? low_b : low_a]);
    out->to = place_point(c, ends[at[high_b] < at[high_a] ? high_b : high_a]);
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
    pair_heights h;
    *out = touching;
    find_pair_heights(c, t, &h);
    // They touch, so neither is on one side.
    if (is_all_beyond(h.of_a, h.doubt) && is_all_beyond(h.of_b, h.doubt))
    {
        cross_cut_pair(c, t, &h, out);
    }
    else
    {
        cross_doubtful(c, t, out);
    }
}
