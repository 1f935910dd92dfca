// SPDX-License-Identifier: MIT
//
// Making shapes: what each maker promises about its vertices, what it mends, what it refuses, and that a refusal
// changes nothing. Vertices are judged by the oracle's exact hull.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/shape2.h"
#include "oracle/oracle2.h"
#include "oracle/pairs2.h"
#include "support.h"

// What must hold for every shape that was made.
static const char* bad_shape(const imp2_shape* s)
{
    static imp2_vec v[4096];
    if (s->count < 1 || s->count > 4096)
    {
        return "count";
    }
    double reach = 0.0;
    for (int i = 0; i < s->count; i++)
    {
        v[i] = oracle2_vertex(s, i);
        imp2_vec read;
        if (imp2_shape_vertex(s, i, &read) || read.x != v[i].x || read.y != v[i].y)
        {
            return "imp2_shape_vertex";
        }
        reach = fmax(reach, hypot((double)v[i].x, (double)v[i].y));
        if (s->count >= 3 && (v[i].x < v[0].x || (v[i].x == v[0].x && v[i].y < v[0].y)))
        {
            return "first vertex is not the lowest";
        }
    }
    if (!oracle2_is_convex(v, s->count))
    {
        return "not strictly convex";
    }
    if ((double)s->reach < reach * (1.0 - 1e-15) || (double)s->reach > reach * (1.0 + 0x1p-20))
    {
        return "reach";
    }
    if ((s->block != NULL) != (s->count > IMP2_SMALL_COUNT))
    {
        return "block";
    }
    // Two vertices a, b are stored as a flat box a, b, b, a: its short sides look along the line.
    int sides = s->count > IMP2_SMALL_COUNT || s->count == 1 ? 0 : s->count == 2 ? 4 : s->count;
    for (int i = 0; i < sides; i++)
    {
        imp2_vec a = v[i % s->count], b = v[(i + 1) % s->count];
        double x = (double)b.y - (double)a.y, y = (double)a.x - (double)b.x, length = hypot(x, y);
        if (s->count == 2)
        {
            const imp2_vec* at = &v[i == 1 || i == 2];
            if (s->x[i] != at->x || s->y[i] != at->y)
            {
                return "two vertices are not stored as a flat box";
            }
            double along = (i & 2) ? -1.0 : 1.0;
            x = along * (i & 1 ? (double)v[1].x - (double)v[0].x : (double)v[1].y - (double)v[0].y);
            y = along * (i & 1 ? (double)v[1].y - (double)v[0].y : (double)v[0].x - (double)v[1].x);
        }
        if (hypot((double)s->normal_x[i] - x / length, (double)s->normal_y[i] - y / length) > 4.0 * 0x1p-23)
        {
            return "normal";
        }
    }
    return NULL;
}

static void every_made_shape_is_in_order(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        const char* wrong = bad_shape(&pair.a);
        if (wrong)
        {
            pair2_print_shape("shape", &pair.a);
            fail_msg("%s: %s", sort2_names[pair.sort_a], wrong);
        }
        pair2_free(&pair);
    }
    test_report("shape2: shapes made", count);
}

static void kinds_and_counts(void** state)
{
    (void)state;
    imp2_vec zero = {0, 0}, a = {3, 1}, b = {1, 4};
    imp2_shape s;
    assert_int_equal(imp2_circle_make(a, 2.0f, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_CIRCLE);
    assert_int_equal(s.count, 1);
    assert_number(s.radius, ==, 2.0f);
    assert_number(s.x[0], ==, 3.0f);
    assert_number(s.y[0], ==, 1.0f);
    assert_int_equal(imp2_segment_make(a, b, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_SEGMENT);
    assert_int_equal(s.count, 2);
    assert_number(s.radius, ==, 0.0f);
    assert_number(s.x[0], ==, 3.0f);
    assert_number(s.x[1], ==, 1.0f);
    assert_int_equal(imp2_segment_make(a, a, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_SEGMENT);
    assert_int_equal(s.count, 1);
    assert_int_equal(imp2_capsule_make(a, b, 0.5f, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_CAPSULE);
    assert_int_equal(s.count, 2);
    assert_number(s.radius, ==, 0.5f);
    imp2_box box = {{-1, -2}, {3, 5}};
    assert_int_equal(imp2_box_make(box, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_BOX);
    assert_int_equal(s.count, 4);
    assert_number(s.radius, ==, 0.0f);
    box.upper.x = -1;
    assert_int_equal(imp2_box_make(box, &s), IMP_OK);
    assert_int_equal(s.count, 2);
    box.upper.y = -2;
    assert_int_equal(imp2_box_make(box, &s), IMP_OK);
    assert_int_equal(s.count, 1);
    imp2_rot turn = {0.0f, 1.0f};
    imp2_vec half = {2, 1}, thin = {2, 0};
    assert_int_equal(imp2_oriented_box_make(a, half, turn, &s), IMP_OK);
    assert_int_equal(s.kind, IMP2_SHAPE_ORIENTED_BOX);
    assert_int_equal(s.count, 4);
    assert_number(s.x[0], ==, 2.0f);
    assert_number(s.y[0], ==, -1.0f);
    assert_number(s.x[2], ==, 4.0f);
    assert_number(s.y[2], ==, 3.0f);
    assert_int_equal(imp2_oriented_box_make(a, thin, turn, &s), IMP_OK);
    assert_int_equal(s.count, 2);
    assert_int_equal(imp2_oriented_box_make(a, zero, turn, &s), IMP_OK);
    assert_int_equal(s.count, 1);
}

static void polygons_are_mended_and_it_is_told(void** state)
{
    (void)state;
    imp2_vec square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, clockwise[4] = {{0, 0}, {0, 2}, {2, 2}, {2, 0}};
    imp2_vec doubled[6] = {{0, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}};
    imp2_vec straight[5] = {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}};
    imp2_vec line[4] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}}, one[3] = {{1, 1}, {1, 1}, {1, 1}};
    imp2_vec dent[5] = {{0, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}},
             tiny_dent[5] = {{0, 0}, {1, 0x1p-22f}, {2, 0}, {2, 2}, {0, 2}};
    struct
    {
        const imp2_vec* points;
        int count;
        imp_status status;
        int left, welded, collinear, reordered;
    } cases[] = {
        {square, 4, IMP_OK, 4, 0, 0, 0},        {clockwise, 4, IMP_OK, 4, 0, 0, 1}, {doubled, 6, IMP_OK, 4, 2, 0, 0},
        {straight, 5, IMP_OK, 4, 0, 1, 0},      {line, 4, IMP_OK, 2, 0, 2, -1},     {one, 3, IMP_OK, 1, 2, 0, -1},
        {dent, 5, IMP_ERR_CONCAVE, 0, 0, 0, 0}, {tiny_dent, 5, IMP_OK, 4, 0, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        imp2_shape s, checked;
        imp2_repair repair, alone;
        memset(&s, 0x5a, sizeof s);
        memset(&repair, 0x5a, sizeof repair);
        checked = s;
        alone = repair;
        imp_status status = imp2_polygon_make(cases[i].points, cases[i].count, 0.0f, NULL, &s, &repair);
        assert_int_equal(imp_status_fault(status), cases[i].status);
        // A validator and its constructor are the same code.
        assert_int_equal(imp2_polygon_make(cases[i].points, cases[i].count, 0.0f, NULL, NULL, &alone), status);
        assert_memory_equal(&repair, &alone, sizeof repair);
        if (status)
        {
            assert_memory_equal(&s, &checked, sizeof s);
            continue;
        }
        assert_int_equal(s.count, cases[i].left);
        assert_int_equal(repair.welded, cases[i].welded);
        assert_int_equal(repair.collinear, cases[i].collinear);
        assert_true(cases[i].reordered < 0 || repair.reordered == cases[i].reordered);
        assert_null(bad_shape(&s));
    }
}

// "every corner of the points' hull stays, as it was given": shuffled points of convex outlines of all sizes.
static void corners_stay(void** state)
{
    (void)state;
    static const int sizes[] = {3, 4, 5, 8, 9, 16, 64, 200, 1000};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4), made = 0;
    test_allocator memory = {0};
    memory.fail_at = -1;
    imp_allocator allocator = test_allocator_get(&memory);
    for (uint64_t k = 0; k < count; k++)
    {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        {
            static imp2_vec points[1000];
            int n = sizes[i];
            double phase = test_rng_unit(&rng);
            for (int j = 0; j < n; j++)
            {
                double angle = 6.283185307179586 * (j + phase) / n;
                points[j].x = (float)(300.0 * cos(angle) + 20.0);
                points[j].y = (float)(200.0 * sin(angle));
            }
            if (k & 1)
            {
                for (int j = n - 1; j > 0; j--)
                {
                    int other = test_rng_int(&rng, 0, j);
                    imp2_vec v = points[j];
                    points[j] = points[other];
                    points[other] = v;
                }
            }
            imp2_shape s;
            imp2_repair repair;
            imp_status status = imp2_polygon_make(points, n, 0.0f, &allocator, &s, &repair);
            assert_int_equal(status, IMP_OK);
            assert_int_equal(s.count, n);
            assert_number(repair.welded, ==, 0);
            assert_number(repair.collinear, ==, 0);
            assert_null(bad_shape(&s));
            imp2_shape_free(&s);
            assert_int_equal(s.kind, IMP2_SHAPE_NONE);
            assert_int_equal(s.count, 0);
            assert_null(s.block);
            imp2_shape_free(&s);
            made++;
        }
    }
    assert_number(memory.live_blocks, ==, 0);
    assert_number(memory.live_bytes, ==, 0);
    imp2_shape_free(NULL);
    test_report("shape2: corners stay", made);
}

// Repaired or refused, by the exact distance of a point that lies inside: the line is 2^-20 of the extent.
static void shallow_dents_are_mended_deep_ones_refused(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    for (uint64_t i = 0; i < count; i++)
    {
        float depth = test_rng_range(&rng, -0x1p-17f, 0x1p-17f);
        imp2_vec points[5] = {{0, 0}, {1, depth}, {2, 0}, {2, 2}, {0, 2}};
        imp2_repair repair;
        imp2_shape s;
        imp_status status = imp2_polygon_make(points, 5, 0.0f, NULL, &s, &repair);
        if (depth < 0.0f)
        {
            assert_int_equal(status, IMP_OK);
            assert_int_equal(s.count, 5);
        }
        else if ((double)depth < 2.0 * 0x1p-20 * 0.99)
        {
            assert_int_equal(status, IMP_OK);
            assert_int_equal(s.count, 4);
            assert_number(repair.collinear, ==, 1);
        }
        else if ((double)depth > 2.0 * 0x1p-20 * 1.5)  // the extent may be the side or the diagonal
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_CONCAVE);
        }
    }
    test_report("shape2: dents", count);
}

static void bad_input_is_refused_and_changes_nothing(void** state)
{
    (void)state;
    imp2_vec ok = {1, 2}, nan = {NAN, 0}, inf = {0, INFINITY}, tiny = {0x1p-61f, 0}, huge = {0, 0x1p61f};
    imp2_vec half = {1, -1}, edge = {0x1p60f, 0x1p-60f};
    imp2_rot skew = {1.0f, 0.01f}, one = {1.0f, 0.0f};
    imp2_box upside = {{1, 0}, {0, 1}};
    imp2_vec triangle[3] = {{0, 0}, {1, 0}, {0, NAN}}, good[3] = {{0, 0}, {1, 0}, {0, 1}};
    imp2_shape before, s;
    memset(&before, 0x5a, sizeof before);
    s = before;
    struct
    {
        imp_status status;
        int fault;
    } cases[] = {
        {imp2_circle_make(nan, 1, &s), IMP_ERR_NAN},
        {imp2_circle_make(inf, 1, &s), IMP_ERR_NAN},
        {imp2_circle_make(ok, -1, &s), IMP_ERR_NEGATIVE},
        {imp2_circle_make(ok, NAN, &s), IMP_ERR_NAN},
        {imp2_circle_make(tiny, 1, &s), IMP_ERR_MAGNITUDE},
        {imp2_circle_make(huge, 1, &s), IMP_ERR_MAGNITUDE},
        {imp2_circle_make(ok, FLT_MAX, &s), IMP_ERR_MAGNITUDE},
        {imp2_segment_make(ok, nan, &s), IMP_ERR_NAN},
        {imp2_capsule_make(ok, ok, -1, &s), IMP_ERR_NEGATIVE},
        {imp2_box_make(upside, &s), IMP_ERR_ORDER},
        {imp2_oriented_box_make(ok, half, one, &s), IMP_ERR_NEGATIVE},
        {imp2_oriented_box_make(ok, ok, skew, &s), IMP_ERR_ROTATION},
        {imp2_polygon_make(triangle, 3, 0, NULL, &s, NULL), IMP_ERR_NAN},
        {imp2_polygon_make(NULL, 3, 0, NULL, &s, NULL), IMP_ERR_NULL},
        {imp2_polygon_make(good, 0, 0, NULL, &s, NULL), IMP_ERR_COUNT},
        {imp2_polygon_make(good, -3, 0, NULL, &s, NULL), IMP_ERR_COUNT},
        {imp2_polygon_make(good, 3, -1, NULL, &s, NULL), IMP_ERR_NEGATIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        assert_int_equal(imp_status_fault(cases[i].status), cases[i].fault);
    }
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(imp2_circle_make(edge, 0x1p60f, &s), IMP_OK);

    imp2_shape none = {0};
    imp2_vec v = {7, 7};
    assert_int_equal(imp_status_fault(imp2_shape_vertex(&none, 0, &v)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp2_shape_vertex(&s, 1, &v)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp2_shape_vertex(&s, -1, &v)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp2_shape_vertex(NULL, 0, &v)), IMP_ERR_NULL);
    assert_vec(v, 7.0f, 7.0f);
}

static void memory_failures_change_nothing(void** state)
{
    (void)state;
    imp2_vec points[40];
    for (int i = 0; i < 40; i++)
    {
        points[i].x = (float)cos(0.15 * i);
        points[i].y = (float)sin(0.15 * i);
    }
    for (int64_t fail = 0; fail < 64; fail++)
    {
        test_allocator memory = {0};
        memory.fail_at = fail;
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_shape before, s;
        memset(&before, 0x5a, sizeof before);
        s = before;
        imp_status status = imp2_polygon_make(points, 40, 0.25f, &allocator, &s, NULL);
        if (status == IMP_OK)
        {
            assert_true(fail > 0);
            imp2_shape_free(&s);
            assert_int_equal(memory.live_blocks, 0);
            return;
        }
        assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
        assert_memory_equal(&s, &before, sizeof s);
        assert_int_equal(memory.live_blocks, 0);
    }
    fail_msg("never got through");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_made_shape_is_in_order),
        cmocka_unit_test(kinds_and_counts),
        cmocka_unit_test(polygons_are_mended_and_it_is_told),
        cmocka_unit_test(corners_stay),
        cmocka_unit_test(shallow_dents_are_mended_deep_ones_refused),
        cmocka_unit_test(bad_input_is_refused_and_changes_nothing),
        cmocka_unit_test(memory_failures_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
