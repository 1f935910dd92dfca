// SPDX-License-Identifier: MIT
//
// joints.inl, for space.

#include "hinge_kit3.h"

static float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#include "math/dim3.h"

#include "joints.inl"

#include "math/dim_end.h"

// A taut bridge whose planks are tied to each other at both edges: more loops than are solved whole. Impulses that
// stayed where arms had been in the sub-step before made it swing more and more, until it flew away.
static void taut_nets_come_to_rest(void** state)
{
    (void)state;
    enum
    {
        PLANKS = 24
    };
    static const imp_body none = {0};
    imp3_world* world = new_world(9.81f);
    imp_body planks[PLANKS], before = none;
    imp_joint ties[2 * (PLANKS + 1)];
    const imp3_shape plank = box_of(0.38f, 0.06f, 1.2f);
    const imp3_collider_def wood = matter_of(500.0f, 0.5f, 0.0f, 0.0f);
    for (int32_t i = 0; i <= PLANKS; ++i)
    {
        imp_body next = none;
        if (i < PLANKS)
        {
            const imp3_vec middle = at(0.38f * (float)(2 * i + 1), 0.0f, 0.0f);
            next = planks[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, 0.0f), &plank, &wood, NULL);
        }
        for (int32_t k = 0; k < 2; ++k)
        {
            imp3_joint_def def;
            const imp3_vec edge = at(0.76f * (float)i, 0.0f, k == 0 ? -1.2f : 1.2f);
            imp_body a = i < PLANKS ? before : none, b = i < PLANKS ? next : before;
            assert_int_equal(imp3_world_joint_ball(world, a, b, edge, &def), IMP_OK);
            assert_int_equal(imp3_world_add_joint(world, &def, &ties[2 * i + k]), IMP_OK);
        }
        before = next;
    }
    double worst = 0.0, fastest = 0.0;
    for (int32_t step = 0; step < 240; ++step)
    {
        run(world, 1);
        for (int32_t i = 0; i < 2 * (PLANKS + 1); ++i)
        {
            imp3_joint_state s;
            assert_int_equal(imp3_world_get_joint(world, ties[i], &s), IMP_OK);
            worst = fmax(worst, s.values[IMP3_AXIS_DISTANCE]);
        }
        for (int32_t i = 0; i < PLANKS; ++i)
        {
            const imp3_vec v = state_of(world, planks[i]).velocity;
            fastest = fmax(fastest, sqrt((double)imp3_vec_dot(v, v)));
        }
    }
    printf("ties %.1f mm apart, planks %.2f m/s\n", 1e3 * worst, fastest);
    assert_number(worst, <, 0.03);
    assert_number(fastest, <, 10.0);
    imp3_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_TESTS, cmocka_unit_test(taut_nets_come_to_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
