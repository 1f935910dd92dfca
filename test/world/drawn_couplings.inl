// SPDX-License-Identifier: MIT
//
// Debug drawing of couplings, in both dimensions: where their axes stand, and a line between both. The wrapper adds
// hinge_at, slide_along and spin_of.

#include "kit.inl"

#define COUPLED 0xffa0ffa0u

enum
{
    LINES_MAX = 128
};

static const imp_body NONE = {0};

static imp_joint join(World* world, const JointDef* def)
{
    imp_joint joint;
    assert_int_equal(FN(world_add_joint)(world, def, &joint), IMP_OK);
    return joint;
}

static void couple_by(World* world, const imp_coupling_def* def)
{
    imp_coupling coupling;
    assert_int_equal(FN(world_add_coupling)(world, def, &coupling), IMP_OK);
}

static imp_body add_ball(World* world, Vec p)
{
    const Shape ball = ball_of(0.25f);
    const ColliderDef worn = matter_of(1.0f, 0.0f, 0.0f, 0.0f);
    return add_with(world, IMP_BODY_DYNAMIC, pose_of(p, 0.0f), &ball, &worn, NULL);
}

static bool is_at(Vec p, Vec q)
{
    const Vec d = FN(vec_sub)(p, q);
    return FN(vec_dot)(d, d) < 1e-10f;
}

// Lines of the couplings' colour, in a frame whose origin is elsewhere; and that a short list stays as it was.
static int32_t read_lines(const World* world, Vec origin, Vec (*out)[2])
{
    static DrawVertex all[2 * LINES_MAX];
    DrawDef look = FN(draw_default)();
    int32_t count, wanted, found = 0;
    look.lines = IMP_DRAW_JOINTS;
    look.pixel = 0.0625f;
    look.origin = origin;
    assert_int_equal(FN(world_draw_lines)(world, &look, all, 2 * LINES_MAX, &count), IMP_OK);
    assert_int_equal(imp_status_fault(FN(world_draw_lines)(world, &look, all, count - 1, &wanted)), IMP_ERR_SPACE);
    assert_int_equal(wanted, count);
    for (int32_t i = 0; i < count; i += 2)
    {
        if (all[i].colour == COUPLED)
        {
            assert_int_equal(all[i + 1].colour, COUPLED);
            out[found][0] = FN(vec_add)(all[i].point, origin);
            out[found++][1] = FN(vec_add)(all[i + 1].point, origin);
        }
    }
    return found;
}

static void expect_line(Vec (*lines)[2], int32_t count, Vec from, Vec to)
{
    int32_t found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        found += is_at(lines[i][0], from) && is_at(lines[i][1], to);
    }
    assert_int_equal(found, 1);
}

// A pulley is its rope: down from one wheel, over to the other, and down again.
static void pulleys_are_ropes(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Vec wheels[2] = {at(1.0f, 5.0f, 0.0f), at(4.0f, 5.0f, 0.0f)},
              loads[2] = {at(1.0f, 2.0f, 0.0f), at(4.0f, 3.0f, 0.0f)};
    imp_joint joints[2];
    imp_coupling_def rope;
    Vec lines[LINES_MAX][2];
    for (int i = 0; i < 2; ++i)
    {
        JointDef def;
        assert_int_equal(FN(world_joint_rope)(world, NONE, add_ball(world, loads[i]), wheels[i], loads[i], &def),
                         IMP_OK);
        joints[i] = join(world, &def);
    }
    assert_int_equal(read_lines(world, at(0.0f, 0.0f, 0.0f), lines), 0);
    assert_int_equal(FN(world_coupling_pulley)(world, joints[0], joints[1], 1.0f, false, &rope), IMP_OK);
    couple_by(world, &rope);
    const int32_t count = read_lines(world, at(1.0f, 1.0f, 0.0f), lines);
    assert_int_equal(count, 3);
    expect_line(lines, count, wheels[0], loads[0]);
    expect_line(lines, count, wheels[1], loads[1]);
    expect_line(lines, count, wheels[0], wheels[1]);
    FN(world_free)(world);
}

// A rack: the wheel's hand is turned as the wheel is, and the rack has the length that it has run.
static void racks_show_how_far_they_are(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Vec hub = at(0.0f, 2.0f, 0.0f), begin = at(0.0f, 1.0f, 0.0f);
    JointDef def;
    imp_coupling_def rack;
    imp_joint joints[2];
    Vec lines[LINES_MAX][2];
    const imp_body wheel = add_ball(world, hub), bar = add_ball(world, begin);
    assert_int_equal(hinge_at(world, NONE, wheel, hub, &def), IMP_OK);
    joints[0] = join(world, &def);
    const Vec first = FNI(turn_hand)(def.frame_a.q, 0, 0.0), turned = FNI(turn_hand)(def.frame_a.q, 0, 1.0);
    assert_int_equal(slide_along(world, NONE, bar, begin, at(1.0f, 0.0f, 0.0f), &def), IMP_OK);
    joints[1] = join(world, &def);
    assert_int_equal(FN(world_coupling_rack)(world, joints[0], joints[1], 1.0f, &rack), IMP_OK);
    couple_by(world, &rack);
    int32_t count = read_lines(world, at(0.0f, 0.0f, 0.0f), lines);
    assert_int_equal(count, 3);
    expect_line(lines, count, hub, FN(vec_add)(hub, first));
    expect_line(lines, count, begin, begin);
    expect_line(lines, count, hub, begin);
    // The bar is pulled for a second, by a metre.
    assert_int_equal(FN(world_set_velocity)(world, bar, at(1.0f, 0.0f, 0.0f), FNI(spin_none)()), IMP_OK);
    assert_int_equal(FN(world_set_velocity)(world, wheel, at(0.0f, 0.0f, 0.0f), spin_of(1.0f)), IMP_OK);
    for (int i = 0; i < 60; ++i)
    {
        assert_int_equal(FN(world_step)(world, 1.0f / 60.0f), IMP_OK);
    }
    count = read_lines(world, at(0.0f, 0.0f, 0.0f), lines);
    const Vec end = state_of(world, bar).pose.p, apart = FN(vec_sub)(end, FN(vec_add)(begin, at(1.0f, 0.0f, 0.0f)));
    assert_number(FN(vec_dot)(apart, apart), <, 1e-6f);
    assert_int_equal(count, 3);
    expect_line(lines, count, begin, end);
    expect_line(lines, count, hub, end);
    int32_t hands = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const Vec way = FN(vec_sub)(FN(vec_sub)(lines[i][1], lines[i][0]), turned);
        hands += is_at(lines[i][0], hub) && FN(vec_dot)(way, way) < 1e-5f;
    }
    assert_int_equal(hands, 1);
    FN(world_free)(world);
}

#define DRAWN_TESTS cmocka_unit_test(pulleys_are_ropes), cmocka_unit_test(racks_show_how_far_they_are)
