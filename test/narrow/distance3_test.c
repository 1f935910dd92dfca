// SPDX-License-Identifier: MIT
//
// imp3_distance: value, normal and points within the bounds of narrow3.h, measured by the oracle; closed forms; laws; and
// imp3_distance_again, which starts from what it remembers and must say the same.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

static uint64_t failures;

// The worst that was seen, in ulp of the scale.
static double worst_gap, worst_depth, worst_ends, worst_normal, worst_surface;

static imp3_nearest distance_of(const pair3* p)
{
    imp3_nearest d;
    memset(&d, 0x5a, sizeof d);
    assert_int_equal(imp3_distance(&p->a, &p->pose_a, &p->b, &p->pose_b, &d), IMP_OK);
    return d;
}

static void note(const char* wrong, double how, const pair3* pair, const imp3_nearest* d)
{
    if (failures++ < 10)
    {
        printf("%s: %g\n", wrong, how);
        pair3_print(pair);
        printf("  got %a, normal {%a, %a, %a}\n", (double)d->distance, (double)d->normal.x, (double)d->normal.y,
               (double)d->normal.z);
    }
}

static double length_of(imp3_vec v)
{
    return sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}

static double largest(imp3_vec v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/// How far B's end is from A's end and the distance along the normal.
static double ends_off(const imp3_nearest* d)
{
    imp3_vec off = {(float)((double)d->point_b.x - d->point_a.x - (double)d->distance * d->normal.x),
                    (float)((double)d->point_b.y - d->point_a.y - (double)d->distance * d->normal.y),
                    (float)((double)d->point_b.z - d->point_a.z - (double)d->distance * d->normal.z)};
    return largest(off);
}

static bool is_half_space(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_HALF_SPACE;
}

/// How far a point is from the surface of a placed shape.
static double off_surface(imp3_vec point, const oracle3_body* body)
{
    oracle3_body alone = oracle3_points(&point, 1, 0.0f);
    oracle3_answer r;
    oracle3_relate(body, &alone, &r);
    return fabs(r.separation);
}

static void check_distance(const pair3* p, const imp3_nearest* d)
{
    oracle3_body a = oracle3_shape(&p->a, &p->pose_a), b = oracle3_shape(&p->b, &p->pose_b);
    oracle3_answer truth;
    oracle3_relate(&a, &b, &truth);
    double ulp = oracle3_ulp(&p->a, &p->pose_a, &p->b, &p->pose_b), length = length_of(d->normal);
    double place = ulp + 0x1p-23 * (largest(p->pose_a.p) + largest(p->pose_b.p));
    int side = d->distance > 0.0f ? -1 : d->distance < 0.0f ? 1 : 0;
    if (side != truth.relation)
    {
        note("on the wrong side", truth.separation, p, d);
        return;
    }
    if (!(fabs(length - 1.0) < 0x1p-22))
    {
        note("normal of a length", length, p, d);
        return;
    }
    if (is_half_space(&p->a) && is_half_space(&p->b))
    {
        return;
    }
    double off = fabs((double)d->distance - truth.separation) / ulp, ends = ends_off(d) / place;
    double* worst = truth.relation < 0 ? &worst_gap : &worst_depth;
    *worst = fmax(*worst, off);
    worst_ends = fmax(worst_ends, ends);
    if (off > 8.0 || ends > 16.0)
    {
        note(off > 8.0 ? "off by so many ulp" : "ends off by so many ulp", off > 8.0 ? off : ends, p, d);
        return;
    }
    double surface = fmax(off_surface(d->point_a, &a), off_surface(d->point_b, &b)) / place;
    worst_surface = fmax(worst_surface, surface);
    if (surface > 16.0)
    {
        note("a point is so many ulp off its surface", surface, p, d);
        return;
    }
    if (!is_half_space(&p->a) && !is_half_space(&p->b))
    {
        // Along the normal, the shapes are as far apart as they are.
        const double n[3] = {d->normal.x / length, d->normal.y / length, d->normal.z / length};
        const double back[3] = {-n[0], -n[1], -n[2]};
        double along = -oracle3_extent(&b, back) - oracle3_extent(&a, n) - (double)p->a.radius - (double)p->b.radius;
        double lost = (truth.separation - along) / place;
        worst_normal = fmax(worst_normal, lost);
        if (lost > 16.0)
        {
            note("normal loses so many ulp", lost, p, d);
        }
    }
}

static void within_bounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1000);
    failures = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        pair3_series(&rng, i, &p);
        imp3_nearest d = distance_of(&p);
        check_distance(&p, &d);
        pair3_free(&p);
    }
    test_report("distance3: against the oracle", count);
    assert_int_equal(failures, 0);
}

static imp3_pose at(float x, float y, float z)
{
    imp3_pose r = imp3_pose_identity();
    r.p.x = x;
    r.p.y = y;
    r.p.z = z;
    return r;
}

static imp3_nearest distance_at(const imp3_shape* a, const imp3_shape* b, float x, float y, float z)
{
    imp3_pose home = imp3_pose_identity(), other = at(x, y, z);
    imp3_nearest d;
    assert_int_equal(imp3_distance(a, &home, b, &other, &d), IMP_OK);
    return d;
}

static void assert_nearest(imp3_nearest d, double distance, double x, double y, double z)
{
    assert_number(fabs((double)d.distance - distance), <, 2e-6);
    assert_number(fabs((double)d.normal.x - x), <, 2e-6);
    assert_number(fabs((double)d.normal.y - y), <, 2e-6);
    assert_number(fabs((double)d.normal.z - z), <, 2e-6);
    assert_number(ends_off(&d), <, 4e-6);
}

static void known_cases(void** state)
{
    (void)state;
    const imp3_box unit = {{-1, -1, -1}, {1, 1, 1}};
    const imp3_vec o = {0, 0, 0}, low = {0, -1, 0}, high = {0, 1, 0}, up = {0, 1, 0};
    imp3_shape box, ball, capsule, floor, can, cone;
    assert_int_equal(imp3_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp3_sphere_make(o, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp3_capsule_make(low, high, 0.5f, &capsule), IMP_OK);
    assert_int_equal(imp3_half_space_make(up, 0.0f, &floor), IMP_OK);
    assert_int_equal(imp3_cylinder_make(low, high, 1.0f, 0.0f, &can), IMP_OK);
    assert_int_equal(imp3_cone_make(low, high, 1.0f, 0.0f, 0.0f, &cone), IMP_OK);
    assert_nearest(distance_at(&box, &box, 5, 6, 14), 13.0, 3.0 / 13.0, 4.0 / 13.0, 12.0 / 13.0);
    assert_nearest(distance_at(&box, &box, 1.5f, 0.25f, 0), -0.5, 1, 0, 0);
    assert_nearest(distance_at(&ball, &ball, 3, 0, 4), 4.0, 0.6, 0, 0.8);
    assert_nearest(distance_at(&ball, &ball, 0.5f, 0, 0), -0.5, 1, 0, 0);
    assert_nearest(distance_at(&ball, &capsule, 3, 0.5f, 4), 4.0, 0.6, 0, 0.8);
    assert_nearest(distance_at(&box, &ball, 4, 5, 0), 4.5, 0.6, 0.8, 0);
    assert_nearest(distance_at(&floor, &box, 7, 3, 9), 2.0, 0, 1, 0);
    assert_nearest(distance_at(&box, &floor, 7, -3, 9), 2.0, 0, -1, 0);
    assert_nearest(distance_at(&floor, &box, 7, 0.5f, 9), -0.5, 0, 1, 0);
    assert_nearest(distance_at(&floor, &can, 7, 3, 9), 2.0, 0, 1, 0);
    assert_nearest(distance_at(&can, &can, 5, 0.5f, 0), 3.0, 1, 0, 0);
    assert_nearest(distance_at(&can, &can, 0, 5, 0), 3.0, 0, 1, 0);
    assert_nearest(distance_at(&can, &can, 1.5f, 0.5f, 0), -0.5, 1, 0, 0);
    assert_nearest(distance_at(&can, &can, 0.25f, 1.5f, 0), -0.5, 0, 1, 0);
    assert_nearest(distance_at(&can, &ball, 0.25f, 0, 0), -1.25, 1, 0, 0);
    // The side of the cone rises by 2 over 1: the origin's distance from it is 1 / sqrt 5.
    assert_nearest(distance_at(&cone, &ball, 1, 1, 0), 2.0 / sqrt(5.0) - 0.5, 2.0 / sqrt(5.0), 1.0 / sqrt(5.0), 0);
    assert_nearest(distance_at(&cone, &ball, 0, 3, 0), 1.5, 0, 1, 0);
}

// Stacks whose faces meet are at no distance, along the normal of the faces.
static void touching_is_zero(void** state)
{
    (void)state;
    const imp3_box unit = {{-1, -1, -1}, {1, 1, 1}};
    const imp3_vec o = {0, 0, 0}, low = {0, -1, 0}, high = {0, 1, 0}, up = {0, 1, 0};
    imp3_shape shapes[6];
    assert_int_equal(imp3_box_make(unit, &shapes[0]), IMP_OK);
    assert_int_equal(imp3_cylinder_make(low, high, 0.7f, 0.0f, &shapes[1]), IMP_OK);
    assert_int_equal(imp3_cone_make(low, high, 0.9f, 0.3f, 0.0f, &shapes[2]), IMP_OK);
    assert_int_equal(imp3_sphere_make(o, 1.0f, &shapes[3]), IMP_OK);
    assert_int_equal(imp3_capsule_make(o, up, 1.0f, &shapes[4]), IMP_OK);
    assert_int_equal(imp3_half_space_make(up, 1.0f, &shapes[5]), IMP_OK);
    for (int i = 0; i < 6; i++)
    {
        for (int k = 0; k < 5; k++)
        {
            float height = i == 4 ? 3.0f : 2.0f;
            imp3_nearest d = distance_at(&shapes[i], &shapes[k], i == 5 ? 0.3f : 0.0f, height, 0.0f);
            assert_number(d.distance, ==, 0.0f);
            assert_number(fabs((double)d.normal.y - 1.0), <, 1e-6);
        }
    }
}

// Any sort, cylinders and cones too.
static void any_pair(test_rng* rng, uint64_t i, pair3* out)
{
    int sorts = SORT3_COUNT, a = (int)(i % SORT3_COUNT), b = (int)(i / SORT3_COUNT % (uint64_t)sorts);
    bool exact = a < SORT3_EXACT && b < SORT3_EXACT;
    static const int styles[] = {STYLE3_RANDOM,   STYLE3_GRID,   STYLE3_SIZES,     STYLE3_NESTED,
                                 STYLE3_PARALLEL, STYLE3_SLIVER, STYLE3_WORST_TURN};
    int style = exact ? styles[i / 7 % 7] : styles[i / 7 % 5];
    pair3_make(rng, a, b, style, out);
}

static void answers_agree(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(5000);
    failures = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        any_pair(&rng, i, &p);
        bool curved = p.sort_a >= SORT3_EXACT || p.sort_b >= SORT3_EXACT, overlap;
        imp3_nearest d = distance_of(&p), back;
        assert_int_equal(imp3_overlap(&p.a, &p.pose_a, &p.b, &p.pose_b, &overlap), IMP_OK);
        if (overlap != (d.distance <= 0.0f))
        {
            note("overlap does not agree", overlap, &p, &d);
        }
        assert_int_equal(imp3_distance(&p.b, &p.pose_b, &p.a, &p.pose_a, &back), IMP_OK);
        double ulp = oracle3_ulp(&p.a, &p.pose_a, &p.b, &p.pose_b);
        double most = curved && overlap ? 0x1p-17 / 0x1p-23 : 16.0;
        double off = fabs((double)d.distance - back.distance) / ulp;
        if ((d.distance <= 0.0f) != (back.distance <= 0.0f) || off > most)
        {
            note("not the same from both sides, ulp", off, &p, &d);
        }
        pair3_free(&p);
    }
    test_report("distance3: answers agree", count);
    assert_int_equal(failures, 0);
}

static imp3_vec scaled_vec(imp3_vec v, float k)
{
    imp3_vec r = {v.x * k, v.y * k, v.z * k};
    return r;
}

static void scale_shape(imp3_shape* s, float k)
{
    s->radius *= k;
    s->reach *= k;
    s->a = scaled_vec(s->a, k);
    s->b = scaled_vec(s->b, k);
    s->c = scaled_vec(s->c, k);
    s->disc_a *= k;
    s->disc_b *= k;
    s->offset *= k;
}

// All sizes times a power of two: the same bits, times it.
static void scales(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(4000), tried = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        any_pair(&rng, i, &p);
        if (p.a.kind != IMP3_SHAPE_HULL && p.b.kind != IMP3_SHAPE_HULL && p.style != STYLE3_SIZES)
        {
            imp3_nearest d = distance_of(&p);
            for (int e = -10; e <= 10; e += 20)
            {
                pair3 q = p;
                float k = (float)ldexp(1.0, e);
                scale_shape(&q.a, k);
                scale_shape(&q.b, k);
                q.pose_a.p = scaled_vec(p.pose_a.p, k);
                q.pose_b.p = scaled_vec(p.pose_b.p, k);
                imp3_nearest got = distance_of(&q);
                bool endless = is_half_space(&p.a) && is_half_space(&p.b);
                if (!endless &&
                    (got.distance != d.distance * k || memcmp(&got.normal, &d.normal, sizeof d.normal) != 0))
                {
                    pair3_print(&p);
                    fail_msg("scaled by 2^%d: %a and %a", e, (double)got.distance, (double)d.distance);
                }
            }
            tried++;
        }
        pair3_free(&p);
    }
    test_report("distance3: scales", tried);
}

static void turn_a_little(imp3_pose* pose)
{
    const imp3_vec axis = {0, 0, 1};
    imp3_rot q;
    assert_int_equal(imp3_rot_make(axis, 0.02f, &q), IMP_OK);
    imp3_pose turned = {pose->p,
                        {imp3_rot_apply(q, pose->q.x), imp3_rot_apply(q, pose->q.y), imp3_rot_apply(q, pose->q.z)}};
    *pose = imp3_pose_check(&turned) == IMP_OK ? turned : *pose;
}

// Over motions, and from caches that are wrong.
static void remembering_changes_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(300), asked = 0;
    failures = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 p;
        any_pair(&rng, i * 5 + 1, &p);
        bool curved = p.sort_a >= SORT3_EXACT || p.sort_b >= SORT3_EXACT;
        imp3_cache cache;
        memset(&cache, 0, sizeof cache);
        float step = 0.02f * (p.a.reach + p.b.reach);
        for (int k = 0; k < 12; k++)
        {
            if (k == 8)
            {
                cache.axis = (uint32_t)test_rng_next(&rng);
                cache.count = test_rng_int(&rng, -1, 5);
                for (int j = 0; j < 4; j++)
                {
                    cache.vertex_a[j] = test_rng_int(&rng, -2, 8);
                    cache.vertex_b[j] = test_rng_int(&rng, -2, 8);
                }
                cache.direction.x = k & 1 ? NAN : test_rng_range(&rng, -1, 1);
            }
            imp3_shape_pair both = {&p.a, p.pose_a, &p.b, p.pose_b};
            imp3_nearest again, d = distance_of(&p);
            assert_int_equal(imp3_distance_again(&both, &cache, &again), IMP_OK);
            double ulp = oracle3_ulp(&p.a, &p.pose_a, &p.b, &p.pose_b);
            double most = curved ? 0x1p-17 / 0x1p-23 : 8.0;
            double off = fabs((double)again.distance - d.distance) / ulp;
            if ((again.distance <= 0.0f) != (d.distance <= 0.0f) || off > most)
            {
                note("not what it is without a memory, ulp", off, &p, &again);
            }
            asked++;
            p.pose_b.p.x += step;
            p.pose_b.p.y -= 0.5f * step;
            turn_a_little(&p.pose_b);
        }
        pair3_free(&p);
    }
    test_report("distance3: with a memory", asked);
    assert_int_equal(failures, 0);
}

static void refuses(void** state)
{
    (void)state;
    const imp3_vec o = {0, 0, 0};
    imp3_shape ball, none;
    imp3_pose home = imp3_pose_identity(), bad = home;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp3_sphere_make(o, 1.0f, &ball), IMP_OK);
    bad.p.y = NAN;
    imp3_nearest d, was;
    imp3_cache cache, cache_was;
    memset(&d, 0x5a, sizeof d);
    memset(&cache, 0x5a, sizeof cache);
    was = d;
    cache_was = cache;
    bool overlap = true;
    assert_int_equal(imp3_distance(NULL, &home, &ball, &home, &d), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_distance(&ball, &home, &none, &home, &d), IMP_ERR_SHAPE | 3 << 8);
    assert_int_equal(imp3_distance(&ball, &bad, &ball, &home, &d), IMP_ERR_NAN | 2 << 8);
    assert_int_equal(imp3_distance(&ball, &home, &ball, &home, NULL), IMP_ERR_NULL | 5 << 8);
    assert_int_equal(imp3_overlap(&ball, &home, &ball, &bad, &overlap), IMP_ERR_NAN | 4 << 8);
    assert_int_equal(imp3_overlap(&ball, &home, &ball, &home, NULL), IMP_ERR_NULL | 5 << 8);
    imp3_shape_pair pair = {&ball, home, &none, home};
    assert_int_equal(imp3_distance_again(&pair, &cache, &d), IMP_ERR_SHAPE | 1 << 8);
    assert_int_equal(imp3_distance_again(NULL, &cache, &d), IMP_ERR_NULL | 1 << 8);
    pair.b = &ball;
    assert_int_equal(imp3_distance_again(&pair, NULL, &d), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_distance_again(&pair, &cache, NULL), IMP_ERR_NULL | 3 << 8);
    assert_memory_equal(&d, &was, sizeof d);
    assert_memory_equal(&cache, &cache_was, sizeof cache);
    assert_true(overlap);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    printf("worst, in ulp of the scale: gap %.2f, depth %.2f, ends %.2f, along the normal %.2f, surface %.2f\n",
           worst_gap, worst_depth, worst_ends, worst_normal, worst_surface);
    assert_number(worst_gap, <=, 8.0);
    assert_number(worst_depth, <=, 8.0);
    assert_number(worst_ends, <=, 16.0);
    assert_number(worst_surface, <=, 16.0);
}

/// A step of the search that shortens the way by less than rounding shows is needed all the same.
static void long_flat_hulls_that_nearly_touch(void** state)
{
    (void)state;
    const float h = 0x1p+20f,
                corners[2][2][2] = {{{0x1.cb3a76p+1f, 0x1.83ac98p-4f}, {-0x1.ad6fe6p+1f, -0x1.3cdc2cp+0f}},
                                    {{-0x1.1503cep+17f, 0x1.480216p+18f}, {0x1.41278cp+18f, -0x1.272d1p+14f}}};
    const float c[2] = {0x1.b96e3ep-2f, -0x1.fff4d6p-1f}, s[2] = {-0x1.cdfbc6p-1f, -0x1.aba588p-7f};
    const imp3_vec places[2] = {{0.0f, 0x1.7a546cp-1f, 0x1.da4314p-3f}, {0.0f, -0x1.150dcp+14f, 0x1.d44dcap+17f}};
    imp3_shape shapes[2];
    imp3_pose poses[2];
    for (int k = 0; k < 2; k++)
    {
        imp3_vec points[4];
        for (int i = 0; i < 4; i++)
        {
            const imp3_vec point = {i & 1 ? h : -h, corners[k][i / 2][0], corners[k][i / 2][1]};
            points[i] = point;
        }
        const imp3_rot turn = {{1.0f, 0.0f, 0.0f}, {0.0f, c[k], s[k]}, {0.0f, -s[k], c[k]}};
        assert_int_equal(imp3_hull_make(points, 4, 0.0f, NULL, &shapes[k], NULL), IMP_OK);
        poses[k].p = places[k];
        poses[k].q = turn;
    }
    for (int k = 0; k < 2; k++)
    {
        imp3_nearest d;
        assert_int_equal(imp3_distance(&shapes[k], &poses[k], &shapes[1 - k], &poses[1 - k], &d), IMP_OK);
        assert_number(fabs((double)d.distance - 0.0028809444), <, 0.01);
    }
    imp3_shape_free(&shapes[0]);
    imp3_shape_free(&shapes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_flat_hulls_that_nearly_touch),
        cmocka_unit_test(known_cases),
        cmocka_unit_test(touching_is_zero),
        cmocka_unit_test(within_bounds),
        cmocka_unit_test(answers_agree),
        cmocka_unit_test(scales),
        cmocka_unit_test(remembering_changes_nothing),
        cmocka_unit_test(refuses),
        cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
