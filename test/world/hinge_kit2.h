// SPDX-License-Identifier: MIT
//
// Bodies and hinges for tests of joints, for the plane.

#ifndef IMP_TEST_HINGE_KIT2_H
#define IMP_TEST_HINGE_KIT2_H

#include "kit_plane.h"

enum
{
    TURN = IMP2_AXIS_TURN
};

static inline imp2_joint_def hinge(void)
{
    imp2_joint_def def = imp2_joint_default();
    def.axes[TURN].kind = IMP_AXIS_FREE;
    return def;
}

// Twice the energy of rotation.
static inline double turning_energy(const imp2_body_state* s)
{
    return (double)s->inertia * s->angular_velocity * s->angular_velocity;
}

static inline imp2_mass mass_of(const imp2_shape* shape, float density)
{
    imp2_mass m;
    assert_int_equal(imp2_shape_mass(shape, density, &m), IMP_OK);
    return m;
}

#endif
