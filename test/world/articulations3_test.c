// SPDX-License-Identifier: MIT
//
// articulations.inl, for space.

#include "articulation_kit3.h"
#include "tape.h"
#include "impinge/world_record3.h"

static imp3_shape hull_of(float radius)
{
    imp3_vec points[12];
    imp3_shape r;
    for (int32_t i = 0; i < 12; ++i)
    {
        const double angle = 6.283185307179586 / 6.0 * i;
        points[i] = at(radius * (float)cos(angle), radius * (float)sin(angle), i < 6 ? -radius : radius);
    }
    assert_int_equal(imp3_hull_make(points, 12, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim3.h"

#include "articulations.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ARTICULATION_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
