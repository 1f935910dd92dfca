// SPDX-License-Identifier: MIT
//
// joint_complaints.inl, for space.

#include "hinge_kit3.h"

enum
{
    UP = IMP3_AXIS_Z,
    UPRIGHT = IMP3_LOCK_TURN_X | IMP3_LOCK_TURN_Y | IMP3_LOCK_TURN_Z
};

static imp_status wheel_of(const imp3_world* world, imp_body a, imp_body b, imp3_joint_def* out)
{
    return imp3_world_joint_wheel(world, a, b, at(0.0f, 0.0f, 1.0f), at(0.0f, 1.0f, 0.0f), out);
}

#include "math/dim3.h"

#include "joint_complaints.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {COMPLAINT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
