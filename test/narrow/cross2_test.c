// SPDX-License-Identifier: MIT
//
// imp2_segments_cross against exact fractions: the yes or no always, the point to 4 ulp.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "support.h"

static imp2_vec on_grid(test_rng* rng, int size, float unit)
{
    imp2_vec v = {(float)test_rng_int(rng, -size, size) * unit, (float)test_rng_int(rng, -size, size) * unit};
    return v;
}

static imp2_vec anywhere(test_rng* rng, float size)
{
    imp2_vec v = {test_rng_range(rng, -size, size), test_rng_range(rng, -size, size)};
    return v;
}

static float nudge(test_rng* rng, float value)
{
    int way = test_rng_int(rng, -1, 1);
    value = way ? nextafterf(value, (float)way * INFINITY) : value;
    return fabsf(value) < 0x1p-60f ? 0.0f : value;
}

static void make(test_rng* rng, uint64_t i, imp2_vec a[2], imp2_vec b[2])
{
    float size = i % 3 ? 1.0f : (float)pow(10.0, 12.0 * test_rng_unit(rng) - 6.0);
    for (int k = 0; k < 2; k++)
    {
        a[k] = anywhere(rng, size);
        b[k] = anywhere(rng, size);
    }
    switch (i % 6)
    {
    case 0:  // the grid: shared ends, collinear, zero length
        for (int k = 0; k < 2; k++)
        {
            a[k] = on_grid(rng, 4, 0.125f);
            b[k] = on_grid(rng, 4, 0.125f);
        }
        break;
    case 1:  // an end of b on a, to rounding
    {
        float t = test_rng_range(rng, 0.0f, 1.0f);
        b[0].x = nudge(rng, a[0].x + t * (a[1].x - a[0].x));
        b[0].y = nudge(rng, a[0].y + t * (a[1].y - a[0].y));
        break;
    }
    case 2:  // nearly on one line
        for (int k = 0; k < 2; k++)
        {
            float t = test_rng_range(rng, -0.5f, 1.5f);
            b[k].x = nudge(rng, a[0].x + t * (a[1].x - a[0].x));
            b[k].y = nudge(rng, a[0].y + t * (a[1].y - a[0].y));
        }
        break;
    case 3:  // exactly on one line: multiples of one small vector
    {
        imp2_vec step = on_grid(rng, 7, 0.125f);
        for (int k = 0; k < 2; k++)
        {
            a[k] = imp2_vec_scale(step, (float)test_rng_int(rng, -9, 9));
            b[k] = imp2_vec_scale(step, (float)test_rng_int(rng, -9, 9));
        }
        break;
    }
    case 4:  // an end in common
        b[0] = a[test_rng_int(rng, 0, 1)];
        b[0].x = i % 12 == 4 ? b[0].x : nudge(rng, b[0].x);
        break;
    default: break;
    }
}

static void never_wrong(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(24000), wrong = 0, crossing = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_vec a[2], b[2];
        make(&rng, i, a, b);
        imp2_crossing answer;
        memset(&answer, 0x5a, sizeof answer);
        assert_int_equal(imp2_segments_cross(a[0], a[1], b[0], b[1], &answer), IMP_OK);
        const char* fault = check2_crossing(a, b, &answer);
        wrong += fault != NULL;
        if (fault && check2_first(fault))
        {
            printf("%s\n  a {%a, %a} {%a, %a}\n  b {%a, %a} {%a, %a}\n", fault, (double)a[0].x, (double)a[0].y,
                   (double)a[1].x, (double)a[1].y, (double)b[0].x, (double)b[0].y, (double)b[1].x, (double)b[1].y);
            printf("  got %d, times %a %a, point {%a, %a}\n", answer.crosses, (double)answer.time_a,
                   (double)answer.time_b, (double)answer.point.x, (double)answer.point.y);
        }
        crossing += answer.crosses;
    }
    check2_print_worst();
    printf("crossing: %d of %d\n", (int)crossing, (int)count);
    test_report("cross2: against fractions", count);
    check2_print_faults();
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || (crossing > count / 5 && crossing < count - count / 5));
}

static void known_cases(void** state)
{
    (void)state;
    imp2_vec a0 = {0, 0}, a1 = {4, 0}, b0 = {1, -1}, b1 = {1, 3}, far0 = {1, 1}, on = {3, 0}, before = {-3, 0};
    imp2_crossing c;
    assert_int_equal(imp2_segments_cross(a0, a1, b0, b1, &c), IMP_OK);
    assert_true(c.crosses);
    assert_number(c.time_a, ==, 0.25f);
    assert_number(c.time_b, ==, 0.25f);
    assert_vec(c.point, 1.0f, 0.0f);
    assert_int_equal(imp2_segments_cross(a0, a1, far0, b1, &c), IMP_OK);
    assert_true(!c.crosses);
    assert_int_equal(imp2_segments_cross(a0, a1, on, before, &c), IMP_OK);  // on one line: first on a's way
    assert_true(c.crosses);
    assert_number(c.time_a, ==, 0.0f);
    assert_number(c.time_b, ==, 0.5f);
    assert_number(c.point.x, ==, 0.0f);
    assert_int_equal(imp2_segments_cross(a1, a0, on, before, &c), IMP_OK);
    assert_true(c.crosses);
    assert_number(c.time_a, ==, 0.25f);
    assert_number(c.time_b, ==, 0.0f);
    assert_number(c.point.x, ==, 3.0f);
    assert_int_equal(imp2_segments_cross(on, on, a0, a1, &c), IMP_OK);
    assert_true(c.crosses);
    assert_number(c.time_a, ==, 0.0f);
    assert_number(c.time_b, ==, 0.75f);
    assert_number(c.point.x, ==, 3.0f);
    imp2_vec nan = {NAN, 0};
    imp2_crossing was = c;
    assert_int_equal(imp2_segments_cross(a0, a1, b0, nan, &c) & 0xff, IMP_ERR_NAN);
    assert_int_equal(imp_status_argument(imp2_segments_cross(a0, a1, b0, nan, &c)), 4);
    assert_memory_equal(&c, &was, sizeof c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_cases), cmocka_unit_test(never_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
