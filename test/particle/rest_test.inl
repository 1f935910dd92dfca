// SPDX-License-Identifier: MIT
//
// What lies is still, however long one looks at it: on the ground, on slopes, on lifts, at springs, and in columns.

enum
{
    EVEN_30,
    EVEN_60,
    EVEN_240,
    UNEVEN,  // 1/60 s and 1/15 s in turn
    PACE_COUNT
};

static float pace_step(int pace, int i)
{
    static const float steps[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f};
    return pace == UNEVEN ? (i & 1 ? 1.0f / 15.0f : 1.0f / 60.0f) : steps[pace];
}

// Steps for so many seconds; returns the number of steps that there have been, from a first one on.
static int run_for(FN(particles) * p, const FN(solid) * solids, int32_t count, int pace, int first, double seconds)
{
    int i = first;
    for (double t = 0.0; t < seconds; ++i)
    {
        float step = pace_step(pace, i);
        step_once(p, solids, count, step);
        t += (double)step;
    }
    return i;
}

// After 50 seconds, ten more change nothing that one could see.
static void check_still(FN(particles) * p, const FN(solid) * solids, int32_t count, int pace, int32_t balls)
{
    enum
    {
        MOST = 128
    };
    Vec places[MOST];
    int i = run_for(p, solids, count, pace, 0, 50.0);
    for (int32_t k = 0; k < balls; ++k)
    {
        places[k] = get_one(p, k).position;
    }
    for (int second = 0; second < 20; ++second)
    {
        i = run_for(p, solids, count, pace, i, 0.5);
        for (int32_t k = 0; k < balls; ++k)
        {
            FN(particle) one = get_one(p, k);
            assert_number(length_of(one.velocity), <, 1e-3);
            assert_number(distance_of(one.position, places[k]), <, 1e-4);
        }
    }
    assert_int_equal(stats_of(p).impacts, 0);
}

static void on_the_ground(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        for (int half = 0; half <= 2; ++half)
        {
            for (int heavy = 1; heavy <= 10; heavy += 9)
            {
                FN(particles_def) def = falling();
                def.gravity = flat(0.0f, -EARTH * (float)heavy);
                def.material.restitution = 0.5f * (float)half;
                FN(particles)* p = make_some(&def);
                add_ball(p, flat(0.5f, 0.25f), flat(0.0f, 0.0f), 3.0f, 0.25f);
                FN(solid) floor = ground();
                check_still(p, &floor, 1, pace, 1);
                assert_number(fabs(position_along(p, 0, 1) - 0.25), <, 0.005);
                assert_true(position_along(p, 0, 0) == 0.5);
                FN(particles_free)(p);
            }
        }
    }
}

// Thrown and dropped ones come to rest, too.
static void comes_to_rest(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        FN(particles_def) def = falling();
        def.material.restitution = 0.7f;
        def.material.friction = 0.5f;
        FN(particles)* p = make_some(&def);
        add_ball(p, deep(0.0f, 3.0f, 0.0f), deep(4.0f, 1.0f, -2.0f), 3.0f, 0.25f);
        FN(solid) floor = ground();
        floor.material.friction = 0.5f;
        check_still(p, &floor, 1, pace, 1);
        FN(particles_free)(p);
    }
}

// A plane that rises to the right by so much: by its normal, or by its pose.
static FN(solid) slope_of(float angle, bool by_pose)
{
    FN(solid) slope = ground();
    slope.material.friction = 1.0f;
    if (by_pose)
    {
        slope.pose.q = turned(angle);
    }
    else
    {
        slope.half = flat(-sinf(angle), cosf(angle));
    }
    return slope;
}

// The friction of particles that makes up so much with that of a slope.
static FN(particles_def) on_slope(float friction)
{
    FN(particles_def) def = falling();
    def.material.friction = friction * friction;
    return def;
}

static void on_a_slope(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        for (int kind = 0; kind < 4; ++kind)
        {
            FN(particles_def) def = on_slope(0.6f);
            def.material.restitution = kind & 2 ? 0.5f : 0.0f;
            FN(particles)* p = make_some(&def);
            float angle = 0.45f;
            FN(solid) slope = slope_of(angle, kind & 1);
            Vec start = flat(-0.25f * sinf(angle), 0.25f * cosf(angle));
            add_ball(p, start, flat(0.0f, 0.0f), 3.0f, 0.25f);
            check_still(p, &slope, 1, pace, 1);
            assert_number(distance_of(get_one(p, 0).position, start), <, 0.02);
            FN(particles_free)(p);
        }
    }
}

// Steeper than friction holds: down with g (sin - mu cos).
static void down_a_slope(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        for (int kind = 0; kind < 4; ++kind)
        {
            double angle = 0.6, friction = kind & 2 ? 0.4 : 0.0;
            FN(particles_def) def = on_slope((float)friction);
            FN(particles)* p = make_some(&def);
            FN(solid) slope = slope_of((float)angle, kind & 1);
            add_ball(p, flat(-0.25f * sinf((float)angle), 0.25f * cosf((float)angle)), flat(0.0f, 0.0f), 3.0f, 0.25f);
            double time = 0.0;
            for (int i = 0; i < 240; ++i)
            {
                step_once(p, &slope, 1, pace_step(pace, i));
                time += (double)pace_step(pace, i);
            }
            double wanted = (double)EARTH * (sin(angle) - friction * cos(angle)) * time;
            assert_number(fabs(length_of(get_one(p, 0).velocity) - wanted), <, 0.01 * wanted);
            assert_number(velocity_along(p, 0, 0), <, 0.0);
            FN(particles_free)(p);
        }
    }
}

// How fast a lift goes: it gathers speed for a second, goes on for three, and slows down for one.
static float lift_speed(double t, float most)
{
    return most * (float)(t < 1.0 ? t : t < 4.0 ? 1.0 : t < 5.0 ? 5.0 - t : 0.0);
}

static void on_a_lift(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        for (int kind = 0; kind < 4; ++kind)
        {
            FN(particles_def) def = falling();
            def.material.restitution = kind & 1 ? 1.0f : 0.0f;
            FN(particles)* p = make_some(&def);
            FN(solid) lift = ground();
            add_ball(p, flat(0.0f, 0.25f), flat(0.0f, 0.0f), 3.0f, 0.25f);
            double t = 0.0;
            for (int i = 0; t < 7.0; ++i)
            {
                float step = pace_step(pace, i);
                lift.velocity = flat(0.0f, lift_speed(t, kind & 2 ? 2.0f : -2.0f));
                step_once(p, &lift, 1, step);
                lift.pose.p = FN(vec_add)(lift.pose.p, FN(vec_scale)(lift.velocity, step));
                t += (double)step;
                double above = position_along(p, 0, 1) - 0.25 - (double)AT(lift.pose.p, 1);
                assert_number(fabs(above), <, 0.01);
                if (t > 2.0)
                {
                    // Even while it slows down: one step of that is no more than a tenth.
                    assert_number(fabs(velocity_along(p, 0, 1) - (double)AT(lift.velocity, 1)), <, 0.15);
                }
            }
            assert_number(length_of(get_one(p, 0).velocity), <, 1e-3);
            FN(particles_free)(p);
        }
    }
}

// Pressed down by one spring, hung from another.
static void at_springs(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        for (int half = 0; half <= 2; ++half)
        {
            FN(particles_def) def = falling();
            def.material.restitution = 0.5f * (float)half;
            FN(particles)* p = make_some(&def);
            FN(force) spring = no_force(IMP_FORCE_SPRING);
            spring.strength = 200.0f;
            spring.damping = 2.0f;
            spring.length = 0.5f;
            spring.a = end_particle(add_ball(p, flat(0.0f, 0.25f), flat(0.0f, 0.0f), 2.0f, 0.25f));
            spring.b = end_point(flat(0.0f, -1.0f));
            add_a_force(p, &spring);
            spring.a = end_particle(add_ball(p, flat(5.0f, 8.5f), flat(0.0f, 0.0f), 2.0f, 0.25f));
            spring.b = end_point(flat(5.0f, 9.0f));
            add_a_force(p, &spring);
            FN(solid) floor = ground();
            check_still(p, &floor, 1, pace, 2);
            double stretch = 2.0 * (double)EARTH / 200.0;
            assert_number(fabs(8.5 - position_along(p, 1, 1) - stretch), <, 0.01 * stretch);
            assert_number(fabs(position_along(p, 0, 1) - 0.25), <, 0.01);
            FN(particles_free)(p);
        }
    }
}

static void stand_column(int32_t balls, int pace, float restitution)
{
    FN(particles_def) def = falling();
    def.collide = true;
    def.material.restitution = restitution;
    FN(particles)* p = make_some(&def);
    for (int32_t i = 0; i < balls; ++i)
    {
        add_ball(p, flat(1.0f, 0.5f + (float)i), flat(0.0f, 0.0f), 1.0f, 0.5f);
    }
    FN(solid) floor = ground();
    check_still(p, &floor, 1, pace, balls);
    for (int32_t i = 0; i < balls; ++i)
    {
        double sunk = 0.5 + (double)i - position_along(p, i, 1);
        assert_number(sunk, <, 0.5);
        assert_number(sunk, >, -0.05);
        assert_true(position_along(p, i, 0) == 1.0);
    }
    FN(particles_free)(p);
}

static void column_of_ten(void** unused)
{
    (void)unused;
    for (int pace = 0; pace < PACE_COUNT; ++pace)
    {
        stand_column(10, pace, 0.0f);
        stand_column(10, pace, 0.5f);
    }
}

static void column_of_hundred(void** unused)
{
    (void)unused;
    stand_column(100, EVEN_60, 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_the_ground), cmocka_unit_test(comes_to_rest),
                                       cmocka_unit_test(on_a_slope),    cmocka_unit_test(down_a_slope),
                                       cmocka_unit_test(on_a_lift),     cmocka_unit_test(at_springs),
                                       cmocka_unit_test(column_of_ten), cmocka_unit_test(column_of_hundred)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
