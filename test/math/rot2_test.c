// SPDX-License-Identifier: MIT
//
// Rotations, poses and the plain arithmetic of math2.h, against double and against each other.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/math2.h"
#include "support.h"

// How many floats a is off from the true value.
static double ulps(float a, double truth)
{
    float size = fmaxf(fabsf((float)truth), FLT_MIN);
    return fabs((double)a - truth) / ((double)nextafterf(size, INFINITY) - (double)size);
}

static void rotations_by_angle(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(50000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        float angle = test_rng_range(&rng, -1.0f, 1.0f) * (float)exp2(20.0 * test_rng_unit(&rng) - 10.0);
        imp2_rot q;
        imp2_pose pose;
        imp2_vec p = {1.0f, -2.0f};
        assert_int_equal(imp2_rot_make(angle, &q), IMP_OK);
        worst = fmax(worst, fmax(ulps(q.c, cos((double)angle)), ulps(q.s, sin((double)angle))));
        assert_int_equal(imp2_pose_make(p, angle, &pose), IMP_OK);
        assert_number(pose.q.c, ==, q.c);
        assert_number(pose.q.s, ==, q.s);
        assert_vec(pose.p, 1.0f, -2.0f);
        assert_int_equal(imp2_pose_check(&pose), IMP_OK);
        float back;
        assert_int_equal(imp2_rot_angle(q, &back), IMP_OK);
        assert_true(ulps(back, atan2((double)q.s, (double)q.c)) <= 1.0);
    }
    printf("worst: rotation by angle %.3g ulp (bound 1)\n", worst);
    test_report("rot2: angles", count);
    assert_true(worst <= 1.0);
}

static void rotations_towards(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(50000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        double angle = 6.3 * test_rng_unit(&rng), length = exp2(110.0 * test_rng_unit(&rng) - 55.0);
        imp2_vec v = {(float)(length * cos(angle)), (float)(length * sin(angle))};
        v.x = fabsf(v.x) < 0x1p-60f ? 0.0f : v.x;
        v.y = fabsf(v.y) < 0x1p-60f ? 0.0f : v.y;
        if (i % 3 == 0)
        {
            v.y *= (float)exp2(-40.0 * test_rng_unit(&rng));  // nearly along the axis
            v.y = fabsf(v.y) < 0x1p-60f ? 0.0f : v.y;
        }
        if (v.x == 0.0f && v.y == 0.0f)
        {
            continue;
        }
        imp2_rot q;
        assert_int_equal(imp2_rot_towards(v, &q), IMP_OK);
        double size = hypot((double)v.x, (double)v.y), c = (double)v.x / size, s = (double)v.y / size;
        worst = fmax(worst, fabs(c) < 0x1p-60 ? 0.0 : ulps(q.c, c));
        worst = fmax(worst, fabs(s) < 0x1p-60 ? 0.0 : ulps(q.s, s));
        imp2_pose pose = {{0.0f, 0.0f}, q};
        assert_int_equal(imp2_pose_check(&pose), IMP_OK);
    }
    printf("worst: rotation towards %.3g ulp (bound 1)\n", worst);
    test_report("rot2: directions", count);
    assert_true(worst <= 1.0);
    static const imp2_vec axes[4] = {{3, 0}, {0, 0x1p-60f}, {-0x1p60f, 0}, {0, -7}};
    for (int i = 0; i < 4; i++)
    {
        imp2_rot q;
        assert_int_equal(imp2_rot_towards(axes[i], &q), IMP_OK);
        assert_number(fabsf(q.c) + fabsf(q.s), ==, 1.0f);
        assert_number(q.c * axes[i].x + q.s * axes[i].y, >, 0.0f);
    }
}

static void what_is_refused(void** state)
{
    (void)state;
    imp2_rot q = {7, 7};
    imp2_pose pose = {{7, 7}, {7, 7}};
    imp2_vec zero = {0, 0}, nan = {NAN, 1}, huge = {0x1p61f, 1}, tiny = {0x1p-61f, 1};
    float angle = 7;
    assert_int_equal(imp_status_fault(imp2_rot_make(NAN, &q)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_rot_make(INFINITY, &q)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_rot_make(0x1p61f, &q)), IMP_ERR_MAGNITUDE);
    assert_int_equal(imp_status_fault(imp2_rot_make(1.0f, NULL)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp2_rot_towards(zero, &q)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp2_rot_towards(nan, &q)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_rot_towards(huge, &q)), IMP_ERR_MAGNITUDE);
    assert_int_equal(imp_status_fault(imp2_rot_towards(tiny, &q)), IMP_ERR_MAGNITUDE);
    assert_int_equal(imp_status_fault(imp2_pose_make(nan, 0.0f, &pose)), IMP_ERR_NAN);
    imp2_rot half = {0.5f, 0.5f};
    assert_int_equal(imp_status_fault(imp2_rot_angle(half, &angle)), IMP_ERR_ROTATION);
    assert_int_equal(imp_status_fault(imp2_pose_check(NULL)), IMP_ERR_NULL);
    assert_number(q.c, ==, 7.0f);
    assert_number(pose.p.x, ==, 7.0f);
    assert_number(pose.q.s, ==, 7.0f);
    assert_number(angle, ==, 7.0f);
    assert_int_equal(imp2_rot_make(0x1p-100f, &q), IMP_OK);  // below 2^-60: no turn
    assert_number(q.c, ==, 1.0f);
    assert_number(q.s, ==, 0.0f);
    // The limit of a rotation: squares off by 2^-20.
    pose = imp2_pose_identity();
    pose.q.c = 1.0f + 0x1p-22f;
    assert_int_equal(imp2_pose_check(&pose), IMP_OK);
    pose.q.c = 1.0f + 0x1p-20f;
    assert_int_equal(imp_status_fault(imp2_pose_check(&pose)), IMP_ERR_ROTATION);
    pose.q.c = 1.0f - 0x1p-20f;
    assert_int_equal(imp_status_fault(imp2_pose_check(&pose)), IMP_ERR_ROTATION);
}

static void plain_arithmetic(void** state)
{
    (void)state;
    imp2_vec a = {3, 4}, b = {-1, 2}, r;
    imp2_rot quarter = {0, 1};
    imp2_pose pose = {{10, 20}, {0, 1}};
    r = imp2_vec_add(a, b);
    assert_vec(r, 2.0f, 6.0f);
    r = imp2_vec_sub(a, b);
    assert_vec(r, 4.0f, 2.0f);
    r = imp2_vec_scale(a, 2.0f);
    assert_vec(r, 6.0f, 8.0f);
    r = imp2_vec_negate(a);
    assert_vec(r, -3.0f, -4.0f);
    assert_number(imp2_vec_dot(a, b), ==, 5.0f);
    assert_number(imp2_vec_cross(a, b), ==, 10.0f);
    r = imp2_vec_left(a);
    assert_vec(r, -4.0f, 3.0f);
    assert_number(imp2_vec_cross(a, r), >, 0.0f);
    r = imp2_rot_apply(quarter, a);
    assert_vec(r, -4.0f, 3.0f);
    r = imp2_rot_apply_inverse(quarter, r);
    assert_vec(r, 3.0f, 4.0f);
    r = imp2_pose_apply(pose, a);
    assert_vec(r, 6.0f, 23.0f);
    imp2_box unit = {{0, 0}, {1, 1}}, corner = {{1, 1}, {2, 2}}, beyond = {{1, 0x1.000002p0f}, {2, 2}};
    assert_true(imp2_box_overlap(unit, corner));
    assert_true(imp2_box_overlap(corner, unit));
    assert_false(imp2_box_overlap(unit, beyond));
    assert_false(imp2_box_overlap(beyond, unit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_by_angle),
        cmocka_unit_test(rotations_towards),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(plain_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
