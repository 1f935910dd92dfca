// SPDX-License-Identifier: MIT
//
// Joints by their names, in both dimensions. The wrapper adds hinge_at, slide_along, wheel_at (a wheel that is sprung along
// y and turns about z), and TURN and UP, their axes.

#include "kit.inl"

#define G 9.81f

static imp_joint join(World* world, const JointDef* def)
{
    imp_joint joint;
    assert_int_equal(FN(world_add_joint)(world, def, &joint), IMP_OK);
    return joint;
}

static JointState joint_of(const World* world, imp_joint joint)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
    return s;
}

static float part_of(Vec v, int k)
{
    return AT(v, k);
}

static const imp_body NONE = {0};

// A rod that turns about its end, one that slides along a slope, and bodies that are tied at two places.
static void named_joints_leave_their_axes_free(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape rod = box_of(0.5f, 0.05f, 0.05f), ball = ball_of(0.2f);
    imp_body turns = add(world, IMP_BODY_DYNAMIC, at(0.5f, 0.0f, 0.0f), &rod),
             slides = add(world, IMP_BODY_DYNAMIC, at(5.0f, 0.0f, 0.0f), &ball),
             held = add(world, IMP_BODY_DYNAMIC, at(10.6f, 0.0f, 0.0f), &ball),
             hangs = add(world, IMP_BODY_DYNAMIC, at(15.0f, 0.0f, 0.0f), &ball);
    JointDef def;
    assert_int_equal(hinge_at(world, NONE, turns, at(0.0f, 0.0f, 0.0f), &def), IMP_OK);
    imp_joint hinge = join(world, &def);
    assert_int_equal(slide_along(world, NONE, slides, at(5.0f, 0.0f, 0.0f), at(3.0f, -4.0f, 0.0f), &def), IMP_OK);
    imp_joint slider = join(world, &def);
    assert_int_equal(FN(world_joint_distance)(world, NONE, held, at(10.0f, 0.8f, 0.0f), at(10.6f, 0.0f, 0.0f), &def),
                     IMP_OK);
    assert_float_equal(def.axes[DIM(AXIS_DISTANCE)].lower, 1.0f, 1e-6f);
    imp_joint distance = join(world, &def);
    assert_int_equal(FN(world_joint_rope)(world, NONE, hangs, at(15.0f, 1.0f, 0.0f), at(15.0f, 0.0f, 0.0f), &def),
                     IMP_OK);
    imp_joint rope = join(world, &def);
    assert_int_equal(FN(world_set_velocity)(world, hangs, at(0.0f, 2.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    double swung = 0.0, longest = 0.0, shortest = 2.0;
    for (int32_t step = 0; step < 60; ++step)
    {
        run(world, 1);
        JointState turned = joint_of(world, hinge), slid = joint_of(world, slider);
        swung = fmin(swung, turned.values[TURN]);
        assert_number(turned.values[DIM(AXIS_DISTANCE)], <, 5e-4);
        assert_number(fabs(slid.values[1]), <, 1e-4);
        assert_number(fabs(slid.values[AXES]), <, 1e-4);
        assert_float_equal(joint_of(world, distance).values[DIM(AXIS_DISTANCE)], 1.0f, 1e-3f);
        longest = fmax(longest, joint_of(world, rope).values[DIM(AXIS_DISTANCE)]);
        shortest = fmin(shortest, joint_of(world, rope).values[DIM(AXIS_DISTANCE)]);
    }
    // Of gravity 4 / 5 is along the slope.
    assert_float_equal(joint_of(world, slider).values[0], 0.5f * 0.8f * G, 0.02f);
    assert_number(swung, <, -1.5);
    assert_number(longest, <, 1.0 + 1e-3);
    assert_number(shortest, <, 0.95);
    FN(world_free)(world);
}

// Seen from above: friction of 2 N brakes 1 m/s by 2 / m, and holds what is pushed by less.
static void friction_brakes_by_its_force(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.5f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    float mass = state_of(world, body).mass;
    JointDef def;
    assert_int_equal(FN(world_joint_friction)(world, NONE, body, mass, mass, &def), IMP_OK);
    imp_joint joint = join(world, &def);
    assert_int_equal(FN(world_set_velocity)(world, body, at(1.0f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    run(world, 30);
    assert_float_equal(part_of(state_of(world, body).velocity, 0), 0.5f, 1e-3f);
    run(world, 31);
    assert_float_equal(part_of(state_of(world, body).velocity, 0), 0.0f, 1e-6f);
    assert_float_equal(place_of(world, body, 0), 0.5f, 0.01f);
    for (int32_t step = 0; step < 60; ++step)
    {
        const Vec push = at(0.9f * mass, 0.0f, 0.0f);
        assert_int_equal(FN(world_apply_force)(world, body, push, state_of(world, body).center), IMP_OK);
        run(world, 1);
    }
    assert_float_equal(place_of(world, body, 0), 0.5f, 0.01f);
    assert_float_equal(part_of(joint_of(world, joint).force, 0), -0.9f * mass, 1e-3f * mass);
    FN(world_free)(world);
}

// A motor holds a weight where it was, but for what its springs of 5 Hz give: g / (2 pi 5)^2; not with less force.
static void motor_holds_what_it_can(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape ball = ball_of(0.5f);
    imp_body bodies[2];
    for (int32_t i = 0; i < 2; ++i)
    {
        JointDef def;
        bodies[i] = add(world, IMP_BODY_DYNAMIC, at(4.0f * (float)i, 0.0f, 0.0f), &ball);
        float weight = state_of(world, bodies[i]).mass * G, force = (i == 0 ? 1.5f : 0.5f) * weight;
        assert_int_equal(FN(world_joint_motor)(world, NONE, bodies[i], force, weight, &def), IMP_OK);
        (void)join(world, &def);
    }
    run(world, 120);
    assert_float_equal(place_of(world, bodies[0], 1), -G / 986.96f, 1e-4f);
    assert_number(place_of(world, bodies[1], 1), <, -0.9 * 0.25 * G * 4.0);
    FN(world_free)(world);
}

// A mouse takes a box at its corner and moves: the box comes along and hangs below, and is let go.
static void mouse_pulls_to_where_it_moves(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape box = box_of(0.5f, 0.5f, 0.5f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &box);
    float weight = state_of(world, body).mass * G;
    JointDef def;
    assert_int_equal(FN(world_joint_mouse)(world, body, at(0.0f, 0.5f, 0.0f), 20.0f * weight, &def), IMP_OK);
    imp_joint mouse = join(world, &def);
    test_tape kept = {.bytes = NULL};
    const imp_sink sink = test_tape_sink(&kept);
    assert_int_equal(FN(world_record)(world, &sink, 1), IMP_OK);
    for (int32_t step = 1; step <= 240; ++step)
    {
        if (step == 61)
        {
            assert_int_equal(FN(world_record)(world, NULL, 0), IMP_OK);
        }
        Pose target = def.frame_a;
        target.p = at(fminf((float)step / 60.0f, 3.0f), 0.5f, 0.0f);
        assert_int_equal(FN(world_set_joint_frames)(world, mouse, &target, NULL), IMP_OK);
        run(world, 1);
    }
    const Vec top = at(0.0f, 0.5f, 0.0f);
    Vec taken = FN(pose_apply)(state_of(world, body).pose, top);
    printf("taken to %.4f, %.4f\n", (double)AT(taken, 0), (double)AT(taken, 1));
    assert_float_equal(AT(taken, 0), 3.0f, 0.1f);
    assert_float_equal(AT(taken, 1), 0.5f, 0.1f);
    assert_int_equal(FN(world_remove_joint)(world, mouse), IMP_OK);
    run(world, 60);
    assert_number(place_of(world, body, 1), <, -3.0);
    FN(world_free)(world);
    World* stage = new_world(0.0f);
    const ReplayReport report = FNI(tape_play)(&kept, stage);
    assert_int_equal(report.difference, IMP_REPLAY_SAME);
    assert_int_equal(report.steps, 60);
    FN(world_free)(stage);
    test_tape_free(&kept);
}

// A car of a box and two wheels, sprung at 4 Hz: on the floor its springs give g / (2 pi 4)^2 or so, and its motors take it
// away.
static void wheels_carry_and_drive(void** state)
{
    (void)state;
    World* world = new_world(G);
    (void)add_floor(world);
    const Shape box = box_of(1.0f, 0.2f, 0.4f), wheel = ball_of(0.4f);
    const ColliderDef tyre = matter_of(1.0f, 1.0f, 0.0f, 0.0f);
    imp_body car = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.8f, 0.0f), &box);
    imp_joint axles[2];
    for (int32_t i = 0; i < 2; ++i)
    {
        const Vec hub = at(i == 0 ? -0.8f : 0.8f, 0.4f, 0.0f);
        JointDef def;
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(hub, 0.0f), &wheel, &tyre, NULL);
        assert_int_equal(wheel_at(world, car, body, &def), IMP_OK);
        def.axes[UP].hertz = 4.0f;
        def.axes[UP].damping_ratio = 0.7f;
        axles[i] = join(world, &def);
    }
    run(world, 60);
    JointState s = joint_of(world, axles[0]);
    printf("suspension gives %.4f m\n", (double)s.values[UP]);
    assert_number(s.values[UP], >, 0.001);
    assert_number(s.values[UP], <, 0.1);
    const imp_axis drive = {.motor = true, .speed = -10.0f, .most = 50.0f};
    for (int32_t i = 0; i < 2; ++i)
    {
        assert_int_equal(FN(world_set_axis)(world, axles[i], TURN, &drive), IMP_OK);
    }
    run(world, 180);
    printf("after 3 s at %.3f m, with %.3f m/s\n", (double)place_of(world, car, 0),
           (double)part_of(state_of(world, car).velocity, 0));
    assert_float_equal(part_of(state_of(world, car).velocity, 0), 4.0f, 0.1f);
    assert_number(fabs(joint_of(world, axles[1]).values[0 == UP ? 1 : 0]), <, 1e-3);
    FN(world_free)(world);
}

static void refused(imp_status status, int32_t fault, int32_t argument)
{
    assert_int_equal(imp_status_fault(status), fault);
    assert_int_equal(imp_status_argument(status), argument);
}

static bool has_line(const DrawVertex* lines, int32_t count, Vec a, Vec b)
{
    bool found = false;
    for (int32_t i = 0; i < count; i += 2)
    {
        Vec from = lines[i].point, to = lines[i + 1].point;
        found = found || (distance_of(from, a) < 1e-5f && distance_of(to, b) < 1e-5f);
    }
    return found;
}

// A slider between limits and a hinge with limits, seen from elsewhere: anchors, what is held, where limits are.
static void joints_are_drawn(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.5f);
    imp_body first = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball),
             second = add(world, IMP_BODY_DYNAMIC, at(2.0f, 0.0f, 0.0f), &ball);
    DrawVertex lines[256];
    int32_t count;
    DrawDef look = FN(draw_default)();
    look.lines = IMP_DRAW_JOINTS;
    look.pixel = 0.0625f;
    look.origin = at(0.0f, 1.0f, 0.0f);
    assert_int_equal(FN(world_draw_lines)(world, &look, lines, 256, &count), IMP_OK);
    assert_int_equal(count, 0);
    JointDef def;
    assert_int_equal(slide_along(world, first, second, at(1.0f, 1.0f, 0.0f), at(1.0f, 0.0f, 0.0f), &def), IMP_OK);
    def.axes[0].kind = IMP_AXIS_LIMITED;
    def.axes[0].lower = -1.0f;
    def.axes[0].upper = 2.0f;
    imp_joint slider = join(world, &def);
    assert_int_equal(hinge_at(world, NONE, second, at(2.0f, 1.0f, 0.0f), &def), IMP_OK);
    def.axes[TURN].kind = IMP_AXIS_LIMITED;
    def.axes[TURN].upper = 0.5f;
    (void)join(world, &def);
    assert_int_equal(FN(world_draw_lines)(world, &look, lines, 256, &count), IMP_OK);
    const Vec anchor = at(1.0f, 0.0f, 0.0f), centers[2] = {at(0.0f, -1.0f, 0.0f), at(2.0f, -1.0f, 0.0f)};
    assert_true(has_line(lines, count, centers[0], anchor));
    assert_true(has_line(lines, count, centers[1], anchor));
    assert_true(has_line(lines, count, at(0.0f, 0.0f, 0.0f), at(3.0f, 0.0f, 0.0f)));
    assert_true(has_line(lines, count, at(1.0f, 0.0f, 0.0f), at(1.0f, 0.5f, 0.0f)) || AXES == 3);
    // Hands of the turn, a pixel's sixteenfold long, are half a radian apart.
    bool hands = false;
    for (int32_t i = 0; i + 3 < count; i += 2)
    {
        Vec hand = FN(vec_sub)(lines[i + 1].point, lines[i].point),
            other = FN(vec_sub)(lines[i + 3].point, lines[i + 2].point);
        hands =
            hands || (fabsf(length_of(hand) - 1.0f) < 1e-5f && fabsf(FN(vec_dot)(hand, other) - cosf(0.5f)) < 1e-5f);
    }
    assert_true(hands);
    assert_int_equal(FN(world_remove_joint)(world, slider), IMP_OK);
    int32_t fewer;
    assert_int_equal(FN(world_draw_lines)(world, &look, lines, 256, &fewer), IMP_OK);
    assert_number(fewer, <, count);
    FN(world_free)(world);
}

static void named_joints_are_refused(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape ball = ball_of(0.5f);
    const imp_body stale = {77};
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    const Vec here = at(0.0f, 0.0f, 0.0f), bad = at(NAN, 0.0f, 0.0f);
    JointDef def, before;
    memset(&def, 7, sizeof def);
    memcpy(&before, &def, sizeof def);
    refused(FN(world_joint_rope)(NULL, NONE, body, here, here, &def), IMP_ERR_NULL, 1);
    refused(FN(world_joint_rope)(world, stale, body, here, here, &def), IMP_ERR_HANDLE, 2);
    refused(FN(world_joint_rope)(world, NONE, NONE, here, here, &def), IMP_ERR_HANDLE, 3);
    refused(FN(world_joint_rope)(world, NONE, body, bad, here, &def), IMP_ERR_NAN, 4);
    refused(FN(world_joint_distance)(world, NONE, body, here, bad, &def), IMP_ERR_NAN, 5);
    refused(FN(world_joint_distance)(world, NONE, body, here, here, NULL), IMP_ERR_NULL, 6);
    refused(FN(world_joint_motor)(world, NONE, body, -1.0f, 0.0f, &def), IMP_ERR_NEGATIVE, 4);
    refused(FN(world_joint_friction)(world, NONE, body, 1.0f, -1.0f, &def), IMP_ERR_NEGATIVE, 5);
    refused(FN(world_joint_friction)(world, NONE, body, 1.0f, 1.0f, NULL), IMP_ERR_NULL, 6);
    refused(FN(world_joint_mouse)(world, stale, here, 1.0f, &def), IMP_ERR_HANDLE, 2);
    refused(FN(world_joint_mouse)(world, body, bad, 1.0f, &def), IMP_ERR_NAN, 3);
    refused(FN(world_joint_mouse)(world, body, here, NAN, &def), IMP_ERR_NAN, 4);
    refused(FN(world_joint_mouse)(world, body, here, 1.0f, NULL), IMP_ERR_NULL, 5);
    refused(hinge_at(world, NONE, body, here, NULL), IMP_ERR_NULL, AXES == 2 ? 5 : 6);
    refused(slide_along(world, NONE, body, here, here, &def), IMP_ERR_RANGE, 5);
    refused(slide_along(world, NONE, body, here, bad, &def), IMP_ERR_NAN, 5);
    refused(wheel_at(world, body, body, &def), IMP_ERR_HANDLE, 3);
    refused(wheel_at(world, NONE, body, NULL), IMP_ERR_NULL, AXES == 2 ? 5 : 6);
    assert_memory_equal(&def, &before, sizeof def);
    assert_int_equal(FN(world_joint_mouse)(world, body, here, 1.0f, &def), IMP_OK);
    imp_joint joint = join(world, &def);
    JointDef told;
    assert_int_equal(FN(world_get_joint_def)(world, joint, &told), IMP_OK);
    assert_true(told.b.id == body.id && told.axes[0].most == 1.0f && told.collide);
    refused(FN(world_get_joint_def)(NULL, joint, &told), IMP_ERR_NULL, 1);
    refused(FN(world_get_joint_def)(world, joint, NULL), IMP_ERR_NULL, 3);
    Pose pose = FN(pose_identity)(), turned = pose;
    memset(&turned.q, 0, sizeof turned.q);
    pose.p = bad;
    refused(FN(world_set_joint_frames)(NULL, joint, NULL, NULL), IMP_ERR_NULL, 1);
    refused(FN(world_set_joint_frames)(world, joint, &pose, NULL), IMP_ERR_NAN, 3);
    refused(FN(world_set_joint_frames)(world, joint, NULL, &turned), IMP_ERR_ROTATION, 4);
    assert_int_equal(FN(world_set_joint_frames)(world, joint, NULL, NULL), IMP_OK);
    assert_int_equal(FN(world_remove_joint)(world, joint), IMP_OK);
    refused(FN(world_set_joint_frames)(world, joint, NULL, NULL), IMP_ERR_HANDLE, 2);
    refused(FN(world_get_joint_def)(world, joint, &told), IMP_ERR_HANDLE, 2);
    FN(world_free)(world);
}

#define KIND_TESTS                                                                                                     \
    cmocka_unit_test(named_joints_leave_their_axes_free), cmocka_unit_test(friction_brakes_by_its_force),              \
        cmocka_unit_test(motor_holds_what_it_can), cmocka_unit_test(mouse_pulls_to_where_it_moves),                    \
        cmocka_unit_test(wheels_carry_and_drive), cmocka_unit_test(joints_are_drawn),                                  \
        cmocka_unit_test(named_joints_are_refused)
