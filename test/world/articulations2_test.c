// SPDX-License-Identifier: MIT
//
// articulations.inl, for the plane.

#include "articulation_kit2.h"
#include "tape.h"
#include "impinge/world_record2.h"

static imp2_shape hull_of(float radius)
{
    imp2_vec points[12];
    imp2_shape r;
    for (int32_t i = 0; i < 12; ++i)
    {
        const double angle = 6.283185307179586 / 12.0 * i;
        points[i] = at(radius * (float)cos(angle), radius * (float)sin(angle), 0.0f);
    }
    assert_int_equal(imp2_polygon_make(points, 12, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim2.h"

#include "articulations.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ARTICULATION_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
