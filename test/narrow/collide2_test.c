// SPDX-License-Identifier: MIT
//
// imp2_collide: depth, normal, push and points within the bounds of narrow2.h, measured by the oracle; feature ids; the
// push and its split.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "narrow/quick2.h"
#include "oracle/oracle2.h"
#include "support.h"

static uint64_t failures;

static void note(const char* wrong, const pair2* pair, const imp2_manifold* m)
{
    failures += wrong != NULL;
    if (wrong && check2_first(wrong))
    {
        printf("%s\n", wrong);
        pair2_print(pair);
        printf("  got normal {%a, %a}, depth %a, count %d\n", (double)m->normal.x, (double)m->normal.y,
               (double)m->depth, m->count);
        for (int i = 0; i < m->count; i++)
        {
            printf("  point {%a, %a}, depth %a, id %08x\n", (double)m->points[i].point.x, (double)m->points[i].point.y,
                   (double)m->points[i].depth, m->points[i].id);
        }
    }
}

static void within_bounds(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(12000), two = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_manifold m;
        memset(&m, 0x5a, sizeof m);
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &m), IMP_OK);
        note(check2_collide(&pair, 0.0f, &m), &pair, &m);
        two += m.count == 2;
        pair2_free(&pair);
    }
    printf("two points: %d of %d\n", (int)two, (int)count);
    test_report("collide2: margin 0", count);
    check2_print_faults();
    assert_int_equal(failures, 0);
}

static void within_bounds_with_margin(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(6000), gaps = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        float margin = (pair.a.reach + pair.b.reach + 0.01f) * test_rng_range(&rng, 0.0f, 0.5f);
        imp2_manifold m;
        memset(&m, 0x5a, sizeof m);
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &m), IMP_OK);
        note(check2_collide(&pair, margin, &m), &pair, &m);
        gaps += m.count > 0 && m.depth < 0.0f;
        pair2_free(&pair);
    }
    printf("speculative: %d of %d\n", (int)gaps, (int)count);
    test_report("collide2: with margin", count);
    check2_print_faults();
    assert_int_equal(failures, 0);
    assert_true(count < 1000 || gaps > count / 20);
}

// A box that lies on a wide one, nudged and sunk and slid and turned a little: the ids do not change, and differ.
static void ids_stay_while_features_stay(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(2000);
    imp2_shape floor_box, box;
    imp2_box wide = {{-10, -1}, {10, 0}}, small = {{-0.5f, -0.5f}, {0.5f, 0.5f}};
    assert_int_equal(imp2_box_make(wide, &floor_box), IMP_OK);
    assert_int_equal(imp2_box_make(small, &box), IMP_OK);
    uint32_t ids[2][2] = {{0, 0}, {0, 0}};
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_pose at = imp2_pose_identity(), on = at;
        float angle = test_rng_range(&rng, -0.01f, 0.01f);
        on.q.c = (float)cos((double)angle);
        on.q.s = (float)sin((double)angle);
        on.p.x = test_rng_range(&rng, -5.0f, 5.0f);
        on.p.y = 0.49f - test_rng_range(&rng, 0.0f, 0.03f);
        imp2_manifold m;
        for (int swapped = 0; swapped < 2; swapped++)
        {
            imp_status status = swapped ? imp2_collide(&box, &on, &floor_box, &at, 0.0f, &m)
                                        : imp2_collide(&floor_box, &at, &box, &on, 0.0f, &m);
            assert_int_equal(status, IMP_OK);
            assert_int_equal(m.count, 2);
            assert_true(m.normal.y * (swapped ? -1.0f : 1.0f) > 0.99f);
            // In order along the floor.
            int left = m.points[0].point.x < m.points[1].point.x ? 0 : 1;
            uint32_t now[2] = {m.points[left].id, m.points[1 - left].id};
            assert_int_not_equal(now[0], now[1]);
            if (i == 0)
            {
                memcpy(ids[swapped], now, sizeof now);
            }
            if (memcmp(ids[swapped], now, sizeof now) != 0)
            {
                fail_msg("angle %a, p {%a, %a}, swapped %d: ids %08x %08x, were %08x %08x", (double)angle,
                         (double)on.p.x, (double)on.p.y, swapped, now[0], now[1], ids[swapped][0], ids[swapped][1]);
            }
        }
    }
    test_report("collide2: ids of a box on a floor", count);
}

// For any robust contact: the smallest nudge keeps count and ids, save where the features are about to change.
static void ids_survive_the_smallest_nudge(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(4000), tried = 0, changed = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, (int)(i % SORT2_COUNT), (int)(i / SORT2_COUNT % SORT2_COUNT), STYLE2_RANDOM, &pair);
        imp2_manifold before, after;
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &before), IMP_OK);
        float size = pair.a.reach + pair.b.reach;
        pair.pose_b.p.x += 1e-6f * size;
        pair.pose_b.p.y -= 1e-6f * size;
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &after), IMP_OK);
        if (before.count > 0 && before.depth > 1e-3f * size)
        {
            tried++;
            bool same = before.count == after.count;
            for (int k = 0; same && k < before.count; k++)
            {
                same = before.points[k].id == after.points[k].id;
            }
            changed += !same;
        }
        pair2_free(&pair);
    }
    printf("ids changed by a nudge: %d of %d\n", (int)changed, (int)tried);
    assert_true(count < 1000 || tried > count / 5);
    assert_true(changed * 1000 <= tried * 2);
    test_report("collide2: ids after a nudge", count);
}

static void swapping_changes_signs_only(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(4000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_manifold m, swapped;
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &m), IMP_OK);
        assert_int_equal(imp2_collide(&pair.b, &pair.pose_b, &pair.a, &pair.pose_a, 0.0f, &swapped), IMP_OK);
        double ulp = oracle2_ulp(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        if ((m.count > 0) != (swapped.count > 0) || fabs((double)m.depth - (double)swapped.depth) > 16.0 * ulp)
        {
            note("swapped: other depth", &pair, &m);
        }
        pair2_free(&pair);
    }
    test_report("collide2: swapped", count);
    check2_print_faults();
    assert_int_equal(failures, 0);
}

static void known_manifolds(void** state)
{
    (void)state;
    imp2_box unit = {{0, 0}, {1, 1}};
    imp2_vec center = {0, 0}, a = {-1, 0}, b = {1, 0};
    imp2_shape box, circle, capsule;
    imp2_pose at = imp2_pose_identity(), other = at;
    imp2_manifold m;
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 1.0f, &circle), IMP_OK);
    assert_int_equal(imp2_capsule_make(a, b, 0.5f, &capsule), IMP_OK);

    other.p.x = 0.75f;
    other.p.y = 0.25f;
    assert_int_equal(imp2_collide(&box, &at, &box, &other, 0.0f, &m), IMP_OK);
    assert_int_equal(m.count, 2);
    assert_vec(m.normal, 1.0f, 0.0f);
    assert_number(m.depth, ==, 0.25f);
    for (int i = 0; i < 2; i++)
    {
        assert_number(m.points[i].depth, ==, 0.25f);
        assert_number(m.points[i].point.x, ==, 0.875f);
        assert_true(m.points[i].point.y == 0.25f || m.points[i].point.y == 1.0f);
    }
    assert_true(m.points[0].point.y != m.points[1].point.y);

    // Touching along a whole side: two points of depth 0.
    other.p.x = 1.0f;
    other.p.y = 0.0f;
    assert_int_equal(imp2_collide(&box, &at, &box, &other, 0.0f, &m), IMP_OK);
    assert_int_equal(m.count, 2);
    assert_number(m.depth, ==, 0.0f);
    assert_number(m.normal.x, ==, 1.0f);
    // A capsule lying on the box.
    other.p.x = 0.5f;
    other.p.y = 1.25f;
    assert_int_equal(imp2_collide(&box, &at, &capsule, &other, 0.0f, &m), IMP_OK);
    assert_int_equal(m.count, 2);
    assert_number(m.depth, ==, 0.25f);
    assert_number(m.normal.y, ==, 1.0f);
    // Rounded boxes of one size, one exactly above the other: corner lies on corner, and still there are two points.
    imp2_vec square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    imp2_shape rounded;
    assert_int_equal(imp2_polygon_make(square, 4, 0.25f, NULL, &rounded, NULL), IMP_OK);
    other.p.x = 0.0f;
    for (int i = 0; i < 3; i++)
    {
        other.p.y = 1.5f - 0.0625f * (float)i;
        assert_int_equal(imp2_collide(&rounded, &at, &rounded, &other, 0.0f, &m), IMP_OK);
        assert_int_equal(m.count, 2);
        assert_number(m.depth, ==, 0.0625f * (float)i);
        assert_vec(m.normal, 0.0f, 1.0f);
        assert_true(fabsf(m.points[0].point.x - m.points[1].point.x) == 1.0f);
    }
    other.p.x = 0.5f;
    // Circles in one place: any normal, depth the sum of the radii.
    assert_int_equal(imp2_collide(&circle, &at, &circle, &at, 0.0f, &m), IMP_OK);
    assert_int_equal(m.count, 1);
    assert_number(m.depth, ==, 2.0f);
    // A gap within the margin, beyond it, and exactly as large.
    other.p.x = 3.0f;
    other.p.y = 0.0f;
    assert_int_equal(imp2_collide(&circle, &at, &circle, &other, 1.5f, &m), IMP_OK);
    assert_int_equal(m.count, 1);
    assert_number(m.depth, ==, -1.0f);
    assert_number(m.points[0].point.x, ==, 1.5f);
    assert_number(m.points[0].depth, ==, -1.0f);
    assert_int_equal(imp2_collide(&circle, &at, &circle, &other, 0.5f, &m), IMP_OK);
    imp2_manifold nothing;
    memset(&nothing, 0, sizeof nothing);
    assert_memory_equal(&m, &nothing, sizeof m);
    assert_int_equal(imp_status_fault(imp2_collide(&circle, &at, &circle, &other, -0.5f, &m)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp2_collide(&circle, &at, &circle, &other, NAN, &m)), IMP_ERR_NAN);
    assert_memory_equal(&m, &nothing, sizeof m);
}

// However near to each other the centres are: the normal leads from one to the other.
static void near_centres_keep_their_direction(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    uint64_t count = test_n(4000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_shape shapes[2];
        imp2_pose poses[2];
        double x[2], y[2];
        for (int k = 0; k < 2; k++)
        {
            imp2_vec center = {test_rng_range(&rng, -1.0f, 1.0f), test_rng_range(&rng, -1.0f, 1.0f)};
            assert_int_equal(imp2_circle_make(center, test_rng_range(&rng, 0.0f, 2.0f), &shapes[k]), IMP_OK);
            imp2_pose* at = &poses[k];
            double angle = (double)test_rng_range(&rng, -3.0f, 3.0f);
            at->q.c = (float)cos(angle);
            at->q.s = (float)sin(angle);
            x[k] = (double)at->q.c * (double)center.x - (double)at->q.s * (double)center.y;
            y[k] = (double)at->q.s * (double)center.x + (double)at->q.c * (double)center.y;
            double near = k == 0 ? 1.0 : 1.0 / (1 << i % 20);
            at->p.x = (float)((k == 0 ? 0.0 : x[0] - x[1]) + near * (double)test_rng_range(&rng, -1.0f, 1.0f));
            at->p.y = (float)((k == 0 ? 0.0 : y[0] - y[1]) + near * (double)test_rng_range(&rng, -1.0f, 1.0f));
            x[k] += (double)at->p.x;
            y[k] += (double)at->p.y;
        }
        double d = hypot(x[1] - x[0], y[1] - y[0]);
        imp2_manifold m;
        assert_int_equal(imp2_collide(&shapes[0], &poses[0], &shapes[1], &poses[1], 4.0f, &m), IMP_OK);
        assert_int_equal(m.count, 1);
        if (d > 0.0)
        {
            double off = hypot((double)m.normal.x - (x[1] - x[0]) / d, (double)m.normal.y - (y[1] - y[0]) / d);
            worst = fmax(worst, off);
        }
    }
    printf("direction of near centres: off by %g at most\n", worst);
    test_report("collide2: near centres", count);
    assert_true(worst < 0x1p-11);
}

static bool near_vec(imp2_vec a, imp2_vec b, double little)
{
    return fabs((double)a.x - (double)b.x) <= little && fabs((double)a.y - (double)b.y) <= little;
}

static bool same_contacts(const imp2_manifold* a, const imp2_manifold* b)
{
    bool same = a->count == b->count;
    for (int32_t k = 0; k < a->count && same; k++)
    {
        same = a->points[k].id == b->points[k].id;
    }
    return same;
}

// Beside a circle, a side that is named has the normal.
static void check_named_side(const pair2* pair, const imp2_manifold* m, uint32_t id)
{
    uint32_t kind = id >> 30;
    bool circle = pair->a.count == 1 || pair->b.count == 1;
    if (circle && (kind == IMP2I_VERTEX_ON_SIDE_A || kind == IMP2I_VERTEX_ON_SIDE_B))
    {
        bool on_a = kind == IMP2I_VERTEX_ON_SIDE_A;
        const imp2_shape* s = on_a ? &pair->a : &pair->b;
        imp2_rot q = on_a ? pair->pose_a.q : pair->pose_b.q;
        uint32_t side = on_a ? id >> 15 & 0x7fff : id & 0x7fff;
        assert_true(side < (uint32_t)(s->count == 2 ? 4 : s->count));
        float nx = q.c * s->normal_x[side] - q.s * s->normal_y[side];
        float ny = q.s * s->normal_x[side] + q.c * s->normal_y[side];
        float along = (nx * m->normal.x + ny * m->normal.y) * (on_a ? 1.0f : -1.0f);
        assert_true(along > 0.999f);
    }
}

// The shortcuts find the same points as the general way and name the same features, but where others are as near.
static void shortcuts_are_the_general_way(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 6};
    const int sorts[] = {SORT2_CIRCLE,       SORT2_SEGMENT, SORT2_CAPSULE,      SORT2_BOX,
                         SORT2_ORIENTED_BOX, SORT2_POLYGON, SORT2_ROUND_POLYGON};
    uint64_t count = test_n(49000), tried = 0, other = 0, other_random = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        int style = i / 49 % 4 == 3 ? STYLE2_GRID : STYLE2_RANDOM;
        pair2_make(&rng, sorts[i % 7], sorts[i / 7 % 7], style, &pair);
        imp2_manifold quick, general;
        assert_int_equal(imp2_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.2537f, &quick), IMP_OK);
        assert_int_equal(imp2i_collide_any(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.2537f, &general), IMP_OK);
        assert_int_equal(quick.count > 0, general.count > 0);
        bool same = same_contacts(&quick, &general);
        tried += quick.count > 0;
        other += !same;
        other_random += !same && style == STYLE2_RANDOM;
        double little = 1e-5 * ((double)pair.a.reach + pair.b.reach + pair.a.radius + pair.b.radius + 1.0);
        bool close = fabs((double)quick.depth - (double)general.depth) <= little;
        for (int32_t k = 0; k < quick.count && same; k++)
        {
            close = close && near_vec(quick.points[k].point, general.points[k].point, little);
            close = close && fabs((double)quick.points[k].depth - (double)general.points[k].depth) <= little;
        }
        if (!close)
        {
            pair2_print(&pair);
            fail_msg("%d points, id %08x; the general way has %d, %08x", quick.count, quick.points[0].id, general.count,
                     general.points[0].id);
        }
        check_named_side(&pair, &quick, quick.points[0].id);
        pair2_free(&pair);
    }
    printf("named otherwise, where features are as near: %d of %d, %d of them by chance\n", (int)other, (int)tried,
           (int)other_random);
    test_report("collide2: ids of shortcuts", count);
    assert_number(other * 20, <=, tried);
    assert_number(other_random * 10000, <=, tried);
}

static void pushes(void** state)
{
    (void)state;
    imp2_manifold m = {{0.6f, 0.8f}, 2.0f, 1, {{{0, 0}, 2.0f, 0}, {{0, 0}, 0.0f, 0}}};
    struct
    {
        float a, b, share_a, share_b;
    } cases[] = {{1, 1, -0.5f, 0.5f}, {0, 1, 0, 1},          {1, 0, -1, 0},
                 {0, 0, 0, 0},        {1, 3, -0.25f, 0.75f}, {0.5f, 0.5f, -0.5f, 0.5f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        imp2_vec a, b;
        assert_int_equal(imp2_manifold_push(&m, cases[i].a, cases[i].b, &a, &b), IMP_OK);
        assert_number(fabsf(a.x - cases[i].share_a * 1.2f), <, 3e-7f);
        assert_number(fabsf(a.y - cases[i].share_a * 1.6f), <, 3e-7f);
        assert_number(fabsf(b.x - cases[i].share_b * 1.2f), <, 3e-7f);
        assert_number(fabsf(b.y - cases[i].share_b * 1.6f), <, 3e-7f);
    }
    imp2_vec a = {7, 7}, b = {7, 7};
    assert_int_equal(imp_status_fault(imp2_manifold_push(&m, -1, 1, &a, &b)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp2_manifold_push(&m, NAN, 1, &a, &b)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_manifold_push(NULL, 1, 1, &a, &b)), IMP_ERR_NULL);
    assert_number(a.x, ==, 7.0f);
    assert_number(b.y, ==, 7.0f);
    m.depth = -1.0f;
    assert_int_equal(imp2_manifold_push(&m, 1, 1, &a, &b), IMP_OK);
    assert_vec(a, 0.0f, 0.0f);
    assert_vec(b, 0.0f, 0.0f);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    check2_print_worst();
    check2_hold(CHECK2_DEPTH, 8.0);
    check2_hold(CHECK2_PUSH, 16.0);
    check2_hold(CHECK2_CONTACT_POINT, 16.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_manifolds),
        cmocka_unit_test(within_bounds),
        cmocka_unit_test(within_bounds_with_margin),
        cmocka_unit_test(ids_stay_while_features_stay),
        cmocka_unit_test(ids_survive_the_smallest_nudge),
        cmocka_unit_test(swapping_changes_signs_only),
        cmocka_unit_test(near_centres_keep_their_direction),
        cmocka_unit_test(shortcuts_are_the_general_way),
        cmocka_unit_test(pushes),
        cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
