// SPDX-License-Identifier: MIT
//
// The laws that pair tests obey, each by its number:
//  1 numbers are read as they are      2 yes and no are exact        3 answers agree
//  4 what a sweep may say              5 the push parts the two      9 tolerances are relative
// 11 the same bits for the same calls  12 a failed call changed nothing

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "oracle/oracle2.h"
#include "support.h"

static void demand(const char* wrong, const pair2* pair)
{
    if (wrong)
    {
        pair2_print(pair);
        fail_msg("%s", wrong);
    }
}

// A pose whose rotation is a little too long or short stretches the vertices, and leaves the radius alone.
static void law_1_numbers_are_read_as_they_are(void** state)
{
    (void)state;
    imp2_vec zero = {0, 0}, one = {1, 0};
    imp2_shape point, ball;
    assert_int_equal(imp2_circle_make(one, 0.0f, &point), IMP_OK);
    assert_int_equal(imp2_circle_make(one, 1.0f, &ball), IMP_OK);
    imp2_pose at = imp2_pose_identity(), longer = at;
    longer.q.c = 1.0f + 0x1p-22f;
    bool answer;
    imp2_vec exact = {1.0f + 0x1p-22f, 0.0f}, far_side = {2.0f + 0x1p-22f, 0.0f}, stretched = {2.0f + 0x1p-21f, 0.0f};
    assert_int_equal(imp2_shape_contains(&point, &longer, exact, &answer), IMP_OK);
    assert_true(answer);
    assert_int_equal(imp2_shape_contains(&point, &longer, one, &answer), IMP_OK);
    assert_false(answer);
    assert_int_equal(imp2_shape_contains(&ball, &longer, far_side, &answer), IMP_OK);
    assert_true(answer);
    assert_int_equal(imp2_shape_contains(&ball, &longer, stretched, &answer), IMP_OK);
    assert_false(answer);

    // The same for any pair: rotations within the limit are never mended.
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, (int)(i % SORT2_COUNT), (int)(i / SORT2_COUNT % SORT2_COUNT), STYLE2_BOUNDARY, &pair);
        float stretch = 1.0f + (float)test_rng_int(&rng, -3, 3) * 0x1p-23f;
        pair.pose_b.q.c *= stretch;
        pair.pose_b.q.s *= stretch;
        if (imp2_pose_check(&pair.pose_b) == IMP_OK)
        {
            assert_int_equal(imp2_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &answer), IMP_OK);
            demand(check2_overlap(&pair, answer), &pair);
        }
        pair2_free(&pair);
    }
    test_report("law 1", count);

    // What is refused.
    imp2_pose off = at;
    off.q.c = 1.0f + 0x1p-20f;  // 2^-19 in the square
    assert_int_equal(imp_status_fault(imp2_shape_contains(&ball, &off, zero, &answer)), IMP_ERR_ROTATION);
    imp2_vec bad[4] = {{NAN, 0}, {0, INFINITY}, {0x1p-61f, 0}, {0, 0x1p61f}};
    for (int i = 0; i < 4; i++)
    {
        int fault = i < 2 ? IMP_ERR_NAN : IMP_ERR_MAGNITUDE;
        assert_int_equal(imp_status_fault(imp2_shape_contains(&ball, &at, bad[i], &answer)), fault);
        imp2_pose there = at;
        there.p = bad[i];
        assert_int_equal(imp_status_fault(imp2_overlap(&ball, &at, &ball, &there, &answer)), fault);
        assert_int_equal(imp_status_fault(imp2_circle_make(bad[i], 1.0f, NULL)), fault);
    }
}

static void law_2_yes_and_no_are_exact(void** state)
{
    (void)state;
    // On a grid of eighths everything is exact by hand too: boxes by comparing, circles by squares.
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(8000);
    imp2_pose at = imp2_pose_identity();
    for (uint64_t i = 0; i < count; i++)
    {
        int v[4];
        for (int k = 0; k < 4; k++)
        {
            v[k] = test_rng_int(&rng, 1, 16);
        }
        int x = test_rng_int(&rng, -24, 24), y = test_rng_int(&rng, -24, 24);
        imp2_box box_a = {{0, 0}, {(float)v[0] * 0.125f, (float)v[1] * 0.125f}};
        imp2_box box_b = {{0, 0}, {(float)v[2] * 0.125f, (float)v[3] * 0.125f}};
        imp2_vec zero = {0, 0};
        imp2_pose there = at;
        there.p.x = (float)x * 0.125f;
        there.p.y = (float)y * 0.125f;
        imp2_shape a, b;
        bool answer;
        assert_int_equal(imp2_box_make(box_a, &a), IMP_OK);
        assert_int_equal(imp2_box_make(box_b, &b), IMP_OK);
        assert_int_equal(imp2_overlap(&a, &at, &b, &there, &answer), IMP_OK);
        assert_int_equal(answer, x <= v[0] && x + v[2] >= 0 && y <= v[1] && y + v[3] >= 0);
        assert_int_equal(imp2_circle_make(zero, box_a.upper.x, &a), IMP_OK);
        assert_int_equal(imp2_circle_make(zero, box_b.upper.x, &b), IMP_OK);
        assert_int_equal(imp2_overlap(&a, &at, &b, &there, &answer), IMP_OK);
        assert_int_equal(answer, x * x + y * y <= (v[0] + v[2]) * (v[0] + v[2]));
    }
    test_report("law 2", count);
}

static void law_3_answers_agree(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(20000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        bool overlap;
        imp2_nearest nearest;
        imp2_manifold manifold;
        imp2_hit hit;
        imp2_vec none = {0, 0};
        assert_int_equal(imp2_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &overlap), IMP_OK);
        assert_int_equal(imp2_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &nearest), IMP_OK);
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &manifold), IMP_OK);
        assert_int_equal(imp2_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, none, &hit), IMP_OK);
        demand((nearest.distance <= 0.0f) == overlap ? NULL : "distance disagrees with overlap", &pair);
        demand((manifold.count > 0) == overlap ? NULL : "collide disagrees with overlap", &pair);
        demand((hit.kind != IMP_SWEEP_NEVER) == overlap ? NULL : "a cast that stands disagrees with overlap", &pair);
        demand(hit.kind == IMP_SWEEP_OVERLAP || nearest.distance >= 0.0f ? NULL : "overlap not told by the cast",
               &pair);
        pair2_free(&pair);
    }
    test_report("law 3", count);
}

static void law_4_what_a_sweep_may_say(void** state)
{
    (void)state;
    imp2_box wide = {{-10, -1}, {10, 0}}, unit = {{-0.5f, -0.5f}, {0.5f, 0.5f}};
    imp2_shape ground, box;
    assert_int_equal(imp2_box_make(wide, &ground), IMP_OK);
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    struct
    {
        float y, dx, dy;
        int kind;
    } cases[] = {
        {2.0f, 0, -1, IMP_SWEEP_NEVER}, {2.0f, 1, -3, IMP_SWEEP_HIT},         {0.25f, 1, 1, IMP_SWEEP_OVERLAP},
        {0.5f, 0, -1, IMP_SWEEP_TOUCH}, {0.5f, 1, 0, IMP_SWEEP_REST},         {0.5f, 0, 1, IMP_SWEEP_REST},
        {0.5f, 0, 0, IMP_SWEEP_REST},   {0.5f, 5, -0x1p-8f, IMP_SWEEP_TOUCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        imp2_pose at = imp2_pose_identity(), above = at;
        above.p.y = cases[i].y;
        imp2_mover a = {&ground, at, {0, 0}, 0.0f}, b = {&box, above, {cases[i].dx, cases[i].dy}, 0.0f};
        imp2_hit sweep, impact;
        assert_int_equal(imp2_sweep(&a, &b, &sweep), IMP_OK);
        assert_int_equal(imp2_time_of_impact(&a, &b, &impact), IMP_OK);
        assert_int_equal(sweep.kind, cases[i].kind);
        assert_int_equal(impact.kind, cases[i].kind);
        assert_true(sweep.kind != IMP_SWEEP_HIT || fabsf(sweep.time - 0.5f) < 1e-6f);
        assert_true(impact.time <= sweep.time + 1e-6f);
    }
    // Side by side through the world: nothing happens between them, however fast.
    for (int i = 0; i < 3; i++)
    {
        imp2_pose at = imp2_pose_identity(), above = at;
        above.p.y = 0.5f + 0.25f * (float)i;
        imp2_vec fast = {0x1p40f, -0x1.234568p39f};
        imp2_mover a = {&ground, at, fast, 0.0f}, b = {&box, above, fast, 0.0f};
        imp2_hit sweep, impact;
        assert_int_equal(imp2_sweep(&a, &b, &sweep), IMP_OK);
        assert_int_equal(imp2_time_of_impact(&a, &b, &impact), IMP_OK);
        assert_int_equal(sweep.kind, i ? IMP_SWEEP_NEVER : IMP_SWEEP_REST);
        assert_int_equal(impact.kind, i ? IMP_SWEEP_NEVER : IMP_SWEEP_REST);
    }
    // And a bullet through a sheet a millionth of its way thick.
    imp2_box sheet_box = {{-0x1p-10f, -4}, {0x1p-10f, 4}};
    imp2_vec zero = {0, 0};
    imp2_shape sheet, bullet;
    assert_int_equal(imp2_box_make(sheet_box, &sheet), IMP_OK);
    assert_int_equal(imp2_circle_make(zero, 0x1p-8f, &bullet), IMP_OK);
    imp2_pose here = imp2_pose_identity(), before = here;
    before.p.x = -500.0f;
    imp2_mover a = {&sheet, here, zero, 0.0f}, b = {&bullet, before, {0x1p10f, 0}, 3.0f};
    imp2_hit hit;
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
    assert_number(fabsf(hit.time - 500.0f / 1024.0f), <, 1e-4f);
    assert_number(hit.normal.x, <, -0.99f);
}

static void law_5_the_push_parts_the_two(void** state)
{
    (void)state;
    static const float shares[4][2] = {{1, 1}, {0, 1}, {2, 0}, {1, 3}};
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(6000), pushed = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_manifold m;
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &m), IMP_OK);
        double ulp = oracle2_ulp(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        for (int k = 0; k < 4 && m.count > 0; k++)
        {
            imp2_vec a, b;
            assert_int_equal(imp2_manifold_push(&m, shares[k][0], shares[k][1], &a, &b), IMP_OK);
            oracle2_shift apart = {(double)b.x, (double)b.y, (double)a.x, (double)a.y};
            oracle2_body body_a = oracle2_shape(&pair.a, &pair.pose_a), body_b = oracle2_shape(&pair.b, &pair.pose_b);
            oracle2_answer after;
            oracle2_relate_shifted(&body_a, &body_b, apart, &after);
            demand(fabs(after.separation) <= 16.0 * ulp ? NULL : "the push does not part them to touching", &pair);
            worst = ulp > 0.0 ? fmax(worst, fabs(after.separation) / ulp) : worst;
            demand((a.x == 0.0f && a.y == 0.0f) || shares[k][0] > 0.0f ? NULL : "what cannot move was moved", &pair);
            pushed++;
        }
        pair2_free(&pair);
    }
    printf("worst: separation after a split push %.3g ulp (bound 16)\n", worst);
    test_report("law 5", pushed);
    assert_true(count < 1000 || pushed > count);
}

// The same shape, k times as large. Oriented boxes round their corners, so they go through polygons.
static void make_scaled(const imp2_shape* s, float k, imp2_shape* out)
{
    imp2_vec v[64];
    for (int i = 0; i < s->count; i++)
    {
        v[i] = imp2_vec_scale(oracle2_vertex(s, i), k);
    }
    float radius = s->radius * k;
    imp2_box box = {v[0], v[0]};
    for (int i = 1; i < s->count; i++)
    {
        box.lower.x = fminf(box.lower.x, v[i].x);
        box.lower.y = fminf(box.lower.y, v[i].y);
        box.upper.x = fmaxf(box.upper.x, v[i].x);
        box.upper.y = fmaxf(box.upper.y, v[i].y);
    }
    imp_status status;
    switch (s->kind)
    {
    case IMP2_SHAPE_CIRCLE: status = imp2_circle_make(v[0], radius, out); break;
    case IMP2_SHAPE_SEGMENT: status = imp2_segment_make(v[0], v[s->count - 1], out); break;
    case IMP2_SHAPE_CAPSULE: status = imp2_capsule_make(v[0], v[s->count - 1], radius, out); break;
    case IMP2_SHAPE_BOX: status = imp2_box_make(box, out); break;
    default: status = imp2_polygon_make(v, s->count, radius, NULL, out, NULL); break;
    }
    assert_int_equal(status, IMP_OK);
}

typedef struct answers
{
    bool overlap;
    imp2_manifold manifold;
    imp2_nearest nearest;
    imp2_hit sweep, impact;
} answers;

static void ask_all(const pair2* pair, float k, answers* out)
{
    // Every byte of the answers is written by the library or the same before each call.
    memset(out, 0, sizeof *out);
    imp2_vec motion = {0.75f * k, -0.5f * k}, back = {-0.25f * k, 0.0f};
    imp2_mover a = {&pair->a, pair->pose_a, back, 0.0f}, b = {&pair->b, pair->pose_b, motion, 0.0f};
    assert_int_equal(imp2_overlap(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b, &out->overlap), IMP_OK);
    assert_int_equal(imp2_collide(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b, 0.125f * k, &out->manifold),
                     IMP_OK);
    assert_int_equal(imp2_distance(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b, &out->nearest), IMP_OK);
    assert_int_equal(imp2_sweep(&a, &b, &out->sweep), IMP_OK);
    a.turn = 0.5f;
    b.turn = -1.5f;
    assert_int_equal(imp2_time_of_impact(&a, &b, &out->impact), IMP_OK);
}

static void scale_vec(imp2_vec* v, float k)
{
    v->x *= k;
    v->y *= k;
}

static void scale_answers(answers* s, float k)
{
    s->manifold.depth *= k;
    s->nearest.distance *= k;
    s->sweep.depth *= k;
    s->impact.depth *= k;
    scale_vec(&s->nearest.point_a, k);
    scale_vec(&s->nearest.point_b, k);
    scale_vec(&s->sweep.point, k);
    scale_vec(&s->impact.point, k);
    for (int i = 0; i < 2; i++)
    {
        scale_vec(&s->manifold.points[i].point, k);
        s->manifold.points[i].depth *= k;
    }
}

static const char* difference(const answers* a, const answers* b)
{
    if (a->overlap != b->overlap)
    {
        return "overlap differs";
    }
    if (memcmp(&a->manifold, &b->manifold, sizeof a->manifold) != 0)
    {
        return "collide differs";
    }
    if (memcmp(&a->nearest, &b->nearest, sizeof a->nearest) != 0)
    {
        return "distance differs";
    }
    if (memcmp(&a->sweep, &b->sweep, sizeof a->sweep) != 0)
    {
        return "sweep differs";
    }
    return memcmp(&a->impact, &b->impact, sizeof a->impact) != 0 ? "time of impact differs" : NULL;
}

static void law_9_tolerances_are_relative(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(4000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 made, base;
        pair2_series(&rng, i, &made);
        base = made;
        make_scaled(&made.a, 1.0f, &base.a);
        make_scaled(&made.b, 1.0f, &base.b);
        answers plain;
        ask_all(&base, 1.0f, &plain);
        // A thousand times an extreme is beyond what is accepted.
        for (int way = 0; way < 2 && base.style != STYLE2_EXTREME; way++)
        {
            float k = way ? 0x1p10f : 0x1p-10f;
            pair2 scaled = base;
            make_scaled(&base.a, k, &scaled.a);
            make_scaled(&base.b, k, &scaled.b);
            scale_vec(&scaled.pose_a.p, k);
            scale_vec(&scaled.pose_b.p, k);
            answers other;
            ask_all(&scaled, k, &other);
            scale_answers(&other, 1.0f / k);
            const char* wrong = difference(&plain, &other);
            if (wrong)
            {
                printf("scaled by %g, ", (double)k);
            }
            demand(wrong, &base);
            pair2_free(&scaled);
        }
        pair2_free(&base);
        pair2_free(&made);
    }
    test_report("law 9", 2 * count);
}

static void law_11_the_same_bits_for_the_same_calls(void** state)
{
    (void)state;
    enum
    {
        KEPT = 64
    };
    static pair2 pairs[KEPT];
    static answers first[KEPT];
    test_rng rng = {test_seed() + 5};
    uint64_t count = test_n(30);
    for (uint64_t i = 0; i < count; i++)
    {
        for (int k = 0; k < KEPT; k++)
        {
            pair2_series(&rng, i * KEPT + (uint64_t)k, &pairs[k]);
            ask_all(&pairs[k], 1.0f, &first[k]);
        }
        // Again in another order, from copies elsewhere in memory with other bytes behind them.
        for (int k = KEPT - 1; k >= 0; k--)
        {
            struct
            {
                char space[24];
                pair2 pair;
                char more[64];
            } moved;
            memset(&moved, 0xa5 + k, sizeof moved);
            memcpy(&moved.pair, &pairs[k], sizeof moved.pair);
            answers again;
            ask_all(&moved.pair, 1.0f, &again);
            demand(difference(&first[k], &again), &pairs[k]);
        }
        for (int k = 0; k < KEPT; k++)
        {
            pair2_free(&pairs[k]);
        }
    }
    test_report("law 11", count * KEPT);
}

static void law_12_a_failed_call_changed_nothing(void** state)
{
    (void)state;
    imp2_vec zero = {0, 0};
    imp2_shape ball, none;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp2_circle_make(zero, 1.0f, &ball), IMP_OK);
    imp2_pose at = imp2_pose_identity(), bad[4] = {at, at, at, at};
    bad[0].p.x = NAN;
    bad[1].p.y = 0x1p61f;
    bad[2].q.c = 0.5f;
    bad[3].q.s = INFINITY;
    struct
    {
        bool overlap;
        imp2_manifold manifold;
        imp2_nearest nearest;
        imp2_hit hit;
        imp2_crossing crossing;
    } out, before;
    memset(&out, 0x5a, sizeof out);
    memcpy(&before, &out, sizeof out);
    for (int i = 0; i < 4; i++)
    {
        int fault = i == 1 ? IMP_ERR_MAGNITUDE : i == 2 ? IMP_ERR_ROTATION : IMP_ERR_NAN;
        imp2_mover good = {&ball, at, zero, 0.0f}, spoilt = {&ball, bad[i], zero, 0.0f};
        assert_int_equal(imp_status_fault(imp2_overlap(&ball, &at, &ball, &bad[i], &out.overlap)), fault);
        assert_int_equal(imp_status_fault(imp2_overlap(&ball, &bad[i], &ball, &at, &out.overlap)), fault);
        assert_int_equal(imp_status_fault(imp2_collide(&ball, &bad[i], &ball, &at, 0.0f, &out.manifold)), fault);
        assert_int_equal(imp_status_fault(imp2_distance(&ball, &at, &ball, &bad[i], &out.nearest)), fault);
        assert_int_equal(imp_status_fault(imp2_sweep(&good, &spoilt, &out.hit)), fault);
        assert_int_equal(imp_status_fault(imp2_time_of_impact(&spoilt, &good, &out.hit)), fault);
        assert_int_equal(imp_status_fault(imp2_cast(&ball, &at, &ball, &bad[i], zero, &out.hit)), fault);
        assert_int_equal(imp_status_fault(imp2_ray(&ball, &bad[i], zero, zero, &out.hit)), fault);
    }
    assert_int_equal(imp_status_fault(imp2_overlap(&none, &at, &ball, &at, &out.overlap)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp2_overlap(NULL, &at, &ball, &at, &out.overlap)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp2_collide(&ball, NULL, &ball, &at, 0.0f, &out.manifold)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp2_distance(&ball, &at, &none, &at, &out.nearest)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp2_ray(&none, &at, zero, zero, &out.hit)), IMP_ERR_SHAPE);
    imp2_vec nan = {0, NAN};
    assert_int_equal(imp_status_fault(imp2_ray(&ball, &at, zero, nan, &out.hit)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_segments_cross(zero, zero, nan, zero, &out.crossing)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_overlap(&ball, &at, &ball, &at, NULL)), IMP_ERR_NULL);
    assert_memory_equal(&out, &before, sizeof out);
    // The argument to blame is named.
    assert_int_equal(imp_status_argument(imp2_overlap(&ball, &at, &ball, &bad[0], &out.overlap)), 4);
    assert_int_equal(imp_status_argument(imp2_overlap(&none, &at, &ball, &at, &out.overlap)), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_1_numbers_are_read_as_they_are),
        cmocka_unit_test(law_2_yes_and_no_are_exact),
        cmocka_unit_test(law_3_answers_agree),
        cmocka_unit_test(law_4_what_a_sweep_may_say),
        cmocka_unit_test(law_5_the_push_parts_the_two),
        cmocka_unit_test(law_9_tolerances_are_relative),
        cmocka_unit_test(law_11_the_same_bits_for_the_same_calls),
        cmocka_unit_test(law_12_a_failed_call_changed_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
