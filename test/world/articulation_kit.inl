// SPDX-License-Identifier: MIT
//
// Articulations for tests of both dimensions: arms, trees of any kind, their energy. The wrapper says what is not the
// same: hinge (a joint that turns freely about z), TURN, its axis, inertia_about_z, turning_energy (twice that of a
// body), BENT (how far joints bend).

#include "kit.inl"

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

static inline Compound compound_of(const Shape* shape)
{
    Compound r;
    assert_int_equal(FN(compound_of_shape)(shape, &r), IMP_OK);
    return r;
}

static inline ArticulationLink link_of(int32_t parent, JointDef joint)
{
    ArticulationLink link = FN(articulation_link_default)();
    link.parent = parent;
    link.joint = joint;
    return link;
}

static inline void look(made* m)
{
    m->tree.joints = m->joints;
    assert_int_equal(FN(world_freedoms)(m->world, &m->tree, m->freedoms, MOST, &m->count), IMP_OK);
}

// Adds a description; a free root is the first link.
static inline void make_of(made* m, const ArticulationDef* def)
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
static inline void make_arm(made* m, int32_t links, const Shape* rod, float half, const float* angles, float gravity,
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

static inline void free_made(made* m)
{
    FN(world_free)(m->world);
}

static inline void positions_of(const made* m, double* positions)
{
    int32_t count;
    assert_int_equal(FN(world_get_positions)(m->world, &m->tree, positions, MOST, &count), IMP_OK);
    assert_int_equal(count, m->count);
}

static inline void velocities_of(const made* m, double* velocities)
{
    int32_t count;
    assert_int_equal(FN(world_get_velocities)(m->world, &m->tree, velocities, MOST, &count), IMP_OK);
    assert_int_equal(count, m->count);
}

static inline double dot(const double* a, const double* b, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        sum += a[i] * b[i];
    }
    return sum;
}

static inline double largest(const double* a, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        most = fmax(most, fabs(a[i]));
    }
    return most;
}

static inline double kinetic_energy(const made* m)
{
    double energy = 0.0;
    for (int32_t i = 0; i < m->links; ++i)
    {
        const BodyState s = state_of(m->world, m->bodies[i]);
        energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s);
    }
    return energy;
}

static inline double height_energy(const made* m)
{
    double energy = 0.0;
    for (int32_t i = 0; i < m->links; ++i)
    {
        const BodyState s = state_of(m->world, m->bodies[i]);
        energy += (double)s.mass * G * AT(s.center, 1);
    }
    return energy;
}

static inline Pose any_pose(test_rng* rng, float far)
{
    const Pose r = {at(test_rng_range(rng, -far, far), test_rng_range(rng, -far, far), test_rng_range(rng, -far, far)),
                    any_turn(rng, 2.0f)};
    return r;
}

// A tree of any shape: joints that turn, slide, bend, or all of it, in frames of any kind; some the other way round.
static inline void make_tree(made* m, test_rng* rng, float gravity, bool free, bool turned_round)
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

static inline void any_numbers(test_rng* rng, double* numbers, int32_t count, float most)
{
    for (int32_t i = 0; i < count; ++i)
    {
        numbers[i] = (double)test_rng_range(rng, -most, most);
    }
}
