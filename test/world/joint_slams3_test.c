// SPDX-License-Identifier: MIT
//
// joint_slams.inl, for space.

#include "hinge_kit3.h"

static const int32_t MOST_OPEN[3] = {2, 12, 25}, MOST_THROUGH[3] = {4, 4, 60};

#include "math/dim3.h"

#include "joint_slams.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_SLAM_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
