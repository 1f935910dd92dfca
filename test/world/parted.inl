// SPDX-License-Identifier: MIT
//
// Groups of joints that are torn at, in both dimensions: heavy ends that meet the ground, heaps of dolls, dolls thrown
// at thin walls. The wrapper adds hinge, TURN, turning_energy and mass_of, as for joints.inl.

#include "impinge/jobs.h"

#include "doll_kit.inl"

#define G 9.81f

enum
{
    LINKS = 24,
    HEAP = 15  // dolls
};

// Dolls in rows of five over a floor.
static void open_heap(crowd* c, int32_t dolls, const imp_jobs* jobs)
{
    WorldDef def = FN(world_default)();
    def.gravity = at(0.0f, -10.0f, 0.0f);
    def.jobs = jobs;
    c->dolls = 0;
    assert_int_equal(FN(world_make)(&def, &c->world), IMP_OK);
    add_floor(c->world);
    while (c->dolls < dolls)
    {
        int32_t row = c->dolls / 5, column = c->dolls % 5;
        add_doll(c, at(0.45f * (float)column, 1.0f + 2.0f * (float)row, 0.2f * (float)(row % 2)),
                 at(0.0f, -2.0f, 0.0f));
    }
}

// What falls in a heap is held together in each step, and comes to rest.
static void heap_of_dolls_holds_together_and_sleeps(void** state)
{
    (void)state;
    crowd c;
    double worst = 0.0;
    int32_t steps = 0;
    open_heap(&c, HEAP, NULL);
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

// The same with any number of threads.
static void heap_of_dolls_is_the_same_on_threads(void** state)
{
    (void)state;
    uint64_t alone = 0;
    for (int threads = 0; threads <= 3; threads += 3)
    {
        crowd c;
        imp_pool* pool = NULL;
        imp_jobs jobs;
        if (threads > 0)
        {
            assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
            assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        }
        open_heap(&c, 10, threads > 0 ? &jobs : NULL);
        run(c.world, 90);
        alone = threads > 0 ? alone : hash_of(c.world);
        assert_true(hash_of(c.world) == alone);
        FN(world_free)(c.world);
        imp_pool_free(pool);
    }
}

// Dolls that are thrown at a thin wall do not tear, and no bone of them is pulled through it.
static void thrown_dolls_stay_before_a_wall(void** state)
{
    (void)state;
    for (int32_t speed = 10; speed <= 160; speed *= 2)
    {
        crowd c = {.world = new_world(10.0f)};
        const Shape wall = box_of(0.01f, 20.0f, 20.0f);
        double worst = 0.0;
        float farthest = 0.0f;
        add_floor(c.world);
        add(c.world, IMP_BODY_STATIC, at(2.01f, 15.0f, 0.0f), &wall);
        for (int32_t i = 0; i < 4; ++i)
        {
            add_doll(&c, at(-1.5f * (float)i, 0.3f + 1.1f * (float)i, 0.0f), at((float)speed, 0.0f, 0.0f));
        }
        for (int32_t step = 0; step < 60; ++step)
        {
            run(c.world, 1);
            worst = fmax(worst, widest_of_dolls(&c));
            for (int32_t i = 0; i < c.dolls * BONES; ++i)
            {
                farthest = fmaxf(farthest, place_of(c.world, c.bodies[i], 0));
                assert_number(place_of(c.world, c.bodies[i], 1), >, 0.0f);
            }
        }
        printf("at %d m/s: joints %.3f mm apart, wall at 2 m, farthest %.3f m\n", speed, worst * 1e3, farthest);
        assert_number(farthest, <, 2.0f);
        assert_number(worst, <, 2e-3);
        FN(world_free)(c.world);
    }
}

// What is hit on one side of a thin wall, and holds a small one on the other side, does not get it through: neither as
// its joint is closed nor later. All sizes of blows.
static void what_holds_through_a_wall_gets_nothing_through(void** state)
{
    (void)state;
    for (int32_t speed = 25; speed <= 400; speed *= 2)
    {
        World* world = new_world(0.0f);
        const Shape wall = box_of(0.01f, 5.0f, 5.0f), big = ball_of(0.3f), small = ball_of(0.05f);
        add(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f), &wall);
        imp_body holder = add(world, IMP_BODY_DYNAMIC, at(3.0f, 0.0f, 0.0f), &big);
        imp_body held = add(world, IMP_BODY_DYNAMIC, at(-0.3f, 0.0f, 0.0f), &small);
        imp_body blow = add(world, IMP_BODY_DYNAMIC, at(0.5f, 0.0f, 0.0f), &big);
        JointDef def = hinge();
        def.a = holder;
        def.b = held;
        def.frame_a.p = at(-3.3f, 0.0f, 0.0f);
        imp_joint joint;
        double worst = 0.0;
        assert_int_equal(FN(world_add_joint)(world, &def, &joint), IMP_OK);
        assert_int_equal(FN(world_set_velocity)(world, blow, at((float)speed, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
        for (int32_t step = 0; step < 30; ++step)
        {
            run(world, 1);
            assert_number(place_of(world, held, 0), <, 0.0f);
            assert_number(place_of(world, holder, 0), >, 0.0f);
            worst = fmax(worst, apart_of(world, joint));
        }
        printf("hit at %d m/s: the joint was %.3f mm apart\n", speed, worst * 1e3);
        assert_number(worst, <, 2e-3);
        FN(world_free)(world);
    }
}

static double energy_of(const World* world, const imp_body* bodies, int32_t count)
{
    double energy = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        BodyState s = state_of(world, bodies[i]);
        energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s) +
                  (double)s.mass * G * AT(s.center, 1);
    }
    return energy;
}

// A ball at a chain of light links swings down onto the ground, which jams the chain that is in line; then it flies up,
// and tears at it. Energies are those of velocities half a sub-step after their poses.
static void heavy_end_meets_the_ground(void** state)
{
    (void)state;
    const double ratios[4] = {1e3, 1e4, 1e5, 1e6}, most_apart[4] = {2e-3, 2e-3, 2e-3, AXES > 2 ? 0.5 : 0.01};
    for (int32_t r = 0; r < 4; ++r)
    {
        World* world = new_world(G);
        const float radius = 1.2f, half = 0.25f, top = 14.0f;
        const Shape link = box_of(0.06f, half, 0.06f), ball = ball_of(radius);
        imp_body bodies[LINKS + 1], none = {0};
        imp_joint joints[LINKS + 1];
        add_floor(world);
        for (int32_t i = 0; i <= LINKS; ++i)
        {
            bool last = i == LINKS;
            float from = 2.0f * half * (float)i + (last ? radius : half);
            const Vec p = at(-from * sinf(1.2f), top - from * cosf(1.2f), 0.0f);
            bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(p, -1.2f), last ? &ball : &link, NULL, NULL);
            BodyState s = state_of(world, bodies[i]);
            const Mass mass = mass_of(last ? &ball : &link, (last ? (float)ratios[r] : 1.0f) / s.mass);
            assert_int_equal(FN(world_set_mass)(world, bodies[i], &mass), IMP_OK);
            JointDef def = hinge();
            def.a = i > 0 ? bodies[i - 1] : none;
            def.b = bodies[i];
            def.frame_a.p = at(0.0f, i > 0 ? -half : top, 0.0f);
            def.frame_b.p = at(0.0f, last ? radius : half, 0.0f);
            assert_int_equal(FN(world_add_joint)(world, &def, &joints[i]), IMP_OK);
        }
        double start = energy_of(world, bodies, LINKS + 1), most = start, worst = 0.0, whole = ratios[r] * G * 14.0;
        for (int32_t step = 0; step < 360; ++step)
        {
            run(world, 1);
            for (int32_t i = 0; i <= LINKS; ++i)
            {
                worst = fmax(worst, apart_of(world, joints[i]));
            }
            most = fmax(most, energy_of(world, bodies, LINKS + 1));
        }
        double left = 0.0;
        for (int32_t i = 0; i <= LINKS; ++i)
        {
            left = fmax(left, apart_of(world, joints[i]));
        }
        printf("1 : %g: joints %.3f mm apart, then %.3f mm, energy rises by %.1e\n", ratios[r], worst * 1e3, left * 1e3,
               (most - start) / whole);
        assert_number(left, <, 2e-3);
        assert_number(worst, <, most_apart[r]);
        assert_number(most - start, <, 2e-3 * whole);
        FN(world_free)(world);
    }
}

// Joints that begin far beyond their limit come back by and by: they are not flung, and are at rest in the end.
static void what_is_far_beyond_its_limit_is_not_flung(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.3f);
    const float past = 2.5f;
    imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, 0.0f, 0.0f), past), &ball, NULL, NULL);
    JointDef def = hinge();
    imp_joint joint;
    float before = past;
    def.b = body;
    def.axes[TURN].kind = IMP_AXIS_LIMITED;
    def.axes[TURN].lower = -0.5f;
    def.axes[TURN].upper = 0.5f;
    assert_int_equal(FN(world_add_joint)(world, &def, &joint), IMP_OK);
    for (int32_t step = 0; step < 120; ++step)
    {
        JointState s;
        run(world, 1);
        assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
        const float turn = s.values[TURN];
        assert_number(turn, <, before + 1e-4f);
        assert_number(before - turn, <, 0.2f);
        before = turn;
    }
    printf("from %.2f beyond 0.5 back to %.4f rad\n", (double)past, (double)before);
    assert_number(before, <, 0.51f);
    FN(world_free)(world);
}

// Dolls and other trees, as they lie side by side: each is to the bit what it is in a world of its own.
static void trees_alike_are_solved_as_alone(void** state)
{
    (void)state;
    enum
    {
        DOLLS = 11,
        STEPS = 90
    };
    crowd all, alone;
    WorldDef def = FN(world_default)();
    def.gravity = at(0.0f, -10.0f, 0.0f);
    all.dolls = 0;
    assert_int_equal(FN(world_make)(&def, &all.world), IMP_OK);
    add_floor(all.world);
    for (int32_t i = 0; i < DOLLS; ++i)
    {
        add_doll(&all, at(3.0f * (float)i, 1.0f + 0.1f * (float)i, 0.0f), at(0.3f * (float)i, -2.0f, 0.0f));
        if (i % 3 == 2)
        {
            assert_int_equal(FN(world_remove_body)(all.world, all.bodies[i * BONES + BONES - 1]), IMP_OK);
        }
    }
    run(all.world, STEPS);
    for (int32_t i = 0; i < DOLLS; ++i)
    {
        alone.dolls = 0;
        assert_int_equal(FN(world_make)(&def, &alone.world), IMP_OK);
        add_floor(alone.world);
        add_doll(&alone, at(3.0f * (float)i, 1.0f + 0.1f * (float)i, 0.0f), at(0.3f * (float)i, -2.0f, 0.0f));
        int32_t bones = i % 3 == 2 ? BONES - 1 : BONES;
        if (bones < BONES)
        {
            assert_int_equal(FN(world_remove_body)(alone.world, alone.bodies[BONES - 1]), IMP_OK);
        }
        run(alone.world, STEPS);
        for (int32_t k = 0; k < bones; ++k)
        {
            BodyState of = state_of(all.world, all.bodies[i * BONES + k]), as = state_of(alone.world, alone.bodies[k]);
            assert_memory_equal(&of.pose, &as.pose, sizeof of.pose);
            assert_memory_equal(&of.velocity, &as.velocity, sizeof of.velocity);
        }
        FN(world_free)(alone.world);
    }
    FN(world_free)(all.world);
}

// Many chains hit the ground in one step, in which there is room for the paths of a few of their bodies alone: each
// stops as if it were alone, and none tears.
static void many_chains_hit_at_once(void** state)
{
    (void)state;
    enum
    {
        CHAINS = 64,
        BALLS = 8
    };
    float heights[BALLS] = {0.0f};
    for (int32_t crowded = 0; crowded < 2; ++crowded)
    {
        int32_t chains = crowded ? CHAINS : 1;
        WorldDef whole = FN(world_default)();
        whole.gravity = at(0.0f, 0.0f, 0.0f);
        whole.continuous_steps = CHAINS;
        World* world;
        const Shape ball = ball_of(0.1f), ground = box_of(4.0f * CHAINS, 0.5f, 5.0f);
        imp_body bodies[CHAINS * BALLS];
        assert_int_equal(FN(world_make)(&whole, &world), IMP_OK);
        add(world, IMP_BODY_STATIC, at(0.0f, -0.5f, 0.0f), &ground);
        for (int32_t i = 0; i < chains * BALLS; ++i)
        {
            BodyDef def = FN(body_default)();
            def.kind = IMP_BODY_DYNAMIC;
            def.pose.p = at((float)(i / BALLS), 1.0f + (float)(i % BALLS), 0.0f);
            def.velocity = at(0.0f, -120.0f, 0.0f);
            bodies[i] = add_of(world, &def, &ball, NULL);
            JointDef joint = hinge();
            joint.a = i % BALLS > 0 ? bodies[i - 1] : bodies[i];
            joint.b = bodies[i];
            joint.frame_a.p = at(0.0f, 1.0f, 0.0f);
            imp_joint made;
            if (i % BALLS > 0)
            {
                assert_int_equal(FN(world_add_joint)(world, &joint, &made), IMP_OK);
            }
        }
        run(world, 1);
        for (int32_t i = 0; i < chains * BALLS; ++i)
        {
            float height = place_of(world, bodies[i], 1);
            heights[i % BALLS] = crowded ? heights[i % BALLS] : height;
            assert_number(fabsf(height - heights[i % BALLS]), <, 1e-3f);
            assert_number(height, >, (float)(i % BALLS));
        }
        FN(world_free)(world);
    }
}

// A row of balls sleeps; a fast ball hits one of them in the middle of a step. It does not leave its joints in that step.
static void sleepers_that_are_hit_hold_together(void** state)
{
    (void)state;
    enum
    {
        BALLS = 6
    };
    for (int32_t speed = 20; speed <= 60; speed += 10)
    {
        World* world = new_world(G);
        const Shape ball = ball_of(0.2f), ground = box_of(20.0f, 0.5f, 5.0f);
        imp_joint joints[BALLS];
        imp_body bodies[BALLS];
        double worst = 0.0;
        add(world, IMP_BODY_STATIC, at(0.0f, -0.5f, 0.0f), &ground);
        for (int32_t i = 0; i < BALLS; ++i)
        {
            bodies[i] = add(world, IMP_BODY_DYNAMIC, at(0.5f * (float)i, 0.2f, 0.0f), &ball);
            JointDef joint = hinge();
            joint.a = bodies[i > 0 ? i - 1 : 0];
            joint.b = bodies[i];
            joint.frame_a.p = at(0.25f, 0.0f, 0.0f);
            joint.frame_b.p = at(-0.25f, 0.0f, 0.0f);
            if (i > 0)
            {
                assert_int_equal(FN(world_add_joint)(world, &joint, &joints[i]), IMP_OK);
            }
        }
        run(world, 120);
        assert_int_equal(stats_of(world).awake, 0);
        BodyDef def = FN(body_default)();
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = at(0.5f * BALLS - 1.0f, 1.0f, 0.0f);
        def.velocity = at(0.0f, -(float)speed, 0.0f);
        add_of(world, &def, &ball, NULL);
        for (int32_t step = 0; step < 60; ++step)
        {
            run(world, 1);
            for (int32_t i = 1; i < BALLS; ++i)
            {
                worst = fmax(worst, apart_of(world, joints[i]));
            }
        }
        printf("hit at %d m/s: joints %.3f mm apart\n", (int)speed, worst * 1e3);
        assert_number(worst, <, 2e-4);
        FN(world_free)(world);
    }
}

#define PARTED_TESTS                                                                                                   \
    cmocka_unit_test(trees_alike_are_solved_as_alone), cmocka_unit_test(heap_of_dolls_holds_together_and_sleeps),      \
        cmocka_unit_test(heap_of_dolls_is_the_same_on_threads), cmocka_unit_test(thrown_dolls_stay_before_a_wall),     \
        cmocka_unit_test(what_holds_through_a_wall_gets_nothing_through), cmocka_unit_test(heavy_end_meets_the_ground),     \
        cmocka_unit_test(what_is_far_beyond_its_limit_is_not_flung),                                                   \
        cmocka_unit_test(many_chains_hit_at_once), cmocka_unit_test(sleepers_that_are_hit_hold_together)
