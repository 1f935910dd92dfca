// SPDX-License-Identifier: MIT
//
// joints.inl, for the plane.

#include "hinge_kit2.h"

static float inertia_about_z(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#include "math/dim2.h"

#include "joints.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
