// SPDX-License-Identifier: MIT
//
// wheels.inl, for the plane.

#include <stdio.h>

#include "kit_plane.h"

enum
{
    TURN = IMP2_AXIS_TURN,
    UP = IMP2_AXIS_X
};

static imp_status add_wheels(imp2_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    return imp2_world_add_wheels(world, chassis, at(0.0f, 2.0f, 0.0f), wheels, count, joints);
}

static double inertia_of(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#include "math/dim2.h"

#include "wheels.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {WHEEL_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
