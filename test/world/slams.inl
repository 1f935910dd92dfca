// SPDX-License-Identifier: MIT
//
// What is fast against what does not give way: things that turn slammed down on floors of all kinds, containers of all
// kinds that are shaken and turned with things in them, bullets against plates before a wall. What comes of it is
// judged by poses alone. The wrapper adds FLOORS and make_floor, CONTAINERS and make_container (of its radius RING,
// round or not, as a kinematic body), CONTENT_KINDS and add_content; FARTHEST_IN, how far the corner of a container is,
// in radii; SPINS, how many of the spins there are; and counts.

#include "kit.inl"

enum
{
    CONTENTS = 5
};

static uint64_t seed_of(uint64_t what)
{
    return test_seed() * 1000003u + what;
}

// Slams

static float lowest_of(const Shape* shape, const Pose* pose)
{
    Box box;
    assert_int_equal(FN(shape_bounds)(shape, pose, &box), IMP_OK);
    return box.lower.y;
}

typedef struct slam_counts
{
    uint64_t cases, deep, under;
    float deepest;
} slam_counts;

// Half the sizes of a plank, a bar and a brick.
static const float slammed[3][2] = {{1.0f, 0.03f}, {0.5f, 0.05f}, {0.3f, 0.15f}};

// One end 1 mm above the floor, as a step begins, or somewhere above it.
static void slam(int floor, bool bullet, test_rng* rng, slam_counts* counts)
{
    static const float speeds[] = {1.0f, 3.0f, 10.0f, 20.0f, 40.0f, 100.0f};
    const float* half = slammed[test_rng_int(rng, 0, 2)];
    Shape shape = box_of(half[0], half[1], 0.2f);
    float angle = test_rng_range(rng, 0.02f, 1.4f), spin = -speeds[test_rng_int(rng, 0, 5)];
    Pose pose = pose_of(at(test_rng_range(rng, -1.0f, 1.0f), 0.0f, 0.0f), angle);
    float high = test_rng_int(rng, 0, 2) > 0 ? 0.001f : test_rng_range(rng, 0.0f, 0.5f);
    pose.p.y = high - lowest_of(&shape, &pose);
    // About that end, or falling as a whole.
    float fall = test_rng_int(rng, 0, 1) ? spin * half[0] * cosf(angle) : -test_rng_range(rng, 0.0f, 40.0f);
    World* world = new_world(10.0f);
    make_floor(world, floor);
    BodyDef def = FN(body_default)();
    const ColliderDef worn = matter_of(1.0f, 0.4f, 0.0f, 0.0f);
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = pose;
    def.velocity = at(0.0f, fall, 0.0f);
    def.angular_velocity = spin_about(spin);
    def.bullet = bullet;
    imp_body body = add_of(world, &def, &shape, &worn);
    float deepest = 0.0f;
    bool under = false;
    for (int step = 0; step < 30; ++step)
    {
        run_judged(world, 1);
        BodyState s = state_of(world, body);
        float deep = -lowest_of(&shape, &s.pose);
        deepest = deep > deepest && fabsf(s.center.x) < 8.0f ? deep : deepest;
        under = under || (s.center.y < -0.05f && fabsf(s.center.x) < 8.0f);
    }
    counts->cases += 1;
    counts->deep += deepest > 0.03f;
    counts->under += under;
    counts->deepest = deepest > counts->deepest ? deepest : counts->deepest;
    FN(world_free)(world);
}

static void is_slammed(void** state)
{
    (void)state;
    test_rng rng = {seed_of(1)};
    uint64_t cases = test_n(SLAMS);
    slam_counts all[2] = {{0}, {0}};
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        for (int bullet = 0; bullet < 2; ++bullet)
        {
            slam_counts counts = {0};
            for (uint64_t i = 0; i < cases; ++i)
            {
                slam(floor, bullet, &rng, &counts);
            }
            printf("floor %d, bullet %d: of %d, deeper than 3 cm %d, under %d, deepest %g\n", floor, bullet,
                   (int)counts.cases, (int)counts.deep, (int)counts.under, (double)counts.deepest);
            all[bullet].cases += counts.cases;
            all[bullet].deep += counts.deep;
            all[bullet].under += counts.under;
            all[bullet].deepest = counts.deepest > all[bullet].deepest ? counts.deepest : all[bullet].deepest;
        }
    }
    assert_number(100 * all[0].deep, <=, all[0].cases);
    assert_number(all[1].deep, ==, 0);
    assert_number(all[0].under, ==, 0);
    assert_number(all[0].deepest, <, 0.11f);
    test_report("is_slammed", all[0].cases + all[1].cases);
}

// The plank of 2 m whose end is 1 mm above a floor.
static void has_other_end(void** state)
{
    (void)state;
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        World* world = new_world(10.0f);
        make_floor(world, floor);
        Shape plank = box_of(1.0f, 0.03f, 0.3f);
        BodyDef def = FN(body_default)();
        def.kind = IMP_BODY_DYNAMIC;
        def.pose = pose_of(at(0.0f, 0.0f, 0.0f), 0.6f);
        def.angular_velocity = spin_about(-40.0f);
        def.bullet = true;
        def.velocity = at(0.0f, -40.0f * cosf(0.6f), 0.0f);
        def.pose.p.y = 0.001f - lowest_of(&plank, &def.pose);
        imp_body body = add_of(world, &def, &plank, NULL);
        float deepest = 0.0f;
        for (int step = 0; step < 20; ++step)
        {
            run_judged(world, 1);
            BodyState s = state_of(world, body);
            deepest = fmaxf(deepest, -lowest_of(&plank, &s.pose));
        }
        printf("plank on floor %d: %g m deep\n", floor, (double)deepest);
        assert_true(deepest < 0.03f);
        FN(world_free)(world);
    }
}

// What falls and turns onto a flat floor hits it along the floor's normal: not along one of its own faces, which lean.
static void hits_floor_along_its_normal(void** state)
{
    (void)state;
    test_rng rng = {seed_of(2)};
    uint64_t cases = test_n(200), hit = 0;
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        World* world = new_world(0.0f);
        make_floor(world, floor);
        for (uint64_t i = 0; i < cases; ++i)
        {
            const float* half = slammed[test_rng_int(&rng, 0, 2)];
            const Shape shape = box_of(half[0], half[1], 0.2f);
            Mover thrown = {.shape = &shape};
            thrown.pose = pose_of(at(test_rng_range(&rng, -1.0f, 1.0f), 1.5f, 0.0f), test_rng_range(&rng, -3.1f, 3.1f));
            thrown.motion = at(test_rng_range(&rng, -1.0f, 1.0f), -3.0f, 0.0f);
            thrown.turn = spin_about(test_rng_range(&rng, -0.7f, 0.7f));
            WorldHit first;
            int32_t count;
            assert_int_equal(FN(world_cast_shape)(world, &thrown, NULL, &first, 1, &count), IMP_OK);
            assert_int_equal(count, 1);
            assert_int_equal(first.hit.kind, IMP_SWEEP_HIT);
            assert_number(fabsf(first.hit.normal.y), >, 0.9999f);
            ++hit;
        }
        FN(world_free)(world);
    }
    test_report("hits_floor_along_its_normal", hit);
}

// Containers

static int container_escapes(int kind, float speed, float spin, test_rng* rng)
{
    World* world = new_world(10.0f);
    bool round = spin > 0.0f || test_rng_int(rng, 0, 1);  // what turns is round
    imp_body container = make_container(world, kind, round);
    imp_body bodies[CONTENTS];
    for (int i = 0; i < CONTENTS; ++i)
    {
        const Vec place = at(i < 4 ? (i & 1 ? 0.6f : -0.6f) : 0.0f, i < 4 ? (i & 2 ? 0.6f : -0.6f) : 0.0f, 0.0f);
        const Pose pose = pose_of(place, test_rng_range(rng, -3.0f, 3.0f));
        bodies[i] = add_content(world, test_rng_int(rng, 0, CONTENT_KINDS - 1), pose);
    }
    int out = 0;
    for (int step = 0; step < 40; ++step)
    {
        float angle = test_rng_range(rng, -3.1f, 3.1f);
        const Vec v = at(speed * cosf(angle), speed * sinf(angle), 0.0f);
        assert_int_equal(FN(world_set_velocity)(world, container, v, spin_about(step % 4 == 0 ? -spin : spin)), IMP_OK);
        run_judged(world, 1);
    }
    const Vec middle = state_of(world, container).pose.p;
    for (int i = 0; i < CONTENTS; ++i)
    {
        out += !(distance_of(state_of(world, bodies[i]).center, middle) < RING * FARTHEST_IN);
    }
    FN(world_free)(world);
    return out;
}

static void keeps_in(void** state)
{
    (void)state;
    static const float speeds[] = {3.0f, 30.0f, 100.0f, 300.0f, 1000.0f, 3000.0f},
                       spins[] = {2.0f, 5.0f, 30.0f, 1000.0f};
    test_rng rng = {seed_of(3)};
    uint64_t cases = test_n(SHAKES);
    int all = 0;
    for (int kind = 0; kind < CONTAINERS; ++kind)
    {
        int out = 0;
        for (uint64_t i = 0; i < cases / CONTAINERS; ++i)
        {
            bool turns = i % 3 == 2;
            out += container_escapes(kind, turns ? 0.0f : speeds[i / 3 % 6], turns ? spins[i / 3 % SPINS] : 0.0f, &rng);
        }
        printf("container %d: %d out, of %d runs\n", kind, out, (int)(cases / CONTAINERS));
        all += out;
    }
    assert_true(all == 0);
    test_report("keeps_in", cases);
}

// Bullets against ten plates that give way before a wall of 2 cm.
static void stays_before_wall(void** state)
{
    (void)state;
    test_rng rng = {seed_of(4)};
    uint64_t cases = test_n(SHOTS), behind = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        World* world = new_world(0.0f);
        const float thick = test_rng_range(&rng, 0.01f, 0.1f);
        Shape wall = box_of(0.01f, 3.0f, 3.0f), plate = box_of(thick, 1.0f, 1.0f), ball = ball_of(0.1f),
              brick = box_of(0.2f, 0.1f, 0.2f);
        (void)add(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f), &wall);
        imp_body bodies[11];
        for (int k = 0; k < 10; ++k)
        {
            bodies[k] = add(world, IMP_BODY_DYNAMIC, at(-0.3f - 0.25f * (float)k, 0.0f, 0.0f), &plate);
        }
        BodyDef def = FN(body_default)();
        const ColliderDef lead = matter_of(8.0f, 0.0f, 0.0f, 0.0f);
        def.kind = IMP_BODY_DYNAMIC;
        def.bullet = true;
        def.angular_velocity = spin_about(test_rng_range(&rng, -50.0f, 50.0f));
        def.pose.p = at(-4.0f, test_rng_range(&rng, -0.5f, 0.5f), 0.0f);
        def.pose.q = turn_about(test_rng_range(&rng, -3.0f, 3.0f));
        def.velocity = at(10.0f * powf(1100.0f, (float)test_rng_unit(&rng)), 0.0f, 0.0f);
        bodies[10] = add_of(world, &def, i % 2 ? &ball : &brick, &lead);
        run_judged(world, 30);
        bool out = false;
        for (int k = 0; k < 11; ++k)
        {
            const Vec p = state_of(world, bodies[k]).center;
            out = out || (p.x > 0.0f && fabsf(p.y) < 3.0f && fabsf(AT(p, AXES - 1)) < 3.0f && p.x < 2.0f);
        }
        behind += out;
        FN(world_free)(world);
    }
    printf("behind the wall: %d of %d\n", (int)behind, (int)cases);
    assert_true(behind == 0);
    test_report("stays_before_wall", cases);
}

#define SLAMS_TESTS                                                                                                    \
    cmocka_unit_test(is_slammed), cmocka_unit_test(has_other_end), cmocka_unit_test(hits_floor_along_its_normal),      \
        cmocka_unit_test(keeps_in), cmocka_unit_test(stays_before_wall)
