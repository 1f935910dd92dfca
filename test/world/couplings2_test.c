// SPDX-License-Identifier: MIT
//
// couplings.inl, for the plane.

#include "kit_plane.h"
#include "tape.h"

enum
{
    TURN = IMP2_AXIS_TURN
};

static imp_status hinge_at(const imp2_world* world, imp_body a, imp_body b, imp2_vec p, imp2_joint_def* out)
{
    return imp2_world_joint_revolute(world, a, b, p, out);
}

static imp_status slide_along(const imp2_world* world, imp_body a, imp_body b, imp2_vec p, imp2_vec axis,
                              imp2_joint_def* out)
{
    return imp2_world_joint_prismatic(world, a, b, p, axis, out);
}

static imp_status screw_at(const imp2_world* world, imp_body a, imp_body b, imp2_joint_def* out)
{
    return imp2_world_joint_wheel(world, a, b, at(1.0f, 0.0f, 0.0f), out);
}

static double inertia_of(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#include "math/dim2.h"

#include "couplings.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {COUPLING_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
