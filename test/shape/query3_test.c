// SPDX-License-Identifier: MIT
//
// One shape of space and questions about it: bounds, support, point inside, closest point. Yes and no against the exact
// oracle, numbers within the bounds that shape3.h states. Cylinders and cones, which the oracle does not know, against
// their outline, and points all over their surface.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/shape3.h"
#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "shape/query3.h"
#include "support.h"

static void demand(bool holds, const char* what, double value, double bound, const pair3* pair, imp3_vec point)
{
    if (!holds)
    {
        pair3_print(pair);
        printf("  point {%a, %a, %a}\n", (double)point.x, (double)point.y, (double)point.z);
        fail_msg("A, %s, %s: %s: %g, allowed %g", sort3_names[pair->sort_a], style3_names[pair->style], what, value,
                 bound);
    }
}

static double length_of(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

static double scale_of(const imp3_shape* s, const imp3_pose* pose)
{
    return (double)s->reach + (double)s->radius + length_of((double)pose->p.x, (double)pose->p.y, (double)pose->p.z);
}

static imp3_vec tidy(imp3_vec v)
{
    v.x = fabsf(v.x) < 0x1p-59f ? 0.0f : v.x;
    v.y = fabsf(v.y) < 0x1p-59f ? 0.0f : v.y;
    v.z = fabsf(v.z) < 0x1p-59f ? 0.0f : v.z;
    return v;
}

// Results have no coordinates below 2^-60: so far off may a point be for that alone.
#define TIDIED 0x1.cp-60

// What is left of a length beyond that, in units; 0 where both are, as a point in the origin has no scale.
static double in_units(double length, double tidied, double unit)
{
    double rest = fabs(length) - tidied;
    return rest > 0.0 ? rest / unit : 0.0;
}

// Points of interest: anywhere, on a vertex, between two, on the boundary as near as floats come.
static imp3_vec some_point(test_rng* rng, const pair3* pair)
{
    double size = 1.5 * ((double)pair->a.reach + (double)pair->a.radius);
    imp3_vec p = pair->pose_a.p;
    imp3_vec v = {(float)((double)p.x + size * (2.0 * test_rng_unit(rng) - 1.0)),
                  (float)((double)p.y + size * (2.0 * test_rng_unit(rng) - 1.0)),
                  (float)((double)p.z + size * (2.0 * test_rng_unit(rng) - 1.0))};
    int choice = test_rng_int(rng, 0, 5), count = pair->a.count;
    if (choice <= 1 && count > 0)
    {
        imp3_vec one, two;
        assert_int_equal(imp3_shape_vertex(&pair->a, test_rng_int(rng, 0, count - 1), &one), IMP_OK);
        assert_int_equal(imp3_shape_vertex(&pair->a, test_rng_int(rng, 0, count - 1), &two), IMP_OK);
        imp3_vec middle = imp3_vec_scale(imp3_vec_add(one, two), 0.5f);
        v = imp3_pose_apply(pair->pose_a, choice ? middle : one);
    }
    else if (choice == 2)
    {
        v = pair->style == STYLE3_GRID ? pair->pose_b.p : v;
    }
    else if (choice <= 4)
    {
        v = tidy(v);
        oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_points(&v, 1, 0.0f);
        oracle3_answer r;
        oracle3_relate(&a, &b, &r);
        v.x = (float)((double)v.x - r.separation * r.normal[0]);
        v.y = (float)((double)v.y - r.separation * r.normal[1]);
        v.z = (float)((double)v.z - r.separation * r.normal[2]);
    }
    return tidy(v);
}

static void contains_and_closest(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    double worst_distance = 0.0, worst_surface = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        imp3_vec point = some_point(&rng, &pair), closest;
        bool inside;
        float distance;
        oracle3_body a = oracle3_shape(&pair.a, &pair.pose_a), b = oracle3_points(&point, 1, 0.0f);
        oracle3_answer truth;
        oracle3_relate(&a, &b, &truth);
        assert_int_equal(imp3_shape_contains(&pair.a, &pair.pose_a, point, &inside), IMP_OK);
        demand(inside == (truth.relation >= 0), "contains", inside, truth.separation, &pair, point);
        assert_int_equal(imp3_shape_closest(&pair.a, &pair.pose_a, point, &closest, &distance), IMP_OK);
        demand((distance <= 0.0f) == inside, "sign", (double)distance, truth.separation, &pair, point);
        double unit = 0x1p-23 * (scale_of(&pair.a, &pair.pose_a) + fabs(truth.separation));
        double off = in_units((double)distance - truth.separation, 0.0, unit);
        demand(off <= 8.0, "distance in ulp", off, 8.0, &pair, point);
        worst_distance = fmax(worst_distance, off);
        oracle3_body at = oracle3_points(&closest, 1, 0.0f);
        oracle3_answer there;
        oracle3_relate(&a, &at, &there);
        off = in_units(there.separation, TIDIED, unit);
        demand(off <= 8.0, "off the surface, in ulp", off, 8.0, &pair, point);
        worst_surface = fmax(worst_surface, off);
        double way = length_of((double)closest.x - (double)point.x, (double)closest.y - (double)point.y,
                               (double)closest.z - (double)point.z);
        off = in_units(way - fabs(truth.separation), TIDIED, unit);
        demand(off <= 8.0, "way to it, in ulp", off, 8.0, &pair, point);
        imp3_vec again;
        assert_int_equal(imp3_shape_closest(&pair.a, &pair.pose_a, point, &again, NULL), IMP_OK);
        assert_memory_equal(&again, &closest, sizeof again);
        pair3_free(&pair);
    }
    printf("  distance off by %.3g ulp, closest by %.3g\n", worst_distance, worst_surface);
    test_report("query3: contains and closest", count);
}

// What decides nearly always is as exact as it says, also for rotations that hardly are.
static void the_filter_is_as_exact_as_it_says(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        pair.pose_a.q = i % 2 ? pair3_worst_turn(&rng) : pair.pose_a.q;
        imp3_vec point = some_point(&rng, &pair);
        oracle3_body a = oracle3_shape(&pair.a, &pair.pose_a), b = oracle3_points(&point, 1, 0.0f);
        oracle3_answer truth;
        oracle3_relate(&a, &b, &truth);
        imp3i_point_gap gap;
        imp3i_dvec x = imp3i_dsub(imp3i_dvec_of(point), imp3i_dvec_of(pair.pose_a.p));
        imp3i_point_query(&pair.a, imp3i_drot_of(pair.pose_a.q), x, &gap);
        double scale = (double)pair.a.reach + (double)pair.a.radius + imp3i_dnorm1(x);
        bool hull = pair.a.kind == IMP3_SHAPE_HULL;
        double allowed = hull ? 0x1p-20 * scale + (double)imp3i_hull_of(&pair.a)->slack : 0x1p-45 * scale;
        double off = fabs(gap.separation - truth.separation);
        demand(off <= allowed, "separation in doubles", off, allowed, &pair, point);
        worst = hull ? worst : fmax(worst, off / scale);
        pair3_free(&pair);
    }
    printf("  off by 2^%.1f of the scale\n", log2(worst));
    test_report("query3: the filter", count);
}

// Corners on a line to rounding. The plane of such a triangle is not known in doubles, its nearest point is.
static void thin_triangles(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500);
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        memset(&pair, 0, sizeof pair);
        pair.pose_a.q = pair3_turn(&rng, false);
        imp3_vec v[2], third, point;
        for (int k = 0; k < 2; k++)
        {
            v[k].x = test_rng_range(&rng, -1, 1);
            v[k].y = test_rng_range(&rng, -1, 1);
            v[k].z = test_rng_range(&rng, -1, 1);
        }
        float t = test_rng_range(&rng, -1, 2), u = test_rng_range(&rng, -0.5f, 1.5f);
        third = imp3_vec_add(v[0], imp3_vec_scale(imp3_vec_sub(v[1], v[0]), t));
        point = imp3_vec_add(v[0], imp3_vec_scale(imp3_vec_sub(v[1], v[0]), u));
        point.x += i % 3 == 0 ? test_rng_range(&rng, -1, 1) : 0.0f;
        point = tidy(imp3_pose_apply(pair.pose_a, point));
        assert_int_equal(imp3_triangle_make(v[0], v[1], tidy(third), 0.0f, &pair.a), IMP_OK);
        pair.sort_a = SORT3_FLAT_TRIANGLE;
        oracle3_body a = oracle3_shape(&pair.a, &pair.pose_a), b = oracle3_points(&point, 1, 0.0f);
        oracle3_answer truth;
        oracle3_relate(&a, &b, &truth);
        imp3i_point_gap gap;
        imp3i_point_query(&pair.a, imp3i_drot_of(pair.pose_a.q), imp3i_dvec_of(point), &gap);
        double off = fabs(gap.separation - truth.separation);
        demand(off <= 0x1p-45, "separation in doubles", off, 0x1p-45, &pair, point);
    }
    test_report("query3: thin triangles", count);
}

// A point in the origin: nothing has a size there.
static void a_point_in_the_origin(void** state)
{
    (void)state;
    imp3_vec none = {0, 0, 0}, d = {1, 2, 3}, at = d;
    imp3_pose pose = imp3_pose_identity();
    imp3_shape s;
    imp3_box box;
    bool inside = false;
    float distance = 1.0f;
    assert_int_equal(imp3_sphere_make(none, 0.0f, &s), IMP_OK);
    assert_int_equal(imp3_shape_support(&s, &pose, d, &at, NULL), IMP_OK);
    assert_number(fabsf(at.x) + fabsf(at.y) + fabsf(at.z), ==, 0.0f);
    assert_int_equal(imp3_shape_bounds(&s, &pose, &box), IMP_OK);
    assert_number(fabsf(box.lower.x) + fabsf(box.upper.z), ==, 0.0f);
    assert_int_equal(imp3_shape_contains(&s, &pose, none, &inside), IMP_OK);
    assert_true(inside);
    assert_int_equal(imp3_shape_closest(&s, &pose, none, &at, &distance), IMP_OK);
    assert_number(fabsf(distance) + fabsf(at.x) + fabsf(at.y) + fabsf(at.z), ==, 0.0f);
}

// Before a tip so sharp that stored normals cannot tell what is above its faces.
static void sharp_tips(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(300); i++)
    {
        imp3_rot q = pair3_turn(&rng, false);
        float thin = (float)exp2(test_rng_range(&rng, -19.5f, -10.0f));
        const imp3_vec corners[4] = {{0, thin, 0}, {0, -thin, thin}, {0, -thin, -thin}, {1, 0, 0}};
        imp3_vec points[4], ahead = {1.125f, 0, 0}, shift = {i % 2 ? 3.0f : 0.0f, 0, i % 2 ? 2.0f : 0.0f}, closest;
        for (int k = 0; k < 4; k++)
        {
            points[k] = tidy(imp3_vec_add(imp3_rot_apply(q, corners[k]), shift));
        }
        imp3_shape s;
        assert_int_equal(imp3_hull_make(points, 4, 0.0f, NULL, &s, NULL), IMP_OK);
        imp3_pose pose = imp3_pose_identity();
        bool inside;
        float distance;
        imp3_vec point = tidy(imp3_vec_add(imp3_rot_apply(q, ahead), shift));
        assert_int_equal(imp3_shape_contains(&s, &pose, point, &inside), IMP_OK);
        assert_false(inside);
        assert_int_equal(imp3_shape_closest(&s, &pose, point, &closest, &distance), IMP_OK);
        assert_number(fabsf(distance - 0.125f), <, 1e-5f);
        imp3_shape_free(&s);
    }
}

static void support_and_bounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        imp3_vec point, none = {0, 0, 0},
                        d = {test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1)};
        d.x = i % 3 == 0 ? 0.0f : d.x;
        d.y = i % 6 == 0 ? 0.0f : d.y;
        int32_t index = -7;
        imp3_box box;
        if (pair.a.kind != IMP3_SHAPE_HALF_SPACE)
        {
            double length = length_of((double)d.x, (double)d.y, (double)d.z);
            const double n[3] = {(double)d.x / length, (double)d.y / length, (double)d.z / length};
            oracle3_body a = oracle3_shape(&pair.a, &pair.pose_a);
            double most = oracle3_extent(&a, n) + (double)pair.a.radius;
            assert_int_equal(imp3_shape_support(&pair.a, &pair.pose_a, d, &point, &index), IMP_OK);
            double reached = n[0] * (double)point.x + n[1] * (double)point.y + n[2] * (double)point.z;
            double unit = 0x1p-23 * scale_of(&pair.a, &pair.pose_a), off = in_units(most - reached, TIDIED, unit);
            demand(off <= 4.0, "support in ulp", off, 4.0, &pair, d);
            worst = fmax(worst, off);
            demand(index >= 0 && index < pair.a.count, "index", index, pair.a.count, &pair, d);
            oracle3_body at = oracle3_points(&point, 1, 0.0f);
            oracle3_answer there;
            oracle3_relate(&a, &at, &there);
            demand(there.separation <= 4.0 * unit + TIDIED, "support is outside", there.separation, 4.0 * unit, &pair,
                   d);
            assert_int_equal(imp3_shape_bounds(&pair.a, &pair.pose_a, &box), IMP_OK);
            const float sides[6] = {box.upper.x, box.upper.y, box.upper.z, -box.lower.x, -box.lower.y, -box.lower.z};
            for (int k = 0; k < 6; k++)
            {
                const double along[3] = {k == 0   ? 1
                                         : k == 3 ? -1
                                                  : 0,
                                         k == 1   ? 1
                                         : k == 4 ? -1
                                                  : 0,
                                         k == 2   ? 1
                                         : k == 5 ? -1
                                                  : 0};
                double far = oracle3_extent(&a, along) + (double)pair.a.radius;
                double over = (double)sides[k] - far,
                       ulp = (double)(nextafterf(fabsf(sides[k]), INFINITY) - fabsf(sides[k]));
                // The oracle's extent is rounded too.
                double room = 0x1p-50 * (fabs(far) + scale_of(&pair.a, &pair.pose_a));
                demand(over >= -room, "bounds: shape sticks out", over, 0.0, &pair, none);
                double allowed = ulp + 0x1p-44 * scale_of(&pair.a, &pair.pose_a) * 1.01;
                demand(over <= allowed, "bounds: too large", over, allowed, &pair, none);
            }
        }
        pair3_free(&pair);
    }
    printf("  support off by %.3g ulp\n", worst);
    test_report("query3: support and bounds", count);
}

// The lowest of equals, in hulls of every size: vertices of a grid, along its axes.
static void the_lowest_of_equals(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(300); i++)
    {
        imp3_vec points[400];
        int count = test_rng_int(&rng, 8, 400);
        for (int k = 0; k < count; k++)
        {
            points[k].x = (float)test_rng_int(&rng, -9, 9) * 0.125f;
            points[k].y = (float)test_rng_int(&rng, -9, 9) * 0.125f;
            points[k].z = (float)test_rng_int(&rng, -9, 9) * 0.125f;
            if (i % 2)
            {
                imp3_vec v = points[k];
                float length = sqrtf(imp3_vec_dot(v, v));
                points[k] = length > 0.0f ? imp3_vec_scale(v, 1.0f / length) : v;
            }
        }
        imp3_shape s;
        assert_int_equal(imp3_hull_make(points, count, 0.0f, NULL, &s, NULL), IMP_OK);
        imp3_pose pose = imp3_pose_identity();
        for (int k = 0; k < 50; k++)
        {
            imp3_vec d = {(float)test_rng_int(&rng, -2, 2), (float)test_rng_int(&rng, -2, 2), 1.0f}, point, v;
            double most = -INFINITY;
            int best = -1;
            for (int j = 0; j < s.count; j++)
            {
                assert_int_equal(imp3_shape_vertex(&s, j, &v), IMP_OK);
                double unit = sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y + 1.0);
                double height =
                    (double)d.x / unit * (double)v.x + (double)d.y / unit * (double)v.y + 1.0 / unit * (double)v.z;
                best = height > most ? j : best;
                most = fmax(height, most);
            }
            int32_t index;
            assert_int_equal(imp3_shape_support(&s, &pose, d, &point, &index), IMP_OK);
            assert_int_equal(index, best);
        }
        imp3_shape_free(&s);
    }
}

// The outline of a half of a cone in the plane of its axis, from 0 to h: signed distance, negative inside.
static double outline_gap(double z, double out, double h, double a, double b)
{
    double least = INFINITY;
    const double ends[4][2] = {{0, 0}, {0, a}, {h, b}, {h, 0}};
    for (int k = 0; k < 3; k++)
    {
        double x = ends[k + 1][0] - ends[k][0], y = ends[k + 1][1] - ends[k][1], square = x * x + y * y;
        double t = square > 0.0 ? ((z - ends[k][0]) * x + (out - ends[k][1]) * y) / square : 0.0;
        t = fmin(1.0, fmax(0.0, t));
        least = fmin(least, hypot(z - ends[k][0] - t * x, out - ends[k][1] - t * y));
    }
    bool in = z > 0.0 && z < h && out * h < a * h + (b - a) * z;
    return in ? -least : least;
}

static void make_curved(test_rng* rng, uint64_t i, double size, imp3_shape* s)
{
    imp3_vec a = {test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1)};
    imp3_vec b = {test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1)};
    a = imp3_vec_scale(a, (float)size);
    b = i % 7 == 0 ? a : imp3_vec_scale(b, (float)size);
    float one = (float)(size * test_rng_unit(rng)), two = (float)(size * test_rng_unit(rng));
    one = i % 5 == 0 ? 0.0f : one;
    two = i % 3 == 0 ? 0.0f : two;
    float r = i % 4 < 2 ? 0.0f : (float)(0.5 * size * test_rng_unit(rng));
    assert_int_equal(i % 2 ? imp3_cylinder_make(a, b, one, r, s) : imp3_cone_make(a, b, one, two, r, s), IMP_OK);
}

static void cylinders_and_cones(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(8000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        double size = exp2((double)test_rng_int(&rng, -8, 8));
        pair3 pair;
        memset(&pair, 0, sizeof pair);
        make_curved(&rng, i, size, &pair.a);
        pair.sort_a = pair.a.kind == IMP3_SHAPE_CONE ? SORT3_CONE : SORT3_CYLINDER;
        bool odd = i % 11 == 0;
        pair.pose_a.q = odd ? pair3_worst_turn(&rng) : pair3_turn(&rng, i % 2 == 0);
        pair.pose_a.p.x = (float)(size * test_rng_unit(&rng));
        const imp3_shape* s = &pair.a;
        imp3_vec x = {(float)(3.0 * size * (test_rng_unit(&rng) - 0.5)),
                      (float)(3.0 * size * (test_rng_unit(&rng) - 0.5)),
                      (float)(3.0 * size * (test_rng_unit(&rng) - 0.5))};
        imp3_vec point = imp3_pose_apply(pair.pose_a, x), closest;
        // Back to the frame, by the transpose: lengths are as far off as the rotation is.
        imp3_rot q = pair.pose_a.q;
        const double w[3] = {(double)point.x - (double)pair.pose_a.p.x, (double)point.y, (double)point.z};
        const double local[3] = {(double)q.x.x * w[0] + (double)q.x.y * w[1] + (double)q.x.z * w[2],
                                 (double)q.y.x * w[0] + (double)q.y.y * w[1] + (double)q.y.z * w[2],
                                 (double)q.z.x * w[0] + (double)q.z.y * w[1] + (double)q.z.z * w[2]};
        double n[3] = {(double)s->b.x - (double)s->a.x, (double)s->b.y - (double)s->a.y,
                       (double)s->b.z - (double)s->a.z};
        double h = length_of(n[0], n[1], n[2]);
        const double arm[3] = {local[0] - (double)s->a.x, local[1] - (double)s->a.y, local[2] - (double)s->a.z};
        n[0] = h > 0.0 ? n[0] / h : 1.0;
        n[1] = h > 0.0 ? n[1] / h : 0.0;
        n[2] = h > 0.0 ? n[2] / h : 0.0;
        double z = n[0] * arm[0] + n[1] * arm[1] + n[2] * arm[2];
        double out = length_of(arm[0] - z * n[0], arm[1] - z * n[1], arm[2] - z * n[2]);
        double gap = outline_gap(z, out, h, (double)s->disc_a, (double)s->disc_b) - (double)s->radius;
        double unit = 0x1p-23 * (scale_of(s, &pair.pose_a) + fabs(gap));
        bool inside;
        float distance;
        assert_int_equal(imp3_shape_contains(s, &pair.pose_a, point, &inside), IMP_OK);
        double allowed = odd ? 16.0 * unit : 4.0 * unit;
        demand(fabs(gap) <= allowed || inside == (gap < 0.0), "contains", inside, gap, &pair, point);
        assert_int_equal(imp3_shape_closest(s, &pair.pose_a, point, &closest, &distance), IMP_OK);
        demand((distance <= 0.0f) == inside, "sign", (double)distance, gap, &pair, point);
        demand(fabs((double)distance - gap) <= allowed, "distance", (double)distance, gap, &pair, point);
        worst = odd ? worst : fmax(worst, fabs((double)distance - gap) / unit);
        double way = length_of((double)closest.x - (double)point.x, (double)closest.y - (double)point.y,
                               (double)closest.z - (double)point.z);
        demand(fabs(way - fabs((double)distance)) <= 8.0 * unit, "way to it", way, (double)distance, &pair, point);
        float there;
        imp3_vec again;
        assert_int_equal(imp3_shape_closest(s, &pair.pose_a, tidy(closest), &again, &there), IMP_OK);
        demand(fabs((double)there) <= 8.0 * unit, "off the surface", (double)there, 8.0 * unit, &pair, point);
    }
    printf("  distance off by %.3g ulp\n", worst);
    test_report("query3: cylinders and cones", count);
}

// No point of a rim is beyond the support and the bounds, and some come up to them.
static void rims_and_bounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(300);
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        memset(&pair, 0, sizeof pair);
        make_curved(&rng, i, 1.0, &pair.a);
        pair.sort_a = pair.a.kind == IMP3_SHAPE_CONE ? SORT3_CONE : SORT3_CYLINDER;
        pair.pose_a.q = i % 3 ? pair3_worst_turn(&rng) : pair3_turn(&rng, i % 2 == 0);
        pair.pose_a.p.y = test_rng_range(&rng, -1, 1);
        const imp3_shape* s = &pair.a;
        imp3_vec d = {test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1)}, point;
        int32_t index;
        imp3_box box;
        assert_int_equal(imp3_shape_support(s, &pair.pose_a, d, &point, &index), IMP_OK);
        assert_int_equal(index, -1);
        assert_int_equal(imp3_shape_bounds(s, &pair.pose_a, &box), IMP_OK);
        double n[3] = {(double)s->b.x - (double)s->a.x, (double)s->b.y - (double)s->a.y,
                       (double)s->b.z - (double)s->a.z};
        double h = length_of(n[0], n[1], n[2]), length = length_of((double)d.x, (double)d.y, (double)d.z);
        n[0] = h > 0.0 ? n[0] / h : 1.0;
        n[1] = h > 0.0 ? n[1] / h : 0.0;
        n[2] = h > 0.0 ? n[2] / h : 0.0;
        const double dir[4][3] = {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {(double)d.x / length, (double)d.y / length, (double)d.z / length}};
        double high[4] = {-9, -9, -9, -9}, low[4] = {9, 9, 9, 9}, reach = 0.0;
        // Across the axis: e x n and n x (e x n), with the coordinate axis e that is least along it.
        int least = fabs(n[0]) <= fabs(n[1]) && fabs(n[0]) <= fabs(n[2]) ? 0 : fabs(n[1]) <= fabs(n[2]) ? 1 : 2;
        const double e[3] = {least == 0, least == 1, least == 2};
        double u[3] = {e[1] * n[2] - e[2] * n[1], e[2] * n[0] - e[0] * n[2], e[0] * n[1] - e[1] * n[0]};
        double size = length_of(u[0], u[1], u[2]);
        u[0] /= size;
        u[1] /= size;
        u[2] /= size;
        const double v[3] = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};
        const imp3_rot q = pair.pose_a.q;
        for (int k = 0; k < 2000; k++)
        {
            const imp3_vec at = k % 2 ? s->a : s->b;
            double disc = k % 2 ? (double)s->disc_a : (double)s->disc_b, angle = 3.14159265358979 * (k / 2) / 500.0;
            const double c[3] = {(double)at.x + disc * (u[0] * cos(angle) + v[0] * sin(angle)),
                                 (double)at.y + disc * (u[1] * cos(angle) + v[1] * sin(angle)),
                                 (double)at.z + disc * (u[2] * cos(angle) + v[2] * sin(angle))};
            const double w[3] = {
                (double)q.x.x * c[0] + (double)q.y.x * c[1] + (double)q.z.x * c[2] + (double)pair.pose_a.p.x,
                (double)q.x.y * c[0] + (double)q.y.y * c[1] + (double)q.z.y * c[2] + (double)pair.pose_a.p.y,
                (double)q.x.z * c[0] + (double)q.y.z * c[1] + (double)q.z.z * c[2] + (double)pair.pose_a.p.z};
            for (int j = 0; j < 4; j++)
            {
                double along = dir[j][0] * w[0] + dir[j][1] * w[1] + dir[j][2] * w[2];
                high[j] = fmax(high[j], along + (double)s->radius);
                low[j] = fmin(low[j], along - (double)s->radius);
            }
            reach = fmax(reach, length_of(c[0], c[1], c[2]));
        }
        const double upper[4] = {(double)box.upper.x, (double)box.upper.y, (double)box.upper.z,
                                 dir[3][0] * (double)point.x + dir[3][1] * (double)point.y +
                                     dir[3][2] * (double)point.z};
        const double lower[3] = {(double)box.lower.x, (double)box.lower.y, (double)box.lower.z};
        for (int j = 0; j < 4; j++)
        {
            double spare = j == 3 ? 1e-6 : 1e-14;
            demand(high[j] <= upper[j] + spare && high[j] >= upper[j] - 2e-5, "highest", high[j], upper[j], &pair, d);
            demand(j == 3 || (low[j] >= lower[j] - spare && low[j] <= lower[j] + 2e-5), "lowest", low[j],
                   j == 3 ? 0.0 : lower[j], &pair, d);
        }
        demand(reach <= (double)s->reach && reach >= (double)s->reach - 2e-5, "reach", reach, (double)s->reach, &pair,
               d);
    }
    test_report("query3: rims", count);
}

static void half_spaces_end_at_the_greatest_number(void** state)
{
    (void)state;
    imp3_shape s;
    imp3_vec up = {0, 0, 2}, tilted = {0, 1, 1}, none = {0, 0, 0}, point;
    imp3_pose pose = {{1, 2, 3}, imp3_pose_identity().q};
    imp3_box box;
    assert_int_equal(imp3_half_space_make(up, 4.0f, &s), IMP_OK);
    assert_int_equal(imp3_shape_bounds(&s, &pose, &box), IMP_OK);
    assert_number(box.upper.z, >=, 7.0f);
    assert_number(box.upper.z, <=, 7.0f + 0x1p-20f);
    assert_number(box.upper.x, ==, IMP_MAGNITUDE_MAX);
    assert_number(box.lower.z, ==, -IMP_MAGNITUDE_MAX);
    // Turned about its own normal it has the same end, and none when it is tilted by the least.
    test_rng rng = {test_seed()};
    for (int i = 0; i < 100; i++)
    {
        assert_int_equal(imp3_pose_make(none, up, test_rng_range(&rng, -3, 3), &pose), IMP_OK);
        assert_int_equal(imp3_shape_bounds(&s, &pose, &box), IMP_OK);
        assert_number(box.upper.z, >=, 4.0f);
        assert_number(box.upper.z, <=, 4.0f + 0x1p-20f);
        assert_number(box.lower.y, ==, -IMP_MAGNITUDE_MAX);
        pose.q.x.z = 0x1p-60f;
        assert_int_equal(imp3_shape_bounds(&s, &pose, &box), IMP_OK);
        assert_number(box.upper.z, ==, IMP_MAGNITUDE_MAX);
    }
    assert_int_equal(imp3_half_space_make(tilted, 4.0f, &s), IMP_OK);
    pose = imp3_pose_identity();
    assert_int_equal(imp3_shape_bounds(&s, &pose, &box), IMP_OK);
    assert_number(box.upper.y, ==, IMP_MAGNITUDE_MAX);
    assert_int_equal(imp_status_fault(imp3_shape_support(&s, &pose, up, &point, NULL)), IMP_ERR_RANGE);
}

static void refusals(void** state)
{
    (void)state;
    imp3_vec a = {0, 0, 0}, bad = {0, NAN, 0}, large = {0, 0, INFINITY}, up = {0, 0, 1}, point = {7, 7, 7};
    imp3_shape s, none = {0};
    assert_int_equal(imp3_sphere_make(a, 1.0f, &s), IMP_OK);
    imp3_pose pose = imp3_pose_identity(), skew = pose;
    skew.q.x.y = 0.25f;
    imp3_box box = {{7, 7, 7}, {7, 7, 7}};
    bool in = true;
    int32_t index = 7;
    float d = 7.0f;
    const struct
    {
        imp_status status;
        int fault, argument;
    } cases[] = {
        {imp3_shape_bounds(NULL, &pose, &box), IMP_ERR_NULL, 1},
        {imp3_shape_bounds(&none, &pose, &box), IMP_ERR_SHAPE, 1},
        {imp3_shape_bounds(&s, NULL, &box), IMP_ERR_NULL, 2},
        {imp3_shape_bounds(&s, &skew, &box), IMP_ERR_ROTATION, 2},
        {imp3_shape_bounds(&s, &pose, NULL), IMP_ERR_NULL, 3},
        {imp3_shape_support(&none, &pose, up, &point, &index), IMP_ERR_SHAPE, 1},
        {imp3_shape_support(&s, &pose, a, &point, &index), IMP_ERR_RANGE, 3},
        {imp3_shape_support(&s, &pose, bad, &point, &index), IMP_ERR_NAN, 3},
        {imp3_shape_support(&s, &pose, up, NULL, &index), IMP_ERR_NULL, 4},
        {imp3_shape_contains(&none, &pose, up, &in), IMP_ERR_SHAPE, 1},
        {imp3_shape_contains(&s, &skew, up, &in), IMP_ERR_ROTATION, 2},
        {imp3_shape_contains(&s, &pose, large, &in), IMP_ERR_NAN, 3},
        {imp3_shape_contains(&s, &pose, up, NULL), IMP_ERR_NULL, 4},
        {imp3_shape_closest(&s, &pose, bad, &point, &d), IMP_ERR_NAN, 3},
        {imp3_shape_closest(&s, &pose, up, NULL, &d), IMP_ERR_NULL, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        assert_int_equal(imp_status_fault(cases[i].status), cases[i].fault);
        assert_int_equal(imp_status_argument(cases[i].status), cases[i].argument);
    }
    assert_number(box.lower.x + box.upper.z + point.x + d, ==, 28.0f);
    assert_int_equal(index, 7);
    assert_true(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contains_and_closest),
        cmocka_unit_test(the_filter_is_as_exact_as_it_says),
        cmocka_unit_test(a_point_in_the_origin),
        cmocka_unit_test(sharp_tips),
        cmocka_unit_test(thin_triangles),
        cmocka_unit_test(support_and_bounds),
        cmocka_unit_test(the_lowest_of_equals),
        cmocka_unit_test(cylinders_and_cones),
        cmocka_unit_test(rims_and_bounds),
        cmocka_unit_test(half_spaces_end_at_the_greatest_number),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
