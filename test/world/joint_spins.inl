// SPDX-License-Identifier: MIT
//
// Bodies that joints tie in a row and that float, after a blow at one of them: what they have is theirs. Their energy
// never grows, and their momenta stay where a sub-step turns them little.

#include "joint_kit.inl"

enum
{
    LINKS_MOST = 6,
    HINGED = 0,  // kinds of joints
    WELDED,
    BALLS
};

// Greatest errors of some rows.
typedef struct found
{
    double gained;   // of the energy, after the first step, that a blow takes from bodies that do not go with it
    double lost[2];  // of momenta, linear and angular
} found;

static void add_row(World* world, test_rng* rng, int32_t links, int32_t kind, imp_body* bodies)
{
    Vec half = at(0.0f, 0.0f, 0.0f);
    float x = 0.0f;
    for (int32_t k = 0; k < links; ++k)
    {
        const Vec before = half;
        half = at(test_rng_range(rng, 0.05f, 0.3f), test_rng_range(rng, 0.03f, 0.3f), 0.0f);
        const Shape box = box_of(AT(half, 0), AT(half, 1), test_rng_range(rng, 0.03f, 0.3f));
        ColliderDef worn = FN(collider_default)();
        worn.group = 1;
        x += AT(half, 0);
        bodies[k] = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(x, 0.0f, 0.0f), 0.0f), &box, &worn, NULL);
        x += AT(half, 0);
        if (k > 0)
        {
            const Vec ends[2] = {at(AT(before, 0), 0.0f, 0.0f), at(-AT(half, 0), 0.0f, 0.0f)};
            JointDef def = hinge_of(bodies[k - 1], ends[0], bodies[k], ends[1]);
            free_turns(&def, kind == WELDED ? 0 : kind == HINGED ? 1 : 2);
            (void)join(world, &def);
        }
    }
}

static void watch_row(int32_t seed, int32_t links, int32_t kind, float spin, found* out)
{
    test_rng rng = {test_seed() * 1000003u + (uint64_t)seed};
    WorldDef def = FN(world_default)();
    World* world;
    imp_body bodies[LINKS_MOST];
    double start[MOMENTA], now[MOMENTA], sizes[2], size[2], first = 0.0;
    def.gravity = at(0.0f, 0.0f, 0.0f);
    def.no_sleep = true;  // what sleeps has lost what it had
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    add_row(world, &rng, links, kind, bodies);
    const Vec velocity = at(test_rng_range(&rng, -0.1f, 0.1f) * spin, test_rng_range(&rng, -0.1f, 0.1f) * spin, 0.0f);
    assert_int_equal(FN(world_set_velocity)(world, bodies[test_rng_int(&rng, 0, links - 1)], velocity,
                                            any_spin(&rng, spin)),
                     IMP_OK);
    run(world, 1);  // until here joints take what does not go with them
    momenta_of(world, bodies, links, start, sizes);
    first = energy_of(world, bodies, links, 0.0);
    for (int32_t step = 0; step < 60; ++step)
    {
        run(world, 1);
        momenta_of(world, bodies, links, now, size);
        for (int32_t k = 0; k < MOMENTA; ++k)
        {
            const int32_t turns = k >= AXES;
            out->lost[turns] = fmax(out->lost[turns], fabs(now[k] - start[k]) / sizes[turns]);
        }
        out->gained = fmax(out->gained, energy_of(world, bodies, links, 0.0) / first - 1.0);
    }
    FN(world_free)(world);
}

static void spinning_rows_keep_what_they_have(void** state)
{
    (void)state;
    static const float SPINS[] = {3.0f, 10.0f, 30.0f, 100.0f, 1000.0f, 3000.0f};
    const int32_t repeats = (int32_t)test_n(4);
    for (int32_t i = 0; i < 6; ++i)
    {
        found f = {0.0, {0.0, 0.0}};
        for (int32_t k = 0; k < 6 * repeats; ++k)
        {
            watch_row(k, k % 2 ? LINKS_MOST : 2, k / 2 % 3, SPINS[i], &f);
        }
        printf("%4.0f rad/s: energy grows by %.1e, momenta are off by %.1e, %.1e\n", (double)SPINS[i], f.gained,
               f.lost[0], f.lost[1]);
        assert_number(f.gained, <, SPINS[i] < 50.0f ? 0.01 : 0.03);
        assert_number(f.lost[0], <, 2e-5);
        assert_true(SPINS[i] > 20.0f || f.lost[1] < 5e-5);
    }
    test_report("rows", (uint64_t)(36 * repeats));
}

#define SPIN_TESTS cmocka_unit_test(spinning_rows_keep_what_they_have)
