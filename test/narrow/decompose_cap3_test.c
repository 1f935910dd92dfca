// SPDX-License-Identifier: MIT
//
// Caps of cuts: their boundary is the edges to the letter, and they lie where the edges go around and nowhere else, also where
// these cross, touch, or lie on each other.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "narrow/decompose3.h"
#include "support.h"

enum
{
    POINTS = 40,
    NUMBERS = 4096  // points of edges, and made ones
};

static imp3i_cap_edge edges[4 * POINTS];
static int32_t edge_count;
static imp3i_cap_point places[NUMBERS];

/// Closed ways over some points, which edges meet in again and again.
static void make_edges(test_rng* rng, int32_t points, int32_t ways, int32_t size)
{
    edge_count = 0;
    for (int32_t k = 0; k < points; ++k)
    {
        places[k].x = test_rng_int(rng, 0, size);
        places[k].y = test_rng_int(rng, 0, size);
    }
    for (int32_t way = 0; way < ways; ++way)
    {
        int32_t first = test_rng_int(rng, 0, points - 1), at = first, length = test_rng_int(rng, 3, 8);
        for (int32_t k = 0; k < length; ++k)
        {
            int32_t next = k + 1 < length ? test_rng_int(rng, 0, points - 1) : first;
            if (next != at)
            {
                const imp3i_cap_edge e = {at, next, places[at].x, places[at].y};
                edges[edge_count++] = e;
            }
            at = next;
        }
    }
}

/// Every edge of triangles that is not run back is one of the edges.
static void check_boundary(const imp3i_cap* cap)
{
    static int8_t runs[1024][1024];
    int32_t points = cap->first_made + cap->made.count;
    assert_true(points <= 1024);
    memset(runs, 0, sizeof runs);
    for (int32_t k = 0; k < edge_count; ++k)
    {
        runs[edges[k].from][edges[k].to] = (int8_t)(runs[edges[k].from][edges[k].to] - 1);
        runs[edges[k].to][edges[k].from] = (int8_t)(runs[edges[k].to][edges[k].from] + 1);
    }
    for (int32_t i = 0; i < cap->corners.count; ++i)
    {
        int32_t a = cap->corners.data[i], b = cap->corners.data[i % 3 == 2 ? i - 2 : i + 1];
        runs[a][b] = (int8_t)(runs[a][b] + 1);
        runs[b][a] = (int8_t)(runs[b][a] - 1);
    }
    for (int32_t a = 0; a < points; ++a)
    {
        for (int32_t b = 0; b < points; ++b)
        {
            assert_int_equal(runs[a][b], 0);
        }
    }
}

static double cross_from(double x, double y, imp3i_cap_point a, imp3i_cap_point b)
{
    return ((double)a.x - x) * ((double)b.y - y) - ((double)a.y - y) * ((double)b.x - x);
}

/// Whether a place is nearer to the way between two points than that.
static bool is_near(double x, double y, imp3i_cap_point a, imp3i_cap_point b, double near)
{
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    double ox = a.x + t * dx - x, oy = a.y + t * dy - y;
    return ox * ox + oy * oy < near * near;
}

/// How often edges go around a place, by a ray along x; near edges that is not asked.
static bool find_turns(double x, double y, int* turns)
{
    *turns = 0;
    for (int32_t k = 0; k < edge_count; ++k)
    {
        imp3i_cap_point a = places[edges[k].from], b = places[edges[k].to];
        if (is_near(x, y, a, b, 3.0))
        {
            return false;
        }
        bool up = a.y <= y && b.y > y, down = a.y > y && b.y <= y;
        double side = cross_from(x, y, a, b);
        *turns += (up && side > 0.0) - (down && side < 0.0);
    }
    return true;
}

/// Counts triangles around a place: those that turn left, and those that turn right.
static void count_around(const imp3i_cap* cap, double x, double y, int around[2])
{
    around[0] = around[1] = 0;
    for (int32_t i = 0; i < cap->corners.count; i += 3)
    {
        const int32_t* c = cap->corners.data + i;
        double one = cross_from(x, y, places[c[0]], places[c[1]]);
        double two = cross_from(x, y, places[c[1]], places[c[2]]);
        double three = cross_from(x, y, places[c[2]], places[c[0]]);
        around[0] += one > 0.0 && two > 0.0 && three > 0.0;
        around[1] += one < 0.0 && two < 0.0 && three < 0.0;
    }
}

static void fill_edges(imp3i_cap* cap, int32_t points)
{
    memset(cap, 0, sizeof *cap);
    cap->first_made = points;
    assert_int_equal(imp3i_cap_fill(edges, edge_count, NULL, cap), IMP_OK);
    assert_true(points + cap->made.count <= NUMBERS);
    for (int32_t i = 0; i < cap->made.count; ++i)
    {
        places[points + i] = cap->made.data[i];
    }
}

static void free_cap(imp3i_cap* cap)
{
    impi_array_free(&cap->corners, NULL);
    impi_array_free(&cap->made, NULL);
}

// On small lattices edges lie on each other, and points at one place. Made points are rounded; on large ones that is nothing,
// and at every place that no edge is near there are just as many triangles as edges go around it.
static void test_crossing_edges(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int asked = 0, made = 0;
    for (uint64_t k = 0; k < test_n(600); ++k)
    {
        int32_t points = test_rng_int(&rng, 3, POINTS), size = k % 2 ? 1 << 20 : test_rng_int(&rng, 2, 20);
        imp3i_cap cap;
        make_edges(&rng, points, test_rng_int(&rng, 1, 6), size);
        fill_edges(&cap, points);
        check_boundary(&cap);
        made += cap.made.count;
        for (int i = 0; i < 40 && k % 2; ++i)
        {
            double x = test_rng_unit(&rng) * size, y = test_rng_unit(&rng) * size;
            int turns, around[2];
            if (find_turns(x, y, &turns))
            {
                count_around(&cap, x, y, around);
                assert_int_equal(around[0], turns > 0 ? turns : 0);
                assert_int_equal(around[1], turns < 0 ? -turns : 0);
                asked += turns != 0;
            }
        }
        free_cap(&cap);
    }
    printf("    %d points made, %d places within\n", made, asked);
    assert_true(made > 0 && asked > 0);
}

// A bow-tie was filled across: its cap reached out of it, so pieces of crossing solids were no smaller for being cut.
static void test_bow_tie(void** state)
{
    (void)state;
    const imp3i_cap_edge tie[4] = {{0, 1, 0, 0}, {1, 2, 1000, 1000}, {2, 3, 1000, 0}, {3, 0, 0, 1000}};
    double size[2] = {0.0, 0.0};
    imp3i_cap cap;
    memcpy(edges, tie, sizeof tie);
    edge_count = 4;
    for (int k = 0; k < 4; ++k)
    {
        places[k].x = tie[k].x;
        places[k].y = tie[k].y;
    }
    fill_edges(&cap, 4);
    check_boundary(&cap);
    for (int32_t i = 0; i < cap.corners.count; i += 3)
    {
        const int32_t* c = cap.corners.data + i;
        double area = cross_from((double)places[c[0]].x, (double)places[c[0]].y, places[c[1]], places[c[2]]);
        size[area < 0.0] += 0.5 * fabs(area);
    }
    assert_int_equal(cap.made.count, 1);
    assert_true(size[0] == 250000.0 && size[1] == 250000.0);
    free_cap(&cap);
}

// Rims that touch nothing: each is a cap by itself, in whatever order edges come.
static void test_holes(void** state)
{
    (void)state;
    const int32_t squares[3][3] = {{0, 900, 1}, {100, 700, -1}, {200, 400, 1}};
    double size = 0.0;
    imp3i_cap cap;
    edge_count = 0;
    for (int k = 0; k < 12; ++k)
    {
        const int32_t* s = squares[k / 4];
        int corner = s[2] > 0 ? k % 4 : 3 - k % 4, from = k / 4 * 4 + corner, to = k / 4 * 4 + (corner + s[2] + 4) % 4;
        places[from].x = s[0] + (corner == 1 || corner == 2 ? s[1] : 0);
        places[from].y = s[0] + (corner > 1 ? s[1] : 0);
        const imp3i_cap_edge e = {from, to, places[from].x, places[from].y};
        edges[edge_count++] = e;
    }
    fill_edges(&cap, 12);
    check_boundary(&cap);
    for (int32_t i = 0; i < cap.corners.count; i += 3)
    {
        const int32_t* c = cap.corners.data + i;
        double area = cross_from((double)places[c[0]].x, (double)places[c[0]].y, places[c[1]], places[c[2]]);
        assert_true(area > 0.0);
        size += 0.5 * area;
    }
    assert_int_equal(cap.made.count, 0);
    assert_true(size == 810000.0 - 490000.0 + 160000.0);
    free_cap(&cap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crossing_edges),
        cmocka_unit_test(test_bow_tie),
        cmocka_unit_test(test_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
