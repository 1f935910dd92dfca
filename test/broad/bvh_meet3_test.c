// SPDX-License-Identifier: MIT
//
// Probes against groups of trees: no child with a triangle that the probe touches is left out, whatever the volumes and
// the width of lanes; and not much more than that is told.

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "broad/bvh_kernels3.h"
#include "broad/bvh_walk3.h"
#include "impinge/mesh3.h"
#include "narrow/brute3.h"
#include "oracle/meshes3.h"
#include "shape/compound3.h"

static const test_mesh_kind KIND[5] = {TEST_MESH_BALL, TEST_MESH_HILLS, TEST_MESH_SOUP, TEST_MESH_SLIVERS,
                                       TEST_MESH_STAIRS};

/// A ball, an upright or a turned box in the world, as a volume and as a shape.
static imp3_volume random_volume(test_rng* rng, imp3_shape* shape)
{
    imp3_volume v;
    float size = (float)pow(10.0, 2.0 * test_rng_unit(rng) - 1.7);
    v.kind = test_rng_int(rng, 0, 2);
    v.center = brute_within(rng, 1.0f);
    v.half.x = size * test_rng_range(rng, 0.0f, 1.0f);
    v.half.y = v.kind == IMP3_VOLUME_SPHERE ? 0.0f : size * test_rng_range(rng, 0.0f, 1.0f);
    v.half.z = v.kind == IMP3_VOLUME_SPHERE ? 0.0f : size * test_rng_range(rng, 0.0f, 1.0f);
    v.turn = v.kind == IMP3_VOLUME_ORIENTED ? brute_pose(rng, 1.0f).q : imp3_pose_identity().q;
    imp3_shape s;
    if (v.kind == IMP3_VOLUME_SPHERE)
    {
        assert_int_equal(imp3_sphere_make(v.center, v.half.x, &s), IMP_OK);
    }
    else
    {
        imp3_pose place = {v.center, v.turn};
        imp3_box box = {imp3_vec_negate(v.half), v.half};
        assert_int_equal(imp3_box_make(box, &s), IMP_OK);
        s.turn = place.q;
    }
    *shape = s;
    return v;
}

/// Whether the volume, placed by a pose, touches a placed triangle.
static bool touches(const imp3_volume* v, const imp3_shape* shape, const imp3_pose* pose, const imp3_shape* triangle,
                    const imp3_pose* place)
{
    bool yes;
    imp3_pose at = *pose;
    if (v->kind != IMP3_VOLUME_SPHERE)
    {
        at.p = imp3_pose_apply(*pose, v->center);
    }
    assert_int_equal(imp3_overlap(shape, &at, triangle, place, &yes), IMP_OK);
    return yes;
}

static uint32_t children_touched(const imp3_compound* c, int32_t group, const imp3_volume* v, const imp3_shape* shape,
                                 const imp3_pose poses[2])
{
    const imp3i_bvh* tree = imp3i_bvh_of(c);
    uint32_t found = 0;
    for (int32_t slot = tree->first[group]; slot < tree->first[group + 1]; ++slot)
    {
        if (tree->link[slot] == IMP3I_BVH_NONE)
        {
            continue;
        }
        int32_t first, count = imp3i_bvh_under(tree, slot, &first);
        for (int32_t i = first; i < first + count && !(found >> (slot - tree->first[group]) & 1); ++i)
        {
            imp3_shape part;
            assert_int_equal(imp3_compound_part(c, i, &part), IMP_OK);
            found |= (uint32_t)touches(v, shape, &poses[1], &part, &poses[0]) << (slot - tree->first[group]);
        }
    }
    return found;
}

static void nothing_is_left_out(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int64_t told = 0, true_ones = 0;
    for (uint64_t n = 0; n < test_n(150); ++n)
    {
        test_mesh mesh = test_mesh_make(&rng, KIND[n % 5], test_rng_int(&rng, 1, 150));
        imp3_bvh_choice def;
        memset(&def, 0, sizeof def);
        def.narrow = n / 5 % 5 > 0;
        def.volume = def.narrow ? (int32_t)(n / 5 % 5) - 1 : IMP3_VOLUME_BOX;
        imp3_triangles t = test_mesh_triangles(&mesh, def, true);
        imp3_compound c;
        assert_int_equal(imp3_triangles_make(&t, NULL, &c, NULL), IMP_OK);
        const imp3i_bvh* tree = imp3i_bvh_of(&c);
        for (int k = 0; k < 12; ++k)
        {
            imp3_shape shape;
            imp3_pose poses[2];
            poses[0] = brute_pose(&rng, 0.3f);
            poses[1] = brute_pose(&rng, 0.3f);
            imp3_volume v = random_volume(&rng, &shape);
            imp3i_frame frame = imp3i_frame_between(&poses[0], &poses[1]);
            imp3i_probe probe;
            imp3i_probe_of(&v, &frame, 1e-6f, &probe);  // the test places the centre in floats
            int32_t group = test_rng_int(&rng, 0, tree->groups - 1);
            uint32_t must = children_touched(&c, group, &v, &shape, poses), got = imp3i_bvh_meet(tree, group, &probe);
            assert_int_equal(must & ~got, 0);
            told += impi_count_bits(got);
            true_ones += impi_count_bits(must);
            for (int level = 0; tree->blocks && level <= impi_cpu_level(); ++level)
            {
                assert_int_equal(imp3i_bvh_kernels_of(level)->meet(&tree->blocks[group], &probe), got);
            }
        }
        imp3_compound_free(&c);
        test_mesh_free(&mesh);
    }
    assert_number(true_ones, >, 300);
    assert_number(told, <, 3 * true_ones);
}

static void frontier_orders(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static imp3i_bvh_frontier f;
    static uint8_t seen[3000];
    for (int order = IMP3_WALK_DEPTH; order <= IMP3_WALK_BEST; ++order)
    {
        const int count = order == IMP3_WALK_DEPTH ? 1500 : 2500;  // more than a queue or heap has room for
        float last = -1.0f;
        memset(seen, 0, sizeof seen);
        imp3i_bvh_frontier_start(&f, order);
        for (int i = 0; i < count; ++i)
        {
            float key = (float)test_rng_int(&rng, 0, 50);
            const imp3i_bvh_task task = {key, i, 7, i % 5 ? 0x80000005u : 0x80000000u};
            imp3i_bvh_frontier_put(&f, task);
        }
        imp3i_bvh_task task;
        int taken = 0, from_heap = 0, at = -1;
        while (imp3i_bvh_frontier_take(&f, &task))
        {
            assert_int_equal(task.with, 7);
            assert_true(task.lanes == 0x80000001u || task.lanes == 0x80000004u);
            assert_int_equal(seen[task.group], task.lanes & 4 ? 1 : 0);
            seen[task.group]++;
            ++taken;
            bool first_lane = task.lanes == 0x80000001u;
            if (first_lane && f.stacked == 0 && order != IMP3_WALK_DEPTH)
            {
                assert_true(order == IMP3_WALK_BEST
                                ? task.key > last || (task.key >= last && task.group > at) || !from_heap
                                : task.group > at || !from_heap);
                last = task.key;
                at = task.group;
                ++from_heap;
            }
            if (first_lane && order == IMP3_WALK_DEPTH)
            {
                assert_true(at < 0 || task.group < at);
                at = task.group;
            }
        }
        assert_int_equal(taken, 2 * (count - count / 5));
        assert_true(order == IMP3_WALK_DEPTH || from_heap >= IMP3I_WALK_WAITING);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_out),
        cmocka_unit_test(frontier_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
