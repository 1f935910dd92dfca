// SPDX-License-Identifier: MIT
//
// contact_shapes_test.inl, for the plane: chains and regions.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"

#include "particle/contact_shapes_test.inl"

static placed chain_of(const imp2_vec* points, int32_t count, bool closed, bool one_sided)
{
    imp2_polyline line = {points, count, closed, one_sided};
    placed chain = {.pose = imp2_pose_identity()};
    assert_int_equal(imp2_chain_make(&line, NULL, &chain.compound, NULL), IMP_OK);
    return chain;
}

static placed region_of(const imp2_vec* points, const int32_t* counts, int32_t rings)
{
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_EVEN_ODD};
    placed region = {.pose = imp2_pose_identity()};
    assert_int_equal(imp2_region_make(&outlines, NULL, &region.compound, NULL), IMP_OK);
    return region;
}

// From right to left, so that the outside of a one-sided chain is up.
static placed make_slopes(float slope, bool one_sided)
{
    const imp2_vec points[] = {{4.0f, 4.0f * slope}, {0.0f, 0.0f}, {-4.0f, 4.0f * slope}};
    return chain_of(points, 3, false, one_sided);
}

static int32_t make_floors(placed* out)
{
    enum
    {
        POINTS = 41
    };
    imp2_vec points[POINTS + 4];
    for (int32_t i = 0; i < POINTS; ++i)
    {
        points[i] = flat(10.0f - 0.5f * (float)i, 0.0f);
    }
    out[0] = chain_of(points, POINTS, false, false);
    out[1] = chain_of(points, POINTS, false, true);
    // Teeth below make many parts, with seams that end at the top.
    int32_t count = 0;
    points[count++] = flat(-10.0f, 0.0f);
    for (int32_t i = 0; i <= 16; ++i)
    {
        points[count++] = flat(-10.0f + 1.25f * (float)i, i % 2 ? -2.0f : -0.5f);
    }
    points[count++] = flat(10.0f, 0.0f);
    out[2] = region_of(points, &count, 1);
    assert_number(out[2].compound.part_count, >, 4);
    return 3;
}

static int32_t make_shapes(imp2_shape* out)
{
    static const imp2_vec gem[] = {{-0.5f, -1.0f}, {0.75f, -0.5f}, {1.0f, 0.5f}, {0.0f, 1.25f}, {-1.0f, 0.5f}};
    assert_int_equal(imp2_circle_make(flat(0.25f, 0.0f), 1.0f, &out[0]), IMP_OK);
    assert_int_equal(imp2_capsule_make(flat(-1.0f, 0.0f), flat(1.0f, 0.5f), 0.25f, &out[1]), IMP_OK);
    assert_int_equal(imp2_polygon_make(gem, 5, 0.0f, NULL, &out[2], NULL), IMP_OK);
    assert_int_equal(imp2_polygon_make(gem, 5, 0.2f, NULL, &out[3], NULL), IMP_OK);
    assert_int_equal(imp2_segment_make(flat(-1.0f, 0.0f), flat(1.0f, 0.25f), &out[4]), IMP_OK);
    return 5;
}

// The hole of a region, and a closed chain. The inner ring is what both leave free.
static const imp2_vec rings[] = {{-3.0f, -3.0f}, {3.0f, -3.0f}, {3.0f, 3.0f}, {-3.0f, 3.0f}, {-2.0f, -2.0f},
                                 {2.0f, -2.5f},  {2.5f, 1.5f},  {0.0f, 0.5f}, {-1.0f, 2.5f}, {-1.5f, 0.0f}};
static const int32_t ring_counts[] = {4, 6};

static void make_rooms(placed out[ROOMS])
{
    out[0] = region_of(rings, ring_counts, 2);
    out[1] = chain_of(rings + 4, 6, true, false);
}

static float outside_of(const placed rooms[ROOMS], imp2_vec at)
{
    float beyond = fabsf(at.x) > fabsf(at.y) ? fabsf(at.x) : fabsf(at.y);
    return beyond < 3.0f ? -distance_from(&rooms[0], at) : beyond;
}

static float distance_from(const placed* to, imp2_vec point)
{
    imp2_vec closest;
    float distance = 0.0f;
    assert_int_equal(imp2_compound_closest(&to->compound, &to->pose, point, &closest, &distance), IMP_OK);
    return distance;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners), cmocka_unit_test(containers), cmocka_unit_test(single_shapes),
        cmocka_unit_test(seams),   cmocka_unit_test(one_sided),  cmocka_unit_test(zero_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
