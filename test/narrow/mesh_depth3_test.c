// SPDX-License-Identifier: MIT
//
// The depth of closed meshes: nothing overlaps after the move, exactly, and no direction of many has a push that is
// shorter by a twentieth, as a sweep from outside tells it. The push along one direction against that sweep. Meshes inside
// of others, meshes that do not overlap, bad arguments.

#include <math.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "narrow/brute3.h"
#include "oracle/meshes3.h"
#include "narrow/mesh_push3.h"

/// The last time at which B touches A on its way along a direction: it comes back from outside, and is swept.
static double push_by_sweep(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                            const imp3_pose* pose_b, imp3_vec direction)
{
    imp3_vec shift = imp3_vec_sub(pose_b->p, pose_a->p);
    float far = 2.0f * (a->reach + b->reach + sqrtf(imp3_vec_dot(shift, shift)));
    imp3_compound_mover still = {a, *pose_a, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, comes = still;
    comes.compound = b;
    comes.pose = *pose_b;
    comes.pose.p = imp3_vec_add(pose_b->p, imp3_vec_scale(direction, far));
    comes.motion = imp3_vec_scale(direction, -far);
    imp3_compound_hit hit;
    assert_int_equal(imp3_compound_sweep(&still, &comes, &hit), IMP_OK);
    return hit.hit.kind == IMP_SWEEP_NEVER ? 0.0 : (double)far * (1.0 - (double)hit.hit.time);
}

/// Direction i of n around the sphere.
static imp3_vec direction_around(int i, int n)
{
    double height = 1.0 - (2.0 * i + 1.0) / n, radius = sqrt(1.0 - height * height), angle = 2.39996322972865332 * i;
    imp3_vec r = {(float)(radius * cos(angle)), (float)(radius * sin(angle)), (float)height};
    return r;
}

static imp3_pose pose_into(test_rng* rng, float far)
{
    imp3_pose r = imp3_pose_identity();
    imp3_vec axis = {test_rng_range(rng, -1.0f, 1.0f), 0.0f, 1.0f};
    axis.y = test_rng_range(rng, -1.0f, 1.0f);
    assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -3.0f, 3.0f), &r.q), IMP_OK);
    r.p.x = test_rng_range(rng, -far, far);
    r.p.y = test_rng_range(rng, -far, far);
    r.p.z = test_rng_range(rng, -far, far);
    return r;
}

/// A ball with bumps, a cube, a needle, spikes, or a ring of square section, as open as a C.
static void make_solid(test_rng* rng, int kind, test_mesh* out)
{
    if (kind < 3)
    {
        *out = test_mesh_usual(rng, kind == 0 ? TEST_MESH_CUBE : kind == 1 ? TEST_MESH_BUMPS : TEST_MESH_NEEDLE);
        return;
    }
    *out = test_mesh_ball(rng, kind == 3 ? 3 : 4, kind == 3 ? 6.0f : 0.3f);
    for (int32_t k = 0; kind == 4 && k < out->point_count; ++k)
    {
        // Bent by most of a turn: concave as a C, and closed.
        imp3_vec p = out->points[k];
        float angle = 1.3f * p.x, along = 1.5f + 0.6f * p.y;
        out->points[k].x = along * sinf(angle);
        out->points[k].y = along * cosf(angle);
        out->points[k].z = 0.8f * p.z;
    }
}

static bool overlap(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b)
{
    bool r;
    assert_int_equal(imp3_compound_overlap(a, pose_a, b, pose_b, &r), IMP_OK);
    return r;
}

static void test_least(void** state)
{
    (void)state;
    // Long runs ask more directions, up to ten thousand, and not so many more cases.
    uint64_t cases = 14 + test_n(10) / 10, deep = 0, directions = test_n(300);
    int around = directions > 10000 ? 10000 : (int)directions;
    test_rng rng = {test_seed()};
    double worst = 0.0;
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from_a, from_b;
        make_solid(&rng, (int)(c % 5), &from_a);
        make_solid(&rng, (int)(c / 5 % 5), &from_b);
        imp3_compound a, b;
        test_mesh_build(&from_a, test_mesh_tree((int)(c * 5 % TEST_MESH_TREES)), false, &a);
        test_mesh_build(&from_b, test_mesh_tree((int)(c * 7 % TEST_MESH_TREES)), false, &b);
        imp3_pose pose_a = pose_into(&rng, c % 3 ? 10.0f : 0.0f), pose_b = pose_into(&rng, 0.5f);
        pose_b.p = imp3_vec_add(pose_a.p, pose_b.p);
        imp3_vec normal;
        float depth;
        assert_int_equal(imp3_mesh_depth(&a, &pose_a, &b, &pose_b, &normal, &depth), IMP_OK);
        if (depth > 0.0f)
        {
            double best = INFINITY;
            for (int i = 0; i < around; ++i)
            {
                double length = push_by_sweep(&a, &pose_a, &b, &pose_b, direction_around(i, around));
                best = length < best ? length : best;
            }
            ++deep;
            worst = (double)depth / best > worst ? (double)depth / best : worst;
            assert_number((double)depth, <=, 1.05 * best + 0x1p-20 * ((double)a.reach + (double)b.reach));
            imp3_pose moved = pose_b;
            moved.p = imp3_vec_add(pose_b.p, imp3_vec_scale(normal, depth));
            assert_false(overlap(&a, &pose_a, &b, &moved));
            assert_number(fabs((double)imp3_vec_dot(normal, normal) - 1.0), <=, 1e-6);
        }
        else
        {
            assert_false(overlap(&a, &pose_a, &b, &pose_b));
        }
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
    assert_true(deep > cases / 2);
    print_message("depths are at most %.4f of the least of %d directions\n", worst, around);
    test_report("depths of meshes", deep);
}

static void test_push(void** state)
{
    (void)state;
    uint64_t cases = test_n(24);
    test_rng rng = {test_seed()};
    static imp3i_push push;
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from_a, from_b;
        make_solid(&rng, (int)(c / 5 % 5), &from_a);
        make_solid(&rng, (int)(c % 5), &from_b);
        imp3_compound a, b;
        test_mesh_build(&from_a, test_mesh_tree((int)(c % TEST_MESH_TREES)), false, &a);
        test_mesh_build(&from_b, test_mesh_tree((int)(c * 11 % TEST_MESH_TREES)), false, &b);
        imp3_pose pose_a = pose_into(&rng, 1.0f), pose_b = pose_into(&rng, 0.5f);
        pose_b.p = imp3_vec_add(pose_a.p, pose_b.p);
        imp3i_push_start(&push, &a, &pose_a, &b, &pose_b);
        double scale = (double)a.reach + (double)b.reach + 1.0;
        for (int i = 0; i < 30; ++i)
        {
            // Along an axis as well, where sides of boxes are never passed.
            imp3_vec direction = direction_around(i, 30);
            const imp3_vec up = {0.0f, 0.0f, 1.0f};
            direction = i == 29 ? up : direction;
            double truth = push_by_sweep(&a, &pose_a, &b, &pose_b, direction);
            assert_true(imp3i_push_along(&push, direction, INFINITY));
            assert_number(fabs(push.length - truth), <=, 0x1p-18 * scale);
            assert_true(!imp3i_push_along(&push, direction, push.length * 0.5) || truth <= 0.0);
        }
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
    test_report("pushes", cases * 30);
}

/// Boxes have a depth in closed form, by the axes that part them: cubes that are as flat as plates or as long as rods.
static void test_boxes(void** state)
{
    (void)state;
    uint64_t cases = test_n(60), deep = 0;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from[2];
        imp3_compound meshes[2];
        imp3_shape boxes[2];
        imp3_pose poses[2];
        for (int k = 0; k < 2; ++k)
        {
            imp3_vec size = {test_rng_range(&rng, 0.5f, 3.0f), 0.0f, 0.0f};
            size.y = test_rng_range(&rng, 0.5f, 3.0f);
            size.z = c % 2 ? test_rng_range(&rng, 0.1f, 0.2f) : 1.0f;
            from[k] = test_mesh_usual(&rng, TEST_MESH_CUBE);
            for (int32_t i = 0; i < from[k].point_count; ++i)
            {
                imp3_vec* p = &from[k].points[i];
                p->x *= size.x;
                p->y *= size.y;
                p->z *= size.z;
            }
            imp3_vec half = imp3_vec_scale(size, 0.5f);
            const imp3_box box = {imp3_vec_negate(half), half};
            assert_int_equal(imp3_box_make(box, &boxes[k]), IMP_OK);
            test_mesh_build(&from[k], test_mesh_tree((int)((c + 5 * (uint64_t)k) % TEST_MESH_TREES)), false,
                            &meshes[k]);
            poses[k] = pose_into(&rng, 0.5f);
            // Plates that lie on each other, beside each other.
            poses[k].q = c % 4 == 1 ? poses[0].q : poses[k].q;
        }
        imp3_manifold m;
        imp3_vec normal;
        float depth;
        assert_int_equal(imp3_collide(&boxes[0], &poses[0], &boxes[1], &poses[1], 0.0f, &m), IMP_OK);
        assert_int_equal(imp3_mesh_depth(&meshes[0], &poses[0], &meshes[1], &poses[1], &normal, &depth), IMP_OK);
        assert_true((depth > 0.0f) == (m.count > 0));
        if (m.count > 0)
        {
            assert_number(depth, >=, m.depth * (1.0f - 1e-5f));
            assert_number(depth, <=, m.depth * 1.002f + 1e-5f);
            ++deep;
        }
        for (int k = 0; k < 2; ++k)
        {
            imp3_compound_free(&meshes[k]);
            test_mesh_free(&from[k]);
        }
    }
    assert_true(deep > cases / 4);
    test_report("depths of boxes as meshes", deep);
}

/// Sides of many triangles that leave each other all at once: the way out is along an axis.
static void test_flat_sides(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_make(&rng, TEST_MESH_CUBE, 3072);
    imp3_compound mesh;
    test_mesh_build(&from, test_mesh_tree(0), false, &mesh);
    for (int i = 0; i < 6; ++i)
    {
        imp3_pose a = pose_into(&rng, 0.5f), b = a;
        const float shift = 0.125f * (float)i;
        b.p = imp3_vec_add(b.p, imp3_vec_scale(a.q.y, shift));
        imp3_vec normal;
        float depth;
        assert_int_equal(imp3_mesh_depth(&mesh, &a, &mesh, &b, &normal, &depth), IMP_OK);
        assert_number(depth, >=, (1.0f - shift) * (1.0f - 1e-5f));
        assert_number(depth, <=, (1.0f - shift) * 1.002f + 1e-5f);
        assert_true(i == 0 || imp3_vec_dot(normal, a.q.y) > 0.9f);
        b.p = imp3_vec_add(b.p, imp3_vec_scale(normal, depth));
        assert_true(!overlap(&mesh, &a, &mesh, &b));
    }
    imp3_compound_free(&mesh);
    test_mesh_free(&from);
}

/// Scales the points of a source and moves them.
static void place_source(test_mesh* source, float by, imp3_vec to)
{
    for (int32_t k = 0; k < source->point_count; ++k)
    {
        source->points[k] = imp3_vec_add(imp3_vec_scale(source->points[k], by), to);
    }
}

/// Adds a second source to a first one, turned inside out if wanted.
static void join_sources(test_mesh* out, const test_mesh* a, const test_mesh* b, bool turned, imp3_vec* points,
                         int32_t* corners)
{
    int32_t base = a->point_count, count = a->count;
    memcpy(points, a->points, (size_t)base * sizeof *points);
    memcpy(points + base, b->points, (size_t)b->point_count * sizeof *points);
    memcpy(corners, a->corners, 3 * (size_t)count * sizeof *corners);
    for (int32_t i = 0; i < 3 * b->count; ++i)
    {
        int32_t from = turned ? i - i % 3 + 2 - i % 3 : i;
        corners[3 * count + i] = b->corners[from] + base;
    }
    *out = *a;
    out->points = points;
    out->corners = corners;
    out->point_count += b->point_count;
    out->count += b->count;
}

static float depth_of(const imp3_compound* a, const imp3_compound* b, const imp3_pose* pose_b, imp3_vec* normal)
{
    const imp3_pose here = imp3_pose_identity();
    float depth;
    assert_int_equal(imp3_mesh_depth(a, &here, b, pose_b, normal, &depth), IMP_OK);
    return depth;
}

/// A small ball inside a ball, in the middle of a hollow one, beside one as part of a mesh.
static void test_inside(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static imp3_vec points[2000];
    static int32_t corners[6000];
    const imp3_vec origin = {0.0f, 0.0f, 0.0f}, away = {-1.25f, 0.0f, 0.0f}, within = {-0.5f, 0.0f, 0.0f};
    for (int i = 0; i < TEST_MESH_TREES; ++i)
    {
        test_mesh from_large, from_small, from_far, joined;
        from_large = test_mesh_ball(&rng, 5, 0.0f);
        from_small = test_mesh_ball(&rng, 3, 0.0f);
        from_far = test_mesh_ball(&rng, 2, 0.0f);
        place_source(&from_small, 0.1f, origin);
        place_source(&from_far, 0.1f, away);
        imp3_compound large, small, hollow, two;
        test_mesh_build(&from_large, test_mesh_tree(i), false, &large);
        test_mesh_build(&from_small, test_mesh_tree(TEST_MESH_TREES - 1 - i), false, &small);
        imp3_vec normal;
        imp3_pose pose = imp3_pose_identity();
        pose.p.x = 0.5f;
        for (int back = 0; back < 2; ++back)
        {
            // Out through the nearest side of the large one, whose faces are a little inside of its sphere.
            float depth = back ? depth_of(&small, &large, &pose, &normal) : depth_of(&large, &small, &pose, &normal);
            assert_number(depth, >=, 0.5f);
            assert_number(depth, <=, 0.65f);
            assert_number(back ? -normal.x : normal.x, >=, 0.9f);
            // The large one around the small one: its other side is near.
            pose.p.x = -0.5f;
        }
        // A hollow ball has nothing in its middle; and the shell is deep.
        test_mesh from_inner = test_mesh_ball(&rng, 4, 0.0f);
        place_source(&from_inner, 0.6f, origin);
        join_sources(&joined, &from_large, &from_inner, true, points, corners);
        test_mesh_build(&joined, test_mesh_tree(i), false, &hollow);
        pose.p = origin;
        assert_true(depth_of(&hollow, &small, &pose, &normal) == 0.0f);
        assert_true(normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f);
        pose.p.y = 0.72f;
        assert_number(depth_of(&hollow, &small, &pose, &normal), >, 0.2f);
        // Of three parts the one that is inside counts, which may stand behind the one that is outside.
        test_mesh three;
        static imp3_vec more_points[2000];
        static int32_t more_corners[6000];
        place_source(&from_small, 1.0f, within);
        join_sources(&joined, &from_far, &from_small, false, points, corners);
        place_source(&from_far, 1.0f, imp3_vec_scale(away, -2.0f));
        join_sources(&three, &joined, &from_far, false, more_points, more_corners);
        test_mesh_build(&three, test_mesh_tree(i), false, &two);
        pose.p = origin;
        assert_number(depth_of(&large, &two, &pose, &normal), >, 0.3f);
        pose.p.y = 3.0f;
        assert_true(depth_of(&large, &two, &pose, &normal) == 0.0f);
        imp3_compound_free(&large);
        imp3_compound_free(&small);
        imp3_compound_free(&hollow);
        imp3_compound_free(&two);
        test_mesh_free(&from_large);
        test_mesh_free(&from_small);
        test_mesh_free(&from_far);
        test_mesh_free(&from_inner);
    }
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_usual(&rng, TEST_MESH_BUMPS);
    test_mesh from_sheet = test_mesh_usual(&rng, TEST_MESH_SHEET);
    imp3_compound a, sheet, none = {0};
    test_mesh_build(&from, test_mesh_tree(0), false, &a);
    test_mesh_build(&from_sheet, test_mesh_tree(0), false, &sheet);
    const imp3_pose pose = imp3_pose_identity();
    imp3_pose bad = pose;
    bad.p.z = NAN;
    imp3_vec normal = {7.0f, 8.0f, 9.0f};
    float depth = 5.0f;
    assert_int_equal(imp3_mesh_depth(NULL, &pose, &a, &pose, &normal, &depth) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_depth(&a, &pose, &none, &pose, &normal, &depth) & 255, IMP_ERR_COMPOUND);
    assert_int_equal(imp3_mesh_depth(&a, &bad, &a, &pose, &normal, &depth) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_mesh_depth(&a, &pose, &sheet, &pose, &normal, &depth) & 255, IMP_ERR_EMPTY);
    assert_int_equal(imp3_mesh_depth(&sheet, &pose, &a, &pose, &normal, &depth) & 255, IMP_ERR_EMPTY);
    assert_int_equal(imp3_mesh_depth(&a, &pose, &a, &pose, NULL, &depth) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_depth(&a, &pose, &a, &pose, &normal, NULL) & 255, IMP_ERR_NULL);
    assert_true(normal.x == 7.0f && depth == 5.0f);
    // A mesh in its own place.
    assert_int_equal(imp3_mesh_depth(&a, &pose, &a, &pose, &normal, &depth), IMP_OK);
    imp3_pose moved = pose;
    moved.p = imp3_vec_scale(normal, depth);
    assert_true(depth > 0.0f && !overlap(&a, &pose, &a, &moved));
    imp3_compound_free(&a);
    imp3_compound_free(&sheet);
    test_mesh_free(&from);
    test_mesh_free(&from_sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least),  cmocka_unit_test(test_push),       cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_inside), cmocka_unit_test(test_flat_sides), cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
