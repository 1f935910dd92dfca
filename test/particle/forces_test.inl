// SPDX-License-Identifier: MIT
//
// What force generators do: buoyancy, attractors, explosions, winds, the caller's functions; and forces and impulses
// that the caller applies.

static const float tick = 1.0f / 60.0f;

// The part of a ball that is under, when its lowest point is so deep.
static double part_under(double radius, double depth)
{
    const double pi = 3.14159265358979323846;
    if (AXES == 2)
    {
        double x = radius - depth;
        return (radius * radius * acos(x / radius) - x * sqrt(2.0 * radius * depth - depth * depth)) /
               (pi * radius * radius);
    }
    return depth * depth * (3.0 * radius - depth) / (4.0 * radius * radius * radius);
}

static double floating_depth(double radius, double part)
{
    double low = 0.0, high = 2.0 * radius;
    for (int i = 0; i < 100; ++i)
    {
        double half = 0.5 * (low + high);
        low = part_under(radius, half) < part ? half : low;
        high = part_under(radius, half) < part ? high : half;
    }
    return low;
}

static FN(force) water(float level)
{
    FN(force) force = no_force(IMP_FORCE_BUOYANCY);
    force.groups = 1;
    force.vector = flat(0.0f, 1.0f);
    force.center = flat(3.0f, level);
    force.strength = 1000.0f;
    return force;
}

// Archimedes: what a floating ball displaces weighs as much as it does.
static void floating(void** unused)
{
    (void)unused;
    static const float radii[] = {0.05f, 0.5f, 2.0f};
    for (size_t r = 0; r < sizeof radii / sizeof *radii; ++r)
    {
        for (int tenth = 1; tenth < 10; tenth += 2)
        {
            double radius = (double)radii[r], mass = 100.0 * tenth * ball_volume(radius);
            FN(particles_def) def = falling();
            FN(particles)* p = make_some(&def);
            FN(force) force = water(2.0f);
            // As much drag as stops its swing soonest, or more.
            force.linear = (float)(20.0 / tenth * mass * sqrt((double)EARTH / radius));
            add_a_force(p, &force);
            int32_t n = add_ball(p, flat(0.5f, 2.0f), flat(0.0f, 0.0f), (float)mass, radii[r]);
            step_many(p, NULL, 0, tick, 3600);
            FN(particle) end = get_one(p, n);
            double wanted = floating_depth(radius, 0.1 * tenth);
            assert_number(fabs(2.0 - ((double)AT(end.position, 1) - radius) - wanted), <, 0.01 * wanted);
            assert_number(length_of(end.velocity), <, 1e-3);
            FN(particles_free)(p);
        }
    }
}

// As heavy as what it displaces: it stays anywhere below, and drag stops it.
static void neutral(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(force) force = water(0.0f);
    add_a_force(p, &force);
    float mass = (float)(1000.0 * ball_volume(0.5));
    int32_t n = add_ball(p, deep(1.0f, -5.0f, 2.0f), flat(0.0f, 0.0f), mass, 0.5f);
    int32_t above = add_ball(p, flat(4.0f, 90.0f), flat(0.0f, 0.0f), mass, 0.5f);
    step_many(p, NULL, 0, tick, 60);
    assert_number(fabs(velocity_along(p, above, 1) + (double)EARTH), <, 1e-3);
    step_many(p, NULL, 0, tick, 540);
    assert_number(distance_of(get_one(p, n).position, deep(1.0f, -5.0f, 2.0f)), <, 2e-3);
    force.linear = mass;
    assert_int_equal(FN(particles_set_force)(p, 0, &force), IMP_OK);
    FN(particle) one = get_one(p, n);
    one.velocity = flat(2.0f, -1.0f);
    set_one(p, n, &one);
    step_many(p, NULL, 0, tick, 900);
    assert_number(length_of(get_one(p, n).velocity), <, 1e-3);
    FN(particles_free)(p);
}

static double push_up(float level)
{
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(force) force = water(level);
    force.groups = 0;
    force.a = end_solid(GROUND, flat(0.0f, 0.0f));
    force.volume = 2.0f;
    force.length = 0.5f;
    add_a_force(p, &force);
    FN(solid) hull = box_solid(flat(0.0f, 0.0f), deep(1.0f, 1.0f, 1.0f));
    hull.inverse_mass = 0.001f;
    hull.inverse_inertia = 0.001f;
    step_once(p, &hull, 1, tick);
    FN(solid_push) push;
    int32_t count = 0;
    assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
    FN(particles_free)(p);
    assert_number(count, <=, 1);
    if (!count)
    {
        return 0.0;
    }
    assert_true(push.id == GROUND);
    assert_true(AT(push.impulse, 0) == 0.0f);
    return (double)AT(push.impulse, 1) / (2000.0 * (double)EARTH * (double)tick);
}

static void solid_floats(void** unused)
{
    (void)unused;
    assert_number(fabs(push_up(-1.0f)), ==, 0.0);
    assert_number(fabs(push_up(3.0f) - 1.0), <, 1e-5);
    assert_number(fabs(push_up(0.55f) - 1.0), <, 1e-2);
    double low = push_up(0.2f), high = push_up(0.3f);
    assert_number(low, >, 0.1);
    assert_number(low, <, high);
    assert_number(high, <, 0.9);
}

// A circle stays one, through ten turns.
static void orbit(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    FN(force) force = no_force(IMP_FORCE_ATTRACTOR);
    force.groups = 1;
    force.center = deep(1.0f, 2.0f, 3.0f);
    force.strength = 100.0f;
    add_a_force(p, &force);
    Vec start = deep(11.0f, 2.0f, 3.0f);
    int32_t n = add_ball(p, start, flat(0.0f, (float)sqrt(10.0)), 7.0f, 0.1f);
    double turn = 2.0 * 3.14159265358979 * 10.0 / sqrt(10.0);
    int steps = (int)lround(10.0 * turn / (double)tick);
    for (int i = 0; i < steps; ++i)
    {
        step_once(p, NULL, 0, tick);
        assert_number(fabs(distance_of(get_one(p, n).position, force.center) - 10.0), <, 0.1);
    }
    assert_number(distance_of(get_one(p, n).position, start), <, 0.5);
    FN(particles_free)(p);
}

// Softening takes the pole away; a strength below 0 repels.
static void attractor_near(void** unused)
{
    (void)unused;
    for (int sign = -1; sign <= 1; sign += 2)
    {
        FN(particles)* p = make_some(NULL);
        FN(force) force = no_force(IMP_FORCE_ATTRACTOR);
        force.groups = 1;
        force.strength = 20.0f * (float)sign;
        force.length = 2.0f;
        add_a_force(p, &force);
        int32_t n = add_ball(p, flat(1.0f, 0.0f), flat(0.0f, 0.0f), 0.5f, 0.0f);
        int32_t center = add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), 0.5f, 0.0f);
        step_once(p, NULL, 0, 0x1p-10f);
        assert_number(fabs(velocity_along(p, n, 0) * 0x1p10 + 4.0 * sign), <, 0.01);
        assert_true(length_of(get_one(p, center).velocity) == 0.0);
        FN(particles_free)(p);
    }
}

static void explosion(void** unused)
{
    (void)unused;
    static const int32_t parts[] = {1, 4, 64};
    for (size_t s = 0; s < sizeof parts / sizeof *parts; ++s)
    {
        FN(particles_def) def = FN(particles_default)();
        def.sub_steps = parts[s];
        FN(particles)* p = make_some(&def);
        FN(force) force = no_force(IMP_FORCE_EXPLOSION);
        force.groups = 1;
        force.center = deep(1.0f, 1.0f, 1.0f);
        force.strength = 10.0f;
        force.length = 4.0f;
        int32_t number = add_a_force(p, &force);
        for (int i = 0; i < 12; ++i)
        {
            add_ball(p, deep(1.0f + 0.5f * (float)i, 1.0f, 1.0f), flat(0.0f, 0.0f), 2.0f, 0.0f);
        }
        step_once(p, NULL, 0, tick);
        FN(force) gone;
        assert_int_equal(FN(particles_get_force)(p, number, &gone), IMP_ERR_HANDLE | 2 << 8);
        for (int again = 0; again < 2; ++again)
        {
            for (int i = 1; i < 12; ++i)
            {
                double part = 1.0 - 0.125 * i;
                Vec v = get_one(p, i).velocity;
                assert_number(fabs((double)AT(v, 0) - (part > 0.0 ? 5.0 * part : 0.0)), <, 5e-3);
                assert_true(AT(v, 1) == 0.0f);
            }
            assert_number(length_of(get_one(p, 0).velocity), <=, 5.001);
            step_many(p, NULL, 0, tick, 3);
        }
        assert_int_equal(stats_of(p).forces, 0);
        FN(particles_free)(p);
    }
}

// However light a particle is, the wind takes it along and no faster.
static void wind(void** unused)
{
    (void)unused;
    static const float masses[] = {1.0f, 0.03f, 1e-3f, 1e-6f};
    for (size_t i = 0; i < sizeof masses / sizeof *masses; ++i)
    {
        for (int quadratic = 0; quadratic < 2; ++quadratic)
        {
            FN(particles)* p = make_some(NULL);
            FN(force) force = no_force(IMP_FORCE_DRAG);
            force.groups = 1;
            force.vector = deep(5.0f, 0.0f, 2.0f);
            force.linear = 1.0f;
            force.quadratic = quadratic ? 1.0f : 0.0f;
            add_a_force(p, &force);
            int32_t n = add_ball(p, flat(0.0f, 0.0f), flat(-3.0f, 8.0f), masses[i], 0.1f);
            for (int k = 0; k < 1200; ++k)
            {
                step_once(p, NULL, 0, tick);
                assert_number(length_of(get_one(p, n).velocity), <, 10.0);
            }
            assert_number(distance_of(get_one(p, n).velocity, force.vector), <, 1e-3);
            FN(particles_free)(p);
        }
    }
}

static uint64_t blow(float size, double* least, double* most)
{
    FN(particles)* p = make_some(NULL);
    FN(force) force = no_force(IMP_FORCE_DRAG);
    force.groups = 1;
    force.vector = deep(3.0f, 1.0f, 0.0f);
    force.strength = 2.0f;
    force.length = size;
    force.linear = 1.0f;
    add_a_force(p, &force);
    test_rng rng = {5};
    enum
    {
        LEAVES = 40
    };
    for (int i = 0; i < LEAVES; ++i)
    {
        add_ball(p, random_vec(&rng, 10.0f), force.vector, 1e-3f, 0.01f);
    }
    *least = 1e9;
    *most = 0.0;
    for (int k = 0; k < 300; ++k)
    {
        step_once(p, NULL, 0, tick);
        for (int i = 0; i < LEAVES && k > 10; ++i)
        {
            double speed = distance_of(get_one(p, i).velocity, force.vector);
            *most = speed > *most ? speed : *most;
            *least = speed < *least ? speed : *least;
        }
    }
    uint64_t hash = hash_of(p);
    FN(particles_free)(p);
    return hash;
}

// Gusts differ from place to place, are no faster than they may be, and blow again in the same way.
static void gusts(void** unused)
{
    (void)unused;
    static const float sizes[] = {0.5f, 3.0f, 20.0f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    {
        double least, most;
        uint64_t hash = blow(sizes[i], &least, &most);
        assert_number(most, <, 2.002);
        assert_number(most, >, 0.5);
        assert_number(least, <, 0.5 * most);
        assert_true(hash == blow(sizes[i], &least, &most));
    }
}

typedef struct told
{
    FN(particles) * p;
    float time;
    int calls, solids;
    bool busy;
} told;

static void weigh(void* user, const FN(force_input) * in, Vec* force)
{
    told* t = user;
    t->calls += 1;
    t->solids += in->particle < 0;
    assert_true(in->time >= t->time);
    t->time = in->time;
    if (in->particle < 0)
    {
        assert_true(in->solid == GROUND);
        SET_AT(*force, 0, AT(*force, 0) + 6.0f);
        return;
    }
    assert_true(in->solid == 0);
    FN(particle) one = get_one(t->p, in->particle);
    assert_true(in->mass == one.mass);
    SET_AT(*force, 1, AT(*force, 1) - EARTH * in->mass);
}

// A function that weighs is gravity.
static void user_function(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    told t = {p, 0.0f, 0, 0, false};
    FN(force) force = no_force(IMP_FORCE_USER), plain = no_force(IMP_FORCE_GRAVITY);
    force.groups = 1;
    force.function = weigh;
    force.user = &t;
    plain.groups = 2;
    plain.vector = flat(0.0f, -EARTH);
    add_a_force(p, &force);
    add_a_force(p, &plain);
    FN(particle) one = FN(particle_default)();
    one.mass = 3.0f;
    int32_t a = add_one(p, &one);
    one.groups = 2;
    int32_t b = add_one(p, &one);
    step_many(p, NULL, 0, tick, 60);
    assert_number(t.calls, >=, 60);
    assert_number(t.time, >, 0.98f);
    assert_number(t.time, <=, 1.0001f);
    double fallen = 0.5 * (double)EARTH, late = 0.5 * (double)EARTH * (double)tick;
    for (int i = 0; i < 2; ++i)
    {
        FN(particle) end = get_one(p, i ? b : a);
        assert_number(fabs((double)AT(end.velocity, 1) + (double)EARTH), <, 1e-4);
        assert_number(fabs((double)AT(end.position, 1) + fallen), <, late);
    }
    force.groups = 0;
    force.a = end_solid(GROUND, flat(0.0f, 0.0f));
    assert_int_equal(FN(particles_set_force)(p, 0, &force), IMP_OK);
    FN(solid) solid = box_solid(flat(90.0f, 0.0f), deep(1.0f, 1.0f, 1.0f));
    solid.inverse_mass = 0.5f;
    step_once(p, &solid, 1, tick);
    FN(solid_push) push;
    int32_t count = 0;
    assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_number(t.solids, >, 0);
    assert_number(fabs((double)AT(push.impulse, 0) - 0.1), <, 1e-5);
    FN(particles_free)(p);
}

static void meddle(void* user, const FN(force_input) * in, Vec* force)
{
    told* t = user;
    FN(particle) one = get_one(t->p, in->particle);
    FN(force) other = no_force(IMP_FORCE_GRAVITY);
    FN(link) link = link_of(IMP_LINK_ROD, end_point(flat(0.0f, 0.0f)), end_particle(0), 1.0f);
    int32_t zero = 0;
    const imp_status answers[] = {
        FN(particles_add)(t->p, &one, 1, NULL),
        FN(particles_remove)(t->p, &zero, 1),
        FN(particles_set)(t->p, 0, &one),
        FN(particles_apply_force)(t->p, 0, *force),
        FN(particles_apply_impulse)(t->p, 0, *force),
        FN(particles_add_force)(t->p, &other, NULL),
        FN(particles_set_force)(t->p, 0, &other),
        FN(particles_remove_force)(t->p, 0),
        FN(particles_add_link)(t->p, &link, NULL),
        FN(particles_remove_link)(t->p, 0),
        FN(particles_step)(t->p, NULL, 0, 1.0f),
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)
    {
        assert_int_equal(imp_status_fault(answers[i]), IMP_ERR_BUSY);
    }
    t->calls += 1;
}

static void busy(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    told t = {p, 0.0f, 0, 0, false};
    add_ball(p, flat(1.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    FN(link) link = link_of(IMP_LINK_ROD, end_point(flat(0.0f, 0.0f)), end_particle(0), 1.0f);
    add_a_link(p, &link);
    FN(force) force = no_force(IMP_FORCE_USER);
    force.groups = 1;
    force.function = meddle;
    force.user = &t;
    add_a_force(p, &force);
    uint64_t before = hash_of(p);
    step_once(p, NULL, 0, tick);
    assert_number(t.calls, >, 0);
    assert_int_equal(FN(particles_remove_force)(p, 0), IMP_OK);
    assert_true(before != 0);
    assert_true(length_of(get_one(p, 0).velocity) == 0.0);
    FN(particles_free)(p);
}

static void applied(void** unused)
{
    (void)unused;
    static const int32_t parts[] = {1, 4, 5};
    for (size_t s = 0; s < sizeof parts / sizeof *parts; ++s)
    {
        FN(particles_def) def = FN(particles_default)();
        def.sub_steps = parts[s];
        FN(particles)* p = make_some(&def);
        int32_t n = add_ball(p, flat(0.0f, 0.0f), flat(1.0f, 0.0f), 4.0f, 0.0f);
        assert_int_equal(FN(particles_apply_impulse)(p, n, deep(2.0f, -4.0f, 8.0f)), IMP_OK);
        assert_true(distance_of(get_one(p, n).velocity, deep(1.5f, -1.0f, 2.0f)) == 0.0);
        assert_int_equal(FN(particles_apply_force)(p, n, deep(100.0f, 0.0f, -40.0f)), IMP_OK);
        assert_int_equal(FN(particles_apply_force)(p, n, deep(20.0f, 60.0f, 0.0f)), IMP_OK);
        for (int again = 0; again < 3; ++again)
        {
            step_once(p, NULL, 0, 0.0625f);
            assert_number(distance_of(get_one(p, n).velocity, deep(3.375f, -0.0625f, 1.375f)), <, 1e-5);
        }
        assert_int_equal(FN(particles_apply_force)(p, n + 1, flat(1.0f, 0.0f)), IMP_ERR_HANDLE | 2 << 8);
        assert_int_equal(FN(particles_apply_impulse)(p, -1, flat(1.0f, 0.0f)), IMP_ERR_HANDLE | 2 << 8);
        FN(particles_free)(p);
    }
}

// Nothing changes the velocity of an infinite mass, and it moves with it.
static void infinite_mass(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(particle) one = FN(particle_default)();
    one.mass = 0.0f;
    one.damping = 1.0f;
    one.radius = 0.5f;
    one.velocity = deep(2.0f, 0.5f, -1.0f);
    int32_t n = add_one(p, &one);
    FN(force) force = no_force(IMP_FORCE_DRAG);
    force.groups = 1;
    force.linear = 3.0f;
    add_a_force(p, &force);
    force = no_force(IMP_FORCE_EXPLOSION);
    force.groups = 1;
    force.center = flat(-1.0f, 0.0f);
    force.strength = force.length = 10.0f;
    add_a_force(p, &force);
    force = water(0.0f);
    add_a_force(p, &force);
    assert_int_equal(FN(particles_apply_force)(p, n, flat(5.0f, 5.0f)), IMP_OK);
    assert_int_equal(FN(particles_apply_impulse)(p, n, flat(5.0f, 5.0f)), IMP_OK);
    step_many(p, NULL, 0, 0x1p-6f, 64);
    FN(particle) end = get_one(p, n);
    assert_true(distance_of(end.velocity, one.velocity) == 0.0);
    assert_number(distance_of(end.position, one.velocity), <, 1e-4);
    FN(particles_free)(p);
}

static void groups(void** unused)
{
    (void)unused;
    static const uint32_t bits[] = {1, 2, 4, 8, 5, 0, 0x80000000u};
    for (uint32_t acts = 0; acts < 16; ++acts)
    {
        FN(particles)* p = make_some(NULL);
        FN(particle) one = FN(particle_default)();
        for (size_t i = 0; i < sizeof bits / sizeof *bits; ++i)
        {
            one.groups = bits[i];
            add_one(p, &one);
        }
        FN(force) force = no_force(IMP_FORCE_GRAVITY);
        force.groups = acts;
        force.a = end_particle(3);
        force.vector = flat(0.0f, -1.0f);
        add_a_force(p, &force);
        step_once(p, NULL, 0, 1.0f);
        for (size_t i = 0; i < sizeof bits / sizeof *bits; ++i)
        {
            bool falls = acts ? (bits[i] & acts) != 0 : i == 3;
            assert_number(fabs(velocity_along(p, (int32_t)i, 1) + (falls ? 1.0 : 0.0)), <, 1e-6);
        }
        FN(particles_free)(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floating), cmocka_unit_test(neutral),   cmocka_unit_test(solid_floats),
        cmocka_unit_test(orbit),    cmocka_unit_test(explosion), cmocka_unit_test(attractor_near),
        cmocka_unit_test(wind),     cmocka_unit_test(gusts),     cmocka_unit_test(user_function),
        cmocka_unit_test(busy),     cmocka_unit_test(applied),   cmocka_unit_test(infinite_mass),
        cmocka_unit_test(groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
