// SPDX-License-Identifier: MIT
//
// Outlines that are large and of one kind, whose answer is known in closed form. They are of a size at which anything
// that takes the square of it would take minutes: all stretches of edges that lie over each other, or walks through all
// points that share a cell.

#include <math.h>
#include <stdlib.h>

#include "oracle/region2.h"
#include "support.h"

enum
{
    MANY = 16000,  // rings, or hairs; even
    IN_OCTAVE = 200
};

static imp2_vec points[4 * MANY + 8];
static int32_t counts[MANY];
static int32_t point_count, ring_count;

static void begin_ring(void)
{
    counts[ring_count++] = 0;
}

static void put(float x, float y)
{
    points[point_count++] = (imp2_vec){x, y};
    ++counts[ring_count - 1];
}

static void put_box(float x0, float y0, float x1, float y1)
{
    begin_ring();
    put(x0, y0);
    put(x1, y0);
    put(x1, y1);
    put(x0, y1);
}

typedef struct expected
{
    int32_t rings, parts;  // parts: 0 when there is no telling
    int32_t cancelled;
    double area;
} expected;

/// Makes a region of what was put, holds it against what is expected, and has it checked in full.
static void check_region(int32_t fill, expected e)
{
    const imp2_outlines outlines = {points, counts, ring_count, fill};
    imp2_compound c;
    imp2_outline_report report;
    assert_int_equal(imp2_region_make(&outlines, NULL, &c, &report), IMP_OK);
    assert_int_equal(c.ring_count, e.rings);
    assert_true(e.parts == 0 || c.part_count == e.parts);
    assert_int_equal(report.cancelled, e.cancelled);
    assert_true(fabs(region2_parts_area(&c) - e.area) <= 1e-12 * e.area);
    const imp2_region_cut cut = {c.vertices, c.ring_starts, c.loop_starts, c.loop, c.ring_count, c.part_count};
    assert_int_equal(imp2_region_load(&cut, NULL, NULL), IMP_OK);
    imp2_compound_free(&c);
}

/// Squares with a corner in common, whose sides lie over each other on two lines.
static void squares_in_a_corner(void** state)
{
    (void)state;
    point_count = ring_count = 0;
    for (int32_t i = 1; i <= MANY; ++i)
    {
        put_box(0.0f, 0.0f, (float)i, (float)i);
    }
    check_region(IMP_FILL_NON_ZERO, (expected){1, 1, MANY * (MANY + 1) - 2, (double)MANY * MANY});
    check_region(IMP_FILL_EVEN_ODD, (expected){MANY / 2, MANY, MANY * MANY, 0.5 * MANY * (MANY + 1.0)});
}

/// Bars on each other, each moved on by one: runs of stretches grow together.
static void bars_moved_on(void** state)
{
    (void)state;
    point_count = ring_count = 0;
    for (int32_t i = 0; i < MANY; ++i)
    {
        int32_t at = (int32_t)((int64_t)i * 7919 % MANY);  // in no order
        put_box((float)at, 0.0f, (float)(at + MANY), 1.0f);
    }
    check_region(IMP_FILL_NON_ZERO, (expected){1, 1, 2 * MANY * (MANY - 1), 2.0 * MANY - 1.0});
}

/// A square with hairs along one line, there and back, upright and slanted.
static void hairs_on_a_line(void** state)
{
    (void)state;
    for (int slant = 0; slant < 2; ++slant)
    {
        point_count = ring_count = 0;
        begin_ring();
        put(-1.0f, 1.0f);
        put(-1.0f, 0.0f);
        for (int32_t i = 1; i <= MANY; ++i)
        {
            int32_t at = 1 + (int32_t)((int64_t)i * 7919 % MANY);
            put(0.0f, 0.0f);
            put(slant ? (float)at : 0.0f, (float)-at);
        }
        put(0.0f, 0.0f);
        put(0.0f, 1.0f);
        check_region(IMP_FILL_EVEN_ODD, (expected){1, 1, MANY * (MANY + 1), 1.0});
    }
}

/// Squares in squares from 2^-40 to 2^40: nearly all of them share one cell of any even grid.
static void squares_of_all_sizes(void** state)
{
    (void)state;
    point_count = ring_count = 0;
    double area = 0.0;
    for (int32_t i = 0; i < MANY; ++i)
    {
        float size = ldexpf(1.0f + (float)(i % IN_OCTAVE) / 256.0f, i / IN_OCTAVE - MANY / IN_OCTAVE / 2);
        put_box(-size, -size, size, size);
        area = 4.0 * size * size - area;
    }
    check_region(IMP_FILL_EVEN_ODD, (expected){MANY, 0, 0, area});
}

/// A convex outline, from a parabola to its chord: pieces of 32 corners, each but the last takes 30 away.
static void a_convex_outline_in_pieces(void** state)
{
    (void)state;
    const int32_t n = 4000;
    point_count = ring_count = 0;
    begin_ring();
    for (int32_t i = 0; i <= n; ++i)
    {
        put((float)i, (float)i * (float)i);
    }
    double corners = n + 1.0;
    check_region(IMP_FILL_EVEN_ODD,
                 (expected){1, 1 + (int32_t)ceil((corners - 32.0) / 30.0), 0, ((double)n * n * n - n) / 6.0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_outline_in_pieces),
        cmocka_unit_test(squares_in_a_corner),
        cmocka_unit_test(bars_moved_on),
        cmocka_unit_test(hairs_on_a_line),
        cmocka_unit_test(squares_of_all_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
