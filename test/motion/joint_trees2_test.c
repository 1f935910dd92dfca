// SPDX-License-Identifier: MIT
//
// joint_trees.inl, for the plane.

#include "motion/joint_tree2.h"

#include "math/dim2.h"

#include "joint_trees.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_TREES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
