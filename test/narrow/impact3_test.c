// SPDX-License-Identifier: MIT
//
// imp3_time_of_impact: never late, and not early by more than it may be, by the separation in doubles along the whole
// motion, bisected as far as the greatest speed allows; the start exactly; and closed forms of what turns.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "narrow/pair3.h"
#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

static const char* const kind_names[5] = {"never", "hit", "touch", "overlap", "rest"};
static uint64_t failures, kinds[5];
static char seen[32][64];
static int seen_count[32];

typedef struct flight
{
    const imp3_mover *a, *b;
    double speed, ulp, target;
    int budget;
} flight;

static double size_of(imp3_vec v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static imp3i_pair pair_at(const flight* f, double t)
{
    imp3i_pair p = imp3i_pair_of(f->a->shape, &f->a->pose, f->b->shape, &f->b->pose);
    p.qa = imp3i_drot_spun(p.qa, imp3i_dspin_of(f->a->turn), t);
    p.qb = imp3i_drot_spun(p.qb, imp3i_dspin_of(f->b->turn), t);
    p.shift = imp3i_dadd_scaled(p.shift, imp3i_dsub(imp3i_dvec_of(f->b->motion), imp3i_dvec_of(f->a->motion)), t);
    return p;
}

static double separation_at(const flight* f, double t)
{
    imp3i_pair p = pair_at(f, t);
    imp3i_gap gap;
    imp3i_gap_estimate(&p, INFINITY, NULL, &gap);
    return gap.distance;
}

// The least separation in [0, t1], found as far as it matters against floor_at: a stretch is left alone once the speed
// limit proves that it stays above, or the budget is used up.
static double least_separation(flight* f, double t1, double floor_at)
{
    double ends[64][2], t0 = 0.0, s0 = separation_at(f, 0.0);
    int depth = 0;
    ends[0][0] = t1;
    ends[0][1] = separation_at(f, t1);
    double least = fmin(s0, ends[0][1]);
    f->budget = 3000;
    while (depth >= 0)
    {
        double right = ends[depth][0], at_right = ends[depth][1];
        double bound = 0.5 * (s0 + at_right - f->speed * (right - t0));
        if (bound >= floor_at || depth == 63 || right - t0 < 1e-7 || --f->budget < 0)
        {
            t0 = right;
            s0 = at_right;
            depth--;
            continue;
        }
        double middle = 0.5 * (t0 + right);
        depth++;
        ends[depth][0] = middle;
        ends[depth][1] = separation_at(f, middle);
        least = fmin(least, ends[depth][1]);
    }
    return least;
}

static flight flight_of(const imp3_mover* a, const imp3_mover* b)
{
    flight f = {a, b, 0.0, oracle3_ulp(a->shape, &a->pose, b->shape, &b->pose), 0.0, 0};
    imp3_vec between = imp3_vec_sub(b->pose.p, a->pose.p), motion = imp3_vec_sub(b->motion, a->motion);
    double size_a = (double)a->shape->reach + (double)a->shape->radius;
    double size_b = (double)b->shape->reach + (double)b->shape->radius;
    bool plane_a = a->shape->kind == IMP3_SHAPE_HALF_SPACE, plane_b = b->shape->kind == IMP3_SHAPE_HALF_SPACE;
    double far = size_of(between) + size_of(motion);
    f.speed = size_of(motion) + size_of(a->turn) * (plane_a ? far + size_b : size_a) +
              size_of(b->turn) * (plane_b ? far + size_a : size_b);
    double lesser = plane_a ? size_b : plane_b ? size_a : fmin(size_a, size_b);
    f.target = fmax(0x1p-12 * lesser, 64.0 * f.ulp);
    return f;
}

static const char* judge(flight* f, const imp3_hit* hit)
{
    oracle3_body a = oracle3_shape(f->a->shape, &f->a->pose), b = oracle3_shape(f->b->shape, &f->b->pose);
    int relation = oracle3_relation(&a, &b);
    if (relation > 0 || hit->kind == IMP_SWEEP_OVERLAP)
    {
        return relation > 0 && hit->kind == IMP_SWEEP_OVERLAP ? NULL : "the overlap at the start is wrong";
    }
    bool touch = hit->kind == IMP_SWEEP_TOUCH || hit->kind == IMP_SWEEP_REST;
    if (relation < 0 && touch)
    {
        return "a touch at the start is invented";
    }
    if (relation == 0 && hit->kind == IMP_SWEEP_NEVER)
    {
        return "a touch at the start is not told";
    }
    double end = hit->kind == IMP_SWEEP_HIT ? (double)hit->time : hit->kind == IMP_SWEEP_TOUCH ? 0.0 : 1.0;
    double least = least_separation(f, end, -16.0 * f->ulp);
    if (least < -16.0 * f->ulp)
    {
        return hit->kind == IMP_SWEEP_HIT ? "late" : hit->kind == IMP_SWEEP_REST ? "no rest" : "missed";
    }
    // With a mote its steps may run out.
    double size_a = (double)f->a->shape->reach + (double)f->a->shape->radius;
    double size_b = (double)f->b->shape->reach + (double)f->b->shape->radius;
    bool mote = fmin(size_a, size_b) < 0x1p-12 * fmax(size_a, size_b);
    if (hit->kind == IMP_SWEEP_HIT && !mote && separation_at(f, end) > f->target)
    {
        return "early";
    }
    if (hit->kind == IMP_SWEEP_TOUCH)
    {
        // Soon it would be inside, or not have gone anywhere.
        double t = fmin(1.0, 0x1p-6 * f->target * 0x1p12 / f->speed);
        double deep = fmin(fmin(separation_at(f, t), separation_at(f, 0.25 * t)), separation_at(f, 0.0625 * t));
        return deep > 4.0 * f->ulp + 0x1p-10 * t * f->speed ? "what parts is an approach" : NULL;
    }
    return NULL;
}

static void note(const char* wrong, const pair3* pair, const imp3_mover* a, const imp3_mover* b, const imp3_hit* hit)
{
    kinds[hit->kind >= 0 && hit->kind < 5 ? hit->kind : 0]++;
    failures += wrong != NULL;
    if (!wrong)
    {
        return;
    }
    int i = 0;
    while (i < 31 && seen[i][0] && strncmp(seen[i], wrong, 63) != 0)
    {
        i++;
    }
    seen_count[i]++;
    if (!seen[i][0])
    {
        snprintf(seen[i], sizeof seen[i], "%s", wrong);
        printf("%s\n", wrong);
        pair3_print(pair);
        const imp3_mover* movers[2] = {a, b};
        for (int k = 0; k < 2; k++)
        {
            printf("  motion {%a, %a, %a}, turn {%a, %a, %a}\n", (double)movers[k]->motion.x,
                   (double)movers[k]->motion.y, (double)movers[k]->motion.z, (double)movers[k]->turn.x,
                   (double)movers[k]->turn.y, (double)movers[k]->turn.z);
        }
        printf("  got kind %d, time %a, normal {%a, %a, %a}\n", hit->kind, (double)hit->time, (double)hit->normal.x,
               (double)hit->normal.y, (double)hit->normal.z);
    }
}

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)fmin(fmax(value, -0x1p59), 0x1p59);
}

static imp3_vec some_vec(test_rng* rng, double size)
{
    imp3_vec v = {tidy(size * (2.0 * test_rng_unit(rng) - 1.0)), tidy(size * (2.0 * test_rng_unit(rng) - 1.0)),
                  tidy(size * (2.0 * test_rng_unit(rng) - 1.0))};
    return v;
}

static imp3_vec some_turn(test_rng* rng)
{
    static const double sizes[6] = {0.0, 0.01, 0.5, 1.0, 3.0, 12.0};
    imp3_vec v = some_vec(rng, sizes[test_rng_int(rng, 0, 5)]);
    if (test_rng_int(rng, 0, 3) == 0)
    {
        int axis = test_rng_int(rng, 0, 2);
        v.x = axis == 0 ? v.x : 0.0f;
        v.y = axis == 1 ? v.y : 0.0f;
        v.z = axis == 2 ? v.z : 0.0f;
    }
    return v;
}

static void any_pair(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(3000);
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        double apart = size_of(imp3_vec_sub(pair.pose_b.p, pair.pose_a.p));
        double size = (double)pair.a.reach + (double)pair.b.reach + (double)pair.a.radius + (double)pair.b.radius;
        imp3_mover a = {&pair.a, pair.pose_a, {0.0f, 0.0f, 0.0f}, some_turn(&rng)};
        imp3_mover b = {&pair.b, pair.pose_b, some_vec(&rng, apart + size), some_turn(&rng)};
        // Apart at first, more often than not, and on the way to each other.
        if (i % 3)
        {
            imp3_vec away = imp3_vec_sub(b.pose.p, a.pose.p);
            float k = (float)(1.5 * size / (apart > 0.0 ? apart : 1.0));
            away.x = tidy((double)(away.x * k));
            away.y = tidy((double)(away.y * k));
            away.z = tidy((double)(away.z * k));
            b.pose.p = imp3_vec_add(b.pose.p, away);
            imp3_vec back = imp3_vec_scale(away, -2.0f * (float)test_rng_unit(&rng));
            b.motion = imp3_vec_add(imp3_vec_scale(b.motion, 0.25f), back);
        }
        if (imp3_pose_check(&b.pose) != IMP_OK)
        {
            pair3_free(&pair);
            continue;
        }
        imp3_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp3_time_of_impact(&a, &b, &hit), IMP_OK);
        flight f = flight_of(&a, &b);
        note(judge(&f, &hit), &pair, &a, &b, &hit);
        pair3_free(&pair);
    }
    for (int i = 0; i < 5; i++)
    {
        printf("%s %d%s", kind_names[i], (int)kinds[i], i < 4 ? ", " : "\n");
    }
    for (int i = 0; i < 32 && seen[i][0]; i++)
    {
        printf("%s: %d\n", seen[i], seen_count[i]);
    }
    test_report("impact3: any pair", count);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_pair),
    };
    return cmocka_run_group_tests_name("impact3", tests, NULL, NULL);
}
