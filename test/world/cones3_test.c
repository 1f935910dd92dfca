// SPDX-License-Identifier: MIT
//
// Cones and Cardan joints in space.

#include <stdio.h>

#include "kit_space.h"

#include "math/dim3.h"

#include "kit.inl"

#include "math/dim_end.h"

static const imp_body NONE = {0};

static imp_joint join(imp3_world* world, const imp3_joint_def* def)
{
    imp_joint joint;
    assert_int_equal(imp3_world_add_joint(world, def, &joint), IMP_OK);
    return joint;
}

static imp3_joint_state joint_of(const imp3_world* world, imp_joint joint)
{
    imp3_joint_state s;
    assert_int_equal(imp3_world_get_joint(world, joint, &s), IMP_OK);
    return s;
}

enum
{
    WAYS = 360
};

// A rod spun about itself and pressed against its cone from all sides: round, wide, elliptic.
static void cones_hold_on_all_sides(void** state)
{
    (void)state;
    static const float CONES[4][2] = {{0.6f, 0.6f}, {1.8f, 1.8f}, {1.2f, 0.4f}, {0.5f, 1.5f}};
    for (int32_t i = 0; i < 4; ++i)
    {
        imp3_world* world = new_world(0.0f);
        static imp_body bodies[WAYS];
        static imp_joint joints[WAYS];
        const imp3_shape rod = box_of(0.5f, 0.05f, 0.1f);
        for (int32_t k = 0; k < WAYS; ++k)
        {
            const float way = 6.2831853f * (float)k / WAYS;
            const imp3_vec place = at(0.5f, 0.0f, 3.0f * (float)k), push = at(0.0f, cosf(way), sinf(way));
            imp3_joint_def def;
            bodies[k] = add(world, IMP_BODY_DYNAMIC, place, &rod);
            assert_int_equal(imp3_world_joint_ball(world, NONE, bodies[k], at(0.0f, 0.0f, 3.0f * (float)k), &def), IMP_OK);
            def.cone_y = CONES[i][0];
            def.cone_z = CONES[i][1];
            joints[k] = join(world, &def);
            assert_int_equal(imp3_world_set_velocity(world, bodies[k], imp3_vec_cross(push, at(0.5f, 0.0f, 0.0f)),
                                                     imp3_vec_add(push, at(0.5f, 0.0f, 0.0f))),
                             IMP_OK);
        }
        const float mass = state_of(world, bodies[0]).mass;
        double worst = 0.0;
        int32_t reached = 0;
        for (int32_t step = 0; step < 90; ++step)
        {
            for (int32_t k = 0; k < WAYS; ++k)
            {
                const float way = 6.2831853f * (float)k / WAYS;
                const imp3_vec torque = imp3_vec_scale(at(0.0f, cosf(way), sinf(way)), mass);
                assert_int_equal(imp3_world_apply_torque(world, bodies[k], torque), IMP_OK);
            }
            run(world, 1);
            for (int32_t k = 0; k < WAYS; ++k)
            {
                const imp3_joint_state s = joint_of(world, joints[k]);
                const double y = s.values[IMP3_AXIS_SWING_Y], z = s.values[IMP3_AXIS_SWING_Z], b = CONES[i][0],
                             c = CONES[i][1], g = sqrt(y * y / (b * b * b * b) + z * z / (c * c * c * c)),
                             q = sqrt(y * y / (b * b) + z * z / (c * c));
                const float torque = sqrtf(imp3_vec_dot(s.torque, s.torque));
                worst = fmax(worst, q > 1.0 ? (q * q - q) / g : 0.0);  // across the edge
                reached += torque > 0.25f * mass ? 1 : 0;
                assert_true(q > 0.9 || !(torque > 0.0f) || step > 60);
            }
        }
        printf("cone %.1f x %.1f: at most %.4f degrees too far\n", (double)CONES[i][0], (double)CONES[i][1],
               57.29578 * worst);
        assert_number(57.29578 * worst, <, 0.2);
        assert_number(reached, >, WAYS);
        imp3_world_free(world);
    }
}

// Behind a bend the turn of the second shaft is that of the cross: tan b = tan a / cos(bend), from where the arm of A lies
// in the plane of the bend.
static void cardan_turns_as_its_cross_says(void** state)
{
    (void)state;
    static const float BENDS[3] = {0.2f, 0.7f, 1.2f};
    for (int32_t i = 0; i < 3; ++i)
    {
        imp3_world* world = new_world(0.0f);
        const imp3_shape rod = box_of(0.5f, 0.1f, 0.1f);
        const float bend = BENDS[i];
        const imp3_vec here = at(0.0f, 0.0f, 0.0f), x = at(1.0f, 0.0f, 0.0f), along = at(cosf(bend), sinf(bend), 0.0f);
        imp3_joint_def def;
        imp_joint shafts[2];
        imp_body first = add(world, IMP_BODY_DYNAMIC, at(-0.6f, 0.0f, 0.0f), &rod),
                 second = add_with(world, IMP_BODY_DYNAMIC, pose_of(imp3_vec_scale(along, 0.6f), bend), &rod, NULL, NULL);
        assert_int_equal(imp3_world_joint_hinge(world, NONE, first, at(-1.0f, 0.0f, 0.0f), x, &def), IMP_OK);
        def.axes[IMP3_AXIS_TWIST].motor = true;
        def.axes[IMP3_AXIS_TWIST].speed = 3.0f;
        shafts[0] = join(world, &def);
        assert_int_equal(imp3_world_joint_universal(world, first, second, here, x, &def), IMP_OK);
        def.frame_a.q = def.frame_b.q = imp3_pose_identity().q;  // of each, as both lie along their shafts
        imp_joint cross = join(world, &def);
        assert_int_equal(imp3_world_joint_hinge(world, NONE, second, along, along, &def), IMP_OK);
        shafts[1] = join(world, &def);
        double worst = 0.0, apart = 0.0, fastest = 0.0, slowest = 1e9;
        for (int32_t step = 0; step < 300; ++step)
        {
            run(world, 1);
            const double a = joint_of(world, shafts[0]).values[IMP3_AXIS_TWIST],
                         b = joint_of(world, shafts[1]).values[IMP3_AXIS_TWIST];
            const double wanted = atan2(sin(a), cos(a) * cos(bend)), off = remainder(b - wanted, 6.283185307179586);
            const double speed = imp3_vec_dot(state_of(world, second).angular_velocity, along);
            worst = fmax(worst, fabs(off));
            apart = fmax(apart, joint_of(world, cross).values[IMP3_AXIS_DISTANCE]);
            fastest = fmax(fastest, step > 60 ? speed : 0.0);
            slowest = fmin(slowest, step > 60 ? speed : 1e9);
        }
        printf("bend %.1f: at most %.1e rad off, %.1e m apart; from %.4f to %.4f rad/s\n", (double)bend, worst, apart,
               slowest, fastest);
        assert_number(worst, <, 5e-3);
        assert_number(apart, <, 1e-4);
        assert_number(fabs(fastest * cos(bend) - 3.0), <, 0.03);
        assert_number(fabs(slowest / cos(bend) - 3.0), <, 0.03);
        imp3_world_free(world);
    }
}

// Twist goes on past whole turns, both ways, also where x is swung by 165 degrees.
static void twist_does_not_jump(void** state)
{
    (void)state;
    for (int32_t i = 0; i < 2; ++i)
    {
        imp3_world* world = new_world(0.0f);
        const float swing = i == 0 ? 0.0f : 2.88f;
        const imp3_vec along = at(cosf(swing), sinf(swing), 0.0f), middle = imp3_vec_scale(along, 0.5f);
        const imp3_shape rod = box_of(0.5f, 0.1f, 0.1f);
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, swing), &rod, NULL, NULL);
        imp3_joint_def def;
        assert_int_equal(imp3_world_joint_ball(world, NONE, body, at(0.0f, 0.0f, 0.0f), &def), IMP_OK);
        def.frame_b.q = imp3_pose_identity().q;
        imp_joint joint = join(world, &def);
        float before = joint_of(world, joint).values[IMP3_AXIS_TWIST];
        double least = 0.0, most = 0.0;
        for (int32_t step = 0; step < 720; ++step)
        {
            if (step == 0 || step == 240)
            {
                const float spin = step == 0 ? 1.6f : -1.6f;
                const imp3_vec still = at(0.0f, 0.0f, 0.0f);
                assert_int_equal(imp3_world_set_velocity(world, body, still, imp3_vec_scale(along, spin)), IMP_OK);
            }
            run(world, 1);
            const float now = joint_of(world, joint).values[IMP3_AXIS_TWIST];
            assert_number(fabs((double)now - before), <, 0.03);
            least = fmin(least, now);
            most = fmax(most, now);
            before = now;
        }
        const imp3_vec spin = state_of(world, body).angular_velocity;
        printf("swung by %.2f: twist from %.3f to %.3f rad\n", (double)swing, least, most);
        assert_number(most, >, 5.93);
        assert_number(least, <, -5.93);
        assert_number(fabs(imp3_vec_dot(spin, spin) / (1.6 * 1.6) - 1.0), <, 1e-4);
        imp3_world_free(world);
    }
}

static void cones_are_refused(void** state)
{
    (void)state;
    imp3_world* world = new_world(0.0f);
    const imp3_shape ball = ball_of(0.5f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    const imp3_vec here = at(0.0f, 0.0f, 0.0f), x = at(2.0f, 0.0f, 0.0f);
    imp3_joint_def def;
    imp_joint joint;
    assert_int_equal(imp_status_fault(imp3_world_joint_cone(world, NONE, body, here, here, &def)), IMP_ERR_RANGE);
    assert_int_equal(imp3_world_joint_cone(world, NONE, body, here, x, &def), IMP_OK);
    def.cone_z = -1.0f;
    assert_int_equal(imp_status_fault(imp3_world_add_joint(world, &def, &joint)), IMP_ERR_NEGATIVE);
    def.cone_z = 3.2f;
    assert_int_equal(imp_status_fault(imp3_world_add_joint(world, &def, &joint)), IMP_ERR_RANGE);
    def.cone_z = 0.0f;
    assert_int_equal(imp_status_fault(imp3_world_add_joint(world, &def, &joint)), IMP_ERR_RANGE);
    def.cone_z = NAN;
    assert_int_equal(imp_status_fault(imp3_world_add_joint(world, &def, &joint)), IMP_ERR_NAN);
    def.cone_z = 3.0f;
    assert_int_equal(imp3_world_add_joint(world, &def, &joint), IMP_OK);
    // The edge of the cone is drawn: sixteen sides and four hands more than without it.
    imp3_draw_vertex lines[256];
    imp3_draw_def look = imp3_draw_default();
    int32_t count, fewer;
    look.lines = IMP_DRAW_JOINTS;
    assert_int_equal(imp3_world_draw_lines(world, &look, lines, 256, &count), IMP_OK);
    assert_int_equal(imp3_world_remove_joint(world, joint), IMP_OK);
    def.cone_y = def.cone_z = 0.0f;
    assert_int_equal(imp3_world_add_joint(world, &def, &joint), IMP_OK);
    assert_int_equal(imp3_world_draw_lines(world, &look, lines, 256, &fewer), IMP_OK);
    assert_int_equal(count, fewer + 2 * 20);
    imp3_world_free(world);
}

// A world that is saved and loaded in each step goes the same way, cones and crosses too.
static void cones_are_saved(void** state)
{
    (void)state;
    imp3_world* worlds[2] = {new_world(9.81f), new_world(9.81f)};
    const imp3_shape rod = box_of(0.5f, 0.05f, 0.1f);
    static uint8_t bytes[1 << 16];
    for (int32_t i = 0; i < 2; ++i)
    {
        imp_body last = NONE;
        for (int32_t k = 0; k < 4; ++k)
        {
            imp_body body = add(worlds[i], IMP_BODY_DYNAMIC, at((float)k + 0.5f, 0.0f, 0.0f), &rod);
            const imp3_vec place = at((float)k, 0.0f, 0.0f), x = at(1.0f, 0.0f, 0.0f);
            imp3_joint_def def;
            assert_int_equal(k % 2 == 0 ? imp3_world_joint_cone(worlds[i], last, body, place, x, &def)
                                        : imp3_world_joint_universal(worlds[i], last, body, place, x, &def),
                             IMP_OK);
            (void)join(worlds[i], &def);
            last = body;
        }
        assert_int_equal(imp3_world_set_velocity(worlds[i], last, at(0.0f, 0.0f, 3.0f), at(2.0f, 1.0f, 0.0f)), IMP_OK);
    }
    for (int32_t step = 0; step < 120; ++step)
    {
        int32_t count;
        assert_int_equal(imp3_world_save(worlds[1], bytes, (int32_t)sizeof bytes, &count), IMP_OK);
        assert_int_equal(imp3_world_load(worlds[1], bytes, count), IMP_OK);
        run(worlds[0], 1);
        run(worlds[1], 1);
        assert_true(hash_of(worlds[0]) == hash_of(worlds[1]));
    }
    imp3_world_free(worlds[0]);
    imp3_world_free(worlds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_hold_on_all_sides), cmocka_unit_test(cardan_turns_as_its_cross_says),
        cmocka_unit_test(twist_does_not_jump), cmocka_unit_test(cones_are_refused), cmocka_unit_test(cones_are_saved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
