// SPDX-License-Identifier: MIT
//
// Regions from outlines: cases known by heart.

#include <string.h>

#include "impinge/compound2.h"
#include "support.h"

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

static double loop_area(const imp2_compound* c)
{
    double twice = 0.0;
    for (int32_t p = 0; p < c->part_count; ++p)
    {
        int32_t start = c->loop_starts[p], end = c->loop_starts[p + 1];
        for (int32_t k = start; k < end; ++k)
        {
            imp2_vec a = c->vertices[c->loop[k]], b = c->vertices[c->loop[k + 1 < end ? k + 1 : start]];
            twice += (double)a.x * b.y - (double)a.y * b.x;
        }
    }
    return 0.5 * twice;
}

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
        if (c.ring_count != k->rings || c.part_count != k->parts || loop_area(&c) != k->area)
        {
            fail_msg("%s: %d rings, %d parts, area %g", k->name, (int)c.ring_count, (int)c.part_count, loop_area(&c));
        }
        imp2_compound_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_outlines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
