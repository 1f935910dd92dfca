// SPDX-License-Identifier: MIT
//
// joint_proof.inl, for the plane.

#include "momenta_kit2.h"

static float inertia_about_z(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#include "math/dim2.h"

#include "joint_proof.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {PROOF_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
