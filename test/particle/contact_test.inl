// SPDX-License-Identifier: MIT
//
// Particles against particles: what a collision keeps, closed forms of it, and overlaps.

static const float tick = 1.0f / 60.0f;

static FN(particles_def) colliding(float restitution)
{
    FN(particles_def) def = FN(particles_default)();
    def.collide = true;
    def.material.restitution = restitution;
    def.material.friction = 0.0f;
    return def;
}

static FNI(spin) random_spin(test_rng* rng, float size)
{
    FNI(spin) spin = FNI(spin_none)();
    for (int k = 0; k < DIMI(SPIN_FIELDS); ++k)
    {
        FNI(spin_numbers)(&spin)[k] = test_rng_range(rng, -size, size);
    }
    return spin;
}

// Two that meet within half a second, off centre.
static void add_pair(FN(particles) * p, test_rng* rng, bool turn)
{
    FN(particle) a = FN(particle_default)(), b = a;
    a.mass = test_rng_range(rng, 0.1f, 10.0f);
    b.mass = test_rng_range(rng, 0.1f, 10.0f);
    a.radius = test_rng_range(rng, 0.1f, 1.0f);
    b.radius = test_rng_range(rng, 0.1f, 1.0f);
    float sum = a.radius + b.radius, speed = test_rng_range(rng, 3.0f, 24.0f) * sum;
    Vec aim = random_unit(rng), aside = FN(vec_scale)(random_unit(rng), test_rng_range(rng, 0.0f, 0.8f) * sum);
    b.position = random_vec(rng, 4.0f);
    b.velocity = random_vec(rng, 5.0f);
    a.position = FN(vec_add)(b.position, FN(vec_add)(aside, FN(vec_scale)(aim, -sum - 0.25f * speed)));
    a.velocity = FN(vec_add)(b.velocity, FN(vec_scale)(aim, speed));
    if (turn)
    {
        a.angular_velocity = random_spin(rng, 10.0f);
        b.angular_velocity = random_spin(rng, 10.0f);
    }
    add_one(p, &a);
    add_one(p, &b);
}

// Momentum and angular momentum, about any point, are what they were, and energy is no more.
static void collisions_keep(void** unused)
{
    (void)unused;
    uint64_t cases = test_n(400), met = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        FN(particles_def) def = colliding(i % 3 ? test_rng_range(&rng, 0.0f, 1.0f) : (float)(i % 2));
        def.turn = i % 2;
        def.sub_steps = test_rng_int(&rng, 1, 6);
        // What does not turn cannot take the moment of friction.
        def.material.friction = def.turn && i % 4 ? test_rng_range(&rng, 0.0f, 1.0f) : 0.0f;
        FN(particles)* p = make_some(&def);
        add_pair(p, &rng, def.turn);
        Vec about = random_vec(&rng, 5.0f);
        double momentum[AXES], scale = momentum_scale(p, 2), energy = kinetic_energy(p, 2);
        for (int k = 0; k < AXES; ++k)
        {
            momentum[k] = momentum_along(p, 2, k);
        }
        FNI(dspin) angular = angular_momentum(p, 2, about);
        Vec before = get_one(p, 0).velocity;
        step_many(p, NULL, 0, tick, 60);
        met += distance_of(before, get_one(p, 0).velocity) > 0.1;
        for (int k = 0; k < AXES; ++k)
        {
            assert_number(fabs(momentum_along(p, 2, k) - momentum[k]), <, 2e-6 * scale);
        }
        double twist = FNI(dspin_length)(FNI(dspin_sub)(angular_momentum(p, 2, about), angular));
        assert_number(twist, <, 3e-5 * scale * 10.0);
        assert_number(kinetic_energy(p, 2), <, energy * (1.0 + 1e-5));
        FN(particles_free)(p);
    }
    assert_number((double)met, >, 0.6 * (double)cases);
    test_report("collisions", cases);
}

// Friction acts where both touch, and not at each centre: what turns as they part is what was there.
static void friction_turns(void** unused)
{
    (void)unused;
    FN(particles_def) def = colliding(0.5f);
    def.turn = true;
    def.material.friction = 1.0f;
    FN(particles)* p = make_some(&def);
    add_ball(p, flat(-3.0f, 0.4f), flat(6.0f, 0.0f), 1.0f, 0.5f);
    add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
    FNI(dspin) before = angular_momentum(p, 2, flat(0.0f, 0.0f));
    step_many(p, NULL, 0, tick, 60);
    FNI(dspin) after = angular_momentum(p, 2, flat(0.0f, 0.0f));
    FN(particle) a = get_one(p, 0), b = get_one(p, 1);
    assert_number(spin_squared(&a), >, 0.1);
    assert_number(fabs(spin_squared(&a) - spin_squared(&b)), <, 1e-3 * spin_squared(&a));
    assert_number(FNI(dspin_length)(FNI(dspin_sub)(after, before)), <, 1e-4);
    FN(particles_free)(p);
}

// Head on, both speeds afterwards are known; e times the relative speed is left.
static void head_on(void** unused)
{
    (void)unused;
    static const float masses[][2] = {{1.0f, 1.0f}, {1.0f, 3.0f}, {10.0f, 0.1f}, {0.5f, 0.0f}, {1e-3f, 1e3f}};
    for (int rate = 30; rate <= 240; rate *= 2)
    {
        for (int quarter = 0; quarter <= 4; ++quarter)
        {
            for (size_t i = 0; i < sizeof masses / sizeof *masses; ++i)
            {
                FN(particles_def) def = colliding(0.25f * (float)quarter);
                FN(particles)* p = make_some(&def);
                add_ball(p, flat(-1.3f, 0.5f), flat(4.0f, 0.0f), masses[i][0], 0.25f);
                add_ball(p, flat(0.6f, 0.5f), flat(-1.0f, 0.0f), masses[i][1], 0.5f);
                step_many(p, NULL, 0, 1.0f / (float)rate, rate);
                double a = (double)masses[i][0], b = (double)masses[i][1], e = 0.25 * quarter;
                // An infinite mass takes nothing.
                double impulse = (1.0 + e) * 5.0 * (b > 0.0 ? a * b / (a + b) : a);
                assert_number(fabs(velocity_along(p, 0, 0) - (4.0 - impulse / a)), <, 5e-3);
                assert_number(fabs(velocity_along(p, 1, 0) - (b > 0.0 ? impulse / b - 1.0 : -1.0)), <, 5e-3);
                assert_number(fabs(velocity_along(p, 1, 0) - velocity_along(p, 0, 0) - 5.0 * e), <, 5e-3);
                assert_true(velocity_along(p, 0, 1) == 0.0);
                FN(particles_free)(p);
            }
        }
    }
}

// Without friction, what is across the normal stays, and what is along it bounces. The normal is that of the moment
// when they touch, which lies within a sub-step.
static void oblique(void** unused)
{
    (void)unused;
    for (int quarter = 0; quarter <= 4; ++quarter)
    {
        FN(particles_def) def = colliding(0.25f * (float)quarter);
        def.sub_steps = 64;
        FN(particles)* p = make_some(&def);
        add_ball(p, flat(-1.0f, 0.6f), flat(4.0f, 0.0f), 1.0f, 0.5f);
        add_ball(p, flat(0.8f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
        step_many(p, NULL, 0, tick, 60);
        double e = 0.25 * quarter, along = 4.0 * 0.8 * (1.0 + e) * 0.5;
        assert_number(fabs(velocity_along(p, 1, 0) - along * 0.8), <, 0.02);
        assert_number(fabs(velocity_along(p, 1, 1) + along * 0.6), <, 0.02);
        assert_number(fabs(velocity_along(p, 0, 0) - (4.0 - along * 0.8)), <, 0.02);
        assert_number(fabs(velocity_along(p, 0, 1) - along * 0.6), <, 0.02);
        FN(particles_free)(p);
    }
}

// Two that overlap part without being thrown, each by the share of the other's mass.
static void overlap_by_mass(void** unused)
{
    (void)unused;
    for (int infinite = 0; infinite < 2; ++infinite)
    {
        FN(particles_def) def = colliding(0.0f);
        FN(particles)* p = make_some(&def);
        int32_t a = add_ball(p, deep(0.0f, 1.0f, 2.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
        int32_t b = add_ball(p, deep(0.8f, 1.0f, 2.0f), flat(0.0f, 0.0f), infinite ? 0.0f : 3.0f, 0.5f);
        step_many(p, NULL, 0, tick, 180);
        FN(particle) left = get_one(p, a), right = get_one(p, b);
        double left_moved = distance_of(left.position, deep(0.0f, 1.0f, 2.0f));
        double right_moved = distance_of(right.position, deep(0.8f, 1.0f, 2.0f));
        assert_number(distance_of(left.position, right.position), >, 0.98);
        assert_number(distance_of(left.position, right.position), <, 1.05);
        assert_number(length_of(left.velocity), <, 0.02);
        if (infinite)
        {
            assert_true(right_moved == 0.0);
        }
        else
        {
            assert_number(fabs(left_moved / right_moved - 3.0), <, 0.01);
            double middle = 0.25 * (double)AT(left.position, 0) + 0.75 * (double)AT(right.position, 0);
            assert_number(fabs(middle - 0.6), <, 1e-6);
        }
        FN(particles_free)(p);
    }
}

// Those that share a place part, too.
static void same_place(void** unused)
{
    (void)unused;
    FN(particles_def) def = colliding(0.0f);
    FN(particles)* p = make_some(&def);
    for (int i = 0; i < 4; ++i)
    {
        add_ball(p, flat(2.0f, 1.0f), flat(0.0f, 0.0f), 1.0f, 0.25f);
    }
    step_many(p, NULL, 0, tick, 240);
    for (int i = 0; i < 4; ++i)
    {
        for (int k = 0; k < i; ++k)
        {
            assert_number(distance_of(get_one(p, i).position, get_one(p, k).position), >, 0.45);
        }
        assert_number(distance_of(get_one(p, i).position, flat(2.0f, 1.0f)), <, 3.0);
    }
    FN(particles_free)(p);
}

// Five in a row that touch: the last leaves with the speed of the first.
static void cradle(void** unused)
{
    (void)unused;
    for (int rate = 30; rate <= 240; rate *= 2)
    {
        for (int reversed = 0; reversed < 2; ++reversed)
        {
            FN(particles_def) def = colliding(1.0f);
            FN(particles)* p = make_some(&def);
            float sign = reversed ? -1.0f : 1.0f;
            for (int i = 0; i < 5; ++i)
            {
                float at = sign * (float)(i ? i : -1);
                add_ball(p, flat(at, 0.0f), flat(i ? 0.0f : 2.0f * sign, 0.0f), 1.0f, 0.5f);
            }
            step_many(p, NULL, 0, 1.0f / (float)rate, rate);
            for (int i = 0; i < 5; ++i)
            {
                double wanted = i == 4 ? 2.0 * (double)sign : 0.0;
                assert_number(fabs(velocity_along(p, i, 0) - wanted), <, 0.02);
            }
            FN(particles_free)(p);
        }
    }
}

enum
{
    LINE = 5
};

// What a touching line does, in doubles: again and again the two that approach fastest bounce. False if that
// goes on for too long.
static bool bounce_line(const double* masses, double* speeds, double restitution)
{
    for (int left = 0; left < 8 * (LINE - 1); ++left)
    {
        int fastest = 0;
        for (int i = 1; i + 1 < LINE; ++i)
        {
            bool faster = speeds[i] - speeds[i + 1] > speeds[fastest] - speeds[fastest + 1];
            fastest = faster ? i : fastest;
        }
        double approach = speeds[fastest] - speeds[fastest + 1], a = masses[fastest], b = masses[fastest + 1];
        if (approach <= 1e-3)
        {
            return true;
        }
        double impulse = (1.0 + restitution) * approach * a * b / (a + b);
        speeds[fastest] -= impulse / a;
        speeds[fastest + 1] += impulse / b;
    }
    return false;
}

// Of impacts at the same time the fastest comes first: with other masses and losses, the order shows in the speeds.
static void fastest_first(void** unused)
{
    (void)unused;
    uint64_t cases = test_n(200), compared = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        FN(particles_def) def = colliding(test_rng_range(&rng, 0.5f, 1.0f));
        def.rest_speed = 1e-3f;
        def.sub_steps = 1;
        FN(particles)* p = make_some(&def);
        double masses[LINE], speeds[LINE];
        for (int k = 0; k < LINE; ++k)
        {
            float mass = test_rng_range(&rng, 0.2f, 5.0f), speed = test_rng_range(&rng, -5.0f, 5.0f);
            add_ball(p, flat((float)k, 0.0f), flat(speed, 0.0f), mass, 0.5f);
            masses[k] = (double)mass;
            speeds[k] = (double)speed;
        }
        bool ends = bounce_line(masses, speeds, (double)def.material.restitution);
        step_once(p, NULL, 0, 1e-4f);
        compared += ends;
        for (int k = 0; k < LINE && ends; ++k)
        {
            assert_number(fabs(velocity_along(p, k, 0) - speeds[k]), <, 0.01);
        }
        FN(particles_free)(p);
    }
    assert_number((double)compared, >, 0.7 * (double)cases);
    test_report("lines that bounce", compared);
}

// A gas in a box of half-spaces keeps its energy, and stays in.
static void gas(void** unused)
{
    (void)unused;
    enum
    {
        GAS = 60
    };
    FN(particles_def) def = colliding(1.0f);
    FN(particles)* p = make_some(&def);
    test_rng rng = {11};
    FN(solid) walls[2 * AXES];
    for (int k = 0; k < 2 * AXES; ++k)
    {
        walls[k] = ground();
        walls[k].id = (uint64_t)k + 1;
        walls[k].half = walls[k].pose.p = flat(0.0f, 0.0f);
        SET_AT(walls[k].half, k / 2, k % 2 ? -1.0f : 1.0f);
        SET_AT(walls[k].pose.p, k / 2, k % 2 ? 4.0f : -4.0f);
    }
    for (int i = 0; i < GAS; ++i)
    {
        add_ball(p, random_vec(&rng, 3.8f), random_vec(&rng, 4.0f), test_rng_range(&rng, 0.5f, 2.0f), 0.1f);
    }
    // What overlaps at first has parted by then.
    step_many(p, walls, 2 * AXES, tick, 60);
    double energy = kinetic_energy(p, GAS);
    step_many(p, walls, 2 * AXES, tick, 600);
    assert_number(fabs(kinetic_energy(p, GAS) - energy), <, 0.01 * energy);
    for (int i = 0; i < GAS; ++i)
    {
        for (int k = 0; k < AXES; ++k)
        {
            assert_number(fabs(position_along(p, i, k)), <, 3.95);
        }
    }
    FN(particles_free)(p);
}

// Without `collide` they do not see each other.
static void strangers(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    add_ball(p, flat(-1.0f, 0.0f), flat(2.0f, 0.0f), 1.0f, 0.5f);
    add_ball(p, flat(1.0f, 0.0f), flat(-2.0f, 0.0f), 1.0f, 0.5f);
    step_many(p, NULL, 0, 0x1p-6f, 64);
    assert_true(velocity_along(p, 0, 0) == 2.0);
    assert_number(fabs(position_along(p, 0, 0) - 1.0), <, 1e-5);
    assert_int_equal(stats_of(p).contacts, 0);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collisions_keep), cmocka_unit_test(friction_turns),
                                       cmocka_unit_test(head_on),         cmocka_unit_test(oblique),
                                       cmocka_unit_test(overlap_by_mass), cmocka_unit_test(same_place),
                                       cmocka_unit_test(cradle),          cmocka_unit_test(gas),
                                       cmocka_unit_test(strangers),       cmocka_unit_test(fastest_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
