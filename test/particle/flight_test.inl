// SPDX-License-Identifier: MIT
//
// Flight against closed forms: projectiles, drag, damping, springs and stiff links.

static const float rates[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f};

// Gravity adds nothing but the rounding of floats: two roundings in each sub-step.
static void projectile(void** unused)
{
    (void)unused;
    static const int32_t parts[] = {1, 2, 4, 7, 64};
    const Vec gravity = deep(0.5f, -EARTH, 0.25f), from = deep(-3.0f, 2.0f, 7.0f), velocity = deep(12.0f, 15.0f, -3.0f);
    uint64_t cases = 0;
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
    {
        for (size_t s = 0; s < sizeof parts / sizeof *parts; ++s, ++cases)
        {
            FN(particles_def) def = falling();
            def.gravity = gravity;
            def.sub_steps = parts[s];
            FN(particles)* p = make_some(&def);
            int32_t n = add_ball(p, from, velocity, 3.0f, 0.0f);
            int steps = (int)lround(2.0 / (double)rates[r]);
            step_many(p, NULL, 0, rates[r], steps);
            FN(particle) end = get_one(p, n);
            double t = (double)steps * (double)rates[r], rounding = 2.0 * steps * parts[s] * 0x1p-24;
            for (int k = 0; k < AXES; ++k)
            {
                double g = (double)AT(gravity, k), v = (double)AT(velocity, k), x = (double)AT(from, k);
                double speed = fabs(v) + fabs(g * t), reach = fabs(x) + speed * t;
                assert_number(fabs((double)AT(end.velocity, k) - (v + g * t)), <=, rounding * speed);
                assert_number(fabs((double)AT(end.position, k) - (x + v * t + 0.5 * g * t * t)), <=,
                              rounding * (reach + speed * t));
            }
            FN(particles_free)(p);
        }
    }
    test_report("projectiles", cases);
}

typedef struct drag_case
{
    float mass, linear, quadratic;
} drag_case;

// The speed of a fall under drag, at a time.
static double drag_speed(const drag_case* c, double t)
{
    double g = (double)EARTH, m = (double)c->mass;
    if (c->linear > 0.0f)
    {
        double most = m * g / (double)c->linear;
        return most * (1.0 - exp(-g * t / most));
    }
    double most = sqrt(m * g / (double)c->quadratic);
    return most * tanh(g * t / most);
}

static double fall_speed(const drag_case* c, float h, int steps)
{
    FN(particles_def) def = falling();
    def.sub_steps = 1;
    FN(particles)* p = make_some(&def);
    FN(force) drag = no_force(IMP_FORCE_DRAG);
    drag.groups = 1;
    drag.linear = c->linear;
    drag.quadratic = c->quadratic;
    add_a_force(p, &drag);
    int32_t n = add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), c->mass, 0.1f);
    step_many(p, NULL, 0, h, steps);
    FN(particle) end = get_one(p, n);
    FN(particles_free)(p);
    assert_true(AT(end.velocity, 0) == 0.0f);
    return -(double)AT(end.velocity, 1);
}

static void terminal_velocity(void** unused)
{
    (void)unused;
    static const drag_case cases[] = {{2.0f, 0.5f, 0.0f}, {0.5f, 2.0f, 0.0f}, {2.0f, 0.0f, 0.05f}, {80.0f, 0.0f, 0.3f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        double limit = drag_speed(&cases[i], 1e6);
        for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
        {
            double speed = fall_speed(&cases[i], rates[r], (int)lround(90.0 / (double)rates[r]));
            assert_number(fabs(speed - limit), <, 1e-4 * limit);
        }
    }
}

// Half the step, half the error, or less.
static void drag_order(void** unused)
{
    (void)unused;
    static const drag_case cases[] = {{2.0f, 0.5f, 0.0f}, {2.0f, 0.0f, 0.05f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        double exact = drag_speed(&cases[i], 2.0), last = 0.0;
        for (int steps = 16; steps <= 256; steps *= 2)
        {
            double error = fabs(fall_speed(&cases[i], 2.0f / (float)steps, steps) - exact);
            if (steps > 16)
            {
                assert_number(error, <, last / 1.8 + 1e-5);
            }
            last = error;
        }
        assert_number(last, <, 0.01 * exact);
    }
}

static void damping(void** unused)
{
    (void)unused;
    static const int32_t parts[] = {1, 4, 9};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
    {
        for (size_t s = 0; s < sizeof parts / sizeof *parts; ++s)
        {
            FN(particles_def) def = FN(particles_default)();
            def.sub_steps = parts[s];
            FN(particles)* p = make_some(&def);
            FN(particle) one = FN(particle_default)();
            one.velocity = deep(10.0f, -5.0f, 2.5f);
            one.damping = 1.5f;
            int32_t n = add_one(p, &one);
            step_many(p, NULL, 0, rates[r], 30);
            int count = 30 * parts[s];
            double kept = pow(1.0 + 1.5 * (double)rates[r] / parts[s], -count);
            FN(particle) end = get_one(p, n);
            for (int k = 0; k < AXES; ++k)
            {
                double wanted = (double)AT(one.velocity, k) * kept;
                assert_number(fabs((double)AT(end.velocity, k) - wanted), <=, fabs(wanted) * count * 0x1p-22);
            }
            FN(particles_free)(p);
        }
    }
}

// A mass of 1 on a spring along axis 0, at the far end of its swing.
static FN(particles) * swing(float stiffness, float amplitude, int32_t sub_steps)
{
    FN(particles_def) def = FN(particles_default)();
    def.sub_steps = sub_steps;
    FN(particles)* p = make_some(&def);
    FN(force) spring = no_force(IMP_FORCE_SPRING);
    spring.a = end_particle(add_ball(p, flat(4.0f + amplitude, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.1f));
    spring.b = end_point(flat(0.0f, 0.0f));
    spring.strength = stiffness;
    spring.length = 4.0f;
    add_a_force(p, &spring);
    return p;
}

static double swing_energy(const FN(particles) * p, double stiffness)
{
    FN(particle) one = get_one(p, 0);
    double stretch = (double)AT(one.position, 0) - 4.0;
    return 0.5 * stiffness * stretch * stretch + 0.5 * dot_of(one.velocity, one.velocity);
}

// The period is that of symplectic Euler, which tends to 2 pi sqrt(m / k).
static void period(void** unused)
{
    (void)unused;
    for (int32_t parts = 1; parts <= 8; parts *= 2)
    {
        FN(particles)* p = swing(100.0f, 0.5f, parts);
        double h = 0.01, first = 0.0, last = 0.0, before = 0.5;
        int crossings = 0;
        for (int i = 1; crossings < 21; ++i)
        {
            assert_true(i < 2000);
            step_once(p, NULL, 0, (float)h);
            double now = position_along(p, 0, 0) - 4.0;
            if (before * now < 0.0)
            {
                last = (i - now / (now - before)) * h;
                first = crossings++ ? first : last;
            }
            before = now;
        }
        double sub = h / parts, measured = (last - first) / 10.0;
        double wanted = 3.14159265358979 * sub / asin(5.0 * sub);
        assert_number(fabs(measured - wanted), <, 1e-3 * wanted);
        FN(particles_free)(p);
    }
}

static void energy_is_bounded(void** unused)
{
    (void)unused;
    FN(particles)* p = swing(100.0f, 0.5f, 1);
    double start = swing_energy(p, 100.0), sums[2] = {0.0, 0.0};
    for (int i = 0; i < 10000; ++i)
    {
        step_once(p, NULL, 0, 0.01f);
        double energy = swing_energy(p, 100.0);
        assert_number(energy, >, 0.9 * start);
        assert_number(energy, <, 1.1 * start);
        sums[0] += i < 1000 ? energy : 0.0;
        sums[1] += i >= 9000 ? energy : 0.0;
    }
    assert_number(fabs(sums[1] - sums[0]), <, 0.005 * sums[0]);
    FN(particles_free)(p);
}

// An explicit spring holds while its frequency times the sub-step is below 2.
static void stability_limit(void** unused)
{
    (void)unused;
    for (int32_t parts = 1; parts <= 4; parts *= 4)
    {
        for (int beyond = 0; beyond < 2; ++beyond)
        {
            float omega = (beyond ? 2.1f : 1.9f) * (float)parts * 64.0f;
            FN(particles)* p = swing(omega * omega, 0x1p-6f, parts);
            double start = swing_energy(p, (double)(omega * omega)), most = 0.0;
            for (int i = 0; i < (beyond ? 8 : 2000); ++i)
            {
                step_once(p, NULL, 0, 1.0f / 64.0f);
                double energy = swing_energy(p, (double)(omega * omega));
                most = energy > most ? energy : most;
            }
            // At 1.9, the shadow of the energy is an ellipse twenty times as long as it is wide.
            assert_true(beyond ? most > 100.0 * start : most < 100.0 * start);
            FN(particles_free)(p);
        }
    }
}

static FN(particles) * hang(int32_t kind, float stiffness, float stretch)
{
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    int32_t n = add_ball(p, flat(0.0f, -1.0f - stretch), flat(0.0f, 0.0f), 2.0f, 0.1f);
    FN(link) link = link_of(kind, end_point(flat(0.0f, 0.0f)), end_particle(n), 1.0f);
    link.stiffness = stiffness;
    add_a_link(p, &link);
    return p;
}

// However stiff and however long the step, it ends where a spring would.
static void stiff_links(void** unused)
{
    (void)unused;
    static const float stiff[] = {1e2f, 1e3f, 1e4f, 1e6f, 1e9f};
    for (int32_t kind = IMP_LINK_ROD; kind <= IMP_LINK_CABLE; ++kind)
    {
        for (size_t i = 0; i < sizeof stiff / sizeof *stiff; ++i)
        {
            FN(particles)* p = hang(kind, stiff[i], 0.1f);
            double stretch = 2.0 * (double)EARTH / (double)stiff[i];
            for (int k = 0; k < 1200; ++k)
            {
                step_once(p, NULL, 0, 0.1f);
                double length = length_of(get_one(p, 0).position);
                assert_number(length, <, 1.101 + 2.0 * stretch);
                // A cable does not push, so it may be slack for a while.
                assert_number(length, >, kind == IMP_LINK_ROD ? 0.9 : 0.0);
            }
            FN(particle) end = get_one(p, 0);
            assert_number(fabs(length_of(end.position) - 1.0 - stretch), <, 0.01 * stretch + 1e-6);
            assert_number(length_of(end.velocity), <, 1e-3);
            float tension = 0.0f;
            assert_int_equal(FN(particles_get_link)(p, 0, NULL, &tension), IMP_ERR_NULL | 3 << 8);
            FN(link) link;
            assert_int_equal(FN(particles_get_link)(p, 0, &link, &tension), IMP_OK);
            assert_number(fabs((double)tension - 2.0 * (double)EARTH), <, 0.02 * (double)EARTH);
            FN(particles_free)(p);
        }
    }
}

// Stretched it is a spring; shorter than its length it is not there.
static void bungee(void** unused)
{
    (void)unused;
    for (int stretched = 0; stretched < 2; ++stretched)
    {
        FN(particle) ends[2];
        for (int32_t kind = 0; kind < 2; ++kind)
        {
            FN(particles_def) def = falling();
            FN(particles)* p = make_some(&def);
            int32_t n = add_ball(p, deep(0.5f, stretched ? -6.0f : -0.5f, 0.25f), flat(1.0f, 0.0f), 2.0f, 0.1f);
            FN(force) force = no_force(kind ? IMP_FORCE_BUNGEE : IMP_FORCE_SPRING);
            force.a = end_particle(n);
            force.strength = 40.0f;
            force.damping = 0.5f;
            force.length = 2.0f;
            int32_t number = add_a_force(p, &force);
            if (!kind && !stretched)
            {
                assert_int_equal(FN(particles_remove_force)(p, number), IMP_OK);
            }
            step_many(p, NULL, 0, 1.0f / 60.0f, 12);
            ends[kind] = get_one(p, n);
            FN(particles_free)(p);
        }
        for (int k = 0; k < AXES; ++k)
        {
            assert_true(AT(ends[0].position, k) == AT(ends[1].position, k));
            assert_true(AT(ends[0].velocity, k) == AT(ends[1].velocity, k));
        }
        assert_number(AT(ends[1].velocity, 1), <, stretched ? 20.0f : -1.9f);
    }
}

// A spring pulls both ends alike.
static void spring_between_two(void** unused)
{
    (void)unused;
    FN(particles_def) def = FN(particles_default)();
    FN(particles)* p = make_some(&def);
    FN(force) spring = no_force(IMP_FORCE_SPRING);
    spring.a = end_particle(add_ball(p, deep(0.0f, 0.0f, 1.0f), flat(1.0f, 2.0f), 1.0f, 0.0f));
    spring.b = end_particle(add_ball(p, deep(3.0f, 1.0f, 0.0f), flat(-1.0f, 0.0f), 5.0f, 0.0f));
    spring.strength = 30.0f;
    spring.damping = 0.2f;
    spring.length = 1.0f;
    add_a_force(p, &spring);
    double before[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        before[k] = momentum_along(p, 2, k);
    }
    double scale = momentum_scale(p, 2);
    step_many(p, NULL, 0, 1.0f / 60.0f, 600);
    for (int k = 0; k < AXES; ++k)
    {
        assert_number(fabs(momentum_along(p, 2, k) - before[k]), <, 1e-4 * scale);
    }
    // What the damper leaves swings no longer.
    assert_number(fabs(distance_of(get_one(p, 0).position, get_one(p, 1).position) - 1.0), <, 1.5);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(projectile),      cmocka_unit_test(terminal_velocity),
                                       cmocka_unit_test(drag_order),      cmocka_unit_test(damping),
                                       cmocka_unit_test(period),          cmocka_unit_test(energy_is_bounded),
                                       cmocka_unit_test(stability_limit), cmocka_unit_test(stiff_links),
                                       cmocka_unit_test(bungee),          cmocka_unit_test(spring_between_two)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
