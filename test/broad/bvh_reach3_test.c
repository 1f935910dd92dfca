// SPDX-License-Identifier: MIT
//
// Bounds of distances between a probe and the volumes of a group: never more than the distance, and not much less;
// the same bits for every width of lanes.

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "broad/bvh_kernels3.h"
#include "impinge/narrow3.h"
#include "narrow/brute3.h"

static imp3_rot any_turn(test_rng* rng)
{
    imp3_vec axis = {test_rng_range(rng, -1.0f, 1.0f), 0.0f, 1.0f};
    imp3_rot r;
    axis.y = test_rng_range(rng, -1.0f, 1.0f);
    assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -3.0f, 3.0f), &r), IMP_OK);
    return r;
}

static imp3_vec any_vec(test_rng* rng, float low, float high)
{
    imp3_vec r = {test_rng_range(rng, low, high), 0.0f, 0.0f};
    r.y = test_rng_range(rng, low, high);
    r.z = test_rng_range(rng, low, high);
    return r;
}

/// A box of any sizes, flat ones and points too.
static imp3_vec any_half(test_rng* rng, float size)
{
    imp3_vec r = any_vec(rng, 0.0f, size);
    int flat = test_rng_int(rng, 0, 15);
    r.x = flat & 1 ? r.x : r.x * (float)(flat >> 3);
    r.y = flat & 2 ? r.y : 0.01f * r.y;
    r.z = flat & 4 ? r.z : r.z * (float)(flat >> 3);
    return r;
}

/// A probe that is a box in a frame, and the shape that it is.
static void make_probe(test_rng* rng, float size, imp3i_probe* probe, imp3_shape* shape, imp3_pose* pose)
{
    imp3_volume v;
    bool ball = test_rng_int(rng, 0, 3) == 0;
    float radius = test_rng_int(rng, 0, 1) ? test_rng_range(rng, 0.0f, 0.3f * size) : 0.0f;
    v.kind = ball ? IMP3_VOLUME_SPHERE : test_rng_int(rng, 0, 1) ? IMP3_VOLUME_ORIENTED : IMP3_VOLUME_BOX;
    v.center = any_vec(rng, -size, size);
    v.half = any_half(rng, size);
    v.turn = v.kind == IMP3_VOLUME_ORIENTED ? any_turn(rng) : imp3_pose_identity().q;
    pose->q = any_turn(rng);
    pose->p = any_vec(rng, -4.0f * size, 4.0f * size);
    const imp3_pose here = imp3_pose_identity();
    imp3i_frame frame = imp3i_frame_between(&here, pose);
    imp3i_probe_of(&v, &frame, radius, probe);
    if (ball)
    {
        assert_int_equal(imp3_sphere_make(v.center, v.half.x + radius, shape), IMP_OK);
    }
    else
    {
        assert_int_equal(imp3_oriented_box_make(v.center, v.half, v.turn, radius, shape), IMP_OK);
    }
}

static void test_blocks(void** state)
{
    (void)state;
    uint64_t cases = test_n(600);
    test_rng rng = {test_seed()};
    double loss = 0.0, total = 0.0;
    for (uint64_t c = 0; c < cases; ++c)
    {
        float size = c % 5 == 0 ? 0x1p40f : c % 5 == 1 ? 0x1p-40f : 1.0f;
        imp3i_box_block block;
        imp3_shape boxes[IMP3I_BVH_CHILDREN], probe_shape;
        imp3i_probe probe;
        imp3_pose pose;
        int32_t count = test_rng_int(&rng, 1, IMP3I_BVH_CHILDREN);
        make_probe(&rng, size, &probe, &probe_shape, &pose);
        for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
        {
            imp3_vec center = any_vec(&rng, -3.0f * size, 3.0f * size), half = any_half(&rng, size);
            imp3_box box = {imp3_vec_sub(center, half), imp3_vec_add(center, half)};
            imp3i_block_set(&block, i, i < count ? box : imp3i_empty_box());
            assert_int_equal(imp3_box_make(box, &boxes[i]), IMP_OK);
        }
        float bounds[IMP3I_BVH_CHILDREN], other[IMP3I_BVH_CHILDREN];
        imp3i_bvh_kernels_scalar()->reach(&block, &probe, bounds);
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            imp3i_bvh_kernels_of(level)->reach(&block, &probe, other);
            assert_memory_equal(bounds, other, sizeof bounds);
        }
        for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
        {
            if (i >= count)
            {
                assert_true(bounds[i] == INFINITY);
                continue;
            }
            const imp3_pose here = imp3_pose_identity();
            imp3_nearest n;
            assert_int_equal(imp3_distance(&boxes[i], &here, &probe_shape, &pose, &n), IMP_OK);
            assert_true(bounds[i] >= 0.0f);
            assert_number(bounds[i], <=, n.distance > 0.0f ? n.distance : 0.0f);
            loss += n.distance > 0.0f ? (double)((n.distance - bounds[i]) / size) : 0.0;
            total += n.distance > 0.0f ? (double)(n.distance / size) : 0.0;
        }
    }
    // Most of the distance is there.
    assert_number(loss, <=, 0.12 * total);
    test_report("bounds of blocks", cases * IMP3I_BVH_CHILDREN);
}

/// A narrow group of all kinds of volumes.
static void test_narrow(void** state)
{
    (void)state;
    uint64_t cases = test_n(600);
    test_rng rng = {test_seed()};
    double loss = 0.0, total = 0.0;
    for (uint64_t c = 0; c < cases; ++c)
    {
        enum
        {
            COUNT = 6
        };
        int32_t first[2] = {0, COUNT}, link[COUNT] = {0}, place[COUNT];
        uint8_t kind[COUNT];
        imp3_box boxes[COUNT];
        imp3i_ball balls[COUNT];
        imp3i_obb obbs[COUNT];
        imp3_shape shapes[COUNT], probe_shape;
        imp3i_probe probe;
        imp3_pose pose;
        float size = c % 5 == 0 ? 0x1p40f : c % 5 == 1 ? 0x1p-40f : 1.0f;
        make_probe(&rng, size, &probe, &probe_shape, &pose);
        int32_t used[3] = {0, 0, 0};
        for (int32_t i = 0; i < COUNT; ++i)
        {
            imp3_vec center = any_vec(&rng, -3.0f * size, 3.0f * size), half = any_half(&rng, size);
            imp3_box box = {imp3_vec_sub(center, half), imp3_vec_add(center, half)};
            imp3_rot turn = any_turn(&rng);
            int32_t k = test_rng_int(&rng, 0, 2);
            kind[i] = (uint8_t)k;
            place[i] = used[k]++;
            if (k == IMP3_VOLUME_BOX)
            {
                boxes[place[i]] = box;
                assert_int_equal(imp3_box_make(box, &shapes[i]), IMP_OK);
            }
            else if (k == IMP3_VOLUME_SPHERE)
            {
                balls[place[i]].center = center;
                balls[place[i]].radius = half.y;
                assert_int_equal(imp3_sphere_make(center, half.y, &shapes[i]), IMP_OK);
            }
            else
            {
                obbs[place[i]].center = center;
                obbs[place[i]].half = half;
                obbs[place[i]].turn = turn;
                assert_int_equal(imp3_oriented_box_make(center, half, turn, 0.0f, &shapes[i]), IMP_OK);
            }
        }
        imp3i_bvh tree;
        memset(&tree, 0, sizeof tree);
        tree.def.narrow = true;
        tree.def.volume = IMP3_VOLUME_MIXED;
        tree.groups = 1;
        tree.slots = COUNT;
        tree.first = first;
        tree.link = link;
        tree.kind = kind;
        tree.place = place;
        tree.boxes = boxes;
        tree.balls = balls;
        tree.obbs = obbs;
        float bounds[IMP3I_BVH_CHILDREN];
        imp3i_bvh_reach(&tree, 0, &probe, bounds);
        for (int32_t i = 0; i < COUNT; ++i)
        {
            const imp3_pose here = imp3_pose_identity();
            imp3_nearest n;
            assert_int_equal(imp3_distance(&shapes[i], &here, &probe_shape, &pose, &n), IMP_OK);
            assert_number(bounds[i], <=, n.distance > 0.0f ? n.distance : 0.0f);
            loss += n.distance > 0.0f ? (double)((n.distance - bounds[i]) / size) : 0.0;
            total += n.distance > 0.0f ? (double)(n.distance / size) : 0.0;
        }
        assert_true(bounds[COUNT] == INFINITY);
    }
    assert_number(loss, <=, 0.12 * total);
    test_report("bounds of narrow groups", cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
