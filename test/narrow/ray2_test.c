// SPDX-License-Identifier: MIT
//
// Rays aimed at what is hard: a side, a corner or a rounding met straight on, grazed by some ulps, run along, started
// from, ended at; very short, very long, from far away. The oracle judges.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/check2.h"
#include "support.h"

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)fmin(fmax(value, -0x1p59), 0x1p59);
}

typedef struct spot
{
    double x, y, nx, ny;  // on the boundary of the placed shape, or so; outward
} spot;

// A corner now and then, and anywhere on a side.
static spot some_spot(test_rng* rng, const imp2_shape* shape, const imp2_pose* pose)
{
    imp2_vec a = {0.0f, 0.0f}, b = a;
    int i = test_rng_int(rng, 0, shape->count - 1);
    imp2_shape_vertex(shape, i, &a);
    imp2_shape_vertex(shape, i + 1 < shape->count ? i + 1 : 0, &b);
    double t = test_rng_int(rng, 0, 2) ? test_rng_unit(rng) : test_rng_int(rng, 0, 1);
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y, length = hypot(ex, ey);
    double angle = 6.3 * test_rng_unit(rng), nx = cos(angle), ny = sin(angle);
    if (length > 0.0 && test_rng_int(rng, 0, 3))
    {
        nx = ey / length;
        ny = -ex / length;
    }
    double x = (double)a.x + t * ex + nx * (double)shape->radius, y = (double)a.y + t * ey + ny * (double)shape->radius;
    double c = (double)pose->q.c, s = (double)pose->q.s;
    spot r = {c * x - s * y + (double)pose->p.x, s * x + c * y + (double)pose->p.y, c * nx - s * ny, s * nx + c * ny};
    return r;
}

static imp2_pose some_pose(test_rng* rng, double size, int far)
{
    imp2_pose pose = imp2_pose_identity();
    double place = far ? 1000.0 * size : test_rng_int(rng, 0, 2) * size;
    pose.p.x = tidy(place * (test_rng_unit(rng) - 0.5));
    pose.p.y = tidy(place * (test_rng_unit(rng) - 0.5));
    if (test_rng_int(rng, 0, 3))
    {
        assert_int_equal(imp2_rot_make(test_rng_range(rng, -3.14f, 3.14f), &pose.q), IMP_OK);
        // Also what is accepted and no common rotation.
        float stretch = 1.0f + (float)(test_rng_int(rng, 0, 3) ? 0 : test_rng_int(rng, -5, 5)) * 0x1p-24f;
        pose.q.c *= stretch;
        pose.q.s *= stretch;
    }
    else if (test_rng_int(rng, 0, 1))
    {
        pose.q.c = 0.6f;
        pose.q.s = 0.8f;
    }
    return pose;
}

enum
{
    STRAIGHT,
    GRAZING,
    ALONG,
    SHALLOW,
    FROM_IT,
    ENDING,
    SHORT,
    LONG,
    AIMS
};

static void aim(test_rng* rng, int how, double size, spot f, imp2_vec* origin, imp2_vec* motion)
{
    double distance = size * exp2(10.0 * test_rng_unit(rng) - 4.0), ulp = 0x1p-23 * (size + distance);
    double lift = ulp * test_rng_int(rng, -64, 64), past = distance * 2.0 * test_rng_unit(rng);
    double angle = 2.8 * (test_rng_unit(rng) - 0.5), c = cos(angle), s = sin(angle);
    double dx = -(c * f.nx - s * f.ny), dy = -(s * f.nx + c * f.ny);
    if (how == SHALLOW)  // nearly along, to the end of a side above all
    {
        double fall = exp2(-8.0 - 12.0 * test_rng_unit(rng)), turn = test_rng_int(rng, 0, 1) ? 1.0 : -1.0;
        dx = -turn * f.ny - fall * f.nx;
        dy = turn * f.nx - fall * f.ny;
    }
    bool flat = how == GRAZING || how == ALONG || (how >= FROM_IT && test_rng_int(rng, 0, 3) == 0);
    dx = flat ? -f.ny : dx;
    dy = flat ? f.nx : dy;
    lift =
        how == STRAIGHT || how == ALONG || how == SHALLOW || how == LONG || test_rng_int(rng, 0, 3) == 0 ? 0.0 : lift;
    if (how == FROM_IT)
    {
        past = distance;
        distance = 0.0;
    }
    past = how == ENDING ? 0.0 : how == LONG ? past * 0x1p12 : past;
    double length = how == SHORT ? ulp * 64.0 * test_rng_unit(rng) * test_rng_int(rng, 0, 4) : distance + past;
    distance = how == SHORT ? ulp * 16.0 * test_rng_unit(rng) : distance;
    double side = test_rng_int(rng, 0, 7) ? 1.0 : -1.0;
    origin->x = tidy(f.x - dx * distance + f.nx * lift);
    origin->y = tidy(f.y - dy * distance + f.ny * lift);
    motion->x = tidy(side * dx * length);
    motion->y = tidy(side * dy * length);
}

static void aimed(void** state)
{
    (void)state;
    static const char* const names[5] = {"never", "hit", "touch", "overlap", "rest"};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(30000), failures = 0, kinds[5] = {0};
    for (uint64_t i = 0; i < count; ++i)
    {
        int sort = (int)(i % SORT2_COUNT), how = (int)(i / SORT2_COUNT % AIMS);
        sort = how == SHALLOW && test_rng_int(&rng, 0, 1) ? SORT2_CAPSULE : sort;
        int power = test_rng_int(&rng, 0, 2) ? 0 : test_rng_int(&rng, -36, 36);
        double size = ldexp(1.0, power);
        pair2 pair = {.sort_a = sort};
        pair2_shape(&rng, sort, (float)size, power == 0 && i % 3 == 0, &pair.a);
        pair.pose_a = some_pose(&rng, size, i % 16 == 7);
        imp2_vec origin, motion, zero = {0.0f, 0.0f};
        aim(&rng, how, size, some_spot(&rng, &pair.a, &pair.pose_a), &origin, &motion);
        imp2_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp2_ray(&pair.a, &pair.pose_a, origin, motion, &hit), IMP_OK);
        kinds[hit.kind] += 1;
        const char* wrong = check2_ray(&pair.a, &pair.pose_a, origin, motion, &hit);
        failures += wrong != NULL;
        if (wrong && check2_first(wrong))
        {
            assert_int_equal(imp2_circle_make(zero, 0.0f, &pair.b), IMP_OK);
            pair.pose_b = imp2_pose_identity();
            pair.pose_b.p = origin;
            pair.sort_b = SORT2_POINT;
            printf("%s, aim %d\n", wrong, how);
            pair2_print(&pair);
            printf("  motion {%a, %a}: kind %d, time %a, normal {%a, %a}, point {%a, %a}\n", (double)motion.x,
                   (double)motion.y, hit.kind, (double)hit.time, (double)hit.normal.x, (double)hit.normal.y,
                   (double)hit.point.x, (double)hit.point.y);
        }
        imp2_shape_free(&pair.a);
    }
    for (int i = 0; i < 5; ++i)
    {
        printf("%s %d%s", names[i], (int)kinds[i], i < 4 ? ", " : "\n");
        assert_true(count < 1000 || kinds[i] > 0);
    }
    test_report("ray2: aimed", count);
    check2_print_faults();
    assert_int_equal(failures, 0);
}

static void known_rays(void** state)
{
    (void)state;
    imp2_box unit = {{-1, -1}, {1, 1}};
    const imp2_vec corners[3] = {{-1, 0}, {1, 0}, {0, 1}}, left = {-2, 0}, right = {2, 0}, center = {1, 0};
    imp2_shape box, triangle, circle, capsule, segment;
    assert_int_equal(imp2_box_make(unit, &box), IMP_OK);
    assert_int_equal(imp2_polygon_make(corners, 3, 0.0f, NULL, &triangle, NULL), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 1.0f, &circle), IMP_OK);
    assert_int_equal(imp2_capsule_make(left, right, 1.0f, &capsule), IMP_OK);
    assert_int_equal(imp2_segment_make(left, right, &segment), IMP_OK);
    const imp2_pose at = imp2_pose_identity(), turned = {{10, 0}, {0, 1}};
    const struct
    {
        const imp2_shape* shape;
        imp2_pose pose;
        imp2_vec origin, motion;
        int kind;
        float time, nx, ny;
    } cases[] = {
        {&box, at, {-3, 0.5f}, {4, 0}, IMP_SWEEP_HIT, 0.5f, -1, 0},
        {&box, at, {-3, 0.5f}, {1, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&box, at, {-3, 0.5f}, {-4, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&box, at, {-3, 1}, {4, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&box, at, {0.5f, 3}, {0.25f, -4}, IMP_SWEEP_HIT, 0.5f, 0, 1},
        {&box, turned, {10.5f, 3}, {0.25f, -4}, IMP_SWEEP_HIT, 0.5f, 0, 1},
        {&box, at, {0, 0.75f}, {5, 0}, IMP_SWEEP_OVERLAP, 0, 0, 1},
        {&box, at, {0, 1}, {5, 0}, IMP_SWEEP_REST, 0, 0, 0},
        {&box, at, {0, 1}, {5, -1}, IMP_SWEEP_TOUCH, 0, 0, 1},
        {&triangle, at, {2.5f, 0.5f}, {-4, 0}, IMP_SWEEP_HIT, 0.5f, 0.70710678f, 0.70710678f},
        {&triangle, at, {-1, 2}, {4, -2}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&circle, at, {-2, 0}, {4, 0}, IMP_SWEEP_HIT, 0.5f, -1, 0},
        {&circle, at, {1.6f, 4.8f}, {0, -8}, IMP_SWEEP_HIT, 0.5f, 0.6f, 0.8f},
        {&circle, turned, {10, 4}, {0, -4}, IMP_SWEEP_HIT, 0.5f, 0, 1},
        {&circle, at, {-2, 0}, {1, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&circle, at, {-2, 2}, {8, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&circle, at, {3, 0}, {4, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&capsule, at, {1, 3}, {1, -4}, IMP_SWEEP_HIT, 0.5f, 0, 1},
        {&capsule, at, {1, -3}, {1, 4}, IMP_SWEEP_HIT, 0.5f, 0, -1},
        {&capsule, at, {5, 0}, {-4, 0}, IMP_SWEEP_HIT, 0.5f, 1, 0},
        {&capsule, at, {-2.6f, 4.8f}, {0, -8}, IMP_SWEEP_HIT, 0.5f, -0.6f, 0.8f},
        {&capsule, turned, {13, 1}, {-4, 1}, IMP_SWEEP_HIT, 0.5f, 1, 0},
        {&capsule, at, {3.5f, 4}, {0, -8}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&capsule, at, {5, 2}, {-9, 0}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&capsule, at, {1, 3}, {0, -1}, IMP_SWEEP_NEVER, 0, 0, 0},
        {&segment, at, {1, 3}, {0, -6}, IMP_SWEEP_HIT, 0.5f, 0, 1},
        {&segment, at, {1, -3}, {0, 6}, IMP_SWEEP_HIT, 0.5f, 0, -1},
        {&segment, at, {3, 3}, {0, -6}, IMP_SWEEP_NEVER, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        imp2_hit hit;
        assert_int_equal(imp2_ray(cases[i].shape, &cases[i].pose, cases[i].origin, cases[i].motion, &hit), IMP_OK);
        assert_int_equal(hit.kind, cases[i].kind);
        assert_true(fabsf(hit.time - cases[i].time) <= 1e-6f);
        assert_number(fabsf(hit.normal.x - cases[i].nx), <=, 1e-6f);
        assert_number(fabsf(hit.normal.y - cases[i].ny), <=, 1e-6f);
    }
}

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : 0.0;
}

// How much later one of two hits is, in ulp of the scale.
static double later(const imp2_hit* a, const imp2_hit* b, imp2_vec motion, double scale)
{
    double closing = (double)motion.x * (double)a->normal.x + (double)motion.y * (double)a->normal.y;
    return a->kind == IMP_SWEEP_HIT && b->kind == IMP_SWEEP_HIT
               ? ratio(fabs((double)a->time - (double)b->time) * fabs(closing), scale * 0x1p-23)
               : 0.0;
}

// The cast of a point, which its pose places or the shape, is its ray taken another way: the state at the start is the
// same, and the time nearly.
static void casts_of_points(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(30000), others = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int sort = (int)(i % SORT2_COUNT), how = (int)(i / SORT2_COUNT % AIMS);
        double size = ldexp(1.0, test_rng_int(&rng, 0, 2) ? 0 : test_rng_int(&rng, -36, 36));
        imp2_shape target, dots[2];
        pair2_shape(&rng, sort, (float)size, i % 3 == 0, &target);
        imp2_pose pose = some_pose(&rng, size, i % 16 == 7), at[2] = {some_pose(&rng, size, 0), imp2_pose_identity()};
        imp2_vec origin, motion, zero = {0.0f, 0.0f};
        const spot from = some_spot(&rng, &target, &pose);
        aim(&rng, how, size, from, &origin, &motion);
        assert_int_equal(imp2_circle_make(zero, 0.0f, &dots[0]), IMP_OK);
        assert_int_equal(imp2_circle_make(origin, 0.0f, &dots[1]), IMP_OK);
        at[0].p = origin;
        double speed = hypot((double)motion.x, (double)motion.y);
        double scale = hypot((double)origin.x - (double)pose.p.x, (double)origin.y - (double)pose.p.y);
        scale = speed + fmax(scale, fmax((double)target.reach, (double)target.radius));
        imp2_hit ray, cast;
        assert_int_equal(imp2_ray(&target, &pose, origin, motion, &ray), IMP_OK);
        for (int k = 0; k < 2; ++k)
        {
            assert_int_equal(imp2_cast(&target, &pose, &dots[k], &at[k], motion, &cast), IMP_OK);
            bool starts = ray.kind >= IMP_SWEEP_TOUCH || cast.kind >= IMP_SWEEP_TOUCH;
            assert_true(!starts || cast.kind == ray.kind);
            others += cast.kind != ray.kind;
            worst = fmax(worst, later(&ray, &cast, motion, scale));
        }
        imp2_shape_free(&target);
    }
    printf("%d of %d graze, times by %.2f ulp of the scale\n", (int)others, (int)count, worst);
    assert_number(others, <=, count / 1000);
    assert_number(worst, <=, 8.0);
}

// Of all that the tests above have measured.
static void promised_bounds_hold(void** state)
{
    (void)state;
    check2_print_worst();
    check2_hold(CHECK2_SWEEP_TIME, 8.0);
    check2_hold(CHECK2_SWEEP_POINT, 32.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_rays),
        cmocka_unit_test(aimed),
        cmocka_unit_test(casts_of_points),
        cmocka_unit_test(promised_bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
