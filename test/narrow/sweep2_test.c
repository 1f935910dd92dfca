// SPDX-License-Identifier: MIT
//
// imp2_sweep, imp2_cast and imp2_ray against the oracle: the state at the start exactly, no hit missed or invented, the
// time where the exact separation is zero.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "oracle/oracle2.h"
#include "support.h"

static const char* const kind_names[5] = {"never", "hit", "touch", "overlap", "rest"};
static uint64_t failures;
static uint64_t kinds[5];

static void note(const char* wrong, const pair2* pair, imp2_vec motion_a, imp2_vec motion_b, const imp2_hit* hit)
{
    kinds[hit->kind >= 0 && hit->kind < 5 ? hit->kind : 0]++;
    failures += wrong != NULL;
    if (wrong && check2_first(wrong))
    {
        printf("%s\n", wrong);
        pair2_print(pair);
        printf("  motion_a {%a, %a}, motion_b {%a, %a}\n", (double)motion_a.x, (double)motion_a.y, (double)motion_b.x,
               (double)motion_b.y);
        printf("  got kind %d, time %a, normal {%a, %a}, point {%a, %a}, depth %a\n", hit->kind, (double)hit->time,
               (double)hit->normal.x, (double)hit->normal.y, (double)hit->point.x, (double)hit->point.y,
               (double)hit->depth);
    }
}

static void finish(const char* name, uint64_t count)
{
    for (int i = 0; i < 5; i++)
    {
        printf("%s %d%s", kind_names[i], (int)kinds[i], i < 4 ? ", " : "\n");
    }
    test_report(name, count);
    check2_print_faults();
    assert_int_equal(failures, 0);
}

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)value;
}

// Towards the other one, past it, away, along the surface, on the grid.
static imp2_vec some_motion(test_rng* rng, const pair2* pair)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer r;
    oracle2_relate(&a, &b, &r);
    double size =
        fmax(fmax((double)pair->a.reach + (double)pair->a.radius, (double)pair->b.reach + (double)pair->b.radius),
             fabs(r.separation)) +
        1e-9;
    double length = size * exp2(4.0 * test_rng_unit(rng) - 2.0), angle = 6.3 * test_rng_unit(rng);
    double x = length * cos(angle), y = length * sin(angle);
    bool grid = pair->style == STYLE2_GRID || pair->style == STYLE2_PARALLEL || pair->style == STYLE2_CORNER;
    switch (test_rng_int(rng, 0, 5))
    {
    case 0:  // straight on
        x = -length * r.normal_x;
        y = -length * r.normal_y;
        break;
    case 1:  // along the surface
        x = -length * r.normal_y;
        y = length * r.normal_x;
        break;
    case 2:  // somewhere at the other one
        x = -length * r.normal_x + 0.5 * x;
        y = -length * r.normal_y + 0.5 * y;
        break;
    case 3:
        x = 0.0;
        y = test_rng_int(rng, 0, 3) ? y : 0.0;
        break;
    default: break;
    }
    if (grid && test_rng_int(rng, 0, 1))
    {
        x = test_rng_int(rng, -16, 16) * 0.125;
        y = test_rng_int(rng, -16, 16) * 0.125;
    }
    imp2_vec v = {tidy(x), tidy(y)};
    return v;
}

static void sweeps(void** state)
{
    (void)state;
    failures = 0;
    memset(kinds, 0, sizeof kinds);
    test_rng rng = {test_seed()};
    uint64_t count = test_n(8000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_vec motion_a = {0.0f, 0.0f}, motion_b = some_motion(&rng, &pair);
        if (i % 3 == 0)
        {
            motion_a = some_motion(&rng, &pair);
        }
        imp2_mover a = {&pair.a, pair.pose_a, motion_a, 0.0f}, b = {&pair.b, pair.pose_b, motion_b, 0.0f};
        imp2_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp2_sweep(&a, &b, &hit), IMP_OK);
        note(check2_sweep(&pair, motion_a, motion_b, &hit), &pair, motion_a, motion_b, &hit);
        if (motion_a.x == 0.0f && motion_a.y == 0.0f)
        {
            imp2_hit cast;
            assert_int_equal(imp2_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion_b, &cast), IMP_OK);
            note(check2_sweep(&pair, motion_a, motion_b, &cast), &pair, motion_a, motion_b, &cast);
        }
        pair2_free(&pair);
    }
    finish("sweep2: sweeps and casts", count);
    for (int i = 0; i < 5; i++)
    {
        assert_true(count < 1000 || kinds[i] > 0);
    }
}

// Sides that meet in parallel, corner by corner, round ones above all: a path along the rounding's edge.
static void parallel_sides(void** state)
{
    (void)state;
    failures = 0;
    memset(kinds, 0, sizeof kinds);
    static const int sorts[5] = {SORT2_CAPSULE, SORT2_ROUND_POLYGON, SORT2_FLAT_BOX, SORT2_BOX, SORT2_CIRCLE};
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(4000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, sorts[i % 5], sorts[i / 5 % 5], STYLE2_PARALLEL, &pair);
        imp2_vec motion = {test_rng_range(&rng, -4.0f, 4.0f), test_rng_range(&rng, -4.0f, 4.0f)}, still = {0.0f, 0.0f};
        // Back along the way, so that they meet where they lie now.
        if (i % 2)
        {
            pair.pose_b.p.x -= 0.5f * motion.x;
            pair.pose_b.p.y -= 0.5f * motion.y;
        }
        imp2_hit hit;
        assert_int_equal(imp2_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion, &hit), IMP_OK);
        note(check2_sweep(&pair, still, motion, &hit), &pair, still, motion, &hit);
        pair2_free(&pair);
    }
    finish("sweep2: parallel sides", count);
}

// Passes that miss or hit by a few ulps: thrown along the surface from far off at a slightly shifted height.
static void near_misses(void** state)
{
    (void)state;
    failures = 0;
    memset(kinds, 0, sizeof kinds);
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(3000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, (int)(i % SORT2_COUNT), (int)(i / SORT2_COUNT % SORT2_COUNT), STYLE2_BOUNDARY, &pair);
        oracle2_body a = oracle2_shape(&pair.a, &pair.pose_a), b = oracle2_shape(&pair.b, &pair.pose_b);
        oracle2_answer r;
        oracle2_relate(&a, &b, &r);
        double ulp = oracle2_ulp(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b), way = ulp * 0x1p23 * 4.0;
        double lift = ulp * 200.0 * (test_rng_unit(&rng) - 0.5);
        imp2_vec back = {tidy(-way * r.normal_y), tidy(way * r.normal_x)};
        pair.pose_b.p.x = tidy((double)pair.pose_b.p.x - (double)back.x + lift * r.normal_x);
        pair.pose_b.p.y = tidy((double)pair.pose_b.p.y - (double)back.y + lift * r.normal_y);
        imp2_vec motion = {2.0f * back.x, 2.0f * back.y}, still = {0.0f, 0.0f};
        imp2_hit hit;
        assert_int_equal(imp2_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion, &hit), IMP_OK);
        note(check2_sweep(&pair, still, motion, &hit), &pair, still, motion, &hit);
        pair2_free(&pair);
    }
    finish("sweep2: near misses", count);
}

static void rays(void** state)
{
    (void)state;
    failures = 0;
    memset(kinds, 0, sizeof kinds);
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(8000);
    imp2_pose identity = imp2_pose_identity();
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        imp2_vec zero = {0.0f, 0.0f}, origin = pair.pose_b.p;
        if (i % 2)
        {
            double size = 3.0 * ((double)pair.a.reach + (double)pair.a.radius);
            origin.x = tidy((double)pair.pose_a.p.x + size * (test_rng_unit(&rng) - 0.5));
            origin.y = tidy((double)pair.pose_a.p.y + size * (test_rng_unit(&rng) - 0.5));
        }
        imp2_shape_free(&pair.b);
        assert_int_equal(imp2_circle_make(zero, 0.0f, &pair.b), IMP_OK);
        pair.pose_b = identity;
        pair.pose_b.p = origin;
        pair.sort_b = SORT2_POINT;
        imp2_vec motion = some_motion(&rng, &pair);
        imp2_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp2_ray(&pair.a, &pair.pose_a, origin, motion, &hit), IMP_OK);
        note(check2_ray(&pair.a, &pair.pose_a, origin, motion, &hit), &pair, zero, motion, &hit);
        pair2_free(&pair);
    }
    finish("sweep2: rays", count);
}

static void known_sweeps(void** state)
{
    (void)state;
    imp2_box unit = {{0, 0}, {1, 1}};
    imp2_vec center = {0, 0};
    imp2_shape box, circle;
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 0.5f, &circle), IMP_OK);
    imp2_pose at = imp2_pose_identity();
    struct
    {
        const imp2_shape* b;
        imp2_vec p, motion;
        int kind;
        float time, nx, ny;
    } cases[] = {
        {&box, {3, 0}, {-4, 0}, IMP_SWEEP_HIT, 0.5f, 1, 0},
        {&box, {3, 0}, {-2, 0}, IMP_SWEEP_HIT, 1.0f, 1, 0},
        {&box, {3, 0}, {-1.5f, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&box, {3, 0}, {4, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&box, {1, 0}, {-1, 0}, IMP_SWEEP_TOUCH, 0, 1, 0},
        {&box, {1, 0}, {0, 1}, IMP_SWEEP_REST, 0, 0, 0},
        {&box, {1, 0}, {1, 0}, IMP_SWEEP_REST, 0, 0, 0},
        {&box, {1, 0}, {0, 0}, IMP_SWEEP_REST, 0, 0, 0},
        {&box, {0.75f, 0}, {1, 0}, IMP_SWEEP_OVERLAP, 0, 1, 0},
        {&circle, {3.5f, 0.5f}, {-4, 0}, IMP_SWEEP_HIT, 0.5f, 1, 0},
        {&circle, {3.5f, 2}, {-8, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&circle, {1.3f, 5.4f}, {0, -8}, IMP_SWEEP_HIT, 0.5f, 0.6f, 0.8f},
        {&circle, {1.5f, 0.5f}, {-1, 9}, IMP_SWEEP_TOUCH, 0, 1, 0},
        {&circle, {1.5f, 0.5f}, {0, 9}, IMP_SWEEP_REST, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        imp2_pose pose = at;
        pose.p = cases[i].p;
        imp2_hit hit;
        assert_int_equal(imp2_cast(&box, &at, cases[i].b, &pose, cases[i].motion, &hit), IMP_OK);
        assert_int_equal(hit.kind, cases[i].kind);
        assert_true(fabsf(hit.time - cases[i].time) <= 1e-6f);
        assert_number(fabsf(hit.normal.x - cases[i].nx), <=, 1e-6f);
        assert_number(fabsf(hit.normal.y - cases[i].ny), <=, 1e-6f);
    }
    imp2_mover a = {&box, at, {0, 0}, 0.0f}, b = {&box, at, {1, 0}, 0.5f};
    imp2_hit hit = {7, 7.0f, {7, 7}, {7, 7}, 7.0f}, before = hit;
    assert_int_equal(imp_status_fault(imp2_sweep(&a, &b, &hit)), IMP_ERR_RANGE);
    b.turn = 0.0f;
    b.motion.x = NAN;
    assert_int_equal(imp_status_fault(imp2_sweep(&a, &b, &hit)), IMP_ERR_NAN);
    assert_memory_equal(&hit, &before, sizeof hit);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    check2_print_worst();
    check2_hold(CHECK2_SWEEP_TIME, 8.0);
    check2_hold(CHECK2_SWEEP_POINT, 32.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_sweeps),   cmocka_unit_test(sweeps), cmocka_unit_test(near_misses),
        cmocka_unit_test(parallel_sides), cmocka_unit_test(rays),   cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
