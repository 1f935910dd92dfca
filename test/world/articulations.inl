// SPDX-License-Identifier: MIT
//
// Articulations in both dimensions: how they are made, put, driven, recorded and refused. The wrapper adds hull_of, a
// shape that has memory of its own.

#include "articulation_kit.inl"

#include "impinge/world_record.h"

// Where a tree is can be told and asked; joints hold there.
static void trees_stand_where_they_are_put(void** state)
{
    (void)state;
    test_rng rng = {8};
    double worst = 0.0, apart = 0.0;
    for (uint64_t round = 0; round < test_n(100); ++round)
    {
        made m;
        make_tree(&m, &rng, 0.0f, round % 2 == 0, false);
        double q[MOST], back[MOST];
        for (int32_t i = 0; i < m.count; ++i)
        {
            const float most = m.freedoms[i].axis < AXES ? 0.5f : BENT;
            q[i] = (double)test_rng_range(&rng, -most, most);
        }
        assert_int_equal(FN(world_set_positions)(m.world, &m.tree, q, m.count), IMP_OK);
        positions_of(&m, back);
        for (int32_t i = 0; i < m.count; ++i)
        {
            // A turn goes on from where it was.
            const double off = back[i] - q[i], whole = 2.0 * acos(-1.0);
            worst = fmax(worst, fabs(m.freedoms[i].axis < AXES ? off : remainder(off, whole)));
        }
        for (int32_t i = 0; i < m.tree.joint_count; ++i)
        {
            JointState s;
            JointDef def;
            assert_int_equal(FN(world_get_joint)(m.world, m.joints[i], &s), IMP_OK);
            assert_int_equal(FN(world_get_joint_def)(m.world, m.joints[i], &def), IMP_OK);
            for (int32_t k = 0; k < DIM(AXIS_DISTANCE); ++k)
            {
                apart = def.axes[k].kind == IMP_AXIS_LOCKED ? fmax(apart, (double)fabsf(s.values[k])) : apart;
            }
        }
        free_made(&m);
    }
    printf("positions come back within %.1e, locked axes are within %.1e\n", worst, apart);
    assert_number(worst, <, 2e-5);
    assert_number(apart, <, 2e-5);
}

// Drives of any stiffness bring an arm to its pose and hold it, and nothing gains energy.
static void drives_hold_a_pose_at_any_gain(void** state)
{
    (void)state;
    const float half = 0.25f, angles[4] = {0.3f, -0.6f, 0.8f, 0.4f};
    const double pose[4] = {0.5, -0.4, 1.0, 0.2};
    const Shape rod = box_of(half, 0.06f, 0.05f);
    for (int32_t k = 2; k <= 17; ++k)
    {
        const bool damped = k < 10;
        const float stiffness = powf(10.0f, (float)(damped ? k : k - 8));
        const imp_axis axis = {.stiffness = stiffness, .damping = damped ? 0.2f * stiffness : 0.0f};
        made m;
        make_arm(&m, 4, &rod, half, angles, (float)G, &axis);
        double q[4], bias[4], rates[4], start = 0.0, before = 0.0;
        assert_int_equal(FN(world_set_targets)(m.world, &m.tree, pose, NULL, 4), IMP_OK);
        for (int32_t i = 0; i < 240; ++i)
        {
            positions_of(&m, q);
            double energy = kinetic_energy(&m) + height_energy(&m);
            for (int32_t j = 0; j < 4; ++j)
            {
                energy += 0.5 * (double)stiffness * (q[j] - pose[j]) * (q[j] - pose[j]);
            }
            start = i == 0 ? fabs(energy) : start;
            assert_true(i == 0 || energy < before + 1e-6 * start);
            before = energy;
            run(m.world, 1);
        }
        velocities_of(&m, rates);
        const double fastest = largest(rates, 4);
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, NULL, NULL, bias, 4), IMP_OK);
        double off = 0.0;
        for (int32_t j = 0; j < 4; ++j)
        {
            // A spring gives way to the weight, and to nothing else.
            off = fmax(off, fabs(q[j] - pose[j] + bias[j] / (double)stiffness));
        }
        printf("stiffness %.0e, damping %.0e: %.1e rad beside the balance, %.1e rad/s\n", (double)stiffness,
               (double)axis.damping, off, fastest);
        assert_true(!damped || off < 2e-4);
        assert_true(!damped || fastest < 2e-3);
        free_made(&m);
    }
}

// A drive pulls no harder than it may: an arm that is too heavy sinks, and its torque is what is allowed.
static void drives_keep_to_their_limits(void** state)
{
    (void)state;
    const float half = 0.25f, angles[2] = {0.0f, 0.0f};
    const double pose[2] = {0.0, 0.0};
    const Shape rod = box_of(half, 0.05f, 0.05f);
    for (int32_t strong = 0; strong < 2; ++strong)
    {
        imp_axis axis = {.hertz = 20.0f, .damping_ratio = 1.0f};
        made m;
        make_arm(&m, 2, &rod, half, angles, (float)G, &axis);
        double bias[2], q[2], most = 0.0;
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, NULL, NULL, bias, 2), IMP_OK);
        axis.most = (float)(bias[0] * (strong ? 1.2 : 0.8));
        assert_int_equal(FN(world_set_axis)(m.world, m.joints[0], TURN, &axis), IMP_OK);
        assert_int_equal(FN(world_set_targets)(m.world, &m.tree, pose, NULL, 2), IMP_OK);
        for (int32_t i = 0; i < 60; ++i)
        {
            JointState s;
            run(m.world, 1);
            assert_int_equal(FN(world_get_joint)(m.world, m.joints[0], &s), IMP_OK);
            most = fmax(most, (double)spin_left(s.torque));
        }
        positions_of(&m, q);
        printf("an arm with %.1f of the torque it needs: %.4f rad, at most %.4f of what is allowed\n",
               strong ? 1.2 : 0.8, q[0], most / (double)axis.most);
        assert_number(most, <, 1.0001 * (double)axis.most);
        assert_true(strong ? q[0] > -0.05 : q[0] < -0.5);
        free_made(&m);
    }
}

// A description with joints, boxes and own masses, on a body of the world.
typedef struct described
{
    ArticulationLink links[LINKS];
    ArticulationCollider colliders[LINKS];
    Compound compounds[LINKS];
    Shape shapes[LINKS];
    ArticulationDef def;
} described;

static void describe(described* d, imp_body base)
{
    for (int32_t i = 0; i < LINKS; ++i)
    {
        JointDef joint = hinge();
        joint.frame_a.p = at(0.3f, 0.0f, 0.0f);
        joint.frame_b.p = at(-0.3f, 0.0f, 0.0f);
        d->links[i] = link_of(i == 0 ? IMP_LINK_BASE : i / 2, joint);
        d->shapes[i] = i % 2 ? box_of(0.3f, 0.05f, 0.1f) : hull_of(0.1f + 0.01f * (float)i);
        d->compounds[i] = compound_of(&d->shapes[i]);
        d->colliders[i] = (ArticulationCollider){LINKS - 1 - i, &d->compounds[i], FN(collider_default)()};
        d->colliders[i].def.one_way = at(0.0f, i == 2 ? 1.0f : 0.0f, 0.0f);
    }
    d->links[1].parent = 0;
    assert_int_equal(FN(shape_mass)(&d->shapes[1], 3.0f, &d->links[2].mass), IMP_OK);
    d->def = (ArticulationDef){
        .base = base, .links = d->links, .link_count = LINKS, .colliders = d->colliders, .collider_count = LINKS};
}

static void forget(described* d)
{
    for (int32_t i = 0; i < LINKS; ++i)
    {
        FN(shape_free)(&d->shapes[i]);
    }
}

// Adds a description after it has failed in every way; gives the hash of the world some steps later.
static uint64_t add_after_failures(int how, int at_call, bool* failed)
{
    test_allocator memory = {.fail_at = -1};
    const imp_allocator allocator = test_allocator_get(&memory);
    WorldDef def = FN(world_default)();
    World* world;
    def.gravity = at(0.0f, -9.81f, 0.0f);
    def.allocator = &allocator;
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    const imp_body floor = add_floor(world);
    const Shape ball = ball_of(0.3f);
    (void)add(world, IMP_BODY_DYNAMIC, at(0.4f, 2.0f, 0.0f), &ball);
    described d;
    imp_body bodies[LINKS], untouched[LINKS];
    imp_joint joints[LINKS];
    int32_t link = 7;
    describe(&d, floor);
    memset(bodies, 0xa5, sizeof bodies);
    memset(untouched, 0xa5, sizeof untouched);
    *failed = false;
    for (int32_t i = 0; i < how; ++i)
    {
        described bad = d;
        bad.def.links = bad.links;
        bad.def.colliders = bad.colliders;
        const float nan = NAN;
        int32_t fault = IMP_ERR_NAN, blamed = i;
        switch (i)
        {
        case 0: bad.links[0].joint.axes[TURN].target = nan; break;
        case 1: bad.links[1].values[0] = nan; break;
        case 2:
            bad.links[2].parent = 2;
            fault = IMP_ERR_RANGE;
            break;
        case 3:
            bad.links[3].body.linear_damping = -1.0f;
            fault = IMP_ERR_NEGATIVE;
            break;
        case 4:
            bad.colliders[LINKS - 3].def.density = -1.0f;
            fault = IMP_ERR_NEGATIVE;
            blamed = 2;
            break;
        case 5:
            bad.colliders[2].link = LINKS;
            fault = IMP_ERR_RANGE;
            blamed = -1;
            break;
        case 6:
            bad.def.base.id = 99;
            fault = IMP_ERR_HANDLE;
            blamed = -1;
            break;
        default:
            bad.links[2].mass.mass = nan;
            blamed = 2;
            break;
        }
        const imp_status status = FN(world_add_articulation)(world, &bad.def, bodies, joints, &link);
        assert_int_equal(imp_status_fault(status), fault);
        assert_int_equal(imp_status_argument(status), 2);
        assert_int_equal(link, blamed);
        assert_memory_equal(bodies, untouched, sizeof bodies);
    }
    memory.fail_at = at_call >= 0 ? memory.calls + at_call : -1;
    imp_status status = FN(world_add_articulation)(world, &d.def, bodies, joints, &link);
    memory.fail_at = -1;
    if (status)
    {
        assert_int_equal(status, IMP_ERR_MEMORY);
        assert_memory_equal(bodies, untouched, sizeof bodies);
        assert_int_equal(stats_of(world).bodies, 2);
        assert_int_equal(stats_of(world).colliders, 2);
        *failed = true;
        assert_int_equal(FN(world_add_articulation)(world, &d.def, bodies, joints, &link), IMP_OK);
    }
    uint64_t hash = 0;
    run(world, 30);
    imp_collider worn[4];
    int32_t count;
    assert_int_equal(FN(world_body_colliders)(world, bodies[3], worn, 4, &count), IMP_OK);
    hash = hash_of(world) ^ bodies[3].id * 3 ^ joints[3].id * 5 ^ worn[0].id * 7;
    FN(world_free)(world);
    forget(&d);
    assert_int_equal(memory.live_blocks, 0);
    return hash;
}

static void failed_descriptions_change_nothing(void** state)
{
    (void)state;
    bool failed;
    const uint64_t hash = add_after_failures(0, -1, &failed);
    assert_true(add_after_failures(8, -1, &failed) == hash);
    int32_t failures = 0;
    for (int32_t i = 0;; ++i)
    {
        assert_true(add_after_failures(0, i, &failed) == hash);
        if (!failed)
        {
            break;
        }
        ++failures;
    }
    printf("%d allocations of a description failed, and nothing had changed\n", failures);
    assert_true(failures > 12);
}

// What is recorded are the calls that an articulation is made of; what is saved needs nothing more than its handles.
static void articulations_are_recorded_and_saved(void** state)
{
    (void)state;
    test_tape t = {.bytes = NULL};
    static uint8_t snapshot[1 << 16];
    test_rng rng = {31};
    const imp_sink sink = test_tape_sink(&t);
    made m = {.world = new_world((float)G)};
    described d;
    const imp_body floor = add_floor(m.world);
    describe(&d, floor);
    assert_int_equal(FN(world_record)(m.world, &sink, 1), IMP_OK);
    d.links[3].parent = 9;
    assert_true(FN(world_add_articulation)(m.world, &d.def, m.bodies, m.joints, NULL) != IMP_OK);
    d.links[3].parent = 1;
    d.links[1].joint.axes[TURN].hertz = 4.0f;
    make_of(&m, &d.def);
    double q[MOST], v[MOST], again[MOST];
    any_numbers(&rng, q, m.count, 1.0f);
    any_numbers(&rng, v, m.count, 1.0f);
    assert_int_equal(FN(world_set_positions)(m.world, &m.tree, q, m.count), IMP_OK);
    assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
    assert_int_equal(FN(world_set_targets)(m.world, &m.tree, q, v, m.count), IMP_OK);
    assert_int_equal(FN(world_apply_forces)(m.world, &m.tree, v, m.count), IMP_OK);
    run(m.world, 20);
    assert_int_equal(FN(world_record)(m.world, NULL, 0), IMP_OK);
    World* stage;
    assert_int_equal(FN(world_make)(NULL, &stage), IMP_OK);
    (void)FNI(tape_same)(&t, stage, m.world);
    int32_t count;
    assert_int_equal(FN(world_save)(m.world, snapshot, sizeof snapshot, &count), IMP_OK);
    assert_int_equal(FN(world_load)(stage, snapshot, count), IMP_OK);
    positions_of(&m, q);
    World* saved = m.world;
    m.world = stage;
    positions_of(&m, again);
    assert_memory_equal(q, again, sizeof *q * (size_t)m.count);
    FN(world_free)(saved);
    forget(&d);
    free_made(&m);
}

// What is no tree is refused.
static void what_is_no_tree_is_refused(void** state)
{
    (void)state;
    const float angles[3] = {0.1f, 0.2f, 0.3f};
    const Shape rod = box_of(0.3f, 0.05f, 0.05f);
    made m;
    make_arm(&m, 3, &rod, 0.3f, angles, 0.0f, NULL);
    const imp_joint order[3] = {m.joints[1], m.joints[0], m.joints[2]},
                    twice[3] = {m.joints[0], m.joints[1], m.joints[1]}, gone[2] = {m.joints[0], {m.joints[0].id + 50}};
    double q[4] = {0.0};
    int32_t count = 77;
    const imp_articulation bad[4] = {
        {.joints = order, .joint_count = 3},
        {.joints = twice, .joint_count = 3},
        {.joints = gone, .joint_count = 2},
        {.joints = m.joints, .joint_count = 4},
    };
    const int32_t faults[4] = {IMP_ERR_RANGE, IMP_ERR_RANGE, IMP_ERR_HANDLE, IMP_ERR_HANDLE};
    for (int32_t i = 0; i < 4; ++i)
    {
        assert_int_equal(FN(world_get_positions)(m.world, &bad[i], q, 4, &count), faults[i] | 2 << 8);
        assert_int_equal(count, 77);
    }
    const imp_articulation part = {.joints = m.joints, .joint_count = 2}, rooted = {m.bodies[2], &m.joints[2], 1};
    assert_int_equal(FN(world_get_positions)(m.world, &part, q, 1, &count), IMP_ERR_SPACE | 4 << 8);
    assert_int_equal(count, 2);
    assert_int_equal(FN(world_set_positions)(m.world, &part, q, 3), IMP_ERR_COUNT | 4 << 8);
    // The last link may be the root as well, and the one before hangs on it.
    assert_int_equal(FN(world_freedoms)(m.world, &rooted, NULL, 0, &count), IMP_ERR_SPACE | 4 << 8);
    assert_int_equal(count, DIM(AXIS_DISTANCE) + 1);
    const imp_joint rope_joint = m.joints[1];
    const imp_axis rope = {.kind = IMP_AXIS_LIMITED, .upper = 1.0f};
    assert_int_equal(FN(world_set_axis)(m.world, rope_joint, DIM(AXIS_DISTANCE), &rope), IMP_OK);
    assert_int_equal(FN(world_get_positions)(m.world, &part, q, 4, &count), IMP_ERR_RANGE | 2 << 8);
    q[0] = NAN;
    assert_int_equal(FN(world_set_targets)(m.world, &part, q, NULL, 2), IMP_ERR_RANGE | 2 << 8);
    const imp_articulation one = {.joints = m.joints, .joint_count = 1};
    assert_int_equal(FN(world_set_targets)(m.world, &one, q, NULL, 1), IMP_ERR_NAN | 3 << 8);
    free_made(&m);
}

#define ARTICULATION_TESTS                                                                                             \
    cmocka_unit_test(trees_stand_where_they_are_put), cmocka_unit_test(drives_hold_a_pose_at_any_gain),                \
        cmocka_unit_test(drives_keep_to_their_limits), cmocka_unit_test(failed_descriptions_change_nothing),           \
        cmocka_unit_test(articulations_are_recorded_and_saved), cmocka_unit_test(what_is_no_tree_is_refused)
