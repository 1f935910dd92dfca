// SPDX-License-Identifier: MIT
//
// misses.inl, for space.

#include <string.h>

#include "kit_space.h"

enum
{
    CASES = 800,
    POSTS =
        7,  // a ball, a box, a pyramid, the end of a segment, a cone, a pyramid of triangles, and in a set of shapes
    THINGS = 5  // a ball, a box, a capsule, a pyramid, a cylinder
};

static imp3_rot turned(imp3_rot q, float angle)
{
    const imp3_rot by = turn_about(angle);
    const imp3_rot r = {imp3_rot_apply(q, by.x), imp3_rot_apply(q, by.y), imp3_rot_apply(q, by.z)};
    return r;
}

static const int32_t pyramid_corners[18] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 1, 0, 3, 1, 3, 2};

static void pyramid_points(float half, float low, float high, imp3_vec points[5])
{
    points[0] = at(-half, low, half);
    points[1] = at(half, low, half);
    points[2] = at(half, low, -half);
    points[3] = at(-half, low, -half);
    points[4] = at(0.0f, high, 0.0f);
}

static imp3_shape pyramid_of(float half, float low, float high)
{
    imp3_shape r;
    imp3_vec points[5];
    pyramid_points(half, low, high, points);
    assert_int_equal(imp3_hull_make(points, 5, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

static imp3_shape thing_of(int what, float size)
{
    imp3_shape r = box_of(size, 0.6f * size, 0.8f * size);
    const imp3_vec a = at(-size, 0.0f, 0.0f), b = at(size, 0.0f, 0.0f);
    switch (what)
    {
    case 0: return ball_of(size);
    case 2: assert_int_equal(imp3_capsule_make(a, b, 0.5f * size, &r), IMP_OK); break;
    case 3: return pyramid_of(size, -0.7f * size, size);
    case 4: assert_int_equal(imp3_cylinder_make(a, b, 0.5f * size, 0.0f, &r), IMP_OK); break;
    default: break;
    }
    return r;
}

// Its top is at the origin, but that of the ball.
static imp3_shape post_of(int post, imp3_compound* compound)
{
    imp3_vec points[5];
    imp3_shape r;
    const imp3_box box = {{-0.5f, -1.0f, -0.5f}, {0.5f, 0.0f, 0.5f}};
    imp3_triangles triangles = {.points = points, .point_count = 5, .corners = pyramid_corners, .count = 6};
    pyramid_points(0.2f, -1.0f, 0.0f, points);
    memset(compound, 0, sizeof *compound);
    switch (post)
    {
    case 0: return ball_of(0.3f);
    case 1: assert_int_equal(imp3_box_make(box, &r), IMP_OK); return r;
    case 3: assert_int_equal(imp3_capsule_make(at(0.0f, 0.0f, 0.0f), points[0], 0.0f, &r), IMP_OK); return r;
    case 4:
        assert_int_equal(imp3_cone_make(at(0.0f, -1.0f, 0.0f), at(0.0f, 0.0f, 0.0f), 0.3f, 0.0f, 0.0f, &r), IMP_OK);
        return r;
    case 5: assert_int_equal(imp3_triangles_make(&triangles, NULL, compound, NULL), IMP_OK); break;
    default: break;
    }
    r = pyramid_of(0.2f, -1.0f, 0.0f);
    if (post == 6)
    {
        assert_int_equal(imp3_compound_make(&r, 1, NULL, compound), IMP_OK);
    }
    return r;
}

#include "math/dim3.h"

#include "misses.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {MISSES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
