// SPDX-License-Identifier: MIT
//
// Chains as they are made: what is welded, which segments there are and in which order, what is refused, and that
// memory which runs out leaves nothing behind. How chains are felt is in test/narrow/compound_seams2_test.c.
//
// The arbiter is a chain by definition: the points without those that repeat the one before, and one segment between
// neighbours. The points lie on a grid of few places, so that repetitions are common.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/narrow2.h"
#include "support.h"

enum
{
    POINTS_MAX = 60
};

static imp2_vec points[POINTS_MAX];

// The reference

typedef struct model
{
    imp2_vec points[POINTS_MAX + 1];  // a closed chain has its first point once more at the end
    int32_t segments, welded;
    bool closed;
} model;

static bool is_same(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static void follow(const imp2_polyline* line, model* m)
{
    int32_t count = 0;
    for (int32_t i = 0; i < line->count; ++i)
    {
        if (count == 0 || !is_same(m->points[count - 1], line->points[i]))
        {
            m->points[count++] = line->points[i];
        }
    }
    while (line->closed && count > 1 && is_same(m->points[count - 1], m->points[0]))
    {
        --count;
    }
    m->welded = line->count - count;
    m->closed = line->closed && count > 2;
    m->segments = m->closed ? count : count - 1;
    m->points[count] = m->points[0];
}

/// How many things about a chain are not as they must be.
static int count_wrong(const imp2_compound* c, const imp2_polyline* line, const model* m)
{
    int32_t count = m->segments + !m->closed, wrong = 0;
    wrong += c->kind != IMP2_COMPOUND_CHAIN || c->one_sided != line->one_sided || c->closed != m->closed;
    wrong += c->part_count != m->segments || c->ring_count != 1 || c->ring_starts[0] != 0 || c->ring_starts[1] != count;
    wrong += c->loop || c->loop_starts || c->beyond || !c->block;
    double reach = 0.0;
    for (int32_t i = 0; i < count && !wrong; ++i)
    {
        wrong += !is_same(c->vertices[i], m->points[i]);
        reach = fmax(reach, hypot((double)m->points[i].x, (double)m->points[i].y));
    }
    for (int32_t i = 0; i < m->segments && !wrong; ++i)
    {
        imp2_shape wanted;
        imp2_vec a = {0, 0}, b = {0, 0}, found = {0, 0};
        wrong += c->parts[i].kind != IMP2_SHAPE_SEGMENT || imp2_segment_make(m->points[i], m->points[i + 1], &wanted);
        for (int32_t k = 0; k < wanted.count && !wrong; ++k)
        {
            wrong += imp2_shape_vertex(&wanted, k, &a) || imp2_shape_vertex(&c->parts[i], k, &found);
            wrong += !is_same(a, found);
        }
        wrong += imp2_shape_vertex(&c->parts[i], 0, &a) || !is_same(a, m->points[i]);
        wrong += imp2_shape_vertex(&c->parts[i], 1, &b) || !is_same(b, m->points[i + 1]);
    }
    return wrong + !((double)c->reach >= reach && (double)c->reach <= reach * (1.0 + 0x1p-20));
}

static imp2_polyline draw_line(test_rng* rng)
{
    int32_t count = test_rng_int(rng, 0, 3) ? test_rng_int(rng, 2, 7) : test_rng_int(rng, 2, POINTS_MAX);
    int places = test_rng_int(rng, 0, 2);
    for (int32_t i = 0; i < count; ++i)
    {
        points[i].x = (float)test_rng_int(rng, -places, places) * 0.375f;
        points[i].y = (float)test_rng_int(rng, -1, 1) * (places ? 1.0f : 0.0f);
    }
    bool closed = test_rng_int(rng, 0, 1);
    return (imp2_polyline){points, count, closed, test_rng_int(rng, 0, 1)};
}

// Tests

static void made_as_defined(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(20000), empty = 0;
    for (uint64_t i = 0; i < n; ++i)
    {
        imp2_polyline line = draw_line(&rng);
        model m;
        imp2_compound chain;
        imp2_outline_report report;
        memset(&report, 0xa5, sizeof report);
        follow(&line, &m);
        imp_status status = imp2_chain_make(&line, NULL, &chain, &report);
        assert_int_equal(imp2_chain_make(&line, NULL, NULL, NULL), status);
        if (m.segments == 0)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_EMPTY);
            assert_int_equal(imp_status_argument(status), 1);
            ++empty;
            continue;
        }
        assert_int_equal(status, IMP_OK);
        const imp2_outline_report wanted = {.welded = m.welded};
        assert_memory_equal(&report, &wanted, sizeof wanted);
        assert_int_equal(count_wrong(&chain, &line, &m), 0);
        imp2_compound_free(&chain);
        assert_null(chain.parts);
    }
    assert_true(empty > 0);
    test_report("chains made", n);
}

/// What is wrong in one place only must count.
static void planted_faults_are_seen(void** unused)
{
    (void)unused;
    imp2_vec bent[] = {{0, 0}, {1, 0}, {1, 0}, {2, 1}, {0, 3}};
    const imp2_polyline line = {bent, 5, true, false};
    model m, spoiled;
    imp2_compound chain;
    follow(&line, &m);
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(count_wrong(&chain, &line, &m), 0);
    for (int32_t i = 0; i < m.segments; ++i)
    {
        spoiled = m;
        spoiled.points[i].x += 0.5f;
        assert_true(count_wrong(&chain, &line, &spoiled) > 0);
    }
    spoiled = m;
    spoiled.closed = false;
    assert_true(count_wrong(&chain, &line, &spoiled) > 0);
    imp2_compound copy = chain;
    copy.one_sided = 1;
    assert_true(count_wrong(&copy, &line, &m) > 0);
    copy = chain;
    copy.part_count = 3;
    assert_true(count_wrong(&copy, &line, &m) > 0);
    copy = chain;
    copy.reach *= 0.5f;
    assert_true(count_wrong(&copy, &line, &m) > 0);
    imp2_shape turned[4];
    memcpy(turned, chain.parts, sizeof turned);
    assert_int_equal(imp2_segment_make(bent[1], bent[0], &turned[0]), IMP_OK);  // the other way round
    copy = chain;
    copy.parts = turned;
    assert_true(count_wrong(&copy, &line, &m) > 0);
    imp2_compound_free(&chain);
}

/// By hand, apart from the reference: the same points closed and open, closed twice, too few to be closed, signed
/// zeros.
static void known_by_heart(void** unused)
{
    (void)unused;
    imp2_vec square[] = {{0, 0}, {0, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}, {0, 0}, {-0.0f, 0}};
    const struct
    {
        int32_t first, count;
        bool closed;
        int32_t parts, welded, is_closed;
    } cases[] = {
        {0, 8, false, 4, 3, 0},  // comes back to where it began, and has a point there once more
        {0, 8, true, 4, 4, 1},   // the same segments, joined
        {2, 4, true, 3, 1, 1},  {1, 3, false, 2, 0, 0},
        {0, 4, true, 3, 1, 1},  {1, 2, true, 1, 0, 0},  // two points, there and not back
        {3, 3, true, 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        imp2_polyline line = {square + cases[i].first, cases[i].count, cases[i].closed, true};
        imp2_compound chain;
        imp2_outline_report report;
        assert_int_equal(imp2_chain_make(&line, NULL, &chain, &report), IMP_OK);
        assert_int_equal(chain.part_count, cases[i].parts);
        assert_int_equal(chain.closed, cases[i].is_closed);
        assert_int_equal(chain.one_sided, 1);
        assert_int_equal(report.welded, cases[i].welded);
        imp2_compound_free(&chain);
    }
}

/// A one-sided chain pushes to its right only: the flag and the direction of the parts mean what the header says.
static void one_sided_has_its_right(void** unused)
{
    (void)unused;
    imp2_vec floor_points[] = {{4, 0}, {-4, 0}};  // to the left, so its right is above
    imp2_shape circle;
    imp2_compound chain, ball;
    imp2_pose still = imp2_pose_identity(), above = still, below = still;
    above.p.y = 0.5f;
    below.p.y = -0.5f;
    assert_int_equal(imp2_circle_make((imp2_vec){0, 0}, 1.0f, &circle), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&circle, &ball), IMP_OK);
    for (int one_sided = 0; one_sided < 2; ++one_sided)
    {
        const imp2_polyline line = {floor_points, 2, false, one_sided};
        bool meets_above, meets_below;
        assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
        assert_int_equal(imp2_compound_overlap(&chain, &still, &ball, &above, &meets_above), IMP_OK);
        assert_int_equal(imp2_compound_overlap(&chain, &still, &ball, &below, &meets_below), IMP_OK);
        assert_true(meets_above);
        assert_int_equal(meets_below, !one_sided);
        imp2_compound_free(&chain);
    }
}

static void no_resize_is_refused(const imp2_polyline* line, imp2_compound* out)
{
    const imp_allocator none = {NULL, NULL};
    imp_status status = imp2_chain_make(line, &none, out, NULL);
    assert_int_equal(imp_status_fault(status), IMP_ERR_NULL);
    assert_int_equal(imp_status_argument(status), 2);
}

/// Refused, named, and nothing written.
static void refusals(void** unused)
{
    (void)unused;
    imp2_vec p[3] = {{0, 0}, {1, 0}, {1, 1}};
    const struct
    {
        imp2_polyline line;
        imp2_vec last;
        int32_t fault;
    } cases[] = {
        {{NULL, 3, false, false}, {1, 1}, IMP_ERR_NULL},
        {{p, 1, false, false}, {1, 1}, IMP_ERR_COUNT},
        {{p, 0, true, false}, {1, 1}, IMP_ERR_COUNT},
        {{p, INT32_MIN, false, false}, {1, 1}, IMP_ERR_COUNT},
        {{p, INT32_MAX, false, false}, {1, 1}, IMP_ERR_COUNT},
        {{p, 3, false, false}, {NAN, 1}, IMP_ERR_NAN},
        {{p, 3, false, false}, {1, -INFINITY}, IMP_ERR_NAN},
        {{p, 3, true, false}, {0x1p61f, 1}, IMP_ERR_MAGNITUDE},
        {{p, 3, false, true}, {1, 0x1p-61f}, IMP_ERR_MAGNITUDE},
    };
    imp2_compound out, before;
    imp2_outline_report report, report_before;
    memset(&before, 0xa5, sizeof before);
    memset(&report_before, 0xa5, sizeof report_before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        memcpy(&out, &before, sizeof out);
        memcpy(&report, &report_before, sizeof report);
        p[2] = cases[i].last;
        imp_status status = imp2_chain_make(&cases[i].line, NULL, &out, &report);
        assert_int_equal(imp_status_fault(status), cases[i].fault);
        assert_int_equal(imp_status_argument(status), 1);
        assert_memory_equal(&out, &before, sizeof out);
        assert_memory_equal(&report, &report_before, sizeof report);
    }
    assert_int_equal(imp_status_fault(imp2_chain_make(NULL, NULL, &out, NULL)), IMP_ERR_NULL);
    p[2] = p[1];
    no_resize_is_refused(&(imp2_polyline){p, 3, false, false}, &out);
    assert_memory_equal(&out, &before, sizeof out);
}

static void memory_that_runs_out(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed() + 1};
    for (int32_t i = 0; i < POINTS_MAX; ++i)
    {
        points[i].x = test_rng_range(&rng, -5, 5);
        points[i].y = test_rng_range(&rng, -5, 5);
    }
    const imp2_polyline line = {points, POINTS_MAX, true, false};
    imp2_compound before, out;
    imp2_outline_report report = {.welded = 77};
    memset(&before, 0xa5, sizeof before);
    bool made = false;
    int64_t failed = 0;
    for (; !made; ++failed)
    {
        test_allocator state = {.fail_at = failed};
        imp_allocator allocator = test_allocator_get(&state);
        memcpy(&out, &before, sizeof out);
        imp_status status = imp2_chain_make(&line, &allocator, &out, &report);
        made = status == IMP_OK;
        if (!made)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_int_equal(imp_status_argument(status), 2);
            assert_memory_equal(&out, &before, sizeof out);
            assert_int_equal(report.welded, 77);
            assert_int_equal(state.live_blocks, 0);
            continue;
        }
        assert_int_equal(report.welded, 0);
        assert_int_equal(state.live_blocks, 1);  // the work space was given back
        imp2_compound_free(&out);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.live_bytes, 0);
    }
    assert_true(failed > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_as_defined), cmocka_unit_test(planted_faults_are_seen),
        cmocka_unit_test(known_by_heart),  cmocka_unit_test(one_sided_has_its_right),
        cmocka_unit_test(refusals),        cmocka_unit_test(memory_that_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
