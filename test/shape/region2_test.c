// SPDX-License-Identifier: MIT
//
// Regions from outlines: cases known by heart, and many families of random ones, judged by test/oracle/region2.c. The
// judge is judged too: faults are planted in regions, and each must be found.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/outlines2.h"
#include "oracle/region2.h"

enum
{
    POINTS_MAX = 32,
    RINGS_MAX = 4
};

typedef struct known
{
    const char* name;
    imp2_vec points[POINTS_MAX];
    int32_t counts[RINGS_MAX], ring_count, fill;
    int32_t fault, rings, parts;
    double area;
    imp2_outline_report report;
} known;

static const known cases[] = {
    {"square", {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {4}, 1, 0, IMP_OK, 1, 1, 4.0, {0}},
    {"clockwise", {{0, 0}, {0, 2}, {2, 2}, {2, 0}}, {4}, 1, 0, IMP_OK, 1, 1, 4.0, {.reversed = 1}},
    {"closed by hand", {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}}, {5}, 1, 0, IMP_OK, 1, 1, 4.0, {.welded = 1}},
    {"straight corner", {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}}, {5}, 1, 0, IMP_OK, 1, 1, 4.0, {.collinear = 1}},
    {"L", {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {6}, 1, 0, IMP_OK, 1, 2, 3.0, {0}},
    {"bow tie",
     {{0, 0}, {2, 2}, {2, 0}, {0, 2}},
     {4},
     1,
     0,
     IMP_ERR_CROSSING,
     0,
     0,
     0.0,
     {.edge_a = 0, .edge_b = 2, .at = {1, 1}}},
    {"bow tie through a point",
     {{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}},
     {6},
     1,
     0,
     IMP_OK,
     2,
     2,
     2.0,
     {.touches = 1, .reversed = 1}},
    {"hole", {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 2}, {2, 2}, {2, 1}}, {4, 4}, 2, 0, IMP_OK, 2, 4, 15.0, {0}},
    {"island", {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 2}, {2, 2}, {2, 1}}, {4, 4}, 2, 1, IMP_OK, 2, 4, 15.0, {0}},
    {"filled hole",
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {2, 1}, {2, 2}, {1, 2}},
     {4, 4},
     2,
     1,
     IMP_OK,
     1,
     1,
     16.0,
     {.cancelled = 4, .empty = 1}},
    {"spike",
     {{0, 0}, {2, 0}, {2, 2}, {1, 2}, {1, 3}, {1, 2}, {0, 2}},
     {7},
     1,
     0,
     IMP_OK,
     1,
     1,
     4.0,
     {.cancelled = 2, .collinear = 1}},
    {"two that share a side",
     {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 1}},
     {4, 4},
     2,
     0,
     IMP_OK,
     1,
     1,
     2.0,
     {.cancelled = 2, .collinear = 2}},
    {"corner on a side",
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 0}, {3, 1}, {1, 1}},
     {4, 3},
     2,
     0,
     IMP_OK,
     2,
     5,
     15.0,
     {.touches = 1, .reversed = 1}},
    {"line", {{0, 0}, {1, 1}, {3, 3}, {2, 2}}, {4}, 1, 0, IMP_ERR_EMPTY, 0, 0, 0.0, {0}},
    {"point", {{1, 1}, {1, 1}}, {2}, 1, 0, IMP_ERR_EMPTY, 0, 0, 0.0, {0}},
};

static void known_outlines(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        const known* k = &cases[i];
        const imp2_outlines outlines = {k->points, k->counts, k->ring_count, k->fill};
        imp2_compound c;
        imp2_outline_report report = {0};
        imp_status status = imp2_region_make(&outlines, NULL, &c, &report);
        if (imp_status_fault(status) != k->fault || memcmp(&report, &k->report, sizeof report) != 0)
        {
            fail_msg("%s: fault %d, welded %d collinear %d reversed %d touches %d cancelled %d empty %d, %d/%d %d/%d",
                     k->name, (int)imp_status_fault(status), (int)report.welded, (int)report.collinear,
                     (int)report.reversed, (int)report.touches, (int)report.cancelled, (int)report.empty,
                     (int)report.ring_a, (int)report.edge_a, (int)report.ring_b, (int)report.edge_b);
        }
        if (status)
        {
            continue;
        }
        if (c.ring_count != k->rings || c.part_count != k->parts || region2_parts_area(&c) != k->area)
        {
            fail_msg("%s: %d rings, %d parts, area %g", k->name, (int)c.ring_count, (int)c.part_count,
                     region2_parts_area(&c));
        }
        imp2_compound_free(&c);
    }
}

// Random outlines

enum
{
    PLACES = 24
};

static outlines2 drawn;

// Places to look at: corners, and halfway between any two of them; a little beside.
static void choose_places(test_rng* rng, imp2_vec* places)
{
    for (int i = 0; i < PLACES; i++)
    {
        imp2_vec a = drawn.points[test_rng_int(rng, 0, drawn.count - 1)];
        imp2_vec b = drawn.points[test_rng_int(rng, 0, drawn.count - 1)];
        float t = i % 4 ? (float)test_rng_unit(rng) : 0.0f;
        places[i] = (imp2_vec){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        if (i % 3 == 0)
        {
            places[i].x = nextafterf(places[i].x, b.x);
        }
    }
}

// A region's own rings need no mending, and give the same region.
static void check_again(const imp2_compound* c, const char* name)
{
    int32_t* counts = malloc((size_t)c->ring_count * sizeof *counts);
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        counts[r] = c->ring_starts[r + 1] - c->ring_starts[r];
    }
    const imp2_outlines own = {c->vertices, counts, c->ring_count, IMP_FILL_NON_ZERO};
    imp2_compound again;
    imp2_outline_report report;
    imp_status status = imp2_region_make(&own, NULL, &again, &report);
    if (status || report.welded || report.collinear || report.reversed || report.cancelled || report.empty)
    {
        outlines2_print(&drawn);
        fail_msg("%s: a region's own rings are mended, status %d", name, (int)status);
    }
    const char* wrong = region2_cut_fault(&again);
    if (wrong || region2_area(&again) != region2_area(c))
    {
        outlines2_print(&drawn);
        fail_msg("%s, once more: %s", name, wrong ? wrong : "another area");
    }
    imp2_compound_free(&again);
    free(counts);
}

static bool same_ints(const int32_t* a, const int32_t* b, int32_t count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static bool same_region(const imp2_compound* a, const imp2_compound* b)
{
    if (a->part_count != b->part_count || a->ring_count != b->ring_count || a->reach != b->reach ||
        !same_ints(a->ring_starts, b->ring_starts, a->ring_count + 1) ||
        !same_ints(a->loop_starts, b->loop_starts, a->part_count + 1))
    {
        return false;
    }
    int32_t loops = a->loop_starts[a->part_count];
    size_t points = (size_t)a->ring_starts[a->ring_count];
    return same_ints(a->loop, b->loop, loops) && same_ints(a->beyond, b->beyond, loops) &&
           memcmp(a->vertices, b->vertices, points * sizeof *a->vertices) == 0;
}

static imp2_region_cut cut_of(const imp2_compound* c)
{
    const imp2_region_cut cut = {c->vertices, c->ring_starts, c->loop_starts, c->loop, c->ring_count, c->part_count};
    return cut;
}

static void check_load(const imp2_compound* c, const char* name)
{
    imp2_compound loaded;
    const imp2_region_cut cut = cut_of(c);
    imp_status status = imp2_region_load(&cut, NULL, &loaded);
    if (status || !same_region(c, &loaded))
    {
        outlines2_print(&drawn);
        fail_msg("%s: saved and loaded it is another region, status %d", name, (int)status);
    }
    assert_int_equal(imp2_region_load(&cut, NULL, NULL), IMP_OK);
    imp2_compound_free(&loaded);
}

static void random_outlines(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500), crossing = 0, empty = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        const char* name = outlines2_draw(&rng, &drawn);
        imp2_compound c;
        imp2_outline_report report, checked;
        imp_status status = imp2_region_make(&drawn.outlines, NULL, &c, &report);
        int32_t fault = imp_status_fault(status);
        bool crosses = !drawn.large && region2_crosses(&drawn.outlines);
        const char* wrong = NULL;
        if (crosses || fault == IMP_ERR_CROSSING)
        {
            wrong = !crosses                    ? "refused, and does not cross"
                    : fault != IMP_ERR_CROSSING ? "crosses, and is not refused"
                                                : region2_crossing_fault(&drawn.outlines, &report);
            crossing++;
        }
        imp2_vec places[PLACES];
        choose_places(&rng, places);
        for (int k = 0; k < PLACES && !wrong && fault == IMP_ERR_EMPTY; k++)
        {
            wrong = region2_inside(&drawn.outlines, places[k]) > 0 ? "not empty" : NULL;
        }
        empty += fault == IMP_ERR_EMPTY;
        wrong = wrong || fault ? wrong : region2_fault(&drawn.outlines, &c, places, PLACES);
        if (wrong || (fault && fault != IMP_ERR_CROSSING && fault != IMP_ERR_EMPTY))
        {
            outlines2_print(&drawn);
            fail_msg("%s: %s (status %d)", name, wrong ? wrong : "refused", (int)status);
        }
        assert_int_equal(imp2_region_make(&drawn.outlines, NULL, NULL, &checked), status);
        assert_true(fault == IMP_ERR_EMPTY || memcmp(&report, &checked, sizeof report) == 0);
        if (!status)
        {
            check_again(&c, name);
            check_load(&c, name);
            imp2_compound_free(&c);
        }
    }
    printf("of %d outlines %d cross, %d are empty\n", (int)count, (int)crossing, (int)empty);
    test_report("region2: outlines", count);
}

// Planted faults

enum
{
    ROOM = 8192
};

// A region's arrays, to be spoiled.
typedef struct spoiled
{
    imp2_compound region;
    imp2_shape parts[ROOM];
    imp2_vec vertices[ROOM];
    int32_t ring_starts[ROOM], loop_starts[ROOM], loop[ROOM], beyond[ROOM];
} spoiled;

static spoiled bad;

static void copy_region(const imp2_compound* c)
{
    int32_t points = c->ring_starts[c->ring_count], loops = c->loop_starts[c->part_count];
    assert_number(points, <=, ROOM);
    assert_number(loops, <=, ROOM);
    assert_number(c->part_count, <, ROOM);
    bad.region = *c;
    memcpy(bad.parts, c->parts, (size_t)c->part_count * sizeof *bad.parts);
    memcpy(bad.vertices, c->vertices, (size_t)points * sizeof *bad.vertices);
    memcpy(bad.ring_starts, c->ring_starts, ((size_t)c->ring_count + 1) * sizeof *bad.ring_starts);
    memcpy(bad.loop_starts, c->loop_starts, ((size_t)c->part_count + 1) * sizeof *bad.loop_starts);
    memcpy(bad.loop, c->loop, (size_t)loops * sizeof *bad.loop);
    memcpy(bad.beyond, c->beyond, (size_t)loops * sizeof *bad.beyond);
    bad.region.parts = bad.parts;
    bad.region.vertices = bad.vertices;
    bad.region.ring_starts = bad.ring_starts;
    bad.region.loop_starts = bad.loop_starts;
    bad.region.loop = bad.loop;
    bad.region.beyond = bad.beyond;
}

static void swap_ints(int32_t* a, int32_t* b)
{
    int32_t t = *a;
    *a = *b;
    *b = t;
}

// Leaves a part out.
static void drop_part(int32_t p)
{
    int32_t start = bad.loop_starts[p], end = bad.loop_starts[p + 1], loops = bad.loop_starts[bad.region.part_count];
    memmove(bad.loop + start, bad.loop + end, (size_t)(loops - end) * sizeof *bad.loop);
    for (int32_t i = p; i < bad.region.part_count; i++)
    {
        bad.loop_starts[i] = bad.loop_starts[i + 1] - (end - start);
    }
    memmove(bad.parts + p, bad.parts + p + 1, (size_t)(bad.region.part_count - p - 1) * sizeof *bad.parts);
    bad.region.part_count--;
}

// Puts a part in twice.
static void double_part(int32_t p)
{
    int32_t start = bad.loop_starts[p], n = bad.loop_starts[p + 1] - start,
            loops = bad.loop_starts[bad.region.part_count];
    memcpy(bad.loop + loops, bad.loop + start, (size_t)n * sizeof *bad.loop);
    bad.parts[bad.region.part_count] = bad.parts[p];
    bad.loop_starts[++bad.region.part_count] = loops + n;
}

static void reverse_ring(int32_t r)
{
    for (int32_t i = bad.ring_starts[r], k = bad.ring_starts[r + 1] - 1; i < k; i++, k--)
    {
        imp2_vec t = bad.vertices[i];
        bad.vertices[i] = bad.vertices[k];
        bad.vertices[k] = t;
    }
}

// One fault; returns its name, or null when the region has no place for it. sure: nothing could make it right.
static const char* spoil(test_rng* rng, int how, bool* sure)
{
    imp2_compound* c = &bad.region;
    int32_t p = test_rng_int(rng, 0, c->part_count - 1), n = bad.loop_starts[p + 1] - bad.loop_starts[p];
    int32_t k = bad.loop_starts[p] + test_rng_int(rng, 0, n - 1), points = bad.ring_starts[c->ring_count];
    int32_t v = test_rng_int(rng, 0, points - 1);
    *sure = true;
    switch (how)
    {
    case 0: drop_part(p); return c->part_count > 0 ? "a part left out" : NULL;
    case 1: double_part(p); return "a part twice";
    case 2: swap_ints(&bad.loop[bad.loop_starts[p]], &bad.loop[bad.loop_starts[p] + 1]); return "corners swapped";
    case 3:
        *sure = false;
        bad.loop[k] = v;
        return "another corner";
    case 4:
        bad.vertices[v].x = nextafterf(bad.vertices[v].x, INFINITY);
        *sure = false;
        return "a vertex moved";
    case 5: reverse_ring(test_rng_int(rng, 0, c->ring_count - 1)); return "a ring reversed";
    case 6:
        bad.vertices[v] = bad.vertices[v + 1 < points ? v + 1 : 0];
        *sure = false;
        return "a vertex elsewhere";
    default: bad.beyond[k] = bad.beyond[k] < 0 ? (p + 1) % c->part_count : -1; return "a seam unmarked";
    }
}

static void planted_faults(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(600), done = 0, harmless = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        const char* name = outlines2_draw(&rng, &drawn);
        imp2_compound c, loaded;
        if (drawn.large || imp2_region_make(&drawn.outlines, NULL, &c, NULL))
        {
            continue;
        }
        copy_region(&c);
        bool sure;
        int how = test_rng_int(&rng, 0, 7);
        const char* fault = spoil(&rng, how, &sure);
        if (fault && how == 7)
        {
            // Seams are not saved: only the judge can see this one.
            assert_non_null(region2_cut_fault(&bad.region));
            done++;
        }
        else if (fault)
        {
            const imp2_region_cut cut = cut_of(&bad.region);
            imp_status status = imp2_region_load(&cut, NULL, &loaded);
            const char* verdict = how < 3 ? region2_cut_fault(&bad.region) : NULL;
            if (status ? false : sure || region2_cut_fault(&loaded) || region2_area(&loaded) <= 0.0)
            {
                outlines2_print(&drawn);
                fail_msg("%s: %s, and is loaded", name, fault);
            }
            if (how < 3 && !verdict)
            {
                fail_msg("%s: %s, and the judge does not see it", name, fault);
            }
            if (!status)
            {
                harmless++;
                imp2_compound_free(&loaded);
            }
            done++;
        }
        imp2_compound_free(&c);
    }
    assert_true(harmless < done / 4);
    test_report("region2: planted faults", done);
}

static void cuts_that_are_refused(void** state)
{
    (void)state;
    // Two squares, one in the other, as two outer rings: each place of the inner one would be covered twice.
    const imp2_vec squares[8] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
    const int32_t starts[3] = {0, 4, 8}, loop[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    imp2_region_cut cut = {squares, starts, starts, loop, 2, 2};
    assert_int_equal(imp_status_fault(imp2_region_load(&cut, NULL, NULL)), IMP_ERR_CUT);
    // Overlapping ones cross.
    const imp2_vec crossing[8] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {5, 1}, {5, 2}, {1, 2}};
    cut.vertices = crossing;
    assert_int_equal(imp_status_fault(imp2_region_load(&cut, NULL, NULL)), IMP_ERR_CROSSING);
    // A pentagram turns left at every corner, but goes around twice.
    const imp2_vec pentagram[5] = {{0, 10}, {-6, -8}, {10, 3}, {-10, 3}, {6, -8}};
    const int32_t five[2] = {0, 5};
    const imp2_region_cut star_cut = {pentagram, five, five, loop, 1, 1};
    assert_int_equal(imp_status_fault(imp2_region_load(&star_cut, NULL, NULL)), IMP_ERR_CONCAVE);
    // A part along a line.
    const imp2_vec line[3] = {{0, 0}, {1, 0}, {2, 0}};
    const int32_t three[2] = {0, 3};
    const imp2_region_cut flat = {line, three, three, loop, 1, 1};
    assert_int_equal(imp_status_fault(imp2_region_load(&flat, NULL, NULL)), IMP_ERR_CONCAVE);
    // A vertex in the middle of a seam that only one side has.
    const imp2_vec tee[6] = {{0, 0}, {2, 0}, {4, 0}, {4, 2}, {2, 2}, {0, 2}};
    const int32_t six[2] = {0, 6}, parts[3] = {0, 4, 8}, halves[8] = {0, 1, 4, 5, 1, 2, 3, 4};
    imp2_region_cut two = {tee, six, parts, halves, 1, 2};
    imp2_compound c;
    assert_int_equal(imp2_region_load(&two, NULL, &c), IMP_OK);
    assert_int_equal(c.part_count, 2);
    imp2_compound_free(&c);
    const int32_t short_loop[2] = {0, 4}, corners[4] = {0, 2, 3, 5};
    const imp2_region_cut without = {tee, six, short_loop, corners, 1, 1};
    assert_int_equal(imp_status_fault(imp2_region_load(&without, NULL, NULL)), IMP_ERR_CUT);
    // A triangle twice, on top of a part that is complete: its edges come in pairs, but run the same way.
    const imp2_vec octagon[8] = {{0, 0}, {2, -1}, {4, 0}, {5, 2}, {4, 4}, {2, 5}, {0, 4}, {-1, 2}};
    const int32_t eight[2] = {0, 8}, and_twice[4] = {0, 8, 11, 14};
    const int32_t on_top[14] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 4, 0, 2, 4};
    imp2_region_cut twice = {octagon, eight, eight, on_top, 1, 1};
    assert_int_equal(imp2_region_load(&twice, NULL, NULL), IMP_OK);
    twice.loop_starts = and_twice;
    twice.part_count = 3;
    assert_int_equal(imp_status_fault(imp2_region_load(&twice, NULL, NULL)), IMP_ERR_CUT);
    // A hole that is a part too: its edges run against the ring.
    const imp2_vec holed[8] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 2}, {2, 2}, {2, 1}};
    const int32_t plugged[8] = {0, 1, 2, 3, 4, 7, 6, 5};
    const imp2_region_cut hole = {holed, starts, starts, plugged, 2, 2};
    assert_int_equal(imp_status_fault(imp2_region_load(&hole, NULL, NULL)), IMP_ERR_CUT);
    // Indices.
    const int32_t outside[8] = {0, 1, 4, 6, 1, 2, 3, 4}, falling[3] = {0, 4, 2};
    two.loop = outside;
    assert_int_equal(imp_status_fault(imp2_region_load(&two, NULL, NULL)), IMP_ERR_RANGE);
    two.loop = halves;
    two.loop_starts = falling;
    assert_int_equal(imp_status_fault(imp2_region_load(&two, NULL, NULL)), IMP_ERR_RANGE);
}

// Every allocation fails once.
static void memory_runs_out(void** state)
{
    (void)state;
    // The hair goes along two stretches at once, so that there are spans to settle.
    const imp2_vec points[11] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 6}, {2, 4},
                                 {2, 5}, {2, 4}, {0, 4}, {0, 2}, {2, 2}};
    const int32_t counts[1] = {11};
    const imp2_outlines outlines = {points, counts, 1, 0};
    imp2_compound kept;
    assert_int_equal(imp2_region_make(&outlines, NULL, &kept, NULL), IMP_OK);
    const imp2_region_cut cut = cut_of(&kept);
    for (int load = 0; load < 2; load++)
    {
        for (int fail_at = 0;; fail_at++)
        {
            test_allocator memory = {.fail_at = fail_at};
            imp_allocator allocator = test_allocator_get(&memory);
            imp2_compound c, before;
            memset(&c, 0xa5, sizeof c);
            before = c;
            imp_status status =
                load ? imp2_region_load(&cut, &allocator, &c) : imp2_region_make(&outlines, &allocator, &c, NULL);
            if (!status)
            {
                assert_number(memory.calls, <=, fail_at);
                assert_number(fail_at, >, 2);
                assert_number(memory.live_blocks, ==, 1);
                imp2_compound_free(&c);
                assert_int_equal(memory.live_blocks, 0);
                break;
            }
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_int_equal(memory.live_blocks, 0);
            assert_memory_equal(&c, &before, sizeof c);
        }
    }
    imp2_compound_free(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_outlines),        cmocka_unit_test(random_outlines), cmocka_unit_test(planted_faults),
        cmocka_unit_test(cuts_that_are_refused), cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
