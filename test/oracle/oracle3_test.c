// SPDX-License-Identifier: MIT
//
// The oracle is tested first: by cases known by heart, and by what its answers mean.

#include <math.h>
#include <stdio.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

static oracle3_answer relate_points(const imp3_vec* a, int count_a, float radius_a, const imp3_vec* b, int count_b,
                                    float radius_b)
{
    oracle3_body body_a = oracle3_points(a, count_a, radius_a), body_b = oracle3_points(b, count_b, radius_b);
    oracle3_answer answer;
    oracle3_relate(&body_a, &body_b, &answer);
    assert_int_equal(oracle3_relation(&body_a, &body_b), answer.relation);
    return answer;
}

static void cube_at(double x, double y, double z, imp3_vec out[8])
{
    for (int i = 0; i < 8; i++)
    {
        out[i].x = (float)(x + (i & 1 ? 2 : 0));
        out[i].y = (float)(y + (i & 2 ? 2 : 0));
        out[i].z = (float)(z + (i & 4 ? 2 : 0));
    }
}

static void assert_answer(oracle3_answer r, int relation, double separation, double x, double y, double z)
{
    assert_int_equal(r.relation, relation);
    assert_number(r.separation, ==, separation);
    assert_number(fabs(r.normal[0] - x), <, 1e-15);
    assert_number(fabs(r.normal[1] - y), <, 1e-15);
    assert_number(fabs(r.normal[2] - z), <, 1e-15);
}

static void known_cases(void** state)
{
    (void)state;
    imp3_vec cube[8], other[8], middle[1] = {{0.5f, 1, 1}};
    imp3_vec through[2] = {{-1, 1, 1}, {3, 1, 1}}, crossing[2] = {{1, 0, 1}, {1, 3, 1}},
             above[2] = {{1, 0, 4}, {1, 3, 4}};
    imp3_vec triangle[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, beside[3] = {{4, 4, 0}, {2, 2, 0}, {4, 3, 0}};
    cube_at(0, 0, 0, cube);
    cube_at(2, 1, -1, other);
    assert_answer(relate_points(cube, 8, 0, other, 8, 0), 0, 0.0, 1, 0, 0);
    cube_at(5, 6, 0, other);
    assert_answer(relate_points(cube, 8, 0, other, 8, 0), -1, 5.0, 0.6, 0.8, 0);
    assert_answer(relate_points(cube, 8, 2, other, 8, 3), 0, 0.0, 0.6, 0.8, 0);
    assert_int_equal(relate_points(cube, 8, 2, other, 8, 0x1.800002p+1f).relation, 1);
    cube_at(1.5, 0.25, -1, other);
    assert_answer(relate_points(cube, 8, 0, other, 8, 0), 1, -0.5, 1, 0, 0);
    assert_answer(relate_points(cube, 8, 0, middle, 1, 0.25f), 1, -0.75, -1, 0, 0);
    assert_int_equal(relate_points(cube, 8, 0, through, 2, 0).relation, 1);
    assert_int_equal(relate_points(through, 2, 0, crossing, 2, 0).relation, 0);
    assert_answer(relate_points(through, 2, 0.5f, above, 2, 0), -1, 2.5, 0, 0, 1);
    assert_int_equal(relate_points(through, 2, 0.5f, above, 2, 2.5f).relation, 0);
    assert_int_equal(relate_points(through, 2, 0, through, 2, 0).dimension, 1);
    assert_int_equal(relate_points(middle, 1, 0, middle, 1, 0).relation, 0);
    assert_int_equal(relate_points(middle, 1, 0, middle, 1, 1).relation, 1);
    assert_int_equal(relate_points(triangle, 3, 0, beside, 3, 0).relation, 0);
    assert_int_equal(relate_points(triangle, 3, 0, &beside[1], 1, 0).dimension, 2);
    beside[1].x = 0x1.000002p+1f;
    assert_int_equal(relate_points(triangle, 3, 0, beside, 3, 0).relation, -1);
    beside[1].z = -1;  // the triangles lean against each other
    assert_int_equal(relate_points(triangle, 3, 0, beside, 3, 0).dimension, 3);
}

static void known_half_spaces(void** state)
{
    (void)state;
    imp3_shape ground, ceiling, wall, cube;
    imp3_vec up = {0, 0, 1}, down = {0, 0, -1}, side = {1, 0, 0};
    imp3_box box = {{0, 0, 0}, {2, 2, 2}};
    assert_int_equal(imp3_half_space_make(up, 1, &ground), IMP_OK);
    assert_int_equal(imp3_half_space_make(down, -3, &ceiling), IMP_OK);
    assert_int_equal(imp3_half_space_make(side, 0, &wall), IMP_OK);
    assert_int_equal(imp3_box_make(box, &cube), IMP_OK);
    imp3_pose here = imp3_pose_identity(), there = here;
    there.p.z = 1.5f;
    oracle3_body a = oracle3_shape(&ground, &here), b = oracle3_shape(&cube, &there);
    oracle3_answer r;
    oracle3_relate(&a, &b, &r);
    assert_answer(r, -1, 0.5, 0, 0, 1);
    oracle3_relate(&b, &a, &r);
    assert_answer(r, -1, 0.5, 0, 0, -1);
    oracle3_shift fall = {{0, 0, 0.25}, {0, 0, 0.75}};
    oracle3_relate_shifted(&a, &b, fall, &r);
    assert_answer(r, 0, 0.0, 0, 0, 1);
    oracle3_relate_shifted(&b, &a, fall, &r);
    assert_answer(r, -1, 1.0, 0, 0, -1);
    there.p.z = 0.0f;
    b = oracle3_shape(&cube, &there);
    oracle3_relate(&a, &b, &r);
    assert_answer(r, 1, -1.0, 0, 0, 1);
    b = oracle3_shape(&ceiling, &there);
    oracle3_relate(&a, &b, &r);
    assert_answer(r, -1, 2.0, 0, 0, 1);
    there.p.z = -2.0f;
    b = oracle3_shape(&ceiling, &there);
    assert_int_equal(oracle3_relation(&a, &b), 0);
    b = oracle3_shape(&wall, &there);
    oracle3_relate(&a, &b, &r);
    assert_int_equal(r.relation, 1);
    assert_true(r.separation == -INFINITY);
}

static void known_sweeps(void** state)
{
    (void)state;
    imp3_vec cube[8], start = {-1, -1, -1};
    cube_at(0, 0, 0, cube);
    oracle3_body a = oracle3_points(cube, 8, 0), b = oracle3_points(&start, 1, 0);
    oracle3_shift through = {{4, 4, 4}, {0, 0, 0}}, past = {{4, 0, 0}, {0, 0, 0}}, edge = {{2, 2, 1}, {0, 0, -1}},
                  corner = {{1, 1, 1}, {0, 0, 0}};
    oracle3_answer r;
    oracle3_relate_swept(&a, &b, through, &r);
    assert_int_equal(r.relation, 1);
    oracle3_relate_swept(&a, &b, past, &r);
    assert_int_equal(r.relation, -1);
    assert_number(r.separation, ==, sqrt(2.0));
    oracle3_relate_swept(&a, &b, edge, &r);
    assert_int_equal(r.relation, 1);
    oracle3_relate_swept(&a, &b, corner, &r);
    assert_int_equal(r.relation, 0);
}

// The gap along a direction: the near end of B minus the far end of A.
static double gap_along(const oracle3_body* a, const oracle3_body* b, const double n[3])
{
    double minus[3] = {-n[0], -n[1], -n[2]};
    return -oracle3_extent(b, minus) - oracle3_extent(a, n) - (double)a->shape->radius - (double)b->shape->radius;
}

// The gap along the normal is the separation, along no other direction is it greater, and a motion of B by minus the
// separation makes them touch.
static const char* explain(const pair3* pair, test_rng* rng, const oracle3_answer* r)
{
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    double scale = oracle3_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b) * 0x1p23 +
                   fabs((double)pair->pose_a.p.x) + fabs((double)pair->pose_a.p.y) + fabs((double)pair->pose_a.p.z);
    const double* n = r->normal;
    if ((r->separation > 0.0) - (r->separation < 0.0) != -r->relation)
    {
        return "separation of the wrong sign";
    }
    if (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0)
    {
        return r->relation >= 0 && r->dimension < 3 ? NULL : "no normal";
    }
    bool plane = pair->sort_a == SORT3_HALF_SPACE || pair->sort_b == SORT3_HALF_SPACE;
    if (!plane && !(fabs(gap_along(&a, &b, n) - r->separation) <= scale * 0x1p-48))
    {
        return "another gap along the normal";
    }
    for (int k = 0; k < 20 && !plane; k++)
    {
        double d[3], length2 = 0.0;
        for (int i = 0; i < 3; i++)
        {
            d[i] = (k % 2 ? n[i] : 0.0) + (double)test_rng_range(rng, -1.0f, 1.0f) * (k % 2 ? 0.1 : 1.0);
            length2 += d[i] * d[i];
        }
        for (int i = 0; i < 3; i++)
        {
            d[i] /= sqrt(length2);
        }
        if (!(gap_along(&a, &b, d) <= r->separation + scale * 0x1p-48))
        {
            return "a greater gap along another direction";
        }
    }
    oracle3_shift back = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 3; i++)
    {
        double unit = ldexp(scale, -52);
        back.minus[i] = unit > 0.0 ? floor(n[i] * r->separation / unit) * unit : 0.0;
        back.minus[i] = (double)(float)back.minus[i];
    }
    oracle3_answer after;
    oracle3_relate_shifted(&a, &b, back, &after);
    return fabs(after.separation) <= scale * 0x1p-21 ? NULL : "they do not touch after the way out";
}

static void answers_mean_what_they_say(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500), wrong = 0;
    uint64_t relations[3] = {0, 0, 0};
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        oracle3_body a = oracle3_shape(&pair.a, &pair.pose_a), b = oracle3_shape(&pair.b, &pair.pose_b);
        oracle3_answer r;
        oracle3_relate(&a, &b, &r);
        assert_int_equal(oracle3_relation(&b, &a), r.relation);
        relations[r.relation + 1]++;
        const char* fault = isfinite(r.separation) ? explain(&pair, &rng, &r) : NULL;
        if (fault && wrong++ < 3)
        {
            printf("%s\n", fault);
            pair3_print(&pair);
        }
        pair3_free(&pair);
    }
    // The series must be worth its time: all three outcomes, exact touching among them.
    printf("apart %d, touching %d, deeper %d\n", (int)relations[0], (int)relations[1], (int)relations[2]);
    assert_true(count < 1000 || (relations[0] > count / 10 && relations[1] > count / 100 && relations[2] > count / 10));
    test_report("oracle3: what its answers mean", count);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases),
        cmocka_unit_test(known_half_spaces),
        cmocka_unit_test(known_sweeps),
        cmocka_unit_test(answers_mean_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
