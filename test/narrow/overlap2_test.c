// SPDX-License-Identifier: MIT
//
// imp2_overlap against the exact oracle: every sort of shape with every other, in every arrangement. None may be wrong.

#include <math.h>
#include <stdio.h>

#include "oracle/check2.h"
#include "oracle/oracle2.h"
#include "support.h"

static void never_wrong(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(40000), wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        bool answer = false;
        assert_int_equal(imp2_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &answer), IMP_OK);
        const char* fault = check2_overlap(&pair, answer);
        wrong += fault != NULL;
        if (fault && check2_first(fault))
        {
            printf("%s\n", fault);
            pair2_print(&pair);
        }
        pair2_free(&pair);
    }
    test_report("overlap2: against the oracle", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

// What only exact arithmetic can tell: B pushed to touching, then every place within two ulps.
static void right_within_ulps_of_the_boundary(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(800), asked = 0, wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, (int)(i % SORT2_COUNT), (int)(i / SORT2_COUNT % SORT2_COUNT), STYLE2_BOUNDARY, &pair);
        if (pair.a.count * pair.b.count > 64)
        {
            pair2_free(&pair);
            continue;
        }
        imp2_vec start = pair.pose_b.p;
        for (int k = 0; k < 25; k++)
        {
            pair.pose_b.p = start;
            for (int step = 0; step < 2; step++)
            {
                pair.pose_b.p.x = k % 5 / 2 > step ? nextafterf(pair.pose_b.p.x, 1e9f) : pair.pose_b.p.x;
                pair.pose_b.p.y = k / 5 / 2 > step ? nextafterf(pair.pose_b.p.y, -1e9f) : pair.pose_b.p.y;
            }
            if (imp2_pose_check(&pair.pose_b) != IMP_OK)
            {
                continue;
            }
            bool answer = false;
            assert_int_equal(imp2_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &answer), IMP_OK);
            const char* fault = check2_overlap(&pair, answer);
            wrong += fault != NULL;
            if (fault && check2_first(fault))
            {
                printf("%s\n", fault);
                pair2_print(&pair);
            }
            asked++;
        }
        pair2_free(&pair);
    }
    test_report("overlap2: within ulps of the boundary", asked);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

static void large_polygons(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    static imp2_vec points[1000];
    for (int i = 0; i < 1000; i++)
    {
        points[i].x = (float)(3.0 * cos(0.001 * 6.283185307179586 * i));
        points[i].y = (float)(2.0 * sin(0.001 * 6.283185307179586 * i));
    }
    uint64_t count = test_n(33), wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, SORT2_BOX, (int)(i % SORT2_COUNT), STYLE2_RANDOM, &pair);
        imp2_shape_free(&pair.a);
        assert_int_equal(imp2_polygon_make(points, i % 2 ? 1000 : 64, 0.0f, NULL, &pair.a, NULL), IMP_OK);
        for (int k = 0; k < 2; k++)
        {
            oracle2_body a = oracle2_shape(&pair.a, &pair.pose_a), b = oracle2_shape(&pair.b, &pair.pose_b);
            oracle2_answer truth;
            oracle2_relate(&a, &b, &truth);
            pair.pose_b.p.x = (float)((double)pair.pose_b.p.x - truth.separation * truth.normal_x);
            pair.pose_b.p.y = (float)((double)pair.pose_b.p.y - truth.separation * truth.normal_y);
            bool answer = false;
            assert_int_equal(imp2_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &answer), IMP_OK);
            const char* fault = check2_overlap(&pair, answer);
            wrong += fault != NULL;
            if (fault && check2_first(fault))
            {
                printf("%s (%d vertices)\n", fault, pair.a.count);
            }
        }
        pair2_free(&pair);
    }
    test_report("overlap2: large polygons", 2 * count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

static void known_cases(void** state)
{
    (void)state;
    imp2_box unit = {{0, 0}, {1, 1}};
    imp2_vec center = {0, 0};
    imp2_shape box, circle, point;
    imp2_pose at = imp2_pose_identity(), other = at;
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 0.5f, &circle), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 0.0f, &point), IMP_OK);
    struct
    {
        const imp2_shape* b;
        float x, y;
        bool overlap;
    } cases[] = {{&box, 1, 0, true},       {&box, 1, 1, true},          {&box, 0x1.000002p0f, 0, false},
                 {&circle, 1.5f, 0, true}, {&circle, 1.3f, 1.4f, true}, {&circle, 0x1.800002p0f, 0.5f, false},
                 {&point, 1, 1, true},     {&point, 0.5f, 0.5f, true},  {&point, 1, 0x1.000002p0f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        other.p.x = cases[i].x;
        other.p.y = cases[i].y;
        // 1.3 and 1.4 are not on the circle of 0.3, 0.4, 0.5; the oracle knows on which side their floats are.
        bool answer, mirrored;
        assert_int_equal(imp2_overlap(&box, &at, cases[i].b, &other, &answer), IMP_OK);
        assert_int_equal(imp2_overlap(cases[i].b, &other, &box, &at, &mirrored), IMP_OK);
        oracle2_body a = oracle2_shape(&box, &at), b = oracle2_shape(cases[i].b, &other);
        oracle2_answer truth;
        oracle2_relate(&a, &b, &truth);
        assert_int_equal(answer, truth.sign <= 0);
        assert_int_equal(answer, mirrored);
        assert_true(i == 4 || answer == cases[i].overlap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases),
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(right_within_ulps_of_the_boundary),
        cmocka_unit_test(large_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
