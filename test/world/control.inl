// SPDX-License-Identifier: MIT
//
// Control of worlds: targets that are reached, explosions against their areas, another origin at run time. The wrapper
// adds moved_ball, across_ball and check_boxes; the farthest turn of a sub-step, and how far a turn is
// missed.

#include "kit.inl"

static Vec any_place(test_rng* rng)
{
    Vec v = at(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, test_rng_range(rng, -8.0f, 8.0f));
    }
    return v;
}

static double taxicab(Vec a, Vec b)
{
    double sum = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        sum += fabs((double)AT(a, k) - (double)AT(b, k));
    }
    return sum;
}

static double farthest_off(Vec a, Vec b)
{
    double most = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        most = fmax(most, fabs((double)AT(a, k) - (double)AT(b, k)));
    }
    return most;
}

static void comes_to_targets(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    double worst_way = 0.0, worst_turn = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int32_t sub_steps = test_rng_int(&rng, 0, 8);
        WorldDef def = FN(world_default)();
        def.gravity = at(0.0f, -10.0f, 0.0f);
        def.sub_steps = sub_steps;
        World* world;
        assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
        // Its origin is far from what it wears: it turns about the origin of its pose.
        Vec place = any_place(&rng);
        const Shape shape = moved_ball(place);
        Pose from = {FN(vec_negate)(place), any_turn(&rng, 3.0f)};
        imp_body body = add_with(world, IMP_BODY_KINEMATIC, from, &shape, NULL, NULL);
        float time = test_rng_range(&rng, 0.001f, 0.2f);
        for (int step = 0; step < 3; ++step)
        {
            Pose to;
            from = state_of(world, body).pose;
            to.p = any_place(&rng);
            to.q = any_turn(&rng, 3.1f);
            double turn = turn_between(from.q, to.q);
            int least = sub_steps ? sub_steps : 4;
            imp_status status = FN(world_set_target_pose)(world, body, &to, time);
            if (status)
            {
                assert_int_equal(imp_status_fault(status), IMP_ERR_RANGE);
                assert_number(turn / least, >, 1.5);
                continue;
            }
            assert_number(turn / least, <, FARTHEST);
            assert_int_equal(FN(world_step)(world, time), IMP_OK);
            Pose there = state_of(world, body).pose;
            worst_way = fmax(worst_way, (farthest_off(there.p, to.p) - 0x1p-21) / taxicab(to.p, from.p) / 0x1p-23);
            // Near a quarter in each sub-step the tangent is steep, and its rounding is felt.
            double steep = 1.0 + pow(tan(turn / least), 2.0);
            worst_turn = fmax(worst_turn, turn_between(there.q, to.q) / (sub_steps == 1 ? steep : 1.0));
        }
        FN(world_free)(world);
    }
    printf("targets missed by %.1f ulp of the way, %.1e rad\n", worst_way, worst_turn);
    assert_number(worst_way, <, 8.0);
    assert_number(worst_turn, <, TURN_MISSED);
    test_report("control comes to targets", count);
}

// A dynamic body turns about its centre of mass, and still its origin comes where it was told.
static void sends_dynamic_bodies(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape shape = moved_ball(at(2.0f, 1.0f, 0.5f));
    imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(1.0f, 2.0f, 3.0f), 0.5f), &shape, NULL, NULL);
    const Pose to = pose_of(at(1.5f, 1.0f, 3.25f), 1.75f);
    assert_int_equal(FN(world_set_target_pose)(world, body, &to, DT), IMP_OK);
    run(world, 1);
    Pose there = state_of(world, body).pose;
    assert_number(farthest_off(there.p, to.p), <, 2e-6);
    assert_number(turn_between(there.q, to.q), <, 2e-6);
    FN(world_free)(world);
}

static Vec momentum_of(const World* world, imp_body body)
{
    BodyState s = state_of(world, body);
    return FN(vec_scale)(s.velocity, s.mass);
}

static void explodes_as_it_says(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.5f), box = box_of(1.0f, 0.25f, 0.5f);
    const float disc = across_ball(0.5f), side = 2.0f;                           // as seen from the centre [m or m^2]
    imp_body near = add(world, IMP_BODY_DYNAMIC, at(2.5f, 0.0f, 0.0f), &ball);   // 2 m away
    imp_body half = add(world, IMP_BODY_DYNAMIC, at(-4.5f, 0.0f, 0.0f), &ball);  // 4 m
    imp_body far = add(world, IMP_BODY_DYNAMIC, at(0.0f, 5.6f, 0.0f), &ball);
    imp_body flat = add(world, IMP_BODY_DYNAMIC, at(0.0f, -1.25f, 0.0f), &box);
    imp_body stone = add(world, IMP_BODY_STATIC, at(0.0f, 1.0f, 0.0f), &ball);
    FN(explosion) e = {.radius = 3.0f, .falloff = 2.0f};
    *strength_of(&e) = 6.0f;
    assert_int_equal(FN(world_set_awake)(world, near, false), IMP_OK);
    assert_int_equal(FN(world_explode)(world, &e), IMP_OK);
    assert_true(is_awake(world, near));
    float rough = AXES == 2 ? 1e-5f : 2e-2f;  // round areas are found to 1 in 500
    assert_number(distance_of(momentum_of(world, near), at(6.0f * disc, 0.0f, 0.0f)), <, rough);
    assert_number(spin_size(state_of(world, near).angular_velocity), <=, 0.0f);
    assert_number(distance_of(momentum_of(world, half), at(-3.0f * disc, 0.0f, 0.0f)), <, rough);
    assert_number(distance_of(momentum_of(world, flat), at(0.0f, -6.0f * side, 0.0f)), <, 1e-5f);
    assert_number(spin_size(state_of(world, flat).angular_velocity), <, 1e-4f);
    assert_number(length_of(momentum_of(world, far)), <=, 0.0f);
    assert_number(length_of(state_of(world, stone).velocity), <=, 0.0f);

    // What contains the centre goes the way of its centre of mass; where that is the same, nowhere.
    e.center = at(2.25f, 0.0f, 0.0f);
    *strength_of(&e) = -3.0f;
    e.radius = 0.01f;
    e.falloff = 0.0f;
    assert_int_equal(FN(world_explode)(world, &e), IMP_OK);
    Vec now = momentum_of(world, near);
    assert_number(distance_of(now, at(3.0f * disc, 0.0f, 0.0f)), <, rough);
    e.center = at(2.5f, 0.0f, 0.0f);
    assert_int_equal(FN(world_explode)(world, &e), IMP_OK);
    assert_number(distance_of(momentum_of(world, near), now), <=, 0.0f);
    // Its centre of mass is to the right of the centre, and the nearest way out above.
    e.center = FN(vec_sub)(state_of(world, flat).pose.p, at(0.75f, 0.0f, 0.0f));
    *strength_of(&e) = 3.0f;
    const Vec before = momentum_of(world, flat);
    assert_int_equal(FN(world_explode)(world, &e), IMP_OK);
    const Vec pushed = FN(vec_add)(before, at(1.5f, 0.0f, 0.0f));  // its end is 0.5 m high, or 0.5 m^2
    assert_number(distance_of(momentum_of(world, flat), pushed), <, 1e-5f);
    FN(world_free)(world);
}

// Another origin

// A pile beyond a thousand metres, so that all its coordinates have the same rounding wherever it is shifted.
typedef struct pile
{
    World* world;
    imp_body bodies[64];
    int32_t count;
    Vec origin;  // where its world's origin is
} pile;

static void pile_make(pile* p, float x, float y)
{
    p->world = new_world(10.0f);
    p->count = 0;
    p->origin = at(0.0f, 0.0f, 0.0f);
    const Shape ground = box_of(40.0f, 1.0f, 40.0f), box = box_of(0.5f, 0.5f, 0.5f), ball = ball_of(0.4f);
    ColliderDef matter = FN(collider_default)();
    matter.material.friction = 0.5f;
    matter.material.restitution = 0.1f;
    matter.material.rolling_resistance = 0.1f;
    p->bodies[p->count++] =
        add_with(p->world, IMP_BODY_STATIC, pose_of(at(x, y - 1.0f, y), 0.0f), &ground, &matter, NULL);
    for (int32_t i = 0; i < 36; ++i)
    {
        const Vec place = at(x + 1.125f * (float)(i % 6) + 0.25f * (float)(i / 6 % 2),
                             y + 1.0f + 1.25f * (float)(i / 6), y + 0.0625f * (float)(i % 3));
        p->bodies[p->count++] =
            add_with(p->world, IMP_BODY_DYNAMIC, pose_of(place, 0.0f), i % 3 ? &box : &ball, &matter, NULL);
    }
    const Vec fast = at(0.0f, -90.0f, 0.0f);  // swept
    assert_int_equal(FN(world_set_velocity)(p->world, p->bodies[20], fast, spin_about(0.0f)), IMP_OK);
}

static void pile_shift(pile* p, Vec offset)
{
    assert_int_equal(FN(world_shift_origin)(p->world, offset), IMP_OK);
    p->origin = FN(vec_add)(p->origin, offset);
    check_boxes(p->world);
}

static void same_touches(const pile* a, const pile* b)
{
    imp_touch_events s, t;
    assert_int_equal(FN(world_touch_events)(a->world, &s), IMP_OK);
    assert_int_equal(FN(world_touch_events)(b->world, &t), IMP_OK);
    assert_number(s.begun_count, ==, t.begun_count);
    assert_number(s.ended_count, ==, t.ended_count);
    assert_memory_equal(s.begun, t.begun, (size_t)s.begun_count * sizeof *s.begun);
    assert_memory_equal(s.ended, t.ended, (size_t)s.ended_count * sizeof *s.ended);
}

static void same_contacts(const pile* a, const pile* b)
{
    static WorldContact s[512], t[512];
    int32_t count, count_b;
    assert_int_equal(FN(world_contacts)(a->world, s, 512, &count), IMP_OK);
    assert_int_equal(FN(world_contacts)(b->world, t, 512, &count_b), IMP_OK);
    assert_int_equal(count, count_b);
    for (int32_t i = 0; i < count; ++i)
    {
        assert_number(s[i].a.id, ==, t[i].a.id);
        assert_number(s[i].b.id, ==, t[i].b.id);
        assert_memory_equal(s[i].normal_impulse, t[i].normal_impulse, sizeof s[i].normal_impulse);
        assert_memory_equal(s[i].tangent_impulse, t[i].tangent_impulse, sizeof s[i].tangent_impulse);
        assert_number(s[i].manifold.depth, ==, t[i].manifold.depth);
        assert_number(s[i].manifold.count, ==, t[i].manifold.count);
    }
}

static int32_t awake_in(const World* world)
{
    imp_world_stats stats;
    assert_int_equal(FN(world_stats)(world, &stats), IMP_OK);
    return stats.awake;
}

// With and without another origin now and then: the same bits, as long as coordinates have the same rounding.
static void shifts_to_the_bit(void** state)
{
    (void)state;
    const Vec offsets[5] = {at(128.0f, 0.0f, -32.0f), at(0.0f, -64.0f, 0.5f), at(-256.0f, 32.0f, 0.0f),
                            at(-0.5f, 128.0f, 31.5f), at(128.5f, -96.0f, 0.0f)};
    pile a, b;
    pile_make(&a, 1500.0f, 1500.0f);
    pile_make(&b, 1500.0f, 1500.0f);
    for (int32_t step = 0; step < 420; ++step)
    {
        if (step % 7 == 3)
        {
            pile_shift(&b, offsets[step / 7 % 5]);
            same_contacts(&a, &b);
        }
        run(a.world, 1);
        run(b.world, 1);
        same_touches(&a, &b);
        for (int32_t i = 0; i < a.count; ++i)
        {
            BodyState s = state_of(a.world, a.bodies[i]), t = state_of(b.world, b.bodies[i]);
            t.pose.p = FN(vec_add)(t.pose.p, b.origin);
            assert_number(distance_of(s.pose.p, t.pose.p), <=, 0.0f);
            assert_number(s.awake, ==, t.awake);
            assert_memory_equal(&s.pose.q, &t.pose.q, sizeof s.pose.q);
            assert_memory_equal(&s.velocity, &t.velocity, sizeof s.velocity);
            assert_memory_equal(&s.angular_velocity, &t.angular_velocity, sizeof s.angular_velocity);
        }
    }
    assert_int_equal(awake_in(a.world), 0);
    FN(world_free)(a.world);
    FN(world_free)(b.world);
}

// Where floats do not have the differences, what lies still lies on: nothing wakes, nothing begins or ends. Then it is
// all as alive as before.
static void shifts_what_sleeps(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    pile p;
    pile_make(&p, 0.3f, 0.7f);
    run(p.world, 600);
    assert_int_equal(awake_in(p.world), 0);
    int32_t manifolds, left;
    (void)FN(world_contacts)(p.world, NULL, 0, &manifolds);  // no room: only counted
    for (int32_t i = 0; i < 50; ++i)
    {
        pile_shift(&p, FN(vec_scale)(any_place(&rng), 375.0f));
        run(p.world, 1);
        imp_touch_events touches;
        assert_int_equal(FN(world_touch_events)(p.world, &touches), IMP_OK);
        assert_int_equal(touches.begun_count, 0);
        assert_int_equal(touches.ended_count, 0);
        assert_int_equal(awake_in(p.world), 0);
        (void)FN(world_contacts)(p.world, NULL, 0, &left);  // no room: only counted
        assert_int_equal(left, manifolds);
    }
    pile_shift(&p, FN(vec_negate)(p.origin));
    assert_int_equal(FN(world_set_awake)(p.world, p.bodies[1], true), IMP_OK);
    run(p.world, 300);
    for (int32_t i = 1; i < p.count; ++i)
    {
        BodyState s = state_of(p.world, p.bodies[i]);
        assert_number(AT(s.pose.p, 1), >, 1.0f);
        assert_number(length_of(s.velocity), <, 0.01f);
    }
    FN(world_free)(p.world);
}

static void refuses_an_origin_too_far_away(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.25f);
    imp_body a = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    imp_body b = add(world, IMP_BODY_DYNAMIC, at(-0x1p59f, 0.0f, 0.0f), &ball);
    uint64_t hash = hash_of(world);
    imp_status status = FN(world_shift_origin)(world, at(0x1p60f, 0.0f, 0.0f));
    assert_int_equal(imp_status_fault(status), IMP_ERR_RANGE);
    assert_number(hash_of(world), ==, hash);
    assert_int_equal(FN(world_shift_origin)(world, at(-0x1p59f, 0.0f, 0.0f)), IMP_OK);
    assert_number(place_of(world, a, 0), ==, 0x1p59f);
    assert_number(place_of(world, b, 0), ==, 0.0f);
    FN(world_free)(world);
}

#define CONTROL_TESTS                                                                                                  \
    cmocka_unit_test(comes_to_targets), cmocka_unit_test(sends_dynamic_bodies), cmocka_unit_test(explodes_as_it_says), \
        cmocka_unit_test(shifts_to_the_bit), cmocka_unit_test(shifts_what_sleeps),                                     \
        cmocka_unit_test(refuses_an_origin_too_far_away)
