// SPDX-License-Identifier: MIT
//
// frames.inl, for space.

#include "kit_space.h"

#include "../../src/world/continuous/continuous3.h"

#include "math/dim3.h"

#include "frames.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {FRAMES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
