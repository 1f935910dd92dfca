// SPDX-License-Identifier: MIT
//
// imp3_overlap against the exact oracle: every sort of shape that it knows with every other, in every arrangement. None
// may be wrong.

#include <math.h>
#include <stdio.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

/// Whether the answer is wrong; the first ones are printed.
static uint64_t judge_overlap(const pair3* p, uint64_t before)
{
    bool answer = false;
    assert_int_equal(imp3_overlap(&p->a, &p->pose_a, &p->b, &p->pose_b, &answer), IMP_OK);
    oracle3_body a = oracle3_shape(&p->a, &p->pose_a), b = oracle3_shape(&p->b, &p->pose_b);
    bool truth = oracle3_relation(&a, &b) >= 0;
    if (answer != truth && before < 5)
    {
        printf("says %d\n", answer);
        pair3_print(p);
    }
    return answer != truth;
}

static void never_wrong(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4000), wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        pair3_series(&rng, i, &p);
        wrong += judge_overlap(&p, wrong);
        pair3_free(&p);
    }
    test_report("overlap3: against the oracle", count);
    assert_int_equal(wrong, 0);
}

// What only exact arithmetic can tell: B pushed to touching, then places within two ulps.
static void right_within_ulps_of_the_boundary(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(120), asked = 0, wrong = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        pair3_make(&rng, (int)(i % SORT3_LARGE_HULL), (int)(i * 5 / 3 % SORT3_LARGE_HULL), STYLE3_BOUNDARY, &p);
        imp3_vec start = p.pose_b.p;
        for (int k = 0; k < 9; k++)
        {
            p.pose_b.p = start;
            p.pose_b.p.x = k % 3 ? nextafterf(start.x, k % 3 == 1 ? 1e9f : -1e9f) : start.x;
            p.pose_b.p.y = k / 3 ? nextafterf(start.y, k / 3 == 1 ? 1e9f : -1e9f) : start.y;
            if (imp3_pose_check(&p.pose_b) == IMP_OK)
            {
                wrong += judge_overlap(&p, wrong);
                asked++;
            }
        }
        pair3_free(&p);
    }
    test_report("overlap3: within ulps of the boundary", asked);
    assert_int_equal(wrong, 0);
}

static void known_cases(void** state)
{
    (void)state;
    const imp3_box unit = {{0, 0, 0}, {1, 1, 1}};
    const imp3_vec o = {0, 0, 0}, up = {0, 1, 0};
    imp3_shape box, ball, floor, can;
    assert_int_equal(imp3_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp3_sphere_make(o, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp3_half_space_make(up, 0.0f, &floor), IMP_OK);
    assert_int_equal(imp3_cylinder_make(o, up, 0.5f, 0.0f, &can), IMP_OK);
    const struct
    {
        const imp3_shape *a, *b;
        float x, y, z;
        bool overlap;
    } cases[] = {{&box, &box, 1, 1, 1, true},
                 {&box, &box, 0x1.000002p0f, 0, 0, false},
                 {&box, &ball, 1.5f, 1, 1, true},
                 {&box, &ball, 0x1.800002p0f, 0.5f, 0.5f, false},
                 {&floor, &box, 3, 0, 5, true},
                 {&floor, &box, 3, 0x1p-30f, 5, false},
                 {&box, &floor, 3, 0, 5, true},
                 {&can, &can, 1, 0.5f, 0, true},
                 {&can, &can, 0x1.000002p0f, 0.5f, 0, false},
                 {&can, &box, 0.25f, 1, 0, true},
                 {&can, &box, 0.25f, 0x1.000002p0f, 0, false},
                 {&floor, &can, 9, 0, 9, true},
                 {&floor, &can, 9, 0x1p-30f, 9, false},
                 {&floor, &floor, 9, 9, 9, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        imp3_pose home = imp3_pose_identity(), other = home;
        const imp3_vec p = {cases[i].x, cases[i].y, cases[i].z};
        other.p = p;
        bool answer, mirrored;
        assert_int_equal(imp3_overlap(cases[i].a, &home, cases[i].b, &other, &answer), IMP_OK);
        assert_int_equal(imp3_overlap(cases[i].b, &other, cases[i].a, &home, &mirrored), IMP_OK);
        assert_int_equal(answer, cases[i].overlap);
        assert_int_equal(mirrored, cases[i].overlap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases),
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(right_within_ulps_of_the_boundary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
