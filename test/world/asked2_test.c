// SPDX-License-Identifier: MIT
//
// asked.inl, for the plane.

#include "kit_plane.h"

static imp_body make_crowd(imp2_world* world, int32_t count, uint64_t seed)
{
    scene_crowd crowd;
    assert_int_equal(scene_crowd_make(&crowd, world, count, seed), IMP_OK);
    scene_crowd_free(&crowd);
    return crowd.bodies[7];
}

static imp2_compound any_compound(void)
{
    static const imp2_vec corners[5] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}};
    static const int32_t count = 5;
    const imp2_outlines outlines = {corners, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound r;
    assert_int_equal(imp2_region_make(&outlines, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim2.h"

#include "asked.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ASKED_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
