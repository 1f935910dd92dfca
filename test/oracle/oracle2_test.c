// SPDX-License-Identifier: MIT
//
// The oracle is tested first: by cases known by heart, and against a second opinion that works from the definition.

#include <math.h>
#include <stdio.h>

#include "oracle/oracle2.h"
#include "oracle/pairs2.h"
#include "support.h"

static oracle2_answer relate_points(const imp2_vec* a, int count_a, float radius_a, const imp2_vec* b, int count_b,
                                    float radius_b)
{
    oracle2_body body_a = oracle2_points(a, count_a), body_b = oracle2_points(b, count_b);
    body_a.radius = radius_a;
    body_b.radius = radius_b;
    oracle2_answer answer;
    oracle2_relate(&body_a, &body_b, &answer);
    return answer;
}

static void known_cases(void** state)
{
    (void)state;
    imp2_vec square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    imp2_vec beside[4] = {{2, 1}, {4, 1}, {4, 3}, {2, 3}};
    imp2_vec apart[4] = {{5, 6}, {6, 6}, {6, 7}, {5, 7}};
    imp2_vec inner[1] = {{0.5f, 1.0f}};
    imp2_vec across[2] = {{-1, 1}, {3, 1}}, line[2] = {{3, 1}, {5, 1}}, same[2] = {{1, 1}, {1, 1}};

    oracle2_answer r = relate_points(square, 4, 0, beside, 4, 0);
    assert_int_equal(r.sign, 0);
    assert_number(r.separation, ==, 0.0);
    assert_number(r.normal_x, ==, 1.0);
    assert_number(r.normal_y, ==, 0.0);

    r = relate_points(square, 4, 0, apart, 4, 0);
    assert_int_equal(r.sign, 1);
    assert_number(r.separation, ==, 5.0);
    assert_number(r.normal_x, ==, 0.6);
    assert_number(r.normal_y, ==, 0.8);

    r = relate_points(square, 4, 2, apart, 4, 3);
    assert_int_equal(r.sign, 0);
    r = relate_points(square, 4, 2, apart, 4, 0x1.800002p+1f);
    assert_int_equal(r.sign, -1);
    assert_true(r.separation == -0x1p-22);

    r = relate_points(square, 4, 0, inner, 1, 0.25f);
    assert_int_equal(r.sign, -1);
    assert_number(r.separation, ==, -0.75);
    assert_number(r.normal_x, ==, -1.0);
    assert_number(r.normal_y, ==, 0.0);

    r = relate_points(across, 2, 0, line, 2, 0);  // end to end
    assert_number(r.sign, ==, 0);
    assert_true(r.flat);
    r = relate_points(square, 4, 0, across, 2, 0);
    assert_number(r.sign, ==, -1);
    assert_number(r.separation, ==, -1.0);
    r = relate_points(same, 2, 0, inner, 1, 0);
    assert_number(r.sign, ==, 1);
    assert_number(r.separation, ==, 0.5);
    r = relate_points(same, 2, 0, same, 1, 0);
    assert_number(r.sign, ==, 0);
    assert_true(r.flat);
    r = relate_points(same, 2, 1, same, 1, 0.5f);
    assert_number(r.sign, ==, -1);
    assert_number(r.separation, ==, -1.5);
}

static void known_approaches(void** state)
{
    (void)state;
    imp2_vec square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    imp2_vec beside[4] = {{2, 1}, {4, 1}, {4, 3}, {2, 3}};
    imp2_vec corner[4] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
    struct
    {
        const imp2_vec* b;
        double x, y;
        int approach;
    } cases[] = {{beside, -1, 0, -1},  {beside, 0, 1, 0},  {beside, 1, 5, 1},  {beside, 0, 0, 0},
                 {corner, -1, -1, -1}, {corner, -1, 0, 0}, {corner, -1, 1, 1}, {corner, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        oracle2_body a = oracle2_points(square, 4), b = oracle2_points(cases[i].b, 4);
        oracle2_shift shift = {cases[i].x, cases[i].y, 0.0, 0.0};
        oracle2_answer r;
        oracle2_approach(&a, &b, shift, &r);
        assert_int_equal(r.sign, 0);
        assert_int_equal(r.approach, cases[i].approach);
    }
    imp2_vec point = {3, 2};
    oracle2_body a = oracle2_points(square, 4), b = oracle2_point(&point);
    b.radius = 1.0f;
    oracle2_shift along = {0.0, 1.0, 0.0, 0.0}, towards = {-0x1p-40, 1.0, 0.0, 0.0};
    oracle2_answer r;
    oracle2_approach(&a, &b, along, &r);
    assert_number(r.sign, ==, 0);
    assert_number(r.approach, ==, 0);
    oracle2_approach(&a, &b, towards, &r);
    assert_number(r.sign, ==, 0);
    assert_number(r.approach, ==, -1);
}

static void known_sweeps(void** state)
{
    (void)state;
    imp2_vec square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, start = {-1, -1};
    oracle2_body a = oracle2_points(square, 4), b = oracle2_point(&start);
    oracle2_shift through = {4, 4, 0, 0}, past = {4, 0, 0, 0}, graze = {2, -2, 0, -4}, shorter = {1, 1, 0, 0};
    oracle2_answer r;
    oracle2_relate_swept(&a, &b, through, &r);
    assert_int_equal(r.sign, -1);
    oracle2_relate_swept(&a, &b, past, &r);
    assert_number(r.sign, ==, 1);
    assert_number(r.separation, ==, 1.0);
    oracle2_relate_swept(&a, &b, graze, &r);
    assert_int_equal(r.sign, -1);
    oracle2_relate_swept(&a, &b, shorter, &r);
    assert_int_equal(r.sign, 0);
    oracle2_relate_shifted(&a, &b, shorter, &r);
    assert_int_equal(r.sign, 0);
}

static void known_crossings(void** state)
{
    (void)state;
    imp2_vec a[2] = {{0, 0}, {4, 0}};
    struct
    {
        imp2_vec b[2];
        bool crosses;
        double time, x, y;
    } cases[] = {{{{1, -1}, {1, 3}}, true, 0.25, 1, 0},    {{{1, 0}, {1, 3}}, true, 0.25, 1, 0},
                 {{{1, 1}, {1, 3}}, false, 0, 0, 0},       {{{3, 0}, {1, 0}}, true, 0.25, 1, 0},
                 {{{-3, 0}, {1, 0}}, true, 0, 0, 0},       {{{-3, 0}, {-1, 0}}, false, 0, 0, 0},
                 {{{4, 0}, {9, 0}}, true, 1, 4, 0},        {{{2, 0}, {2, 0}}, true, 0.5, 2, 0},
                 {{{2, 0x1p-40f}, {2, 1}}, false, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        double time = 0.0, x = 0.0, y = 0.0;
        assert_int_equal(oracle2_crossing(a, cases[i].b, &time, &x, &y), cases[i].crosses);
        assert_number(time, ==, cases[i].time);
        assert_number(x, ==, cases[i].x);
        assert_number(y, ==, cases[i].y);
    }
}

static void known_rings(void** state)
{
    (void)state;
    imp2_vec square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, clockwise[3] = {{0, 0}, {0, 1}, {1, 0}};
    imp2_vec flat[4] = {{0, 0}, {1, 0}, {2, 0}, {0, 2}}, twice[6] = {{0, 0}, {2, 0}, {0, 2}, {0, 0}, {2, 0}, {0, 2}};
    assert_true(oracle2_is_convex(square, 4));
    assert_true(oracle2_is_convex(square, 1));
    assert_true(oracle2_is_convex(square, 2));
    assert_false(oracle2_is_convex(clockwise, 3));
    assert_false(oracle2_is_convex(flat, 4));
    assert_false(oracle2_is_convex(twice, 6));
}

static void agrees_with_definition(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000);
    uint64_t signs[3] = {0, 0, 0};
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        oracle2_body a = oracle2_shape(&pair.a, &pair.pose_a), b = oracle2_shape(&pair.b, &pair.pose_b);
        oracle2_answer r;
        oracle2_relate(&a, &b, &r);
        signs[r.sign + 1]++;
        definition2_body da, db;
        definition2_place(&pair.a, (double)pair.pose_a.q.c, (double)pair.pose_a.q.s, 0.0, 0.0, &da);
        definition2_place(&pair.b, (double)pair.pose_b.q.c, (double)pair.pose_b.q.s,
                          (double)pair.pose_b.p.x - (double)pair.pose_a.p.x,
                          (double)pair.pose_b.p.y - (double)pair.pose_a.p.y, &db);
        double nx, ny, separation = definition2_separation(&da, &db, &nx, &ny);
        double scale = oracle2_ulp(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b) * 0x1p23;
        if (!(fabs(separation - r.separation) <= scale * 0x1p-48) ||
            (r.separation > 0.0) - (r.separation < 0.0) != r.sign)
        {
            pair2_print(&pair);
            printf("  exact %.17g (%d), by definition %.17g\n", r.separation, r.sign, separation);
            fail_msg("the two opinions differ");
        }
        pair2_free(&pair);
    }
    // The series must be worth its time: all three outcomes, exact touching among them.
    printf("overlapping %d, touching %d, apart %d\n", (int)signs[0], (int)signs[1], (int)signs[2]);
    assert_true(count < 1000 || (signs[0] > count / 10 && signs[1] > count / 200 && signs[2] > count / 10));
    test_report("oracle2: against the definition", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases),     cmocka_unit_test(known_approaches), cmocka_unit_test(known_sweeps),
        cmocka_unit_test(known_crossings), cmocka_unit_test(known_rings),      cmocka_unit_test(agrees_with_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
