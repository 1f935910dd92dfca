// SPDX-License-Identifier: MIT
//
// joint_slams.inl, for space.

#include "hinge_kit3.h"

#include "math/dim3.h"

#include "joint_slams.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_SLAM_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
