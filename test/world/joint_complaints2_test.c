// SPDX-License-Identifier: MIT
//
// joint_complaints.inl, for the plane.

#include "hinge_kit2.h"

enum
{
    UP = IMP2_AXIS_X,
    UPRIGHT = IMP2_LOCK_ROTATION
};

static imp_status wheel_of(const imp2_world* world, imp_body a, imp_body b, imp2_joint_def* out)
{
    return imp2_world_joint_wheel(world, a, b, at(0.0f, 1.0f, 0.0f), out);
}

#include "math/dim2.h"

#include "joint_complaints.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {COMPLAINT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
