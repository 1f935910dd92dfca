// SPDX-License-Identifier: MIT
//
// Particles that turn: rolling down slopes, rolling resistance, and what a spinning one does where it lands.

static FN(solid) slope_of(float angle)
{
    FN(solid) slope = ground();
    slope.material.friction = 1.0f;
    slope.half = flat(-sinf(angle), cosf(angle));
    return slope;
}

static FN(particles) * ball_on(float angle, float resistance, int32_t sub_steps)
{
    FN(particles_def) def = falling();
    def.turn = true;
    def.sub_steps = sub_steps;
    def.material.friction = 1.0f;
    def.material.rolling_resistance = resistance;
    FN(particles)* p = make_some(&def);
    add_ball(p, flat(-0.5f * sinf(angle), 0.5f * cosf(angle)), flat(0.0f, 0.0f), 2.0f, 0.5f);
    return p;
}

static double turning_of(const FN(particles) * p, int32_t n)
{
    FN(particle) one = get_one(p, n);
    return sqrt(spin_squared(&one));
}

// A solid ball gathers speed more slowly than one that slides: g sin / (1 + I / (m r^2)), less what resists.
static void down_a_slope(void** unused)
{
    (void)unused;
    static const float resistances[] = {0.0f, 0.02f, 0.1f};
    for (int rate = 30; rate <= 240; rate *= 2)
    {
        for (int i = 0; i < 3; ++i)
        {
            float angle = 0.35f;
            FN(particles)* p = ball_on(angle, resistances[i], 4);
            FN(solid) slope = slope_of(angle);
            step_many(p, &slope, 1, 1.0f / (float)rate, 2 * rate);
            double a = (double)EARTH * (sin(0.35) - (double)resistances[i] / 0.5 * cos(0.35)) / (1.0 + ball_inertia());
            assert_number(fabs(length_of(get_one(p, 0).velocity) - 2.0 * a), <, 0.01 * 2.0 * a);
            assert_number(fabs(turning_of(p, 0) - 4.0 * a), <, 0.01 * 4.0 * a);
            FN(particles_free)(p);
        }
    }
}

// Too steep for friction to make it roll: it slides and spins up by what friction there is.
static void slips(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    def.turn = true;
    def.material.friction = 0.01f;  // 0.1 with that of the slope
    FN(particles)* p = make_some(&def);
    FN(solid) slope = slope_of(0.8f);
    add_ball(p, flat(-0.5f * sinf(0.8f), 0.5f * cosf(0.8f)), flat(0.0f, 0.0f), 2.0f, 0.5f);
    step_many(p, &slope, 1, 1.0f / 60.0f, 60);
    double speed = (double)EARTH * (sin(0.8) - 0.1 * cos(0.8)), spin = (double)EARTH * 0.1 * cos(0.8);
    assert_number(fabs(length_of(get_one(p, 0).velocity) - speed), <, 0.01 * speed);
    spin /= ball_inertia() * 0.5;
    assert_number(fabs(turning_of(p, 0) - spin), <, 0.02 * spin);
    FN(particles_free)(p);
}

// The lever of rolling resistance holds it where the slope's tangent is less than lever over radius.
static void resistance_holds(void** unused)
{
    (void)unused;
    for (int steep = 0; steep < 2; ++steep)
    {
        float angle = atanf(steep ? 0.22f : 0.18f);
        FN(particles)* p = ball_on(angle, 0.1f, 4);
        FN(solid) slope = slope_of(angle);
        Vec start = get_one(p, 0).position;
        step_many(p, &slope, 1, 1.0f / 60.0f, 600);
        double moved = distance_of(get_one(p, 0).position, start);
        assert_true(steep ? moved > 1.0 : moved < 0.005);
        if (!steep)
        {
            assert_number(length_of(get_one(p, 0).velocity), <, 1e-3);
            assert_number(turning_of(p, 0), <, 1e-3);
        }
        FN(particles_free)(p);
    }
}

// On level ground it stops after v^2 (1 + I) r / (2 g lever), and stays; without resistance it rolls on.
static void rolls_out(void** unused)
{
    (void)unused;
    for (int resists = 0; resists < 2; ++resists)
    {
        FN(particles)* p = ball_on(0.0f, resists ? 0.05f : 0.0f, 4);
        FN(particle) one = get_one(p, 0);
        one.velocity = flat(3.0f, 0.0f);
        // Clockwise, as it rolls to the right.
        FNI(spin_numbers)(&one.angular_velocity)[DIMI(SPIN_FIELDS) - 1] = -6.0f;
        set_one(p, 0, &one);
        FN(solid) floor = ground();
        floor.material.friction = 1.0f;
        step_many(p, &floor, 1, 1.0f / 60.0f, 900);
        double way = position_along(p, 0, 0), speed = velocity_along(p, 0, 0);
        if (resists)
        {
            double wanted = 9.0 * (1.0 + ball_inertia()) * 0.5 / (2.0 * (double)EARTH * 0.05);
            assert_number(fabs(way - wanted), <, 0.02 * wanted);
            assert_number(fabs(speed), <, 1e-3);
            assert_number(turning_of(p, 0), <, 1e-3);
        }
        else
        {
            assert_number(fabs(speed - 3.0), <, 1e-3);
            assert_number(fabs(way - 45.0), <, 0.05);
        }
        FN(particles_free)(p);
    }
}

// Set down spinning, without any speed: it drives off, and keeps I / (1 + I) of its rim's speed.
static void spins_up(void** unused)
{
    (void)unused;
    FN(particles)* p = ball_on(0.0f, 0.0f, 4);
    FN(particle) one = get_one(p, 0);
    FNI(spin_numbers)(&one.angular_velocity)[DIMI(SPIN_FIELDS) - 1] = -20.0f;
    set_one(p, 0, &one);
    FN(solid) floor = ground();
    floor.material.friction = 0.25f;
    step_many(p, &floor, 1, 1.0f / 60.0f, 240);
    double wanted = 10.0 * ball_inertia() / (1.0 + ball_inertia());
    assert_number(fabs(velocity_along(p, 0, 0) - wanted), <, 0.01 * wanted);
    assert_number(fabs(turning_of(p, 0) - wanted / 0.5), <, 0.02 * wanted);
    FN(particles_free)(p);
}

// Without `turn`, spins are 0, whatever one gives them.
static void no_turning(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(particle) one = FN(particle_default)();
    one.radius = 0.5f;
    one.position = flat(0.0f, 0.5f);
    one.velocity = flat(2.0f, 0.0f);
    FNI(spin_numbers)(&one.angular_velocity)[DIMI(SPIN_FIELDS) - 1] = 5.0f;
    add_one(p, &one);
    FN(solid) floor = ground();
    floor.material.friction = 0.5f;
    step_many(p, &floor, 1, 1.0f / 60.0f, 60);
    assert_true(turning_of(p, 0) == 0.0);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(down_a_slope),     cmocka_unit_test(slips),
                                       cmocka_unit_test(resistance_holds), cmocka_unit_test(rolls_out),
                                       cmocka_unit_test(spins_up),         cmocka_unit_test(no_turning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
