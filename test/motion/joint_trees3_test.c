// SPDX-License-Identifier: MIT
//
// joint_trees.inl, for space.

#include "motion/joint_tree3.h"

#include "math/dim3.h"

#include "joint_trees.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {JOINT_TREES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
