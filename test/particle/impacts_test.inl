// SPDX-License-Identifier: MIT
//
// Particles against solids: bounces that keep their energy, nothing that passes through, and what solids are pushed
// with.

static const float tick = 1.0f / 60.0f;

typedef struct drop
{
    FN(particles) * p;
    FN(solid) solid;
    float radius, height, step;
} drop;

enum
{
    ON_HALF_SPACE,
    ON_TURNED,  // by nothing: the same with a rotation
    ON_BOX,
    ON_COUNT
};

static drop drop_make(int on, float restitution, float height, int rate, int32_t rest)
{
    drop d = {NULL, ground(), 0.1f, height, 1.0f / (float)rate};
    FN(particles_def) def = falling();
    def.material.restitution = restitution;
    def.rest = rest;
    d.p = make_some(&def);
    add_ball(d.p, flat(0.25f, d.radius + height), flat(0.0f, 0.0f), 2.0f, d.radius);
    if (on == ON_TURNED)
    {
        d.solid.pose.q = turned(0.0f);
    }
    if (on == ON_BOX)
    {
        d.solid = box_solid(flat(0.0f, -0.75f), deep(5.0f, 0.5f, 5.0f));
        d.solid.radius = 0.25f;
    }
    return d;
}

// Mechanical energy as the height of a drop.
static double drop_energy(const drop* d)
{
    FN(particle) one = get_one(d->p, 0);
    return (double)AT(one.position, 1) - (double)d->radius + dot_of(one.velocity, one.velocity) / (2.0 * (double)EARTH);
}

static int drop_step(drop* d)
{
    step_once(d->p, &d->solid, 1, d->step);
    return stats_of(d->p).impacts;
}

static void elastic_keeps_energy(void** unused)
{
    (void)unused;
    static const int rates[] = {30, 60, 240};
    uint64_t hashes[ON_COUNT] = {0};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
    {
        for (int on = 0; on < ON_COUNT; ++on)
        {
            drop d = drop_make(on, 1.0f, 1.0f, rates[r], IMP_REST_IMPACT);
            int bounces = 0, steps = 0;
            for (; bounces < 100; ++steps)
            {
                assert_true(steps < 100 * rates[r]);
                bounces += drop_step(&d);
                assert_number(fabs(drop_energy(&d) - 1.0), <, 0.01);
                assert_number(position_along(d.p, 0, 1), >, (double)d.radius - 1e-3);
            }
            // They come when they should, too.
            double fall = sqrt(2.0 / (double)EARTH);
            assert_number(fabs(steps * (double)d.step - 199.0 * fall), <, 0.005 * 199.0 * fall);
            assert_true(velocity_along(d.p, 0, 0) == 0.0);
            hashes[on] = hash_of(d.p);
            FN(particles_free)(d.p);
        }
        assert_true(hashes[ON_HALF_SPACE] == hashes[ON_TURNED]);
    }
}

// Each bounce leaves e^2 of the height, until bounces are too slow to be any.
static void apex_heights(void** unused)
{
    (void)unused;
    static const int rates[] = {30, 60, 240};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
    {
        for (int on = 0; on < ON_COUNT; on += 2)
        {
            drop d = drop_make(on, 0.8f, 1.0f, rates[r], IMP_REST_IMPACT);
            double slowest = 2.0 * (double)EARTH * (double)d.step / 4.0, speed = sqrt(2.0 * (double)EARTH);
            slowest = 1.5 * (slowest > 0.1 ? slowest : 0.1);
            int bounces = 0;
            for (int i = 0; i < 6 * rates[r] && speed * pow(0.8, bounces) > slowest; ++i)
            {
                double wanted = pow(0.64, bounces);
                assert_number(fabs(drop_energy(&d) - wanted), <, 0.02 * wanted);
                bounces += drop_step(&d);
            }
            assert_number(bounces, >, 9);
            for (int i = 0; i < 3 * rates[r]; ++i)
            {
                drop_step(&d);
            }
            assert_int_equal(drop_step(&d), 0);
            assert_number(fabs(velocity_along(d.p, 0, 1)), <, 1e-3);
            FN(particles_free)(d.p);
        }
    }
}

// The two rules that are there for comparison.
static void other_rules(void** unused)
{
    (void)unused;
    double worst[2] = {0.0, 0.0};
    for (int rule = 0; rule < 2; ++rule)
    {
        drop d = drop_make(ON_HALF_SPACE, 1.0f, 1.0f, 60, rule ? IMP_REST_CLASSIC : IMP_REST_IMPACT);
        for (int i = 0; i < 20 * 60; ++i)
        {
            drop_step(&d);
            double off = fabs(drop_energy(&d) - 1.0);
            worst[rule] = off > worst[rule] ? off : worst[rule];
        }
        FN(particles_free)(d.p);
    }
    assert_number(worst[1], >, 2.0 * worst[0]);
    for (int rule = IMP_REST_IMPACT; rule < IMP_REST_COUNT; ++rule)
    {
        // The classic rule makes small hops of what bounces without loss.
        drop d = drop_make(ON_HALF_SPACE, rule == IMP_REST_CLASSIC ? 0.5f : 1.0f, 0.0f, 60, rule);
        double fastest = 0.0;
        for (int i = 0; i < 1200; ++i)
        {
            drop_step(&d);
            double speed = fabs(velocity_along(d.p, 0, 1));
            fastest = i > 600 && speed > fastest ? speed : fastest;
        }
        assert_true(rule == IMP_REST_OFF ? fastest > 1e-2 : fastest < 1e-3);
        FN(particles_free)(d.p);
    }
}

// In the frame of a thin box: where it is, and that it is still on its side.
static void check_side(const FN(particles) * p, int32_t n, const FN(solid) * box, float side)
{
    FN(particle) one = get_one(p, n);
    Vec local = FN(rot_apply_inverse)(box->pose.q, FN(vec_sub)(one.position, box->pose.p));
    bool beside = false;
    for (int k = 0; k < AXES; ++k)
    {
        beside |= k != 1 && fabsf(AT(local, k)) > AT(box->half, k);
    }
    if (!beside)
    {
        assert_number(side * AT(local, 1), >, 0.0f);
    }
}

// Fast and small, against sheets of two millimetres, as they stand and as they come.
static void thin_boxes(void** unused)
{
    (void)unused;
    uint64_t cases = test_n(600), hits = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        FN(particles_def) def = i % 5 ? FN(particles_default)() : falling();
        def.sub_steps = test_rng_int(&rng, 1, 6);
        def.material.restitution = i % 3 ? test_rng_range(&rng, 0.0f, 1.0f) : (float)(i % 2);
        FN(particles)* p = make_some(&def);
        FN(solid) box = box_solid(random_vec(&rng, 3.0f), deep(2.0f, 0.001f, 2.0f));
        box.pose.q = turned(test_rng_range(&rng, -3.0f, 3.0f));
        float side = i & 8 ? 1.0f : -1.0f, speed = test_rng_range(&rng, 30.0f, 300.0f);
        Vec aim = deep(test_rng_range(&rng, -1.0f, 1.0f), 0.0f, test_rng_range(&rng, -1.0f, 1.0f));
        Vec from = deep(test_rng_range(&rng, -4.0f, 4.0f), side * test_rng_range(&rng, 0.5f, 6.0f),
                        test_rng_range(&rng, -4.0f, 4.0f));
        Vec way = FN(vec_sub)(aim, from);
        way = FN(rot_apply)(box.pose.q, FN(vec_scale)(way, speed / (float)length_of(way)));
        bool comes = i & 16;
        box.velocity = comes ? FN(vec_negate)(way) : box.velocity;
        Vec still = flat(0.0f, 0.0f);
        int32_t n = add_ball(p, FN(pose_apply)(box.pose, from), comes ? still : way, 1.0f, i & 32 ? 0.01f : 0.0f);
        int impacts = 0;
        for (int k = 0; k < 20; ++k)
        {
            step_once(p, &box, 1, tick);
            impacts += stats_of(p).contacts > 0;
            box.pose.p = FN(vec_add)(box.pose.p, FN(vec_scale)(box.velocity, tick));
            check_side(p, n, &box, side);
        }
        hits += impacts > 0;
        FN(particles_free)(p);
    }
    assert_number((double)hits, >, 0.95 * (double)cases);
    test_report("shots at thin boxes", cases);
}

// What has fallen fast onto a sheet of two millimetres, or a half-space, lies on it and does not sink through.
static void thin_floors(void** unused)
{
    (void)unused;
    for (int kind = 0; kind < 8; ++kind)
    {
        FN(particles_def) def = falling();
        def.material.restitution = kind & 1 ? 0.3f : 0.0f;
        FN(particles)* p = make_some(&def);
        FN(solid) floor = box_solid(flat(0.0f, -0.001f), deep(2.0f, 0.001f, 2.0f));
        floor = kind & 2 ? ground() : floor;
        float radius = kind & 4 ? 0.01f : 0.0f;
        int32_t n = add_ball(p, flat(0.0f, 7.3f), flat(0.0f, -300.0f), 1.0f, radius);
        for (int k = 0; k < 2400; ++k)
        {
            step_once(p, &floor, 1, tick);
            assert_number(position_along(p, n, 1) - (double)radius, >, -0.0009);
        }
        assert_number(length_of(get_one(p, n).velocity), <, kind & 1 ? 300.0 : 1e-3);
        FN(particles_free)(p);
    }
}

// One against a solid that gives way: both speeds are known.
static void push_head_on(void** unused)
{
    (void)unused;
    for (int quarter = 0; quarter <= 4; ++quarter)
    {
        FN(particles_def) def = FN(particles_default)();
        def.material.restitution = 0.25f * (float)quarter;
        FN(particles)* p = make_some(&def);
        add_ball(p, flat(0.0f, 0.15f), flat(0.0f, -8.0f), 2.0f, 0.1f);
        FN(solid) box = box_solid(flat(0.0f, -1.0f), deep(1.0f, 1.0f, 1.0f));
        box.inverse_mass = 1.0f / 6.0f;
        box.inverse_inertia = 0.1f;
        step_once(p, &box, 1, tick);
        double impulse = (1.0 + 0.25 * quarter) * 8.0 * (2.0 * 6.0 / 8.0);
        FN(solid_push) push;
        int32_t count = 0;
        assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
        assert_int_equal(count, 1);
        assert_number(fabs((double)AT(push.impulse, 1) + impulse), <, 2e-3 * impulse);
        assert_number(fabs(2.0 * (velocity_along(p, 0, 1) + 8.0) + (double)AT(push.impulse, 1)), <, 1e-5);
        FN(particles_free)(p);
    }
}

// Solids of one body are pushed as one, about its centre.
static void push_one_body(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    FN(solid) boxes[3];
    for (int i = 0; i < 3; ++i)
    {
        add_ball(p, flat(3.0f * (float)(i - 1), 0.15f), flat(0.0f, -8.0f), 1.0f + (float)i, 0.1f);
        boxes[i] = box_solid(flat(3.0f * (float)(i - 1), -1.0f), deep(1.0f, 1.0f, 1.0f));
        boxes[i].inverse_mass = boxes[i].inverse_inertia = 1e-4f;
        boxes[i].center = flat(-3.0f * (float)(i - 1), 0.0f);
        boxes[i].id = i < 2 ? 8 : 9;
    }
    step_once(p, boxes, 3, tick);
    FN(solid_push) pushes[3];
    int32_t count = 0;
    assert_int_equal(FN(particles_pushes)(p, pushes, 3, &count), IMP_OK);
    assert_int_equal(count, 2);
    double lost[3];
    for (int i = 0; i < 3; ++i)
    {
        lost[i] = (1.0 + i) * (velocity_along(p, i, 1) + 8.0);
        assert_number(lost[i], >, 7.9 * (1.0 + i));
    }
    assert_true(pushes[0].id == 8);
    assert_true(pushes[1].id == 9);
    assert_number(fabs((double)AT(pushes[0].impulse, 1) + lost[0] + lost[1]), <, 1e-3);
    assert_number(fabs((double)AT(pushes[1].impulse, 1) + lost[2]), <, 1e-3);
    double turned_by = FNI(dspin_length)(FNI(dspin_of)(pushes[0].angular_impulse));
    assert_number(fabs(turned_by - 3.0 * lost[0]), <, 0.01 * lost[0]);
    FN(particles_free)(p);
}

// What particles lose, solids get: momentum, and angular momentum about the centre of mass.
static void pushes_keep_momentum(void** unused)
{
    (void)unused;
    enum
    {
        DROPS = 12
    };
    uint64_t cases = test_n(60), pushed = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        FN(particles_def) def = FN(particles_default)();
        def.material.restitution = test_rng_range(&rng, 0.0f, 1.0f);
        def.collide = i & 2;
        def.turn = i & 4;
        // What does not turn cannot take the moment of friction.
        def.material.friction = def.turn && i & 8 ? 0.5f : 0.0f;
        FN(particles)* p = make_some(&def);
        for (int k = 0; k < DROPS; ++k)
        {
            Vec at = deep(-2.2f + 0.4f * (float)k, 0.6f, test_rng_range(&rng, -1.0f, 1.0f));
            add_ball(p, at, deep(test_rng_range(&rng, -5.0f, 5.0f), test_rng_range(&rng, -60.0f, -5.0f), 1.0f),
                     test_rng_range(&rng, 0.5f, 2.0f), test_rng_range(&rng, 0.0f, 0.15f));
        }
        FN(solid) box = box_solid(flat(0.0f, -1.0f), deep(3.0f, 1.0f, 3.0f));
        box.inverse_mass = i % 2 ? test_rng_range(&rng, 0.01f, 1.0f) : 1e-5f;
        box.material.friction = 0.5f;
        box.inverse_inertia = 1e-5f;
        box.center = deep(0.5f, -0.25f, 0.0f);
        Vec center = FN(vec_add)(box.center, box.pose.p);
        double before[AXES], scale = momentum_scale(p, DROPS);
        for (int k = 0; k < AXES; ++k)
        {
            before[k] = momentum_along(p, DROPS, k);
        }
        FNI(dspin) angular = angular_momentum(p, DROPS, center);
        step_once(p, &box, 1, tick);
        FN(solid_push) push;
        int32_t count = 0;
        assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
        memset(&push, 0, count ? 0 : sizeof push);
        pushed += (uint64_t)count;
        for (int k = 0; k < AXES; ++k)
        {
            double after = momentum_along(p, DROPS, k) + (double)AT(push.impulse, k);
            assert_number(fabs(after - before[k]), <, 1e-5 * scale);
        }
        FNI(dspin) turn = FNI(dspin_add)(angular_momentum(p, DROPS, center), FNI(dspin_of)(push.angular_impulse));
        if (i % 2 == 0)
        {
            // So heavy a solid stays where it is in the step, so the moment about its centre is known.
            assert_number(FNI(dspin_length)(FNI(dspin_sub)(turn, angular)), <, 2e-4 * scale);
        }
        FN(particles_free)(p);
    }
    assert_number((double)pushed, >, 0.9 * (double)cases);
}

enum
{
    HEAP = 8,
    ROOM = 64
};

// By how much momentum changes in a step other than by gravity and contacts, at most.
static double momentum_missing(FN(particles) * p, const FN(solid) * solids, uint64_t* seen)
{
    Vec lost[HEAP], gravity = flat(0.0f, -EARTH * tick);
    for (int k = 0; k < HEAP; ++k)
    {
        lost[k] = get_one(p, k).velocity;
    }
    step_once(p, solids, 2, tick);
    for (int k = 0; k < HEAP; ++k)
    {
        FN(particle) one = get_one(p, k);
        lost[k] = FN(vec_scale)(FN(vec_sub)(FN(vec_add)(lost[k], gravity), one.velocity), one.mass);
    }
    FN(particle_contact) contacts[ROOM];
    int32_t count = 0;
    assert_int_equal(FN(particles_contacts)(p, contacts, ROOM, &count), IMP_OK);
    *seen += (uint64_t)count;
    for (int c = 0; c < count; ++c)
    {
        Vec impulse = contacts[c].impulse;
        assert_number(length_of(impulse), >, 0.0);
        assert_number(fabs(length_of(contacts[c].normal) - 1.0), <, 1e-5);
        assert_number(dot_of(impulse, contacts[c].normal), >, 0.0);
        assert_true((contacts[c].b < 0) == (contacts[c].solid != 0));
        lost[contacts[c].a] = FN(vec_sub)(lost[contacts[c].a], impulse);
        if (contacts[c].b >= 0)
        {
            lost[contacts[c].b] = FN(vec_add)(lost[contacts[c].b], impulse);
        }
    }
    double worst = 0.0;
    for (int k = 0; k < HEAP; ++k)
    {
        worst = length_of(lost[k]) > worst ? length_of(lost[k]) : worst;
    }
    return worst;
}

// Impulses of contacts are all that changes momentum, but for gravity: of a heap that falls down and spreads.
static void contacts_add_up(void** unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; ++kind)
    {
        FN(particles_def) def = falling();
        def.collide = true;
        def.material.restitution = kind & 1 ? 0.4f : 0.0f;
        def.material.friction = kind & 2 ? 0.5f : 0.0f;
        FN(particles)* p = make_some(&def);
        test_rng rng = {3};
        for (int i = 0; i < HEAP; ++i)
        {
            add_ball(p, deep(0.1f * (float)(i % 3), 0.3f + 0.5f * (float)i, 0.0f), random_vec(&rng, 1.0f),
                     test_rng_range(&rng, 0.5f, 3.0f), 0.25f);
        }
        FN(solid) solids[2] = {ground(), box_solid(flat(0.8f, 0.0f), deep(0.4f, 0.3f, 2.0f))};
        solids[1].id = 5;
        solids[0].material.friction = 0.5f;
        uint64_t seen = 0;
        for (int i = 0; i < 240; ++i)
        {
            double missing = momentum_missing(p, solids, &seen);
            assert_number(missing, <, 1e-4);
        }
        assert_number((double)seen, >, 500.0);
        FN(particles_free)(p);
    }
}

// A room of sheets, and much that flies about in it: nothing gets out, at corners neither.
static void thin_room(void** unused)
{
    (void)unused;
    enum
    {
        FLIES = 40
    };
    for (int kind = 0; kind < 8; ++kind)
    {
        FN(particles_def) def = kind & 1 ? falling() : FN(particles_default)();
        def.material.restitution = kind & 2 ? 1.0f : 0.3f;
        FN(particles)* p = make_some(&def);
        FN(solid) walls[2 * AXES];
        for (int k = 0; k < 2 * AXES; ++k)
        {
            Vec half = deep(1.0f, 1.0f, 1.0f), at = flat(0.0f, 0.0f);
            SET_AT(half, k / 2, 0.001f);
            SET_AT(at, k / 2, k % 2 ? -1.0f : 1.0f);
            walls[k] = box_solid(at, half);
            walls[k].id = (uint64_t)k + 1;
        }
        test_rng rng = {(uint64_t)kind};
        for (int i = 0; i < FLIES; ++i)
        {
            Vec way = FN(vec_scale)(random_unit(&rng), test_rng_range(&rng, 1.0f, 300.0f));
            add_ball(p, random_vec(&rng, 0.9f), way, 1.0f, kind & 4 ? 0.01f : 0.0f);
        }
        for (int i = 0; i < 120; ++i)
        {
            step_once(p, walls, 2 * AXES, tick);
            for (int n = 0; n < FLIES; ++n)
            {
                for (int k = 0; k < AXES; ++k)
                {
                    assert_number(fabs(position_along(p, n, k)), <, 1.0);
                }
            }
        }
        FN(particles_free)(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(elastic_keeps_energy), cmocka_unit_test(apex_heights),
                                       cmocka_unit_test(other_rules),          cmocka_unit_test(thin_boxes),
                                       cmocka_unit_test(thin_floors),          cmocka_unit_test(push_head_on),
                                       cmocka_unit_test(push_one_body),        cmocka_unit_test(pushes_keep_momentum),
                                       cmocka_unit_test(contacts_add_up),      cmocka_unit_test(thin_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
