// SPDX-License-Identifier: MIT
//
// Two triangles: their distance against imp3_distance, that none which touch are missed, and when they leave each other
// against imp3_sweep; a point and a triangle against brute force. On a grid, anyhow, slivers and flat ones.

#include <math.h>
#include <string.h>

#include "narrow/brute3.h"
#include "narrow/triangle_leave3.h"

static imp3_vec any_corner(test_rng* rng, int kind)
{
    imp3_vec r = {0.0f, 0.0f, 0.0f};
    if (kind == 0)
    {
        r.x = 0.5f * (float)test_rng_int(rng, -2, 2);
        r.y = 0.5f * (float)test_rng_int(rng, -2, 2);
        r.z = 0.5f * (float)test_rng_int(rng, -1, 1);
        return r;
    }
    float thin = kind == 1 ? 1e-4f : 1.0f;
    r.x = test_rng_range(rng, -1.0f, 1.0f);
    r.y = thin * test_rng_range(rng, -1.0f, 1.0f);
    r.z = test_rng_range(rng, -1.0f, 1.0f);
    return r;
}

static void make_triangle(test_rng* rng, int kind, imp3_vec to, imp3_shape* shape, imp3i_dtriangle* out)
{
    imp3_vec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3_vec_add(any_corner(rng, kind), to);
        out->corners[k] = imp3i_dvec_of(v[k]);
    }
    assert_int_equal(imp3_triangle_make(v[0], v[1], v[2], 0.0f, shape), IMP_OK);
}

static void test_distance(void** state)
{
    (void)state;
    uint64_t cases = test_n(60000), touching = 0;
    test_rng rng = {test_seed()};
    const imp3_pose here = imp3_pose_identity();
    for (uint64_t c = 0; c < cases; ++c)
    {
        imp3_shape a, b;
        imp3i_dtriangle u, v;
        imp3_vec to = {0.0f, 0.0f, 0.0f};
        to.x = c % 4 == 3 ? 1.5f : 0.0f;
        int kind = (int)(c % 3);
        make_triangle(&rng, kind, to, &a, &u);
        make_triangle(&rng, kind, imp3_vec_negate(to), &b, &v);
        imp3_nearest n;
        imp3i_triangle_gap gap;
        assert_int_equal(imp3_distance(&a, &here, &b, &here, &n), IMP_OK);
        imp3i_triangles_measure(&u, &v, INFINITY, &gap);
        if (n.distance <= 0.0f)
        {
            ++touching;
            assert_true(gap.may_cross || gap.square <= 0x1p-80);
            continue;
        }
        assert_number(fabs(sqrt(gap.square) - (double)n.distance), <=, 2e-6);
        imp3i_dvec on_b = imp3i_dadd(gap.on_a, gap.way);
        assert_number(fabs(brute_length(gap.way) - sqrt(gap.square)), <=, 1e-9);
        assert_number(brute_to_triangle(gap.on_a, u.corners[0], u.corners[1], u.corners[2]), <=, 1e-7);
        assert_number(brute_to_triangle(on_b, v.corners[0], v.corners[1], v.corners[2]), <=, 1e-7);
        // Asked for less than that it may say anything that is more; for as much it may not.
        imp3i_triangle_gap other;
        imp3i_triangles_measure(&u, &v, gap.square, &other);
        assert_true(other.square == gap.square);
        imp3i_triangles_measure(&u, &v, 0.5 * gap.square, &other);
        assert_true(other.square > 0.5 * gap.square);
    }
    assert_true(touching > cases / 20);
    test_report("distances of triangles", cases);
}

static void test_point(void** state)
{
    (void)state;
    uint64_t cases = test_n(60000);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        imp3_shape a;
        imp3i_dtriangle t;
        const imp3_vec to = {0.0f, 0.0f, 0.0f};
        make_triangle(&rng, (int)(c % 3), to, &a, &t);
        imp3i_dvec point = imp3i_dvec_of(any_corner(&rng, c % 6 < 3 ? 0 : 2)), nearest;
        double square = imp3i_triangle_nearest(&t, point, &nearest);
        double truth = brute_to_triangle(point, t.corners[0], t.corners[1], t.corners[2]);
        assert_number(fabs(sqrt(square) - truth), <=, 1e-7);
        assert_number(fabs(brute_length(imp3i_dsub(nearest, point)) - truth), <=, 1e-7);
    }
    test_report("points and triangles", cases);
}

static void test_leave(void** state)
{
    (void)state;
    uint64_t cases = test_n(40000), met = 0;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        imp3_shape a, b;
        imp3i_dtriangle u, v;
        const imp3_vec to = {0.0f, 0.0f, 0.0f};
        make_triangle(&rng, c % 2 ? 2 : 0, to, &a, &u);
        make_triangle(&rng, c % 2 ? 2 : 0, to, &b, &v);
        // It comes back along x from outside.
        imp3_mover still = {&a, imp3_pose_identity(), {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, comes = still;
        comes.shape = &b;
        comes.pose.p.x = 8.0f;
        comes.motion.x = -16.0f;
        imp3_hit hit;
        assert_int_equal(imp3_sweep(&still, &comes, &hit), IMP_OK);
        double time = 0.0;
        imp3i_dvec normal = imp3i_dvec_none();
        bool meets = imp3i_triangles_leave(&u, &v, &time, &normal);
        // A graze may be one or not.
        if (hit.kind == IMP_SWEEP_NEVER || !meets)
        {
            if (meets != (hit.kind != IMP_SWEEP_NEVER))
            {
                imp3_mover wide = comes;
                imp3_shape thick = b;
                thick.radius = 1e-5f;
                wide.shape = &thick;
                assert_int_equal(imp3_sweep(&still, &wide, &hit), IMP_OK);
                assert_true(hit.kind != IMP_SWEEP_NEVER);
            }
            continue;
        }
        ++met;
        // Where features part that lie nearly along x, a little beside is much along it.
        double truth = 8.0 - 16.0 * (double)hit.time, slope = normal.x / brute_length(normal);
        if (!(fabs(time - truth) * slope <= 1e-4))
        {
            // What the sweep takes for passing, and is a graze, may come later: the moved ones touch at that time.
            comes.pose.p.x = (float)time;
            imp3_nearest n;
            assert_int_equal(imp3_distance(&a, &still.pose, &b, &comes.pose, &n), IMP_OK);
            assert_number(n.distance, <=, 1e-5f);
            assert_number(time, >, truth);
        }
        assert_true(normal.x >= 0.0);
    }
    assert_true(met > cases / 4);
    test_report("triangles that leave each other", met);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_point),
        cmocka_unit_test(test_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
