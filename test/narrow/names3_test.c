// SPDX-License-Identifier: MIT
//
// Names of contacts in space, as warm starting needs them: the same from step to step while bodies tremble by less than
// the tie of contacts, in the places where they like to come to rest (edges on edges, corners on sides), and the same
// whichever way finds them.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/spin3.h"
#include "narrow/quick3.h"
#include "support.h"

enum
{
    STEPS = 600,
    SHAPES = 11
};

#define MARGIN 0.01f

static imp3_shape shapes[SHAPES];
static const char* const shape_names[SHAPES] = {"sphere", "capsule",  "box",  "triangle", "round box", "prism",
                                                "hull",   "cylinder", "cone", "floor",    "half-space"};

static imp3_vec vec_of(float x, float y, float z)
{
    const imp3_vec r = {x, y, z};
    return r;
}

/// So many sides around z, of radius 1/2 and height 1.
static imp3_shape prism_of(int sides)
{
    imp3_vec points[64];
    for (int k = 0; k < 2 * sides; ++k)
    {
        double angle = (0.5 + (double)(k / 2)) * 6.283185307179586 / sides;
        points[k] = vec_of((float)(0.5 * cos(angle)), (float)(0.5 * sin(angle)), k % 2 ? 0.5f : -0.5f);
    }
    imp3_shape s;
    assert_int_equal(imp3_hull_make(points, 2 * sides, 0.0f, NULL, &s, NULL), IMP_OK);
    return s;
}

/// Points on a sphere of radius 1/2.
static imp3_shape hull_of(int count)
{
    imp3_vec points[64];
    test_rng rng = {7};
    for (int k = 0; k < count; ++k)
    {
        double z = 2.0 * test_rng_unit(&rng) - 1.0, angle = 6.283185307179586 * test_rng_unit(&rng);
        double across = sqrt(1.0 - z * z);
        points[k] = vec_of((float)(0.5 * across * cos(angle)), (float)(0.5 * across * sin(angle)), (float)(0.5 * z));
    }
    imp3_shape s;
    assert_int_equal(imp3_hull_make(points, count, 0.0f, NULL, &s, NULL), IMP_OK);
    return s;
}

static imp3_shape box_of(float x, float y, float z)
{
    const imp3_box box = {{-x, -y, -z}, {x, y, z}};
    imp3_shape s;
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    return s;
}

static int make_shapes(void** state)
{
    (void)state;
    const imp3_vec middle = {0, 0, 0}, low = {0, 0, -0.5f}, high = {0, 0, 0.5f}, up = {0, 0, 1};
    const imp3_vec corners[3] = {{-0.5f, -0.5f, 0}, {0.5f, -0.5f, 0}, {0, 0.5f, 0}}, half = {0.4f, 0.4f, 0.4f};
    assert_int_equal(imp3_sphere_make(middle, 0.5f, &shapes[0]), IMP_OK);
    assert_int_equal(imp3_capsule_make(low, high, 0.25f, &shapes[1]), IMP_OK);
    shapes[2] = box_of(0.5f, 0.5f, 0.5f);
    assert_int_equal(imp3_triangle_make(corners[0], corners[1], corners[2], 0.0f, &shapes[3]), IMP_OK);
    assert_int_equal(imp3_oriented_box_make(middle, half, imp3_pose_identity().q, 0.1f, &shapes[4]), IMP_OK);
    shapes[5] = prism_of(8);
    shapes[6] = hull_of(40);
    assert_int_equal(imp3_cylinder_make(low, high, 0.5f, 0.0f, &shapes[7]), IMP_OK);
    assert_int_equal(imp3_cone_make(low, high, 0.5f, 0.0f, 0.0f, &shapes[8]), IMP_OK);
    shapes[9] = box_of(20, 20, 0.5f);
    assert_int_equal(imp3_half_space_make(up, 0.5f, &shapes[10]), IMP_OK);
    return 0;
}

static int free_shapes(void** state)
{
    (void)state;
    imp3_shape_free(&shapes[5]);
    imp3_shape_free(&shapes[6]);
    return 0;
}

static imp3_pose pose_at(float x, float y, float z, imp3_vec axis, float angle)
{
    imp3_pose pose;
    assert_int_equal(imp3_pose_make(vec_of(x, y, z), axis, angle, &pose), IMP_OK);
    return pose;
}

static imp3_pose placed_on(imp3_pose stage, imp3_pose pose)
{
    imp3_pose r = {imp3_pose_apply(stage, pose.p), imp3i_rot_turned(pose.q, stage.q)};
    return r;
}

static imp3_pose random_pose(test_rng* rng, float far)
{
    float x = test_rng_range(rng, -1, 1), y = test_rng_range(rng, -1, 1), z = test_rng_range(rng, 0.5f, 1);
    float angle = test_rng_range(rng, -3, 3), at_x = test_rng_range(rng, -far, far);
    float at_y = test_rng_range(rng, -far, far), at_z = test_rng_range(rng, -far, far);
    return pose_at(at_x, at_y, at_z, vec_of(x, y, z), angle);
}

static imp3_pose trembled(test_rng* rng, imp3_pose pose, float by)
{
    double spin_x = (double)test_rng_range(rng, -by, by), spin_y = (double)test_rng_range(rng, -by, by);
    const imp3i_dvec spin = {spin_x, spin_y, (double)test_rng_range(rng, -by, by)};
    imp3_pose r = pose;
    r.q = imp3i_rot_of(imp3i_drot_unit(imp3i_drot_spun(imp3i_drot_of(pose.q), spin, 1.0)));
    r.p.x += test_rng_range(rng, -by, by);
    r.p.y += test_rng_range(rng, -by, by);
    r.p.z += test_rng_range(rng, -by, by);
    return r;
}

static bool has_same_names(const imp3_manifold* a, const imp3_manifold* b)
{
    bool same = a->count == b->count;
    for (int k = 0; k < a->count && same; ++k)
    {
        same = a->points[k].id == b->points[k].id;
    }
    return same;
}

static void print_names(const imp3_manifold* m)
{
    printf("  normal %.6f %.6f %.6f, depth %g:", (double)m->normal.x, (double)m->normal.y, (double)m->normal.z,
           (double)m->depth);
    for (int k = 0; k < m->count; ++k)
    {
        printf(" %x/%x", (unsigned)(m->points[k].id >> 26), (unsigned)(m->points[k].id & 0x3ffffff));
    }
    printf("\n");
}

/// In how many steps names are not those of the first step.
static int count_changes(const imp3_shape* a, imp3_pose pose_a, const imp3_shape* b, imp3_pose pose_b, float by,
                         int steps, test_rng* rng, imp3_manifold last[2])
{
    int changes = 0;
    for (int step = 0; step < steps; ++step)
    {
        imp3_pose at_a = trembled(rng, pose_a, by), at_b = trembled(rng, pose_b, by);
        imp3_manifold m;
        assert_int_equal(imp3_collide(a, &at_a, b, &at_b, MARGIN, &m), IMP_OK);
        last[0] = step == 0 ? m : last[0];
        if (!has_same_names(&m, &last[0]))
        {
            last[1] = m;
            ++changes;
        }
    }
    return changes;
}

static int failed;

/// A rests on something whose top is the plane z = 1/2. Both ways round, as it stands and turned as a whole.
static void rests(const char* what, int on, const imp3_shape* s, imp3_pose pose)
{
    static const float trembling[2] = {1e-6f, 1e-5f};
    const imp3_pose base = pose_at(0, 0, 0, vec_of(0, 0, 1), 0);
    for (int round = 0; round < 8; ++round)
    {
        float by = trembling[round & 1];
        imp3_pose stage = round & 2 ? pose_at(0.3f, -0.2f, 0.7f, vec_of(0.3f, 0.5f, -0.8f), 1.1f) : base;
        imp3_pose pose_a = placed_on(stage, base), pose_b = placed_on(stage, pose);
        imp3_manifold last[2];
        test_rng rng = {test_seed()};
        int changes = round & 4 ? count_changes(s, pose_b, &shapes[on], pose_a, by, STEPS, &rng, last)
                                : count_changes(&shapes[on], pose_a, s, pose_b, by, STEPS, &rng, last);
        if (changes > 0 || (last[0].count == 0 && on != 4))
        {
            printf("%s on a %s%s%s: %d of %d steps of %g\n", what, shape_names[on], round & 2 ? ", turned" : "",
                   round & 4 ? ", the other way round" : "", changes, STEPS, (double)by);
            print_names(&last[0]);
            print_names(&last[changes > 0]);
            ++failed;
        }
    }
}

#define QUARTER 1.57079633f
#define EIGHTH 0.78539816f
#define DEEP 0.001f

static const imp3_vec X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};
static const int grounds[4] = {2, 4, 9, 10};  // the round box, 4, has no top at its sides

static void boxes_on_their_faces(void** state)
{
    (void)state;
    static const float places[6][3] = {{0, 0, 0},     {0, 0, 0.3f},       {0, 0, EIGHTH},
                                       {0.25f, 0, 0}, {0.25f, 0.125f, 0}, {0.5f, 0, 0}};
    const imp3_shape tops[3] = {shapes[2], shapes[4], box_of(2, 0.5f, 0.5f)};
    failed = 0;
    for (int k = 0; k < 18; ++k)
    {
        const float* at = places[k % 6];
        imp3_pose deep = pose_at(at[0], at[1], 1 - DEEP, Z, at[2]), apart = pose_at(at[0], at[1], 1.002f, Z, at[2]);
        for (int on = 0; on < 4; ++on)
        {
            rests("a box", grounds[on], &tops[k / 6], deep);
            rests("a box, apart,", grounds[on], &tops[k / 6], apart);
        }
    }
    assert_int_equal(failed, 0);
}

/// An edge of the one ends at the sides of the other: at 45 degrees both its faces are as steep.
static void boxes_on_their_edges(void** state)
{
    (void)state;
    static const float angles[4] = {EIGHTH, 0.52359878f, 0.17453293f, 0.25132741f};
    imp3_shape cube = shapes[2];
    failed = 0;
    for (int k = 0; k < 4; ++k)
    {
        float high = 0.5f * (cosf(angles[k]) + sinf(angles[k])) + 0.5f - DEEP;
        imp3_pose edge = pose_at(0, 0, high, X, angles[k]), other = pose_at(0, 0, high, Y, angles[k]);
        for (int on = 0; on < 4; ++on)
        {
            rests("a box on its edge", grounds[on], &cube, edge);
            rests("a box on its other edge", grounds[on], &cube, other);
            rests("a box on its edge, aslant", grounds[on], &cube, placed_on(pose_at(0, 0, 0, Z, 0.4f), edge));
            rests("a box on its edge, shifted", grounds[on], &cube, placed_on(pose_at(0.2f, 0, 0, Z, 0), edge));
            rests("a box on its edge, over the side", grounds[on], &cube, placed_on(pose_at(0, 0.5f, 0, Z, 0), edge));
        }
    }
    assert_int_equal(failed, 0);
}

static void hulls_at_rest(void** state)
{
    (void)state;
    imp3_shape five = prism_of(5), six = prism_of(6), many = prism_of(32);
    failed = 0;
    for (int on = 0; on < 4; ++on)
    {
        int ground = grounds[on];
        rests("five sides on their end", ground, &five, pose_at(0, 0, 1 - DEEP, Z, 0.2f));
        rests("eight sides on their end", ground, &shapes[5], pose_at(0, 0, 1 - DEEP, Z, 0));
        rests("six sides on a face", ground, &six, pose_at(0, 0, 0.5f + 0.4330127f - DEEP, X, QUARTER));
        rests("eight sides on a face", ground, &shapes[5], pose_at(0, 0, 0.5f + 0.46193977f - DEEP, X, QUARTER));
        rests("many sides on a face", ground, &many, pose_at(0, 0, 0.5f + 0.49759237f - DEEP, X, QUARTER));
        imp3_pose edge = pose_at(0, 0, 1 - DEEP, X, QUARTER);
        rests("eight sides on an edge", ground, &shapes[5], placed_on(edge, pose_at(0, 0, 0, Z, 0.39269908f)));
        rests("a triangle", ground, &shapes[3], pose_at(0, 0, 0.5f - DEEP, Z, 0.2f));
        rests("a triangle, flush", ground, &shapes[3], pose_at(0, 0, 0.5f - DEEP, Z, 0));
        rests("a triangle on a side", ground, &shapes[3], pose_at(0, 0, 1 - DEEP, X, QUARTER));
        rests("a triangle on its tip", ground, &shapes[3], pose_at(0, 0, 1 - DEEP, X, -QUARTER));
    }
    imp3_shape_free(&five);
    imp3_shape_free(&six);
    imp3_shape_free(&many);
    assert_int_equal(failed, 0);
}

/// The capsule is as long as the box is wide: its ends are above the sides.
static void round_things_at_rest(void** state)
{
    (void)state;
    const imp3_shape *sphere = &shapes[0], *capsule = &shapes[1];
    imp3_pose lying = pose_at(0, 0, 0.75f - DEEP, Y, QUARTER);
    failed = 0;
    for (int on = 0; on < 4; ++on)
    {
        int ground = grounds[on];
        rests("a capsule", ground, capsule, lying);
        rests("a capsule, apart,", ground, capsule, pose_at(0, 0, 0.754f, Y, QUARTER));
        rests("a capsule, aslant,", ground, capsule, placed_on(pose_at(0.05f, 0.02f, 0, Z, 0.3f), lying));
        rests("a capsule along a side", ground, capsule, placed_on(pose_at(0, 0.5f, 0, Z, 0), lying));
        rests("a capsule across a side", ground, capsule, placed_on(pose_at(0.5f, 0, 0, Z, 0.3f), lying));
        rests("a capsule inside", ground, capsule, pose_at(0, 0, 0.3f, Y, QUARTER));
        rests("a capsule, upright,", ground, capsule, pose_at(0, 0, 1.25f - DEEP, Z, 0));
        rests("a capsule, leaning,", ground, capsule, pose_at(0, 0, 0.75f + 0.35355339f - DEEP, X, EIGHTH));
        rests("a sphere", ground, sphere, pose_at(0, 0, 1 - DEEP, Z, 0));
        rests("a sphere above a side", ground, sphere, pose_at(0.5f, 0, 1 - DEEP, Z, 0));
        rests("a sphere above a corner", ground, sphere, pose_at(0.5f, 0.5f, 0.99f - DEEP, Z, 0));
        rests("a cylinder on its end", ground, &shapes[7], pose_at(0, 0, 1 - DEEP, Z, 0));
        rests("a cylinder on its end, turned,", ground, &shapes[7], pose_at(0.1f, 0.05f, 1 - DEEP, Z, 0.3f));
        rests("a cylinder on its side", ground, &shapes[7], pose_at(0, 0, 1 - DEEP, X, QUARTER));
        rests("a cylinder on its rim", ground, &shapes[7], pose_at(0, 0, 0.5f + 0.70710678f - DEEP, X, EIGHTH));
        rests("a cone on its end", ground, &shapes[8], pose_at(0, 0, 1 - DEEP, Z, 0));
        rests("a cone on its tip", ground, &shapes[8], pose_at(0, 0, 1 - DEEP, X, 2 * QUARTER));
    }
    imp3_pose top = pose_at(0, 0, 0.5f - DEEP, Z, 0);
    rests("a triangle's edge below a sphere", 0, &shapes[3], pose_at(0, 0.5f, 0.5f - DEEP, Z, 0));
    rests("a triangle's side below a sphere", 0, &shapes[3], pose_at(0.25f, 0, 0.5f - DEEP, Z, 0));
    rests("a triangle below a sphere", 0, &shapes[3], top);
    rests("the end of a capsule beside a sphere", 0, capsule, pose_at(0.75f - DEEP, 0, 0.5f, Z, 0));
    assert_int_equal(failed, 0);
}

/// B is moved until it touches, as deep as wanted, A lying as it likes.
static void bring_to_touch(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, imp3_pose* pose_b,
                           float deep)
{
    imp3_nearest n;
    assert_int_equal(imp3_distance(a, pose_a, b, pose_b, &n), IMP_OK);
    pose_b->p = imp3_vec_sub(pose_b->p, imp3_vec_scale(n.normal, n.distance + deep));
}

static const float depths[3] = {0.01f, 0.0005f, -0.005f};

/// Where nothing is special, only two axes or two points that are as good by chance may change places.
static void anywhere(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(6000), changed = 0, tried = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int of_a = (int)(i % SHAPES), of_b = (int)(i / SHAPES % SHAPES);
        imp3_pose pose_a = random_pose(&rng, 0.0f), pose_b = random_pose(&rng, 1.0f);
        if (of_a >= 9 && of_b >= 9)
        {
            continue;
        }
        imp3_manifold last[2];
        bring_to_touch(&shapes[of_a], &pose_a, &shapes[of_b], &pose_b, depths[i % 3]);
        changed += count_changes(&shapes[of_a], pose_a, &shapes[of_b], pose_b, 1e-6f, 20, &rng, last) > 0;
        ++tried;
    }
    printf("contacts whose names change: %d of %d\n", (int)changed, (int)tried);
    assert_number((double)changed, <=, 4.0 + 0.003 * (double)tried);
}

/// Round things, and boxes against boxes, have ways of their own, and the general one where these are in doubt.
static void all_ways_agree(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), other = 0, asked = 0, spheres = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int of_a = (int)(i % 3), of_b = of_a == 2 ? 2 : (int)(i / 3 % 7);
        imp3_pose pose_a = random_pose(&rng, 0.0f), pose_b = random_pose(&rng, 1.0f);
        imp3_manifold quick, general;
        bring_to_touch(&shapes[of_a], &pose_a, &shapes[of_b], &pose_b, depths[i % 3]);
        assert_int_equal(imp3_collide(&shapes[of_a], &pose_a, &shapes[of_b], &pose_b, MARGIN, &quick), IMP_OK);
        imp3i_collide_generally(&shapes[of_a], &pose_a, &shapes[of_b], &pose_b, MARGIN, &general);
        if (imp3_vec_dot(quick.normal, general.normal) > 0.9999f)
        {
            bool same = has_same_names(&quick, &general);
            ++asked;
            other += !same;
            spheres += !same && of_a == 0;
        }
    }
    printf("other names the other way: %d of %d, of spheres %d\n", (int)other, (int)asked, (int)spheres);
    assert_number((double)asked, >, 0.95 * (double)count);
    assert_number((double)spheres, <=, 1.0 + 0.0001 * (double)asked);
    assert_number((double)other, <=, 0.015 * (double)asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_on_their_faces),
        cmocka_unit_test(boxes_on_their_edges),
        cmocka_unit_test(hulls_at_rest),
        cmocka_unit_test(round_things_at_rest),
        cmocka_unit_test(anywhere),
        cmocka_unit_test(all_ways_agree),
    };
    return cmocka_run_group_tests(tests, make_shapes, free_shapes);
}
