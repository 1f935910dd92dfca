// SPDX-License-Identifier: MIT
//
// Worlds with joints go the same way to the bit, however they are computed: nets and groups with lanes of any width, on
// threads, from snapshot to snapshot, without memory now and then. The wrapper adds joint_at_will (a joint of space has a
// cone or a cross, too), add_wheels and check_spans (of a world that has been stepped; how many there are).

#include "base/cpu.h"
#include "impinge/jobs.h"

#include "joint_kit.inl"

enum
{
    SIDE = 9,
    CHAINS = AXES == 2 ? 110 : 30,
    LINKS = 10,
    STEPS = 12
};

static World* world_on(const imp_jobs* jobs, const imp_allocator* allocator)
{
    WorldDef def = FN(world_default)();
    World* world;
    def.gravity = at(0.0f, -G, 0.0f);
    def.jobs = jobs;
    def.allocator = allocator;
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    return world;
}

// A net with far more than 24 rows of loops, of joints of all kinds in turn, which swings and is struck by balls.
static World* open_net(const imp_jobs* jobs)
{
    World* world = world_on(jobs, NULL);
    const Shape ball = ball_of(0.2f), stone = ball_of(0.4f);
    imp_body bodies[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; ++i)
    {
        const int32_t column = i % SIDE, row = i / SIDE;
        bodies[i] = add(world, row == 0 && column % 4 == 0 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC,
                        at((float)column, -(float)row, 0.0f), &ball);
        for (int32_t k = 0; k < 2; ++k)
        {
            if (k == 0 ? column > 0 : row > 0)
            {
                const Vec half = k == 0 ? at(0.5f, 0.0f, 0.0f) : at(0.0f, -0.5f, 0.0f);
                JointDef def =
                    hinge_of(bodies[k == 0 ? i - 1 : i - SIDE], half, bodies[i], FN(vec_scale)(half, -1.0f));
                joint_at_will(&def, i + k);
                if (!(row == 0 && column % 4 == 0 && k == 0))
                {
                    (void)join(world, &def);
                }
            }
        }
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        (void)add(world, IMP_BODY_DYNAMIC, at(2.0f * (float)i + 0.7f, 1.5f + 0.3f * (float)i, 0.1f), &stone);
    }
    return world;
}

// Chains that stand apart, each over a block that it falls on; every third is tied to the next. So the world has many
// spans, and ties decide where they end.
static World* open_street(const imp_jobs* jobs)
{
    World* world = world_on(jobs, NULL);
    const Shape link = box_of(0.15f, 0.05f, 0.05f), block = box_of(0.5f, 0.2f, 0.5f);
    ColliderDef worn = FN(collider_default)();
    imp_body last = NO_BODY;
    for (int32_t k = 0; k < CHAINS; ++k)
    {
        const float x = 5.0f * (float)k;
        imp_body before = NO_BODY;
        (void)add(world, IMP_BODY_STATIC, at(x + 1.0f, -1.0f, 0.0f), &block);
        worn.group = (uint32_t)k + 1;
        for (int32_t i = 0; i < LINKS; ++i)
        {
            const Pose pose = pose_of(at(x + 0.3f * (float)i, 0.0f, 0.0f), 0.0f);
            imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose, &link, &worn, NULL);
            JointDef def = hinge_of(before, i > 0 ? at(0.15f, 0.0f, 0.0f) : at(x - 0.15f, 0.0f, 0.0f), body,
                                    at(-0.15f, 0.0f, 0.0f));
            joint_at_will(&def, i > 0 && i % 3 == 2 ? i : 0);
            if (i > 0 || k % 2 == 0)
            {
                (void)join(world, &def);
            }
            if (i == 0 && k % 3 == 2)
            {
                def = hinge_of(last, at(0.15f, 0.0f, 0.0f), body, at(-0.15f, 0.0f, 0.0f));
                def.axes[0].kind = def.axes[1].kind = IMP_AXIS_FREE;
                def.axes[DIM(AXIS_DISTANCE)].kind = IMP_AXIS_LIMITED;
                def.axes[DIM(AXIS_DISTANCE)].upper = 2.5f;
                (void)join(world, &def);
            }
            before = last = body;
            if (i == LINKS - 1)
            {
                weigh(world, body, &link, 20.0f);  // a taut chain has geometric stiffness
            }
        }
    }
    return world;
}

// All ways must end each step with the hashes of the first.
static void goes_the_same(World* (*open)(const imp_jobs* jobs), int32_t steps, int32_t least_spans)
{
    enum
    {
        WAYS = 8  // widths, one and three threads, snapshots
    };
    static uint8_t bytes[1 << 22];
    static uint64_t hashes[64];
    for (int32_t way = 0; way < WAYS; ++way)
    {
        const bool threads = way == 5 || way == 6, loads = way == 7;
        imp_pool* pool = NULL;
        imp_jobs jobs;
        if (!threads && !loads && way > impi_cpu_level())
        {
            continue;
        }
        if (threads)
        {
            assert_int_equal(imp_pool_make(way == 5 ? 1 : 3, NULL, &pool), IMP_OK);
            assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        }
        World* world = open(threads ? &jobs : NULL);
        FNI(world_set_level)(world, threads || loads ? impi_cpu_level() : way);
        for (int32_t step = 0; step < steps; ++step)
        {
            int32_t count;
            if (loads)
            {
                assert_int_equal(FN(world_save)(world, bytes, sizeof bytes, &count), IMP_OK);
                assert_int_equal(FN(world_load)(world, bytes, count), IMP_OK);
            }
            run(world, 1);
            hashes[step] = way == 0 ? hash_of(world) : hashes[step];
            assert_true(hash_of(world) == hashes[step]);
        }
        assert_number(check_spans(world), >=, least_spans);
        FN(world_free)(world);
        imp_pool_free(pool);
    }
}

static void nets_are_the_same(void** state)
{
    (void)state;
    goes_the_same(open_net, STEPS, 0);
}

static void ties_are_the_same(void** state)
{
    (void)state;
    goes_the_same(open_street, 8, 2);
}

// Memory that lacks

static int64_t failures;

// A call that may fail once for lack of memory, and then does what it would have done.
#define TRY(call)                                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        imp_status tried = (call);                                                                                     \
        failures += tried != IMP_OK;                                                                                   \
        assert_true(!tried || tried == IMP_ERR_MEMORY);                                                                \
        assert_int_equal(tried ? (call) : IMP_OK, IMP_OK);                                                             \
    } while (0)

// A life of a world with joints, couplings, wheels and an articulation. Returns its hash, with handles.
static uint64_t live(World* world)
{
    const Shape ball = ball_of(0.3f), box = box_of(0.5f, 0.2f, 0.3f);
    const Compound part = compound_of(&ball);
    imp_body bodies[8], made[2];
    imp_joint joints[8], wheels[2], tied[2];
    imp_coupling coupling = {0};
    uint64_t hash = 0;
    int32_t link = 0;
    for (int32_t i = 0; i < 8; ++i)
    {
        BodyDef def = FN(body_default)();
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = at((float)i, 0.0f, 0.0f);
        TRY(FN(world_add_body)(world, &def, &bodies[i]));
        TRY(FN(world_add_collider)(world, bodies[i], i == 5 ? &box : &ball, NULL, NULL));
    }
    for (int32_t i = 0; i < 5; ++i)
    {
        JointDef def = hinge_of(i > 0 ? bodies[i - 1] : NO_BODY, at(i > 0 ? 0.5f : -0.5f, 0.0f, 0.0f), bodies[i],
                                at(-0.5f, 0.0f, 0.0f));
        joint_at_will(&def, i == 3 ? 3 : 0);
        TRY(FN(world_add_joint)(world, &def, &joints[i]));
    }
    imp_wheel rolls[2];
    for (int32_t i = 0; i < 2; ++i)
    {
        rolls[i] = imp_wheel_default();
        rolls[i].body = bodies[6 + i];
    }
    TRY(add_wheels(world, bodies[5], rolls, 2, wheels));
    ArticulationLink links[2] = {FN(articulation_link_default)(), FN(articulation_link_default)()};
    ArticulationCollider colliders[2] = {{0, &part, FN(collider_default)()}, {1, &part, FN(collider_default)()}};
    links[0].parent = IMP_LINK_BASE;
    links[1].parent = 0;
    links[1].joint = hinge_of(NO_BODY, at(0.0f, 0.0f, 0.0f), NO_BODY, at(0.0f, 1.0f, 0.0f));
    const ArticulationDef robot = {.links = links, .link_count = 2, .colliders = colliders, .collider_count = 2};
    TRY(FN(world_add_articulation)(world, &robot, made, tied, &link));
    for (int32_t step = 0; step < 12; ++step)
    {
        if (step == 2)
        {
            imp_coupling_def def = imp_coupling_default();
            def.a = joints[1];
            def.b = joints[4];
            def.axis_a = def.axis_b = TURN;
            TRY(FN(world_add_coupling)(world, &def, &coupling));
        }
        if (step == 6)
        {
            TRY(FN(world_remove_joint)(world, joints[2]));
            TRY(FN(world_remove_body)(world, bodies[7]));
        }
        TRY(FN(world_step)(world, DT));
        hash = hash * 31 + hash_of(world);
    }
    return hash ^ joints[4].id ^ coupling.id << 8 ^ wheels[1].id << 16 ^ made[1].id << 24;
}

static void lives_without_memory(void** state)
{
    (void)state;
    uint64_t want = 0;
    failures = 0;
    for (int64_t fail_at = -1, calls = 0; fail_at <= calls; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        const imp_allocator allocator = test_allocator_get(&memory);
        World* world = world_on(NULL, &allocator);
        memory.calls = 0;
        memory.fail_at = fail_at;
        const uint64_t hash = live(world);
        want = fail_at < 0 ? hash : want;
        assert_true(hash == want);
        calls = memory.calls;
        FN(world_free)(world);
        assert_int_equal(memory.live_blocks, 0);
    }
    printf("%d allocations failed\n", (int)failures);
    assert_number(failures, >, 60);
}

#define SAME_TESTS                                                                                                     \
    cmocka_unit_test(nets_are_the_same), cmocka_unit_test(ties_are_the_same), cmocka_unit_test(lives_without_memory)
