// SPDX-License-Identifier: MIT
//
// joint_proof.inl, for space, and what only space has: bodies of a tree that turn freely, and a top on a joint.

#include "momenta_kit3.h"

static float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#include "math/dim3.h"

#include "joint_proof.inl"

#include "math/dim_end.h"

// A box of 1 x 2 x 3 m, spun by 10 rad/s about its middle axis and by 1 rad/s about that of least inertia, turns over
// and over: also as two halves, whose weld carries what holds them together.
static void a_welded_box_turns_over(void** state)
{
    (void)state;
    for (int32_t halves = 1; halves <= 2; ++halves)
    {
        imp3_world* world = new_world(0.0f);
        const imp3_shape part = box_of(0.5f, 1.0f, halves == 1 ? 1.5f : 0.75f);
        imp_body bodies[2];
        imp_joint weld = {0};
        for (int32_t i = 0; i < halves; ++i)
        {
            const imp3_vec middle = at(0.0f, 0.0f, halves == 1 ? 0.0f : i == 0 ? -0.75f : 0.75f);
            const imp3_vec spin = at(0.0f, 10.0f, 1.0f);
            bodies[i] = add(world, IMP_BODY_DYNAMIC, middle, &part);
            assert_int_equal(imp3_world_set_velocity(world, bodies[i], imp3_vec_cross(spin, middle), spin), IMP_OK);
        }
        if (halves == 2)
        {
            imp3_joint_def def = imp3_joint_default();
            def.a = bodies[0];
            def.b = bodies[1];
            def.frame_a.p = at(0.0f, 0.0f, 0.75f);
            def.frame_b.p = at(0.0f, 0.0f, -0.75f);
            weld = join(world, &def);
        }
        double first = 0.0, last = 0.0, apart = 0.0, before = 10.0;
        int32_t turns = 0;
        for (int32_t step = 0; step < 60 * 10; ++step)
        {
            run(world, 1);
            const imp3_body_state s = state_of(world, bodies[0]);
            const double along = (double)imp3_rot_apply_inverse(s.pose.q, s.angular_velocity).y;
            if ((along > 0.0) != (before > 0.0))
            {
                last = (step + before / (before - along)) * (double)DT;
                first = turns++ == 0 ? last : first;
            }
            before = along;
            apart = halves == 2 ? fmax(apart, (double)joint_of(world, weld).values[IMP3_AXIS_DISTANCE]) : 0.0;
        }
        const double period = (last - first) / (turns - 1);
        printf("%d bodies: turns over every %.4f s, %d times, weld %.1e m apart\n", halves, period, turns, apart);
        assert_number(fabs(period - 1.4724), <, 0.005 * 1.4724);
        assert_number(apart, <, 1e-4);
        imp3_world_free(world);
    }
}

// A disc of 0.25 m at an arm of 0.5 m that lies, on a ball joint: at 200 rad/s it goes round by m g l / (I w) = 0.7848
// rad/s. A sub-step is 0.8 rad of its spin.
static void a_top_on_a_joint_precesses(void** state)
{
    (void)state;
    imp3_world* world = new_world(G);
    imp3_shape disc;
    assert_int_equal(imp3_cylinder_make(at(-0.01f, 0.0f, 0.0f), at(0.01f, 0.0f, 0.0f), 0.25f, 0.0f, &disc), IMP_OK);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.5f, 0.0f, 0.0f), &disc);
    const double round = (double)G * 0.5 / (0.5 * 0.25 * 0.25 * 200.0);
    imp3_joint_def def;
    assert_int_equal(imp3_world_joint_ball(world, NO_BODY, body, at(0.0f, 0.0f, 0.0f), &def), IMP_OK);
    imp_joint joint = join(world, &def);
    // Gravity pulls it down, so it goes round y against z.
    const imp3_vec spin = at(200.0f, (float)round, 0.0f), arm = at(0.5f, 0.0f, 0.0f);
    assert_int_equal(imp3_world_set_velocity(world, body, imp3_vec_cross(spin, arm), spin), IMP_OK);
    double turned = 0.0, lowest = 0.0, apart = 0.0, way = 0.0;
    for (int32_t step = 0; step < 600; ++step)
    {
        run(world, 1);
        const imp3_vec p = state_of(world, body).pose.p;
        const double now = atan2(-(double)p.z, (double)p.x);
        turned += remainder(now - way, 6.283185307179586);
        way = now;
        lowest = fmax(lowest, fabs((double)p.y));
        apart = fmax(apart, (double)joint_of(world, joint).values[IMP3_AXIS_DISTANCE]);
    }
    printf("goes round by %.4f rad/s, leans by %.4f m, joint %.1e m apart\n", turned / 10.0, lowest, apart);
    assert_number(fabs(turned / 10.0 - 0.7848), <, 0.007848);
    assert_number(lowest, <, 2e-3);
    assert_number(apart, <, 1e-3);
    imp3_shape_free(&disc);
    imp3_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {PROOF_TESTS, cmocka_unit_test(a_welded_box_turns_over),
                                       cmocka_unit_test(a_top_on_a_joint_precesses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
