// SPDX-License-Identifier: MIT
//
// joints.inl, for space.

#include "hinge_kit3.h"

static float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#include "math/dim3.h"

#include "joints.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
