// SPDX-License-Identifier: MIT
//
// Joints for tests of both dimensions: chains, how far apart they are, how bodies swing. The wrapper includes hinge_kit2.h
// or hinge_kit3.h, so that hinge, TURN, mass_of and turning_energy (of what turns about z) are there.

#include "kit.inl"

#define G 9.81f

static const imp_body NO_BODY = {0};

static inline imp_joint join(World* world, const JointDef* def)
{
    imp_joint joint;
    assert_int_equal(FN(world_add_joint)(world, def, &joint), IMP_OK);
    return joint;
}

static inline JointState joint_of(const World* world, imp_joint joint)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(world, joint, &s), IMP_OK);
    return s;
}

static inline float part_of(Vec v, int k)
{
    return AT(v, k);
}

// A hinge of two bodies, at places in their frames; A may be none.
static inline JointDef hinge_of(imp_body a, Vec place_a, imp_body b, Vec place_b)
{
    JointDef def = hinge();
    def.a = a;
    def.b = b;
    def.frame_a.p = place_a;
    def.frame_b.p = place_b;
    return def;
}

// The widest that any of some joints is apart [m]: of its own point, not of how far it slides.
static inline double widest_of(const World* world, const imp_joint* joints, int32_t count)
{
    double widest = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        widest = fmax(widest, (double)joint_of(world, joints[i]).values[DIM(AXIS_DISTANCE)]);
    }
    return widest;
}

// Gives a body a mass, spread as in its shape.
static inline void weigh(World* world, imp_body body, const Shape* shape, float mass)
{
    const Mass m = mass_of(shape, mass / state_of(world, body).mass);
    assert_int_equal(FN(world_set_mass)(world, body, &m), IMP_OK);
}

// Energy with that of height.
static inline double energy_of(const World* world, const imp_body* bodies, int32_t count, double gravity)
{
    double energy = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        const BodyState s = state_of(world, bodies[i]);
        energy += 0.5 * s.mass * FN(vec_dot)(s.velocity, s.velocity) + 0.5 * turning_energy(&s) +
                  (double)s.mass * gravity * AT(s.center, 1);
    }
    return energy;
}

// Steps until a body has turned back so often from going left, and returns the mean period between.
static inline double period_of(World* world, imp_body body, int32_t swings, float step)
{
    double first = 0.0, last = 0.0;
    float before = 0.0f;
    for (int32_t i = 0, turned = 0; turned <= swings; ++i)
    {
        assert_number(i, <, 100000);
        assert_int_equal(FN(world_step)(world, step), IMP_OK);
        const float along = part_of(state_of(world, body).velocity, 0);
        if (before < 0.0f && along >= 0.0f)
        {
            last = ((double)i + 1.0 - (double)along / ((double)along - before)) * (double)step;
            first = turned++ == 0 ? last : first;
        }
        before = along;
    }
    return (last - first) / swings;
}
