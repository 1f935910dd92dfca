// SPDX-License-Identifier: MIT
//
// imp3_collide: yes and no, depth, normal, push and points within the bounds of narrow3.h, measured by the oracle; laws;
// the push and its split.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "narrow/quick3.h"
#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

static uint64_t failures;

// The worst that was seen, in ulp of the scale.
static double worst_depth, worst_push, worst_point;

static void note(const char* wrong, double how, const pair3* pair, const imp3_manifold* m)
{
    if (failures++ < 10)
    {
        printf("%s: %g\n", wrong, how);
        pair3_print(pair);
        printf("  got normal {%a, %a, %a}, depth %a, count %d\n", (double)m->normal.x, (double)m->normal.y,
               (double)m->normal.z, (double)m->depth, m->count);
        for (int i = 0; i < m->count; i++)
        {
            printf("  point {%a, %a, %a}, depth %a, id %013llx\n", (double)m->points[i].point.x,
                   (double)m->points[i].point.y, (double)m->points[i].point.z, (double)m->points[i].depth,
                   (unsigned long long)m->points[i].id);
        }
    }
}

/// How far a point, moved along the normal, is above the surface of a shape.
static double above_surface(const imp3_contact* c, imp3_vec n, double way, const imp3_shape* shape, const imp3_pose* pose)
{
    oracle3_body point = oracle3_points(&c->point, 1, 0.0f), body = oracle3_shape(shape, pose);
    oracle3_shift shift = {{(double)n.x * way, (double)n.y * way, (double)n.z * way}, {0.0, 0.0, 0.0}};
    oracle3_answer answer;
    oracle3_relate_shifted(&body, &point, shift, &answer);
    return answer.separation;
}

static double largest(imp3_vec v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/// Everything that is promised of one manifold.
static void check_manifold(const pair3* pair, float margin, const imp3_manifold* m, bool points)
{
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    oracle3_answer truth;
    oracle3_relate(&a, &b, &truth);
    double ulp = oracle3_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
    if (truth.relation >= 0 || margin <= 0.0f)
    {
        if ((m->count > 0) != (truth.relation >= 0))
        {
            note("yes and no are confused", truth.separation, pair, m);
            return;
        }
    }
    else if ((m->count > 0) != (truth.separation <= (double)margin) && fabs(truth.separation - (double)margin) > 8.0 * ulp)
    {
        note("within the margin or not", truth.separation, pair, m);
        return;
    }
    if (m->count == 0)
    {
        return;
    }
    double off = fabs((double)m->depth + truth.separation) / ulp;
    worst_depth = fmax(worst_depth, off);
    if (off > 8.0)
    {
        note("depth is off by so many ulp", off, pair, m);
    }
    double length = sqrt((double)m->normal.x * m->normal.x + (double)m->normal.y * m->normal.y +
                         (double)m->normal.z * m->normal.z);
    if (fabs(length - 1.0) > 0x1p-20)
    {
        note("length of the normal", length, pair, m);
    }
    oracle3_shift shift = {{(double)m->normal.x * (double)m->depth, (double)m->normal.y * (double)m->depth,
                            (double)m->normal.z * (double)m->depth},
                           {0.0, 0.0, 0.0}};
    oracle3_answer after;
    oracle3_relate_shifted(&a, &b, shift, &after);
    off = fabs(after.separation) / ulp;
    worst_push = fmax(worst_push, off);
    if (off > 16.0)
    {
        note("after the push they are apart by so many ulp", off, pair, m);
    }
    int deepest = 0;
    for (int k = 0; k < m->count; ++k)
    {
        deepest = m->points[k].depth > m->points[deepest].depth ? k : deepest;
        if (k > 0 && m->points[k].id <= m->points[k - 1].id)
        {
            note("names are not rising", k, pair, m);
        }
        if (m->points[k].depth < -margin - (float)ulp)
        {
            note("a point beyond the margin", (double)m->points[k].depth, pair, m);
        }
    }
    if (m->points[deepest].depth < m->depth || m->points[deepest].depth > m->depth)
    {
        note("the deepest point is not as deep as the manifold", (double)m->points[deepest].depth, pair, m);
    }
    for (int k = 0; k < m->count && points; ++k)
    {
        const imp3_contact* c = &m->points[k];
        double room = ulp + largest(c->point) * 0x1p-23, half = 0.5 * (double)c->depth;
        double from_a = above_surface(c, m->normal, half, &pair->a, &pair->pose_a);
        double from_b = above_surface(c, m->normal, -half, &pair->b, &pair->pose_b);
        off = fmax(from_a, from_b) / room;
        off = k == deepest ? fmax(fabs(from_a), fabs(from_b)) / room : off;
        worst_point = fmax(worst_point, off);
        if (off > 256.0)
        {
            note("a point is off the surfaces by so many ulp", off, pair, m);
        }
    }
}

static void print_worst(const char* what, uint64_t count)
{
    printf("%s: depth %.2f, push %.2f, points %.1f ulp\n", what, worst_depth, worst_push, worst_point);
    test_report(what, count);
    worst_depth = worst_push = worst_point = 0.0;
    assert_int_equal(failures, 0);
}

static void within_bounds(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        imp3_manifold m;
        memset(&m, 0x5a, sizeof m);
        float margin = i % 3 == 2 ? 0.25f * (pair.a.reach + pair.b.reach) * (float)test_rng_unit(&rng) : 0.0f;
        margin = margin < 0x1p-60f ? 0.0f : margin;
        assert_int_equal(imp3_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &m), IMP_OK);
        check_manifold(&pair, margin, &m, true);
        pair3_free(&pair);
    }
    print_worst("collide3: all that the oracle knows", count);
}

static bool has_volume(const imp3_shape* box)
{
    return box->b.x > box->a.x && box->b.y > box->a.y && box->b.z > box->a.z;
}

static void of_boxes(void** state)
{
    (void)state;
    failures = 0;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000), quick = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        static const int sorts[3] = {SORT3_BOX, SORT3_ORIENTED_BOX, SORT3_ROUND_BOX};
        pair3 pair;
        pair3_make(&rng, sorts[i % 3], sorts[i / 3 % 3], (int)(i / 9 % STYLE3_COUNT), &pair);
        imp3_manifold m, again;
        float margin = i % 2 ? 0.1f * (pair.a.reach + pair.b.reach) : 0.0f;
        margin = margin < 0x1p-60f ? 0.0f : margin;
        if (imp3i_quick_door(&pair.pose_a, &pair.pose_b) && has_volume(&pair.a) && has_volume(&pair.b) &&
            imp3i_collide_boxes(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &m))
        {
            check_manifold(&pair, margin, &m, true);
            assert_int_equal(imp3_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &again), IMP_OK);
            assert_memory_equal(&again, &m, sizeof m);
            ++quick;
        }
        pair3_free(&pair);
    }
    printf("quick: %d of %d\n", (int)quick, (int)count);
    print_worst("collide3: boxes", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_bounds),
        cmocka_unit_test(of_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
