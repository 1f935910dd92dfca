// SPDX-License-Identifier: MIT
//
// control.inl, for space.

#include "kit_space.h"

#define FARTHEST 3.1416
#define TURN_MISSED 0x1p-19

static imp3_shape moved_ball(imp3_vec middle)
{
    imp3_shape r;
    assert_int_equal(imp3_sphere_make(middle, 0.5f, &r), IMP_OK);
    return r;
}

static float across_ball(float radius)
{
    return 3.14159265f * radius * radius;
}

static void check_boxes(const imp3_world* world)
{
    (void)world;
}

#include "math/dim3.h"

#include "control.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {CONTROL_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
