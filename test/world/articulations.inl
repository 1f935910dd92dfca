// SPDX-License-Identifier: MIT
//
// Articulations in both dimensions: how they are made, and their dynamics against closed forms, against themselves and
// against the world's own steps. The wrapper adds hinge (a joint that turns freely about z), TURN, its axis,
// inertia_about_z, turning_energy (twice that of a body) BENT (how far joints bend), gyroscopic_torque, and hull_of, a
// shape that has memory of its own.

#include "kit.inl"

#include <float.h>

#include "impinge/world_record.h"

#define G 9.81

enum
{
    LINKS = 12,
    MOST = LINKS * DIM(AXIS_DISTANCE) + 8
};

// An articulation that has been made, with all that calls about it take.
typedef struct made
{
    World* world;
    imp_body bodies[LINKS];
    imp_joint joints[LINKS];  // of all but a free root
    imp_articulation tree;
    int32_t links, count;  // freedoms
    imp_freedom freedoms[MOST];
} made;

static Compound compound_of(const Shape* shape)
{
    Compound r;
    assert_int_equal(FN(compound_of_shape)(shape, &r), IMP_OK);
    return r;
}

static ArticulationLink link_of(int32_t parent, JointDef joint)
{
    ArticulationLink link = FN(articulation_link_default)();
    link.parent = parent;
    link.joint = joint;
    return link;
}

static void look(made* m)
{
    m->tree.joints = m->joints;
    assert_int_equal(FN(world_freedoms)(m->world, &m->tree, m->freedoms, MOST, &m->count), IMP_OK);
}

// Adds a description; a free root is the first link.
static void make_of(made* m, const ArticulationDef* def)
{
    imp_joint joints[LINKS];
    int32_t link = -2, free = def->links[0].parent == IMP_LINK_FREE ? 1 : 0;
    const imp_body none = {0};
    assert_int_equal(FN(world_add_articulation)(m->world, def, m->bodies, joints, &link), IMP_OK);
    assert_int_equal(link, -2);
    m->links = def->link_count;
    m->tree.root = free ? m->bodies[0] : none;
    m->tree.joint_count = def->link_count - free;
    for (int32_t i = free; i < def->link_count; ++i)
    {
        m->joints[i - free] = joints[i];
    }
    look(m);
}

// Rods of half a length along x, one on the end of the other, at angles.
static void make_arm(made* m, int32_t links, const Shape* rod, float half, const float* angles, float gravity,
                     const imp_axis* axis)
{
    m->world = new_world(gravity);
    ArticulationLink of[LINKS];
    ArticulationCollider colliders[LINKS];
    const Compound compound = compound_of(rod);
    for (int32_t i = 0; i < links; ++i)
    {
        JointDef joint = hinge();
        joint.frame_a.p = at(i > 0 ? half : 0.0f, 0.0f, 0.0f);
        joint.frame_b.p = at(-half, 0.0f, 0.0f);
        joint.axes[TURN] = axis ? *axis : joint.axes[TURN];
        of[i] = link_of(i > 0 ? i - 1 : IMP_LINK_BASE, joint);
        of[i].values[TURN] = angles[i];
        colliders[i] = (ArticulationCollider){i, &compound, FN(collider_default)()};
        colliders[i].def.group = 1;
    }
    const ArticulationDef def = {.links = of, .link_count = links, .colliders = colliders, .collider_count = links};
    make_of(m, &def);
}

static void free_made(made* m)
{
    FN(world_free)(m->world);
}

static void positions_of(const made* m, double* positions)
{
    int32_t count;
    assert_int_equal(FN(world_get_positions)(m->world, &m->tree, positions, MOST, &count), IMP_OK);
    assert_int_equal(count, m->count);
}

static void velocities_of(const made* m, double* velocities)
{
    int32_t count;
    assert_int_equal(FN(world_get_velocities)(m->world, &m->tree, velocities, MOST, &count), IMP_OK);
    assert_int_equal(count, m->count);
}

static double dot(const double* a, const double* b, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        sum += a[i] * b[i];
    }
    return sum;
}

static double largest(const double* a, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        most = fmax(most, fabs(a[i]));
    }
    return most;
}

static double kinetic_energy(const made* m)
{
    double energy = 0.0;
    for (int32_t i = 0; i < m->links; ++i)
    {
        const BodyState s = state_of(m->world, m->bodies[i]);
        energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s);
    }
    return energy;
}

static double height_energy(const made* m)
{
    double energy = 0.0;
    for (int32_t i = 0; i < m->links; ++i)
    {
        const BodyState s = state_of(m->world, m->bodies[i]);
        energy += (double)s.mass * G * AT(s.center, 1);
    }
    return energy;
}

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

static Pose any_pose(test_rng* rng, float far)
{
    const Pose r = {at(test_rng_range(rng, -far, far), test_rng_range(rng, -far, far), test_rng_range(rng, -far, far)),
                    any_turn(rng, 2.0f)};
    return r;
}

// A tree of any shape: joints that turn, slide, bend, or all of it, in frames of any kind; some the other way round.
static void make_tree(made* m, test_rng* rng, float gravity, bool free, bool turned_round)
{
    m->world = new_world(gravity);
    const int32_t links = test_rng_int(rng, 1, LINKS);
    ArticulationLink of[LINKS];
    ArticulationCollider colliders[2 * LINKS];
    Compound compounds[2 * LINKS];
    Shape shapes[2 * LINKS];
    for (int32_t i = 0; i < links; ++i)
    {
        JointDef joint = FN(joint_default)();
        const int32_t parent = i > 0  ? test_rng_int(rng, i > 3 ? i - 3 : 0, i - 1)
                               : free ? IMP_LINK_FREE
                                      : IMP_LINK_BASE;
        joint.frame_a = any_pose(rng, 0.4f);
        joint.frame_b = any_pose(rng, 0.4f);
        of[i] = link_of(parent, joint);
        for (int32_t k = 0; k < DIM(AXIS_DISTANCE); ++k)
        {
            if (test_rng_int(rng, 0, 2) == 0)
            {
                const float most = k < AXES ? 0.3f : BENT;
                imp_axis* axis = &of[i].joint.axes[k];
                axis->kind = test_rng_int(rng, 0, 1) ? IMP_AXIS_FREE : IMP_AXIS_LIMITED;
                axis->lower = -10.0f;
                axis->upper = 10.0f;
                of[i].values[k] = test_rng_range(rng, -most, most);
            }
        }
        of[i].body.pose = any_pose(rng, 1.0f);
        for (int32_t k = 0; k < 2; ++k)
        {
            const int32_t c = 2 * i + k;
            shapes[c] = box_of(test_rng_range(rng, 0.1f, 0.4f), test_rng_range(rng, 0.1f, 0.4f),
                               test_rng_range(rng, 0.1f, 0.4f));
            if (k == 1)
            {
                shapes[c] = ball_of(0.2f);  // in one with the box: its centre stays the origin
            }
            compounds[c] = compound_of(&shapes[c]);
            colliders[c] = (ArticulationCollider){i, &compounds[c], FN(collider_default)()};
            colliders[c].def.group = 1;
        }
        if (test_rng_int(rng, 0, 1))
        {
            assert_int_equal(FN(shape_mass)(&shapes[2 * i], 2.0f, &of[i].mass), IMP_OK);
            of[i].mass.centroid = at(0.1f, -0.05f, 0.07f);  // and here it does not
            if (test_rng_int(rng, 0, 3) == 0)
            {
                const Vec centroid = of[i].mass.centroid;
                assert_int_equal(FN(shape_mass)(&shapes[2 * i], 2e4f, &of[i].mass), IMP_OK);
                of[i].mass.centroid = centroid;
            }
        }
    }
    const ArticulationDef def = {.links = of, .link_count = links, .colliders = colliders, .collider_count = 2 * links};
    make_of(m, &def);
    for (int32_t i = 0; i < m->tree.joint_count && turned_round; ++i)
    {
        JointDef joint, other;
        assert_int_equal(FN(world_get_joint_def)(m->world, m->joints[i], &joint), IMP_OK);
        if (test_rng_int(rng, 0, 1) == 0 || joint.a.id == 0)
        {
            continue;
        }
        other = joint;
        other.a = joint.b;
        other.b = joint.a;
        other.frame_a = joint.frame_b;
        other.frame_b = joint.frame_a;
        assert_int_equal(FN(world_remove_joint)(m->world, m->joints[i]), IMP_OK);
        assert_int_equal(FN(world_add_joint)(m->world, &other, &m->joints[i]), IMP_OK);
    }
    look(m);
}

static void any_numbers(test_rng* rng, double* numbers, int32_t count, float most)
{
    for (int32_t i = 0; i < count; ++i)
    {
        numbers[i] = (double)test_rng_range(rng, -most, most);
    }
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

typedef struct tape
{
    uint8_t bytes[1 << 18];
    int32_t count;
} tape;

static bool write_tape(void* user, const uint8_t* bytes, int32_t count)
{
    tape* t = (tape*)user;
    assert_true(count <= (int32_t)sizeof t->bytes - t->count);
    memcpy(t->bytes + t->count, bytes, (size_t)count);
    t->count += count;
    return true;
}

// What is recorded are the calls that an articulation is made of; what is saved needs nothing more than its handles.
static void articulations_are_recorded_and_saved(void** state)
{
    (void)state;
    static tape t;
    static uint8_t snapshot[1 << 16];
    test_rng rng = {31};
    const imp_sink sink = {write_tape, &t};
    made m = {.world = new_world((float)G)};
    described d;
    const imp_body floor = add_floor(m.world);
    t.count = 0;
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
    Replay* replay;
    ReplayReport report = {0};
    assert_int_equal(FN(world_make)(NULL, &stage), IMP_OK);
    assert_int_equal(FN(replay_make)(t.bytes, t.count, stage, &replay), IMP_OK);
    while (!report.ended)
    {
        assert_int_equal(FN(replay_step)(replay, &report), IMP_OK);
    }
    FN(replay_free)(replay);
    assert_int_equal(report.difference, IMP_REPLAY_SAME);
    assert_true(hash_of(stage) == hash_of(m.world));
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
    cmocka_unit_test(double_pendulum_is_that_of_textbooks), cmocka_unit_test(random_trees_agree_with_themselves),      \
        cmocka_unit_test(momenta_are_slopes_of_the_energy), cmocka_unit_test(trees_stand_where_they_are_put),          \
        cmocka_unit_test(motion_keeps_its_energy), cmocka_unit_test(free_roots_are_joints_without_locks),              \
        cmocka_unit_test(steps_go_where_dynamics_says), cmocka_unit_test(drives_hold_a_pose_at_any_gain),              \
        cmocka_unit_test(drives_keep_to_their_limits), cmocka_unit_test(forces_balance_the_weight),                    \
        cmocka_unit_test(bases_may_move), cmocka_unit_test(free_bodies_turn_as_euler_says),                            \
        cmocka_unit_test(failed_descriptions_change_nothing), cmocka_unit_test(articulations_are_recorded_and_saved),  \
        cmocka_unit_test(what_is_no_tree_is_refused)
