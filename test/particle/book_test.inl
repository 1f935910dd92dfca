// SPDX-License-Identifier: MIT
//
// Numbers, removal, memory that runs out, hashes, and the edge of the range.

static const float tick = 1.0f / 60.0f;

enum
{
    CROWD = 150
};

static void numbers(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    FN(particle) items[6];
    int32_t given[6], count = -1, limit = -1;
    for (int i = 0; i < 6; ++i)
    {
        items[i] = FN(particle_default)();
        items[i].position = flat((float)i + 1.0f, 2.0f);
    }
    assert_int_equal(FN(particles_add)(p, items, 6, given), IMP_OK);
    for (int32_t i = 0; i < 6; ++i)
    {
        assert_int_equal(given[i], i);
    }
    const int32_t gone[] = {4, 1, 3};
    assert_int_equal(FN(particles_remove)(p, gone, 3), IMP_OK);
    assert_int_equal(FN(particles_count)(p, &count, &limit), IMP_OK);
    assert_int_equal(count, 3);
    assert_int_equal(limit, 6);
    Vec places[6];
    assert_int_equal(FN(particles_positions)(p, places, 6, &count), IMP_OK);
    assert_int_equal(count, 6);
    assert_true(length_of(places[3]) == 0.0);
    assert_true(AT(places[5], 0) == 6.0f);
    FN(particle) one;
    assert_int_equal(FN(particles_get)(p, 3, &one), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_set)(p, 3, items), IMP_ERR_HANDLE | 2 << 8);
    // Free numbers first, then a new one; of these the last to become free.
    assert_int_equal(FN(particles_add)(p, items, 4, given), IMP_OK);
    bool used[7] = {true, false, true, false, false, true, false};
    for (int i = 0; i < 4; ++i)
    {
        assert_in_range(given[i], 1, 6);
        assert_true(!used[given[i]]);
        used[given[i]] = true;
        assert_true((given[i] == 6) == (i == 3));
    }
    const int32_t late[] = {5, 2};
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(particles_remove)(p, &late[i], 1), IMP_OK);
    }
    assert_int_equal(add_one(p, items), 2);
    assert_int_equal(add_one(p, items), 5);
    assert_int_equal(FN(particles_add)(p, NULL, 0, NULL), IMP_OK);
    assert_int_equal(FN(particles_add)(p, items, 1, NULL), IMP_OK);
    assert_int_equal(FN(particles_count)(p, &count, NULL), IMP_OK);
    assert_int_equal(count, 8);
    FN(particles_free)(p);
    FN(particles_free)(NULL);
}

// All or none.
static void removal_is_whole(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    for (int i = 0; i < 5; ++i)
    {
        add_ball(p, flat((float)i, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.1f);
    }
    uint64_t before = hash_of(p);
    const int32_t twice[] = {1, 2, 1}, beyond[] = {0, 5}, below[] = {3, -1};
    assert_int_equal(FN(particles_remove)(p, twice, 3), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_remove)(p, beyond, 2), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_remove)(p, below, 2), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_remove)(p, beyond, -1), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(particles_remove)(p, NULL, 1), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_remove)(p, NULL, 0), IMP_OK);
    assert_true(hash_of(p) == before);
    FN(particles_free)(p);
}

// Forces and links go with what they hold on to, and their numbers are free again.
static void removal_takes_along(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    for (int i = 0; i < 4; ++i)
    {
        add_ball(p, flat((float)i, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.1f);
    }
    FN(force) all = no_force(IMP_FORCE_GRAVITY), alone = all, spring = no_force(IMP_FORCE_SPRING);
    all.groups = 1;
    alone.a = end_particle(1);
    spring.a = end_particle(2);
    spring.b = end_particle(1);
    spring.strength = 1.0f;
    assert_int_equal(add_a_force(p, &alone), 0);
    assert_int_equal(add_a_force(p, &all), 1);
    assert_int_equal(add_a_force(p, &spring), 2);
    spring.b = end_particle(3);
    assert_int_equal(add_a_force(p, &spring), 3);
    FN(link) link = link_of(IMP_LINK_ROD, end_particle(0), end_particle(1), 1.0f);
    assert_int_equal(add_a_link(p, &link), 0);
    link.b = end_particle(2);
    assert_int_equal(add_a_link(p, &link), 1);
    const int32_t one = 1;
    assert_int_equal(FN(particles_remove)(p, &one, 1), IMP_OK);
    FN(force) force;
    const int32_t left[] = {IMP_ERR_HANDLE | 2 << 8, IMP_OK, IMP_ERR_HANDLE | 2 << 8, IMP_OK};
    for (int32_t i = 0; i < 4; ++i)
    {
        assert_int_equal(FN(particles_get_force)(p, i, &force), left[i]);
    }
    assert_int_equal(FN(particles_get_link)(p, 0, &link, NULL), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_get_link)(p, 1, &link, NULL), IMP_OK);
    assert_int_equal(link.b.particle, 2);
    step_once(p, NULL, 0, tick);
    imp_particle_stats stats = stats_of(p);
    assert_int_equal(stats.particles, 3);
    assert_int_equal(stats.forces, 2);
    assert_int_equal(stats.links, 1);
    assert_int_equal(add_a_force(p, &all), 0);
    assert_int_equal(add_a_force(p, &all), 2);
    assert_int_equal(add_a_force(p, &all), 4);
    assert_int_equal(add_a_link(p, &link), 0);
    assert_int_equal(FN(particles_remove_force)(p, 2), IMP_OK);
    assert_int_equal(FN(particles_remove_force)(p, 2), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_remove_link)(p, 0), IMP_OK);
    assert_int_equal(FN(particles_remove_link)(p, 0), IMP_ERR_HANDLE | 2 << 8);
    FN(particles_free)(p);
}

// What another of the same number is does not remember the one before.
static void numbers_do_not_haunt(void** unused)
{
    (void)unused;
    FN(particle) ends[2];
    for (int reused = 0; reused < 2; ++reused)
    {
        FN(particles_def) def = falling();
        def.material.friction = 0.5f;
        FN(particles)* p = make_some(&def);
        FN(solid) floor = ground();
        floor.material.friction = 0.5f;
        if (reused)
        {
            const int32_t zero = 0;
            add_ball(p, flat(0.0f, 0.1f), flat(3.0f, -5.0f), 1.0f, 0.2f);
            step_many(p, &floor, 1, tick, 3);
            assert_int_equal(FN(particles_apply_force)(p, 0, flat(7.0f, 0.0f)), IMP_OK);
            assert_int_equal(FN(particles_remove)(p, &zero, 1), IMP_OK);
        }
        add_ball(p, flat(0.0f, 0.1f), flat(1.0f, 0.03f), 0.3f, 0.1f);
        step_once(p, &floor, 1, tick);
        ends[reused] = get_one(p, 0);
        FN(particles_free)(p);
    }
    for (int k = 0; k < AXES; ++k)
    {
        assert_true(AT(ends[0].position, k) == AT(ends[1].position, k));
        assert_true(AT(ends[0].velocity, k) == AT(ends[1].velocity, k));
    }
}

// One of the calls that make a crowd and let it fall; again when it had no memory, which changed nothing.
static imp_status build_call(FN(particles) * p, int call)
{
    test_rng rng = {(uint64_t)call + 1};
    FN(particle) items[CROWD / 3];
    FN(force) force = no_force(IMP_FORCE_DRAG);
    FN(link) link = link_of(IMP_LINK_CABLE, end_particle(call), end_particle(call + 7), 1.5f);
    FN(solid) solids[2] = {ground(), box_solid(flat(0.5f, 0.5f), deep(0.5f, 0.5f, 0.5f))};
    solids[1].id = 3;
    solids[1].inverse_mass = 0.1f;
    if (call < 3)
    {
        for (int i = 0; i < CROWD / 3; ++i)
        {
            items[i] = FN(particle_default)();
            items[i].position = random_vec(&rng, 2.0f);
            SET_AT(items[i].position, 1, test_rng_range(&rng, 0.2f, 3.0f));
            items[i].radius = 0.1f;
        }
        return FN(particles_add)(p, items, CROWD / 3, NULL);
    }
    if (call < 25)
    {
        force.groups = 1;
        force.linear = 0.01f * (float)call;
        return FN(particles_add_force)(p, &force, NULL);
    }
    if (call < 60)
    {
        return FN(particles_add_link)(p, &link, NULL);
    }
    return FN(particles_step)(p, solids, 2, tick);
}

enum
{
    BUILD_CALLS = 62
};

// Whether a call failed for want of memory.
static bool build(FN(particles) * p)
{
    bool failed = false;
    for (int call = 0; call < BUILD_CALLS; ++call)
    {
        uint64_t before = hash_of(p);
        imp_particle_stats stats = stats_of(p);
        imp_status status = build_call(p, call);
        if (status)
        {
            imp_particle_stats now = stats_of(p);
            int32_t count = -1;
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_true(hash_of(p) == before);
            assert_memory_equal(&now, &stats, sizeof now);
            assert_int_equal(FN(particles_count)(p, &count, NULL), IMP_OK);
            assert_int_equal(count, CROWD / 3 * (call < 3 ? call : 3));
            assert_int_equal(build_call(p, call), IMP_OK);
            failed = true;
        }
    }
    return failed;
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    def.collide = true;
    FN(particles)* p = make_some(&def);
    assert_true(!build(p));
    uint64_t wanted = hash_of(p), failures = 0;
    FN(particles_free)(p);
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator memory = {.fail_at = fail_at};
        imp_allocator allocator = test_allocator_get(&memory);
        def.allocator = &allocator;
        p = NULL;
        imp_status status = FN(particles_make)(&def, &p);
        bool failed = status != IMP_OK;
        if (failed)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_true(p == NULL);
            assert_int_equal(memory.live_blocks, 0);
        }
        else
        {
            failed = build(p);
            assert_true(hash_of(p) == wanted);
            FN(particles_free)(p);
        }
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
        if (!failed)
        {
            break;
        }
        ++failures;
    }
    assert_number((double)failures, >, 5.0);
    test_report("allocations failed", failures);
}

// The state has a hash: equal after equal calls, and another one for another bit anywhere.
static void check_hashes(int first, int end)
{
    FN(particles_def) def = falling();
    def.collide = true;
    def.turn = true;
    FN(particles)* a = make_some(&def), *b = make_some(&def);
    build(a);
    build(b);
    assert_true(hash_of(a) == hash_of(b));
    FN(particle) one = get_one(a, 17);
    uint64_t before = hash_of(a);
    for (int field = first; field < end; ++field)
    {
        FN(particle) other = one;
        float* number = field == 0 ? &other.mass : field == 1 ? &other.radius : &other.damping;
        Vec* vec = field < 4 + AXES ? &other.position : &other.velocity;
        if (field == 3)
        {
            other.groups = 3;
        }
        else if (field > 3)
        {
            int axis = (field - 4) % AXES;
            SET_AT(*vec, axis, nextafterf(AT(*vec, axis), 100.0f));
        }
        else
        {
            *number = nextafterf(*number, 1.0f + *number);
            *number = field == 2 ? 1e-9f : *number;
        }
        set_one(a, 17, &other);
        assert_true(hash_of(a) != before);
        set_one(a, 17, &one);
    }
    FN(particles_free)(a);
    FN(particles_free)(b);
}

static void hash_of_motion(void** unused)
{
    (void)unused;
    check_hashes(4, 4 + 2 * AXES);
}

// What a particle is, is part of the state: a step that follows depends on it.
static void hash_of_traits(void** unused)
{
    (void)unused;
    check_hashes(0, 4);
}

// At the edge of the range it stays, and has no velocity; the others go on.
static void frozen(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    float edge = 0.99f * IMP_MAGNITUDE_MAX;
    int32_t lost = add_ball(p, flat(edge, 3.0f), flat(0.05f * IMP_MAGNITUDE_MAX, 0.0f), 1.0f, 0.5f);
    int32_t back = add_ball(p, flat(-edge, 3.0f), flat(0.05f * IMP_MAGNITUDE_MAX, 0.0f), 1.0f, 0.5f);
    int32_t near = add_ball(p, flat(0.0f, 3.0f), flat(1.0f, 0.0f), 1.0f, 0.5f);
    step_many(p, NULL, 0, 1.0f, 3);
    FN(particle) one = get_one(p, lost);
    assert_true(AT(one.position, 0) >= edge);
    assert_true(AT(one.position, 0) <= IMP_MAGNITUDE_MAX);
    assert_true(length_of(one.velocity) == 0.0);
    assert_number(position_along(p, back, 0), >, -0.9 * (double)IMP_MAGNITUDE_MAX);
    assert_number(fabs(position_along(p, near, 0) - 3.0), <, 1e-5);
    // It is a particle like any other, and may come back.
    one.velocity = flat(-0.05f * IMP_MAGNITUDE_MAX, 0.0f);
    set_one(p, lost, &one);
    step_once(p, NULL, 0, 1.0f);
    assert_number(position_along(p, lost, 0), <, 0.96 * (double)IMP_MAGNITUDE_MAX);
    FN(particles_free)(p);
}

// Huge forces, tiny masses: no number leaves the range.
static void extremes(void** unused)
{
    (void)unused;
    static const float sizes[] = {IMP_MAGNITUDE_MIN, 1e-6f, 1.0f, 1e6f, IMP_MAGNITUDE_MAX};
    uint64_t cases = test_n(150);
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        FN(particles_def) def = falling();
        def.collide = true;
        def.turn = i & 1;
        def.material.restitution = i & 2 ? 1.0f : 0.0f;
        FN(particles)* p = make_some(&def);
        for (int k = 0; k < 6; ++k)
        {
            float large = sizes[test_rng_int(&rng, 0, 4)], fast = sizes[test_rng_int(&rng, 0, 4)];
            add_ball(p, random_vec(&rng, large), random_vec(&rng, fast), sizes[test_rng_int(&rng, 0, 4)],
                     i & 4 ? sizes[test_rng_int(&rng, 0, 3)] : 0.0f);
        }
        FN(force) spring = no_force(IMP_FORCE_SPRING);
        spring.a = end_particle(0);
        spring.b = end_particle(1);
        spring.strength = sizes[test_rng_int(&rng, 0, 4)];
        spring.damping = sizes[test_rng_int(&rng, 0, 4)];
        add_a_force(p, &spring);
        FN(link) link = link_of(i & 8 ? IMP_LINK_ROD : IMP_LINK_CABLE, end_particle(2), end_particle(3), 1.0f);
        link.stiffness = i & 16 ? sizes[test_rng_int(&rng, 0, 4)] : 0.0f;
        add_a_link(p, &link);
        assert_int_equal(FN(particles_apply_force)(p, 4, random_vec(&rng, IMP_MAGNITUDE_MAX)), IMP_OK);
        imp_status pushed = FN(particles_apply_impulse)(p, 5, random_vec(&rng, IMP_MAGNITUDE_MAX));
        assert_true(pushed == IMP_OK || imp_status_fault(pushed) == IMP_ERR_MAGNITUDE);
        FN(solid) floor = ground();
        for (int k = 0; k < 6; ++k)
        {
            step_once(p, &floor, 1, sizes[test_rng_int(&rng, 0, 4)]);
            for (int n = 0; n < 6; ++n)
            {
                FN(particle) one = get_one(p, n);
                assert_int_equal(FN(particles_set)(p, n, &one), IMP_OK);
            }
        }
        FN(particles_free)(p);
    }
    test_report("extreme scenes", cases);
}

// Radii go as far as all numbers do.
static void huge_radius(void** unused)
{
    (void)unused;
    FN(particles_def) def = FN(particles_default)();
    def.collide = true;
    FN(particles)* p = make_some(&def);
    for (int i = 0; i < 2; ++i)
    {
        add_ball(p, flat((float)i, 0.0f), flat(0.0f, 0.0f), 1.0f, IMP_MAGNITUDE_MAX);
    }
    step_many(p, NULL, 0, tick, 3);
    FN(particles_free)(p);
}

// What lists give when there is too little room, and when there is nothing.
static void lists(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    FN(particles)* p = make_some(&def);
    FN(particle_contact) contacts[4];
    FN(solid_push) pushes[4];
    int32_t count = -1;
    assert_int_equal(FN(particles_contacts)(p, NULL, 0, &count), IMP_OK);
    assert_int_equal(count, 0);
    for (int i = 0; i < 3; ++i)
    {
        add_ball(p, flat((float)i, 0.1f), flat(0.0f, 0.0f), 1.0f, 0.1f);
    }
    FN(solid)
    solids[2] = {box_solid(flat(5.0f, -1.0f), deep(9.0f, 1.0f, 9.0f)), box_solid(flat(90.0f, 0.0f), flat(1, 1))};
    solids[0].inverse_mass = solids[1].inverse_mass = 1e-3f;
    solids[1].id = 2;
    step_many(p, solids, 2, tick, 30);
    assert_int_equal(FN(particles_contacts)(p, contacts, 2, &count), IMP_ERR_SPACE | 3 << 8);
    assert_int_equal(count, 3);
    assert_int_equal(FN(particles_contacts)(p, contacts, 3, &count), IMP_OK);
    assert_int_equal(FN(particles_pushes)(p, pushes, 0, &count), IMP_ERR_SPACE | 3 << 8);
    assert_int_equal(count, 1);
    assert_int_equal(FN(particles_pushes)(p, pushes, 4, &count), IMP_OK);
    assert_true(pushes[0].id == GROUND);
    assert_int_equal(FN(particles_positions)(p, &contacts[0].point, 1, &count), IMP_ERR_SPACE | 3 << 8);
    assert_int_equal(count, 3);
    assert_int_equal(FN(particles_contacts)(p, contacts, -1, &count), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(particles_pushes)(p, pushes, -1, &count), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(particles_contacts)(p, NULL, 1, &count), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_pushes)(p, pushes, 1, NULL), IMP_ERR_NULL | 4 << 8);
    assert_int_equal(FN(particles_hash)(NULL, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(FN(particles_stats)(p, NULL), IMP_ERR_NULL | 2 << 8);
    FN(particles_free)(p);
    // Nothing at all may be stepped, too.
    p = make_some(NULL);
    step_once(p, NULL, 0, 1.0f);
    assert_int_equal(stats_of(p).particles, 0);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers),
                                       cmocka_unit_test(removal_is_whole),
                                       cmocka_unit_test(removal_takes_along),
                                       cmocka_unit_test(memory_runs_out),
                                       cmocka_unit_test(numbers_do_not_haunt),
                                       cmocka_unit_test(hash_of_motion),
                                       cmocka_unit_test(hash_of_traits),
                                       cmocka_unit_test(huge_radius),
                                       cmocka_unit_test(frozen),
                                       cmocka_unit_test(extremes),
                                       cmocka_unit_test(lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
