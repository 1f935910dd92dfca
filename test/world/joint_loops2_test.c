// SPDX-License-Identifier: MIT
//
// joint_loops.inl, for the plane.

#include "hinge_kit2.h"

enum
{
    SLIDE = IMP2_AXIS_X
};

#include "math/dim2.h"

#include "joint_loops.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {LOOP_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
