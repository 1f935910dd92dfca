// SPDX-License-Identifier: MIT
//
// Golden rows of joints and couplings. A case is a world of a few bodies that are tied by joints of any axes, in trees and
// loops, and of couplings between these; what is hashed is the world after each step, and what joints and couplings tell.

enum
{
    EVERY = 2048,  // one case in so many is a world
    BODIES = 10,
    STEPS = 20
};

static imp_axis an_axis(trial* t)
{
    const uint64_t bits = test_rng_next(&t->rng);
    imp_axis a = {.kind = (int32_t)(bits % IMP_AXIS_KIND_COUNT)};
    const float x = test_rng_range(&t->rng, -0.5f, 0.0f), y = test_rng_range(&t->rng, 0.0f, 0.5f);
    a.lower = x;
    a.upper = y;
    a.hertz = bits & 16 ? 4.0f : 0.0f;
    a.damping_ratio = 0.5f;
    a.target = bits & 32 ? 0.25f : 0.0f;
    a.motor = (bits & 192) == 192;
    a.speed = a.motor ? 2.0f : 0.0f;
    a.most = bits & 256 ? 20.0f : 0.0f;
    return a;
}

static Vec a_place(trial* t, float most)
{
    Vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, test_rng_range(&t->rng, -most, most));
    }
    return v;
}

static int32_t add_joints(trial* t, World* world, const imp_body* bodies, imp_joint* joints)
{
    const imp_body none = {0};
    int32_t count = 0;
    for (int32_t i = 0; i < BODIES + 3; ++i)
    {
        const uint64_t bits = test_rng_next(&t->rng);
        JointDef def = FN(joint_default)();
        def.b = bodies[i % BODIES];
        def.a = i == 0 || bits % 8 == 0 ? none : bodies[bits / 8 % (uint64_t)(i < BODIES ? i : BODIES)];
        def.frame_a.p = a_place(t, 0.5f);
        def.frame_b.p = a_place(t, 0.5f);
        for (int32_t k = AXES; k < DIM(AXIS_COUNT); ++k)
        {
            if (k < DIM(AXIS_DISTANCE))
            {
                def.axes[k] = an_axis(t);
            }
        }
        if (bits & 4096)
        {
            def.axes[0] = an_axis(t);
        }
        count += FN(world_add_joint)(world, &def, &joints[count]) ? 0 : 1;
    }
    return count;
}

static void run_joints(trial* t)
{
    WorldDef of = FN(world_default)();
    World* world;
    imp_body bodies[BODIES];
    imp_joint joints[BODIES + 3];
    imp_coupling couplings[3];
    int32_t tied = 0;
    SET_AT(of.gravity, 1, -10.0f);
    assert_int_equal(FN(world_make)(&of, &world), IMP_OK);
    const Shape ball = a_ball();
    for (int32_t i = 0; i < BODIES; ++i)
    {
        BodyDef def = FN(body_default)();
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = a_place(t, 2.0f);
        assert_int_equal(FN(world_add_body)(world, &def, &bodies[i]), IMP_OK);
        assert_int_equal(FN(world_add_collider)(world, bodies[i], &ball, NULL, NULL), IMP_OK);
    }
    const int32_t count = add_joints(t, world, bodies, joints);
    for (int32_t i = 0; i < 3 && count > 1; ++i)
    {
        imp_coupling_def def = imp_coupling_default();
        def.a = joints[test_rng_int(&t->rng, 0, count - 1)];
        def.b = joints[test_rng_int(&t->rng, 0, count - 1)];
        def.axis_a = AXES;
        def.axis_b = i == 2 ? 0 : AXES;
        def.ratio_b = test_rng_range(&t->rng, 0.5f, 2.0f);
        def.axis = an_axis(t);
        tied += FN(world_add_coupling)(world, &def, &couplings[tied]) ? 0 : 1;
    }
    add_word(t, (uint32_t)count);
    add_word(t, (uint32_t)tied);
    for (int32_t step = 0; step < STEPS; ++step)
    {
        uint64_t hash = 0;
        assert_int_equal(FN(world_step)(world, 1.0f / 60.0f), IMP_OK);
        assert_int_equal(FN(world_hash)(world, &hash), IMP_OK);
        add_words(t, &hash, sizeof hash);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        JointState s;
        assert_int_equal(FN(world_get_joint)(world, joints[i], &s), IMP_OK);
        add_words(t, s.values, sizeof s.values);
        add_words(t, &s.force, sizeof s.force);
        add_words(t, &s.torque, sizeof s.torque);
    }
    for (int32_t i = 0; i < tied; ++i)
    {
        imp_coupling_state s;
        assert_int_equal(FN(world_get_coupling)(world, couplings[i], &s), IMP_OK);
        add_words(t, &s.value, sizeof s.value);
        add_words(t, &s.force, sizeof s.force);
    }
    FN(world_free)(world);
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

static const golden_row rows[] = {
    {TEXT(FN(world_add_coupling)), run_joints, EVERY, NULL},
};

GOLDEN_ROWS(GOLDEN_JOINTS, rows);
