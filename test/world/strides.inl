// SPDX-License-Identifier: MIT
//
// Who is told to meet nothing before anything is swept: what moves together has no way of its own, whatever its speed;
// and what that leaves out passes through nothing: rings without thickness that come, crowds, more fast bodies than
// there is room for, and what is deep in a wall already. The wrapper adds wear_ring (felt from one side) and figures_of
// a world.

#include "kit.inl"

static void set_motion(World* world, imp_body body, float x, float y, float spin)
{
    assert_int_equal(FN(world_set_velocity)(world, body, at(x, y, 0.0f), spin_about(spin)), IMP_OK);
}

static bool has_no_room(const World* world)
{
    const figures f = figures_of(world);
    return f.ways == f.ways_most;
}

// What falls side by side, and what rides in a drum, is fast, and has no way.
static void leaves_alone_what_moves_together(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    Shape box = box_of(0.1f, 0.1f, 0.1f), wall = box_of(1.0f, 20.0f, 20.0f);
    for (int i = 0; i < 200; ++i)
    {
        Pose pose = pose_of(at(100.0f + 0.25f * (float)(i % 20), 0.25f * (float)(i / 20), 0.0f), 0.0f);
        set_motion(world, add_with(world, IMP_BODY_DYNAMIC, pose, &box, NULL, NULL), 30.0f, -100.0f, 0.0f);
    }
    imp_body drum = add(world, IMP_BODY_KINEMATIC, at(0.0f, 0.0f, 0.0f), &wall);
    set_motion(world, drum, 0.0f, 0.0f, 1.5f);
    for (int i = -9; i < 10; ++i)
    {
        imp_body body = add(world, IMP_BODY_DYNAMIC, at(1.11f, 2.0f * (float)i, 0.0f), &box);
        set_motion(world, body, -3.0f * (float)i, 1.5f * 1.11f, 1.5f);
    }
    run_judged(world, 1);
    assert_true(figures_of(world).paced);
    assert_int_equal(figures_of(world).ways, 1);  // the drum's
    // One that comes towards the others has one.
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(103.0f, -10.0f, 0.0f), &box);
    set_motion(world, body, 0.0f, 500.0f, 0.0f);
    run_judged(world, 1);
    assert_true(figures_of(world).ways > 1);
    FN(world_free)(world);
}

// A ring without thickness that comes to a ball, which stands or is asleep, from outside.
static void chains_come(void** state)
{
    (void)state;
    for (int i = 0; i < 24; ++i)
    {
        World* world = new_world(0.0f);
        float speed = 15.0f + 7.0f * (float)i, radius = 0.1f + 0.02f * (float)(i % 8);
        imp_body ring = add_bare(world, IMP_BODY_KINEMATIC, at(0.0f, 0.0f, 0.0f));
        wear_ring(world, ring, 10.0f, 32, false);
        Shape ball = ball_of(radius);
        imp_body body = add(world, IMP_BODY_DYNAMIC, at(10.0f + 1.3f * radius, 0.3f, 0.0f), &ball);
        assert_int_equal(FN(world_set_awake)(world, body, i % 2 == 0), IMP_OK);
        set_motion(world, ring, speed, 0.0f, 0.0f);
        for (int step = 0; step < 10; ++step)
        {
            run_judged(world, 1);
            Vec apart = FN(vec_sub)(state_of(world, body).pose.p, state_of(world, ring).pose.p);
            assert_true(FN(vec_dot)(apart, apart) > 9.9f * 9.9f);
        }
        FN(world_free)(world);
    }
}

// A body that flies along the inside of a ring, and is nearly through it already: its middle stays inside.
static void stays_in_the_ring(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i)
    {
        World* world = new_world(0.0f);
        wear_ring(world, add_bare(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f)), 10.0f, 90, true);
        Shape ball = ball_of(0.3f), box = box_of(0.3f, 0.2f, 0.3f);
        float deep = 0.1f * (float)(i % 3), speed = 40.0f * (float)(1 + i / 3);
        imp_body body = add(world, IMP_BODY_DYNAMIC, at(9.75f + deep, 0.0f, 0.0f), i % 2 ? &ball : &box);
        set_motion(world, body, 5.0f, speed, 0.0f);
        for (int step = 0; step < 120; ++step)
        {
            run_judged(world, 1);
            const Vec p = state_of(world, body).pose.p;
            assert_true(FN(vec_dot)(p, p) < 10.0f * 10.0f);
        }
        FN(world_free)(world);
    }
}

// Very many at once: balls between thin walls, all fast. None gets out, bullets pass through no plate that is dynamic.
static void crowds_stay_in(void** state)
{
    (void)state;
    enum
    {
        BALLS = 1600,
        ACROSS = 40
    };
    static imp_body balls[BALLS];
    test_rng rng = {test_seed()};
    World* world = new_world(0.0f);
    Shape ball = ball_of(0.1f), flat = box_of(21.0f, 0.01f, 21.0f), upright = box_of(0.01f, 21.0f, 21.0f);
    for (int side = -1; side < 2; side += 2)
    {
        add(world, IMP_BODY_STATIC, at(0.0f, 20.0f * (float)side, 0.0f), &flat);
        add(world, IMP_BODY_STATIC, at(20.0f * (float)side, 0.0f, 0.0f), &upright);
    }
    for (int i = 0; i < BALLS; ++i)
    {
        Pose pose =
            pose_of(at(0.95f * ((float)(i % ACROSS) - 19.5f), 0.95f * ((float)(i / ACROSS) - 19.5f), 0.0f), 0.0f);
        balls[i] = add_with(world, IMP_BODY_DYNAMIC, pose, &ball, NULL, NULL);
        float x = test_rng_range(&rng, -300.0f, 300.0f);
        set_motion(world, balls[i], x, test_rng_range(&rng, -300.0f, 300.0f), 0.0f);
    }
    // Beside them, as they fly: a bullet at a plate.
    Shape plate = box_of(0.005f, 5.0f, 5.0f);
    const ColliderDef lead = matter_of(1e5f, 0.0f, 0.0f, 0.0f);
    imp_body heavy = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(60.0f, 0.0f, 0.0f), 0.0f), &plate, &lead, NULL);
    BodyDef def = FN(body_default)();
    def.kind = IMP_BODY_DYNAMIC;
    def.bullet = true;
    def.velocity = at(400.0f, 0.0f, 0.0f);
    def.pose.p = at(50.0f, 0.0f, 0.0f);
    imp_body bullet = add_of(world, &def, &ball, NULL);
    int full = 0;
    for (int step = 0; step < 30; ++step)
    {
        run_judged(world, 1);
        full += has_no_room(world);
        for (int i = 0; i < BALLS; ++i)
        {
            const Vec p = state_of(world, balls[i]).pose.p;
            assert_number(fabsf(p.x), <, 20.0f);
            assert_number(fabsf(p.y), <, 20.0f);
        }
        assert_true(state_of(world, bullet).pose.p.x < state_of(world, heavy).pose.p.x);
    }
    printf("no room in %d steps\n", full);
    FN(world_free)(world);
}

// More that fly at a wall than there is room for ways.
static void needs_no_room(void** state)
{
    (void)state;
    enum
    {
        BALLS = 1200
    };
    static imp_body balls[BALLS];
    World* world = new_world(0.0f);
    Shape ball = ball_of(0.1f), wall = box_of(0.01f, 200.0f, 200.0f);
    add(world, IMP_BODY_STATIC, at(2.0f, 0.0f, 0.0f), &wall);
    for (int i = 0; i < BALLS; ++i)
    {
        balls[i] = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.25f * (float)(i - 600), 0.0f), &ball);
        set_motion(world, balls[i], 300.0f, 0.0f, 0.0f);
    }
    int full = 0;
    for (int step = 0; step < 5; ++step)
    {
        run_judged(world, 1);
        full += has_no_room(world);
        for (int i = 0; i < BALLS; ++i)
        {
            assert_true(state_of(world, balls[i]).pose.p.x < 2.0f);
        }
    }
    assert_true(full > 0);
    FN(world_free)(world);
}

// What slides along a chain meets nothing. What comes to it stops where it touches: at any speed that takes its middle as
// far as the chain, and not beyond.
static void runs_along_a_chain(void** state)
{
    (void)state;
    const float radius = 20.0f, half = 0.25f;
    Shape ball = ball_of(half), box = box_of(half, half, half);
    for (int i = 0; i < 16; ++i)
    {
        World* world = new_world(0.0f);
        wear_ring(world, add_bare(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f)), radius, 96, true);
        float in = radius * (float)cos(3.141592653589793 / 96.0), down = 0.02f * (float)(i + 1);
        imp_body along = add(world, IMP_BODY_DYNAMIC, at(in - half, 0.0f, 0.0f), i % 2 ? &ball : &box);
        imp_body comes = add(world, IMP_BODY_DYNAMIC, at(-in + half + 0.1f, 0.0f, 0.0f), i % 2 ? &ball : &box);
        set_motion(world, along, 0.0f, 20.0f, 0.0f);
        run_judged(world, 1);
        assert_true(fabsf(state_of(world, along).pose.p.y - 20.0f * DT) < 1e-3f);
        set_motion(world, comes, -(0.1f + down) / DT, 12.0f, 0.0f);
        run_judged(world, 1);
        float gone = half - radius - state_of(world, comes).pose.p.x;
        assert_true(gone < 1e-3f);
        FN(world_free)(world);
    }
}

#define STRIDES_TESTS                                                                                                  \
    cmocka_unit_test(leaves_alone_what_moves_together), cmocka_unit_test(chains_come),                                 \
        cmocka_unit_test(stays_in_the_ring), cmocka_unit_test(crowds_stay_in), cmocka_unit_test(needs_no_room),        \
        cmocka_unit_test(runs_along_a_chain)
