// SPDX-License-Identifier: MIT
//
// Whether a mesh contains a point: of closed ones against the parity of exact crossings of a segment that leaves it, for
// every tree; the winding number against the sum of all solid angles, of closed, open and broken meshes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "math/predicate3.h"
#include "narrow/brute3.h"
#include "oracle/meshes3.h"

/// 1 or 0 by whether a segment goes through a triangle; -1 where it meets an edge, a corner or the plane only.
static int goes_through(imp3_vec from, imp3_vec to, const imp3_vec v[3])
{
    int start = imp3i_orientation(v[0], v[1], v[2], from), end = imp3i_orientation(v[0], v[1], v[2], to);
    if (start == 0 || end == 0)
    {
        return -1;
    }
    if (start == end)
    {
        return 0;
    }
    int sides[3];
    for (int k = 0; k < 3; ++k)
    {
        sides[k] = imp3i_orientation(from, to, v[k], v[k == 2 ? 0 : k + 1]);
    }
    if (sides[0] == 0 || sides[1] == 0 || sides[2] == 0)
    {
        return -1;
    }
    return sides[0] == sides[1] && sides[1] == sides[2];
}

/// Whether a closed mesh is around a point, exactly: 1, 0, or -1 when it lies on a plane of a triangle, which no ray settles.
static int is_inside(test_rng* rng, const test_mesh* source, imp3_vec point, float far)
{
    for (int tries = 0; tries < 20; ++tries)
    {
        imp3_vec to = {far, 0.0f, 0.0f};
        to.y = test_rng_range(rng, -far, far);
        to.z = test_rng_range(rng, -far, far);
        int crossings = 0, bad = 0;
        for (int32_t i = 0; i < source->count && !bad; ++i)
        {
            imp3_vec v[3];
            for (int k = 0; k < 3; ++k)
            {
                v[k] = source->points[source->corners[3 * i + k]];
            }
            int hit = imp3i_collinear(v[0], v[1], v[2]) ? 0 : goes_through(point, to, v);
            bad = hit < 0;
            crossings += hit;
        }
        if (!bad)
        {
            return crossings & 1;
        }
    }
    return -1;
}

/// The sum of all solid angles, by the sine rule of tetrahedra and an arctangent for each.
static double winding_of_all(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point)
{
    double sum = 0.0;
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape s;
        assert_int_equal(imp3_compound_part(mesh, i, &s), IMP_OK);
        brute_core core = brute_place(&s, pose);
        imp3i_dvec v[3];
        double length[3];
        for (int k = 0; k < 3; ++k)
        {
            v[k] = imp3i_dsub(core.points[k], imp3i_dvec_of(point));
            length[k] = brute_length(v[k]);
        }
        double volume = imp3i_ddot(v[0], imp3i_dcross(v[1], v[2]));
        double rest = length[0] * length[1] * length[2] + imp3i_ddot(v[0], v[1]) * length[2] +
                      imp3i_ddot(v[1], v[2]) * length[0] + imp3i_ddot(v[2], v[0]) * length[1];
        sum += 2.0 * atan2(volume, rest);
    }
    return sum / (4.0 * 3.14159265358979323846);
}

/// Points near corners, near the surface and anywhere.
static imp3_vec any_point(test_rng* rng, const test_mesh* source, float reach, int k)
{
    imp3_vec corner = source->points[test_rng_int(rng, 0, source->point_count - 1)];
    float far = k % 3 == 0 ? 0.001f * reach : k % 3 == 1 ? 0.2f * reach : reach;
    corner.x += test_rng_range(rng, -far, far);
    corner.y += test_rng_range(rng, -far, far);
    corner.z += test_rng_range(rng, -far, far);
    return corner;
}

static void test_closed(void** state)
{
    (void)state;
    static const int kinds[6] = {TEST_MESH_CUBE, TEST_MESH_BUMPS, TEST_MESH_NEEDLE,
                                 TEST_MESH_FAR,  TEST_MESH_TINY,  TEST_MESH_HUGE};
    uint64_t cases = test_n(48), inside = 0, asked = 0;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from = test_mesh_usual(&rng, kinds[c % 6]);
        imp3_compound mesh;
        test_mesh_build(&from, test_mesh_tree((int)(c * 5 % TEST_MESH_TREES)), false, &mesh);
        const imp3_pose pose = imp3_pose_identity();
        imp3_box box;
        assert_int_equal(imp3_compound_bounds(&mesh, &pose, &box), IMP_OK);
        imp3_vec size = imp3_vec_sub(box.upper, box.lower);
        float extent = sqrtf(imp3_vec_dot(size, size));
        for (int k = 0; k < 40; ++k)
        {
            imp3_vec point = any_point(&rng, &from, extent, k);
            int truth = is_inside(&rng, &from, point, 2.0f * mesh.reach + 2.0f * extent);
            imp3_mesh_near near;
            int32_t count;
            assert_int_equal(imp3_mesh_nearest(&mesh, &pose, point, 1, &near, &count), IMP_OK);
            if (truth < 0 || !(near.distance > 0x1p-18f * mesh.reach))
            {
                continue;
            }
            bool out;
            float winding;
            assert_int_equal(imp3_mesh_contains(&mesh, &pose, point, &out, &winding), IMP_OK);
            assert_int_equal(out, truth);
            assert_number(fabs((double)winding - (double)truth), <=, 0x1p-5);
            inside += (uint64_t)truth;
            ++asked;
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&from);
    }
    assert_true(asked > 20 * cases && inside > 0);
    test_report("points in closed meshes", asked);
}

static void test_sums(void** state)
{
    (void)state;
    uint64_t cases = test_n(40);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from = test_mesh_usual(&rng, TEST_MESH_CUBE + (int)(c % TEST_MESH_QUERY_KINDS));
        // Every other one has holes.
        for (int32_t i = 0; c / TEST_MESH_QUERY_KINDS % 2 && from.count > 3 && i < from.count / 4; ++i)
        {
            int32_t hole = test_rng_int(&rng, 0, --from.count);
            memcpy(from.corners + 3 * hole, from.corners + 3 * from.count, 3 * sizeof *from.corners);
        }
        imp3_compound mesh;
        test_mesh_build(&from, test_mesh_tree((int)(c * 7 % TEST_MESH_TREES)), false, &mesh);
        imp3_pose pose = imp3_pose_identity();
        const imp3_vec axis = {1.0f, 2.0f, 3.0f};
        assert_int_equal(imp3_rot_make(axis, (float)c, &pose.q), IMP_OK);
        for (int k = 0; k < 30; ++k)
        {
            imp3_vec point = imp3_pose_apply(pose, any_point(&rng, &from, mesh.reach, k));
            bool out;
            float winding;
            assert_int_equal(imp3_mesh_contains(&mesh, &pose, point, &out, &winding), IMP_OK);
            double truth = winding_of_all(&mesh, &pose, point);
            assert_number(fabs((double)winding - truth), <=, 0x1p-5);
            assert_true(out == (winding > 0.5f) || fabsf(winding - 0.5f) < 1e-6f);
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&from);
    }
    test_report("winding numbers", cases * 30);
}

/// What bends keeps its winding numbers right: points moved by a little, and by so much that the tree is built anew.
static void test_moved(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const imp3_pose pose = imp3_pose_identity();
    for (int i = 0; i < TEST_MESH_TREES; ++i)
    {
        test_mesh from = test_mesh_ball(&rng, 6, 0.2f);
        imp3_compound mesh;
        test_mesh_build(&from, test_mesh_tree(i), false, &mesh);
        for (int k = 0; k < 4; ++k)
        {
            // The same points are moved in the same way: they are welded.
            float bend = k < 2 ? 0.2f : 8.0f;
            for (int32_t m = 0; m < from.point_count; ++m)
            {
                imp3_vec* p = &from.points[m];
                p->x += bend * p->y * p->y;
                p->z += bend * sinf(3.0f * p->x) * (k & 1 ? p->y : 0.1f);
            }
            assert_int_equal(imp3_mesh_move(&mesh, from.points, from.point_count, NULL), IMP_OK);
            for (int n = 0; n < 10; ++n)
            {
                imp3_vec point = any_point(&rng, &from, mesh.reach, n);
                bool out;
                float winding;
                assert_int_equal(imp3_mesh_contains(&mesh, &pose, point, &out, &winding), IMP_OK);
                assert_number(fabs((double)winding - winding_of_all(&mesh, &pose, point)), <=, 0x1p-5);
            }
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&from);
    }
}

/// A ball with a hole in it is around its middle all the same; one that is turned inside out, and a sheet, are around nothing.
static void test_sense(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const imp3_pose pose = imp3_pose_identity();
    const imp3_vec middle = {0.01f, 0.02f, 0.03f}, outside = {3.0f, 0.0f, 0.0f};
    for (int i = 0; i < TEST_MESH_TREES; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            test_mesh from = test_mesh_ball(&rng, 5, 0.1f);
            from.count -= k == 1 ? 10 : 0;
            for (int32_t m = 0; k == 2 && m < from.count; ++m)
            {
                int32_t* v = from.corners + 3 * m;
                int32_t swap = v[1];
                v[1] = v[2];
                v[2] = swap;
            }
            imp3_compound mesh;
            test_mesh_build(&from, test_mesh_tree(i), false, &mesh);
            bool out;
            float winding;
            assert_int_equal(imp3_mesh_contains(&mesh, &pose, middle, &out, &winding), IMP_OK);
            assert_int_equal(out, k < 2);
            assert_number(fabs((double)winding - (k == 2 ? -1.0 : 1.0)), <=, k == 1 ? 0.1 : 0x1p-5);
            assert_int_equal(imp3_mesh_contains(&mesh, &pose, outside, &out, NULL), IMP_OK);
            assert_false(out);
            imp3_compound_free(&mesh);
            test_mesh_free(&from);
        }
    }
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_usual(&rng, TEST_MESH_SINGLE);
    imp3_compound mesh, none = {0};
    test_mesh_build(&from, test_mesh_tree(0), false, &mesh);
    const imp3_pose pose = imp3_pose_identity();
    const imp3_vec origin = {0.0f, 0.0f, 0.0f}, bad = {0.0f, NAN, 0.0f};
    bool out = true;
    float winding = 7.0f;
    assert_int_equal(imp3_mesh_contains(NULL, &pose, origin, &out, &winding) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_contains(&none, &pose, origin, &out, &winding) & 255, IMP_ERR_COMPOUND);
    assert_int_equal(imp3_mesh_contains(&mesh, NULL, origin, &out, &winding) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_contains(&mesh, &pose, bad, &out, &winding) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_mesh_contains(&mesh, &pose, origin, NULL, &winding) & 255, IMP_ERR_NULL);
    assert_true(out && winding == 7.0f);
    // On a corner, an edge and the face: some number, and no trap.
    for (int k = 0; k < 3; ++k)
    {
        const imp3_vec *a = &from.points[from.corners[0]], *b = &from.points[from.corners[1]];
        imp3_vec point = k == 0 ? *a : imp3_vec_scale(imp3_vec_add(*a, *b), 0.5f);
        point = k == 2 ? imp3_vec_scale(imp3_vec_add(point, from.points[from.corners[2]]), 0.5f) : point;
        assert_int_equal(imp3_mesh_contains(&mesh, &pose, point, &out, &winding), IMP_OK);
        assert_true(fabsf(winding) <= 0.5f + 1e-6f);
    }
    imp3_compound_free(&mesh);
    test_mesh_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed), cmocka_unit_test(test_sums),    cmocka_unit_test(test_moved),
        cmocka_unit_test(test_sense),  cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
