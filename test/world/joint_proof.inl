// SPDX-License-Identifier: MIT
//
// Proof of joints, in both dimensions: pendulums and chains against closed forms and against integration in doubles, the
// order of convergence, momenta of what is free. All turns are about z, but for those of free trees.

#include "joint_kit.inl"

// A ball at a rod without mass, let go at 1 rad: 4 sqrt(l / g) K(sin^2(1 / 2)) s. At a distance joint it does not turn;
// at a hinge it does, and is as small as a point.
static void pendulum_swings_in_its_period(void** state)
{
    (void)state;
    for (int32_t turns = 0; turns < 2; ++turns)
    {
        World* world = new_world(G);
        const Shape ball = ball_of(turns ? 0.004f : 0.1f);
        const Vec place = at(sinf(1.0f), -cosf(1.0f), 0.0f), nail = at(0.0f, 0.0f, 0.0f);
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(place, 1.0f), &ball, NULL, NULL);
        JointDef def = hinge_of(NO_BODY, nail, body, at(0.0f, 1.0f, 0.0f));
        if (!turns)
        {
            assert_int_equal(FN(world_joint_distance)(world, NO_BODY, body, nail, place, &def), IMP_OK);
        }
        imp_joint joint = join(world, &def);
        const double weight = (double)state_of(world, body).mass * G, start = energy_of(world, &body, 1, G);
        const double period = period_of(world, body, 10, DT);
        run(world, 3600 - (int32_t)(11.0 * period / DT));
        const double lost = (start - energy_of(world, &body, 1, G)) / weight,
                     off = (double)joint_of(world, joint).values[DIM(AXIS_DISTANCE)] - (turns ? 0.0 : 1.0);
        printf("%s: period %.5f s, after a minute %.1e of the energy lost, joint %.1e m off\n",
               turns ? "hinge" : "distance", period, lost / (1.0 - cos(1.0)), off);
        assert_float_equal(period, 2.13914, 0.00214);
        assert_number(fabs(lost), <, 0.01 * (1.0 - cos(1.0)));
        assert_number(fabs(off), <, 1e-4);
        FN(world_free)(world);
    }
}

// Double pendulums

#define ROD 0.5f  // half of its length [m]

// Two rods, one at the end of the other, from angles to the vertical; and the same in doubles: angles and their rates.
typedef struct pendulum
{
    World* world;
    imp_body rods[2];
    imp_joint joints[2];
    double y[4];
    double mass, turn;
} pendulum;

// A pendulum of uniform rods that turn about z: M(y) a = b(y), Lagrange's equations.
static void slopes_of(const pendulum* p, const double* y, double* slopes)
{
    const double l = ROD, m = p->mass, c = cos(y[0] - y[1]), s = sin(y[0] - y[1]);
    const double first = p->turn + 5.0 * m * l * l, second = p->turn + m * l * l, both = 2.0 * m * l * l * c;
    const double a = -2.0 * m * l * l * s * y[3] * y[3] - 3.0 * m * (double)G * l * sin(y[0]),
                 b = 2.0 * m * l * l * s * y[2] * y[2] - m * (double)G * l * sin(y[1]);
    const double det = first * second - both * both;
    slopes[0] = y[2];
    slopes[1] = y[3];
    slopes[2] = (second * a - both * b) / det;
    slopes[3] = (first * b - both * a) / det;
}

// Runge, Kutta.
static void integrate(pendulum* p, double time, int32_t steps)
{
    const double h = time / steps;
    for (int32_t i = 0; i < steps; ++i)
    {
        double k[4][4], y[4];
        memcpy(y, p->y, sizeof y);
        for (int32_t stage = 0; stage < 4; ++stage)
        {
            slopes_of(p, y, k[stage]);
            for (int32_t n = 0; n < 4; ++n)
            {
                y[n] = p->y[n] + (stage == 2 ? h : 0.5 * h) * k[stage][n];
            }
        }
        for (int32_t n = 0; n < 4; ++n)
        {
            p->y[n] += h / 6.0 * (k[0][n] + 2.0 * k[1][n] + 2.0 * k[2][n] + k[3][n]);
        }
    }
}

static void open_pendulum(pendulum* p, float first, float second)
{
    const Shape rod = box_of(0.02f, ROD, 0.02f);
    const float angles[2] = {first, second};
    Vec end = at(0.0f, 0.0f, 0.0f);
    p->world = new_world(G);
    for (int32_t i = 0; i < 2; ++i)
    {
        const Vec half = at(ROD * sinf(angles[i]), -ROD * cosf(angles[i]), 0.0f);
        const Pose pose = pose_of(FN(vec_add)(end, half), angles[i]);
        p->rods[i] = add_with(p->world, IMP_BODY_DYNAMIC, pose, &rod, NULL, NULL);
        const JointDef def = hinge_of(i > 0 ? p->rods[0] : NO_BODY, at(0.0f, i > 0 ? -ROD : 0.0f, 0.0f), p->rods[i],
                                      at(0.0f, ROD, 0.0f));
        p->joints[i] = join(p->world, &def);
        end = FN(vec_add)(pose.p, half);
        p->y[i] = (double)angles[i];
        p->y[2 + i] = 0.0;
    }
    const BodyState s = state_of(p->world, p->rods[0]);
    p->mass = (double)s.mass;
    p->turn = (double)inertia_about_z(p->world, p->rods[0]);
}

// How far the world's rods are from those in doubles [rad].
static double angles_off(const pendulum* p)
{
    double off = 0.0;
    for (int32_t i = 0; i < 2; ++i)
    {
        off = fmax(off, turn_between(state_of(p->world, p->rods[i]).pose.q, turn_about((float)p->y[i])));
    }
    return off;
}

// For a second it goes as its equations say, and its energy stays for a minute; the joints hold.
static void double_pendulum_goes_as_its_equations(void** state)
{
    (void)state;
    static const float STARTS[3][2] = {{1.0f, 1.0f}, {2.0f, 2.5f}, {-1.5f, 2.8f}};
    for (int32_t k = 0; k < 3; ++k)
    {
        pendulum p;
        open_pendulum(&p, STARTS[k][0], STARTS[k][1]);
        const double whole = p.mass * (double)G * 4.0, start = energy_of(p.world, p.rods, 2, G);
        double worst = 0.0, least = start, most = start, off = 0.0;
        for (int32_t step = 0; step < (k == 1 ? 3600 : 600); ++step)
        {
            run(p.world, 1);
            if (step < 60)
            {
                integrate(&p, (double)DT, 32);
                off = fmax(off, angles_off(&p));
            }
            worst = fmax(worst, widest_of(p.world, p.joints, 2));
            const double energy = energy_of(p.world, p.rods, 2, G);
            least = fmin(least, energy);
            most = fmax(most, energy);
        }
        printf("from %4.1f, %3.1f rad: %.2e rad off after a second, energy from %+.1e to %+.1e, joints %.1e m apart\n",
               (double)STARTS[k][0], (double)STARTS[k][1], off, (least - start) / whole, (most - start) / whole, worst);
        assert_number(off, <, k == 0 ? 0.02 : 0.05);
        assert_number(worst, <, k == 0 ? 1e-4 : 1.2e-3);
        assert_number(most - start, <, (k == 0 ? 0.01 : 0.1) * whole);
        assert_number(start - least, <, (k == 0 ? 0.01 : 0.1) * whole);
        FN(world_free)(p.world);
    }
}

// Steps of half the length are half as far off, or less: of a pendulum that is a rod, and of a double one.
static void shorter_steps_converge(void** state)
{
    (void)state;
    for (int32_t k = 0; k < 2; ++k)
    {
        double off[3];
        for (int32_t finer = 0; finer < 3; ++finer)
        {
            pendulum p;
            const int32_t steps = 60 << finer;
            open_pendulum(&p, 1.0f, k == 0 ? 1.0f : 1.5f);
            if (k == 0)
            {
                // The one that is left is a rod about its end.
                assert_int_equal(FN(world_remove_body)(p.world, p.rods[1]), IMP_OK);
                p.rods[1] = p.rods[0];
            }
            double worst = 0.0;
            for (int32_t step = 0; step < steps; ++step)
            {
                assert_int_equal(FN(world_step)(p.world, 1.0f / (float)steps), IMP_OK);
            }
            if (k == 0)
            {
                // Lagrange's equation of one rod: the second hangs at its turning point with no mass of its own.
                double y[2] = {1.0, 0.0};
                const double rate = p.mass * (double)G * ROD / (p.turn + p.mass * ROD * ROD);
                for (int32_t i = 0; i < 4096; ++i)
                {
                    const double h = 1.0 / 4096.0, half = y[1] - 0.5 * h * rate * sin(y[0]);
                    y[0] += h * half;
                    y[1] = half - 0.5 * h * rate * sin(y[0]);
                }
                p.y[0] = p.y[1] = y[0];
            }
            else
            {
                integrate(&p, 1.0, 4096);
            }
            worst = angles_off(&p);
            off[finer] = worst;
            FN(world_free)(p.world);
        }
        printf("%s: %.2e, %.2e, %.2e rad off: orders %.2f, %.2f\n", k ? "double pendulum" : "pendulum", off[0], off[1],
               off[2], log2(off[0] / off[1]), log2(off[1] / off[2]));
        assert_number(off[1], <, off[0] / 1.8);
        assert_number(off[2], <, off[1] / 1.8);
    }
}

// Chains

// Bessel's function J0, of small arguments.
static double bessel(double x)
{
    double sum = 0.0, term = 1.0;
    for (int32_t k = 1; k < 40; ++k)
    {
        sum += term;
        term *= -0.25 * x * x / ((double)k * k);
    }
    return sum;
}

// A chain of 5 m that hangs and swings in its first mode: 4 pi / 2.404826 * sqrt(l / g) = 3.7306 s.
static void chain_swings_in_its_first_mode(void** state)
{
    (void)state;
    enum
    {
        LINKS = 50
    };
    World* world = new_world(G);
    const float half = 2.5f / LINKS;
    const Shape link = box_of(0.005f, half, 0.005f);
    imp_body bodies[LINKS];
    imp_joint joints[LINKS];
    double x = 0.0, y = 0.0;
    for (int32_t i = 0; i < LINKS; ++i)
    {
        // The slope of the mode where the link's middle is, by a difference; 0.2 m at its end.
        const double up = 1.0 - (i + 0.5) / LINKS, d = 1e-4;
        const double slope =
            0.2 / 5.0 * (bessel(2.404826 * sqrt(up - d)) - bessel(2.404826 * sqrt(up + d))) / (2.0 * d);
        const double angle = asin(slope);
        const Vec middle = at((float)(x + half * sin(angle)), (float)(y - half * cos(angle)), 0.0f);
        bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, (float)angle), &link, NULL, NULL);
        const JointDef def = hinge_of(i > 0 ? bodies[i - 1] : NO_BODY, at(0.0f, i > 0 ? -half : 0.0f, 0.0f), bodies[i],
                                      at(0.0f, half, 0.0f));
        joints[i] = join(world, &def);
        x += 2.0 * half * sin(angle);
        y -= 2.0 * half * cos(angle);
    }
    const double period = period_of(world, bodies[LINKS - 1], 2, DT);
    printf("period %.4f s, joints %.1e m apart\n", period, widest_of(world, joints, LINKS));
    assert_number(fabs(period - 3.7306), <, 0.0373);
    assert_number(widest_of(world, joints, LINKS), <, 1e-5);
    FN(world_free)(world);
}

// A motor with a cap of 10 N m turns 2 kg m^2 by 5 rad/s^2 in each step; where it has its speed, nothing kicks.
static void motor_ends_at_its_speed(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    const Shape wheel = ball_of(1.0f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &wheel);
    weigh(world, body, &wheel, state_of(world, body).mass * 2.0f / inertia_about_z(world, body));
    JointDef def = hinge_of(NO_BODY, at(0.0f, 0.0f, 0.0f), body, at(0.0f, 0.0f, 0.0f));
    def.axes[TURN].motor = true;
    def.axes[TURN].speed = 4.02f;
    def.axes[TURN].most = 10.0f;
    imp_joint joint = join(world, &def);
    double before = 0.0, worst = 0.0, kick = 0.0;
    for (int32_t step = 0; step < 120; ++step)
    {
        run(world, 1);
        const double spin = (double)spin_left(state_of(world, body).angular_velocity);
        worst = step < 48 ? fmax(worst, fabs((spin - before) / (double)DT - 5.0)) : worst;
        kick = step >= 49 ? fmax(kick, fabs(spin - 4.02)) : kick;
        before = spin;
    }
    printf("acceleration %.1e rad/s^2 off, at its speed within %.1e rad/s\n", worst, kick);
    assert_number(worst, <, 5e-4);
    assert_number(kick, <, 1e-5);
    assert_number(fabs((double)spin_left(joint_of(world, joint).torque)), <, 1e-3);
    FN(world_free)(world);
}

// The same bodies and joints, made in another order: a pendulum of many links is where it was, within rounding; and to
// the bit where only handles differ.
static void order_of_joints_does_not_matter(void** state)
{
    (void)state;
    enum
    {
        LINKS = 20
    };
    float ends[3][2];
    uint64_t hashes[3];
    for (int32_t way = 0; way < 3; ++way)
    {
        World* world = new_world(G);
        const Shape link = box_of(0.02f, 0.1f, 0.02f);
        imp_body bodies[LINKS];
        for (int32_t i = 0; i < LINKS; ++i)
        {
            const Vec middle = at(0.2f * (float)i + 0.1f, 0.0f, 0.0f);
            bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, 1.5707963f), &link, NULL, NULL);
        }
        // Forwards, backwards, or forwards after some that are removed again.
        for (int32_t i = 0; i < LINKS; ++i)
        {
            const int32_t n = way == 1 ? LINKS - 1 - i : i;
            const JointDef def = hinge_of(n > 0 ? bodies[n - 1] : NO_BODY, at(0.0f, n > 0 ? -0.1f : 0.0f, 0.0f),
                                          bodies[n], at(0.0f, 0.1f, 0.0f));
            if (way == 2 && i % 3 == 0)
            {
                assert_int_equal(FN(world_remove_joint)(world, join(world, &def)), IMP_OK);
            }
            (void)join(world, &def);
        }
        run(world, 30);
        const Vec end = state_of(world, bodies[LINKS - 1]).pose.p;
        ends[way][0] = AT(end, 0);
        ends[way][1] = AT(end, 1);
        hashes[way] = hash_of(world);
        FN(world_free)(world);
    }
    printf("ends differ by %.1e, %.1e m\n", (double)(ends[0][0] - ends[1][0]), (double)(ends[0][1] - ends[1][1]));
    assert_true(hashes[2] == hashes[0]);
    assert_true(hashes[1] == hashes[0]);
}

// A tree that floats, whose joints are driven to ever new poses: its momenta stay.
static void driven_trees_keep_their_momenta(void** state)
{
    (void)state;
    enum
    {
        BODIES = 15
    };
    World* world = new_world(0.0f);
    test_rng rng = {3};
    imp_body bodies[BODIES];
    imp_joint joints[BODIES];
    for (int32_t i = 0; i < BODIES; ++i)
    {
        const Shape box = box_of(0.3f, 0.1f + 0.01f * (float)i, 0.15f);
        ColliderDef worn = FN(collider_default)();
        worn.group = 1;
        const int32_t parent = (i - 1) / 2;
        const float x = (float)(i == 0 ? 0 : i < 3 ? 1 : i < 7 ? 2 : 3), y = (float)(i == 0 ? 0 : i % 2 ? -1 : 1);
        const Vec from = i > 0 ? state_of(world, bodies[parent]).pose.p : at(0.0f, 0.0f, 0.0f);
        const Vec middle = FN(vec_add)(from, at(i > 0 ? 0.7f : 0.0f, y / (1.0f + x), 0.1f * y));
        bodies[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, 0.0f), &box, &worn, NULL);
        if (i > 0)
        {
            const Vec half = FN(vec_scale)(FN(vec_sub)(middle, from), 0.5f);
            JointDef def = hinge_of(bodies[parent], half, bodies[i], FN(vec_scale)(half, -1.0f));
            joints[i] = join(world, &def);
        }
    }
    for (int32_t i = 0; i < BODIES; ++i)
    {
        const Vec velocity = FN(vec_add)(at(0.5f, -0.25f, 0.0f), state_of(world, bodies[i]).pose.p);
        assert_int_equal(FN(world_set_velocity)(world, bodies[i], at(0.5f - 0.3f * AT(velocity, 1), 0.3f, 0.0f),
                                                spin_about(0.3f)),
                         IMP_OK);
    }
    run(world, 1);  // until here joints take what does not go with them
    double start[MOMENTA], now[MOMENTA], size[2], worst[2] = {0.0, 0.0};
    momenta_of(world, bodies, BODIES, start, size);
    const int32_t steps = (int32_t)fmin(3600.0, (double)test_n(400));
    double most = 0.0;
    for (int32_t step = 0; step < steps; ++step)
    {
        imp_axis drive = {.hertz = 2.0f, .damping_ratio = 1.0f, .target = test_rng_range(&rng, -0.6f, 0.6f)};
        const int32_t which = 1 + step / 8 % (BODIES - 1);
        if (step % 8 == 0)
        {
            assert_int_equal(FN(world_set_axis)(world, joints[which], TURN, &drive), IMP_OK);
        }
        run(world, 1);
        momenta_of(world, bodies, BODIES, now, size);
        for (int32_t k = 0; k < MOMENTA; ++k)
        {
            const int32_t turns = k >= AXES;
            worst[turns] = fmax(worst[turns], fabs(now[k] - start[k]) / size[turns]);
        }
        most = fmax(most, widest_of(world, joints + 1, BODIES - 1));
    }
    printf("after %d steps: momenta off by %.1e, %.1e of what is in motion, joints %.1e m apart\n", steps, worst[0],
           worst[1], most);
    assert_number(worst[0], <, 3e-6);
    assert_number(worst[1], <, 1e-5);
    assert_number(most, <, 1e-4);
    FN(world_free)(world);
}

#define PROOF_TESTS                                                                                                    \
    cmocka_unit_test(pendulum_swings_in_its_period), cmocka_unit_test(double_pendulum_goes_as_its_equations),          \
        cmocka_unit_test(shorter_steps_converge), cmocka_unit_test(chain_swings_in_its_first_mode),                    \
        cmocka_unit_test(motor_ends_at_its_speed), cmocka_unit_test(order_of_joints_does_not_matter),                  \
        cmocka_unit_test(driven_trees_keep_their_momenta)
