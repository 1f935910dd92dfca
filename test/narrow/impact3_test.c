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

static imp3_vec vec(float x, float y, float z)
{
    imp3_vec v = {x, y, z};
    return v;
}

static imp3_mover mover(const imp3_shape* s, imp3_vec at, imp3_vec motion, imp3_vec turn)
{
    imp3_mover m = {s, imp3_pose_identity(), motion, turn};
    m.pose.p = at;
    return m;
}

static imp3_hit impact_of(imp3_mover a, imp3_mover b)
{
    imp3_hit hit;
    assert_int_equal(imp3_time_of_impact(&a, &b, &hit), IMP_OK);
    return hit;
}

static void box_of(float x, float y, float z, imp3_shape* out)
{
    imp3_box box = {{-x, -y, -z}, {x, y, z}};
    assert_int_equal(imp3_box_make(box, out), IMP_OK);
}

// A cube that turns about its middle above a floor: a corner comes down to h, an edge to sqrt 2.
static void turning_cube(void** state)
{
    (void)state;
    imp3_shape cube, floor;
    imp3_vec none = vec(0, 0, 0);
    box_of(1, 1, 1, &cube);
    assert_int_equal(imp3_half_space_make(vec(0, 0, 1), 0.0f, &floor), IMP_OK);
    for (int i = 0; i < 20; i++)
    {
        // cos a + sin a = h, with a the angle turned; the edge comes down first.
        double h = 1.02 + 0.019 * i, turn = 1.5707963, angle = asin(h / sqrt(2.0)) - 0.78539816;
        imp3_hit hit =
            impact_of(mover(&floor, none, none, none), mover(&cube, vec(0, 0, (float)h), none, vec((float)turn, 0, 0)));
        assert_int_equal(hit.kind, IMP_SWEEP_HIT);
        double below = cos(turn * (double)hit.time) + sin(turn * (double)hit.time);
        assert_true((double)hit.time <= angle / turn + 1e-6 && h - below <= 0x1p-12 * 1.75 && h - below >= -1e-5);
        assert_true(hit.normal.z > 0.99f);
    }
    imp3_hit hit = impact_of(mover(&floor, none, none, none), mover(&cube, vec(0, 0, 1.45f), none, vec(100, 0, 0)));
    assert_int_equal(hit.kind, IMP_SWEEP_NEVER);
    hit = impact_of(mover(&floor, none, none, none), mover(&cube, vec(0, 0, 1.45f), none, vec(70, 70, 0)));
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
}

// What touches at the start: spins about the normal and stays, tips and collides, is lifted and turns away.
static void touching(void** state)
{
    (void)state;
    imp3_shape cube, floor, slab, ball;
    imp3_vec none = vec(0, 0, 0), top = vec(0, 0, 1);
    box_of(1, 1, 1, &cube);
    box_of(8, 8, 1, &slab);
    assert_int_equal(imp3_half_space_make(vec(0, 0, 1), 0.0f, &floor), IMP_OK);
    assert_int_equal(imp3_sphere_make(none, 1.0f, &ball), IMP_OK);
    imp3_mover still = mover(&floor, none, none, none), table = mover(&slab, vec(0, 0, -1), none, none);
    const imp3_mover* grounds[2] = {&still, &table};
    for (int i = 0; i < 2; i++)
    {
        imp3_mover ground = *grounds[i];
        assert_int_equal(impact_of(ground, mover(&cube, top, none, vec(0, 0, 3))).kind, IMP_SWEEP_REST);
        assert_int_equal(impact_of(ground, mover(&cube, top, vec(1, 1, 0), vec(0, 0, 3))).kind, IMP_SWEEP_REST);
        assert_int_equal(impact_of(ground, mover(&cube, top, none, vec(0.5f, 0, 0))).kind, IMP_SWEEP_TOUCH);
        assert_int_equal(impact_of(ground, mover(&cube, top, vec(0, 0, 4), vec(0.5f, 0, 0))).kind, IMP_SWEEP_REST);
        assert_int_equal(impact_of(ground, mover(&cube, top, vec(0, 0, -1), vec(0, 0, 1))).kind, IMP_SWEEP_TOUCH);
        assert_int_equal(impact_of(ground, mover(&ball, top, vec(1, 0, 0), vec(0, 1, 0))).kind, IMP_SWEEP_REST);
        // Lifted slower than its far edge comes down.
        assert_int_equal(impact_of(ground, mover(&cube, top, vec(0, 0, 0.25f), vec(0.5f, 0, 0))).kind, IMP_SWEEP_TOUCH);
    }
    // Faster up than its edge comes down.
    imp3_mover bar = mover(&cube, vec(0, 0, 1), vec(0, 0, 1.1f), vec(2.0f, 0, 0));
    assert_int_equal(impact_of(still, bar).kind, IMP_SWEEP_TOUCH);
    bar.motion.z = 2.5f;
    assert_int_equal(impact_of(still, bar).kind, IMP_SWEEP_REST);
}

// A blade that turns fast, a thin wall, a bullet: nothing gets through.
static void fast_and_thin(void** state)
{
    (void)state;
    imp3_shape wall, blade, bullet;
    imp3_vec none = vec(0, 0, 0);
    box_of(0.0005f, 50, 50, &wall);
    box_of(2, 0.001f, 0.05f, &blade);
    assert_int_equal(imp3_sphere_make(none, 0.01f, &bullet), IMP_OK);
    for (int i = 0; i < 50; i++)
    {
        float fast = 10.0f * (float)(i + 1);
        imp3_hit hit = impact_of(mover(&wall, none, none, none),
                                 mover(&blade, vec(-5, 0, 0), vec(fast, 0, 0), vec(0, 0, 0.9f * fast)));
        assert_int_equal(hit.kind, IMP_SWEEP_HIT);
        assert_true(hit.normal.x < -0.99f);
        hit = impact_of(mover(&wall, none, none, vec(0.1f, 0, 0)),
                        mover(&bullet, vec(-5, 1, 1), vec(1000.0f * fast, 0, 0), vec(0, 0, 5)));
        assert_int_equal(hit.kind, IMP_SWEEP_HIT);
        assert_number(fabs((double)hit.time * 1000.0 * (double)fast - (5.0 - 0.0105)), <=,
                      0x1p-12 * 0.02 + 64.0 * 0x1p-23 * 80.0);
    }
}

static imp3_shape scaled_box(imp3_vec h, float k)
{
    imp3_shape s;
    box_of(h.x * k, h.y * k, h.z * k, &s);
    return s;
}

// The same in another size, and seen from the other one.
static void scaled_and_swapped(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    imp3_vec none = vec(0, 0, 0);
    int hits = 0;
    for (int i = 0; i < 400; i++)
    {
        imp3_vec ha = vec(test_rng_range(&rng, 0.1f, 1), test_rng_range(&rng, 0.1f, 1), 1),
                 hb = vec(1, 0.5f, test_rng_range(&rng, 0.1f, 1));
        imp3_vec at = some_vec(&rng, 4.0), motion = imp3_vec_add(imp3_vec_scale(at, -1.5f), some_vec(&rng, 1.0));
        imp3_vec ta = i % 2 ? some_vec(&rng, 2.0) : none, tb = i % 2 ? some_vec(&rng, 2.0) : none;
        imp3_hit hit[3];
        for (int k = 0; k < 3; k++)
        {
            float size = k == 0 ? 1.0f : k == 1 ? 0x1p10f : 0x1p-10f;
            imp3_shape a = scaled_box(ha, size), b = scaled_box(hb, size);
            hit[k] = impact_of(mover(&a, none, none, ta),
                               mover(&b, imp3_vec_scale(at, size), imp3_vec_scale(motion, size), tb));
        }
        for (int k = 1; k < 3; k++)
        {
            assert_int_equal(hit[k].kind, hit[0].kind);
            assert_true(hit[k].time == hit[0].time && hit[k].normal.x == hit[0].normal.x);
        }
        imp3_shape a = scaled_box(ha, 1.0f), b = scaled_box(hb, 1.0f);
        imp3_mover ma = mover(&a, none, none, ta), mb = mover(&b, at, motion, tb);
        imp3_hit back = impact_of(mb, ma);
        assert_int_equal(back.kind, hit[0].kind);
        if (hit[0].kind == IMP_SWEEP_HIT)
        {
            double close = i % 2 ? 0x1p-12 * 4.0 : 0x1p-20 * 16.0;
            assert_number(fabs((double)back.time - (double)hit[0].time), <=, close + 1e-6);
            hits++;
        }
    }
    assert_true(hits > 100);
}

static void bad_input(void** state)
{
    (void)state;
    imp3_shape s;
    imp3_vec none = vec(0, 0, 0);
    box_of(1, 1, 1, &s);
    imp3_mover fine = mover(&s, none, none, none), bad = fine;
    imp3_hit hit, before;
    memset(&hit, 0x5a, sizeof hit);
    before = hit;
    assert_int_equal(imp3_time_of_impact(NULL, &fine, &hit), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_time_of_impact(&fine, NULL, &hit), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_time_of_impact(&fine, &fine, NULL), IMP_ERR_NULL | 3 << 8);
    bad.turn = vec(0, 1025, 0);
    assert_int_equal(imp3_time_of_impact(&fine, &bad, &hit), IMP_ERR_RANGE | 2 << 8);
    bad.turn = vec(0, 1, 0);
    assert_int_equal(imp3_sweep(&bad, &fine, &hit), IMP_ERR_RANGE | 1 << 8);
    bad.turn = vec(0, NAN, 0);
    assert_int_equal(imp3_time_of_impact(&bad, &fine, &hit), IMP_ERR_NAN | 1 << 8);
    bad.turn = none;
    bad.motion = vec(0, 0, 0x1p61f);
    assert_int_equal(imp3_sweep(&fine, &bad, &hit), IMP_ERR_MAGNITUDE | 2 << 8);
    assert_int_equal(imp3_cast(&s, &fine.pose, &s, &fine.pose, bad.motion, &hit), IMP_ERR_MAGNITUDE | 5 << 8);
    assert_memory_equal(&hit, &before, sizeof hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_pair),      cmocka_unit_test(turning_cube),       cmocka_unit_test(touching),
        cmocka_unit_test(fast_and_thin), cmocka_unit_test(scaled_and_swapped), cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests_name("impact3", tests, NULL, NULL);
}
