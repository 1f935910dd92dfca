// SPDX-License-Identifier: MIT
//
// What was found wrong once, and snapshots.

enum
{
    ROOM = 1 << 18
};

static uint8_t bytes[ROOM];

static FN(particles) * loaded(const FN(particles) * from)
{
    int32_t count = 0;
    FN(particles)* to = make_some(NULL);
    assert_int_equal(FN(particles_save)(from, bytes, ROOM, &count), IMP_OK);
    assert_int_equal(FN(particles_load)(to, bytes, count), IMP_OK);
    assert_int_equal(hash_of(to) == hash_of(from), 1);
    return to;
}

// A wall that turns away is followed: the particle falls on to where the wall is by then.
static void follows_a_turning_wall(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    int32_t n = add_ball(p, flat(2.2f, 0.155f), flat(0.0f, -4.4f), 1.0f, 0.05f);
    FN(solid) wall = box_solid(flat(0.0f, 0.0f), deep(3.0f, 0.1f, 3.0f));
    FNI(spin_numbers)(&wall.angular_velocity)[AXES == 2 ? 0 : 2] = -2.0f;
    step_once(p, &wall, 1, 1.0f / 60.0f);
    assert_number(fabs(position_along(p, n, 1) - (0.155 - 4.4 / 60.0)), <, 1e-4);
    FN(particles_free)(p);
}

// A rod that turns its solid while it is solved: its mass along the rod changes with it, and sweeps still settle.
static void rod_on_a_light_solid_settles(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    FN(link)
    rod = link_of(IMP_LINK_ROD, end_point(flat(-16.0f, -8.24242f)), end_solid(4, flat(-16.0f, -15.875f)), 7.875f);
    FN(solid) light = {.kind = IMP_SOLID_NONE, .inverse_mass = 16.0f, .inverse_inertia = 16.0f, .id = 4};
    light.pose.p = flat(-16.0f, -16.0f);
    int32_t number = add_a_link(p, &rod);
    for (int i = 0; i < 3; ++i)
    {
        FN(solid_push) push;
        int32_t count = 0;
        float tension = NAN;
        step_once(p, &light, 1, 1.0f / 60.0f);
        assert_int_equal(FN(particles_pushes)(p, &push, 1, &count), IMP_OK);
        assert_int_equal(FN(particles_get_link)(p, number, &rod, &tension), IMP_OK);
        assert_number(fabs((double)tension), <, 1e4);
        assert_number(length_of(push.impulse), <, 100.0);
    }
    FN(particles_free)(loaded(p));
    FN(particles_free)(p);
}

// Ends that do not count for a kind may be anything, in a snapshot, too.
static void saves_ends_that_do_not_count(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    FN(force) pull = no_force(IMP_FORCE_GRAVITY);
    pull.groups = 1;
    pull.a.kind = 7;
    pull.b.kind = -3;
    add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
    add_a_force(p, &pull);
    FN(particles_free)(loaded(p));
    FN(particles_free)(p);
}

static void apply_nothing(void* user, const FN(force_input) * input, Vec* force)
{
    (void)user;
    (void)input;
    (void)force;
}

// A heap with all kinds of forces and links, some numbers free, saved at every step: it goes on with the same bits. A
// function is left out.
static void saved_at_every_step(void** unused)
{
    (void)unused;
    FN(particles_def) def = falling();
    def.collide = def.turn = true;
    def.material.friction = 0.5f;
    def.material.restitution = 0.3f;
    FN(particles)* p = make_some(&def);
    test_rng rng = {5};
    for (int i = 0; i < 40; ++i)
    {
        add_ball(p, deep(0.5f * (float)(i % 5), 0.3f + 0.5f * (float)(i / 5), 0.1f * (float)(i % 3)),
                 random_vec(&rng, 2.0f), 1.0f + (float)(i % 3), 0.2f);
    }
    static const int32_t gone[2] = {7, 11};
    assert_int_equal(FN(particles_remove)(p, gone, 2), IMP_OK);
    for (int32_t kind = IMP_FORCE_GRAVITY; kind <= IMP_FORCE_USER; ++kind)
    {
        FN(force) force = no_force(kind);
        force.groups = kind == IMP_FORCE_SPRING || kind == IMP_FORCE_BUNGEE ? 0 : 1;
        force.vector = flat(0.0f, 1.0f);
        force.strength = 2.0f;
        force.length = force.linear = force.quadratic = 0.5f;
        force.a = end_particle(1);
        force.b = end_particle(2);
        force.function = apply_nothing;
        add_a_force(p, &force);
    }
    FN(link) rope = link_of(IMP_LINK_CABLE, end_particle(3), end_solid(5, flat(0.0f, 0.0f)), 1.0f);
    FN(link) rod = link_of(IMP_LINK_ROD, end_particle(4), end_particle(5), 0.5f);
    add_a_link(p, &rope);
    add_a_link(p, &rod);
    FN(solid) solids[2] = {ground(), box_solid(flat(0.0f, 0.2f), deep(0.5f, 0.2f, 0.5f))};
    solids[1].id = 5;
    for (int step = 0; step < 60; ++step)
    {
        FN(particles)* other = loaded(p);
        float time = step % 3 ? 1.0f / 60.0f : 1.0f / 25.0f;
        step_once(p, solids, 2, time);
        step_once(other, solids, 2, time);
        assert_int_equal(hash_of(p) == hash_of(other), 1);
        FN(particles_free)(other);
    }
    FN(particles_free)(p);
}

// Damaged bytes are refused, and change nothing.
static void refuses_damaged_snapshots(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    int32_t count = 0;
    add_ball(p, flat(1.0f, 2.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
    assert_int_equal(FN(particles_save)(p, NULL, 0, &count), IMP_ERR_SPACE | 3 << 8);
    assert_int_equal(FN(particles_save)(p, bytes, ROOM, &count), IMP_OK);
    uint64_t before = hash_of(p);
    for (int32_t i = 0; i < count; ++i)
    {
        bytes[i] ^= 0x10;
        imp_status status = FN(particles_load)(p, bytes, count);
        assert_true(imp_status_fault(status) == IMP_ERR_FORMAT || imp_status_fault(status) == IMP_ERR_VERSION);
        bytes[i] ^= 0x10;
        assert_int_not_equal(FN(particles_load)(p, bytes, i), IMP_OK);
    }
    assert_int_equal(hash_of(p) == before, 1);
    FN(particles_free)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_a_turning_wall),       cmocka_unit_test(rod_on_a_light_solid_settles),
        cmocka_unit_test(saves_ends_that_do_not_count), cmocka_unit_test(saved_at_every_step),
        cmocka_unit_test(refuses_damaged_snapshots),
    };
    return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
