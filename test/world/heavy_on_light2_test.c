// SPDX-License-Identifier: MIT
//
// heavy_on_light.inl, for the plane.

#include "hinge_kit2.h"

#include "math/dim2.h"

#include "heavy_on_light.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {HEAVY_ON_LIGHT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
