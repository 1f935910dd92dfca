// SPDX-License-Identifier: MIT
//
// imp2_distance: value, normal and nearest points within the bounds of narrow2.h, measured by the oracle.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "support.h"

static void within_bounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(12000), wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_nearest d;
        memset(&d, 0x5a, sizeof d);
        assert_int_equal(imp2_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &d), IMP_OK);
        const char* fault = check2_distance(&pair, &d);
        wrong += fault != NULL;
        if (fault && check2_first(fault))
        {
            printf("%s\n", fault);
            pair2_print(&pair);
            printf("  got %a, normal {%a, %a}, points {%a, %a}, {%a, %a}\n", (double)d.distance, (double)d.normal.x,
                   (double)d.normal.y, (double)d.point_a.x, (double)d.point_a.y, (double)d.point_b.x,
                   (double)d.point_b.y);
        }
        pair2_free(&pair);
    }
    test_report("distance2: against the oracle", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

static void large_polygons(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(20), wrong = 0;
    static imp2_vec points[600];
    for (int i = 0; i < 600; i++)
    {
        points[i].x = (float)(3.0 * cos(6.283185307179586 * i / 600.0));
        points[i].y = (float)(2.0 * sin(6.283185307179586 * i / 600.0));
    }
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, SORT2_BOX, (int)(i % SORT2_COUNT), STYLE2_RANDOM, &pair);
        imp2_shape_free(&pair.a);
        assert_int_equal(imp2_polygon_make(points, 600, 0.0f, NULL, &pair.a, NULL), IMP_OK);
        imp2_nearest d;
        imp2_manifold m;
        assert_int_equal(imp2_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &d), IMP_OK);
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &m), IMP_OK);
        const char* fault = check2_distance(&pair, &d);
        fault = fault ? fault : check2_collide(&pair, 0.0f, &m);
        wrong += fault != NULL;
        if (fault && check2_first(fault))
        {
            printf("%s\n", fault);
            printf("  600-gon of radii 3 and 2\n");
            pair2_print_shape("b", &pair.b);
        }
        pair2_free(&pair);
    }
    test_report("distance2: large polygons", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

static void known_cases(void** state)
{
    (void)state;
    imp2_box unit = {{0, 0}, {1, 1}};
    imp2_vec center = {0, 0};
    imp2_shape box, circle;
    imp2_pose at = imp2_pose_identity(), other = at;
    imp2_nearest d;
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 1.0f, &circle), IMP_OK);
    other.p.x = 4.0f;
    other.p.y = 5.0f;
    assert_int_equal(imp2_distance(&box, &at, &box, &other, &d), IMP_OK);
    assert_number(d.distance, ==, 5.0f);
    assert_number(fabsf(d.normal.x - 0.6f), <, 1e-7f);
    assert_number(fabsf(d.normal.y - 0.8f), <, 1e-7f);
    assert_vec(d.point_a, 1.0f, 1.0f);
    assert_vec(d.point_b, 4.0f, 5.0f);
    assert_int_equal(imp2_distance(&box, &at, &circle, &other, &d), IMP_OK);
    assert_true(d.distance == 4.0f);
    other.p.x = 0.75f;
    other.p.y = 0.0f;
    assert_int_equal(imp2_distance(&box, &at, &box, &other, &d), IMP_OK);
    assert_number(d.distance, ==, -0.25f);
    assert_vec(d.normal, 1.0f, 0.0f);
    other.p.x = 1.0f;
    assert_int_equal(imp2_distance(&box, &at, &box, &other, &d), IMP_OK);
    assert_number(d.distance, ==, 0.0f);
    assert_number(d.normal.x, ==, 1.0f);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    check2_print_worst();
    check2_hold(CHECK2_DISTANCE, 8.0);
    check2_hold(CHECK2_DISTANCE_POINT, 16.0);
    check2_hold(CHECK2_DISTANCE_ENDS, 16.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases),
        cmocka_unit_test(within_bounds),
        cmocka_unit_test(large_polygons),
        cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
