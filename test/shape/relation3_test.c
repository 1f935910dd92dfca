// SPDX-License-Identifier: MIT
//
// The exact relation of two placed shapes against the oracle: every sort of shape with every other, in every
// arrangement. None may be wrong.

#include <math.h>
#include <stdio.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "shape/shape3.h"
#include "support.h"

static int wrong_in_all;

static void judge_relation(const pair3* pair, uint64_t relations[3])
{
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    int truth = oracle3_relation(&a, &b);
    int answer = imp3i_relation(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
    int reverse = imp3i_relation(&pair->b, &pair->pose_b, &pair->a, &pair->pose_a);
    relations[truth + 1]++;
    if ((answer != truth || reverse != truth) && wrong_in_all++ < 3)
    {
        printf("relation %d, reverse %d\n", answer, reverse);
        pair3_print(pair);
    }
}

static void never_wrong(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000), relations[3] = {0, 0, 0};
    wrong_in_all = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        judge_relation(&pair, relations);
        pair3_free(&pair);
    }
    printf("apart %d, touching %d, deeper %d\n", (int)relations[0], (int)relations[1], (int)relations[2]);
    test_report("relation3: against the oracle", count);
    assert_int_equal(wrong_in_all, 0);
}

// What only exact arithmetic can tell: B pushed to touching, then the places around.
static void right_within_ulps_of_the_boundary(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(128), asked = 0, relations[3] = {0, 0, 0};
    wrong_in_all = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_make(&rng, (int)(i % SORT3_EXACT), (int)(i / SORT3_EXACT % SORT3_EXACT), STYLE3_BOUNDARY, &pair);
        imp3_vec start = pair.pose_b.p;
        for (int k = 0; k < 8; k++)
        {
            pair.pose_b.p = start;
            pair.pose_b.p.x = k & 1 ? nextafterf(start.x, 1e9f) : start.x;
            pair.pose_b.p.y = k & 2 ? nextafterf(start.y, -1e9f) : start.y;
            pair.pose_b.p.z = k & 4 ? nextafterf(start.z, 1e9f) : start.z;
            if (imp3_pose_check(&pair.pose_b) == IMP_OK)
            {
                judge_relation(&pair, relations);
                asked++;
            }
        }
        pair3_free(&pair);
    }
    test_report("relation3: within ulps of the boundary", asked);
    assert_int_equal(wrong_in_all, 0);
}

// Where touching is exact, and a hair off it.
static void right_where_they_touch(void** state)
{
    (void)state;
    static const int styles[5] = {STYLE3_GRID, STYLE3_PARALLEL, STYLE3_CORNER, STYLE3_HAIR, STYLE3_ONE_POSE};
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(5000), relations[3] = {0, 0, 0};
    wrong_in_all = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        int sort_a = test_rng_int(&rng, 0, SORT3_EXACT - 1), sort_b = test_rng_int(&rng, 0, SORT3_EXACT - 1);
        pair3_make(&rng, sort_a, sort_b, styles[i % 5], &pair);
        judge_relation(&pair, relations);
        pair3_free(&pair);
    }
    printf("apart %d, touching %d, deeper %d\n", (int)relations[0], (int)relations[1], (int)relations[2]);
    test_report("relation3: where they touch", count);
    assert_int_equal(wrong_in_all, 0);
}

// Two half-spaces that face each other in one frame: touching, and a float beside it.
static void half_spaces_face_to_face(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(300), relations[3] = {0, 0, 0};
    wrong_in_all = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp3_vec n = {test_rng_range(&rng, -1.0f, 1.0f), test_rng_range(&rng, -1.0f, 1.0f),
                      (float)test_rng_int(&rng, 0, 1)};
        float offset = test_rng_range(&rng, 0.25f, 4.0f),
              other = i % 3 ? nextafterf(-offset, i % 3 == 1 ? 9.0f : -9.0f) : -offset;
        pair3 pair = {.sort_a = SORT3_HALF_SPACE, .sort_b = SORT3_HALF_SPACE};
        assert_int_equal(imp3_half_space_make(n, offset, &pair.a), IMP_OK);
        assert_int_equal(imp3_half_space_make(imp3_vec_negate(n), other, &pair.b), IMP_OK);
        pair.pose_a.q = pair.pose_b.q = pair3_worst_turn(&rng);
        pair.pose_a.p = pair.pose_b.p = n;
        judge_relation(&pair, relations);
    }
    test_report("relation3: half-spaces face to face", count);
    assert_true(relations[0] > 0 && relations[1] > 0 && relations[2] > 0);
    assert_int_equal(wrong_in_all, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(right_within_ulps_of_the_boundary),
        cmocka_unit_test(right_where_they_touch),
        cmocka_unit_test(half_spaces_face_to_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
