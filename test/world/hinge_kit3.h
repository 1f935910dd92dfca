// SPDX-License-Identifier: MIT
//
// Bodies and hinges for tests of joints, for space.

#ifndef IMP_TEST_HINGE_KIT3_H
#define IMP_TEST_HINGE_KIT3_H

#include "kit_space.h"

enum
{
    TURN = IMP3_AXIS_TWIST
};

// Twist is about x of its frames, which is z of the bodies.
static inline imp3_joint_def hinge(void)
{
    imp3_joint_def def = imp3_joint_default();
    const imp3_rot q = {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    def.axes[TURN].kind = IMP_AXIS_FREE;
    def.frame_a.q = def.frame_b.q = q;
    return def;
}

// Twice the energy of rotation. All turns are about z.
static inline double turning_energy(const imp3_body_state* s)
{
    return (double)s->inertia.zz * s->angular_velocity.z * s->angular_velocity.z;
}

static inline imp3_mass mass_of(const imp3_shape* shape, float density)
{
    imp3_mass m;
    assert_int_equal(imp3_shape_mass(shape, density, &m), IMP_OK);
    return m;
}

#endif
