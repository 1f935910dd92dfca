// SPDX-License-Identifier: MIT
//
// Regions from outlines that cross, resolved (IMP_FILL_RESOLVE). The cut is judged by the arbiter of test/oracle/region2.h,
// places away from all edges by the winding number of the outlines as they were, and areas by closed forms.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/outlines2.h"
#include "oracle/region2.h"

enum
{
    MANY = 5001,  // corners of a star; odd
    PLACES = 48
};

static const double pi = 3.14159265358979323846;

static imp2_vec points[MANY];
static outlines2 drawn;

static imp_status resolve(const imp2_outlines* outlines, imp2_compound* out, imp2_outline_report* report)
{
    imp2_outlines asked = *outlines;
    asked.fill |= IMP_FILL_RESOLVE;
    return imp2_region_make(&asked, NULL, out, report);
}

// Known by heart

typedef struct known
{
    const char* name;
    imp2_vec points[16];
    int32_t counts[4], ring_count;
    int32_t crossings;
    double odd, wound;  // areas
} known;

static const known cases[] = {
    {"bow tie", {{0, 0}, {2, 2}, {2, 0}, {0, 2}}, {4}, 1, 1, 2.0, 2.0},
    {"two squares", {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {3, 1}, {3, 3}, {1, 3}}, {4, 4}, 2, 2, 6.0, 7.0},
    {"one square against the other",
     {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {1, 3}, {3, 3}, {3, 1}},
     {4, 4},
     2,
     2,
     6.0,
     6.0},
    {"a loop", {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, -2}, {0, -2}}, {6}, 1, 1, 12.0, 12.0},
    {"a ring twice around",
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 1}, {3, 1}, {3, 3}, {-1, 3}, {-1, 0}},
     {9},
     1,
     1,
     13.0,
     19.0},
    {"four through one place",
     {{0, 0}, {4, 4}, {4, 0}, {0, 4}, {2, -2}, {2, 6}, {3, 6}, {3, -2}},
     {4, 4},
     2,
     3,
     14.0,
     15.0},
};

static void known_areas(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        for (int32_t fill = 0; fill < 2; fill++)
        {
            const known* k = &cases[i];
            const imp2_outlines outlines = {k->points, k->counts, k->ring_count, fill};
            double area = fill == IMP_FILL_EVEN_ODD ? k->odd : k->wound;
            imp2_compound c;
            imp2_outline_report report;
            assert_int_equal(imp_status_fault(imp2_region_make(&outlines, NULL, NULL, NULL)), IMP_ERR_CROSSING);
            assert_int_equal(resolve(&outlines, &c, &report), IMP_OK);
            const char* fault = region2_cut_fault(&c);
            if (fault || region2_parts_area(&c) != area || report.crossings != k->crossings)
            {
                fail_msg("%s, rule %d: %s, area %g, %d crossings", k->name, (int)fill, fault ? fault : "a cut",
                         region2_parts_area(&c), (int)report.crossings);
            }
            imp2_compound_free(&c);
        }
    }
}

// The star polygon {n / k}: from each corner of a regular one to the k-th after it.
static imp2_outlines draw_star(int32_t n, int32_t k, int32_t* count)
{
    for (int32_t i = 0; i < n; i++)
    {
        double angle = 2.0 * pi * (double)((int64_t)i * k % n) / n;
        points[i] = (imp2_vec){(float)cos(angle), (float)sin(angle)};
    }
    *count = n;
    return (imp2_outlines){points, count, 1, IMP_FILL_NON_ZERO};
}

// 2 n triangles from the middle to a corner and the next crossing of two chords.
static double area_of_star(int32_t n, int32_t k)
{
    double inner = cos(pi * k / n) / cos(pi * (k - 1) / n);
    return n * inner * sin(pi / n);
}

// By even-odd the rings of the star, each between two circles of crossings, count by turns from the outside.
static double odd_area_of_star(int32_t n, int32_t k)
{
    double area = 0.0, sign = 1.0;
    for (int32_t m = k; m > 0; m--, sign = -sign)
    {
        // What is gone around k - m + 1 times or more is a star {n / m}, shrunk.
        area += sign * area_of_star(n, m) * pow(cos(pi * k / n) / cos(pi * m / n), 2.0);
    }
    return area;
}

static void stars(void** state)
{
    (void)state;
    static const int32_t sizes[][2] = {{5, 2}, {7, 2}, {7, 3}, {31, 9}, {101, 50}, {257, 100}, {401, 7}, {1001, 100}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
        int32_t n = sizes[i][0], k = sizes[i][1], count;
        imp2_outlines outlines = draw_star(n, k, &count);
        for (outlines.fill = 0; outlines.fill < 2; outlines.fill++)
        {
            imp2_compound c;
            imp2_outline_report report;
            assert_int_equal(resolve(&outlines, &c, &report), IMP_OK);
            assert_number(report.crossings, <=, n * (k - 1));
            double area = outlines.fill ? area_of_star(n, k) : odd_area_of_star(n, k);
            // Each edge moves by two units at most: as much as all edges are long, twice.
            double bound = 4.0 * 2.0 * n * (double)FLT_EPSILON;
            assert_number(fabs(region2_parts_area(&c) - area), <=, bound);
            const imp2_region_cut cut = {c.vertices, c.ring_starts, c.loop_starts, c.loop, c.ring_count, c.part_count};
            assert_int_equal(imp2_region_load(&cut, NULL, NULL), IMP_OK);
            assert_true(n > 101 || !region2_cut_fault(&c));
            imp2_compound_free(&c);
        }
    }
}

/// Twelve million crossings are refused, and nothing else.
static void too_many_crossings(void** state)
{
    (void)state;
    int32_t count;
    imp2_outlines outlines = draw_star(MANY, MANY / 2, &count);
    imp2_compound c = {.kind = 77};
    assert_int_equal(imp_status_fault(resolve(&outlines, &c, NULL)), IMP_ERR_COUNT);
    assert_int_equal(c.kind, 77);
}

// Random outlines

static double distance_to_edge(imp2_vec a, imp2_vec b, imp2_vec p)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y, length = dx * dx + dy * dy;
    double t = length > 0.0 ? (px * dx + py * dy) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(px - t * dx, py - t * dy);
}

static double distance_to_outlines(const imp2_outlines* o, imp2_vec p)
{
    double least = INFINITY;
    for (int32_t r = 0, start = 0; r < o->ring_count; start += o->counts[r++])
    {
        for (int32_t i = 0; i < o->counts[r]; i++)
        {
            double d = distance_to_edge(o->points[start + i], o->points[start + (i + 1) % o->counts[r]], p);
            least = d < least ? d : least;
        }
    }
    return least;
}

// The distance of floats at the greatest coordinate.
static double unit_of(const imp2_vec* p, int32_t count)
{
    float most = 0.0f;
    for (int32_t i = 0; i < count; i++)
    {
        most = fmaxf(most, fmaxf(fabsf(p[i].x), fabsf(p[i].y)));
    }
    return most > 0.0f ? fmax((double)(most - nextafterf(most, 0.0f)), 0x1p-60) * 2.0 : 0x1p-60;
}

// What is wrong at places away from all edges, or null; *looked counts these.
static const char* fault_at_places(test_rng* rng, const imp2_compound* c, bool empty, uint64_t* looked)
{
    double unit = unit_of(drawn.points, drawn.count);
    const imp2_pose here = imp2_pose_identity();
    for (int i = 0; i < PLACES; i++)
    {
        int first = test_rng_int(rng, 0, drawn.count - 1), second = test_rng_int(rng, 0, drawn.count - 1);
        imp2_vec a = drawn.points[first], b = drawn.points[second];
        float s = (float)test_rng_unit(rng), t = (float)test_rng_unit(rng);
        imp2_vec p = {a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * t};
        p.x = fabsf(p.x) < 0x1p-60f ? 0.0f : p.x;
        p.y = fabsf(p.y) < 0x1p-60f ? 0.0f : p.y;
        if (distance_to_outlines(&drawn.outlines, p) <= 1.5 * unit)
        {
            continue;
        }
        bool inside = false;
        assert_true(empty || imp2_compound_contains(c, &here, p, &inside, NULL) == IMP_OK);
        if (inside != (region2_inside(&drawn.outlines, p) > 0))
        {
            return inside ? "a place outside is covered" : "a place inside is not covered";
        }
        ++*looked;
    }
    return NULL;
}

// A region's own rings do not cross and need no mending.
static const char* fault_once_more(const imp2_compound* c)
{
    static int32_t counts[1 << 16];
    assert_number(c->ring_count, <=, 1 << 16);
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        counts[r] = c->ring_starts[r + 1] - c->ring_starts[r];
    }
    const imp2_outlines own = {c->vertices, counts, c->ring_count, IMP_FILL_NON_ZERO};
    imp2_outline_report report;
    imp_status status = imp2_region_make(&own, NULL, NULL, &report);
    const imp2_region_cut cut = {c->vertices, c->ring_starts, c->loop_starts, c->loop, c->ring_count, c->part_count};
    return status || report.welded || report.collinear || report.reversed || report.cancelled || report.empty
               ? "its own rings are mended"
           : imp2_region_load(&cut, NULL, NULL) ? "it cannot be loaded"
                                                : NULL;
}

/// A few edges that meet nearly at one place, or lie nearly along each other, at coordinates where floats are coarse: where
/// one crossing is rounded, others come about.
static void draw_bundle(test_rng* rng)
{
    int32_t rings = test_rng_int(rng, 1, 4), along = test_rng_int(rng, 0, 1);
    int scale = test_rng_int(rng, 1, 40);
    float away = (float)test_rng_int(rng, 0, 1 << 23);
    drawn.count = 0;
    for (int32_t r = 0; r < rings; r++)
    {
        drawn.counts[r] = test_rng_int(rng, 3, 14);
        for (int32_t i = 0; i < drawn.counts[r]; i++)
        {
            int x = test_rng_int(rng, -scale, scale), y = test_rng_int(rng, -scale, scale);
            float far_x = along ? (float)(i % 2 ? scale * 50 : 0) : 0.0f;
            drawn.points[drawn.count++] = (imp2_vec){away + far_x + (float)x, 0.25f * away + (float)y};
        }
    }
    drawn.outlines = (imp2_outlines){drawn.points, drawn.counts, rings, test_rng_int(rng, 0, 1)};
}

static void random_outlines(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500), crossing = 0, looked = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        const char* name = "bundle";
        if (i % 2)
        {
            draw_bundle(&rng);
            drawn.large = false;
        }
        else
        {
            name = outlines2_draw(&rng, &drawn);
        }
        imp2_compound c = {0}, plain = {0};
        imp2_outline_report report = {0}, plain_report = {0};
        int32_t refused = imp_status_fault(imp2_region_make(&drawn.outlines, NULL, &plain, &plain_report));
        int32_t fault = imp_status_fault(resolve(&drawn.outlines, &c, &report));
        const char* wrong = NULL;
        if (refused != IMP_ERR_CROSSING)
        {
            // What does not cross is left as it is.
            wrong = fault != refused || memcmp(&report, &plain_report, sizeof report) != 0 ? "another answer" : NULL;
            wrong = wrong || fault ||
                            memcmp(c.vertices, plain.vertices,
                                   (size_t)c.ring_starts[c.ring_count] * sizeof *c.vertices) == 0
                        ? wrong
                        : "other vertices";
        }
        else
        {
            crossing++;
            wrong = fault && fault != IMP_ERR_EMPTY ? "refused" : NULL;
            wrong = wrong || fault ? wrong : region2_cut_fault(&c);
            wrong = wrong || fault ? wrong : fault_once_more(&c);
            wrong = wrong ? wrong : fault_at_places(&rng, &c, fault != 0, &looked);
        }
        if (wrong)
        {
            outlines2_print(&drawn);
            fail_msg("%s, case %d: %s (fault %d)", name, (int)i, wrong, (int)fault);
        }
        imp2_compound_free(&c);
        imp2_compound_free(&plain);
    }
    printf("of %d outlines %d cross; %d places were looked at\n", (int)count, (int)crossing, (int)looked);
    assert_true(crossing > count / 4 && looked > crossing * 4);
    test_report("region2: crossings resolved", count);
}

/// Without memory nothing is changed, and nothing is kept.
static void out_of_memory(void** state)
{
    (void)state;
    int32_t count;
    imp2_outlines outlines = draw_star(31, 9, &count);
    outlines.fill |= IMP_FILL_RESOLVE;
    bool made = false;
    for (int64_t at = 0; !made; at++)
    {
        test_allocator memory = {.fail_at = at};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_compound c = {.kind = 77};
        imp_status status = imp2_region_make(&outlines, &allocator, &c, NULL);
        made = status == IMP_OK;
        assert_true(made || (imp_status_fault(status) == IMP_ERR_MEMORY && c.kind == 77));
        if (made)
        {
            assert_number(at, >, 8);
            imp2_compound_free(&c);
        }
        assert_int_equal(memory.live_blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_areas),     cmocka_unit_test(stars),         cmocka_unit_test(too_many_crossings),
        cmocka_unit_test(random_outlines), cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
