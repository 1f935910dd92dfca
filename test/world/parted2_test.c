// SPDX-License-Identifier: MIT
//
// parted.inl, for the plane.

#include "hinge_kit2.h"

#include "math/dim2.h"

#include "parted.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {PARTED_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
