// SPDX-License-Identifier: MIT
//
// Rotations and poses of space: against doubles, and by what makes a rotation one.

#include <math.h>
#include <stdio.h>

#include "impinge/math3.h"
#include "base/status.h"
#include "support.h"

static imp3_vec some_axis(test_rng* rng)
{
    float size = (float)exp2(60.0 * test_rng_unit(rng) - 30.0);
    imp3_vec v = {size * test_rng_range(rng, -1, 1), size * test_rng_range(rng, -1, 1),
                  size * test_rng_range(rng, -1, 1)};
    int flat = test_rng_int(rng, 0, 5);
    v.x = flat == 0 ? 0.0f : v.x;
    v.y = flat <= 1 ? 0.0f : v.y;
    return v;
}

// v turned about an axis, by the decomposition along and across it.
static void turn(const double axis[3], double angle, const double v[3], double out[3])
{
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), along = 0.0, n[3];
    for (int k = 0; k < 3; ++k)
    {
        n[k] = axis[k] / length;
        along += n[k] * v[k];
    }
    for (int k = 0; k < 3; ++k)
    {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double across = v[k] - along * n[k], third = n[i] * v[j] - n[j] * v[i];
        out[k] = along * n[k] + cos(angle) * across + sin(angle) * third;
    }
}

static double off_by(imp3_vec a, const double b[3])
{
    return fmax(fabs((double)a.x - b[0]), fmax(fabs((double)a.y - b[1]), fabs((double)a.z - b[2])));
}

static void rotations_turn_by_their_angle(void** state)
{
    (void)state;
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(50000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_vec axis = some_axis(&rng);
        float angle = test_rng_range(&rng, -1.0f, 1.0f) * (float)exp2(20.0 * test_rng_unit(&rng) - 10.0);
        imp3_pose pose;
        const imp3_vec p = {1, -2, 3};
        assert_int_equal(imp3_pose_make(p, axis, angle, &pose), IMP_OK);
        assert_int_equal(imp3_pose_check(&pose), IMP_OK);
        const imp3_vec columns[3] = {pose.q.x, pose.q.y, pose.q.z};
        const double about[3] = {axis.x, axis.y, axis.z};
        for (int k = 0; k < 3; ++k)
        {
            double turned[3];
            turn(about, angle, axes[k], turned);
            worst = fmax(worst, off_by(columns[k], turned));
        }
        const imp3_vec back = imp3_rot_apply_inverse(pose.q, imp3_rot_apply(pose.q, axis));
        const double size = sqrt((double)imp3_vec_dot(axis, axis));
        assert_true(off_by(back, about) <= 0x1p-20 * size);
    }
    printf("worst: rotation about an axis %.3g x 2^-24 (bound 1)\n", worst * 0x1p24);
    test_report("rot3: axes", count);
    assert_true(worst <= 0x1p-24);
}

static void quaternions_go_there_and_back(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(50000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_vec axis = some_axis(&rng);
        // Half turns and no turns are where a component is near 0.
        float near[4] = {0.0f, IMP_PI, 0.5f * IMP_PI, test_rng_range(&rng, -3, 3)};
        double angle = (double)near[i % 4] + 1e-3 * (test_rng_unit(&rng) - 0.5) * (double)(i % 3);
        double length = sqrt((double)axis.x * axis.x + (double)axis.y * axis.y + (double)axis.z * axis.z);
        double half = sin(0.5 * angle) / length, size = exp2(40.0 * test_rng_unit(&rng) - 20.0);
        const double unit[4] = {axis.x * half, axis.y * half, axis.z * half, cos(0.5 * angle)};
        imp3_quat quat = {(float)(size * unit[0]), (float)(size * unit[1]), (float)(size * unit[2]),
                          (float)(size * unit[3])},
                  back;
        imp3_rot q;
        imp3_pose pose = {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
        assert_int_equal(imp3_rot_of_quat(quat, &q), IMP_OK);
        pose.q = q;
        assert_int_equal(imp3_pose_check(&pose), IMP_OK);
        assert_int_equal(imp3_rot_to_quat(q, &back), IMP_OK);
        assert_true(back.w >= 0.0f);
        const float given[4] = {quat.x, quat.y, quat.z, quat.w}, got[4] = {back.x, back.y, back.z, back.w};
        double norm = 0.0, same = 0.0;
        for (int k = 0; k < 4; ++k)
        {
            norm += (double)given[k] * given[k];
            same += (double)given[k] * got[k];
        }
        norm = same < 0.0 ? -sqrt(norm) : sqrt(norm);
        for (int k = 0; k < 4; ++k)
        {
            worst = fmax(worst, fabs((double)got[k] - (double)given[k] / norm));
        }
    }
    printf("worst: quaternion of its matrix %.3g x 2^-23 (bound 1)\n", worst * 0x1p23);
    test_report("rot3: quaternions", count);
    assert_true(worst <= 0x1p-23);
}

static void what_is_no_rotation_is_refused(void** state)
{
    (void)state;
    imp3_pose pose = imp3_pose_identity(), kept = {{7, 7, 7}, {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}}};
    imp3_quat quat = {7, 7, 7, 7};
    const imp3_vec zero = {0, 0, 0}, up = {0, 0, 1}, bad = {1, NAN, 0}, huge = {0, 0, 0x1p61f};
    const imp3_quat none = {0, 0, 0, 0}, odd = {0, 0, 0, INFINITY};
    assert_int_equal(imp3_pose_check(&pose), IMP_OK);
    pose.q.y.y = -1.0f;  // a mirror
    assert_int_equal(imp3_pose_check(&pose), impi_error(IMP_ERR_ROTATION, 1));
    pose.q.y.y = 1.0f + 0x1p-22f;
    assert_int_equal(imp3_pose_check(&pose), IMP_OK);
    pose.q.y.y = 1.0f + 0x1p-20f;
    assert_int_equal(imp3_pose_check(&pose), impi_error(IMP_ERR_ROTATION, 1));
    pose = imp3_pose_identity();
    pose.q.y.x = 0x1p-19f;  // a shear
    assert_int_equal(imp3_pose_check(&pose), impi_error(IMP_ERR_ROTATION, 1));
    pose.q.y.x = 0x1p-21f;
    assert_int_equal(imp3_pose_check(&pose), IMP_OK);
    pose.q.z.x = NAN;
    assert_int_equal(imp3_pose_check(&pose), impi_error(IMP_ERR_NAN, 1));
    assert_int_equal(imp3_rot_to_quat(pose.q, &quat), impi_error(IMP_ERR_NAN, 1));
    assert_int_equal(imp3_pose_check(NULL), impi_error(IMP_ERR_NULL, 1));
    assert_int_equal(imp3_rot_make(zero, 1.0f, &kept.q), impi_error(IMP_ERR_RANGE, 1));
    assert_int_equal(imp3_rot_make(bad, 1.0f, &kept.q), impi_error(IMP_ERR_NAN, 1));
    assert_int_equal(imp3_rot_make(up, INFINITY, &kept.q), impi_error(IMP_ERR_NAN, 2));
    assert_int_equal(imp3_rot_make(up, 1.0f, NULL), impi_error(IMP_ERR_NULL, 3));
    assert_int_equal(imp3_pose_make(huge, up, 1.0f, &kept), impi_error(IMP_ERR_MAGNITUDE, 1));
    assert_int_equal(imp3_pose_make(up, zero, 1.0f, &kept), impi_error(IMP_ERR_RANGE, 2));
    assert_int_equal(imp3_pose_make(up, up, 0x1p61f, &kept), impi_error(IMP_ERR_MAGNITUDE, 3));
    assert_int_equal(imp3_pose_make(up, up, 0.0f, NULL), impi_error(IMP_ERR_NULL, 4));
    assert_int_equal(imp3_rot_of_quat(none, &kept.q), impi_error(IMP_ERR_RANGE, 1));
    assert_int_equal(imp3_rot_of_quat(odd, &kept.q), impi_error(IMP_ERR_NAN, 1));
    assert_number(kept.p.x, ==, 7.0f);
    assert_number(kept.q.z.z, ==, 7.0f);
    assert_number(quat.w, ==, 7.0f);
}

static void known_turns(void** state)
{
    (void)state;
    const imp3_vec up = {0, 0, 2}, x = {1, 0, 0}, a = {1, 2, 3}, b = {-2, 0, 1};
    imp3_pose pose;
    assert_int_equal(imp3_pose_make(a, up, 0.5f * IMP_PI, &pose), IMP_OK);
    imp3_vec r = imp3_pose_apply(pose, x);
    assert_number(fabsf(r.x - 1.0f), <, 1e-7f);
    assert_number(fabsf(r.y - 3.0f), <, 1e-6f);
    assert_number(r.z, ==, 3.0f);
    r = imp3_vec_cross(a, b);
    assert_vec(r, 2.0f, -7.0f);
    assert_number(r.z, ==, 4.0f);
    assert_number(imp3_vec_dot(r, a), ==, 0.0f);
    r = imp3_vec_sub(imp3_vec_add(a, b), imp3_vec_scale(imp3_vec_negate(b), 2.0f));
    assert_vec(r, -5.0f, 2.0f);
    assert_number(r.z, ==, 6.0f);
    assert_int_equal(imp3_rot_make(up, 0x1p50f, &pose.q), IMP_OK);  // as many turns as a float may have
    assert_int_equal(imp3_pose_check(&pose), IMP_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_turn_by_their_angle),
        cmocka_unit_test(quaternions_go_there_and_back),
        cmocka_unit_test(what_is_no_rotation_is_refused),
        cmocka_unit_test(known_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
