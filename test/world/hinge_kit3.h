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

// Twice the energy of rotation.
static inline double turning_energy(const imp3_body_state* s)
{
    const imp3_vec w = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    return (double)i->xx * w.x * w.x + (double)i->yy * w.y * w.y + (double)i->zz * w.z * w.z +
           2.0 * ((double)i->xy * w.x * w.y + (double)i->yz * w.y * w.z + (double)i->zx * w.z * w.x);
}

static inline imp3_mass mass_of(const imp3_shape* shape, float density)
{
    imp3_mass m;
    assert_int_equal(imp3_shape_mass(shape, density, &m), IMP_OK);
    return m;
}

#endif
