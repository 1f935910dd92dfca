// SPDX-License-Identifier: MIT
//
// Sweeps, casts, rays and impacts of compounds: the state at the start and at the hit against the exact oracle, the
// time against all pairs of parts one by one, and turning ones against dense samples. And what should not matter: which
// of the two is A, who moves, and the unit of length.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/compounds2.h"
#include "support.h"

static void demand(bool holds, const char* what, const compounds2* pair, const imp2_compound_hit* hit, imp2_vec motion)
{
    if (!holds)
    {
        compounds2_print(pair);
        printf("motion {%a, %a}: kind %d at %.9g, normal %g %g, depth %g, parts %d %d\n", (double)motion.x,
               (double)motion.y, hit->hit.kind, (double)hit->hit.time, (double)hit->hit.normal.x,
               (double)hit->hit.normal.y, (double)hit->hit.depth, hit->part_a, hit->part_b);
        fail_msg("%s", what);
    }
}

static imp2_vec some_motion(test_rng* rng, const compounds2* pair)
{
    imp2_vec m = {test_rng_range(rng, -3.0f, 3.0f), test_rng_range(rng, -3.0f, 3.0f)};
    if (pair->style == COMPOUND2_GRID)
    {
        m.x = (float)test_rng_int(rng, -6, 6) * 0.5f;
        m.y = (float)test_rng_int(rng, -6, 6) * 0.5f;
    }
    return m;
}

static double length(imp2_vec v)
{
    return sqrt((double)v.x * v.x + (double)v.y * v.y);
}

// Whether two parts are inside each other a little after a time.
static bool gets_inside(const compounds2* pair, int32_t i, int32_t j, imp2_vec motion, double time)
{
    oracle2_body a = oracle2_shape(&pair->a.parts[i], &pair->pose_a);
    oracle2_body b = oracle2_shape(&pair->b.parts[j], &pair->pose_b);
    oracle2_shift by = {motion.x * (time + 1e-3), motion.y * (time + 1e-3), 0.0, 0.0};
    oracle2_answer answer;
    oracle2_relate_shifted(&a, &b, by, &answer);
    return answer.sign < 0;
}

// The earliest of all pairs, one by one, and how far apart in time a hit of the whole may be.
static double earliest_pair(const compounds2* pair, imp2_vec motion, double* grazing)
{
    double best = INFINITY;
    *grazing = INFINITY;
    for (int32_t i = 0; i < pair->a.part_count; i++)
    {
        for (int32_t j = 0; j < pair->b.part_count; j++)
        {
            imp2_hit h;
            assert_int_equal(imp2_cast(&pair->a.parts[i], &pair->pose_a, &pair->b.parts[j], &pair->pose_b, motion, &h),
                             IMP_OK);
            bool hit = h.kind == IMP_SWEEP_HIT || h.kind == IMP_SWEEP_TOUCH;
            double closing = -(double)imp2_vec_dot(h.normal, motion);
            bool grazes = h.kind == IMP_SWEEP_HIT &&
                          (closing < 1e-3 * length(motion) || !gets_inside(pair, i, j, motion, (double)h.time));
            *grazing = hit && grazes && (double)h.time < *grazing ? (double)h.time : *grazing;
            best = hit && !grazes && (double)h.time < best ? (double)h.time : best;
        }
    }
    return best;
}

static void casts_are_the_earliest_of_all_pairs(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(8000), hits = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec motion = some_motion(&rng, &pair), still = {0, 0};
        imp2_compound_hit h;
        assert_int_equal(imp2_compound_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion, &h), IMP_OK);
        double separation, ulp = compounds2_ulp(&pair) + length(motion) * 0x1p-23;
        int relation = compounds2_relate(&pair, still, &separation), kind = h.hit.kind;
        demand(relation < 1 || kind == IMP_SWEEP_OVERLAP, "overlaps", &pair, &h, motion);
        if (relation >= 0 && kind == IMP_SWEEP_OVERLAP)
        {
            imp2_compound_nearest n;
            assert_int_equal(imp2_compound_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &n), IMP_OK);
            double error = fabs((double)n.nearest.distance + h.hit.depth);
            demand(error <= 16.0 * ulp && h.hit.depth > 0.0f, "depth", &pair, &h, motion);
            demand((double)imp2_vec_dot(n.nearest.normal, h.hit.normal) > 0.9999, "way out", &pair, &h, motion);
        }
        else if (relation == 0)
        {
            demand(kind == IMP_SWEEP_TOUCH || kind == IMP_SWEEP_REST || kind == IMP_SWEEP_HIT, "touches", &pair, &h,
                   motion);
        }
        else
        {
            demand(kind == IMP_SWEEP_NEVER || kind == IMP_SWEEP_HIT, "apart", &pair, &h, motion);
        }
        if (kind == IMP_SWEEP_HIT)
        {
            double time = h.hit.time, closing = -(double)imp2_vec_dot(h.hit.normal, motion);
            imp2_vec there = imp2_vec_scale(motion, h.hit.time);
            (void)compounds2_relate(&pair, there, &separation);
            demand(time > 0.0 && time <= 1.0, "time", &pair, &h, motion);
            demand(fabs(separation) <= 32.0 * ulp, "meets", &pair, &h, motion);
            demand(closing > -1e-6 * length(motion), "normal", &pair, &h, motion);
            hits++;
        }
        if (kind != IMP_SWEEP_OVERLAP)
        {
            double grazing, best = earliest_pair(&pair, motion, &grazing);
            double time = kind == IMP_SWEEP_HIT || kind == IMP_SWEEP_TOUCH ? (double)h.hit.time : INFINITY;
            // At a grazing angle the time is not well known.
            double closing = kind == IMP_SWEEP_HIT ? -(double)imp2_vec_dot(h.hit.normal, motion) : 1.0;
            double slack = 1e-5 + 16.0 * ulp / (closing > 1e-6 ? closing : 1e-6);
            bool good = best < INFINITY || time < INFINITY ? fabs(time - best) <= slack : true;
            good = good || (grazing < INFINITY && fabs(time - grazing) <= slack) ||
                   (grazing < best && !(time < grazing - slack));
            if (!good)
            {
                printf("best %.9g grazing %.9g\n", best, grazing);
            }
            demand(good, "earliest", &pair, &h, motion);
        }
        compounds2_free(&pair);
    }
    assert_true(hits > count / 8);
    test_report("compound sweep2: casts", count);
}

static bool same_hit(const imp2_compound_hit* a, const imp2_compound_hit* b, double slack, bool negated)
{
    double sign = negated ? -1.0 : 1.0;
    return a->hit.kind == b->hit.kind && fabs((double)a->hit.time - b->hit.time) <= slack &&
           fabs((double)a->hit.depth - b->hit.depth) <= slack &&
           (a->hit.normal.x * sign * b->hit.normal.x + a->hit.normal.y * sign * b->hit.normal.y > 0.99 ||
            a->hit.kind != IMP_SWEEP_HIT);
}

static void who_moves_and_who_is_a_does_not_matter(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(4000), different = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec motion = some_motion(&rng, &pair), back = imp2_vec_negate(motion), still = {0, 0};
        imp2_compound_mover a = {&pair.a, pair.pose_a, back, 0.0f}, b = {&pair.b, pair.pose_b, still, 0.0f};
        imp2_compound_mover stands = {&pair.a, pair.pose_a, still, 0.0f}, comes = {&pair.b, pair.pose_b, motion, 0.0f};
        imp2_compound_hit cast, sweep, impact, swapped;
        assert_int_equal(imp2_compound_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion, &cast), IMP_OK);
        assert_int_equal(imp2_compound_sweep(&a, &b, &sweep), IMP_OK);
        assert_int_equal(imp2_compound_time_of_impact(&stands, &comes, &impact), IMP_OK);
        assert_int_equal(imp2_compound_sweep(&comes, &stands, &swapped), IMP_OK);
        demand(same_hit(&cast, &sweep, 0.0, false), "who moves", &pair, &sweep, motion);
        demand(memcmp(&cast, &impact, sizeof cast) == 0, "impact without turning", &pair, &impact, motion);
        // What grazes, or meets two things at once, may be told either way.
        different += !same_hit(&cast, &swapped, 1e-4, true);
        compounds2_free(&pair);
    }
    assert_true(different <= count / 100);
    test_report("compound sweep2: swapped", count);
}

static void rays_are_casts_of_points(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(6000);
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec motion = some_motion(&rng, &pair), zero = {0, 0};
        imp2_shape dot;
        imp2_compound point;
        imp2_pose at = {pair.pose_b.p, {1, 0}};
        assert_int_equal(imp2_circle_make(zero, 0.0f, &dot), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&dot, &point), IMP_OK);
        imp2_compound_hit ray, cast;
        bool inside;
        assert_int_equal(imp2_compound_ray(&pair.a, &pair.pose_a, at.p, motion, &ray), IMP_OK);
        assert_int_equal(imp2_compound_cast(&pair.a, &pair.pose_a, &point, &at, motion, &cast), IMP_OK);
        demand(same_hit(&ray, &cast, 1e-5, false), "ray and cast", &pair, &ray, motion);
        assert_int_equal(imp2_compound_overlap(&pair.a, &pair.pose_a, &point, &at, &inside), IMP_OK);
        bool starts = ray.hit.kind == IMP_SWEEP_OVERLAP || ray.hit.kind == IMP_SWEEP_TOUCH ||
                      ray.hit.kind == IMP_SWEEP_REST || (ray.hit.kind == IMP_SWEEP_HIT && inside);
        demand(starts == inside, "ray: inside", &pair, &ray, motion);
        if (ray.hit.kind == IMP_SWEEP_OVERLAP && pair.a.kind == IMP2_COMPOUND_REGION)
        {
            imp2_vec closest;
            float distance;
            assert_int_equal(imp2_compound_closest(&pair.a, &pair.pose_a, at.p, &closest, &distance), IMP_OK);
            demand(fabs((double)ray.hit.depth + distance) < 16.0 * compounds2_ulp(&pair), "ray: depth", &pair, &ray,
                   motion);
        }
        compounds2_free(&pair);
    }
    test_report("compound sweep2: rays", count);
}

static imp2_pose pose_at(const imp2_compound_mover* m, double time)
{
    imp2_pose pose;
    double angle = (double)m->turn * time, c = cos(angle), s = sin(angle);
    pose.p.x = (float)(m->pose.p.x + m->motion.x * time);
    pose.p.y = (float)(m->pose.p.y + m->motion.y * time);
    pose.q.c = (float)(c * m->pose.q.c - s * m->pose.q.s);
    pose.q.s = (float)(s * m->pose.q.c + c * m->pose.q.s);
    pose.q.c = fabsf(pose.q.c) < 1e-15f ? 0.0f : pose.q.c;
    pose.q.s = fabsf(pose.q.s) < 1e-15f ? 0.0f : pose.q.s;
    pose.p.x = fabsf(pose.p.x) < 1e-15f ? 0.0f : pose.p.x;
    pose.p.y = fabsf(pose.p.y) < 1e-15f ? 0.0f : pose.p.y;
    return pose;
}

static void impacts_are_never_late(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(1500), hits = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_compound_mover a = {&pair.a, pair.pose_a, {0, 0}, test_rng_range(&rng, -2.0f, 2.0f)};
        imp2_compound_mover b = {&pair.b, pair.pose_b, some_motion(&rng, &pair), test_rng_range(&rng, -2.0f, 2.0f)};
        a.turn = i / 3 % 2 ? 0.0f : a.turn;
        imp2_compound_hit h;
        assert_int_equal(imp2_compound_time_of_impact(&a, &b, &h), IMP_OK);
        if (h.hit.kind == IMP_SWEEP_NEVER || h.hit.kind == IMP_SWEEP_HIT)
        {
            double until = h.hit.kind == IMP_SWEEP_HIT ? (double)h.hit.time : 1.0;
            double size = (double)pair.a.reach + pair.a.parts->radius,
                   other = (double)pair.b.reach + pair.b.parts->radius;
            size = other > size ? other : size;
            for (int k = 0; k <= 40; k++)
            {
                double time = until * k / 40.0;
                imp2_pose pa = pose_at(&a, time), pb = pose_at(&b, time);
                imp2_compound_nearest n;
                assert_int_equal(imp2_compound_distance(&pair.a, &pa, &pair.b, &pb, &n), IMP_OK);
                // Positions are rounded here, and where the call looks closer.
                double ulp = compounds2_ulp(&pair) + (length(b.motion) + length(pb.p)) * 0x1p-23;
                demand((double)n.nearest.distance >= -24.0 * ulp, "late", &pair, &h, b.motion);
                demand(k < 40 || h.hit.kind != IMP_SWEEP_HIT ||
                           (double)n.nearest.distance < 0x1p-12 * size + 24.0 * ulp,
                       "early", &pair, &h, b.motion);
            }
            hits += h.hit.kind == IMP_SWEEP_HIT;
        }
        compounds2_free(&pair);
    }
    assert_true(hits > count / 16);
    test_report("compound sweep2: impacts", count);
}

// The same compound in another unit of length.
static imp2_compound scaled(const imp2_compound* c, float k, imp2_shape* shape)
{
    imp2_compound r;
    if (c->kind == IMP2_COMPOUND_SHAPE)
    {
        imp2_vec points[64];
        for (int32_t i = 0; i < c->parts->count; i++)
        {
            points[i] = imp2_vec_scale(oracle2_vertex(c->parts, i), k);
        }
        assert_int_equal(imp2_polygon_make(points, c->parts->count, c->parts->radius * k, NULL, shape, NULL), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(shape, &r), IMP_OK);
        return r;
    }
    static imp2_vec points[256];
    for (int32_t i = 0; i < c->ring_starts[c->ring_count]; i++)
    {
        points[i] = imp2_vec_scale(c->vertices[i], k);
    }
    if (c->kind == IMP2_COMPOUND_CHAIN)
    {
        imp2_polyline line = {points, c->ring_starts[1], c->closed, c->one_sided};
        assert_int_equal(imp2_chain_make(&line, NULL, &r, NULL), IMP_OK);
        return r;
    }
    imp2_region_cut cut = {points, c->ring_starts, c->loop_starts, c->loop, c->ring_count, c->part_count};
    assert_int_equal(imp2_region_load(&cut, NULL, &r), IMP_OK);
    return r;
}

static void the_unit_of_length_does_not_matter(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(3000);
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec motion = some_motion(&rng, &pair);
        float k = i % 2 ? 0x1p10f : 0x1p-10f;
        imp2_shape shapes[4];
        // Twice made, so that both have the same kinds.
        imp2_compound a = scaled(&pair.a, 1.0f, &shapes[0]), b = scaled(&pair.b, 1.0f, &shapes[1]);
        imp2_compound ka = scaled(&pair.a, k, &shapes[2]), kb = scaled(&pair.b, k, &shapes[3]);
        imp2_pose pa = pair.pose_a, pb = pair.pose_b, kpa = pa, kpb = pb;
        kpa.p = imp2_vec_scale(pa.p, k);
        kpb.p = imp2_vec_scale(pb.p, k);
        imp2_compound_hit h, g;
        imp2_compound_nearest n, m;
        assert_int_equal(imp2_compound_cast(&a, &pa, &b, &pb, motion, &h), IMP_OK);
        assert_int_equal(imp2_compound_cast(&ka, &kpa, &kb, &kpb, imp2_vec_scale(motion, k), &g), IMP_OK);
        assert_int_equal(imp2_compound_distance(&a, &pa, &b, &pb, &n), IMP_OK);
        assert_int_equal(imp2_compound_distance(&ka, &kpa, &kb, &kpb, &m), IMP_OK);
        demand(h.hit.kind == g.hit.kind && h.hit.time == g.hit.time && h.hit.normal.x == g.hit.normal.x &&
                   h.hit.depth * k == g.hit.depth && h.part_a == g.part_a && h.part_b == g.part_b,
               "scaled cast", &pair, &g, motion);
        demand(n.nearest.distance * k == m.nearest.distance && n.nearest.normal.x == m.nearest.normal.x &&
                   n.nearest.point_a.x * k == m.nearest.point_a.x && n.part_a == m.part_a,
               "scaled distance", &pair, &g, motion);
        imp2_compound_free(&a);
        imp2_compound_free(&b);
        imp2_compound_free(&ka);
        imp2_compound_free(&kb);
        compounds2_free(&pair);
    }
    test_report("compound sweep2: scaled", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_are_the_earliest_of_all_pairs),
        cmocka_unit_test(who_moves_and_who_is_a_does_not_matter),
        cmocka_unit_test(rays_are_casts_of_points),
        cmocka_unit_test(impacts_are_never_late),
        cmocka_unit_test(the_unit_of_length_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
