// SPDX-License-Identifier: MIT
//
// Links: rods and cables between particles, points and solids.

static const float tick = 1.0f / 60.0f;

static double tension_of(const FN(particles) * p, int32_t number)
{
    FN(link) link;
    float tension = NAN;
    assert_int_equal(FN(particles_get_link)(p, number, &link, &tension), IMP_OK);
    return (double)tension;
}

// A slack cable is not there, to the last bit.
static void slack(void** unused)
{
    (void)unused;
    FN(particle) ends[2];
    for (int linked = 0; linked < 2; ++linked)
    {
        FN(particles_def) def = falling();
        FN(particles)* p = make_some(&def);
        int32_t n = add_ball(p, deep(1.0f, 2.0f, 0.5f), deep(3.0f, 4.0f, -1.0f), 2.0f, 0.1f);
        if (linked)
        {
            FN(link) cable = link_of(IMP_LINK_CABLE, end_point(flat(1.0f, 2.0f)), end_particle(n), 12.0f);
            cable.restitution = 0.5f;
            add_a_link(p, &cable);
            cable.stiffness = 1e4f;
            add_a_link(p, &cable);
        }
        step_many(p, NULL, 0, tick, 90);
        ends[linked] = get_one(p, n);
        if (linked)
        {
            assert_true(tension_of(p, 0) == 0.0);
            assert_true(tension_of(p, 1) == 0.0);
        }
        FN(particles_free)(p);
    }
    for (int k = 0; k < AXES; ++k)
    {
        assert_true(AT(ends[0].position, k) == AT(ends[1].position, k));
        assert_true(AT(ends[0].velocity, k) == AT(ends[1].velocity, k));
    }
}

// Two fly apart until their cable is taut: then they come back with the restitution, and no momentum is lost.
static void taut(void** unused)
{
    (void)unused;
    for (int rate = 30; rate <= 240; rate *= 2)
    {
        for (int quarter = 0; quarter <= 4; ++quarter)
        {
            double e = 0.25 * quarter;
            FN(particles)* p = make_some(NULL);
            int32_t a = add_ball(p, flat(0.0f, 1.0f), flat(-2.0f, 0.0f), 1.0f, 0.0f);
            int32_t b = add_ball(p, flat(1.0f, 1.0f), flat(1.0f, 0.0f), 3.0f, 0.0f);
            FN(link) cable = link_of(IMP_LINK_CABLE, end_particle(a), end_particle(b), 1.7f);
            cable.restitution = 0.25f * (float)quarter;
            add_a_link(p, &cable);
            for (int i = 0; i < rate / 2; ++i)
            {
                step_once(p, NULL, 0, 1.0f / (float)rate);
                assert_number(fabs(momentum_along(p, 2, 0) - 1.0), <, 1e-5);
                assert_number(distance_of(get_one(p, a).position, get_one(p, b).position), <, 1.705);
            }
            double impulse = (1.0 + e) * 3.0 * 0.75;
            assert_number(fabs(velocity_along(p, a, 0) - (impulse - 2.0)), <, 5e-3);
            assert_number(fabs(velocity_along(p, b, 0) - (1.0 - impulse / 3.0)), <, 5e-3);
            assert_true(velocity_along(p, a, 1) == 0.0);
            FN(particles_free)(p);
        }
    }
}

static FN(particles) * pendulum(double angle)
{
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    int32_t n = add_ball(p, flat((float)sin(angle), 5.0f - (float)cos(angle)), flat(0.0f, 0.0f), 2.0f, 0.1f);
    FN(link) rod = link_of(IMP_LINK_ROD, end_point(flat(0.0f, 5.0f)), end_particle(n), 1.0f);
    add_a_link(p, &rod);
    return p;
}

// A small swing takes 2 pi sqrt(l / g), and the rod keeps its length in a large one, too.
static void pendulums(void** unused)
{
    (void)unused;
    for (int rate = 60; rate <= 240; rate *= 2)
    {
        FN(particles)* p = pendulum(0.05);
        double first = 0.0, last = 0.0, before = 0.05;
        int crossings = 0;
        for (int i = 1; crossings < 21; ++i)
        {
            assert_true(i < 30 * rate);
            step_once(p, NULL, 0, 1.0f / (float)rate);
            double now = position_along(p, 0, 0);
            assert_number(fabs(distance_of(get_one(p, 0).position, flat(0.0f, 5.0f)) - 1.0), <, 1e-3);
            if (before * now < 0.0)
            {
                last = i - now / (now - before);
                first = crossings++ ? first : last;
            }
            before = now;
        }
        double wanted = 2.0 * 3.14159265358979 * sqrt(1.0 / (double)EARTH);
        assert_number(fabs((last - first) / (10.0 * rate) - wanted), <, 0.01 * wanted);
        FN(particles_free)(p);
    }
    FN(particles)* p = pendulum(1.5707963);
    double energy = 5.0 * (double)EARTH;
    for (int i = 0; i < 600; ++i)
    {
        step_once(p, NULL, 0, tick);
        FN(particle) one = get_one(p, 0);
        assert_number(fabs(distance_of(one.position, flat(0.0f, 5.0f)) - 1.0), <, 1e-3);
        double now = (double)EARTH * (double)AT(one.position, 1) + 0.5 * dot_of(one.velocity, one.velocity);
        assert_number(now, <, energy + 0.2);
    }
    FN(particles_free)(p);
}

// A dumbbell that is thrown spinning: it turns about its centre of mass as it did.
static void dumbbell(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    int32_t a = add_ball(p, flat(0.0f, 0.0f), deep(1.0f, -3.0f, 0.5f), 1.0f, 0.1f);
    int32_t b = add_ball(p, flat(2.0f, 0.0f), deep(1.0f, 1.0f, 0.5f), 3.0f, 0.1f);
    FN(link) rod = link_of(IMP_LINK_ROD, end_particle(a), end_particle(b), 2.0f);
    int32_t number = add_a_link(p, &rod);
    double before[AXES], scale = momentum_scale(p, 2), energy = kinetic_energy(p, 2);
    for (int k = 0; k < AXES; ++k)
    {
        before[k] = momentum_along(p, 2, k);
    }
    FNI(dspin) angular = angular_momentum(p, 2, flat(0.0f, 0.0f));
    for (int i = 0; i < 600; ++i)
    {
        step_once(p, NULL, 0, tick);
        assert_number(fabs(distance_of(get_one(p, a).position, get_one(p, b).position) - 2.0), <, 2e-3);
        // m w^2 r of either about the centre; the first sub-step does not know of it.
        if (i == 1)
        {
            assert_number(fabs(tension_of(p, number) - 0.75 * 4.0 * 2.0), <, 0.06);
        }
    }
    for (int k = 0; k < AXES; ++k)
    {
        assert_number(fabs(momentum_along(p, 2, k) - before[k]), <, 5e-5 * scale);
    }
    FNI(dspin) off = FNI(dspin_sub)(angular_momentum(p, 2, flat(0.0f, 0.0f)), angular);
    assert_number(FNI(dspin_length)(off), <, 0.01 * FNI(dspin_length)(angular));
    assert_number(fabs(kinetic_energy(p, 2) - energy), <, 0.02 * energy);
    FN(particles_free)(p);
}

// Each link of a hanging chain carries what is below it.
static void chain_hangs(void** unused)
{
    (void)unused;
    enum
    {
        BEADS = 20
    };
    for (int32_t kind = IMP_LINK_ROD; kind <= IMP_LINK_CABLE; ++kind)
    {
        FN(particles_def) def = falling();
        FN(particles)* p = make_some(&def);
        int32_t numbers[BEADS];
        for (int i = 0; i < BEADS; ++i)
        {
            int32_t n = add_ball(p, flat(2.0f, -0.5f * (float)(i + 1)), flat(0.0f, 0.0f), i % 2 ? 2.0f : 1.0f, 0.0f);
            FN(end) above = i ? end_particle(n - 1) : end_point(flat(2.0f, 0.0f));
            FN(link) link = link_of(kind, above, end_particle(n), 0.5f);
            numbers[i] = add_a_link(p, &link);
        }
        step_many(p, NULL, 0, tick, 600);
        double below = 0.0;
        for (int i = BEADS - 1; i >= 0; --i)
        {
            FN(particle) one = get_one(p, i);
            below += (double)one.mass * (double)EARTH;
            assert_number(fabs(tension_of(p, numbers[i]) - below), <, 0.01 * below);
            assert_number(length_of(one.velocity), <, 1e-3);
            assert_number(fabs((double)AT(one.position, 1) + 0.5 * (i + 1)), <, 0.005 * (i + 1));
            assert_true(AT(one.position, 0) == 2.0f);
        }
        FN(particles_free)(p);
    }
}

// A bridge of cables between two points sags as a catenary does, and is still.
static void bridge(void** unused)
{
    (void)unused;
    enum
    {
        CABLES = 30
    };
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(particle) one = FN(particle_default)();
    one.damping = 0.5f;
    for (int i = 0; i <= CABLES; ++i)
    {
        one.position = flat(25.0f / (float)CABLES * (float)i, 0.0f);
        int32_t n = i < CABLES ? add_one(p, &one) : i;
        if (i == 0)
        {
            FN(particle) post = one;
            post.mass = 0.0f;
            set_one(p, n, &post);
            continue;
        }
        FN(end) here = i < CABLES ? end_particle(n) : end_point(one.position);
        FN(link) cable = link_of(IMP_LINK_CABLE, end_particle(i - 1), here, 1.0f);
        add_a_link(p, &cable);
    }
    step_many(p, NULL, 0, 1.0f / 30.0f, 1800);
    double low = 0.0, high = 100.0;
    for (int i = 0; i < 100; ++i)
    {
        // The catenary's parameter: a longer one hangs in a smaller.
        double a = 0.5 * (low + high), length = 2.0 * a * sinh(12.5 / a);
        low = length > 30.0 ? a : low;
        high = length > 30.0 ? high : a;
    }
    double sag = low * (cosh(12.5 / low) - 1.0);
    assert_number(fabs(position_along(p, CABLES / 2, 1) + sag), <, 0.02 * sag);
    for (int i = 1; i < CABLES; ++i)
    {
        FN(particle) bead = get_one(p, i);
        assert_number(length_of(bead.velocity), <, 2e-3);
        assert_number(distance_of(bead.position, get_one(p, i - 1).position), <, 1.01);
    }
    FN(particles_free)(p);
}

// What pulls a particle back pulls the solid at its other end: momentum, and a moment at a point off its centre.
static void pulls_a_solid(void** unused)
{
    (void)unused;
    for (int32_t kind = IMP_LINK_ROD; kind <= IMP_LINK_CABLE; ++kind)
    {
        for (int stiff = 0; stiff < 2; ++stiff)
        {
            FN(particles)* p = make_some(NULL);
            int32_t n = add_ball(p, flat(2.0f, 0.5f), flat(6.0f, 0.0f), 2.0f, 0.0f);
            FN(link) link = link_of(kind, end_particle(n), end_solid(9, flat(0.0f, 0.5f)), 2.0f);
            link.stiffness = stiff ? 1e6f : 0.0f;
            add_a_link(p, &link);
            FN(solid) body = ground();
            body.kind = IMP_SOLID_NONE;
            body.id = 9;
            body.half = flat(0.0f, 0.0f);
            body.inverse_mass = 0.25f;
            body.inverse_inertia = 0.125f;
            step_once(p, &body, 1, tick);
            FN(solid_push) push;
            int32_t count = 0;
            assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
            assert_int_equal(count, 1);
            assert_true(push.id == 9);
            double lost = 2.0 * (6.0 - velocity_along(p, n, 0));
            assert_number(fabs((double)AT(push.impulse, 0) - lost), <, 1e-5);
            // It slows down until the end of the solid is as fast: 1/4 + 0.5^2/8 of the impulse, both in 1/kg.
            double wanted = 6.0 / (0.5 + 0.25 + 0.03125);
            // A spring has not quite done so within one step.
            assert_number(fabs(lost - wanted), <, (stiff ? 0.3 : 0.01) * wanted);
            double moment = FNI(dspin_length)(FNI(dspin_of)(push.angular_impulse));
            assert_number(fabs(moment - 0.5 * lost), <, 0.03 * lost);
            FN(particles_free)(p);
        }
    }
}

// A weight on a beam that stands pulls it down by just that.
static void weighs_on_a_solid(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(solid) beam = box_solid(flat(0.0f, 4.0f), deep(2.0f, 0.1f, 0.1f));
    beam.inverse_mass = 1e-6f;
    beam.pose.q = turned(1.5707963f);
    int32_t n = add_ball(p, flat(0.0f, 1.0f), flat(0.0f, 0.0f), 2.0f, 0.1f);
    FN(link) cable = link_of(IMP_LINK_CABLE, end_solid(GROUND, flat(-2.0f, 0.0f)), end_particle(n), 1.0f);
    add_a_link(p, &cable);
    step_many(p, &beam, 1, tick, 300);
    FN(solid_push) push;
    int32_t count = 0;
    assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
    assert_int_equal(count, 1);
    double weight = 2.0 * (double)EARTH * (double)tick;
    assert_number(fabs((double)AT(push.impulse, 1) + weight), <, 0.01 * weight);
    assert_number(fabs(tension_of(p, 0) - 2.0 * (double)EARTH), <, 0.02 * (double)EARTH);
    FN(particles_free)(p);
}

// The end of a rod that rides on a moving solid goes with it.
static void rides_along(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    int32_t n = add_ball(p, flat(-2.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    FN(link) cable = link_of(IMP_LINK_CABLE, end_particle(n), end_solid(GROUND, flat(0.0f, 0.0f)), 2.0f);
    add_a_link(p, &cable);
    FN(solid) tug = ground();
    tug.kind = IMP_SOLID_NONE;
    tug.velocity = flat(3.0f, 0.0f);
    for (int i = 0; i < 120; ++i)
    {
        step_once(p, &tug, 1, tick);
        tug.pose.p = FN(vec_add)(tug.pose.p, FN(vec_scale)(tug.velocity, tick));
        assert_number(distance_of(get_one(p, n).position, tug.pose.p), <, 2.01);
    }
    assert_number(fabs(velocity_along(p, n, 0) - 3.0), <, 1e-3);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slack),         cmocka_unit_test(taut),
                                       cmocka_unit_test(pendulums),     cmocka_unit_test(dumbbell),
                                       cmocka_unit_test(chain_hangs),   cmocka_unit_test(bridge),
                                       cmocka_unit_test(pulls_a_solid), cmocka_unit_test(weighs_on_a_solid),
                                       cmocka_unit_test(rides_along)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
