// SPDX-License-Identifier: MIT
//
// parted.inl, for the plane.

#include "kit_plane.h"

enum
{
    TURN = IMP2_AXIS_TURN
};

static imp2_joint_def hinge(void)
{
    imp2_joint_def def = imp2_joint_default();
    def.axes[TURN].kind = IMP_AXIS_FREE;
    return def;
}

// Twice the energy of rotation.
static double turning_energy(const imp2_body_state* s)
{
    return (double)s->inertia * s->angular_velocity * s->angular_velocity;
}

static imp2_mass mass_of(const imp2_shape* shape, float density)
{
    imp2_mass m;
    assert_int_equal(imp2_shape_mass(shape, density, &m), IMP_OK);
    return m;
}

#include "math/dim2.h"

#include "parted.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {PARTED_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
