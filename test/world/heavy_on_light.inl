// SPDX-License-Identifier: MIT
//
// Contacts of light bodies at which heavy ones hang, in both dimensions: they bear these as if all were one. The wrapper
// includes hinge_kit2.h or hinge_kit3.h.

#include "doll_kit.inl"

#define G 9.81f

// A body of a mass, as a box.
static imp_body add_block(World* world, Vec place, Vec half, float deep, float mass)
{
    const Shape box = box_of(AT(half, 0), AT(half, 1), deep);
    imp_body body = add(world, IMP_BODY_DYNAMIC, place, &box);
    const Mass m = mass_of(&box, mass / state_of(world, body).mass);
    assert_int_equal(FN(world_set_mass)(world, body, &m), IMP_OK);
    return body;
}

static imp_joint weld(World* world, imp_body a, imp_body b, Vec place)
{
    JointDef def;
    imp_joint joint;
    const Pose here = pose_of(place, 0.0f);
    assert_int_equal(FN(world_joint_at)(world, a, b, &here, &def), IMP_OK);
    assert_int_equal(FN(world_add_joint)(world, &def, &joint), IMP_OK);
    return joint;
}

// A block on a plate of 1 kg, to which it is welded, stands where it was put, and as deep as one body would be.
static void blocks_stand_on_light_plates(void** state)
{
    (void)state;
    for (float mass = 10.0f; mass <= 1e4f; mass *= 10.0f)
    {
        World* world = new_world(G);
        (void)add_floor(world);
        imp_body plate = add_block(world, at(0.0f, 0.02f, 0.0f), at(0.5f, 0.02f, 0.0f), 0.5f, 1.0f);
        imp_body block = add_block(world, at(0.1f, 1.04f, 0.0f), at(0.3f, 0.5f, 0.0f), 0.3f, mass);
        imp_joint joint = weld(world, plate, block, at(0.0f, 0.29f, 0.0f));
        double deepest = 0.0, apart = 0.0;
        int32_t steps = 0;
        for (; steps < 300 && stats_of(world).awake > 0; ++steps)
        {
            run(world, 1);
            deepest = fmax(deepest, 0.02 - (double)place_of(world, plate, 1));
            apart = fmax(apart, apart_of(world, joint));
        }
        printf("%5.0f kg on 1 kg: %.3f mm deep, sleeps after %d steps, joint %.4f mm apart\n", (double)mass,
               deepest * 1e3, steps, apart * 1e3);
        assert_number(deepest, <, 3e-4);
        assert_number(apart, <, 1e-4);
        assert_number(steps, <, 60);
        FN(world_free)(world);
    }
}

// The same, dropped askew: it lands, and does not throw itself off.
static void blocks_land_on_light_plates(void** state)
{
    (void)state;
    World* world = new_world(G);
    (void)add_floor(world);
    imp_body bodies[2];
    bodies[0] = add_block(world, at(0.0f, 0.32f, 0.0f), at(0.5f, 0.02f, 0.0f), 0.5f, 1.0f);
    bodies[1] = add_block(world, at(0.3f, 1.34f, 0.0f), at(0.3f, 0.5f, 0.0f), 0.3f, 1000.0f);
    imp_joint joint = weld(world, bodies[0], bodies[1], at(0.0f, 0.59f, 0.0f));
    double highest = 0.0, apart = 0.0, deepest = 0.0;
    for (int32_t i = 0; i < 180; ++i)
    {
        run(world, 1);
        deepest = fmax(deepest, 0.02 - (double)place_of(world, bodies[0], 1));
        apart = fmax(apart, apart_of(world, joint));
        highest = i > 60 ? fmax(highest, (double)place_of(world, bodies[1], 1)) : 0.0;
    }
    printf("1 t on 1 kg lands: %.3f mm deep, joint %.3f mm apart\n", deepest * 1e3, apart * 1e3);
    assert_number(deepest, <, 2e-3);
    assert_number(apart, <, 2e-4);
    assert_number(highest, <, 1.041);
    assert_int_equal(stats_of(world).awake, 0);
    FN(world_free)(world);
}

// A figure of 73 kg on two feet of 1 kg each: both bear it, and it stands.
static void figures_stand_on_light_feet(void** state)
{
    (void)state;
    World* world = new_world(G);
    (void)add_floor(world);
    imp_body trunk = add_block(world, at(0.0f, 1.2f, 0.0f), at(0.15f, 0.35f, 0.0f), 0.2f, 61.0f), feet[2];
    double deepest = 0.0;
    for (int32_t i = 0; i < 2; ++i)
    {
        const float x = i == 0 ? -0.12f : 0.12f;
        imp_body leg = add_block(world, at(x, 0.46f, 0.0f), at(0.05f, 0.38f, 0.0f), 0.05f, 5.0f);
        feet[i] = add_block(world, at(x, 0.04f, 0.0f), at(0.1f, 0.04f, 0.0f), 0.15f, 1.0f);
        (void)weld(world, trunk, leg, at(x, 0.85f, 0.0f));
        (void)weld(world, leg, feet[i], at(x, 0.08f, 0.0f));
    }
    int32_t steps = 0;
    for (; steps < 300 && stats_of(world).awake > 0; ++steps)
    {
        run(world, 1);
        for (int32_t i = 0; i < 2; ++i)
        {
            deepest = fmax(deepest, 0.04 - (double)place_of(world, feet[i], 1));
        }
    }
    printf("73 kg on two feet of 1 kg: %.3f mm deep, sleeps after %d steps\n", deepest * 1e3, steps);
    assert_number(deepest, <, 3e-4);
    assert_number(steps, <, 60);
    FN(world_free)(world);
}

// A press of 500 kg is driven down with 20 kN, and meets the floor with a pad of 1 kg: the floor stops it.
static void presses_stop_at_the_floor(void** state)
{
    (void)state;
    World* world = new_world(G);
    (void)add_floor(world);
    imp_body ram = add_block(world, at(0.0f, 1.2f, 0.0f), at(0.2f, 0.5f, 0.0f), 0.2f, 500.0f);
    imp_body pad = add_block(world, at(0.0f, 0.65f, 0.0f), at(0.3f, 0.05f, 0.0f), 0.3f, 1.0f);
    (void)weld(world, ram, pad, at(0.0f, 0.7f, 0.0f));
    JointDef def = FN(joint_default)();
    imp_joint drive;
    def.b = ram;
    def.frame_a.p = at(0.0f, 1.2f, 0.0f);
    def.axes[1].kind = IMP_AXIS_FREE;
    def.axes[1].motor = true;
    def.axes[1].speed = -1.0f;
    def.axes[1].most = 20000.0f;
    assert_int_equal(FN(world_add_joint)(world, &def, &drive), IMP_OK);
    double deepest = 0.0;
    for (int32_t i = 0; i < 120; ++i)
    {
        run(world, 1);
        deepest = fmax(deepest, 0.05 - (double)place_of(world, pad, 1));
    }
    printf("a press that drives 1 kg into the floor comes %.3f mm deep\n", deepest * 1e3);
    assert_number(deepest, <, 1e-3);
    FN(world_free)(world);
}

// A ball hits a plate at which a block hangs, all of it free: momentum stays, and energy does not rise; also where it
// bounces off.
static void blows_at_light_plates_keep_momentum(void** state)
{
    (void)state;
    for (int32_t bounces = 0; bounces < 2; ++bounces)
    {
        World* world = new_world(0.0f);
        const Shape ball = ball_of(0.2f);
        const ColliderDef worn = matter_of(1.0f, 0.6f, bounces ? 0.5f : 0.0f, 0.0f);
        imp_body bodies[3];
        bodies[0] = add_block(world, at(0.0f, 0.0f, 0.0f), at(0.5f, 0.02f, 0.0f), 0.5f, 1.0f);
        bodies[1] = add_block(world, at(0.0f, 1.0f, 0.0f), at(0.3f, 0.5f, 0.0f), 0.3f, 1000.0f);
        bodies[2] = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.1f, -0.5f, 0.0f), 0.0f), &ball, &worn, NULL);
        const Mass heavy = mass_of(&ball, 100.0f / state_of(world, bodies[2]).mass);
        assert_int_equal(FN(world_set_mass)(world, bodies[2], &heavy), IMP_OK);
        imp_joint joint = weld(world, bodies[0], bodies[1], at(0.0f, 0.2f, 0.0f));
        assert_int_equal(FN(world_set_velocity)(world, bodies[2], at(0.3f, 2.0f, 0.0f), spin_about(0.0f)), IMP_OK);
        double most = 0.0, apart = 0.0, momentum[2] = {0.0, 0.0};
        for (int32_t step = 0; step < 60; ++step)
        {
            double energy = 0.0;
            run(world, 1);
            momentum[0] = momentum[1] = 0.0;
            for (int32_t i = 0; i < 3; ++i)
            {
                const BodyState s = state_of(world, bodies[i]);
                energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s);
                momentum[0] += (double)s.mass * AT(s.velocity, 0);
                momentum[1] += (double)s.mass * AT(s.velocity, 1);
            }
            most = fmax(most, energy);
            apart = fmax(apart, apart_of(world, joint));
        }
        const BodyState ball_now = state_of(world, bodies[2]);
        const float left = AT(ball_now.velocity, 1);
        printf("a blow that %s: momentum (%.4f, %.4f) of (30, 200), most energy %.3f of 204.5 J, joint %.3f mm apart\n",
               bounces ? "bounces" : "does not bounce", momentum[0], momentum[1], most, apart * 1e3);
        assert_number(fabs(momentum[0] - 30.0), <, 2e-2);
        assert_number(fabs(momentum[1] - 200.0), <, 2e-2);
        assert_number(most, <, 204.6);
        assert_number(apart, <, 1e-3);
        assert_true(bounces ? left < -0.3f : left < 1.0f);
        FN(world_free)(world);
    }
}

// Fifty dolls that fall in a heap come to rest, and hold together.
static void fifty_dolls_sleep(void** state)
{
    (void)state;
    crowd c = {.world = new_world(10.0f)};
    double worst = 0.0;
    int32_t steps = 0;
    (void)add_floor(c.world);
    while (c.dolls < MOST_DOLLS)
    {
        const int32_t row = c.dolls / 5, column = c.dolls % 5;
        add_doll(&c, at(0.45f * (float)column, 1.0f + 2.0f * (float)row, 0.2f * (float)(row % 2)),
                 at(0.0f, -2.0f, 0.0f));
    }
    for (; steps < 1200 && stats_of(c.world).awake > 0; ++steps)
    {
        run(c.world, 1);
        worst = fmax(worst, widest_of_dolls(&c));
    }
    printf("%d dolls sleep after %d steps, joints %.3f mm apart\n", c.dolls, steps, worst * 1e3);
    assert_number(worst, <, 2e-3);
    assert_number(steps, <, 1200);
    FN(world_free)(c.world);
}

#define HEAVY_ON_LIGHT_TESTS                                                                                           \
    cmocka_unit_test(blocks_stand_on_light_plates), cmocka_unit_test(blocks_land_on_light_plates),                     \
        cmocka_unit_test(figures_stand_on_light_feet), cmocka_unit_test(presses_stop_at_the_floor),                    \
        cmocka_unit_test(blows_at_light_plates_keep_momentum), cmocka_unit_test(fifty_dolls_sleep)
