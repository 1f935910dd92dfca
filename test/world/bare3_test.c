// SPDX-License-Identifier: MIT
//
// bare.inl, for space: hinges about z.

#include "kit_space.h"

enum
{
    TURN = IMP3_AXIS_TWIST
};

static imp_status hinge_at(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_joint_def* out)
{
    return imp3_world_joint_hinge(world, a, b, p, at(0.0f, 0.0f, 1.0f), out);
}

static imp3_vec spin_of(float rate)
{
    return at(0.0f, 0.0f, rate);
}

static imp3_mass mass_told(void)
{
    const imp3_mass mass = {.mass = 2.0f, .inertia = {.xx = 0.25f, .yy = 0.25f, .zz = 0.25f}};
    return mass;
}

#include "math/dim3.h"

#include "bare.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {BARE_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
