// SPDX-License-Identifier: MIT
//
// Manifolds of shapes at rest: what the points are called does not change while nothing moves but by rounding and by
// trembling, or turns slowly; four points of many, the right ones.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/spin3.h"
#include "narrow/manifold3.h"
#include "narrow/reduce3.h"
#include "support.h"

enum
{
    STEPS = 600
};

#define TREMBLING 1e-6f
#define MARGIN 0.01f

static imp3_shape box_of(float x, float y, float z)
{
    const imp3_box box = {{-x, -y, -z}, {x, y, z}};
    imp3_shape s;
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    return s;
}

/// Eight sides around y, of radius 1.
static imp3_shape prism(void)
{
    imp3_vec points[16];
    for (int k = 0; k < 16; ++k)
    {
        double angle = (0.5 + (double)(k / 2)) * 0.78539816339744831;
        points[k].x = (float)cos(angle);
        points[k].y = k % 2 ? 1.0f : -1.0f;
        points[k].z = (float)sin(angle);
    }
    imp3_shape s;
    assert_int_equal(imp3_hull_make(points, 16, 0.0f, NULL, &s, NULL), IMP_OK);
    return s;
}

static imp3_pose pose_at(float x, float y, float z, imp3_vec axis, float angle)
{
    const imp3_vec p = {x, y, z};
    imp3_pose pose;
    assert_int_equal(imp3_pose_make(p, axis, angle, &pose), IMP_OK);
    return pose;
}

static const imp3_vec X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

/// The pose a little off, and turned by an angle about an upright axis.
static imp3_pose trembled(test_rng* rng, imp3_pose pose, double turn)
{
    imp3i_dvec spin = {(double)test_rng_range(rng, -TREMBLING, TREMBLING),
                       (double)test_rng_range(rng, -TREMBLING, TREMBLING),
                       (double)test_rng_range(rng, -TREMBLING, TREMBLING) + turn};
    imp3_pose r = pose;
    r.q = imp3i_rot_of(imp3i_drot_unit(imp3i_drot_spun(imp3i_drot_of(pose.q), spin, 1.0)));
    r.p.x += test_rng_range(rng, -TREMBLING, TREMBLING);
    r.p.y += test_rng_range(rng, -TREMBLING, TREMBLING);
    r.p.z += test_rng_range(rng, -TREMBLING, TREMBLING);
    return r;
}

/// Both tremble, B turns by so much a step. The names must stay, and there must be so many.
static void stays_the_same(const char* what, const imp3_shape* a, imp3_pose pose_a, const imp3_shape* b,
                           imp3_pose pose_b, double turn, int32_t count)
{
    for (int swap = 0; swap < 2; ++swap)
    {
        test_rng rng = {test_seed()};
        imp3_manifold first, m;
        memset(&first, 0, sizeof first);
        for (int step = 0; step < STEPS; ++step)
        {
            imp3_pose at_a = trembled(&rng, pose_a, 0.0), at_b = trembled(&rng, pose_b, turn * step);
            imp_status status =
                swap ? imp3_collide(b, &at_b, a, &at_a, MARGIN, &m) : imp3_collide(a, &at_a, b, &at_b, MARGIN, &m);
            assert_int_equal(status, IMP_OK);
            first = step == 0 ? m : first;
            bool same = m.count == first.count;
            for (int k = 0; k < m.count && same; ++k)
            {
                same = m.points[k].id == first.points[k].id;
            }
            if (!same || m.count != count)
            {
                for (int k = 0; k < m.count; ++k)
                {
                    printf("  %013llx, at first %013llx\n", (unsigned long long)m.points[k].id,
                           (unsigned long long)first.points[k].id);
                }
                fail_msg("%s%s: step %d, %d points", what, swap ? ", the other way round" : "", step, m.count);
            }
        }
    }
}

static void boxes_at_rest(void** state)
{
    (void)state;
    const imp3_shape cube = box_of(0.5f, 0.5f, 0.5f), floor = box_of(20, 20, 1), plank = box_of(2, 0.5f, 0.1f);
    const imp3_pose ground = pose_at(0, 0, -1, Z, 0), base = pose_at(3, -2, -0.5f, Z, 0);
    stays_the_same("a box on a floor", &floor, ground, &cube, pose_at(3, 2, 0.499f, Z, 0.3f), 0.0, 4);
    stays_the_same("a box on a floor, turning", &floor, ground, &cube, pose_at(3, 2, 0.499f, Z, 0.3f), 1e-3, 4);
    stays_the_same("a box flush on a box", &cube, base, &cube, pose_at(3, -2, 0.498f, Z, 0), 0.0, 4);
    stays_the_same("a box flush on a box, apart", &cube, base, &cube, pose_at(3, -2, 0.503f, Z, 0), 0.0, 4);
    stays_the_same("a box across a box", &cube, base, &cube, pose_at(3, -2, 0.498f, Z, 0.78539816f), 0.0, 4);
    stays_the_same("a box on a box, turning", &cube, base, &cube, pose_at(3, -2, 0.498f, Z, 0.6f), 1e-4, 4);
    stays_the_same("a box beside", &cube, base, &cube, pose_at(3.25f, -2, 0.498f, Z, 0), 0.0, 4);
    stays_the_same("a plank on a box", &cube, base, &plank, pose_at(3, -2, 0.099f, Z, 0), 0.0, 4);
    stays_the_same("a plank on a box, aslant", &cube, base, &plank, pose_at(3, -2, 0.099f, Z, 0.5f), 0.0, 4);
    stays_the_same("a box on its edge", &floor, ground, &cube, pose_at(3, 2, 0.7061f, X, 0.78539816f), 0.0, 2);
    imp3_pose corner = pose_at(3, 2, 0.8655f, X, 0.78539816f), tip = pose_at(0, 0, 0, Y, 0.61547970867f);
    corner.q = imp3i_rot_turned(corner.q, tip.q);
    stays_the_same("a box on its corner", &floor, ground, &cube, corner, 1e-3, 1);
}

static void prisms_at_rest(void** state)
{
    (void)state;
    imp3_shape floor = box_of(20, 20, 1), eight = prism();
    const imp3_pose ground = pose_at(0, 0, -1, Z, 0);
    float side = 0.92387953f - 0.001f, corner = 1.0f - 0.001f;
    stays_the_same("a prism on a face", &floor, ground, &eight, pose_at(1, 2, side, Y, 0), 0.0, 4);
    stays_the_same("a prism on a face, turning", &floor, ground, &eight, pose_at(1, 2, side, Y, 0), 1e-3, 4);
    stays_the_same("a prism on its edge", &floor, ground, &eight, pose_at(1, 2, corner, Y, 0.39269908f), 0.0, 2);
    stays_the_same("a prism on its end", &floor, ground, &eight, pose_at(1, 2, 0.999f, X, 1.5707963f), 0.0, 4);
    stays_the_same("a prism on its end, turning", &floor, ground, &eight, pose_at(1, 2, 0.999f, X, 1.5707963f), 1e-3,
                   4);
    stays_the_same("a prism on a prism", &eight, pose_at(1, 2, -side, Y, 0), &eight, pose_at(1, 2, side, Y, 0), 0.0, 4);
    imp3_shape_free(&eight);
}

static void box_on_pegs(void** state)
{
    (void)state;
    const imp3_shape peg = box_of(0.05f, 0.05f, 1.0f), box = box_of(1, 1, 0.25f);
    const imp3_pose at = pose_at(0.125f, 0.25f, 1.2495f, Z, 0.2f);
    static const float places[3][2] = {{0.75f, 0.5f}, {-0.5f, 0.75f}, {0.0f, -0.5f}};
    for (int k = 0; k < 3; ++k)
    {
        stays_the_same("a box on a peg", &peg, pose_at(places[k][0], places[k][1], 0, Z, 0.1f), &box, at, 0.0, 4);
    }
}

static void names_of_both_ways(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), same_names = 0, asked = 0;
    const imp3_shape shapes[2] = {box_of(1, 0.75f, 0.5f), prism()};
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp3_shape *a = &shapes[i % 2], *b = &shapes[i / 2 % 2];
        imp3_pose poses[2];
        for (int k = 0; k < 2; ++k)
        {
            imp3_vec axis = {test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1), test_rng_range(&rng, 0.5f, 1)};
            float way = k ? 1.0f : 0.0f;
            poses[k] = pose_at(way * test_rng_range(&rng, -1, 1), way * test_rng_range(&rng, -1, 1),
                               way * test_rng_range(&rng, -1, 1), axis, test_rng_range(&rng, -3, 3));
        }
        imp3_manifold m, n;
        assert_int_equal(imp3_collide(a, &poses[0], b, &poses[1], 0.0f, &m), IMP_OK);
        assert_int_equal(imp3_collide(b, &poses[1], a, &poses[0], 0.0f, &n), IMP_OK);
        // Where two axes or two points are nearly as good, either may be chosen.
        double along =
            (double)m.normal.x * n.normal.x + (double)m.normal.y * n.normal.y + (double)m.normal.z * n.normal.z;
        assert_number(fabs((double)m.depth - (double)n.depth), <=, 0x1p-19 * 4.0);
        if (m.count != n.count || along > -1.0 + 1e-6)
        {
            continue;
        }
        ++asked;
        int same = 0;
        for (int k = 0; k < m.count; ++k)
        {
            for (int j = 0; j < n.count; ++j)
            {
                uint64_t id = n.points[j].id;
                same += m.points[k].id == ((id & 0x3ffffff) << 26 | id >> 26);
            }
        }
        same_names += same == m.count;
    }
    printf("the same names: %d of %d\n", (int)same_names, (int)asked);
    assert_number((double)same_names, >, 0.95 * (double)asked);
    assert_number((double)asked, >, 0.99 * (double)count);
    imp3_shape prism_shape = shapes[1];
    imp3_shape_free(&prism_shape);
}

static int compare_places(const void* a, const void* b)
{
    return *(const int32_t*)a - *(const int32_t*)b;
}

/// All sets of four, for what the greatest area is.
static double greatest_area(const imp3i_points* p)
{
    double best = 0.0;
    for (int i = 0; i < p->count; ++i)
    {
        for (int j = i + 1; j < p->count; ++j)
        {
            for (int k = j + 1; k < p->count; ++k)
            {
                for (int l = k; l < p->count; ++l)
                {
                    // Of points on a circle in the order of their angles.
                    const int of[4] = {i, j, k, l};
                    double area = 0.0;
                    for (int c = 0; c < 4; ++c)
                    {
                        int from = of[c], to = of[(c + 1) % 4];
                        area += 0.5 * ((double)p->u[from] * p->v[to] - (double)p->v[from] * p->u[to]);
                    }
                    best = area > best ? area : best;
                }
            }
        }
    }
    return best;
}

static void four_of_many(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    double worst = 1.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3i_points p;
        memset(&p, 0, sizeof p);
        p.count = test_rng_int(&rng, 1, 16);
        double angle = 0.0;
        for (int k = 0; k < p.count; ++k)
        {
            angle += 6.28 / p.count * (0.5 + 0.5 * test_rng_unit(&rng));
            p.u[k] = (float)cos(angle);
            p.v[k] = (float)sin(angle);
            p.gap[k] = -test_rng_range(&rng, 0, 1);
        }
        int deepest = 0;
        for (int k = 1; k < p.count; ++k)
        {
            deepest = p.gap[k] < p.gap[deepest] ? k : deepest;
        }
        int32_t chosen[4], got = imp3i_reduce(&p, 1.0f, chosen);
        bool has_deepest = false;
        qsort(chosen, (size_t)got, sizeof *chosen, compare_places);
        double area = 0.0;
        for (int k = 0; k < got; ++k)
        {
            int from = chosen[k], to = chosen[(k + 1) % got];
            has_deepest = has_deepest || from == deepest || p.gap[from] <= p.gap[deepest] + 0x1p-16f;
            area += 0.5 * ((double)p.u[from] * p.v[to] - (double)p.v[from] * p.u[to]);
            assert_true(k == 0 || chosen[k] > chosen[k - 1]);
        }
        assert_true(has_deepest);
        assert_true(got <= 4 && got <= p.count && (p.count < 2 || got >= 2));
        double best = greatest_area(&p);
        worst = best > 0.0 && area / best < worst ? area / best : worst;
    }
    printf("at least %.2f of the greatest area\n", worst);
    assert_number(worst, >, 0.5);
}

// Corners of a bowl: those that come down first are chosen, so that none that is left comes deep. Of a plane, however it
// leans, they are the same as of two faces.
static void corners_that_come_down(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    float left = -INFINITY, deeper = -INFINITY;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3i_points bowl, plane;
        memset(&bowl, 0, sizeof bowl);
        bowl.count = test_rng_int(&rng, 5, 16);
        const float bend = test_rng_range(&rng, 0.01f, 1.0f), u = test_rng_range(&rng, -0.2f, 0.2f);
        const float lean = test_rng_range(&rng, -0.02f, 0.02f);
        for (int k = 0; k < bowl.count; ++k)
        {
            bowl.u[k] = test_rng_range(&rng, -0.5f, 0.5f);
            bowl.v[k] = test_rng_range(&rng, -0.5f, 0.5f);
        }
        plane = bowl;
        for (int k = 0; k < bowl.count; ++k)
        {
            const float off = bowl.u[k] - u;
            bowl.gap[k] = bend * (off * off + bowl.v[k] * bowl.v[k]);
            plane.gap[k] = lean * plane.u[k];
        }
        int32_t chosen[4], others[4];
        const int32_t got = imp3i_reduce_corners(&bowl, 1.0f, chosen), old = imp3i_reduce(&bowl, 1.0f, others);
        for (int32_t k = 0; k < bowl.count; ++k)
        {
            left = fmaxf(left, imp3i_sinks(&bowl, k, chosen, got, 0x1p-6f));
            deeper = fmaxf(deeper, imp3i_sinks(&bowl, k, others, old, 0x1p-6f));
        }
        assert_int_equal(imp3i_reduce_corners(&plane, 1.0f, chosen), imp3i_reduce(&plane, 1.0f, others));
        assert_memory_equal(chosen, others, sizeof *chosen);
    }
    printf("by %g at most, and by %g where the area is what counts\n", (double)left, (double)deeper);
    assert_number(left, <, 0.5f * deeper);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_at_rest), cmocka_unit_test(prisms_at_rest),
        cmocka_unit_test(box_on_pegs),   cmocka_unit_test(names_of_both_ways),
        cmocka_unit_test(four_of_many),  cmocka_unit_test(corners_that_come_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
