// SPDX-License-Identifier: MIT
//
// Two parts with neighbours (edge_query2.c), against the one box that a row of tiles is: open normals, and redundant
// points of a manifold.
//
//     tiles side by side, with gaps and steps up to flush  +  a box somewhere on them, turned a little
//         open     exactly when the one long box has that normal there
//         trimmed  a point at the end of a tile exactly when a neighbour continues there, and the box does, too

#include <math.h>

#include "narrow/edge_query2.h"
#include "support.h"

#define FLUSH 0.00125
#define REACH 0.005

typedef struct row
{
    imp2_shape tile;
    imp2_compound compound;
    double uneven;  // gap and step of the neighbour
    int sides;      // bits: 1 a neighbour at the left, 2 at the right
} row;

static imp2_shape box_of(float x0, float y0, float x1, float y1)
{
    imp2_shape s;
    assert_int_equal(imp2_box_make((imp2_box){{x0, y0}, {x1, y1}}, &s), IMP_OK);
    return s;
}

static void add_neighbours(imp2i_edge_query* s, const row* r, double gap, double step)
{
    const imp2i_dbox all = {-9.0, -9.0, 9.0, 9.0};
    for (int side = 0; side < 2; ++side)
    {
        imp2i_relative pose = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
        pose.tx = side ? 1.0 + gap : -1.0 - gap;
        pose.ty = step;
        if (r->sides & (1 << side))
        {
            imp2i_edge_query_add(s, false, &r->compound, &pose, &all, -1);
        }
    }
}

// A tile from 0 to 1, with its upper side at 0, and a box over it.
typedef struct question
{
    row r;
    imp2_shape box;
    imp2_pose at;
    double gap, step;
} question;

static void make_question(test_rng* rng, question* q)
{
    q->r.tile = box_of(0.0f, -1.0f, 1.0f, 0.0f);
    assert_int_equal(imp2_compound_of_shape(&q->r.tile, &q->r.compound), IMP_OK);
    q->r.sides = test_rng_int(rng, 0, 3);
    q->gap = 0.9 * FLUSH * test_rng_unit(rng);
    q->step = 0.9 * FLUSH * (2.0 * test_rng_unit(rng) - 1.0);
    q->box = box_of(-0.3f, 0.0f, 0.3f, 0.4f);
    float depth = test_rng_range(rng, 0.0f, 4e-3f);
    assert_int_equal(imp2_pose_make((imp2_vec){test_rng_range(rng, -0.25f, 1.25f), -depth}, 0.0f, &q->at), IMP_OK);
}

static void start(imp2i_edge_query* s, const question* q)
{
    static const imp2_pose here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    imp2i_edge_query_start(s, &q->r.tile, &here, &q->box, &q->at, FLUSH);
    add_neighbours(s, &q->r, q->gap, q->step);
}

// The normal up is open. The one to the side is open exactly where there is no neighbour: for a corner that is over the
// tile by less than it is deep, that is the least penetration, and would be a ghost collision at a joint.
static void normals(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4000), shut = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        question q;
        make_question(&rng, &q);
        static imp2i_edge_query s;
        start(&s, &q);
        assert_true(imp2i_edge_query_has_neighbours(&s) == (q.r.sides != 0));
        assert_true(!imp2i_edge_query_has_neighbours(&s) || imp2i_edge_query_is_open(&s, (imp2_vec){0.0f, 1.0f}));
        bool right = q.at.p.x > 0.5f;
        // It must be deeper than flush, or it lies beside a step.
        if (imp2i_edge_query_has_neighbours(&s) && -(double)q.at.p.y > 2.0 * FLUSH)
        {
            bool neighbour = q.r.sides & (right ? 2 : 1);
            start(&s, &q);
            bool felt = imp2i_edge_query_is_open(&s, (imp2_vec){right ? 1.0f : -1.0f, 0.0f});
            assert_true(felt != neighbour);
            shut += neighbour;
        }
    }
    assert_true(shut > count / 16);
    test_report("edge_query2 normals", count);
}

// Points that stay: both corners of the box, if they are over the tile or no neighbour continues beyond it, and ends of
// the tile without a neighbour. None goes where the box reaches over an end by less than the reach.
static void points(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(4000), ends = 0, middles = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        question q;
        imp2_manifold m;
        make_question(&rng, &q);
        if (i % 4 == 0)
        {
            q.box = box_of(-1.6f, 0.0f, 1.6f, 0.4f);
            q.at.p.x = test_rng_range(&rng, 0.2f, 0.8f);
        }
        const imp2_pose here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        float half = i % 4 ? 0.3f : 1.6f, low = q.at.p.x - half, high = q.at.p.x + half;
        q.at.p.y = -1e-4f;
        assert_int_equal(imp2_collide(&q.r.tile, &here, &q.box, &q.at, 0.02f, &m), IMP_OK);
        bool narrow = high < 0.01f || low > 0.99f;
        if (m.normal.y < 0.999f || m.count != 2 || narrow)
        {
            continue;
        }
        static imp2i_edge_query s;
        start(&s, &q);
        bool left_goes = low < -2.0f * (float)REACH && (q.r.sides & 1);
        bool right_goes = high > 1.0f + 2.0f * (float)REACH && (q.r.sides & 2);
        bool sure = (low > 0.0f || low < -2.0f * (float)REACH) && (high < 1.0f || high > 1.0f + 2.0f * (float)REACH);
        imp2_manifold trimmed = m;
        bool changed = imp2i_edge_query_has_neighbours(&s) && imp2i_edge_query_trim(&s, false, REACH, &trimmed);
        if (!sure)
        {
            continue;
        }
        assert_true(changed == (left_goes || right_goes));
        if (left_goes && right_goes)
        {
            assert_int_equal(trimmed.count, 2);
            assert_number(trimmed.points[0].id >> 30, ==, 0);
            assert_number(trimmed.points[1].id >> 30, ==, 0);
            ++middles;
            continue;
        }
        assert_int_equal(trimmed.count, 2 - left_goes - right_goes);
        for (int32_t k = 0; k < trimmed.count; ++k)
        {
            float x = trimmed.points[k].point.x;
            assert_false(left_goes && fabsf(x) < 1e-3f);
            assert_false(right_goes && fabsf(x - 1.0f) < 1e-3f);
            assert_true(trimmed.points[k].id >> 30 != 0);
        }
        ends += changed;
    }
    assert_number(ends, >, count / 8);
    assert_number(middles, >, count / 32);
    test_report("edge_query2 points", count);
}

// A step that is higher than flush is a corner, and so is a wider gap: nothing continues there.
static void corners(void** state)
{
    (void)state;
    const imp2_pose here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    static const double GAPS[3] = {0.0, 0.0, 4.0 * FLUSH}, STEPS[3] = {-2.5 * FLUSH, 2.5 * FLUSH, 0.0};
    for (int k = 0; k < 3; ++k)
    {
        test_rng rng = {7};
        question q;
        imp2_manifold m;
        make_question(&rng, &q);
        q.r.sides = 2;
        q.gap = GAPS[k];
        q.step = STEPS[k];
        q.at.p = (imp2_vec){0.9f, -1e-4f};
        static imp2i_edge_query s;
        start(&s, &q);
        assert_int_equal(imp2_collide(&q.r.tile, &here, &q.box, &q.at, 0.02f, &m), IMP_OK);
        assert_false(imp2i_edge_query_trim(&s, false, REACH, &m));
        assert_int_equal(m.count, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals),
        cmocka_unit_test(points),
        cmocka_unit_test(corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
