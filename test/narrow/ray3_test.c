// SPDX-License-Identifier: MIT
//
// Rays at every kind of shape: the surface is where they end, nothing is passed on the way, by the distance along the
// ray; and closed forms.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/pairs3.h"
#include "support.h"

static imp3_vec vec(float x, float y, float z)
{
    imp3_vec v = {x, y, z};
    return v;
}

static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)value;
}

static double distance_at(const imp3_shape* s, const imp3_pose* pose, imp3_vec origin, imp3_vec way, double t)
{
    imp3_vec at = vec(tidy((double)origin.x + t * (double)way.x), tidy((double)origin.y + t * (double)way.y),
                      tidy((double)origin.z + t * (double)way.z));
    imp3_vec closest;
    float distance;
    assert_int_equal(imp3_shape_closest(s, pose, at, &closest, &distance), IMP_OK);
    return (double)distance;
}

static double norm(imp3_vec v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static const char* judge(const imp3_shape* s, const imp3_pose* pose, imp3_vec origin, imp3_vec way, const imp3_hit* hit)
{
    double scale = (double)s->reach + (double)s->radius + norm(imp3_vec_sub(origin, pose->p)) + norm(way);
    bool curved = s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE;
    // The places along the ray are rounded to floats too.
    double much = scale * (curved ? 0x1p-18 : 0x1p-20) + 0x1p-22 * (norm(origin) + norm(pose->p));
    double start = distance_at(s, pose, origin, way, 0.0);
    if (start < -much)
    {
        return hit->kind == IMP_SWEEP_OVERLAP ? NULL : "a start inside is not told";
    }
    if (start > much && hit->kind != IMP_SWEEP_HIT && hit->kind != IMP_SWEEP_NEVER)
    {
        return "a start outside is not told";
    }
    if (start <= much)
    {
        return NULL;
    }
    double end = hit->kind == IMP_SWEEP_HIT ? (double)hit->time : 1.0;
    for (int i = 0; i < 64; i++)
    {
        if (distance_at(s, pose, origin, way, end * i / 64.0) < -much)
        {
            return "passed through";
        }
    }
    if (hit->kind == IMP_SWEEP_HIT && fabs(distance_at(s, pose, origin, way, end)) > much)
    {
        return "not on the surface";
    }
    return hit->kind == IMP_SWEEP_HIT && fabs(norm(hit->normal) - 1.0) > 1e-6 ? "the normal is not of unit length"
                                                                              : NULL;
}

static void all_kinds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(9000), failures = 0, kinds[5] = {0};
    for (uint64_t i = 0; i < count; i++)
    {
        int sort = (int)(i % SORT3_COUNT);
        float size = i / SORT3_COUNT % 4 == 0 ? (float)exp2(20.0 * test_rng_unit(&rng) - 10.0) : 1.0f;
        imp3_shape s;
        pair3_shape(&rng, sort, size, i % 3 == 0, &s);
        imp3_pose pose = imp3_pose_identity();
        pose.q = pair3_turn(&rng, i % 3 == 0);
        pose.p = vec(test_rng_range(&rng, -size, size), test_rng_range(&rng, -size, size), 0.0f);
        imp3_vec origin =
            vec(test_rng_range(&rng, -4.0f * size, 4.0f * size), test_rng_range(&rng, -4.0f * size, 4.0f * size),
                test_rng_range(&rng, -4.0f * size, 4.0f * size));
        imp3_vec aim = imp3_vec_add(pose.p, vec(test_rng_range(&rng, -size, size), test_rng_range(&rng, -size, size),
                                                test_rng_range(&rng, -size, size)));
        imp3_vec way = imp3_vec_scale(imp3_vec_sub(aim, origin), test_rng_range(&rng, 0.5f, 2.0f));
        if (i % 7 == 0)
        {
            way = vec(0.0f, test_rng_int(&rng, 0, 1) ? way.y : 0.0f, way.z);
        }
        imp3_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        assert_int_equal(imp3_ray(&s, &pose, origin, way, &hit), IMP_OK);
        const char* wrong = judge(&s, &pose, origin, way, &hit);
        kinds[hit.kind]++;
        if (wrong && failures++ < 8)
        {
            printf("%s: %s, case %d, kind %d, time %g\n", wrong, sort3_names[sort], (int)i, hit.kind, (double)hit.time);
        }
        imp3_shape_free(&s);
    }
    printf("never %d, hit %d, touch %d, overlap %d, rest %d\n", (int)kinds[0], (int)kinds[1], (int)kinds[2],
           (int)kinds[3], (int)kinds[4]);
    test_report("ray3: all kinds", count);
    assert_int_equal(failures, 0);
    assert_true(kinds[IMP_SWEEP_HIT] > count / 8);
}

// A point that its pose places is a ray, in the same bits: at what is aimed at, at its corners and edges, along its
// faces, and from its surface.
static void casts_of_points(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(20000), kinds[5] = {0};
    for (uint64_t i = 0; i < count; i++)
    {
        int sort = (int)(i % SORT3_COUNT);
        uint64_t way_of_aim = i / SORT3_COUNT % 4;
        imp3_shape s, dot;
        pair3_shape(&rng, sort, 1.0f, i % 3 == 0, &s);
        imp3_pose pose = imp3_pose_identity(), at = pose;
        pose.q = pair3_turn(&rng, i % 3 == 0);
        at.q = pair3_turn(&rng, i % 3 != 0);
        float v[9], distance;
        for (int k = 0; k < 9; k++)
        {
            v[k] = test_rng_range(&rng, -1.0f, 1.0f);
        }
        pose.p = vec(v[0], v[1], v[2]);
        imp3_vec origin = vec(4.0f * v[3], 4.0f * v[4], 4.0f * v[5]);
        imp3_vec aim = imp3_vec_add(pose.p, vec(v[6], v[7], v[8])), spot;
        if (way_of_aim > 0 && imp3_shape_closest(&s, &pose, aim, &spot, &distance) == IMP_OK)
        {
            aim = spot;
        }
        if (way_of_aim > 1 && imp3_shape_closest(&s, &pose, origin, &spot, &distance) == IMP_OK)
        {
            origin = spot;
        }
        imp3_vec way = imp3_vec_scale(imp3_vec_sub(aim, origin), way_of_aim == 3 ? -1.0f : 1.5f);
        assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.0f, &dot), IMP_OK);
        at.p = origin;
        imp3_hit ray, cast;
        imp_status status = imp3_ray(&s, &pose, origin, way, &ray);
        if (status == IMP_OK)  // products of what is tiny may be below what is accepted
        {
            assert_int_equal(imp3_cast(&s, &pose, &dot, &at, way, &cast), IMP_OK);
            assert_memory_equal(&cast, &ray, sizeof ray);
            kinds[ray.kind]++;
        }
        imp3_shape_free(&s);
    }
    printf("never %d, hit %d, touch %d, overlap %d, rest %d\n", (int)kinds[0], (int)kinds[1], (int)kinds[2],
           (int)kinds[3], (int)kinds[4]);
    assert_true(kinds[IMP_SWEEP_HIT] > count / 8 && kinds[IMP_SWEEP_NEVER] > count / 8);
}

static void expect(const imp3_shape* s, imp3_vec origin, imp3_vec way, double time, imp3_vec normal)
{
    imp3_pose pose = imp3_pose_identity();
    imp3_hit hit;
    assert_int_equal(imp3_ray(s, &pose, origin, way, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_HIT);
    assert_number(fabs((double)hit.time - time), <=, 1e-6);
    assert_number(norm(imp3_vec_sub(hit.normal, normal)), <=, 1e-6);
    assert_true(hit.depth == 0.0f);
}

static void expect_none(const imp3_shape* s, imp3_vec origin, imp3_vec way)
{
    imp3_pose pose = imp3_pose_identity();
    imp3_hit hit, none;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp3_ray(s, &pose, origin, way, &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_NEVER);
    assert_memory_equal(&hit, &none, sizeof hit);
}

static void closed_forms(void** state)
{
    (void)state;
    imp3_vec x = vec(1, 0, 0), z = vec(0, 0, 1), down = vec(0, 0, -8);
    imp3_shape s;
    assert_int_equal(imp3_sphere_make(vec(0, 0, 0), 1.0f, &s), IMP_OK);
    expect(&s, vec(0, 0, 4), down, 3.0 / 8.0, z);
    expect(&s, vec(0.6f, 0, 4), down, 3.2 / 8.0, vec(0.6f, 0, 0.8f));
    expect_none(&s, vec(1.5f, 0, 4), down);
    expect_none(&s, vec(0, 0, 4), vec(0, 0, 8));
    expect_none(&s, vec(0, 0, 4), vec(0, 0, 0));
    assert_int_equal(imp3_triangle_make(vec(-1, -1, 0), vec(2, -1, 0), vec(-1, 2, 0), 0.0f, &s), IMP_OK);
    expect(&s, vec(0, 0, 4), down, 0.5, z);
    expect(&s, vec(0, 0, -4), vec(0, 0, 8), 0.5, vec(0, 0, -1));
    expect_none(&s, vec(1, 1, 4), down);
    assert_int_equal(imp3_triangle_make(vec(-1, -1, 0), vec(2, -1, 0), vec(-1, 2, 0), 0.5f, &s), IMP_OK);
    expect(&s, vec(0, 0, 4), down, 3.5 / 8.0, z);
    expect(&s, vec(-1.3f, 0, 4), down, 3.6 / 8.0, vec(-0.6f, 0, 0.8f));  // its round edge
    assert_int_equal(imp3_half_space_make(vec(0, 0, 2), 1.0f, &s), IMP_OK);
    expect(&s, vec(7, 5, 5), vec(3, 0, -8), 0.5, z);
    imp3_box box = {vec(-1, -2, -3), vec(1, 2, 3)};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    expect(&s, vec(5, 1, 1), vec(-8, 0.5f, 0), 0.5, x);
    expect_none(&s, vec(5, 5, 1), vec(-8, -1, 0));
    assert_int_equal(imp3_oriented_box_make(vec(0, 0, 0), vec(1, 2, 3), imp3_pose_identity().q, 0.5f, &s), IMP_OK);
    expect(&s, vec(5.5f, 1, 1), vec(-8, 0, 0), 0.5, x);
    expect(&s, vec(1.3f, 2.0f, 7.5f), vec(0, 0, -8), 4.1 / 8.0, vec(0.6f, 0, 0.8f));
    assert_int_equal(imp3_cylinder_make(vec(0, 0, -1), vec(0, 0, 1), 2.0f, 0.0f, &s), IMP_OK);
    expect(&s, vec(1, 1, 5), down, 0.5, z);
    expect(&s, vec(6, 0, 0), vec(-8, 0, 0), 0.5, x);
    expect(&s, vec(5, 1.2f, 0), vec(-8, 0, 0), 3.4 / 8.0, vec(0.8f, 0.6f, 0));
    expect_none(&s, vec(6, 0, 1.5f), vec(-8, 0, 0));
    assert_int_equal(imp3_cylinder_make(vec(0, 0, -1), vec(0, 0, 1), 2.0f, 0.5f, &s), IMP_OK);
    expect(&s, vec(6.4f, 0, 1.3f), vec(-8, 0, 0), 0.5, vec(0.8f, 0, 0.6f));  // the torus of its rim
    assert_int_equal(imp3_cone_make(vec(0, 0, 0), vec(0, 0, 4), 3.0f, 0.0f, 0.0f, &s), IMP_OK);
    expect(&s, vec(5.5f, 0, 2), vec(-8, 0, 0), 0.5, vec(0.8f, 0, 0.6f));
    expect(&s, vec(0, 0, 8), down, 0.5, z);
    assert_int_equal(imp3_capsule_make(vec(0, 0, -1), vec(0, 0, 1), 1.0f, &s), IMP_OK);
    expect(&s, vec(5, 0, 0.5f), vec(-8, 0, 0), 0.5, x);
    expect(&s, vec(4.8f, 0, 1.6f), vec(-8, 0, 0), 0.5, vec(0.8f, 0, 0.6f));
}

static void start_states(void** state)
{
    (void)state;
    imp3_box box = {vec(-1, -1, -1), vec(1, 1, 1)};
    imp3_shape s;
    imp3_pose pose = imp3_pose_identity();
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    static const struct
    {
        imp3_vec origin, way;
        int32_t kind;
    } cases[] = {{{0.0f, 0.0f, 0.5f}, {0.0f, 0.0f, 9.0f}, IMP_SWEEP_OVERLAP},
                 {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 9.0f}, IMP_SWEEP_REST},
                 {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -9.0f}, IMP_SWEEP_TOUCH},
                 {{0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 0.0f}, IMP_SWEEP_REST},
                 {{1.0f, 1.0f, 1.0f}, {-1.0f, -1.0f, -1.0f}, IMP_SWEEP_TOUCH},
                 {{1.0f, 1.0f, 1.0f}, {-1.0f, -1.0f, 0.0f}, IMP_SWEEP_REST},
                 {{1.0f, 1.0f, 1.0f}, {-1.0f, -1.0f, 0x1p-30f}, IMP_SWEEP_REST},
                 {{1.0f, 1.0f, 1.0f}, {-1.0f, -1.0f, -0x1p-20f}, IMP_SWEEP_TOUCH},
                 {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, IMP_SWEEP_REST},
                 {{0.0f, 0.0f, 1.0f + 0x1p-23f}, {0.0f, 0.0f, -1.0f}, IMP_SWEEP_HIT},
                 {{0.0f, 0.0f, 1.0f + 0x1p-23f}, {1.0f, 0.0f, 0.0f}, IMP_SWEEP_NEVER}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        imp3_hit hit;
        assert_int_equal(imp3_ray(&s, &pose, cases[i].origin, cases[i].way, &hit), IMP_OK);
        if (hit.kind != cases[i].kind)
        {
            fail_msg("case %d: kind %d, not %d", (int)i, hit.kind, cases[i].kind);
        }
    }
}

static void bad_input(void** state)
{
    (void)state;
    imp3_shape s, none;
    imp3_pose pose = imp3_pose_identity(), bad = pose;
    imp3_hit hit, before;
    imp3_vec o = vec(0, 0, 4), w = vec(0, 0, -8), nan = vec(0, NAN, 0), huge = vec(0x1p61f, 0, 0);
    memset(&none, 0, sizeof none);
    memset(&hit, 0x5a, sizeof hit);
    before = hit;
    bad.q.x.x = 1.1f;
    assert_int_equal(imp3_sphere_make(vec(0, 0, 0), 1.0f, &s), IMP_OK);
    assert_int_equal(imp3_ray(NULL, &pose, o, w, &hit), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_ray(&none, &pose, o, w, &hit), IMP_ERR_SHAPE | 1 << 8);
    assert_int_equal(imp3_ray(&s, NULL, o, w, &hit), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_ray(&s, &bad, o, w, &hit), IMP_ERR_ROTATION | 2 << 8);
    assert_int_equal(imp3_ray(&s, &pose, nan, w, &hit), IMP_ERR_NAN | 3 << 8);
    assert_int_equal(imp3_ray(&s, &pose, o, huge, &hit), IMP_ERR_MAGNITUDE | 4 << 8);
    assert_int_equal(imp3_ray(&s, &pose, o, w, NULL), IMP_ERR_NULL | 5 << 8);
    assert_memory_equal(&hit, &before, sizeof hit);
    // A motion may be as small as it likes.
    assert_int_equal(imp3_ray(&s, &pose, o, vec(0, 0, -0x1p-140f), &hit), IMP_OK);
    assert_int_equal(hit.kind, IMP_SWEEP_NEVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),    cmocka_unit_test(casts_of_points), cmocka_unit_test(closed_forms),
        cmocka_unit_test(start_states), cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests_name("ray3", tests, NULL, NULL);
}
