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
static double above_surface(const imp3_contact* c, imp3_vec n, double way, const imp3_shape* shape,
                            const imp3_pose* pose)
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
    else if ((m->count > 0) != (truth.separation <= (double)margin) &&
             fabs(truth.separation - (double)margin) > 8.0 * ulp)
    {
        note("within the margin or not", truth.separation, pair, m);
        return;
    }
    if (truth.separation < -(double)IMP_MAGNITUDE_MAX && m->depth >= IMP_MAGNITUDE_MAX)
    {
        return;  // half-spaces that overlap without end
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
    double length =
        sqrt((double)m->normal.x * m->normal.x + (double)m->normal.y * m->normal.y + (double)m->normal.z * m->normal.z);
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
    uint64_t count = test_n(1000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        imp3_manifold m;
        memset(&m, 0x5a, sizeof m);
        float margin = i % 3 == 2 ? 0.25f * (pair.a.reach + pair.b.reach) * (float)test_rng_unit(&rng) : 0.0f;
        margin = margin < 0x1p-60f ? 0.0f : margin;
        assert_int_equal(imp3_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &m), IMP_OK);
        // Points of spheres and capsules are looked at in round3_test.c.
        check_manifold(&pair, margin, &m, !imp3i_is_round(&pair.a) && !imp3i_is_round(&pair.b));
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
    uint64_t count = test_n(1000), quick = 0;
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

/// The shortcut of boxes gives what the general way gives: as deep, with the same names, but where points or axes are
/// nearly as good.
static void boxes_as_any(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), asked = 0, same = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_make(&rng, i % 2 ? SORT3_ORIENTED_BOX : SORT3_BOX, i % 3 ? SORT3_BOX : SORT3_ROUND_BOX, STYLE3_RANDOM,
                   &pair);
        imp3i_pair p = imp3i_pair_of(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        imp3i_gap gap;
        imp3_manifold m, any;
        imp3i_penetration(&p, (double)INFINITY, NULL, &gap);
        if (gap.distance + p.radii < -1e-3 && imp3i_quick_door(&pair.pose_a, &pair.pose_b) &&
            imp3i_collide_boxes(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, 0.0f, &m))
        {
            ++asked;
            imp3i_manifold_of_gap(&p, 0.0, &gap, &any);
            bool equal = m.count == any.count && fabs((double)m.depth - (double)any.depth) < 1e-5;
            for (int k = 0; k < m.count && equal; ++k)
            {
                equal = m.points[k].id == any.points[k].id;
            }
            same += equal;
        }
        pair3_free(&pair);
    }
    printf("the same: %d of %d\n", (int)same, (int)asked);
    assert_number((double)asked, >, 0.1 * (double)count);
    assert_number((double)same, >, 0.97 * (double)asked);
}

/// The same, everything a power of two larger.
static void scaled_shape(const imp3_shape* s, float k, imp3_shape* out)
{
    *out = *s;
    imp3_vec* ends[3] = {&out->a, &out->b, &out->c};
    for (int i = 0; i < 3; ++i)
    {
        *ends[i] = imp3_vec_scale(*ends[i], k);
    }
    out->radius *= k;
    out->reach *= k;
}

/// What is nothing but rounding, as nothing.
static void tidy_points(imp3_manifold* m, float least)
{
    for (int c = 0; c < m->count; ++c)
    {
        float* of[3] = {&m->points[c].point.x, &m->points[c].point.y, &m->points[c].point.z};
        for (int i = 0; i < 3; ++i)
        {
            *of[i] = fabsf(*of[i]) < least ? 0.0f : *of[i];
        }
    }
}

static void laws(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(6000), same_axis = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        static const int sorts[5] = {SORT3_BOX, SORT3_TRIANGLE, SORT3_ORIENTED_BOX, SORT3_CAPSULE, SORT3_ROUND_BOX};
        pair3 pair;
        pair3_make(&rng, sorts[i % 5], sorts[i / 5 % 5], i % 2 ? STYLE3_RANDOM : STYLE3_GRID, &pair);
        float margin = i % 3 ? 0.0f : 0.125f;
        imp3_manifold m, other;
        assert_int_equal(imp3_collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, margin, &m), IMP_OK);
        bool meet;
        assert_int_equal(imp3_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &meet), IMP_OK);
        assert_true(margin > 0.0f ? m.count > 0 || !meet : (m.count > 0) == meet);
        assert_true(m.count == 0 || (m.depth >= 0.0f) == meet);

        // Everything larger or smaller: the same.
        float k = i % 4 < 2 ? 0x1p10f : 0x1p-10f;
        imp3_shape a, b;
        imp3_pose pose_a = pair.pose_a, pose_b = pair.pose_b;
        scaled_shape(&pair.a, k, &a);
        scaled_shape(&pair.b, k, &b);
        pose_a.p = imp3_vec_scale(pose_a.p, k);
        pose_b.p = imp3_vec_scale(pose_b.p, k);
        assert_int_equal(imp3_collide(&a, &pose_a, &b, &pose_b, margin * k, &other), IMP_OK);
        for (int c = 0; c < m.count; ++c)
        {
            m.points[c].point = imp3_vec_scale(m.points[c].point, k);
            m.points[c].depth *= k;
        }
        m.depth *= k;
        tidy_points(&m, k * 0x1p-40f);
        tidy_points(&other, k * 0x1p-40f);
        assert_memory_equal(&m, &other, sizeof m);

        // The other way round: as deep, against the normal.
        assert_int_equal(imp3_collide(&b, &pose_b, &a, &pose_a, margin * k, &other), IMP_OK);
        assert_int_equal(other.count > 0, m.count > 0);
        double ulp = oracle3_ulp(&a, &pose_a, &b, &pose_b);
        assert_number(fabs((double)m.depth - (double)other.depth), <=, 8.0 * ulp);

        // What is remembered, right or wrong, changes nothing but which of equal ones is chosen.
        imp3_shape_pair pairs = {&a, pose_a, &b, pose_b};
        imp3_cache cache;
        memset(&cache, 0, sizeof cache);
        cache.axis = i % 2 ? (uint32_t)test_rng_next(&rng) : 0;
        for (int again = 0; again < 2; ++again)
        {
            assert_int_equal(imp3_collide_again(&pairs, margin * k, &cache, &other), IMP_OK);
            assert_int_equal(other.count > 0, m.count > 0);
            assert_number(fabs((double)m.depth - (double)other.depth), <=, 8.0 * ulp);
        }
        same_axis += m.count == other.count;
        pair3_free(&pair);
    }
    printf("with a cache as many points: %d of %d\n", (int)same_axis, (int)count);
    assert_number((double)same_axis, >, 0.97 * (double)count);
}

static void refused(void** state)
{
    (void)state;
    const imp3_box box = {{-1, -1, -1}, {1, 1, 1}};
    imp3_shape s, none = {0};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    imp3_pose pose = imp3_pose_identity(), bad = pose, skewed = pose;
    bad.p.y = NAN;
    skewed.q.x.y = 0.5f;
    imp3_manifold m, before;
    memset(&m, 0x5a, sizeof m);
    before = m;
    assert_int_equal(imp3_collide(NULL, &pose, &s, &pose, 0.0f, &m) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_collide(&s, NULL, &s, &pose, 0.0f, &m) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_collide(&s, &pose, &none, &pose, 0.0f, &m) & 255, IMP_ERR_SHAPE);
    assert_int_equal(imp3_collide(&s, &pose, &s, &bad, 0.0f, &m) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_collide(&s, &skewed, &s, &pose, 0.0f, &m) & 255, IMP_ERR_ROTATION);
    assert_int_equal(imp3_collide(&s, &pose, &s, &pose, -1.0f, &m) & 255, IMP_ERR_NEGATIVE);
    assert_int_equal(imp3_collide(&s, &pose, &s, &pose, INFINITY, &m) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_collide(&s, &pose, &s, &pose, 0.0f, NULL) & 255, IMP_ERR_NULL);
    imp3_shape_pair pair = {&s, pose, &s, pose}, wrong = {&s, pose, &s, bad};
    imp3_cache cache;
    memset(&cache, 0, sizeof cache);
    assert_int_equal(imp3_collide_again(NULL, 0.0f, &cache, &m) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_collide_again(&wrong, 0.0f, &cache, &m) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_collide_again(&pair, -1.0f, &cache, &m) & 255, IMP_ERR_NEGATIVE);
    assert_int_equal(imp3_collide_again(&pair, 0.0f, NULL, &m) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_collide_again(&pair, 0.0f, &cache, NULL) & 255, IMP_ERR_NULL);
    assert_memory_equal(&m, &before, sizeof m);
}

static void push(void** state)
{
    (void)state;
    imp3_manifold m;
    memset(&m, 0, sizeof m);
    m.normal.y = 1.0f;
    m.depth = 3.0f;
    m.count = 1;
    imp3_vec a, b;
    assert_int_equal(imp3_manifold_push(&m, 1.0f, 2.0f, &a, &b), IMP_OK);
    assert_true(a.x == 0.0f && a.y == -1.0f && a.z == 0.0f && b.x == 0.0f && b.y == 2.0f && b.z == 0.0f);
    assert_int_equal(imp3_manifold_push(&m, 0.0f, 1.0f, &a, &b), IMP_OK);
    assert_true(a.y == 0.0f && b.y == 3.0f);
    assert_int_equal(imp3_manifold_push(&m, 0.0f, 0.0f, &a, &b), IMP_OK);
    assert_true(a.y == 0.0f && b.y == 0.0f);
    m.depth = -1.0f;
    assert_int_equal(imp3_manifold_push(&m, 1.0f, 1.0f, &a, &b), IMP_OK);
    assert_true(a.y == 0.0f && b.y == 0.0f);
    assert_int_equal(imp3_manifold_push(NULL, 1.0f, 1.0f, &a, &b) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_manifold_push(&m, -1.0f, 1.0f, &a, &b) & 255, IMP_ERR_NEGATIVE);
    assert_int_equal(imp3_manifold_push(&m, 1.0f, NAN, &a, &b) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_manifold_push(&m, 1.0f, 1.0f, NULL, &b) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_manifold_push(&m, 1.0f, 1.0f, &a, NULL) & 255, IMP_ERR_NULL);
    m.normal.x = NAN;
    assert_int_equal(imp3_manifold_push(&m, 1.0f, 1.0f, &a, &b) & 255, IMP_ERR_NAN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_bounds), cmocka_unit_test(of_boxes), cmocka_unit_test(boxes_as_any),
        cmocka_unit_test(laws),          cmocka_unit_test(refused),  cmocka_unit_test(push),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
