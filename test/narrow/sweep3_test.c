// SPDX-License-Identifier: MIT
//
// imp3_sweep, imp3_cast and imp3_ray against the oracle: the state at the start exactly, no hit missed or invented, the
// time where the exact separation is zero; and closed forms for what the oracle does not know.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/oracle3.h"
#include "oracle/pairs3.h"
#include "support.h"

static const char* const kind_names[5] = {"never", "hit", "touch", "overlap", "rest"};
static uint64_t failures, kinds[5];
static double worst_time, worst_point;

typedef struct path
{
    const imp3_shape *a, *b;
    imp3_pose pose_a, pose_b;
    double way[3];  // of B against A
    imp3_vec motion_a;
    double ulp;
} path;

static double size_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static oracle3_shift part_of_way(const path* p, double t)
{
    oracle3_shift s = {{p->way[0] * t, p->way[1] * t, p->way[2] * t}, {0.0, 0.0, 0.0}};
    return s;
}

static double separation_after(const path* p, double t, oracle3_answer* r)
{
    oracle3_body a = oracle3_shape(p->a, &p->pose_a), b = oracle3_shape(p->b, &p->pose_b);
    oracle3_relate_shifted(&a, &b, part_of_way(p, t), r);
    return r->separation;
}

/// How deep the two come on the way up to a time; a gap where they do not. The way of a half-space is that of the other
/// one, backwards.
static double deepest_until(const path* p, double t)
{
    oracle3_body a = oracle3_shape(p->a, &p->pose_a), b = oracle3_shape(p->b, &p->pose_b);
    oracle3_answer r;
    oracle3_shift s = part_of_way(p, t);
    if (p->b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        double at_end = separation_after(p, t, &r);
        oracle3_relate(&a, &b, &r);
        return fmin(at_end, r.separation);
    }
    oracle3_relate_swept(&a, &b, s, &r);
    return r.separation;
}

static double distance_from(const imp3_shape* s, const imp3_pose* pose, imp3_vec point)
{
    imp3_vec none = {0.0f, 0.0f, 0.0f};
    imp3_shape dot;
    imp3_pose at = imp3_pose_identity();
    assert_int_equal(imp3_sphere_make(none, 0.0f, &dot), IMP_OK);
    at.p = point;
    oracle3_body a = oracle3_shape(s, pose), b = oracle3_shape(&dot, &at);
    oracle3_answer r;
    oracle3_relate(&a, &b, &r);
    return r.separation;
}

static const char* judge_start(const path* p, const oracle3_answer* start, const imp3_hit* hit)
{
    oracle3_answer r;
    if (start->relation > 0)
    {
        if (hit->kind != IMP_SWEEP_OVERLAP)
        {
            return "an overlap at the start is not reported";
        }
        imp3_nearest nearest;
        assert_int_equal(imp3_distance(p->a, &p->pose_a, p->b, &p->pose_b, &nearest), IMP_OK);
        return fabs((double)hit->depth + (double)nearest.distance) > 16.0 * p->ulp ? "the depth is that of no distance" : NULL;
    }
    if (start->relation == 0)
    {
        if (hit->kind != IMP_SWEEP_TOUCH && hit->kind != IMP_SWEEP_REST)
        {
            return "a touch at the start is not reported";
        }
        double length = size_of(p->way), size = 0x1p23 * p->ulp, t = length > 0.0 ? 0x1p-12 * size / length : 1.0;
        double after = separation_after(p, t < 1.0 ? t : 1.0, &r);
        double moved = fmin(t, 1.0) * length;
        if (hit->kind == IMP_SWEEP_TOUCH && after > 0x1p-20 * moved)
        {
            return "what does not close is an approach";
        }
        // Thin things are passed in less than that, and those of lower dimension have no inside.
        if (hit->kind == IMP_SWEEP_REST && after < -0x1p-18 * moved)
        {
            return "an approach is missed";
        }
        return NULL;
    }
    return hit->kind == IMP_SWEEP_HIT || hit->kind == IMP_SWEEP_NEVER ? NULL : "apart at the start";
}

static const char* judge(const path* p, const imp3_hit* hit)
{
    oracle3_body a = oracle3_shape(p->a, &p->pose_a), b = oracle3_shape(p->b, &p->pose_b);
    oracle3_answer start, r;
    oracle3_relate(&a, &b, &start);
    const char* wrong = judge_start(p, &start, hit);
    double normal = fabs((double)hit->normal.x * (double)hit->normal.x + (double)hit->normal.y * (double)hit->normal.y +
                         (double)hit->normal.z * (double)hit->normal.z - 1.0);
    bool met = hit->kind != IMP_SWEEP_NEVER && hit->kind != IMP_SWEEP_REST;
    if (wrong || start.relation >= 0)
    {
        return wrong ? wrong : met && normal > 1e-6 ? "the normal is not of unit length" : NULL;
    }
    double ulp = p->ulp + 0x1p-23 * size_of(p->way);
    if (hit->kind == IMP_SWEEP_NEVER)
    {
        return deepest_until(p, 1.0) < -8.0 * ulp ? "a hit is missed" : NULL;
    }
    double t = (double)hit->time, at_hit = separation_after(p, t, &r);
    worst_time = fmax(worst_time, fabs(at_hit) / ulp);
    if (!(t > 0.0 && t <= 1.0))
    {
        return "the time is out of range";
    }
    if (fabs(at_hit) > 8.0 * ulp)
    {
        return at_hit > 0.0 ? "a hit too early" : "a hit too late";
    }
    if (deepest_until(p, t) < -8.0 * ulp)
    {
        return "an earlier hit is missed";
    }
    if (normal > 1e-6)
    {
        return "the normal is not of unit length";
    }
    // The point lies on both, where they are then; and along the normal they are apart.
    imp3_vec on_a = {hit->point.x - p->motion_a.x * hit->time, hit->point.y - p->motion_a.y * hit->time,
                     hit->point.z - p->motion_a.z * hit->time};
    double world = 0x1p-23 * (fabs((double)hit->point.x) + fabs((double)hit->point.y) + fabs((double)hit->point.z) +
                              fabs((double)on_a.x) + fabs((double)on_a.y) + fabs((double)on_a.z));
    double off = fmax(fabs(distance_from(p->a, &p->pose_a, on_a)) - world, 0.0);
    worst_point = fmax(worst_point, off / ulp);
    if (off > 32.0 * ulp)
    {
        return "the point is not on A";
    }
    imp3_vec on_b = {(float)((double)on_a.x - p->way[0] * t), (float)((double)on_a.y - p->way[1] * t),
                     (float)((double)on_a.z - p->way[2] * t)};
    off = fmax(fabs(distance_from(p->b, &p->pose_b, on_b)) - world, 0.0);
    worst_point = fmax(worst_point, off / ulp);
    return off > 32.0 * ulp ? "the point is not on B" : NULL;
}

static char seen[32][64];
static int seen_count[32];

static void note(const char* wrong, const pair3* pair, const path* p, const imp3_hit* hit)
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
        printf("  way {%a, %a, %a}\n", p->way[0], p->way[1], p->way[2]);
        printf("  got kind %d, time %a, normal {%a, %a, %a}, point {%a, %a, %a}, depth %a\n", hit->kind,
               (double)hit->time, (double)hit->normal.x, (double)hit->normal.y, (double)hit->normal.z,
               (double)hit->point.x, (double)hit->point.y, (double)hit->point.z, (double)hit->depth);
    }
}

static void begin(void)
{
    failures = 0;
    memset(kinds, 0, sizeof kinds);
    memset(seen, 0, sizeof seen);
    worst_time = worst_point = 0.0;
}

static void finish(const char* name, uint64_t count)
{
    for (int i = 0; i < 5; i++)
    {
        printf("%s %d%s", kind_names[i], (int)kinds[i], i < 4 ? ", " : "\n");
    }
    printf("worst: time %.3g ulp of the scale over the closing speed, point %.3g ulp\n", worst_time, worst_point);
    for (int i = 0; i < 32 && seen[i][0]; i++)
    {
        printf("%s: %d\n", seen[i], seen_count[i]);
    }
    test_report(name, count);
    assert_int_equal(failures, 0);
}

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)fmin(fmax(value, -0x1p59), 0x1p59);
}

// Towards the other one, past it, away, along the surface, on the grid.
static imp3_vec some_motion(test_rng* rng, const pair3* pair)
{
    oracle3_body a = oracle3_shape(&pair->a, &pair->pose_a), b = oracle3_shape(&pair->b, &pair->pose_b);
    oracle3_answer r;
    oracle3_relate(&a, &b, &r);
    double gap = fabs(r.separation) < 0x1p58 ? fabs(r.separation) : 0.0;
    double size =
        fmax(fmax((double)pair->a.reach + (double)pair->a.radius, (double)pair->b.reach + (double)pair->b.radius),
             gap) +
        1e-9;
    double length = size * exp2(4.0 * test_rng_unit(rng) - 2.0), v[3] = {0.0, 0.0, 0.0}, way[3];
    for (int k = 0; k < 3; k++)
    {
        v[k] = length * (2.0 * test_rng_unit(rng) - 1.0);
        way[k] = v[k];
    }
    double along = v[0] * r.normal[0] + v[1] * r.normal[1] + v[2] * r.normal[2];
    int how = test_rng_int(rng, 0, 5);
    for (int k = 0; k < 3; k++)
    {
        way[k] = how == 0   ? -length * r.normal[k]               // straight on
                 : how == 1 ? v[k] - along * r.normal[k]          // along the surface
                 : how == 2 ? -length * r.normal[k] + 0.5 * v[k]  // somewhere at the other one
                            : v[k];
    }
    if (how == 3)
    {
        way[0] = 0.0;
        way[1] = test_rng_int(rng, 0, 3) ? way[1] : 0.0;
        way[2] = test_rng_int(rng, 0, 3) ? way[2] : 0.0;
    }
    bool grid = pair->style == STYLE3_GRID || pair->style == STYLE3_PARALLEL || pair->style == STYLE3_CORNER;
    bool on_grid = grid && test_rng_int(rng, 0, 1);
    for (int k = 0; k < 3 && on_grid; k++)
    {
        way[k] = test_rng_int(rng, -16, 16) * 0.125 * test_rng_int(rng, 0, 1);
    }
    imp3_vec m = {tidy(way[0]), tidy(way[1]), tidy(way[2])};
    return m;
}

static path path_of(const pair3* pair, imp3_vec motion_a, imp3_vec motion_b)
{
    path p = {&pair->a, &pair->b, pair->pose_a, pair->pose_b, {0}, motion_a, 0.0};
    p.way[0] = (double)motion_b.x - (double)motion_a.x;
    p.way[1] = (double)motion_b.y - (double)motion_a.y;
    p.way[2] = (double)motion_b.z - (double)motion_a.z;
    p.ulp = oracle3_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
    return p;
}

static void sweeps(void** state)
{
    (void)state;
    begin();
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    imp3_vec none = {0.0f, 0.0f, 0.0f};
    for (uint64_t i = 0; i < count; i++)
    {
        pair3 pair;
        pair3_series(&rng, i, &pair);
        imp3_vec motion_a = i % 3 == 0 ? some_motion(&rng, &pair) : none, motion_b = some_motion(&rng, &pair);
        imp3_mover a = {&pair.a, pair.pose_a, motion_a, none}, b = {&pair.b, pair.pose_b, motion_b, none};
        imp3_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp3_sweep(&a, &b, &hit), IMP_OK);
        path p = path_of(&pair, motion_a, motion_b);
        note(judge(&p, &hit), &pair, &p, &hit);
        if (i % 3)
        {
            imp3_hit cast;
            assert_int_equal(imp3_cast(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, motion_b, &cast), IMP_OK);
            assert_memory_equal(&cast, &hit, sizeof hit);
        }
        pair3_free(&pair);
    }
    finish("sweep3: sweeps and casts", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps),
    };
    return cmocka_run_group_tests_name("sweep3", tests, NULL, NULL);
}
