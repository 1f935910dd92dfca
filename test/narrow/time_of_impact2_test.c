// SPDX-License-Identifier: MIT
//
// imp2_time_of_impact against true trigonometry in double: never late, no hit missed, early by no more than stated.
// Between the samples the speed limit of the motion proves that nothing happens.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "oracle/oracle2.h"
#include "support.h"

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)value;
}

static void print_mover(const char* name, const imp2_mover* m)
{
    printf("  %s: motion {%a, %a}, turn %a\n", name, (double)m->motion.x, (double)m->motion.y, (double)m->turn);
}

static const char* try_one(const pair2* pair, imp2_vec motion_a, float turn_a, imp2_vec motion_b, float turn_b,
                           uint64_t* wrong, uint64_t kinds[5])
{
    imp2_mover a = {&pair->a, pair->pose_a, motion_a, turn_a}, b = {&pair->b, pair->pose_b, motion_b, turn_b};
    imp2_hit hit;
    memset(&hit, 0x5a, sizeof hit);
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    const char* fault = check2_impact(&a, &b, &hit);
    kinds[hit.kind >= 0 && hit.kind < 5 ? hit.kind : 0]++;
    *wrong += fault != NULL;
    if (fault && check2_first(fault))
    {
        printf("%s\n", fault);
        pair2_print(pair);
        print_mover("a", &a);
        print_mover("b", &b);
        printf("  got kind %d, time %a, normal {%a, %a}\n", hit.kind, (double)hit.time, (double)hit.normal.x,
               (double)hit.normal.y);
    }
    return fault;
}

static void never_late(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000), wrong = 0, kinds[5] = {0, 0, 0, 0, 0};
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_series(&rng, i, &pair);
        if (pair.a.count > 16 || pair.b.count > 16)
        {
            pair2_free(&pair);
            continue;
        }
        double size = fmax((double)pair.a.reach + (double)pair.a.radius, (double)pair.b.reach + (double)pair.b.radius);
        // Start apart most of the time.
        double angle = 6.3 * test_rng_unit(&rng), out = size * (1.0 + 2.0 * test_rng_unit(&rng));
        if (test_rng_int(&rng, 0, 3))
        {
            pair.pose_b.p.x = tidy((double)pair.pose_a.p.x + out * cos(angle));
            pair.pose_b.p.y = tidy((double)pair.pose_a.p.y + out * sin(angle));
        }
        double aim = angle + 1.5 * (test_rng_unit(&rng) - 0.5), length = out * 2.0 * test_rng_unit(&rng);
        imp2_vec motion_b = {tidy(-length * cos(aim)), tidy(-length * sin(aim))}, motion_a = {0.0f, 0.0f};
        if (i % 2)
        {
            motion_a.x = tidy(0.5 * size * (test_rng_unit(&rng) - 0.5));
            motion_a.y = tidy(0.5 * size * (test_rng_unit(&rng) - 0.5));
        }
        float turn_a = i % 5 ? tidy(6.0 * (test_rng_unit(&rng) - 0.5)) : 0.0f;
        float turn_b = i % 7 ? tidy(12.0 * (test_rng_unit(&rng) - 0.5)) : 0.0f;
        turn_b = i % 97 ? turn_b : 40.0f;
        try_one(&pair, motion_a, turn_a, motion_b, turn_b, &wrong, kinds);
        pair2_free(&pair);
    }
    printf("never %d, hit %d, touch %d, overlap %d, rest %d\n", (int)kinds[0], (int)kinds[1], (int)kinds[2],
           (int)kinds[3], (int)kinds[4]);
    test_report("time_of_impact2: against true motion", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || (kinds[0] > count / 10 && kinds[1] > count / 10));
}

// Small motions, as in a game's step: resting, sliding, rocking bodies.
static void small_steps(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(2000), wrong = 0, kinds[5] = {0, 0, 0, 0, 0};
    for (uint64_t i = 0; i < count; i++)
    {
        pair2 pair;
        pair2_make(&rng, (int)(i % SORT2_COUNT), (int)(i / SORT2_COUNT % SORT2_COUNT),
                   i % 2 ? STYLE2_GRID : STYLE2_BOUNDARY, &pair);
        if (pair.a.count > 16 || pair.b.count > 16)
        {
            pair2_free(&pair);
            continue;
        }
        double size = fmax((double)pair.a.reach + (double)pair.a.radius, (double)pair.b.reach + (double)pair.b.radius);
        double step = size * exp2(-8.0 * test_rng_unit(&rng));
        imp2_vec motion = {tidy(step * (test_rng_unit(&rng) - 0.5)), tidy(step * (test_rng_unit(&rng) - 0.5))};
        imp2_vec still = {0.0f, 0.0f};
        float turn = tidy(0.5 * (test_rng_unit(&rng) - 0.5));
        try_one(&pair, still, 0.0f, motion, i % 3 ? turn : 0.0f, &wrong, kinds);
        pair2_free(&pair);
    }
    printf("never %d, hit %d, touch %d, overlap %d, rest %d\n", (int)kinds[0], (int)kinds[1], (int)kinds[2],
           (int)kinds[3], (int)kinds[4]);
    test_report("time_of_impact2: small steps", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
}

static void known_impacts(void** state)
{
    (void)state;
    imp2_box thin = {{-2, -0.05f}, {2, 0.05f}}, wall_box = {{-0.05f, -10}, {0.05f, 10}};
    imp2_vec center = {0, 0}, to = {2, 0};
    imp2_shape rod, wall, ball, hand;
    assert_int_equal(imp2_box_make(thin, &rod), IMP_OK);
    assert_int_equal(imp2_box_make(wall_box, &wall), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp2_segment_make(center, to, &hand), IMP_OK);
    imp2_pose at = imp2_pose_identity();
    imp2_hit hit;

    // A bullet through a thin wall.
    imp2_mover a = {&wall, at, {0, 0}, 0.0f}, b = {&ball, at, {1000, 0}, 0.0f};
    b.pose.p.x = -500.0f;
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
    assert_number(fabsf(hit.time - 0.49945f), <, 1e-5f);
    assert_number(hit.time, <=, 0.49945f + 1e-6f);
    assert_number(hit.normal.x, <, -0.99f);

    // A hand of 2 turns half a circle: a ball at 90 degrees, radius 0.5 and 1.5 up, is met at acos(...) of the tangent.
    a.shape = &ball;
    a.pose.p.y = 1.5f;
    b.shape = &hand;
    b.pose = at;
    b.motion.x = 0.0f;
    b.turn = IMP_PI;
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    double expected = acos(0.5 / 1.5) / 3.14159265358979;
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
    assert_number((double)hit.time, <=, expected + 1e-6);
    assert_number((double)hit.time, >=, expected - 1e-3);

    // Out of reach at first, reached only because it turns; and never, for a short one.
    a.shape = &wall;
    a.pose = at;
    a.pose.p.x = 1.5f;
    b.shape = &rod;
    b.pose.q.c = 0.0f;
    b.pose.q.s = 1.0f;
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
    a.pose.p.x = 3.0f;
    assert_int_equal(imp2_time_of_impact(&a, &b, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_NEVER);

    b.turn = 1025.0f;
    imp2_hit before = hit;
    assert_int_equal(imp_status_fault(imp2_time_of_impact(&a, &b, &hit)), IMP_ERR_RANGE);
    assert_memory_equal(&hit, &before, sizeof hit);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    check2_print_worst();
    check2_hold(CHECK2_IMPACT_GAP, 1.0);
    check2_hold(CHECK2_IMPACT_DEEP, 16.0);
    check2_hold(CHECK2_IMPACT_LATE, 16.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_impacts),
        cmocka_unit_test(never_late),
        cmocka_unit_test(small_steps),
        cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
