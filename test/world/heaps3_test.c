// SPDX-License-Identifier: MIT
//
// heaps.inl, for space.

#include "kit_space.h"

#include "world/contact/contact3.h"

#define LOCKS_OF_PLANE (IMP3_LOCK_Z | IMP3_LOCK_TURN_X | IMP3_LOCK_TURN_Y)

// An octahedron.
static imp3_shape hull_of(float half)
{
    imp3_shape r;
    const imp3_vec points[6] = {at(half, 0.0f, 0.0f),  at(-half, 0.0f, 0.0f), at(0.0f, half, 0.0f),
                                at(0.0f, -half, 0.0f), at(0.0f, 0.0f, half),  at(0.0f, 0.0f, -half)};
    assert_int_equal(imp3_hull_make(points, 6, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim3.h"

#include "heaps.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {HEAP_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
