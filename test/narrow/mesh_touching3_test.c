// SPDX-License-Identifier: MIT
//
// The triangles that shapes touch, compared with imp3_overlap of all pairs: every kind of shape, tree and order, shapes
// that touch exactly, and rotations that are as far off as is accepted.

#include "impinge/mesh3.h"
#include "oracle/meshes3.h"
#include "oracle/pairs3.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum
{
    PARTS = 2000
};

/// As every call accepts it.
static imp3_vec tidy(imp3_vec v)
{
    const imp3_vec r = {fabsf(v.x) < 0x1p-60f ? 0.0f : v.x, fabsf(v.y) < 0x1p-60f ? 0.0f : v.y,
                        fabsf(v.z) < 0x1p-60f ? 0.0f : v.z};
    return r;
}

static int32_t brute(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                     const imp3_pose* pose_shape, int32_t* parts)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape part;
        bool touches = false;
        assert_int_equal(imp3_compound_part(mesh, i, &part), IMP_OK);
        assert_int_equal(imp3_overlap(&part, pose, shape, pose_shape, &touches), IMP_OK);
        if (touches)
        {
            parts[count++] = i;
        }
    }
    return count;
}

static imp_status list_touching(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                                const imp3_pose* pose_shape, const imp3_mesh_walk* walk, int32_t* parts,
                                int32_t capacity, int32_t* count)
{
    imp3_mesh_parts out = {parts, capacity, count ? *count : 0};
    imp_status status = imp3_mesh_touching(mesh, pose, shape, pose_shape, walk, count ? &out : NULL);
    if (count)
    {
        *count = out.count;
    }
    return status;
}

static void check_touching(const imp3_compound* mesh, const imp3_pose* pose, const imp3_shape* shape,
                           const imp3_pose* pose_shape)
{
    static int32_t want[PARTS], got[PARTS];
    int32_t n = brute(mesh, pose, shape, pose_shape, want), count = -1;
    assert_int_equal(list_touching(mesh, pose, shape, pose_shape, NULL, got, PARTS, &count), IMP_OK);
    assert_int_equal(count, n);
    assert_memory_equal(got, want, (size_t)n * sizeof *got);
    imp3_mesh_work work = {0, 0};
    for (int order = IMP3_WALK_DEPTH; order <= IMP3_WALK_BEST; ++order)
    {
        imp3_mesh_walk walk = {order, 0, &work};
        assert_int_equal(list_touching(mesh, pose, shape, pose_shape, &walk, got, PARTS, &count), IMP_OK);
        assert_int_equal(count, n);
        assert_memory_equal(got, want, (size_t)n * sizeof *got);

        // The first ones: as many as there are, each one of those that touch.
        int64_t all = work.triangles;
        walk.stop_after = n > 2 ? 1 + n / 2 : 1;
        assert_int_equal(list_touching(mesh, pose, shape, pose_shape, &walk, got, PARTS, &count), IMP_OK);
        assert_int_equal(count, n < walk.stop_after ? n : walk.stop_after);
        assert_true(work.triangles - all <= mesh->part_count);
        for (int32_t k = 0; k < count; ++k)
        {
            bool found = false;
            for (int32_t i = 0; i < n; ++i)
            {
                found = found || want[i] == got[k];
            }
            assert_true(found);
        }
    }
    assert_int_equal(list_touching(mesh, pose, shape, pose_shape, NULL, NULL, 0, &count), IMP_OK);
    assert_int_equal(count, n);
    if (n > 1)
    {
        memset(got, 0x5a, sizeof got);
        assert_int_equal(imp_status_fault(list_touching(mesh, pose, shape, pose_shape, NULL, got, n - 1, &count)),
                         IMP_ERR_SPACE);
        assert_int_equal(count, n);
        assert_int_equal(got[0], 0x5a5a5a5a);
    }
}

static void test_all_pairs(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(3), cases = 0;
    for (int kind = TEST_MESH_CUBE; kind < TEST_MESH_END; ++kind)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_usual(&rng, kind);
        source.radius = test_rng_int(&rng, 0, 1) ? 0.0f : ldexpf(0.05f, kind == TEST_MESH_TINY ? -40 : 0);
        int tree = test_rng_int(&rng, 0, TEST_MESH_TREES - 1), sided = test_rng_int(&rng, 0, 1);
        test_mesh_build(&source, test_mesh_tree(tree), sided != 0, &mesh);
        for (int sort = 0; sort < SORT3_COUNT; ++sort)
        {
            for (uint64_t i = 0; i < n; ++i, ++cases)
            {
                imp3_shape shape, part;
                imp3_pose pose = imp3_pose_identity(), pose_shape = pose;
                bool grid = i % 3 == 0;
                float size = mesh.reach * (i % 2 ? 0.1f : 0.6f);
                size = kind == TEST_MESH_FAR ? size * 0.001f : size;
                pair3_shape(&rng, sort, size, grid && kind < TEST_MESH_FAR, &shape);
                pose.q = i % 3 == 2 ? pair3_worst_turn(&rng) : pair3_turn(&rng, grid);
                pose_shape.q = pair3_turn(&rng, grid);
                // Somewhere at the mesh: at a corner, on the grid exactly.
                assert_int_equal(imp3_compound_part(&mesh, test_rng_int(&rng, 0, mesh.part_count - 1), &part), IMP_OK);
                imp3_vec off = {test_rng_range(&rng, -size, size), 0.0f, 0.0f};
                off.y = test_rng_range(&rng, -size, size);
                pose_shape.p = imp3_rot_apply(pose.q, part.a);
                pose_shape.p = tidy(grid ? pose_shape.p : imp3_vec_add(pose_shape.p, off));
                check_touching(&mesh, &pose, &shape, &pose_shape);
                imp3_shape_free(&shape);
            }
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
    test_report("mesh_touching3 all pairs", cases);
}

/// Balls and capsules in every tree.
static void test_trees(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source = test_mesh_ball(&rng, 7, 0.3f);
    for (int tree = 0; tree < TEST_MESH_TREES; ++tree)
    {
        imp3_compound mesh;
        test_mesh_build(&source, test_mesh_tree(tree), false, &mesh);
        for (int i = 0; i < 12; ++i)
        {
            imp3_shape shape;
            imp3_pose pose = imp3_pose_identity(), pose_shape = pose;
            float size = ldexpf(1.0f, -(i % 5));
            pair3_shape(&rng, i % 3 ? SORT3_SPHERE : SORT3_CAPSULE, size, false, &shape);
            pose.q = pair3_turn(&rng, false);
            pose_shape.p.x = test_rng_range(&rng, -1.0f, 1.0f);
            pose_shape.p.y = test_rng_range(&rng, -1.0f, 1.0f);
            check_touching(&mesh, &pose, &shape, &pose_shape);
        }
        imp3_compound_free(&mesh);
    }
    test_mesh_free(&source);
}

/// Spheres whose surface goes through a corner, the middle of a side or a point of a face, or nearly.
static void test_spheres_at_the_limit(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t n = test_n(150);
    for (int kind = TEST_MESH_CUBE; kind < TEST_MESH_END; ++kind)
    {
        test_mesh source;
        imp3_compound mesh;
        source = test_mesh_usual(&rng, kind);
        test_mesh_build(&source, test_mesh_tree(kind), false, &mesh);
        for (uint64_t i = 0; i < n; ++i)
        {
            imp3_shape part, sphere;
            const imp3_vec middle = {0.0f, 0.0f, 0.0f};
            imp3_pose pose = imp3_pose_identity(), pose_sphere = pose;
            assert_int_equal(imp3_compound_part(&mesh, test_rng_int(&rng, 0, mesh.part_count - 1), &part), IMP_OK);
            imp3_vec side = imp3_vec_scale(imp3_vec_add(part.a, part.b), 0.5f), at = i % 3 ? side : part.a;
            imp3_vec face = imp3_vec_add(imp3_vec_scale(side, 0.75f), imp3_vec_scale(part.c, 0.25f));
            at = i % 3 == 2 ? face : at;
            float far = mesh.reach * (kind == TEST_MESH_FAR ? 0.0005f : 0.5f) * (float)(0.01 + test_rng_unit(&rng));
            imp3_vec way = i % 2 ? part.normal : imp3_vec_scale(at, 1.0f / (mesh.reach + FLT_MIN));
            pose_sphere.p = tidy(imp3_vec_add(at, imp3_vec_scale(way, far)));
            imp3_vec back = imp3_vec_sub(pose_sphere.p, at);
            float radius = sqrtf(imp3_vec_dot(back, back));
            for (int k = -2; k <= 2; ++k)
            {
                float r = radius * (1.0f + (float)k * (i % 4 ? 0x1p-22f : 0x1p-16f));
                assert_int_equal(imp3_sphere_make(middle, r, &sphere), IMP_OK);
                check_touching(&mesh, &pose, &sphere, &pose_sphere);
            }
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&source);
    }
    test_report("mesh_touching3 limit", 5 * n * TEST_MESH_QUERY_KINDS);
}

/// More than are kept before they are written.
static void test_many(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source;
    imp3_compound mesh;
    imp3_shape sphere;
    const imp3_vec middle = {0.0f, 0.0f, 0.0f};
    static int32_t parts[8 * 16 * 16];
    imp3_pose pose = imp3_pose_identity();
    int32_t count = 0;
    source = test_mesh_ball(&rng, 16, 0.0f);
    test_mesh_build(&source, test_mesh_tree(0), false, &mesh);
    assert_int_equal(imp3_sphere_make(middle, 2.0f, &sphere), IMP_OK);
    assert_int_equal(list_touching(&mesh, &pose, &sphere, &pose, NULL, parts, 2048, &count), IMP_OK);
    assert_int_equal(count, 2048);
    for (int32_t k = 0; k < count; ++k)
    {
        assert_int_equal(parts[k], k);
    }
    imp3_compound_free(&mesh);
    test_mesh_free(&source);
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source;
    imp3_compound mesh, none, single;
    imp3_shape sphere, nothing;
    imp3_pose pose = imp3_pose_identity(), skew = pose, nan = pose;
    const imp3_vec middle = {0.0f, 0.0f, 0.0f};
    int32_t parts[4] = {-7, -7, -7, -7}, count = -7;
    source = test_mesh_usual(&rng, TEST_MESH_CUBE);
    test_mesh_build(&source, test_mesh_tree(0), false, &mesh);
    memset(&none, 0, sizeof none);
    memset(&nothing, 0, sizeof nothing);
    skew.q.y.y = 0.5f;
    nan.p.z = NAN;
    assert_int_equal(imp3_sphere_make(middle, 0.6f, &sphere), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&sphere, &single), IMP_OK);
    imp3_mesh_walk walk = {3, 0, NULL}, negative = {0, -1, NULL};
#define REFUSED(want, ...) assert_int_equal(imp_status_fault(list_touching(__VA_ARGS__)), want)
    REFUSED(IMP_ERR_NULL, NULL, &pose, &sphere, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_NULL, &mesh, NULL, &sphere, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_NULL, &mesh, &pose, NULL, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_NULL, &mesh, &pose, &sphere, NULL, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_NULL, &mesh, &pose, &sphere, &pose, NULL, NULL, 4, &count);
    REFUSED(IMP_ERR_NULL, &mesh, &pose, &sphere, &pose, NULL, parts, 4, NULL);
    REFUSED(IMP_ERR_COMPOUND, &none, &pose, &sphere, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_COMPOUND, &single, &pose, &sphere, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_SHAPE, &mesh, &pose, &nothing, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_ROTATION, &mesh, &skew, &sphere, &pose, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_ROTATION, &mesh, &pose, &sphere, &skew, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_NAN, &mesh, &pose, &sphere, &nan, NULL, parts, 4, &count);
    REFUSED(IMP_ERR_RANGE, &mesh, &pose, &sphere, &pose, &walk, parts, 4, &count);
    REFUSED(IMP_ERR_COUNT, &mesh, &pose, &sphere, &pose, &negative, parts, 4, &count);
    REFUSED(IMP_ERR_COUNT, &mesh, &pose, &sphere, &pose, NULL, parts, -1, &count);
#undef REFUSED
    assert_int_equal(count, -7);
    assert_int_equal(parts[0], -7);
    imp3_compound_free(&mesh);
    test_mesh_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs), cmocka_unit_test(test_trees),   cmocka_unit_test(test_spheres_at_the_limit),
        cmocka_unit_test(test_many),      cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
