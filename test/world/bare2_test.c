// SPDX-License-Identifier: MIT
//
// bare.inl, for the plane.

#include "kit_plane.h"

enum
{
    TURN = IMP2_AXIS_TURN
};

static imp_status hinge_at(const imp2_world* world, imp_body a, imp_body b, imp2_vec p, imp2_joint_def* out)
{
    return imp2_world_joint_revolute(world, a, b, p, out);
}

static float spin_of(float rate)
{
    return rate;
}

static imp2_mass mass_told(void)
{
    const imp2_mass mass = {.mass = 2.0f, .inertia = 0.25f};
    return mass;
}

#include "math/dim2.h"

#include "bare.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {BARE_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
