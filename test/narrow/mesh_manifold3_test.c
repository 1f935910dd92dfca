// SPDX-License-Identifier: MIT
//
// One contact of two meshes that cross: closed forms of boxes and balls, and that the push of it parts them.

#include <math.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "oracle/meshes3.h"

enum
{
    PAIRS_MOST = 8192
};

static imp3_mesh_pair room[PAIRS_MOST];

static imp3_compound box_mesh(float x, float y, float z)
{
    static const int32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    imp3_vec points[8];
    imp3_compound mesh;
    for (int k = 0; k < 8; ++k)
    {
        points[k] = (imp3_vec){k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z};
    }
    const imp3_triangles t = {points, 8, corners, 12, 0.0f, false, false, {0, 0, 0, false}};
    assert_int_equal(imp3_triangles_make(&t, NULL, &mesh, NULL), IMP_OK);
    return mesh;
}

static imp3_manifold contact_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                const imp3_pose* pose_b)
{
    imp3_mesh_pairs pairs = {room, PAIRS_MOST, 0};
    imp3_manifold m;
    assert_int_equal(imp3_mesh_meet(a, pose_a, b, pose_b, NULL, &pairs), IMP_OK);
    assert_int_equal(imp3_mesh_manifold(a, pose_a, b, pose_b, &pairs, &m), IMP_OK);
    assert_int_equal(m.count > 0, pairs.count > 0);
    if (m.count > 0)
    {
        assert_true(fabsf(imp3_vec_dot(m.normal, m.normal) - 1.0f) < 1e-6f);
        imp3_pose moved = *pose_b;
        moved.p = imp3_vec_add(moved.p, imp3_vec_scale(m.normal, m.depth));
        imp3_mesh_pairs none = {NULL, 0, 0};
        assert_int_equal(imp3_mesh_meet(a, pose_a, b, &moved, NULL, &none), IMP_OK);
        assert_int_equal(none.count, 0);
    }
    return m;
}

/// A small box that stands in a large one's lid: the rim of its foot.
static void boxes_lie_flat(void** state)
{
    (void)state;
    imp3_compound large = box_mesh(4.0f, 3.0f, 1.0f), small = box_mesh(0.75f, 0.5f, 0.5f);
    imp3_pose ground = imp3_pose_identity(), pose = ground;
    pose.p = (imp3_vec){0.5f, -0.25f, 1.375f};
    imp3_manifold m = contact_of(&large, &ground, &small, &pose);
    assert_true(fabsf(m.normal.x) < 1e-6f && fabsf(m.normal.y) < 1e-6f && m.normal.z > 0.99999f);
    assert_true(fabsf(m.depth - 0.125f) < 1e-5f);
    assert_int_equal(m.count, 4);
    for (int k = 0; k < 4; ++k)
    {
        imp3_vec p = m.points[k].point;
        assert_true(fabsf(fabsf(p.x - 0.5f) - 0.75f) < 1e-5f && fabsf(fabsf(p.y + 0.25f) - 0.5f) < 1e-5f);
        assert_true(fabsf(p.z - 1.0f) < 1e-5f);
        assert_true(m.points[k].depth == m.depth);
        for (int i = 0; i < k; ++i)
        {
            assert_true(m.points[i].id != m.points[k].id);
        }
    }
    imp3_manifold back = contact_of(&small, &pose, &large, &ground);
    assert_true(back.normal.z < -0.99999f && fabsf(back.depth - 0.125f) < 1e-5f);
    imp3_compound_free(&large);
    imp3_compound_free(&small);
}

static imp3_vec some_vec(test_rng* rng)
{
    float x = test_rng_range(rng, -1.0f, 1.0f), y = test_rng_range(rng, -1.0f, 1.0f);
    return (imp3_vec){x, y, test_rng_range(rng, -1.0f, 1.0f)};
}

/// Balls: along the line of their centres, whatever the triangles.
static void balls_touch_along_their_centres(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh source;
    imp3_compound ball;
    source = test_mesh_ball(&rng, 12, 0.0f);
    test_mesh_build(&source, test_mesh_tree(0), false, &ball);
    uint64_t cases = test_n(60);
    for (uint64_t i = 0; i < cases; ++i)
    {
        imp3_pose a, b;
        imp3_vec axis = some_vec(&rng), way = some_vec(&rng);
        assert_int_equal(imp3_pose_make(some_vec(&rng), axis, test_rng_range(&rng, 0.0f, 3.0f), &a), IMP_OK);
        b = a;
        float length = sqrtf(imp3_vec_dot(way, way)), apart = test_rng_range(&rng, 1.2f, 1.9f) * ball.reach;
        way = imp3_vec_scale(way, 1.0f / length);
        b.p = imp3_vec_add(a.p, imp3_vec_scale(way, apart));
        imp3_manifold m = contact_of(&ball, &a, &ball, &b);
        assert_true(m.count >= 3);
        assert_true(imp3_vec_dot(m.normal, way) > 0.99f);
        assert_true(fabsf(m.depth - (2.0f * ball.reach - apart)) < 0.06f * ball.reach);
    }
    test_report("one contact of two balls", cases);
    imp3_compound_free(&ball);
    test_mesh_free(&source);
}

/// A bar through a box and out again: its curves cancel each other.
static void bar_goes_through(void** state)
{
    (void)state;
    imp3_compound box = box_mesh(1.0f, 1.0f, 1.0f), bar = box_mesh(0.25f, 0.25f, 3.0f);
    imp3_pose here = imp3_pose_identity(), pose = here;
    pose.p = (imp3_vec){0.125f, 0.0625f, 0.03125f};
    imp3_manifold m = contact_of(&box, &here, &bar, &pose);
    assert_true(m.count >= 3 && m.depth > 0.0f);
    imp3_compound_free(&box);
    imp3_compound_free(&bar);
}

static void refuses(void** state)
{
    (void)state;
    imp3_compound box = box_mesh(1.0f, 1.0f, 1.0f);
    imp3_pose pose = imp3_pose_identity();
    imp3_manifold out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    memset(room, 0, sizeof room[0]);
    room[0].part_b = 12;
    imp3_mesh_pairs pairs = {room, 1, 1}, more = {room, 1, 2}, missing = {NULL, 1, 0};
    assert_int_equal(imp_status_fault(imp3_mesh_manifold(&box, &pose, &box, &pose, &pairs, &out)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp3_mesh_manifold(&box, &pose, &box, &pose, &more, &out)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_mesh_manifold(&box, &pose, &box, &pose, &missing, &out)), IMP_ERR_NULL);
    assert_memory_equal(&out, &before, sizeof out);
    imp3_compound_free(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_lie_flat),
        cmocka_unit_test(balls_touch_along_their_centres),
        cmocka_unit_test(bar_goes_through),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
