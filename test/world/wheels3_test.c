// SPDX-License-Identifier: MIT
//
// wheels.inl, for space, and what only space has: steering, bars against rolling.

#include <stdio.h>

#include "kit_space.h"

enum
{
    TURN = IMP3_AXIS_TWIST,
    UP = IMP3_AXIS_Z
};

// Left is -z.
static imp_status add_wheels(imp3_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    const imp3_rot heading = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}};
    return imp3_world_add_wheels(world, chassis, heading, wheels, count, joints);
}

// About z.
static double inertia_of(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#include "math/dim3.h"

#include "wheels.inl"

#include "math/dim_end.h"

// Both front wheels look to where the middle of a circle says that they must: the car goes around it.
static void steered_cars_go_in_circles(void** state)
{
    (void)state;
    car c = new_car(1.5f, 3.0f, 0.0f, 0.0f);
    const double radius = 8.0, base = 2.6, half = 0.8;
    for (int32_t i = 0; i < 4; ++i)
    {
        // Left is -z: the middle of the circle is at z = -radius.
        const double z = i / 2 == 0 ? -half : half, angle = i % 2 == 0 ? 0.0 : atan2(base, radius + z);
        assert_int_equal(imp3_world_steer_wheel(c.world, c.wheels[i], (float)angle), IMP_OK);
    }
    drive(&c, 6.0f, 12.0f);
    run(c.world, 360);
    // Of three places on the way of the back axle: its circle.
    imp3_vec p[3];
    for (int32_t i = 0; i < 3; ++i)
    {
        p[i] = imp3_vec_scale(
            imp3_vec_add(state_of(c.world, c.bodies[0]).pose.p, state_of(c.world, c.bodies[2]).pose.p), 0.5f);
        run(c.world, i < 2 ? 60 : 0);
    }
    const double ax = p[1].x - p[0].x, az = p[1].z - p[0].z, bx = p[2].x - p[0].x, bz = p[2].z - p[0].z,
                 area = ax * bz - az * bx, cx = p[2].x - p[1].x, cz = p[2].z - p[1].z,
                 told = sqrt(ax * ax + az * az) * sqrt(bx * bx + bz * bz) * sqrt(cx * cx + cz * cz) / (2.0 * area);
    printf("goes around %.3f m of %.3f, to the %s\n", fabs(told), radius, area < 0.0 ? "left" : "right");
    assert_number(area, <, 0.0);
    assert_number(fabs(fabs(told) - radius), <, 0.05 * radius);
    refused(imp3_world_steer_wheel(NULL, c.wheels[0], 0.0f), IMP_ERR_NULL, 1);
    refused(imp3_world_steer_wheel(c.world, (imp_joint){0}, 0.0f), IMP_ERR_HANDLE, 2);
    refused(imp3_world_steer_wheel(c.world, c.wheels[0], 1.6f), IMP_ERR_RANGE, 3);
    refused(imp3_world_steer_wheel(c.world, c.wheels[0], NAN), IMP_ERR_NAN, 3);
    imp3_world_free(c.world);
}

// How far a car leans whose left wheels get a weight more: a difference d of both values turns by d / track, and with bars
// of b beside springs of k it is d k / (k + 2 b).
static void roll_bars_keep_it_level(void** state)
{
    (void)state;
    double leans[2], k = 0.0, b = 0.0;
    for (int32_t i = 0; i < 2; ++i)
    {
        car c = new_car(1.0f, 2.0f, 0.0f, 0.0f);
        imp3_joint_def joint;
        assert_int_equal(imp3_world_get_joint_def(c.world, c.wheels[0], &joint), IMP_OK);
        k = joint.axes[UP].stiffness;
        b = 0.75 * k;
        for (int32_t front = 0; front < 2 && i == 1; ++front)
        {
            imp_coupling_def def;
            imp_coupling bar;
            assert_int_equal(
                imp3_world_coupling_roll_bar(c.world, c.wheels[front], c.wheels[front + 2], (float)b, &def), IMP_OK);
            def.axis.damping = 0.05f * def.axis.stiffness;
            assert_int_equal(imp3_world_add_coupling(c.world, &def, &bar), IMP_OK);
        }
        const imp3_vec side = at(0.0f, 0.0f, 0.05f * 4.0f * (float)k);
        for (int32_t step = 0; step < 300; ++step)
        {
            assert_int_equal(imp3_world_apply_torque(c.world, c.chassis, at(0.8f * side.z, 0.0f, 0.0f)), IMP_OK);
            run(c.world, 1);
        }
        leans[i] = (double)value_of(&c, 2, UP) - (double)value_of(&c, 0, UP);
        imp3_world_free(c.world);
    }
    printf("leans by %.4f m, with bars by %.4f of %.4f\n", leans[0], leans[1], leans[0] * k / (k + 2.0 * b));
    assert_number(fabs(leans[0]), >, 0.02);
    assert_number(fabs(leans[1] / (leans[0] * k / (k + 2.0 * b)) - 1.0), <, 0.02);
}

static void bars_are_refused(void** state)
{
    (void)state;
    car c = new_car(1.0f, 2.0f, 0.0f, 0.0f);
    const imp_joint none = {0};
    imp_coupling_def def;
    refused(imp3_world_coupling_roll_bar(NULL, c.wheels[0], c.wheels[2], 1.0f, &def), IMP_ERR_NULL, 1);
    refused(imp3_world_coupling_roll_bar(c.world, none, c.wheels[2], 1.0f, &def), IMP_ERR_HANDLE, 2);
    refused(imp3_world_coupling_roll_bar(c.world, c.wheels[0], c.wheels[0], 1.0f, &def), IMP_ERR_HANDLE, 3);
    refused(imp3_world_coupling_roll_bar(c.world, c.wheels[0], c.wheels[2], -1.0f, &def), IMP_ERR_NEGATIVE, 4);
    refused(imp3_world_coupling_roll_bar(c.world, c.wheels[0], c.wheels[2], 1.0f, NULL), IMP_ERR_NULL, 5);
    imp_wheel wheel = imp_wheel_default();
    imp_joint joint;
    wheel.body = c.bodies[0];
    const imp3_rot none_at_all = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    refused(imp3_world_add_wheels(c.world, c.chassis, none_at_all, &wheel, 1, &joint), IMP_ERR_ROTATION, 3);
    imp3_world_free(c.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {WHEEL_TESTS, cmocka_unit_test(steered_cars_go_in_circles),
                                       cmocka_unit_test(roll_bars_keep_it_level), cmocka_unit_test(bars_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
