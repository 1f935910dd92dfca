// SPDX-License-Identifier: MIT
//
// particles_memory_test.inl, for space.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles3.h"

#include "math/dim3.h"

#include "particle/kit.inl"

#include "hostile/particles_memory_test.inl"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_changed),
        cmocka_unit_test(making_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
