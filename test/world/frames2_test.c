// SPDX-License-Identifier: MIT
//
// frames.inl, for the plane.

#include "kit_plane.h"

#include "../../src/world/continuous/continuous2.h"

#include "math/dim2.h"

#include "frames.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {FRAMES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
