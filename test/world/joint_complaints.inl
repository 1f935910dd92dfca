// SPDX-License-Identifier: MIT
//
// Complaints of users of other engines about joints, in our terms; each test has the name of the issue. The
// wrapper adds wheel_of (a wheel that is sprung along y and turns about z), UP (its spring's axis) and UPRIGHT (locks of
// what does not turn).

#include "joint_kit.inl"

static bool is_sound(const World* world, imp_body body)
{
    const BodyState s = state_of(world, body);
    return FN(pose_check)(&s.pose) == IMP_OK && isfinite(length_of(s.velocity)) && isfinite(spin_size(s.angular_velocity));
}

// box2d#1007, "Crash on fast stretching of wheel joint": a hero of density 200 who does not turn and falls 2.7 times as
// fast jumps on a cart of density 1. The wheels are stretched, and an assertion ended the program. Here wheels stay where
// they belong, and within their travel, whatever falls.
static void box2d_1007_heavy_hero_on_a_light_cart(void** state)
{
    (void)state;
    static const float FALLS[4] = {3.0f, 15.0f, 60.0f, 300.0f}, DENSITIES[3] = {200.0f, 1e4f, 1e6f};
    for (int32_t way = 0; way < 12; ++way)
    {
        World* world = new_world(G);
        (void)add_floor(world);
        const Shape deck = box_of(1.5f, 0.15f, 0.5f), tyre = ball_of(0.4f), man = box_of(0.25f, 0.75f, 0.25f);
        const ColliderDef light = matter_of(1.0f, 0.6f, 0.0f, 0.0f), heavy = matter_of(DENSITIES[way / 4], 0.0f, 0.0f, 0.0f);
        imp_body bodies[4];
        imp_joint axles[2];
        bodies[0] = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, 1.0f, 0.0f), 0.0f), &deck, &light, NULL);
        for (int32_t i = 0; i < 2; ++i)
        {
            const Vec hub = at(i == 0 ? -1.0f : 1.0f, 0.41f, 0.0f);
            JointDef def;
            bodies[1 + i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(hub, 0.0f), &tyre, &light, NULL);
            assert_int_equal(wheel_of(world, bodies[0], bodies[1 + i], &def), IMP_OK);
            def.axes[UP].hertz = 4.0f;
            def.axes[UP].damping_ratio = 0.7f;
            def.axes[UP].kind = way % 2 ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
            def.axes[UP].lower = -0.25f;
            def.axes[UP].upper = 0.25f;
            axles[i] = join(world, &def);
        }
        BodyDef hero = FN(body_default)();
        hero.kind = IMP_BODY_DYNAMIC;
        hero.pose.p = at(1.2f, 2.2f, 0.0f);
        hero.velocity = at(0.0f, -FALLS[way % 4], 0.0f);
        hero.locks = UPRIGHT;
        bodies[3] = add_of(world, &hero, &man, &heavy);
        assert_int_equal(FN(world_set_gravity_scale)(world, bodies[3], 2.71828f), IMP_OK);
        double off = 0.0, passed = 0.0;
        for (int32_t step = 0; step < 120; ++step)
        {
            run(world, 1);
            for (int32_t i = 0; i < 2; ++i)
            {
                const JointState s = joint_of(world, axles[i]);
                for (int32_t k = 0; k < AXES; ++k)
                {
                    off = k == UP ? off : fmax(off, fabs((double)s.values[k]));
                }
                passed = way % 2 ? fmax(passed, fabs((double)s.values[UP]) - 0.25) : passed;
            }
            for (int32_t i = 0; i < 4; ++i)
            {
                assert_true(is_sound(world, bodies[i]));
            }
        }
        printf("density %5.0e, %3.0f m/s: wheels %.3f mm beside their way, %.3f mm beyond its end\n",
               (double)DENSITIES[way / 4], (double)FALLS[way % 4], off * 1e3, passed * 1e3);
        assert_number(off, <, 2e-3);
        assert_number(passed, <, 2e-3);
        FN(world_free)(world);
    }
}

// box3d#131, "Joints are incredibly weak/lean": beams of boxes that are welded, one end in a wall, bend under their own
// weight. A beam of ten cubes holds its end within a millimetre, and with as much again at its end.
static void box3d_131_welded_beams_are_stiff(void** state)
{
    (void)state;
    enum
    {
        CUBES = 10
    };
    for (int32_t loaded = 0; loaded < 2; ++loaded)
    {
        World* world = new_world(G);
        const Shape cube = box_of(0.5f, 0.5f, 0.5f);
        imp_body before = NO_BODY, end = NO_BODY;
        imp_joint joints[CUBES];
        for (int32_t i = 0; i < CUBES; ++i)
        {
            const Pose here = pose_of(at((float)i, 0.0f, 0.0f), 0.0f);
            JointDef def;
            end = add(world, IMP_BODY_DYNAMIC, at((float)i + 0.5f, 0.0f, 0.0f), &cube);
            weigh(world, end, &cube, loaded && i == CUBES - 1 ? 1000.0f : 100.0f);
            assert_int_equal(FN(world_joint_at)(world, before, end, &here, &def), IMP_OK);
            joints[i] = join(world, &def);
            before = end;
        }
        double lowest = 0.0;
        for (int32_t step = 0; step < 240; ++step)
        {
            run(world, 1);
            lowest = fmin(lowest, (double)place_of(world, end, 1));
        }
        const double bears = (double)part_of(joint_of(world, joints[0]).force, 1) / (loaded ? 1900.0 : 1000.0) / (double)G;
        printf("a beam of 10 m gives %.3f mm, and its wall bears %.5f of it\n", -lowest * 1e3, bears);
        assert_number(lowest, >, -1e-3);
        assert_number(fabs(bears - 1.0), <, 1e-3);
        FN(world_free)(world);
    }
}

// Jolt#1392, "Constraints that should hold things in place doesn't": cubes and planks in a tower, each held in all axes by
// the one below, none heavier than a kilogram but the last. "You cannot have heavy objects attached to light objects."
static void jolt_1392_heavy_block_on_light_ones(void** state)
{
    (void)state;
    static const float MASSES[4] = {1.0f, 10.0f, 100.0f, 1000.0f};
    enum
    {
        BLOCKS = 8
    };
    for (int32_t way = 0; way < 4; ++way)
    {
        World* world = new_world(G);
        const Shape cube = box_of(0.25f, 0.25f, 0.25f), plank = box_of(1.0f, 0.1f, 0.25f);
        (void)add_floor(world);
        imp_body before = NO_BODY;
        imp_body blocks[BLOCKS];
        imp_joint joints[BLOCKS];
        Vec places[BLOCKS];
        Vec foot = at(0.0f, 0.0f, 0.0f);
        for (int32_t i = 0; i < BLOCKS; ++i)
        {
            // A cube stands on the end of a plank, and a plank lies on a cube by its other end: it all leans out.
            const Shape* shape = i % 2 ? &plank : &cube;
            const float half = i % 2 ? 0.1f : 0.25f, side = i % 2 ? 0.8f : 0.0f;
            const Pose here = pose_of(foot, 0.0f);
            JointDef def;
            places[i] = FN(vec_add)(foot, at(side, half, 0.0f));
            blocks[i] = add(world, IMP_BODY_DYNAMIC, places[i], shape);
            weigh(world, blocks[i], shape, i == BLOCKS - 1 ? MASSES[way] : 1.0f);
            assert_int_equal(FN(world_joint_at)(world, before, blocks[i], &here, &def), IMP_OK);
            joints[i] = join(world, &def);
            before = blocks[i];
            foot = FN(vec_add)(foot, at(2.0f * side, 2.0f * half, 0.0f));
        }
        double moved = 0.0;
        for (int32_t step = 0; step < 240; ++step)
        {
            run(world, 1);
            for (int32_t i = 0; i < BLOCKS; ++i)
            {
                moved = fmax(moved, (double)distance_of(state_of(world, blocks[i]).pose.p, places[i]));
            }
        }
        printf("%5.0f kg on a tower that leans out by %.1f m: moved by %.4f mm, joints %.4f mm apart\n",
               (double)MASSES[way], (double)AT(foot, 0), moved * 1e3, widest_of(world, joints, BLOCKS) * 1e3);
        assert_number(moved, <, 0.01);
        assert_number(widest_of(world, joints, BLOCKS), <, 1e-4);
        FN(world_free)(world);
    }
}

#define COMPLAINT_TESTS                                                                                                \
    cmocka_unit_test(box2d_1007_heavy_hero_on_a_light_cart), cmocka_unit_test(box3d_131_welded_beams_are_stiff),       \
        cmocka_unit_test(jolt_1392_heavy_block_on_light_ones)
