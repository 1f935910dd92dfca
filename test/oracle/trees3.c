// SPDX-License-Identifier: MIT
//
// What is true of every tree over triangles.

#include "trees3.h"

#include <math.h>

#include "support.h"

#include "broad/bvh_volume3.h"

static void groups_are_depth_first(const imp3i_bvh* t, int32_t count)
{
    struct
    {
        int32_t link, depth;
    } stack[IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN];
    int32_t waiting = 1, groups = 0, leaves = 0, next = 0, depth = 0;
    stack[0].link = 0;
    stack[0].depth = 1;
    while (waiting > 0)
    {
        int32_t link = stack[--waiting].link, here = stack[waiting].depth;
        if (link < 0)
        {
            assert_int_equal(imp3i_bvh_leaf_first(link), next);
            assert_in_range(imp3i_bvh_leaf_count(link), 1, t->def.leaf_size);
            next += imp3i_bvh_leaf_count(link);
            ++leaves;
            continue;
        }
        assert_int_equal(link, groups++);
        assert_in_range(here, 1, IMP3I_BVH_DEPTH);
        depth = here > depth ? here : depth;
        int32_t first = t->first[link], end = t->first[link + 1];
        assert_in_range(end - first, 1, IMP3I_BVH_CHILDREN);
        for (int32_t s = end - 1; s >= first; --s)
        {
            if (t->link[s] != IMP3I_BVH_NONE)
            {
                stack[waiting].link = t->link[s];
                stack[waiting++].depth = here + 1;
                continue;
            }
            imp3_box free_lane = imp3i_block_get(&t->blocks[link], s - first);
            assert_true(free_lane.lower.x == INFINITY && free_lane.upper.z == -INFINITY);
            assert_true(s == end - 1 || t->link[s + 1] == IMP3I_BVH_NONE);
            assert_true(s > first);
        }
    }
    assert_int_equal(next, count);
    assert_int_equal(groups, t->groups);
    assert_int_equal(leaves, t->leaves);
    assert_int_equal(depth, t->depth);
    assert_int_equal(t->first[t->groups], t->slots);
}

// Volumes

bool test_volume_holds(const imp3_volume* v, imp3_vec p)
{
    long double d[3] = {(long double)p.x - v->center.x, (long double)p.y - v->center.y, (long double)p.z - v->center.z};
    if (v->kind == IMP3_VOLUME_SPHERE)
    {
        return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= (long double)v->half.x * v->half.x;
    }
    const long double q[3][3] = {{v->turn.x.x, v->turn.x.y, v->turn.x.z},
                                 {v->turn.y.x, v->turn.y.y, v->turn.y.z},
                                 {v->turn.z.x, v->turn.z.y, v->turn.z.z}};
    const float half[3] = {v->half.x, v->half.y, v->half.z};
    long double det = 0.0L, solved[3] = {0.0L, 0.0L, 0.0L};
    for (int k = 0; k < 3; ++k)
    {
        const long double *a = q[(k + 1) % 3], *b = q[(k + 2) % 3];
        const long double across[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        det = across[0] * q[k][0] + across[1] * q[k][1] + across[2] * q[k][2];
        solved[k] = across[0] * d[0] + across[1] * d[1] + across[2] * d[2];
    }
    for (int k = 0; k < 3; ++k)
    {
        long double turned = q[k][0] * d[0] + q[k][1] * d[1] + q[k][2] * d[2];
        if (fabsl(turned) > half[k] || fabsl(solved[k] / det) > half[k])
        {
            return false;
        }
    }
    return true;
}

static void volumes_hold(const imp3i_bvh* t, const imp3i_bvh_triangles* triangles)
{
    for (int32_t s = 0; s < t->slots; ++s)
    {
        if (t->link[s] == IMP3I_BVH_NONE)
        {
            continue;
        }
        int32_t first, count = imp3i_bvh_under(t, s, &first);
        imp3_volume v = imp3i_bvh_volume(t, s);
        assert_true(t->def.volume == IMP3_VOLUME_MIXED || v.kind == t->def.volume);
        for (int32_t k = 3 * first; k < 3 * (first + count); ++k)
        {
            imp3_vec p = triangles->points[triangles->corners[k]];
            assert_true(test_volume_holds(&v, p));
        }
    }
    for (int32_t k = 0; k < 3 * triangles->count; ++k)
    {
        imp3_vec p = triangles->points[triangles->corners[k]];
        assert_true(p.x >= t->bounds.lower.x && p.y >= t->bounds.lower.y && p.z >= t->bounds.lower.z);
        assert_true(p.x <= t->bounds.upper.x && p.y <= t->bounds.upper.y && p.z <= t->bounds.upper.z);
    }
}

/// The measure of all that is below the root, as the header tells it.
static void measure_is_as_told(const imp3i_bvh* t)
{
    imp3_bvh_stats stats;
    imp3i_bvh_measure(t, &stats);
    imp3_volume root = imp3i_bvh_volume_of_box(t->bounds);
    double sum = 0.0, whole = imp3i_bvh_surface(&root);
    for (int32_t s = 0; s < t->slots; ++s)
    {
        if (t->link[s] != IMP3I_BVH_NONE)
        {
            imp3_volume v = imp3i_bvh_volume(t, s);
            sum += imp3i_bvh_surface(&v) * (t->link[s] < 0 ? imp3i_bvh_leaf_count(t->link[s]) : 1);
        }
    }
    if (whole > 0.0)
    {
        assert_number(fabs((double)stats.area - sum / whole), <=, 1e-4 * (sum / whole));
    }
    assert_true(stats.nodes == t->groups && stats.leaves == t->leaves && stats.depth == t->depth);
}

void test_tree_check(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles)
{
    groups_are_depth_first(tree, triangles->count);
    volumes_hold(tree, triangles);
    measure_is_as_told(tree);
}
