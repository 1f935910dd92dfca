// SPDX-License-Identifier: MIT
//
// Bodies without colliders, in both dimensions: they turn about their own centre however slowly, and are no more at rest
// than others. The wrapper adds hinge_at, TURN, spin_of, and mass_told.

#include "kit.inl"

static const imp_body NONE = {0};

// Under gravity, which is what slow bodies are held against.
static World* make_world_of_bare(void)
{
    WorldDef def = FN(world_default)();
    World* world;
    def.gravity = at(0.0f, -10.0f, 0.0f);
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    return world;
}

static imp_body add_unclad(World* world, Vec p, float spin)
{
    BodyDef def = {.kind = IMP_BODY_DYNAMIC, .pose = pose_of(p, 0.0f), .angular_velocity = spin_of(spin)};
    const Mass mass = mass_told();
    imp_body body;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    assert_int_equal(FN(world_set_mass)(world, body, &mass), IMP_OK);
    return body;
}

static imp_joint hinge(World* world, imp_body body, Vec p)
{
    JointDef def;
    imp_joint joint;
    assert_int_equal(hinge_at(world, NONE, body, p, &def), IMP_OK);
    assert_int_equal(FN(world_add_joint)(world, &def, &joint), IMP_OK);
    return joint;
}

static double turn_of(const World* world, imp_joint joint)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
    return (double)s.values[TURN];
}

// It was held at its pose, as one whose points move by nothing, and kept its spin for ever.
static void bare_flywheels_turn(void** state)
{
    (void)state;
    static const float spins[] = {-0.06f, 0.07f, 3.0f};
    for (int k = 0; k < 3; ++k)
    {
        World* world = make_world_of_bare();
        const imp_body body = add_unclad(world, at(1.0f, 2.0f, 0.0f), spins[k]);
        const imp_joint joint = hinge(world, body, at(1.0f, 2.0f, 0.0f));
        for (int i = 1; i <= 60; ++i)
        {
            assert_int_equal(FN(world_step)(world, 1.0f / 60.0f), IMP_OK);
            const double wanted = (double)spins[k] * i / 60.0;
            assert_number(fabs(turn_of(world, joint) - wanted), <, 1e-5 + 1e-4 * fabs(wanted));
        }
        FN(world_free)(world);
    }
}

// Gears of which one has neither weight to turn it nor colliders hand on what a falling one gets.
static void bare_gears_hand_on(void** state)
{
    (void)state;
    World* world = make_world_of_bare();
    imp_joint joints[3];
    for (int i = 0; i < 3; ++i)
    {
        // The axis of the first is off its centre of mass.
        const Vec p = at(4.0f * (float)i, 0.0f, 0.0f), off = at(1.0f, 0.0f, 0.0f);
        const imp_body body = add_unclad(world, p, 0.0f);
        joints[i] = hinge(world, body, i == 0 ? FN(vec_sub)(p, off) : p);
    }
    for (int i = 0; i < 2; ++i)
    {
        imp_coupling_def def;
        imp_coupling coupling;
        assert_int_equal(FN(world_coupling_gear)(world, joints[i], joints[i + 1], 1.5f, &def), IMP_OK);
        assert_int_equal(FN(world_add_coupling)(world, &def, &coupling), IMP_OK);
    }
    for (int i = 0; i < 120; ++i)
    {
        assert_int_equal(FN(world_step)(world, 1.0f / 60.0f), IMP_OK);
        assert_number(fabs(turn_of(world, joints[0]) + 1.5 * turn_of(world, joints[1])), <, 1e-4);
        assert_number(fabs(turn_of(world, joints[1]) + 1.5 * turn_of(world, joints[2])), <, 1e-4);
    }
    assert_number(fabs(turn_of(world, joints[0])), >, 0.1);
    FN(world_free)(world);
}

// One that spins about itself on a hinge does not fall asleep, as one of a metre would not.
static void bare_flywheels_stay_awake(void** state)
{
    (void)state;
    World* world = make_world_of_bare();
    const imp_body body = add_unclad(world, at(0.0f, 0.0f, 0.0f), 1.0f);
    const imp_joint joint = hinge(world, body, at(0.0f, 0.0f, 0.0f));
    for (int i = 0; i < 300; ++i)
    {
        assert_int_equal(FN(world_step)(world, 1.0f / 60.0f), IMP_OK);
    }
    assert_true(state_of(world, body).awake);
    assert_number(fabs(turn_of(world, joint) - 5.0), <, 1e-3);
    FN(world_free)(world);
}

#define BARE_TESTS                                                                                                     \
    cmocka_unit_test(bare_flywheels_turn), cmocka_unit_test(bare_gears_hand_on),                                       \
        cmocka_unit_test(bare_flywheels_stay_awake)
