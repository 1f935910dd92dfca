// SPDX-License-Identifier: MIT
//
// The tree of path bounds: who may pass through whom in this step, in floats.
//
// Relative motion decides: two that move together cannot pass through each other. A node has bounds of all paths in it,
// and of all velocities; bodies that move with their neighbours are culled eight at once.
//
// The tree is implicit: leaf i is in block i / 8 of the next level, and so on. Leaves are sorted along a curve (Morton
// 1966) once a step. A path that changes by an event replaces the bound of its leaf, or of a new one behind the others,
// and nodes above grow. Nothing is removed: a bound that is too large only costs a query.

#ifndef AXES
#include "continuous2.h"
#include "../../base/sort.h"
#include "../../math/lanes.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

enum
{
    LEVELS_OF_JOB = 2,  // nodes of 64 leaves at most
    TREE_STACK = 128,
    CELL_BITS = 22 / AXES  // of a coordinate: two radix passes for all
};

imp_status FNI(path_tree_reserve)(World* w, int32_t most)
{
    PathTree* t = &w->continuous.path_tree;
    int64_t blocks = 0, jobs = impi_jobs_of_bodies(most);
    for (int64_t level = most; level > 1;)
    {
        level = (level + IMPI_PATH_FANOUT - 1) / IMPI_PATH_FANOUT;
        blocks += level;
    }
    bool short_of = impi_array_reserve(&t->blocks, &w->allocator, blocks + 1) ||
                    impi_array_reserve(&t->movers, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->leaf_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->path_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->looks, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->paces, &w->allocator, jobs + 1) ||
                    impi_array_reserve(&t->keys, &w->allocator, 2 * (int64_t)most);
    t->most = most;
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void FNI(path_tree_free)(World* w)
{
    PathTree* t = &w->continuous.path_tree;
    impi_array_free(&t->blocks, &w->allocator);
    impi_array_free(&t->movers, &w->allocator);
    impi_array_free(&t->leaf_of, &w->allocator);
    impi_array_free(&t->path_of, &w->allocator);
    impi_array_free(&t->looks, &w->allocator);
    impi_array_free(&t->paces, &w->allocator);
    impi_array_free(&t->keys, &w->allocator);
}

// Morton code: the bits of a cell, AXES apart.
static uint32_t morton_bits(float at, float lower, float per_cell)
{
    const bool plane = AXES == 2;
    uint32_t cell = (uint32_t)((at - lower) * per_cell);
    cell = (cell | cell << 8) & (plane ? 0x00ff00ffu : 0x0000f00fu);
    cell = (cell | cell << 4) & (plane ? 0x0f0f0f0fu : 0x000c30c3u);
    cell = (cell | cell << 2) & (plane ? 0x33333333u : 0x00249249u);
    return plane ? (cell | cell << 1) & 0x55555555u : cell;
}

static float cells_per_unit(float lower, float upper)
{
    float per = (float)((1 << CELL_BITS) - 1) / (upper - lower);
    return upper > lower && per < 0x1p100f ? per : 0.0f;
}

// Context of the jobs that build the tree.
typedef struct bound_building
{
    World* w;
    Box around;
    const uint64_t* keys;  // sorted
    int32_t count;
} bound_building;

// Morton keys of dynamic movers.
static void make_keys_of_job(void* context, int32_t job)
{
    const bound_building* s = (const bound_building*)context;
    const World* w = s->w;
    const Box* around = &s->around;
    float per[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        per[k] = cells_per_unit(AT(around->lower, k), AT(around->upper, k));
    }
    uint64_t* to = w->continuous.path_tree.keys.data + w->continuous.path_tree.paces.data[job].leaves;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        w->continuous.path_tree.leaf_of.data[i + 1] = -1;
        if (b->kind == IMP_BODY_DYNAMIC && b->first >= 0)
        {
            uint32_t cell = 0;
            for (int k = 0; k < AXES; ++k)
            {
                cell |= morton_bits(AT(b->center, k), AT(around->lower, k), per[k]) << k;
            }
            *to++ = (uint64_t)cell << 32 | (uint64_t)(i + 1);
        }
    }
}

// The block of a node.
static PathBlock* block_of(const PathTree* t, int32_t level, int32_t at)
{
    return &t->blocks.data[t->start[level] + at / IMPI_PATH_FANOUT];
}

// Nodes of a level, from those below, above the leaves from first to end.
static void refit_level(PathTree* t, int32_t level, int32_t first, int32_t end)
{
    int64_t size = (int64_t)1 << (3 * level);
    int32_t used = t->used[level - 1];
    for (int32_t i = (int32_t)(first / size); i * size < end; ++i)
    {
        const PathBlock* below = &t->blocks.data[t->start[level - 1] + i];
        PathBound s = FNI(path_block_get)(below, 0);
        for (int32_t k = 1; k < IMPI_PATH_FANOUT && i * IMPI_PATH_FANOUT + k < used; ++k)
        {
            const PathBound more = FNI(path_block_get)(below, k);
            FNI(path_bounds_join)(&s, &more);
        }
        FNI(path_block_set)(block_of(t, level, i), i % IMPI_PATH_FANOUT, &s);
    }
}

// Prefetches what the bounds of bodies need that come later in the order of keys: the bodies, and of sooner ones the
// first collider, too.
static void prefetch_bodies(const World* w, const uint64_t* keys, int32_t i, int32_t end)
{
    if (i + 2 * IMPI_AHEAD < end)
    {
        int32_t body = w->movers.data[(int32_t)(keys[i + 2 * IMPI_AHEAD] & 0xffffffffu) - 1];
        const char* b = (const char*)&w->bodies.data[body];
        for (size_t at = 0; at < sizeof(Body); at += 64)
        {
            impi_prefetch(b + at);
        }
        impi_prefetch(&w->sims.data[body]);
    }
    if (i + IMPI_AHEAD < end)
    {
        int32_t mover = (int32_t)(keys[i + IMPI_AHEAD] & 0xffffffffu);
        impi_prefetch(&w->solver.bodies.data[mover]);
        impi_prefetch(&w->colliders.data[w->bodies.data[w->movers.data[mover - 1]].first]);
    }
}

// A job owns whole nodes of the levels below IMPI_BODIES_OF_JOB.
static void build_leaves_of_job(void* context, int32_t job)
{
    const bound_building* s = (const bound_building*)context;
    World* w = s->w;
    PathTree* t = &w->continuous.path_tree;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, s->count);
    for (int32_t i = first; i < end; ++i)
    {
        int32_t mover = (int32_t)(s->keys[i] & 0xffffffffu);
        prefetch_bodies(w, s->keys, i, end);
        const PathBound bound = FNI(path_bound_of)(w, w->movers.data[mover - 1]);
        FNI(path_block_set)(block_of(t, 0, i), i % IMPI_PATH_FANOUT, &bound);
        t->movers.data[i] = mover;
        t->leaf_of.data[mover] = i;
    }
    for (int32_t level = 1; level <= LEVELS_OF_JOB && level < t->levels; ++level)
    {
        refit_level(t, level, first, end);
    }
}

void FNI(path_tree_build)(World* w, const Pace* all)
{
    PathTree* t = &w->continuous.path_tree;
    bound_building s = {w, all->around, NULL, all->leaves};
    int32_t size = t->most, used = s.count, start = 0;
    for (t->levels = 0; t->levels == 0 || size > 1; ++t->levels)
    {
        bool leaves = t->levels == 0;
        size = leaves ? size : (size + IMPI_PATH_FANOUT - 1) / IMPI_PATH_FANOUT;
        used = leaves ? used : (used + IMPI_PATH_FANOUT - 1) / IMPI_PATH_FANOUT;
        t->start[t->levels] = start;
        t->used[t->levels] = used;
        start += (size + IMPI_PATH_FANOUT - 1) / IMPI_PATH_FANOUT;
    }
    impi_spread(&w->jobs, make_keys_of_job, &s, impi_jobs_of_bodies(w->movers.count));
    s.keys = impi_sort_words(t->keys.data, t->keys.data + t->most, s.count, 32, 32 + AXES * CELL_BITS);
    impi_spread(&w->jobs, build_leaves_of_job, &s, impi_jobs_of_bodies(s.count));
    t->leaf_of.data[0] = -1;
    t->stands = true;
    for (int32_t level = LEVELS_OF_JOB + 1; level < t->levels; ++level)
    {
        refit_level(t, level, 0, s.count);
    }
}

void FNI(path_tree_put)(World* w, int32_t mover, const PathBound* s)
{
    PathTree* t = &w->continuous.path_tree;
    int32_t at = t->leaf_of.data[mover];
    at = at < 0 ? t->used[0]++ : at;
    t->leaf_of.data[mover] = at;
    t->movers.data[at] = mover;
    FNI(path_block_set)(block_of(t, 0, at), at % IMPI_PATH_FANOUT, s);
    for (int32_t level = 1; level < t->levels; ++level)
    {
        at /= IMPI_PATH_FANOUT;
        PathBlock* block = block_of(t, level, at);
        PathBound above = *s;
        if (at < t->used[level])
        {
            above = FNI(path_block_get)(block, at % IMPI_PATH_FANOUT);
            FNI(path_bounds_join)(&above, s);
        }
        t->used[level] += at == t->used[level];
        FNI(path_block_set)(block, at % IMPI_PATH_FANOUT, &above);
    }
}

// A gap of boxes that closes at a rate may do so between a time and the end of the step. There are no branches: most
// answers are no, each for another reason.
uint32_t FNI(block_may_pass)(const PathBlock* a, const PathBound* b, const Reach* reach)
{
    const impi_lanes rest = impi_lanes_splat(reach->rest), from = impi_lanes_splat(1.0f - reach->rest);
    uint32_t bits = 0;
    for (int i = 0; i < IMPI_PATH_FANOUT; i += 4)
    {
        int32_t beyond = 0;
        impi_lanes square = impi_lanes_splat(0.0f);
        for (int k = 0; k < AXES; ++k)
        {
            impi_lanes down =
                impi_lanes_sub(impi_lanes_splat(AT(b->motion.upper, k)), impi_lanes_load(&a->motion_lower[k][i]));
            impi_lanes up =
                impi_lanes_sub(impi_lanes_load(&a->motion_upper[k][i]), impi_lanes_splat(AT(b->motion.lower, k)));
            impi_lanes below = impi_lanes_sub(impi_lanes_load(&a->lower[k][i]), impi_lanes_splat(AT(b->box.upper, k)));
            impi_lanes above = impi_lanes_sub(impi_lanes_splat(AT(b->box.lower, k)), impi_lanes_load(&a->upper[k][i]));
            beyond |= impi_lanes_less(impi_lanes_max(impi_lanes_mul(down, from), down), below) |
                      impi_lanes_less(impi_lanes_max(impi_lanes_mul(up, from), up), above);
            impi_lanes fastest = impi_lanes_max(down, up);
            fastest = impi_lanes_mul(fastest, fastest);
            square = k == 0 ? fastest : impi_lanes_add(square, fastest);
        }
        impi_lanes inner = impi_lanes_mul(impi_lanes_splat(IMPI_SOFT),
                                          impi_lanes_add(impi_lanes_load(&a->inner[i]), impi_lanes_splat(b->inner)));
        impi_lanes least = impi_lanes_if_negative(inner, impi_lanes_splat(reach->bounce), inner);
        impi_lanes turning = impi_lanes_load(&a->turning[i]);
        impi_lanes motion = impi_lanes_add(impi_lanes_sqrt(square), turning);
        motion = impi_lanes_mul(impi_lanes_add(motion, impi_lanes_splat(b->turning)), rest);
        int32_t bullet = impi_lanes_less(inner, impi_lanes_splat(4.0f * IMPI_INNER_SWEPT)),
                far = reach->bullets ? 0 : impi_lanes_less(least, motion);
        bits |= (uint32_t)(~beyond & (bullet | far) & 15) << i;
    }
    return bits;
}

// A bit for each node of a block that may have bodies that pass through `s`, and do not miss the body of a frame.
static uint32_t nodes_that_may_pass(const PathTree* t, int32_t level, int32_t block, const PathBound* s,
                                    const Reach* reach, const FNI(path_frame) * frame)
{
    const PathBlock* of = &t->blocks.data[t->start[level] + block];
    int32_t used = t->used[level] - block * IMPI_PATH_FANOUT;
    uint32_t lanes = used < IMPI_PATH_FANOUT ? (1u << used) - 1u : (1u << IMPI_PATH_FANOUT) - 1u;
    uint32_t may = lanes & FNI(block_may_pass)(of, s, reach);
    for (uint32_t bits = frame ? may : 0; bits != 0; bits &= bits - 1)
    {
        const PathBound node = FNI(path_block_get)(of, impi_lowest_bit(bits));
        may &= FNI(path_frame_misses)(frame, &node, false) ? ~(bits & (0u - bits)) : ~0u;
    }
    return may;
}

int32_t FNI(path_tree_find)(const World* w, const PathBound* s, const Reach* reach, const FNI(path_frame) * frame,
                            int32_t* movers, int32_t room)
{
    const PathTree* t = &w->continuous.path_tree;
    struct
    {
        int32_t level, at;
    } stack[TREE_STACK] = {{t->levels - 1, 0}};  // blocks
    int32_t waiting = 1, found = 0;
    while (waiting > 0)
    {
        int32_t level = stack[--waiting].level, first = stack[waiting].at * IMPI_PATH_FANOUT;
        uint32_t bits = nodes_that_may_pass(t, level, stack[waiting].at, s, reach, frame);
        for (; level > 0 && bits != 0; ++waiting)
        {
            int32_t last = impi_highest_bit(bits);  // so that the first is the next
            bits &= ~(1u << last);
            stack[waiting].level = level - 1;
            stack[waiting].at = first + last;
        }
        for (; bits != 0; bits &= bits - 1, ++found)
        {
            if (found < room)
            {
                movers[found] = t->movers.data[first + impi_lowest_bit(bits)];
            }
        }
    }
    return found;
}
