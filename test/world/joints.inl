// SPDX-License-Identifier: MIT
//
// Joints of worlds against closed forms, in both dimensions. The wrapper adds hinge: a joint that turns freely about z,
// and TURN, its axis.

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

// A hinge of the world at its origin.
static JointDef hung(imp_body body, Vec place_in_body)
{
    JointDef def = hinge();
    def.b = body;
    def.frame_b.p = place_in_body;
    return def;
}

static float part_of(Vec v, int k)
{
    return AT(v, k);
}

static double energy_of(const World* world, const imp_body* bodies, int32_t count, float gravity)
{
    double energy = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        BodyState s = state_of(world, bodies[i]);
        energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s) +
                  (double)s.mass * gravity * AT(s.center, 1);
    }
    return energy;
}

// A rod of 1 m, hung at its end and let go at 1 rad: K(sin^2 0.5) says 1.74660 s; and what it weighs at the bottom,
// m g (1 + 3/2 (1 - cos 1)).
static void rod_swings_in_its_period(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape rod = box_of(0.005f, 0.5f, 0.005f);
    imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.5f * sinf(1.0f), -0.5f * cosf(1.0f), 0.0f), 1.0f),
                             &rod, NULL, NULL);
    const JointDef def = hung(body, at(0.0f, 0.5f, 0.0f));
    imp_joint joint = join(world, &def);
    double first = 0.0, last = 0.0, start = energy_of(world, &body, 1, G), worst = 0.0, heaviest = 0.0;
    float before = 0.0f;
    int32_t swings = 0;
    for (int32_t i = 0; swings <= 10; ++i)
    {
        run(world, 1);
        BodyState s = state_of(world, body);
        float along = AT(s.velocity, 0);
        if (before < 0.0f && along >= 0.0f)
        {
            double then = ((double)i + 1.0 - (double)along / ((double)along - before)) * DT;
            first = swings == 0 ? then : first;
            last = then;
            ++swings;
        }
        before = along;
        worst = fmax(worst, joint_of(world, joint).values[DIM(AXIS_DISTANCE)]);
        heaviest = fmax(heaviest, part_of(joint_of(world, joint).force, 1) / s.mass / G);
    }
    double period = (last - first) / 10.0, lost = start - energy_of(world, &body, 1, G);
    BodyState s = state_of(world, body);
    printf("period %.5f s, joint %.1e m apart, energy lost %.1e, %.4f times the weight\n", period, worst,
           lost / (s.mass * G), heaviest);
    assert_float_equal(period, 1.74660, 0.0017);
    assert_number(worst, <, 2e-4);
    assert_number(fabs(lost), <, 0.003 * s.mass * G);
    assert_number(fabs(heaviest - (1.0 + 1.5 * (1.0 - cos(1.0)))), <, 0.02);
    FN(world_free)(world);
}

// Thirty links and a ball that is heavier by far, let go at 1 rad: joints do not stretch, and energy does not rise.
static void heavy_chain_does_not_stretch(void** state)
{
    (void)state;
    enum
    {
        LINKS = 30
    };
    const float ratios[2] = {1000.0f, 10000.0f};
    for (int32_t r = 0; r < 2; ++r)
    {
        World* world = new_world(G);
        imp_body bodies[LINKS + 1];
        imp_joint joints[LINKS + 1];
        imp_body none = {0};
        const Shape link = box_of(0.02f, 0.25f, 0.02f), ball = ball_of(0.3f);
        for (int32_t i = 0; i <= LINKS; ++i)
        {
            float from = i < LINKS ? 0.5f * (float)i + 0.25f : 0.5f * LINKS + 0.3f, half = i < LINKS ? 0.25f : 0.3f;
            Vec p = at(from * sinf(1.0f), -from * cosf(1.0f), 0.0f);
            bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(p, 1.0f), i < LINKS ? &link : &ball, NULL, NULL);
            BodyState s = state_of(world, bodies[i]);
            const Mass mass = mass_of(i < LINKS ? &link : &ball, (i < LINKS ? 1.0f : ratios[r]) / s.mass);
            assert_int_equal(FN(world_set_mass)(world, bodies[i], &mass), IMP_OK);
            JointDef def = hung(bodies[i], at(0.0f, half, 0.0f));
            def.a = i > 0 ? bodies[i - 1] : none;
            def.frame_a.p = at(0.0f, i > 0 ? -0.25f : 0.0f, 0.0f);
            joints[i] = join(world, &def);
        }
        double start = energy_of(world, bodies, LINKS + 1, G), most = start, worst = 0.0;
        for (int32_t step = 0; step < 300; ++step)
        {
            run(world, 1);
            for (int32_t i = 0; i <= LINKS; ++i)
            {
                worst = fmax(worst, joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
            }
            most = fmax(most, energy_of(world, bodies, LINKS + 1, G));
        }
        double whole = (double)ratios[r] * G * 15.3;
        printf("1 : %g: joints %.4f mm apart, energy rises by %.1e\n", ratios[r], worst * 1e3, (most - start) / whole);
        assert_number(worst, <, 1e-4);
        assert_number(most - start, <, 2e-3 * whole);
        FN(world_free)(world);
    }
}

// The horizontal tension of a chain of so many links of 10 m in all between two nails 8 m apart, in weights of the chain;
// and its sag. A link whose middle is i links from the middle of the chain lies along (tension, i / links).
static double tension_of_chain(int32_t links, double* sag)
{
    double low = 0.01, high = 100.0;
    while (high - low > 1e-12 * high)
    {
        double tension = 0.5 * (low + high), across = 0.0;
        *sag = 0.0;
        for (int32_t i = 0; i < links; ++i)
        {
            double rise = (i - 0.5 * (links - 1)) / links, length = hypot(tension, rise);
            across += 10.0 / links * tension / length;
            *sag += i < links / 2 ? -10.0 / links * rise / length : 0.0;
        }
        *(across < 8.0 ? &low : &high) = tension;
    }
    return low;
}

// A rope between two nails closes a loop through what does not move. Hung as it must hang, it stays.
static void rope_hangs_as_a_catenary(void** state)
{
    (void)state;
    enum
    {
        LINKS = 200
    };
    World* world = new_world(G);
    const float half = 5.0f / LINKS;
    const Shape link = box_of(half, 0.01f, 0.01f);
    imp_body bodies[LINKS], none = {0};
    imp_joint joints[LINKS + 1];
    double sag, weight = 0.0, tension = tension_of_chain(LINKS, &sag), across = -4.0, up = 0.0;
    for (int32_t i = 0; i <= LINKS; ++i)
    {
        JointDef def = hinge();
        def.a = i > 0 ? bodies[i - 1] : none;
        def.frame_a.p = i > 0 ? at(half, 0.0f, 0.0f) : at(-4.0f, 0.0f, 0.0f);
        def.frame_b.p = at(-half, 0.0f, 0.0f);
        if (i < LINKS)
        {
            double rise = (i - 0.5 * (LINKS - 1)) / LINKS, length = hypot(tension, rise);
            double x = 5.0 / LINKS * tension / length, y = 5.0 / LINKS * rise / length;
            Pose pose = pose_of(at((float)(across + x), (float)(up + y), 0.0f), (float)atan2(rise, tension));
            ColliderDef worn = FN(collider_default)();
            worn.group = 1;
            bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose, &link, &worn, NULL);
            weight += (double)state_of(world, bodies[i]).mass * G;
            across += 2.0 * x;
            up += 2.0 * y;
            def.b = bodies[i];
        }
        else
        {
            def.a = none;
            def.b = bodies[LINKS - 1];
            def.frame_a.p = at(4.0f, 0.0f, 0.0f);
            def.frame_b.p = at(half, 0.0f, 0.0f);
        }
        joints[i] = join(world, &def);
    }
    double worst = 0.0;
    for (int32_t step = 0; step < 120; ++step)
    {
        run(world, 1);
        for (int32_t i = 0; i <= LINKS; ++i)
        {
            worst = fmax(worst, joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
        }
    }
    const Vec end = at(half, 0.0f, 0.0f);
    double low = -part_of(FN(pose_apply)(state_of(world, bodies[LINKS / 2 - 1]).pose, end), 1);
    double pulled = fabs((double)part_of(joint_of(world, joints[LINKS / 2]).force, 0)) / weight;
    // Each nail bears half of the weight, and what the middle bears, along the rope's end.
    double ends = 0.0;
    for (int32_t i = 0; i <= LINKS; i += LINKS)
    {
        const Vec force = joint_of(world, joints[i]).force;
        ends = fmax(ends, fabs(length_of(force) / weight - hypot(tension, 0.5)));
    }
    printf("sag %.5f of %.5f m, middle tension %.5f of %.5f weights, ends off by %.5f, joints %.4f mm apart\n", low, sag,
           pulled, tension, ends, worst * 1e3);
    assert_number(fabs(sag - 2.6544), <, 1e-3);  // of the catenary
    assert_number(fabs(low - sag), <, 1e-3 * sag);
    assert_number(fabs(pulled - tension), <, 3e-3 * tension);
    assert_number(ends, <, 5e-3 * 0.60364);
    assert_number(worst, <, 1e-4);
    FN(world_free)(world);
}

// A wheel on a fixed hinge: a motor of 10 N m gives 10 / I until it has its speed, and keeps it.
static void motor_has_its_torque_and_its_speed(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape wheel = ball_of(1.0f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &wheel);
    float inertia = inertia_about_z(world, body);
    JointDef def = hung(body, at(0.0f, 0.0f, 0.0f));
    def.axes[TURN].motor = true;
    def.axes[TURN].speed = 3.0f;
    def.axes[TURN].most = inertia;
    imp_joint joint = join(world, &def);
    run(world, 60);
    assert_float_equal(spin_left(state_of(world, body).angular_velocity), 1.0f, 1e-4);
    run(world, 180);
    assert_float_equal(spin_left(state_of(world, body).angular_velocity), 3.0f, 1e-4);
    assert_float_equal(joint_of(world, joint).values[TURN], 0.5f * 9.0f + 3.0f, 0.02f);
    FN(world_free)(world);
}

// A spring of 5 Hz without damping: its period within 1 %, and the loss of amplitude that its header tells.
static void spring_has_its_frequency(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape ball = ball_of(0.5f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(1.0f, 0.0f, 0.0f), &ball);
    JointDef def = FN(joint_default)();
    def.b = body;
    def.axes[0].kind = IMP_AXIS_FREE;
    def.axes[0].hertz = 5.0f;
    (void)join(world, &def);
    double first = 0.0, last = 0.0, most = 0.0;
    float before = 0.0f;
    int32_t swings = 0, i = 0;
    for (; swings <= 5; ++i)
    {
        assert_int_equal(FN(world_step)(world, 0.25f * DT), IMP_OK);
        float along = part_of(state_of(world, body).velocity, 0);
        if (before < 0.0f && along >= 0.0f)
        {
            double then = ((double)i + 1.0 - (double)along / ((double)along - before)) * 0.25 * DT;
            first = swings == 0 ? then : first;
            last = then;
            most = -place_of(world, body, 0);
            ++swings;
        }
        before = along;
    }
    double h = 0.25 * DT / 4.0, w = 10.0 * 3.14159265;
    printf("period %.5f s, amplitude %.4f, told %.4f\n", (last - first) / 5.0, most, exp(-w * w * h * last / 2.0));
    assert_number(fabs((last - first) / 5.0 - 0.2), <, 0.002);
    assert_number(fabs(most - exp(-w * w * h * last / 2.0)), <, 0.02);
    FN(world_free)(world);
}

static void hinge_stops_at_its_limits(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape rod = box_of(0.5f, 0.05f, 0.05f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.5f, 0.0f, 0.0f), &rod);
    JointDef def = hung(body, at(-0.5f, 0.0f, 0.0f));
    def.axes[TURN].kind = IMP_AXIS_LIMITED;
    def.axes[TURN].lower = -0.5f;
    def.axes[TURN].upper = 0.25f;
    imp_joint joint = join(world, &def);
    double least = 0.0;
    for (int32_t i = 0; i < 240; ++i)
    {
        run(world, 1);
        least = fmin(least, joint_of(world, joint).values[TURN]);
    }
    printf("limit passed by %.1e rad, rests at %.6f\n", -0.5 - least, (double)joint_of(world, joint).values[TURN]);
    assert_number(least, >, -0.5 - 1e-3);
    assert_float_equal(joint_of(world, joint).values[TURN], -0.5, 1e-4);
    FN(world_free)(world);
}

// A whip of twelve links, each limited to both sides, let go from the side: most limits are not reached, some are, and all
// are solved at once.
static void limits_of_a_chain_hold_together(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    const Shape link = box_of(0.2f, 0.05f, 0.05f);
    ColliderDef worn = FN(collider_default)();
    worn.group = 1;
    imp_body before = {0};
    imp_joint joints[12];
    for (int32_t i = 0; i < 12; ++i)
    {
        Pose pose = pose_of(at(0.4f * (float)i + 0.2f, 0.0f, 0.0f), 0.0f);
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose, &link, &worn, NULL);
        JointDef def = hung(body, at(-0.2f, 0.0f, 0.0f));
        def.a = before;
        def.frame_a.p = at(i > 0 ? 0.2f : 0.0f, 0.0f, 0.0f);
        def.axes[TURN].kind = i > 0 ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
        def.axes[TURN].lower = -0.2f;
        def.axes[TURN].upper = 0.3f;
        joints[i] = join(world, &def);
        before = body;
    }
    double apart = 0.0, past = 0.0;
    for (int32_t step = 0; step < 300; ++step)
    {
        run(world, 1);
        for (int32_t i = 0; i < 12; ++i)
        {
            JointState s = joint_of(world, joints[i]);
            apart = fmax(apart, s.values[DIM(AXIS_DISTANCE)]);
            past = i > 0 ? fmax(past, fmax(-0.2 - s.values[TURN], s.values[TURN] - 0.3)) : past;
        }
    }
    printf("joints %.3f mm apart, limits passed by %.4f rad\n", apart * 1e3, past);
    assert_number(apart, <, 4e-3);
    assert_number(past, <, 0.02);
    FN(world_free)(world);
}

// A ball on a rope of 1 m falls freely for less than that, and hangs then.
static void rope_is_slack_until_it_is_taut(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape ball = ball_of(0.1f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.3f, 0.0f, 0.0f), &ball);
    JointDef def = FN(joint_default)();
    for (int32_t i = 0; i < DIM(AXIS_DISTANCE); ++i)
    {
        def.axes[i].kind = IMP_AXIS_FREE;
    }
    def.b = body;
    def.axes[DIM(AXIS_DISTANCE)].kind = IMP_AXIS_LIMITED;
    def.axes[DIM(AXIS_DISTANCE)].upper = 1.0f;
    imp_joint joint = join(world, &def);
    run(world, 20);
    assert_float_equal(place_of(world, body, 1), -0.545f, 0.03);
    assert_float_equal(length_of(joint_of(world, joint).force), 0.0f, 0.0f);
    double longest = 0.0;
    for (int32_t i = 0; i < 300; ++i)
    {
        run(world, 1);
        longest = fmax(longest, joint_of(world, joint).values[DIM(AXIS_DISTANCE)]);
    }
    printf("rope of 1 m was %.6f m long\n", longest);
    assert_number(longest, <, 1.0 + 1e-3);
    FN(world_free)(world);
}

// Links that lie on a floor and hang over each other: what is tied together comes to rest, and sleeps as one.
static void chain_comes_to_rest(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    imp_body bodies[8];
    imp_joint joints[8];
    add_floor(world);
    const Shape link = box_of(0.3f, 0.1f, 0.1f);
    for (int32_t i = 0; i < 8; ++i)
    {
        bodies[i] = add(world, IMP_BODY_DYNAMIC, at(0.7f * (float)i, 0.15f + 0.02f * (float)i, 0.0f), &link);
        if (i > 0)
        {
            JointDef def = hinge();
            def.a = bodies[i - 1];
            def.b = bodies[i];
            def.frame_a.p = at(0.35f, 0.01f, 0.0f);
            def.frame_b.p = at(-0.35f, -0.01f, 0.0f);
            joints[i] = join(world, &def);
        }
    }
    int32_t steps = 0;
    double worst = 0.0;
    for (; steps < 600 && is_awake(world, bodies[0]); ++steps)
    {
        run(world, 1);
        for (int32_t i = 1; i < 8; ++i)
        {
            worst = fmax(worst, joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
        }
    }
    printf("asleep after %d steps, joints %.3f mm apart\n", steps, worst * 1e3);
    assert_number(steps, <, 600);
    assert_number(worst, <, 2e-3);
    for (int32_t i = 0; i < 8; ++i)
    {
        assert_false(is_awake(world, bodies[i]));
    }
    assert_int_equal(FN(world_set_velocity)(world, bodies[7], at(0.0f, 3.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    for (int32_t i = 0; i < 8; ++i)
    {
        assert_true(is_awake(world, bodies[i]));
    }
    FN(world_free)(world);
}

// A world that is saved and loaded in each step goes the same way.
static void joints_are_saved(void** state)
{
    (void)state;
    World *world = new_world(G), *other = new_world(0.0f);
    static uint8_t bytes[1 << 16];
    int32_t count;
    const Shape link = box_of(0.3f, 0.1f, 0.1f);
    add_floor(world);
    imp_body before = {0};
    for (int32_t i = 0; i < 6; ++i)
    {
        imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.7f * (float)i, 2.0f, 0.0f), &link);
        JointDef def = hinge();
        def.a = before;
        def.b = body;
        def.frame_a.p = i > 0 ? at(0.35f, 0.0f, 0.0f) : at(-0.35f, 2.0f, 0.0f);
        def.frame_b.p = at(-0.35f, 0.0f, 0.0f);
        def.axes[TURN].hertz = i % 2 ? 3.0f : 0.0f;
        def.axes[TURN].most = 2.0f;
        (void)join(world, &def);
        before = body;
    }
    for (int32_t step = 0; step < 90; ++step)
    {
        assert_int_equal(FN(world_save)(world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(FN(world_load)(other, bytes, count), IMP_OK);
        run(world, 1);
        run(other, 1);
        assert_true(hash_of(world) == hash_of(other));
    }
    FN(world_free)(world);
    FN(world_free)(other);
}

static void joints_are_refused_and_end(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape ball = ball_of(0.5f);
    imp_body a = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball),
             b = add(world, IMP_BODY_DYNAMIC, at(0.75f, 0.0f, 0.0f), &ball);
    JointDef def = FN(joint_default)();
    imp_joint joint;
    def.a = a;
    assert_int_equal(imp_status_fault(FN(world_add_joint)(world, &def, &joint)), IMP_ERR_HANDLE);
    def.b = a;
    assert_int_equal(imp_status_fault(FN(world_add_joint)(world, &def, &joint)), IMP_ERR_HANDLE);
    def.b = b;
    def.frame_a.p = at(0.75f, 0.0f, 0.0f);
    def.axes[0].lower = NAN;
    assert_int_equal(imp_status_fault(FN(world_add_joint)(world, &def, &joint)), IMP_ERR_NAN);
    def.axes[0].lower = 0.0f;
    def.axes[0].kind = IMP_AXIS_KIND_COUNT;
    assert_int_equal(imp_status_fault(FN(world_add_joint)(world, &def, &joint)), IMP_ERR_RANGE);
    def.axes[0].kind = IMP_AXIS_LOCKED;
    joint = join(world, &def);
    // Joined bodies overlap, and do not part.
    run(world, 60);
    assert_float_equal(place_of(world, b, 0) - place_of(world, a, 0), 0.75f, 1e-4);
    assert_int_equal(FN(world_remove_body)(world, a), IMP_OK);
    JointState s;
    assert_int_equal(imp_status_fault(FN(world_get_joint)(world, joint, &s)), IMP_ERR_HANDLE);
    assert_int_equal(imp_status_fault(FN(world_remove_joint)(world, joint)), IMP_ERR_HANDLE);
    run(world, 10);
    FN(world_free)(world);
}

// Numbers at the end of their range: a joint that cannot be solved leaves its bodies alone, and the world can be saved.
static void joints_at_the_end_of_numbers(void** state)
{
    (void)state;
    const float far[3] = {0x1p60f, 0x1p40f, 0x1p-60f};
    static uint8_t bytes[1 << 14];
    const Shape ball = ball_of(0.5f);
    for (int32_t i = 0; i < 27; ++i)
    {
        World *world = new_world(10.0f), *other = new_world(0.0f);
        imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
        JointDef def = hung(body, at(0.0f, far[i % 3] < 1.0f ? 0.0f : 1.0f, 0.0f));
        def.axes[TURN].stiffness = far[i % 3];
        def.axes[TURN].target = far[i / 3 % 3];
        def.axes[0].kind = IMP_AXIS_LIMITED;
        def.axes[0].lower = -far[i / 9];
        def.axes[0].upper = far[i / 9];
        def.axes[1].damping = far[i % 3];
        def.axes[1].speed = -far[i / 3 % 3];
        def.frame_a.p = at(0.0f, i % 2 ? 0x1p24f : 1.0f, 0.0f);
        imp_joint joint;
        int32_t count;
        if (FN(world_add_joint)(world, &def, &joint))
        {
            FN(world_free)(world);
            FN(world_free)(other);
            continue;
        }
        for (int32_t step = 0; step < 5; ++step)
        {
            run(world, 1);
            assert_int_equal(FN(world_save)(world, bytes, sizeof bytes, &count), IMP_OK);
            assert_int_equal(FN(world_load)(other, bytes, count), IMP_OK);
        }
        FN(world_free)(world);
        FN(world_free)(other);
    }
}

// A weld that holds 10 kg breaks under more, and tells.
static void joint_breaks(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    const Shape ball = ball_of(0.5f);
    imp_joint joints[2], broken[4];
    imp_body bodies[2], none = {0};
    float mass = 0.0f;
    int32_t count = 0;
    for (int32_t i = 0; i < 2; ++i)
    {
        bodies[i] = add(world, IMP_BODY_DYNAMIC, at(4.0f * (float)i, 0.0f, 0.0f), &ball);
        mass = state_of(world, bodies[i]).mass;
        const Pose here = pose_of(at(4.0f * (float)i, 2.0f, 0.0f), 0.7f);
        JointDef def;
        assert_int_equal(FN(world_joint_at)(world, none, bodies[i], &here, &def), IMP_OK);
        def.break_force = (i == 0 ? 9.0f : 11.0f) * mass;
        joints[i] = join(world, &def);
    }
    run(world, 1);
    assert_int_equal(FN(world_broken_joints)(world, broken, 4, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_true(broken[0].id == joints[0].id);
    assert_float_equal(length_of(joint_of(world, joints[1]).force), 10.0f * mass, 0.01f * mass);
    run(world, 30);
    assert_int_equal(FN(world_broken_joints)(world, NULL, 0, &count), IMP_OK);
    assert_int_equal(count, 0);
    assert_number(place_of(world, bodies[0], 1), <, -1.0f);
    assert_float_equal(place_of(world, bodies[1], 1), 0.0f, 1e-4f);
    FN(world_free)(world);
}

// A pair of scissors of four rods, whose loop is closed by a joint: it keeps its angle under its own weight.
static void loops_stay_closed(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    const Shape rod = box_of(1.0f, 0.05f, 0.05f);
    ColliderDef worn = FN(collider_default)();
    worn.group = 1;
    imp_body rods[4], none = {0};
    imp_joint joints[6];
    const float middles[4][2] = {{0.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {-1.0f, 0.0f}};
    for (int32_t i = 0; i < 4; ++i)
    {
        const Pose pose = pose_of(at(middles[i][0], middles[i][1], 0.0f), i % 2 ? 1.5707963f : 0.0f);
        rods[i] = add_with(world, IMP_BODY_DYNAMIC, pose, &rod, &worn, NULL);
    }
    for (int32_t i = 0; i < 5; ++i)
    {
        const float corners[5][2] = {{1.0f, 1.0f}, {1.0f, -1.0f}, {-1.0f, -1.0f}, {-1.0f, 1.0f}, {-1.0f, 1.0f}};
        Pose corner = {at(corners[i][0], corners[i][1], 0.0f), hinge().frame_a.q};
        JointDef def;
        assert_int_equal(
            FN(world_joint_at)(world, i < 4 ? rods[i] : none, rods[i < 4 ? (i + 1) % 4 : 0], &corner, &def), IMP_OK);
        def.axes[TURN].kind = IMP_AXIS_FREE;
        joints[i] = join(world, &def);
    }
    double worst = 0.0;
    for (int32_t step = 0; step < 240; ++step)
    {
        run(world, 1);
        for (int32_t i = 0; i < 5; ++i)
        {
            worst = fmax(worst, joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
        }
    }
    printf("joints of a loop that swings are %.4f mm apart\n", worst * 1e3);
    assert_number(worst, <, 1e-3);
    FN(world_free)(world);
}

// A net of bodies nailed along its upper edge, with far more loops than are solved whole: it is solved in lanes, holds
// together and bears its weight; saved and loaded in each step it goes the same way. Of hinges, and of welds, which have
// rows beside their points.
static void net_hangs_together(void** state)
{
    (void)state;
    enum
    {
        SIDE = 12
    };
    for (int32_t welded = 0; welded < 2; ++welded)
    {
        World *world = new_world(10.0f), *other = new_world(0.0f);
        static uint8_t bytes[1 << 18];
        const Shape ball = ball_of(0.2f);
        imp_body bodies[SIDE * SIDE];
        imp_joint joints[2 * SIDE * SIDE];
        int32_t count = 0, size;
        for (int32_t i = 0; i < SIDE * SIDE; ++i)
        {
            float x = (float)(i % SIDE), y = -(float)(i / SIDE);
            bodies[i] = add(world, i < SIDE ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, at(x, y, 0.0f), &ball);
            for (int32_t k = 0; k < 2 && i >= SIDE; ++k)
            {
                if (k == 1 || i % SIDE > 0)
                {
                    JointDef def = welded ? FN(joint_default)() : hinge();
                    def.a = bodies[k == 0 ? i - 1 : i - SIDE];
                    def.b = bodies[i];
                    def.frame_a.p = k == 0 ? at(0.5f, 0.0f, 0.0f) : at(0.0f, -0.5f, 0.0f);
                    def.frame_b.p = k == 0 ? at(-0.5f, 0.0f, 0.0f) : at(0.0f, 0.5f, 0.0f);
                    joints[count++] = join(world, &def);
                }
            }
        }
        double worst = 0.0, weight = 0.0, borne = 0.0;
        for (int32_t step = 0; step < 180; ++step)
        {
            if (step < 10)
            {
                assert_int_equal(FN(world_save)(world, bytes, sizeof bytes, &size), IMP_OK);
                assert_int_equal(FN(world_load)(other, bytes, size), IMP_OK);
                run(other, 1);
            }
            run(world, 1);
            assert_true(step >= 10 || hash_of(world) == hash_of(other));
            for (int32_t i = 0; i < count; ++i)
            {
                worst = fmax(worst, joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
            }
        }
        for (int32_t i = SIDE; i < SIDE * SIDE; ++i)
        {
            weight += 10.0 * (double)state_of(world, bodies[i]).mass;
        }
        for (int32_t i = 0; i < count; ++i)
        {
            const JointState s = joint_of(world, joints[i]);
            borne += state_of(world, s.a).kind == IMP_BODY_STATIC ? (double)part_of(s.force, 1) : 0.0;
        }
        printf("%d joints of a net: %.2f mm apart at most, nails bear %.4f of the weight\n", count, worst * 1e3,
               borne / weight);
        assert_number(worst, <, 0.005);
        assert_number(fabs(borne / weight - 1.0), <, 0.01);
        FN(world_free)(world);
        FN(world_free)(other);
    }
}

// A body that hangs at a standing one falls asleep, and wakes when that is put elsewhere or sent on its way.
static void what_hangs_at_what_stands_sleeps(void** state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind)
    {
        World* world = new_world(10.0f);
        const Shape box = box_of(0.1f, 0.1f, 0.1f);
        const imp_body nail = add(world, kind ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f), &box);
        const imp_body weight = add(world, IMP_BODY_DYNAMIC, at(0.0f, -1.0f, 0.0f), &box);
        JointDef def = hinge();
        def.a = nail;
        def.b = weight;
        def.frame_b.p = at(0.0f, 1.0f, 0.0f);
        const Pose aside = pose_of(at(0.05f, 0.0f, 0.0f), 0.0f);
        (void)join(world, &def);
        run(world, 120);
        assert_false(state_of(world, weight).awake);
        if (kind)
        {
            assert_int_equal(FN(world_set_velocity)(world, nail, at(1.0f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
        }
        else
        {
            assert_int_equal(FN(world_set_pose)(world, nail, &aside), IMP_OK);
        }
        run(world, 1);
        assert_true(state_of(world, weight).awake);
        FN(world_free)(world);
    }
}

#define JOINT_TESTS                                                                                                    \
    cmocka_unit_test(rod_swings_in_its_period), cmocka_unit_test(heavy_chain_does_not_stretch),                        \
        cmocka_unit_test(rope_hangs_as_a_catenary), cmocka_unit_test(motor_has_its_torque_and_its_speed),              \
        cmocka_unit_test(spring_has_its_frequency), cmocka_unit_test(hinge_stops_at_its_limits),                       \
        cmocka_unit_test(rope_is_slack_until_it_is_taut), cmocka_unit_test(chain_comes_to_rest),                       \
        cmocka_unit_test(joints_are_saved), cmocka_unit_test(joints_are_refused_and_end),                              \
        cmocka_unit_test(joint_breaks), cmocka_unit_test(loops_stay_closed),                                           \
        cmocka_unit_test(limits_of_a_chain_hold_together), cmocka_unit_test(joints_at_the_end_of_numbers),             \
        cmocka_unit_test(net_hangs_together), cmocka_unit_test(what_hangs_at_what_stands_sleeps)
