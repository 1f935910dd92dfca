// SPDX-License-Identifier: MIT
//
// misses.inl, for the plane.

#include <string.h>

#include "kit_plane.h"

enum
{
    CASES = 1500,
    POSTS = 6,  // a ball, a box, a wedge, the end of a segment, a wedge as a chain and as a region
    THINGS = 4  // a ball, a box, a capsule, a triangle
};

static imp2_rot turned(imp2_rot q, float angle)
{
    const imp2_rot by = turn_about(angle), r = {q.c * by.c - q.s * by.s, q.s * by.c + q.c * by.s};
    return r;
}

static imp2_shape polygon(const imp2_vec* points, int32_t count, float radius)
{
    imp2_shape shape;
    assert_int_equal(imp2_polygon_make(points, count, radius, NULL, &shape, NULL), IMP_OK);
    return shape;
}

static imp2_shape thing_of(int what, float size)
{
    const imp2_vec ends[2] = {{-size, 0.0f}, {size, 0.0f}};
    const imp2_vec corners[3] = {{-size, -0.7f * size}, {size, -0.7f * size}, {0.0f, size}};
    return what == 0   ? ball_of(size)
           : what == 1 ? box_of(size, 0.6f * size, 0.0f)
           : what == 2 ? polygon(ends, 2, 0.5f * size)
                       : polygon(corners, 3, 0.0f);
}

// Its top is at the origin, but that of the ball.
static imp2_shape post_of(int post, imp2_compound* compound)
{
    static const imp2_vec wedge[3] = {{-0.2f, -1.0f}, {0.0f, 0.0f}, {0.2f, -1.0f}};
    const imp2_vec square[4] = {{-0.5f, -1.0f}, {0.5f, -1.0f}, {0.5f, 0.0f}, {-0.5f, 0.0f}};
    const int32_t count = 3;
    const imp2_outlines outlines = {wedge, &count, 1, IMP_FILL_EVEN_ODD};
    const imp2_polyline line = {wedge, 3, false, false};
    memset(compound, 0, sizeof *compound);
    if (post >= 4)
    {
        assert_int_equal(post == 4 ? imp2_chain_make(&line, NULL, compound, NULL)
                                   : imp2_region_make(&outlines, NULL, compound, NULL),
                         IMP_OK);
    }
    return post == 0   ? ball_of(0.3f)
           : post == 1 ? polygon(square, 4, 0.0f)
           : post == 3 ? polygon(wedge + 1, 2, 0.0f)
                       : polygon(wedge, 3, 0.0f);
}

#include "math/dim2.h"

#include "misses.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {MISSES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
