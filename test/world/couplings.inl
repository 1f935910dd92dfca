// SPDX-License-Identifier: MIT
//
// Couplings of joints in both dimensions: gears, racks, pulleys, screws. The wrapper adds hinge_at, slide_along and
// screw_at (a joint that slides along x and turns), TURN, and inertia_of about the axis of hinges.

#include "kit.inl"

#define G 9.81f

static const imp_body NONE = {0};

static void refused(imp_status status, int32_t fault, int32_t argument)
{
    assert_int_equal(imp_status_fault(status), fault);
    assert_int_equal(imp_status_argument(status), argument);
}

static imp_joint join(World* world, const JointDef* def)
{
    imp_joint joint;
    assert_int_equal(FN(world_add_joint)(world, def, &joint), IMP_OK);
    return joint;
}

static imp_coupling couple_by(World* world, const imp_coupling_def* def)
{
    imp_coupling coupling;
    assert_int_equal(FN(world_add_coupling)(world, def, &coupling), IMP_OK);
    return coupling;
}

static float value_of(const World* world, imp_joint joint, int32_t axis)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
    return s.values[axis];
}

static double speed_of(const World* world, imp_body body, int k)
{
    const Vec v = state_of(world, body).velocity;
    return AT(v, k);
}

static imp_coupling_state coupling_of(const World* world, imp_coupling coupling)
{
    imp_coupling_state s;
    assert_int_equal(FN(world_get_coupling)(world, coupling, &s), IMP_OK);
    return s;
}

// A wheel that turns about its middle, on a body or on the world.
static imp_body add_wheel(World* world, imp_body on, Vec p, float radius, float density, imp_joint* out)
{
    const Shape ball = ball_of(radius);
    const ColliderDef worn = matter_of(density, 0.0f, 0.0f, 0.0f);
    JointDef def;
    imp_body wheel = add_with(world, IMP_BODY_DYNAMIC, pose_of(p, 0.0f), &ball, &worn, NULL);
    assert_int_equal(hinge_at(world, on, wheel, p, &def), IMP_OK);
    *out = join(world, &def);
    return wheel;
}

static imp_coupling gear(World* world, imp_joint a, imp_joint b, float ratio)
{
    imp_coupling_def def;
    assert_int_equal(FN(world_coupling_gear)(world, a, b, ratio, &def), IMP_OK);
    return couple_by(world, &def);
}

static void turn(World* world, imp_body body, float spin)
{
    assert_int_equal(FN(world_set_velocity)(world, body, at(0.0f, 0.0f, 0.0f), spin_about(spin)), IMP_OK);
}

// Of two geared wheels a torque accelerates both: T = (I1 + I2 / r^2) a. Then they turn for a minute at their ratio,
// and keep their energy; also with 1000 times the inertia of each other.
static void gears_keep_their_ratio(void** state)
{
    (void)state;
    static const float DENSITIES[4][2] = {{1.0f, 1.0f}, {1.0f, 4.0f}, {1000.0f, 1.0f}, {1.0f, 1000.0f}};
    static const float RATIOS[4] = {2.0f, -0.375f, 3.0f, 0.7f};
    static const float RADII[4] = {1.0f, 1.0f, 0.5f, 0.5f};
    for (int32_t i = 0; i < 4; ++i)
    {
        World* world = new_world(G);
        imp_joint joints[2];
        const float ratio = RATIOS[i];
        imp_body a = add_wheel(world, NONE, at(0.0f, 0.0f, 0.0f), 0.5f, DENSITIES[i][0], &joints[0]),
                 b = add_wheel(world, NONE, at(3.0f, 0.0f, 0.0f), RADII[i], DENSITIES[i][1], &joints[1]);
        imp_coupling coupling = gear(world, joints[0], joints[1], ratio);
        const double both = inertia_of(world, a) + inertia_of(world, b) / (ratio * ratio);
        for (int32_t step = 0; step < 60; ++step)
        {
            assert_int_equal(FN(world_apply_torque)(world, a, spin_about((float)(3.0 * both))), IMP_OK);
            run(world, 1);
        }
        const double spin = spin_left(state_of(world, a).angular_velocity),
                     other = spin_left(state_of(world, b).angular_velocity);
        assert_number(fabs(spin - 3.0), <, 1e-4);
        assert_number(fabs(spin + ratio * other), <, 1e-4);
        const float force = coupling_of(world, coupling).force;
        assert_number(fabs(ratio * force - 3.0 / -ratio * inertia_of(world, b)), <, 2e-3 * both);
        double worst = 0.0;
        for (int32_t step = 0; step < 3600; ++step)
        {
            run(world, 1);
            worst = fmax(worst, fabs(value_of(world, joints[0], TURN) + ratio * value_of(world, joints[1], TURN)));
        }
        assert_number(worst, <, 1e-4);
        assert_number(fabs(spin_left(state_of(world, a).angular_velocity) - spin), <, 1e-4 * spin);
        assert_number(value_of(world, joints[0], TURN), >, 180.0);
        FN(world_free)(world);
    }
}

// Turns of 10^5 rad, where a float knows 0.008 of them: wheels turn as evenly, and their ratio is as it was.
static void gears_turn_far(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    imp_joint joints[2];
    imp_body a = add_wheel(world, NONE, at(0.0f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[0]),
             b = add_wheel(world, NONE, at(3.0f, 0.0f, 0.0f), 1.0f, 1.0f, &joints[1]);
    (void)gear(world, joints[0], joints[1], -2.0f);
    turn(world, a, 150.0f);
    turn(world, b, 75.0f);
    run(world, 60 * 60);
    const double spin = spin_left(state_of(world, a).angular_velocity);
    for (int32_t step = 0; step < 600 * 10; ++step)
    {
        run(world, 1);
        assert_number(fabs(spin_left(state_of(world, a).angular_velocity) - spin), <, 0.02);
    }
    assert_number(value_of(world, joints[0], TURN), >, 2e4);
    FN(world_free)(world);
}

// Wheels on a frame that floats: what gears do to them they do to the frame, so momenta stay.
static void gears_keep_momenta(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape bar = box_of(2.0f, 0.2f, 0.2f);
    imp_joint joints[2];
    imp_body frame = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &bar), bodies[3];
    bodies[0] = frame;
    bodies[1] = add_wheel(world, frame, at(-1.5f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[0]);
    bodies[2] = add_wheel(world, frame, at(1.5f, 0.0f, 0.0f), 1.0f, 2.0f, &joints[1]);
    (void)gear(world, joints[0], joints[1], 2.0f);
    turn(world, bodies[1], 8.0f);
    double before = 0.0, energy_before = 0.0;
    for (int32_t step = 0; step <= 600; ++step)
    {
        double turning = 0.0, energy = 0.0, moving[2] = {0.0, 0.0};
        for (int32_t i = 0; i < 3; ++i)
        {
            const BodyState s = state_of(world, bodies[i]);
            const Vec at_center = s.center, velocity = s.velocity;
            const double x = AT(at_center, 0), y = AT(at_center, 1), u = AT(velocity, 0), v = AT(velocity, 1),
                         spin = spin_left(s.angular_velocity), inertia = inertia_of(world, bodies[i]);
            moving[0] += s.mass * u;
            moving[1] += s.mass * v;
            turning += s.mass * (x * v - y * u) + inertia * spin;
            energy += 0.5 * (s.mass * (u * u + v * v) + inertia * spin * spin);
        }
        before = step == 0 ? turning : before;
        energy_before = step == 1 ? energy : energy_before;
        assert_number(fabs(moving[0]), <, 1e-4);
        assert_number(fabs(moving[1]), <, 1e-4);
        assert_number(fabs(turning - before), <, 2e-4 * before);
        assert_number(step < 1 ? -1.0 : fabs(energy - energy_before), <, 5e-3 * energy_before);
        run(world, 1);
    }
    FN(world_free)(world);
}

// A pinion drives a rack: T = (I + m R^2) a.
static void racks_follow_their_wheels(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape bar = box_of(1.0f, 0.1f, 0.1f);
    const float radius = 0.5f;
    imp_joint wheel, slide;
    JointDef def;
    imp_coupling_def coupled;
    imp_body a = add_wheel(world, NONE, at(0.0f, 0.0f, 0.0f), radius, 1.0f, &wheel),
             b = add(world, IMP_BODY_DYNAMIC, at(0.0f, -2.0f, 0.0f), &bar);
    assert_int_equal(slide_along(world, NONE, b, at(0.0f, -2.0f, 0.0f), at(1.0f, 0.0f, 0.0f), &def), IMP_OK);
    slide = join(world, &def);
    assert_int_equal(FN(world_coupling_rack)(world, wheel, slide, radius, &coupled), IMP_OK);
    (void)couple_by(world, &coupled);
    const double both = inertia_of(world, a) + state_of(world, b).mass * radius * radius;
    for (int32_t step = 0; step < 60; ++step)
    {
        assert_int_equal(FN(world_apply_torque)(world, a, spin_about((float)(2.0 * both))), IMP_OK);
        run(world, 1);
        assert_number(fabs(value_of(world, slide, 0) - radius * value_of(world, wheel, TURN)), <, 2e-5);
    }
    assert_number(fabs(spin_left(state_of(world, a).angular_velocity) - 2.0), <, 2e-4);
    assert_number(fabs(speed_of(world, b, 0) - 2.0 * radius), <, 2e-4);
    FN(world_free)(world);
}

// A weight on each end of a rope over two wheels in the world, at (x, 0).
static imp_coupling hang(World* world, float mass_a, float mass_b, float ratio, bool slack, imp_body* weights,
                         imp_joint* joints)
{
    imp_coupling_def coupled;
    for (int32_t i = 0; i < 2; ++i)
    {
        const Shape ball = ball_of(0.25f);
        const float x = 3.0f * (float)i;
        JointDef def;
        weights[i] = add(world, IMP_BODY_DYNAMIC, at(x, -5.0f, 0.0f), &ball);
        const float density = (i == 0 ? mass_a : mass_b) / state_of(world, weights[i]).mass;
        assert_int_equal(FN(world_remove_body)(world, weights[i]), IMP_OK);
        const ColliderDef worn = matter_of(density, 0.0f, 0.0f, 0.0f);
        weights[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(x, -5.0f, 0.0f), 0.0f), &ball, &worn, NULL);
        assert_int_equal(FN(world_joint_rope)(world, NONE, weights[i], at(x, 0.0f, 0.0f), at(x, -5.0f, 0.0f), &def),
                         IMP_OK);
        def.axes[DIM(AXIS_DISTANCE)].kind = IMP_AXIS_FREE;
        joints[i] = join(world, &def);
    }
    assert_int_equal(FN(world_coupling_pulley)(world, joints[0], joints[1], ratio, slack, &coupled), IMP_OK);
    return couple_by(world, &coupled);
}

// Atwood's machine, with a ratio: a1 = g (r^2 m1 - r m2) / (r^2 m1 + m2), and the rope bears m1 (g - a1).
static void pulleys_fall_as_atwood_says(void** state)
{
    (void)state;
    static const float MASSES[4][2] = {{1.0f, 1.25f}, {2.0f, 5.0f}, {1000.0f, 1.0f}, {1.0f, 1500.0f}};
    static const float RATIOS[4] = {1.0f, 2.0f, 1.0f, 2.0f};
    for (int32_t i = 0; i < 8; ++i)
    {
        World* world = new_world(G);
        imp_body weights[2];
        imp_joint joints[2];
        const double m = MASSES[i / 2][0], n = MASSES[i / 2][1], r = RATIOS[i / 2],
                     a = G * (r * r * m - r * n) / (r * r * m + n), bears = m * (G - a);
        imp_coupling c = hang(world, (float)m, (float)n, (float)r, i % 2 > 0, weights, joints);
        const float whole = coupling_of(world, c).value;
        for (int32_t step = 0; step < 30; ++step)
        {
            run(world, 1);
            assert_number(fabs(coupling_of(world, c).value - whole), <, 5e-5);
        }
        assert_number(fabs(-speed_of(world, weights[0], 1) - 0.5 * a), <, 1e-3 * G);
        assert_number(fabs(-coupling_of(world, c).force - bears), <, 2e-3 * bears);
        FN(world_free)(world);
    }
}

// A weight that swings on a rope over two wheels pulls the other up and lets it down; no end of the rope is lost in a
// minute. What is thrown up makes it slack, and it is never longer than it is.
static void pulleys_swing(void** state)
{
    (void)state;
    World* world = new_world(G);
    imp_body weights[2];
    imp_joint joints[2];
    imp_coupling c = hang(world, 1.0f, 1.02f, 1.0f, false, weights, joints);
    const float whole = coupling_of(world, c).value;
    assert_int_equal(FN(world_set_velocity)(world, weights[0], at(1.0f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    double worst = 0.0, most = -1e9, first = 0.0;
    for (int32_t step = 0; step < 3600; ++step)
    {
        double energy = 0.0;
        run(world, 1);
        worst = fmax(worst, fabs(coupling_of(world, c).value - whole));
        for (int32_t i = 0; i < 2; ++i)
        {
            const BodyState s = state_of(world, weights[i]);
            energy += s.mass * (0.5 * FN(vec_dot)(s.velocity, s.velocity) + G * place_of(world, weights[i], 1));
        }
        first = step == 0 ? energy : first;
        most = fmax(most, energy);
        if (value_of(world, joints[0], DIM(AXIS_DISTANCE)) < 1.0f ||
            value_of(world, joints[1], DIM(AXIS_DISTANCE)) < 1.0f)
        {
            break;
        }
    }
    assert_number(worst, <, 1e-4);
    assert_number(most, <, first + 0.02);
    FN(world_free)(world);
    world = new_world(G);
    c = hang(world, 1.0f, 1.0f, 1.0f, true, weights, joints);
    const Vec up = at(0.0f, 3.0f, 0.0f);
    assert_int_equal(FN(world_set_velocity)(world, weights[0], up, spin_about(0.0f)), IMP_OK);
    double longest = 0.0, shortest = 100.0;
    for (int32_t step = 0; step < 90; ++step)
    {
        run(world, 1);
        longest = fmax(longest, coupling_of(world, c).value);
        shortest = fmin(shortest, coupling_of(world, c).value);
    }
    assert_number(longest, <, whole + 2e-3);
    // Both fall freely: v^2 / (4 g), as a step sees it.
    assert_number(fabs(whole - shortest - 9.0 / (4.0 * G)), <, 0.01);
    FN(world_free)(world);
}

// A bolt: the slide and the turn of one joint.
static void screws_turn_as_they_slide(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.5f);
    JointDef def;
    imp_body bolt = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    assert_int_equal(screw_at(world, NONE, bolt, &def), IMP_OK);
    imp_joint joint = join(world, &def);
    const imp_coupling_def coupled = {.a = joint,
                                      .b = joint,
                                      .axis_a = 0,
                                      .axis_b = AXES,
                                      .ratio_a = 1.0f,
                                      .ratio_b = -0.25f,
                                      .axis = {.kind = IMP_AXIS_LIMITED}};
    (void)couple_by(world, &coupled);
    assert_int_equal(FN(world_set_velocity)(world, bolt, at(1.0f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    run(world, 120);
    assert_number(value_of(world, joint, 0), >, 0.2);
    assert_number(fabs(value_of(world, joint, 0) - 0.25 * value_of(world, joint, AXES)), <, 1e-5);
    FN(world_free)(world);
}

// More gears than a group is solved whole with: row by row they turn, too.
static void long_trains_turn(void** state)
{
    (void)state;
    enum
    {
        WHEELS = 32
    };
    for (int32_t count = 20; count <= WHEELS; count += WHEELS - 20)
    {
        World* world = new_world(0.0f);
        imp_joint joints[WHEELS];
        imp_body wheels[WHEELS];
        for (int32_t i = 0; i < count; ++i)
        {
            wheels[i] = add_wheel(world, NONE, at(1.5f * (float)i, 0.0f, 0.0f), 0.5f, 1.0f, &joints[i]);
            if (i > 0)
            {
                (void)gear(world, joints[i - 1], joints[i], 1.0f);
            }
        }
        const double all = count * inertia_of(world, wheels[0]);
        for (int32_t step = 0; step < 120; ++step)
        {
            assert_int_equal(FN(world_apply_torque)(world, wheels[0], spin_about((float)all)), IMP_OK);
            run(world, 1);
        }
        double worst = 0.0;
        for (int32_t i = 1; i < count; ++i)
        {
            worst = fmax(worst, fabs(value_of(world, joints[i - 1], TURN) + value_of(world, joints[i], TURN)));
        }
        assert_number(worst, <, count == WHEELS ? 0.05 : 1e-5);
        assert_number(fabs(spin_left(state_of(world, wheels[0]).angular_velocity) - 2.0), <,
                      count == WHEELS ? 0.2 : 1e-3);
        FN(world_free)(world);
    }
}

// Coupled bodies sleep and wake together, though no joint ties them.
static void couplings_sleep_whole(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    imp_joint joints[2];
    imp_body a = add_wheel(world, NONE, at(0.0f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[0]),
             b = add_wheel(world, NONE, at(9.0f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[1]);
    imp_coupling coupling = gear(world, joints[0], joints[1], 1.0f);
    run(world, 120);
    assert_true(!is_awake(world, a) && !is_awake(world, b));
    turn(world, a, 2.0f);
    run(world, 2);
    assert_true(is_awake(world, b));
    assert_number(fabs(spin_left(state_of(world, b).angular_velocity) + 1.0), <, 1e-3);
    turn(world, a, 0.0f);
    turn(world, b, 0.0f);
    run(world, 120);
    assert_true(!is_awake(world, a) && !is_awake(world, b));
    assert_int_equal(FN(world_remove_coupling)(world, coupling), IMP_OK);
    assert_true(is_awake(world, a) && is_awake(world, b));
    turn(world, a, 2.0f);
    run(world, 2);
    assert_number(fabs(spin_left(state_of(world, b).angular_velocity)), <, 1e-6);
    FN(world_free)(world);
}

// A coupling ends with a joint, however that ends.
static void couplings_end_with_their_joints(void** state)
{
    (void)state;
    for (int32_t way = 0; way < 3; ++way)
    {
        World* world = new_world(G);
        imp_joint joints[3];
        imp_coupling_state told;
        imp_body bodies[3];
        for (int32_t i = 0; i < 3; ++i)
        {
            bodies[i] = add_wheel(world, NONE, at(3.0f * (float)i, 0.0f, 0.0f), 0.5f, 1.0f, &joints[i]);
        }
        if (way == 2)
        {
            JointDef def;
            assert_int_equal(FN(world_get_joint_def)(world, joints[1], &def), IMP_OK);
            assert_int_equal(FN(world_remove_joint)(world, joints[1]), IMP_OK);
            def.break_force = 0.5f * state_of(world, bodies[1]).mass * G;
            joints[1] = join(world, &def);
        }
        const imp_coupling first = gear(world, joints[0], joints[1], 1.0f),
                           second = gear(world, joints[1], joints[2], 1.0f),
                           third = gear(world, joints[0], joints[2], -1.0f);
        if (way == 0)
        {
            assert_int_equal(FN(world_remove_joint)(world, joints[1]), IMP_OK);
        }
        else if (way == 1)
        {
            assert_int_equal(FN(world_remove_body)(world, bodies[1]), IMP_OK);
        }
        run(world, 3);
        refused(FN(world_get_coupling)(world, first, &told), IMP_ERR_HANDLE, 2);
        refused(FN(world_remove_coupling)(world, second), IMP_ERR_HANDLE, 2);
        turn(world, bodies[0], 2.0f);
        run(world, 2);
        assert_number(fabs(spin_left(state_of(world, bodies[2]).angular_velocity) - 1.0), <, 1e-3);
        assert_int_equal(FN(world_remove_coupling)(world, third), IMP_OK);
        FN(world_free)(world);
    }
}

// A world that is saved and loaded in each step goes the same way, and a recording does: of gears, a rope and a train
// that is a net.
static void couplings_are_saved_and_recorded(void** state)
{
    (void)state;
    static uint8_t bytes[1 << 17];
    test_tape t = {.bytes = NULL};
    const imp_sink sink = test_tape_sink(&t);
    imp_joint joints[30], ends[2];
    imp_body weights[2], first = NONE;
    World *world = new_world(G), *other = new_world(0.0f), *played = new_world(0.0f);
    assert_int_equal(FN(world_record)(world, &sink, 1), IMP_OK);
    for (int32_t i = 0; i < 30; ++i)
    {
        imp_body wheel = add_wheel(world, NONE, at(1.5f * (float)i, 0.0f, 0.0f), 0.5f, 1.0f, &joints[i]);
        first = i == 0 ? wheel : first;
        if (i > 0 && i != 3)
        {
            (void)gear(world, joints[i - 1], joints[i], 0.9f);
        }
    }
    imp_coupling rope = hang(world, 1.0f, 1.1f, 1.0f, true, weights, ends);
    imp_axis axis = {.kind = IMP_AXIS_LIMITED, .upper = 9.0f};
    turn(world, first, 5.0f);
    for (int32_t step = 0; step < 60; ++step)
    {
        int32_t count = 0;
        if (step == 20)
        {
            assert_int_equal(FN(world_set_coupling)(world, rope, &axis), IMP_OK);
        }
        if (step == 40)
        {
            assert_int_equal(FN(world_remove_coupling)(world, rope), IMP_OK);
        }
        assert_int_equal(FN(world_save)(world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(FN(world_load)(other, bytes, count), IMP_OK);
        run(world, 1);
        run(other, 1);
        assert_true(hash_of(world) == hash_of(other));
    }
    assert_int_equal(FN(world_record)(world, NULL, 0), IMP_OK);
    assert_int_equal(FNI(tape_same)(&t, played, world).steps, 60);
    FN(world_free)(played);
    FN(world_free)(other);
    FN(world_free)(world);
}

// A rope over two wheels that bears 30 N breaks under more, and tells once; what hung on it falls. That of a joint which
// is removed ends without a word.
static void couplings_break(void** state)
{
    (void)state;
    static const float MASSES[2] = {2.9f, 3.2f};
    for (int32_t i = 0; i < 3; ++i)
    {
        World* world = new_world(G);
        imp_body weights[2];
        imp_joint joints[2];
        imp_coupling broken[2] = {{0}}, rope = hang(world, MASSES[i % 2], MASSES[i % 2], 1.0f, false, weights, joints);
        imp_coupling_def def;
        int32_t count = 7;
        assert_int_equal(FN(world_get_coupling_def)(world, rope, &def), IMP_OK);
        assert_int_equal(FN(world_remove_coupling)(world, rope), IMP_OK);
        def.break_force = 30.0f;
        rope = couple_by(world, &def);
        run(world, 1);
        assert_int_equal(FN(world_broken_couplings)(world, broken, 2, &count), IMP_OK);
        assert_int_equal(count, i == 1 ? 1 : 0);
        assert_true(i != 1 || broken[0].id == rope.id);
        if (i == 1)
        {
            refused(FN(world_broken_couplings)(world, NULL, 0, &count), IMP_ERR_SPACE, 3);
            assert_int_equal(count, 1);
        }
        if (i == 2)
        {
            assert_int_equal(FN(world_remove_joint)(world, joints[1]), IMP_OK);
        }
        imp_coupling_state seen;
        assert_int_equal(FN(world_get_coupling)(world, rope, &seen) == IMP_OK, i == 0);
        run(world, 30);
        assert_int_equal(FN(world_broken_couplings)(world, broken, 2, &count), IMP_OK);
        assert_int_equal(count, 0);
        assert_number(fabs(speed_of(world, weights[0], 1) - (i == 0 ? 0.0 : -G * (i == 1 ? 0.5 : 31.0 / 60.0))), <, 0.2);
        FN(world_free)(world);
    }
}

static void couplings_are_refused(void** state)
{
    (void)state;
    World* world = new_world(G);
    imp_joint joints[2];
    const imp_joint stale = {77};
    const imp_coupling nothing = {77};
    imp_coupling out = {5};
    imp_coupling_def def, told;
    imp_coupling_state seen;
    (void)add_wheel(world, NONE, at(0.0f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[0]);
    (void)add_wheel(world, NONE, at(2.0f, 0.0f, 0.0f), 0.5f, 1.0f, &joints[1]);
    refused(FN(world_coupling_gear)(NULL, joints[0], joints[1], 1.0f, &def), IMP_ERR_NULL, 1);
    refused(FN(world_coupling_gear)(world, stale, joints[1], 1.0f, &def), IMP_ERR_HANDLE, 2);
    refused(FN(world_coupling_gear)(world, joints[0], stale, 1.0f, &def), IMP_ERR_HANDLE, 3);
    refused(FN(world_coupling_gear)(world, joints[0], joints[1], 0.0f, &def), IMP_ERR_RANGE, 4);
    refused(FN(world_coupling_rack)(world, joints[0], joints[1], NAN, &def), IMP_ERR_NAN, 4);
    refused(FN(world_coupling_pulley)(world, joints[0], joints[1], -1.0f, true, &def), IMP_ERR_NEGATIVE, 4);
    refused(FN(world_coupling_pulley)(world, joints[0], joints[1], 1.0f, true, NULL), IMP_ERR_NULL, 6);
    assert_int_equal(FN(world_coupling_gear)(world, joints[0], joints[1], 1.0f, &def), IMP_OK);
    refused(FN(world_add_coupling)(NULL, &def, &out), IMP_ERR_NULL, 1);
    refused(FN(world_add_coupling)(world, NULL, &out), IMP_ERR_NULL, 2);
    refused(FN(world_add_coupling)(world, &def, NULL), IMP_ERR_NULL, 3);
    imp_coupling_def bad = def;
    bad.b = stale;
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_HANDLE, 2);
    bad = def;
    bad.b = bad.a;
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_RANGE, 2);
    bad = def;
    bad.axis_b = DIM(AXIS_COUNT);
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_RANGE, 2);
    bad.axis_b = -1;
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_RANGE, 2);
    bad = def;
    bad.axis.lower = 2.0f;
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_RANGE, 2);
    bad = def;
    bad.ratio_a = 2e38f;
    refused(FN(world_add_coupling)(world, &bad, &out), IMP_ERR_MAGNITUDE, 2);
    assert_true(out.id == 5);
    out = couple_by(world, &def);
    refused(FN(world_get_coupling)(world, nothing, &seen), IMP_ERR_HANDLE, 2);
    refused(FN(world_get_coupling)(world, out, NULL), IMP_ERR_NULL, 3);
    refused(FN(world_get_coupling_def)(NULL, out, &told), IMP_ERR_NULL, 1);
    refused(FN(world_set_coupling)(world, out, NULL), IMP_ERR_NULL, 3);
    refused(FN(world_set_coupling)(world, nothing, &def.axis), IMP_ERR_HANDLE, 2);
    bad.axis.most = -1.0f;
    refused(FN(world_set_coupling)(world, out, &bad.axis), IMP_ERR_NEGATIVE, 3);
    assert_int_equal(FN(world_get_coupling_def)(world, out, &told), IMP_OK);
    assert_true(told.ratio_b == 1.0f && told.a.id == joints[0].id);
    // A handle of a joint is none of a coupling.
    const imp_coupling mixed = {joints[0].id};
    refused(FN(world_remove_coupling)(world, mixed), IMP_ERR_HANDLE, 2);
    assert_int_equal(FN(world_remove_coupling)(world, out), IMP_OK);
    refused(FN(world_remove_coupling)(world, out), IMP_ERR_HANDLE, 2);
    FN(world_free)(world);
}

#define COUPLING_TESTS                                                                                                 \
    cmocka_unit_test(gears_keep_their_ratio), cmocka_unit_test(gears_turn_far), cmocka_unit_test(gears_keep_momenta),  \
        cmocka_unit_test(racks_follow_their_wheels), cmocka_unit_test(pulleys_fall_as_atwood_says),                    \
        cmocka_unit_test(pulleys_swing), cmocka_unit_test(screws_turn_as_they_slide),                                  \
        cmocka_unit_test(long_trains_turn), cmocka_unit_test(couplings_sleep_whole),                                   \
        cmocka_unit_test(couplings_end_with_their_joints), cmocka_unit_test(couplings_break),                          \
        cmocka_unit_test(couplings_are_saved_and_recorded),                                                            \
        cmocka_unit_test(couplings_are_refused)
