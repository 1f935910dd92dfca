// SPDX-License-Identifier: MIT
//
// Dynamics of trees of joints in both dimensions: against closed forms, against themselves and against the world's own
// steps. The wrapper adds gyroscopic_torque.

#include "articulation_kit.inl"

// The double pendulum of textbooks: two rods that turn about z.
static void double_pendulum_is_that_of_textbooks(void** state)
{
    (void)state;
    test_rng rng = {11};
    double worst_mass = 0.0, worst = 0.0;
    for (uint64_t round = 0; round < test_n(100); ++round)
    {
        const float half = 0.4f, angles[2] = {test_rng_range(&rng, -3.0f, 3.0f), test_rng_range(&rng, -3.0f, 3.0f)};
        const Shape rod = box_of(half, 0.05f, 0.07f);
        made m;
        make_arm(&m, 2, &rod, half, angles, (float)G, NULL);
        const double rates[2] = {(double)test_rng_range(&rng, -3.0f, 3.0f), (double)test_rng_range(&rng, -3.0f, 3.0f)};
        double q[2], column[2], bias[2], found[2], accelerations[2];
        assert_int_equal(m.count, 2);
        positions_of(&m, q);
        assert_number(fmax(fabs(q[0] - (double)angles[0]), fabs(q[1] - (double)angles[1])), <, 1e-6);
        const double mass = state_of(m.world, m.bodies[0]).mass, turn = inertia_about_z(m.world, m.bodies[0]);
        const double length = 2.0 * (double)half, middle = (double)half, c = cos(q[1]), s = sin(q[1]);
        const double both = turn + mass * middle * middle + mass * length * middle * c,
                     end = turn + mass * middle * middle;
        const double matrix[2][2] = {
            {2.0 * turn + mass * (middle * middle + length * length + middle * middle + 2.0 * length * middle * c),
             both},
            {both, end}};
        const double swing = mass * length * middle * s;
        const double own[2] = {-swing * (2.0 * rates[0] * rates[1] + rates[1] * rates[1]) +
                                   mass * G * (middle * cos(q[0]) + length * cos(q[0]) + middle * cos(q[0] + q[1])),
                               swing * rates[0] * rates[0] + mass * G * middle * cos(q[0] + q[1])};
        for (int32_t k = 0; k < 2; ++k)
        {
            const double unit[2] = {k == 0, k == 1};
            assert_int_equal(FN(world_mass_times)(m.world, &m.tree, unit, column, 2), IMP_OK);
            worst_mass =
                fmax(worst_mass, fmax(fabs(column[0] - matrix[0][k]), fabs(column[1] - matrix[1][k])) / matrix[0][0]);
        }
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, rates, NULL, bias, 2), IMP_OK);
        worst = fmax(worst, fmax(fabs(bias[0] - own[0]), fabs(bias[1] - own[1])) / (mass * G));
        const double forces[2] = {0.3, -0.2}, d = matrix[0][0] * matrix[1][1] - both * both;
        assert_int_equal(FN(world_forward_dynamics)(m.world, &m.tree, rates, forces, accelerations, 2), IMP_OK);
        found[0] = (matrix[1][1] * (forces[0] - own[0]) - both * (forces[1] - own[1])) / d;
        found[1] = (matrix[0][0] * (forces[1] - own[1]) - both * (forces[0] - own[0])) / d;
        worst = fmax(worst, fmax(fabs(accelerations[0] - found[0]), fabs(accelerations[1] - found[1])) /
                                (fabs(found[0]) + fabs(found[1]) + 1.0));
        free_made(&m);
    }
    printf("double pendulum: mass matrix within %.1e, forces and accelerations within %.1e\n", worst_mass, worst);
    assert_number(worst_mass, <, 2e-6);
    assert_number(worst, <, 5e-6);
}

// Forces of the accelerations of forces are these; the mass matrix is symmetric, and has the energy of the bodies.
static void random_trees_agree_with_themselves(void** state)
{
    (void)state;
    test_rng rng = {5};
    double worst = 0.0, of_forces = 0.0, skew = 0.0, energy = 0.0, kept = 0.0;
    for (uint64_t round = 0; round < test_n(200); ++round)
    {
        made m;
        make_tree(&m, &rng, (float)G, round % 2 == 0, true);
        double a[MOST], b[MOST], c[MOST], d[MOST], v[MOST];
        any_numbers(&rng, v, m.count, 2.0f);
        any_numbers(&rng, a, m.count, 20.0f);
        assert_int_equal(FN(world_forward_dynamics)(m.world, &m.tree, v, a, b, m.count), IMP_OK);
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, v, b, c, m.count), IMP_OK);
        double size = largest(a, m.count);
        for (int32_t k = 0; k < m.count; ++k)
        {
            double part[MOST] = {0.0}, cost[MOST];
            part[k] = b[k];
            assert_int_equal(FN(world_mass_times)(m.world, &m.tree, part, cost, m.count), IMP_OK);
            size = fmax(size, largest(cost, m.count));
        }
        for (int32_t i = 0; i < m.count; ++i)
        {
            worst = fmax(worst, fabs(a[i] - c[i]) / size);
            of_forces = fmax(of_forces, fabs(a[i] - c[i]) / largest(a, m.count));
        }
        assert_int_equal(FN(world_mass_times)(m.world, &m.tree, a, c, m.count), IMP_OK);
        assert_int_equal(FN(world_mass_times)(m.world, &m.tree, v, d, m.count), IMP_OK);
        const double both = sqrt(dot(a, c, m.count) * dot(v, d, m.count));
        skew = m.count > 0 ? fmax(skew, fabs(dot(v, c, m.count) - dot(a, d, m.count)) / both) : skew;
        assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
        const double told = 0.5 * dot(v, d, m.count);
        energy = fmax(energy, fabs(kinetic_energy(&m) - told) / (told + 1e-3));
        velocities_of(&m, b);
        for (int32_t i = 0; i < m.count; ++i)
        {
            kept = fmax(kept, fabs(b[i] - v[i]));
        }
        free_made(&m);
    }
    printf(
        "random trees: forces back within %.1e of what accelerations cost, %.1e of the forces; mass matrix symmetric "
        "within %.1e, energy within %.1e, velocities within %.1e\n",
        worst, of_forces, skew, energy, kept);
    assert_number(worst, <, 1e-11);
    assert_number(of_forces, <, 1e-7);
    assert_number(skew, <, 1e-12);
    assert_number(energy, <, 1e-5);
    assert_number(kept, <, 1e-4);
}

// A row of the mass matrix is the change of the bodies' kinetic energy by a velocity: a square, so differences are
// exact.
static void momenta_are_slopes_of_the_energy(void** state)
{
    (void)state;
    test_rng rng = {6};
    double worst = 0.0;
    for (uint64_t round = 0; round < test_n(40); ++round)
    {
        made m;
        make_tree(&m, &rng, 0.0f, round % 2 == 0, true);
        double v[MOST], momenta[MOST];
        any_numbers(&rng, v, m.count, 1.0f);
        assert_int_equal(FN(world_mass_times)(m.world, &m.tree, v, momenta, m.count), IMP_OK);
        for (int32_t i = 0; i < m.count; ++i)
        {
            double of[2];
            const double was = v[i];
            for (int32_t k = 0; k < 2; ++k)
            {
                v[i] = was + (k == 0 ? -1.0 : 1.0);
                assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
                of[k] = kinetic_energy(&m);
            }
            v[i] = was;
            worst = fmax(worst, fabs(0.5 * (of[1] - of[0]) - momenta[i]) / (of[0] + of[1]));
        }
        free_made(&m);
    }
    printf("momenta are slopes of the energy within %.1e of it\n", worst);
    assert_number(worst, <, 1e-6);
}

// The state of a tree, by the accelerations that the dynamics tell. Positions of a root are not asked for: their rates
// are others.
static double energy_at(made* m, const double* q, const double* v)
{
    double momenta[MOST];
    assert_int_equal(FN(world_set_positions)(m->world, &m->tree, q, m->count), IMP_OK);
    assert_int_equal(FN(world_mass_times)(m->world, &m->tree, v, momenta, m->count), IMP_OK);
    return 0.5 * dot(v, momenta, m->count) + height_energy(m);
}

// Runge, Kutta: a step of a tree on its base by forward dynamics.
static void integrate(made* m, double* q, double* v, double h)
{
    static const double parts[4] = {0.0, 0.5, 0.5, 1.0}, weights[4] = {1.0, 2.0, 2.0, 1.0};
    double at_q[MOST], at_v[MOST], rate[MOST] = {0.0}, change[MOST] = {0.0}, sum_q[MOST] = {0.0}, sum_v[MOST] = {0.0};
    for (int32_t pass = 0; pass < 4; ++pass)
    {
        for (int32_t i = 0; i < m->count; ++i)
        {
            at_q[i] = q[i] + parts[pass] * h * rate[i];
            at_v[i] = v[i] + parts[pass] * h * change[i];
        }
        assert_int_equal(FN(world_set_positions)(m->world, &m->tree, at_q, m->count), IMP_OK);
        assert_int_equal(FN(world_forward_dynamics)(m->world, &m->tree, at_v, NULL, change, m->count), IMP_OK);
        for (int32_t i = 0; i < m->count; ++i)
        {
            rate[i] = at_v[i];
            sum_q[i] += weights[pass] * rate[i];
            sum_v[i] += weights[pass] * change[i];
        }
    }
    for (int32_t i = 0; i < m->count; ++i)
    {
        q[i] += h / 6.0 * sum_q[i];
        v[i] += h / 6.0 * sum_v[i];
    }
}

// What moves by forward dynamics keeps its energy: all that motion does to itself is in it, for joints of every kind.
static void motion_keeps_its_energy(void** state)
{
    (void)state;
    test_rng rng = {9};
    double worst = 0.0;
    for (uint64_t round = 0; round < test_n(12); ++round)
    {
        made m;
        make_tree(&m, &rng, (float)G, false, true);
        double q[MOST], v[MOST];
        positions_of(&m, q);
        any_numbers(&rng, v, m.count, 1.0f);
        const double start = energy_at(&m, q, v), moving = start - height_energy(&m);
        double error = 0.0, scale = moving;
        for (int32_t i = 0; i < m.links; ++i)
        {
            scale += state_of(m.world, m.bodies[i]).mass * G;  // of floats, heights are known to 1e-7 m
        }
        // What is thrown about takes short steps.
        for (int32_t steps = 20; steps == 20 || (error > 1e-5 && steps <= 1280); steps *= 4)
        {
            double at_q[MOST], at_v[MOST];
            memcpy(at_q, q, sizeof q);
            memcpy(at_v, v, sizeof v);
            for (int32_t i = 0; i < steps; ++i)
            {
                integrate(&m, at_q, at_v, 0.05 / steps);
            }
            error = fabs(energy_at(&m, at_q, at_v) - start) / scale;
        }
        worst = fmax(worst, error);
        free_made(&m);
    }
    printf("energy after 0.05 s by forward dynamics is kept within %.1e\n", worst);
    assert_number(worst, <, 2e-5);
}

// A free root against the same tree on a joint with all axes free: the joints of both accelerate alike.
static void free_roots_are_joints_without_locks(void** state)
{
    (void)state;
    test_rng rng = {14};
    double worst = 0.0;
    for (uint64_t round = 0; round < test_n(40); ++round)
    {
        made m;
        make_tree(&m, &rng, (float)G, true, true);
        double v[MOST], forces[MOST] = {0.0}, one[MOST], other[MOST];
        JointDef joint;
        any_numbers(&rng, v, m.count, 1.0f);
        assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
        any_numbers(&rng, forces + DIM(AXIS_DISTANCE), m.count - DIM(AXIS_DISTANCE), 5.0f);
        assert_int_equal(FN(world_forward_dynamics)(m.world, &m.tree, NULL, forces, one, m.count), IMP_OK);
        const imp_body none = {0};
        const Pose here = state_of(m.world, m.bodies[0]).pose;
        const Pose bent = {here.p, any_turn(&rng, 1.0f)};
        assert_int_equal(FN(world_joint_at)(m.world, none, m.bodies[0], &bent, &joint), IMP_OK);
        joint.frame_b = any_pose(&rng, 0.3f);
        for (int32_t k = 0; k < DIM(AXIS_DISTANCE); ++k)
        {
            joint.axes[k].kind = IMP_AXIS_FREE;
        }
        imp_joint joints[LINKS + 1];
        assert_int_equal(FN(world_add_joint)(m.world, &joint, &joints[0]), IMP_OK);
        memcpy(joints + 1, m.joints, sizeof *joints * (size_t)m.tree.joint_count);
        const imp_articulation tree = {.joints = joints, .joint_count = m.tree.joint_count + 1};
        assert_int_equal(FN(world_forward_dynamics)(m.world, &tree, NULL, forces, other, m.count), IMP_OK);
        for (int32_t i = DIM(AXIS_DISTANCE); i < m.count; ++i)
        {
            worst = fmax(worst, fabs(one[i] - other[i]) / (1.0 + largest(one, m.count)));
        }
        free_made(&m);
    }
    printf("a free root and a joint without locks: accelerations within %.1e\n", worst);
    assert_number(worst, <, 1e-5);
}

// The world's own steps lead where forward dynamics leads, and half the length of a step to half the difference.
static void steps_go_where_dynamics_says(void** state)
{
    (void)state;
    const float half = 0.3f, angles[4] = {-0.4f, 0.9f, -1.3f, 0.5f};
    const Shape rod = box_of(half, 0.06f, 0.05f);
    double differences[2] = {0.0, 0.0};
    for (int32_t pass = 0; pass < 2; ++pass)
    {
        made m, exact;
        make_arm(&m, 4, &rod, half, angles, (float)G, NULL);
        make_arm(&exact, 4, &rod, half, angles, (float)G, NULL);
        double q[MOST], v[MOST] = {1.0, -2.0, 0.5, 1.5}, found[MOST];
        assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
        positions_of(&exact, q);
        for (int32_t i = 0; i < 100; ++i)
        {
            integrate(&exact, q, v, 0.0025);
        }
        const int32_t steps = pass == 0 ? 30 : 60;
        for (int32_t i = 0; i < steps; ++i)
        {
            assert_int_equal(FN(world_step)(m.world, 0.25f / (float)steps), IMP_OK);
        }
        positions_of(&m, found);
        for (int32_t i = 0; i < m.count; ++i)
        {
            differences[pass] = fmax(differences[pass], fabs(found[i] - q[i]));
        }
        free_made(&m);
        free_made(&exact);
    }
    printf("after 0.25 s steps of 1/120 s are %.1e rad beside forward dynamics, of 1/240 s %.1e\n", differences[0],
           differences[1]);
    assert_number(differences[0], <, 0.02);
    assert_number(differences[1], <, 0.7 * differences[0]);
}

// Forces along freedoms do what inverse dynamics says they do: an arm without drives stays where it is.
static void forces_balance_the_weight(void** state)
{
    (void)state;
    test_rng rng = {21};
    double worst = 0.0;
    for (uint64_t round = 0; round < test_n(20); ++round)
    {
        made m;
        make_tree(&m, &rng, (float)G, false, true);
        double bias[MOST], accelerations[MOST], found[MOST];
        any_numbers(&rng, accelerations, m.count, 2.0f);
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, NULL, accelerations, bias, m.count), IMP_OK);
        assert_int_equal(FN(world_apply_forces)(m.world, &m.tree, bias, m.count), IMP_OK);
        // Forces of the next step count.
        assert_int_equal(FN(world_forward_dynamics)(m.world, &m.tree, NULL, NULL, found, m.count), IMP_OK);
        for (int32_t i = 0; i < m.count; ++i)
        {
            worst = fmax(worst, fabs(found[i] - accelerations[i]) / (1.0 + largest(bias, m.count)));
        }
        free_made(&m);
    }
    const float half = 0.3f, angles[3] = {0.2f, 0.5f, -0.9f};
    const Shape rod = box_of(half, 0.05f, 0.05f);
    made m;
    make_arm(&m, 3, &rod, half, angles, (float)G, NULL);
    double q[3], bias[3], moved = 0.0;
    for (int32_t i = 0; i < 60; ++i)
    {
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, NULL, NULL, bias, 3), IMP_OK);
        assert_int_equal(FN(world_apply_forces)(m.world, &m.tree, bias, 3), IMP_OK);
        run(m.world, 1);
    }
    positions_of(&m, q);
    for (int32_t i = 0; i < 3; ++i)
    {
        moved = fmax(moved, fabs(q[i] - (double)angles[i]));
    }
    free_made(&m);
    printf("forces give the accelerations they are for within %.1e; an arm held by them moves %.1e rad in a second\n",
           worst, moved);
    assert_number(worst, <, 1e-4);
    assert_number(moved, <, 1e-3);
}

// A free body needs a torque to keep its spin, as Euler says: that does no work, and no energy tells of it.
static void free_bodies_turn_as_euler_says(void** state)
{
    (void)state;
    test_rng rng = {17};
    double worst = 0.0;
    for (uint64_t round = 0; round < test_n(20); ++round)
    {
        made m = {.world = new_world(0.0f), .links = 1};
        const Shape box = box_of(0.2f, 0.5f, 0.9f);
        m.bodies[0] = add_with(m.world, IMP_BODY_DYNAMIC, any_pose(&rng, 1.0f), &box, NULL, NULL);
        m.tree.root = m.bodies[0];
        look(&m);
        double v[DIM(AXIS_DISTANCE)], forces[DIM(AXIS_DISTANCE)], wanted[DIM(AXIS_DISTANCE)] = {0.0};
        any_numbers(&rng, v, m.count, 3.0f);
        assert_int_equal(FN(world_set_velocities)(m.world, &m.tree, v, m.count), IMP_OK);
        assert_int_equal(FN(world_inverse_dynamics)(m.world, &m.tree, NULL, NULL, forces, m.count), IMP_OK);
        const BodyState s = state_of(m.world, m.bodies[0]);
        gyroscopic_torque(&s, wanted + AXES);
        for (int32_t i = 0; i < m.count; ++i)
        {
            worst = fmax(worst, fabs(forces[i] - wanted[i]));
        }
        free_made(&m);
    }
    printf("gyroscopic torques within %.1e N m\n", worst);
    assert_number(worst, <, 1e-5);
}

// What hangs on a body that moves feels it: a pendulum on a platform that turns.
static void bases_may_move(void** state)
{
    (void)state;
    World* world = new_world(0.0f);
    BodyDef def = FN(body_default)();
    imp_body base, body;
    imp_joint joint;
    def.kind = IMP_BODY_KINEMATIC;
    def.angular_velocity = spin_about(2.0f);
    assert_int_equal(FN(world_add_body)(world, &def, &base), IMP_OK);
    ArticulationLink link = link_of(IMP_LINK_BASE, hinge());
    const Shape ball = ball_of(0.1f);
    assert_int_equal(FN(shape_mass)(&ball, 10.0f, &link.mass), IMP_OK);
    link.joint.frame_a.p = at(1.0f, 0.0f, 0.0f);
    link.joint.frame_b.p = at(-0.5f, 0.0f, 0.0f);
    link.values[TURN] = 0.7f;
    const ArticulationDef arm = {.base = base, .links = &link, .link_count = 1};
    assert_int_equal(FN(world_add_articulation)(world, &arm, &body, &joint, NULL), IMP_OK);
    const imp_articulation tree = {.joints = &joint, .joint_count = 1};
    const double still = 0.0;
    double acceleration, mass = state_of(world, body).mass, turn = inertia_about_z(world, body);
    assert_int_equal(FN(world_forward_dynamics)(world, &tree, &still, NULL, &acceleration, 1), IMP_OK);
    // The centrifugal force of the pivot's circle, at the pendulum's arm.
    const double wanted = -mass * 0.5 * 1.0 * 4.0 * sin(0.7) / (turn + mass * 0.25);
    printf("a pendulum on a platform: %.6f rad/s^2, by hand %.6f\n", acceleration, wanted);
    assert_number(fabs(acceleration - wanted), <, 1e-5 * fabs(wanted));
    FN(world_free)(world);
}

#define DYNAMICS_TESTS                                                                                                 \
    cmocka_unit_test(double_pendulum_is_that_of_textbooks), cmocka_unit_test(random_trees_agree_with_themselves),      \
        cmocka_unit_test(momenta_are_slopes_of_the_energy), cmocka_unit_test(motion_keeps_its_energy),                 \
        cmocka_unit_test(free_roots_are_joints_without_locks), cmocka_unit_test(steps_go_where_dynamics_says),         \
        cmocka_unit_test(forces_balance_the_weight), cmocka_unit_test(free_bodies_turn_as_euler_says),                 \
        cmocka_unit_test(bases_may_move)
