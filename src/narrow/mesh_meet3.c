// SPDX-License-Identifier: MIT
//
// Mesh against mesh: all pairs of triangles that touch.
//
// Both trees are gone down at once (Gottschalk, Lin and Manocha 1996). A task is some children of a group of one tree,
// each with one slot of the other; a pair of slots is two leaves, whose triangles are compared, or is opened: two wide
// groups at once, in lanes, child by child of B against all of A; else the larger of both, against the other as a probe.
//
// Pairs are kept as keys while they are found, so that nothing is written before it is known that they fit. Those of
// which there are more than that go straight to the caller in a second walk. Their segments are found in the end.

#include "../base/bits.h"
#include "../base/cpu.h"
#include "../base/sort.h"
#include "../broad/bvh_kernels3.h"
#include "../broad/bvh_walk3.h"
#include "../shape/compound3.h"
#include "mesh_near3.h"
#include "mesh_pair3.h"

#include <math.h>
#include <string.h>

enum
{
    KEPT_PAIRS = 4096,  // that are kept as keys
    LANES_OF_TASK = 0xffff
};

#define TASK_OF_B (1u << 31)  // the group is one of B, the slot one of A

typedef struct meeting
{
    const imp3i_mesh_couple* couple;
    const imp3i_bvh_kernels* kernels;
    imp3i_bvh_between between, back;  // of two wide trees, and with A and B in each other's place
    bool wide;
    int32_t order;
    int32_t most;   // stop when so many were found
    int32_t shift;  // of a key: bits of part_b
    int32_t count;
    imp3_mesh_work work;
    uint64_t* keys;            // room for KEPT_PAIRS, or null
    imp3_mesh_pair* pairs;     // room for all of them, or null
    imp3i_bvh_packed* packed;  // of A and of B
} meeting;

// Volumes

/// The square of half a volume's diagonal.
static float meeting_size_of(const imp3_volume* v)
{
    return v->kind == IMP3_VOLUME_SPHERE ? v->half.x * v->half.x : imp3_vec_dot(v->half, v->half);
}

// Triangles

/// Notes a pair that touches. Returns whether that was the last one that is wanted.
static bool note_pair(meeting* m, int32_t part_a, int32_t part_b)
{
    if (m->pairs)
    {
        m->pairs[m->count].part_a = part_a;
        m->pairs[m->count].part_b = part_b;
    }
    else if (m->keys && m->count < KEPT_PAIRS)
    {
        m->keys[m->count] = (uint64_t)part_a << m->shift | (uint64_t)part_b;
    }
    return ++m->count >= m->most;
}

/// Of a side's leaf the triangles, behind those that are packed.
static void pack_leaf(const imp3i_bvh_triangles* triangles, int32_t link, imp3i_bvh_packed* p)
{
    int32_t first = imp3i_bvh_leaf_first(link), count = imp3i_bvh_leaf_count(link);
    for (int32_t i = 0; i < count; ++i, ++p->count)
    {
        imp3_vec v[3];
        imp3i_mesh_corners(triangles, first + i, v);
        p->triangle[p->count] = first + i;
        for (int c = 0; c < 3; ++c)
        {
            p->corner[c][0][p->count] = v[c].x;
            p->corner[c][1][p->count] = v[c].y;
            p->corner[c][2][p->count] = v[c].z;
        }
    }
}

/// Whether two packed triangles touch; floats know nearly always.
static bool packed_touch(const meeting* m, int side, int32_t place, imp3i_bvh_sifted sifted)
{
    const imp3i_bvh_packed *own = &m->packed[side], *others = &m->packed[1 - side];
    int known = imp3i_mesh_packed_judge(own, place, others, sifted);
    if (known != IMP3I_TRIANGLES_DOUBTFUL)
    {
        return known == IMP3I_TRIANGLES_TOUCH;
    }
    imp3i_mesh_triangles t;
    imp3i_mesh_triangles_set(m->couple, side, own->triangle[place], &t);
    imp3i_mesh_triangles_set(m->couple, 1 - side, others->triangle[sifted.code & (IMP3I_PACKED - 1)], &t);
    return imp3i_mesh_triangles_touch(m->couple, &t);
}

/// What is packed of a leaf of one side against what is packed of the other. Returns whether that was enough.
static bool compare_packed(meeting* m, int side)
{
    imp3i_bvh_packed *own = &m->packed[side], *others = &m->packed[1 - side];
    imp3i_bvh_sifted sifted[IMP3I_PACKED];
    m->kernels->prepare_triangles(others, side == 0 ? &m->couple->turn : NULL);
    m->work.triangles += (int64_t)own->count * others->count;
    for (int32_t i = 0; i < own->count; ++i)
    {
        int32_t left = m->kernels->sift_triangles(others, own, i, m->couple->turn.point_doubt, sifted);
        for (int32_t k = 0; k < left; ++k)
        {
            int32_t part = own->triangle[i], other = others->triangle[sifted[k].code & (IMP3I_PACKED - 1)];
            if (packed_touch(m, side, i, sifted[k]) && note_pair(m, side == 0 ? part : other, side == 0 ? other : part))
            {
                return true;
            }
        }
    }
    return false;
}

/// A leaf of one side against leaves among the children of a group of the other. Returns whether that was enough.
static bool compare_leaves(meeting* m, int side, int32_t link, int32_t group, uint32_t lanes)
{
    const imp3i_mesh_side* other = &m->couple->side[1 - side];
    imp3i_bvh_packed *own = &m->packed[side], *others = &m->packed[1 - side];
    own->count = others->count = 0;
    pack_leaf(&m->couple->side[side].triangles, link, own);
    m->kernels->prepare_triangles(own, side == 1 ? &m->couple->turn : NULL);
    for (; lanes; lanes &= lanes - 1)
    {
        int32_t leaf = other->tree->link[other->tree->first[group] + impi_lowest_bit(lanes)];
        if (others->count + imp3i_bvh_leaf_count(leaf) > IMP3I_PACKED)
        {
            if (compare_packed(m, side))
            {
                return true;
            }
            others->count = 0;
        }
        pack_leaf(&other->triangles, leaf, others);
    }
    return compare_packed(m, side);
}

// Descent

/// How far two upright boxes go into each other along the axis where that is least, as a part of the lesser one's size.
static float overlap_of(imp3_vec center, imp3_vec extent, const imp3i_probe* p)
{
    float x = extent.x + p->extent.x - fabsf(center.x - p->center.x);
    float y = extent.y + p->extent.y - fabsf(center.y - p->center.y);
    float z = extent.z + p->extent.z - fabsf(center.z - p->center.z);
    float least = x < y ? x : y;
    float own = extent.x + extent.y + extent.z, others = p->extent.x + p->extent.y + p->extent.z;
    float size = own < others ? own : others;
    least = z < least ? z : least;
    return size > 0.0f ? least / size : 0.0f;
}

/// Half of the upright box around a volume of a tree.
static imp3_vec meeting_extent_of(const imp3_volume* v)
{
    if (v->kind != IMP3_VOLUME_ORIENTED)
    {
        imp3_vec all = {v->half.x, v->half.x, v->half.x};
        return v->kind == IMP3_VOLUME_SPHERE ? all : v->half;
    }
    const imp3_rot* q = &v->turn;
    imp3_vec r = {fabsf(q->x.x) * v->half.x + fabsf(q->y.x) * v->half.y + fabsf(q->z.x) * v->half.z,
                  fabsf(q->x.y) * v->half.x + fabsf(q->y.y) * v->half.y + fabsf(q->z.y) * v->half.z,
                  fabsf(q->x.z) * v->half.x + fabsf(q->y.z) * v->half.y + fabsf(q->z.z) * v->half.z};
    return r;
}

/// Children of a group that are leaves.
static uint32_t leaves_of(const imp3i_bvh* tree, int32_t group, uint32_t lanes)
{
    uint32_t leaves = 0;
    for (; lanes; lanes &= lanes - 1)
    {
        int32_t lane = impi_lowest_bit(lanes);
        leaves |= (uint32_t)(tree->link[tree->first[group] + lane] < 0) << lane;
    }
    return leaves;
}

/// Adds what is to be looked at, a leaf against leaves at once. Best first each child is added by itself, with the overlap
/// as its key: a part of the lesser size, as else all that is large would come before all that is small. Returns whether
/// enough was found.
static bool put_task(meeting* m, imp3i_bvh_frontier* f, int side, imp3i_bvh_task task, const imp3i_probe* probe)
{
    const imp3i_bvh *tree = m->couple->side[side].tree, *other = m->couple->side[1 - side].tree;
    uint32_t lanes = task.lanes & LANES_OF_TASK;
    int32_t link = lanes ? imp3i_bvh_link(other, task.with) : 0;
    if (m->order != IMP3_WALK_BEST)
    {
        uint32_t leaves = link < 0 ? leaves_of(tree, task.group, lanes) : 0;
        task.lanes ^= leaves;
        imp3i_bvh_frontier_put(f, task);
        return leaves && compare_leaves(m, 1 - side, link, task.group, leaves);
    }
    for (; lanes; lanes &= lanes - 1)
    {
        imp3i_bvh_task one = task;
        imp3_volume v = imp3i_bvh_volume(tree, tree->first[task.group] + impi_lowest_bit(lanes));
        one.lanes = (task.lanes & TASK_OF_B) | (lanes & (0u - lanes));
        one.key = -overlap_of(v.center, meeting_extent_of(&v), probe);
        imp3i_bvh_frontier_put(f, one);
    }
    return false;
}

/// Opens a group of a wide tree against a leaf of another one. Returns whether enough was found.
static bool open_wide(meeting* m, imp3i_bvh_frontier* f, const int32_t slot[2], int opened)
{
    const imp3i_bvh *tree = m->couple->side[opened].tree, *other = m->couple->side[1 - opened].tree;
    const int32_t leaf = slot[1 - opened], row = leaf % IMP3I_BVH_CHILDREN;
    const imp3_box box = imp3i_bvh_upright(tree, slot[opened]), box_of_leaf = imp3i_bvh_upright(other, leaf);
    uint16_t rows[IMP3I_BVH_CHILDREN];
    imp3i_bvh_task task = {0.0f, imp3i_bvh_link(tree, slot[opened]), leaf, opened ? TASK_OF_B : 0u};
    m->work.nodes += IMP3I_BVH_CHILDREN;
    (void)m->kernels->meet_blocks(opened ? &m->back : &m->between, &tree->blocks[task.group], &box,
                                  &other->blocks[leaf / IMP3I_BVH_CHILDREN], &box_of_leaf, 1u << row, rows);
    task.lanes |= rows[row];
    return put_task(m, f, opened, task, NULL);
}

/// Opens one of two slots: the larger, or the one that is no leaf. Returns whether enough was found.
static bool open_one(meeting* m, imp3i_bvh_frontier* f, const int32_t slot[2])
{
    const imp3i_bvh* tree[2] = {m->couple->side[0].tree, m->couple->side[1].tree};
    imp3_volume volume[2] = {imp3i_bvh_volume(tree[0], slot[0]), imp3i_bvh_volume(tree[1], slot[1])};
    const int32_t link[2] = {imp3i_bvh_link(tree[0], slot[0]), imp3i_bvh_link(tree[1], slot[1])};
    int opened = link[0] < 0 || (link[1] >= 0 && meeting_size_of(&volume[1]) > meeting_size_of(&volume[0])) ? 1 : 0;
    imp3i_probe probe;
    imp3i_probe_of(&volume[1 - opened], &m->couple->volumes[opened], 0.0f, &probe);
    imp3i_bvh_task task = {0.0f, link[opened], slot[1 - opened],
                           imp3i_bvh_meet(tree[opened], link[opened], &probe) | (opened ? TASK_OF_B : 0u)};
    m->work.nodes += tree[opened]->first[link[opened] + 1] - tree[opened]->first[link[opened]];
    return put_task(m, f, opened, task, &probe);
}

/// Asks for the triangles of leaves that are soon looked at.
static void fetch_leaves(const meeting* m, int32_t group_a, int32_t group_b, const uint16_t rows[IMP3I_BVH_CHILDREN])
{
    const int32_t group[2] = {group_a, group_b};
    uint32_t lanes[2] = {0, 0};
    for (int32_t j = 0; j < IMP3I_BVH_CHILDREN; ++j)
    {
        lanes[0] |= rows[j];
        lanes[1] |= (uint32_t)(rows[j] != 0) << j;
    }
    for (int side = 0; side < 2; ++side)
    {
        const imp3i_mesh_side* s = &m->couple->side[side];
        for (uint32_t left = lanes[side]; left; left &= left - 1)
        {
            int32_t link = s->tree->link[IMP3I_BVH_CHILDREN * group[side] + impi_lowest_bit(left)];
            if (link < 0)
            {
                impi_prefetch(s->triangles.corners + 3 * (size_t)imp3i_bvh_leaf_first(link));
            }
        }
    }
}

/// Opens two groups of wide trees. Returns whether enough was found.
static bool open_both(meeting* m, imp3i_bvh_frontier* f, const int32_t slot[2])
{
    const imp3i_bvh *a = m->couple->side[0].tree, *b = m->couple->side[1].tree;
    int32_t group_a = imp3i_bvh_link(a, slot[0]), group_b = imp3i_bvh_link(b, slot[1]);
    imp3_box box_a = imp3i_bvh_upright(a, slot[0]), box_b = imp3i_bvh_upright(b, slot[1]);
    uint16_t rows[IMP3I_BVH_CHILDREN];
    int32_t count = m->kernels->meet_blocks(&m->between, &a->blocks[group_a], &box_a, &b->blocks[group_b], &box_b,
                                            LANES_OF_TASK, rows);
    m->work.nodes += (int64_t)count * IMP3I_BVH_CHILDREN;
    fetch_leaves(m, group_a, group_b, rows);
    for (int32_t k = 0; k < IMP3I_BVH_CHILDREN; ++k)
    {
        // The first on top of a stack.
        int32_t j = m->order == IMP3_WALK_DEPTH ? IMP3I_BVH_CHILDREN - 1 - k : k;
        imp3i_bvh_task task = {0.0f, group_a, IMP3I_BVH_CHILDREN * group_b + j, rows[j]};
        imp3i_probe probe;
        if (rows[j] && m->order == IMP3_WALK_BEST)
        {
            imp3_volume v = imp3i_bvh_volume(b, task.with);
            imp3i_probe_of(&v, &m->couple->volumes[0], 0.0f, &probe);
        }
        if (rows[j] && put_task(m, f, 0, task, &probe))
        {
            return true;
        }
    }
    return false;
}

/// Opens what is not two leaves. Returns whether enough was found.
static bool open_pair(meeting* m, imp3i_bvh_frontier* f, const int32_t slot[2])
{
    bool leaf_a = imp3i_bvh_link(m->couple->side[0].tree, slot[0]) < 0;
    bool leaf_b = imp3i_bvh_link(m->couple->side[1].tree, slot[1]) < 0;
    if (m->wide && !leaf_a && !leaf_b)
    {
        return open_both(m, f, slot);
    }
    return m->wide && m->order != IMP3_WALK_BEST ? open_wide(m, f, slot, leaf_a) : open_one(m, f, slot);
}

static void walk_trees(meeting* m)
{
    const imp3i_bvh* tree[2] = {m->couple->side[0].tree, m->couple->side[1].tree};
    imp3i_bvh_frontier f;
    imp3i_bvh_task task;
    int32_t slot[2] = {IMP3I_BVH_ROOT, IMP3I_BVH_ROOT};
    imp3i_bvh_frontier_start(&f, m->order);
    m->count = 0;
    bool enough = open_pair(m, &f, slot);
    while (!enough && imp3i_bvh_frontier_take(&f, &task))
    {
        int side = task.lanes & TASK_OF_B ? 1 : 0;
        uint32_t lane = task.lanes & LANES_OF_TASK;
        slot[side] = tree[side]->first[task.group] + impi_lowest_bit(lane);
        slot[1 - side] = task.with;
        int32_t link = imp3i_bvh_link(tree[1 - side], task.with);
        enough = link < 0 && imp3i_bvh_link(tree[side], slot[side]) < 0
                     ? compare_leaves(m, 1 - side, link, task.group, lane)
                     : open_pair(m, &f, slot);
    }
}

// Results

/// Whether pair i comes after pair j.
static bool is_after(const imp3_mesh_pair* i, const imp3_mesh_pair* j)
{
    return i->part_a != j->part_a ? i->part_a > j->part_a : i->part_b > j->part_b;
}

static void sift_pair(imp3_mesh_pair* pairs, int32_t i, int32_t count)
{
    const imp3_mesh_pair pair = pairs[i];
    for (int32_t child = 2 * i + 1; child < count; child = 2 * i + 1)
    {
        child += child + 1 < count && is_after(&pairs[child + 1], &pairs[child]);
        if (!is_after(&pairs[child], &pair))
        {
            break;
        }
        pairs[i] = pairs[child];
        i = child;
    }
    pairs[i] = pair;
}

/// Sorts in place, for there is no memory (heap sort, Williams 1964).
static void sort_pairs(imp3_mesh_pair* pairs, int32_t count)
{
    for (int32_t i = count / 2 - 1; i >= 0; --i)
    {
        sift_pair(pairs, i, count);
    }
    for (int32_t end = count - 1; end > 0; --end)
    {
        imp3_mesh_pair most = pairs[0];
        pairs[0] = pairs[end];
        pairs[end] = most;
        sift_pair(pairs, 0, end);
    }
}

/// Puts what was kept as keys in order, into the caller's pairs.
static void unpack_pairs(const meeting* m, uint64_t* keys, imp3_mesh_pair* out)
{
    uint64_t scratch[KEPT_PAIRS];
    int bits = m->shift + impi_highest_bit((uint32_t)m->couple->side[0].triangles.count) + 1;
    const uint64_t* sorted = impi_sort_words(keys, scratch, m->count, 0, bits);
    for (int32_t i = 0; i < m->count; ++i)
    {
        out[i].part_a = (int32_t)(sorted[i] >> m->shift);
        out[i].part_b = (int32_t)(sorted[i] & ((UINT64_C(1) << m->shift) - 1));
    }
}

static void begin_meeting(meeting* m, const imp3i_mesh_couple* c, const imp3_mesh_walk* walk)
{
    const imp3i_bvh *a = c->side[0].tree, *b = c->side[1].tree;
    memset(m, 0, sizeof *m);
    m->couple = c;
    m->kernels = c->kernels;
    m->wide = a->blocks && b->blocks;
    m->between.b_in_a = imp3i_bvh_turn_of(b, &c->volumes[0]);
    m->between.a_in_b = imp3i_bvh_turn_of(a, &c->volumes[1]);
    m->back.b_in_a = m->between.a_in_b;
    m->back.a_in_b = m->between.b_in_a;
    m->order = walk ? walk->order : IMP3_WALK_DEPTH;
    m->most = walk && walk->stop_after > 0 ? walk->stop_after : INT32_MAX;
    m->shift = impi_highest_bit((uint32_t)c->side[1].triangles.count) + 1;
}

imp_status imp3i_mesh_meet(const imp3i_mesh_couple* c, const imp3_mesh_walk* walk, imp3_mesh_pairs* out)
{
    uint64_t keys[KEPT_PAIRS];
    imp3i_bvh_packed packed[2];
    meeting m;
    begin_meeting(&m, c, walk);
    m.packed = packed;
    m.keys = out->capacity > 0 ? keys : NULL;
    walk_trees(&m);
    if (walk && walk->work)
    {
        walk->work->nodes += m.work.nodes;
        walk->work->triangles += m.work.triangles;
    }
    out->count = m.count;
    if (out->capacity == 0)
    {
        return IMP_OK;
    }
    if (m.count > out->capacity)
    {
        return impi_error(IMP_ERR_SPACE, 6);
    }
    if (m.count <= KEPT_PAIRS)
    {
        unpack_pairs(&m, keys, out->pairs);
    }
    else
    {
        m.pairs = out->pairs;
        walk_trees(&m);
        sort_pairs(out->pairs, m.count);
    }
    for (int32_t i = 0; i < m.count; ++i)
    {
        imp3i_mesh_triangles t;
        imp3i_mesh_triangles_set(c, 0, out->pairs[i].part_a, &t);
        imp3i_mesh_triangles_set(c, 1, out->pairs[i].part_b, &t);
        imp3i_mesh_triangles_cross(c, &t, &out->pairs[i].crossing);
    }
    return IMP_OK;
}

// The door

imp_status imp3_mesh_meet(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                          const imp3_pose* pose_b, const imp3_mesh_walk* walk, imp3_mesh_pairs* out)
{
    imp_status status = imp3i_mesh_pair_status(a, pose_a, b, pose_b);
    status = status ? status : imp3i_walk_status(walk, 5);
    if (status)
    {
        return status;
    }
    if (walk && walk->stop_after < 0)
    {
        return impi_error(IMP_ERR_COUNT, 5);
    }
    if (!out || (out->capacity > 0 && !out->pairs))
    {
        return impi_error(IMP_ERR_NULL, 6);
    }
    if (out->capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 6);
    }
    const imp3i_mesh_side side_a = {imp3i_bvh_of(a), imp3i_bvh_triangles_of(a), *pose_a};
    const imp3i_mesh_side side_b = {imp3i_bvh_of(b), imp3i_bvh_triangles_of(b), *pose_b};
    imp3i_mesh_couple couple = imp3i_mesh_couple_of(&side_a, &side_b);
    return imp3i_mesh_meet(&couple, walk, out);
}
