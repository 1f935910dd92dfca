// SPDX-License-Identifier: MIT
//
// The triangles nearest to a point against the distances of all triangles in doubles, for every tree; that their order is
// that of distance and part; bad arguments.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "narrow/brute3.h"
#include "oracle/meshes3.h"
#include "narrow/mesh_near3.h"

static int by_distance(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static imp3_pose any_pose(test_rng* rng, float far)
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

/// The distance of each part, in doubles.
static double* distances_of_parts(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point)
{
    double* r = (double*)calloc((size_t)mesh->part_count, sizeof *r);
    assert_non_null(r);
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape s;
        assert_int_equal(imp3_compound_part(mesh, i, &s), IMP_OK);
        brute_core core = brute_place(&s, pose);
        r[i] = brute_to_triangle(imp3i_dvec_of(point), core.points[0], core.points[1], core.points[2]);
    }
    return r;
}

static void check_nearest(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, float far, int32_t most,
                          imp3_mesh_near* out)
{
    int32_t count = -1;
    double* all = distances_of_parts(mesh, pose, point);
    double place = fabs((double)pose->p.x) + fabs((double)pose->p.y) + fabs((double)pose->p.z);
    double scale = (double)mesh->reach + place + brute_length(imp3i_dvec_of(point)), ulp = 0x1p-23 * scale;
    if (far < IMP_MAGNITUDE_MAX)
    {
        count = imp3i_mesh_nearest(mesh, pose, imp3i_dvec_of(point), far, most, out);
    }
    else
    {
        assert_int_equal(imp3_mesh_nearest(mesh, pose, point, most, out, &count), IMP_OK);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        assert_in_range(out[k].part, 0, mesh->part_count - 1);
        assert_number(fabs((double)out[k].distance - all[out[k].part]), <=, 4.0 * ulp);
        imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(out[k].point), imp3i_dvec_of(point));
        assert_number(fabs(brute_length(way) - all[out[k].part]), <=, 4.0 * ulp);
        assert_true(out[k].distance <= far);
        if (k > 0)
        {
            bool rises = out[k - 1].distance < out[k].distance ||
                         (out[k - 1].distance == out[k].distance && out[k - 1].part < out[k].part);
            assert_true(rises);
        }
    }
    qsort(all, (size_t)mesh->part_count, sizeof *all, by_distance);
    int32_t surely = 0, maybe = 0;
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        surely += all[i] < (double)far - 4.0 * ulp;
        maybe += all[i] <= (double)far + 4.0 * ulp;
    }
    assert_true(count >= (surely < most ? surely : most) && count <= (maybe < most ? maybe : most));
    for (int32_t k = 0; k < count; ++k)
    {
        assert_number(fabs((double)out[k].distance - all[k]), <=, 4.0 * ulp);
    }
    free(all);
}

static void test_all(void** state)
{
    (void)state;
    uint64_t cases = test_n(40);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from = test_mesh_usual(&rng, TEST_MESH_CUBE + (int)(c % TEST_MESH_QUERY_KINDS));
        imp3_compound mesh;
        test_mesh_build(&from, test_mesh_tree((int)(c * 5 % TEST_MESH_TREES)), false, &mesh);
        imp3_pose pose = c % 4 ? any_pose(&rng, mesh.reach) : imp3_pose_identity();
        imp3_mesh_near* out = (imp3_mesh_near*)calloc((size_t)mesh.part_count + 5, sizeof *out);
        assert_non_null(out);
        for (int k = 0; k < 24; ++k)
        {
            imp3_vec corner = from.points[test_rng_int(&rng, 0, from.point_count - 1)];
            float far = mesh.reach * (k % 3 == 0 ? 0.0f : k % 3 == 1 ? 0.05f : 2.0f);
            imp3_vec point = imp3_pose_apply(pose, corner);
            point.x += test_rng_range(&rng, -far, far);
            point.y += test_rng_range(&rng, -far, far);
            point.z += test_rng_range(&rng, -far, far);
            const int32_t most[4] = {1, 7, mesh.part_count, mesh.part_count + 5};
            float limit = k % 5 == 0 ? mesh.reach * 0.2f : k % 7 == 0 ? 0.0f : IMP_MAGNITUDE_MAX;
            check_nearest(&mesh, &pose, point, limit, most[k % 4], out);
        }
        free(out);
        imp3_compound_free(&mesh);
        test_mesh_free(&from);
    }
    test_report("nearest triangles of a mesh", cases * 24);
}

/// What a tree looks like is invisible, but for the numbers of parts: wide and narrow ones have the same.
static void test_forms(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_ball(&rng, 6, 0.2f);
    for (int i = 0; i < 4; ++i)
    {
        imp3_compound wide, narrow;
        test_mesh_build(&from, test_mesh_tree(i), false, &wide);
        test_mesh_build(&from, test_mesh_tree(i + 12), false, &narrow);
        for (int k = 0; k < 60; ++k)
        {
            imp3_pose pose = any_pose(&rng, 2.0f), at = any_pose(&rng, 3.0f);
            imp3_mesh_near a[9], b[9];
            int32_t count_a, count_b;
            assert_int_equal(imp3_mesh_nearest(&wide, &pose, at.p, 9, a, &count_a), IMP_OK);
            assert_int_equal(imp3_mesh_nearest(&narrow, &pose, at.p, 9, b, &count_b), IMP_OK);
            assert_int_equal(count_a, count_b);
            assert_memory_equal(a, b, (size_t)count_a * sizeof *a);
        }
        imp3_compound_free(&wide);
        imp3_compound_free(&narrow);
    }
    test_mesh_free(&from);
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_usual(&rng, TEST_MESH_SINGLE);
    imp3_compound mesh, none = {0};
    test_mesh_build(&from, test_mesh_tree(0), false, &mesh);
    const imp3_pose pose = imp3_pose_identity();
    const imp3_vec origin = {0.0f, 0.0f, 0.0f}, bad = {0.0f, NAN, 0.0f}, huge = {0x1p70f, 0.0f, 0.0f};
    imp3_mesh_near out, before;
    memset(&out, 1, sizeof out);
    before = out;
    int32_t count = 77;
    assert_int_equal(imp3_mesh_nearest(NULL, &pose, origin, 1, &out, &count) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_nearest(&none, &pose, origin, 1, &out, &count) & 255, IMP_ERR_COMPOUND);
    assert_int_equal(imp3_mesh_nearest(&mesh, NULL, origin, 1, &out, &count) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_nearest(&mesh, &pose, bad, 1, &out, &count) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_mesh_nearest(&mesh, &pose, huge, 1, &out, &count) & 255, IMP_ERR_MAGNITUDE);
    assert_int_equal(imp3_mesh_nearest(&mesh, &pose, origin, 0, &out, &count) & 255, IMP_ERR_COUNT);
    assert_int_equal(imp3_mesh_nearest(&mesh, &pose, origin, 1, NULL, &count) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_nearest(&mesh, &pose, origin, 1, &out, NULL) & 255, IMP_ERR_NULL);
    assert_memory_equal(&out, &before, sizeof out);
    assert_int_equal(count, 77);
    imp3_compound_free(&mesh);
    test_mesh_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
