// SPDX-License-Identifier: MIT
//
// The tree: blocks, and the bounds above.
//
// tree_order.inl decides which things share a block. Here is the memory of it all, and how bounds follow boxes: each
// level holds those of the blocks below, now and then together where changes are listed.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

// Memory

// The first place of a block of memory that lies on a border of 64 bytes.
static void* align_64(void* memory)
{
    return (char*)memory + (-(uintptr_t)memory & 63);
}

static void clear_block(FNI(box_block) * block)
{
    for (int lane = 0; lane < IMPI_LANES_OF_BLOCK; ++lane)
    {
        FNI(block_set)(block, lane, FNI(empty_box)());
    }
}

static int32_t bounds_needed(int32_t blocks, int32_t* start)
{
    int32_t sum = 0;
    for (int level = 1; level < IMPI_LEVELS_MAX; ++level)
    {
        start[level] = sum;
        blocks = (blocks + 15) / 16;
        sum += blocks;
    }
    return sum;
}

// Gives all arrays their places; a null base only measures.
static size_t lay_out(FNI(tree) * tree, void* base, int32_t capacity)
{
    impi_layout l = {(char*)base, 0};
    FNI(grid)* grid = &tree->grid;
    size_t n = (size_t)capacity, cells = grid->on ? n : 0;
    size_t m = tree->flat ? (cells + 15) / 16 : (size_t)bounds_needed(capacity, tree->start);
    tree->now = (FNI(box_block)*)impi_take(&l, n, sizeof *tree->now);
    tree->then = (FNI(box_block)*)impi_take(&l, n, sizeof *tree->then);
    tree->bounds = (FNI(box_block)*)impi_take(&l, m, sizeof *tree->bounds);
    tree->numbers = (int32_t*)impi_take(&l, n, 16 * sizeof *tree->numbers);
    tree->built = (float*)impi_take(&l, m, sizeof *tree->built);
    tree->used = (uint16_t*)impi_take(&l, n, sizeof *tree->used);
    tree->changed = (uint16_t*)impi_take(&l, n, sizeof *tree->changed);
    tree->bounds_changed = (uint16_t*)impi_take(&l, m, sizeof *tree->bounds_changed);
    tree->bounds_room = (uint16_t*)impi_take(&l, m, sizeof *tree->bounds_room);
    size_t strips = tree->swept ? n : 0;
    tree->strips.start = (int32_t*)impi_take(&l, strips + 1, sizeof *tree->strips.start);
    tree->strips.bounds = (FNI(box_block)*)impi_take(&l, (strips + 15) / 16, sizeof *tree->strips.bounds);
    tree->strips.changed = (uint16_t*)impi_take(&l, (strips + 15) / 16, sizeof *tree->strips.changed);
    if (grid->on && !grid->dense)
    {
        for (grid->slot_count = 2; grid->slot_count < 2 * (int64_t)capacity; grid->slot_count *= 2)
        {
        }
    }
    grid->cells = (FNI(cell)*)impi_take(&l, cells, sizeof *grid->cells);
    grid->next = (int32_t*)impi_take(&l, cells, sizeof *grid->next);
    grid->slots = (int32_t*)impi_take(&l, (size_t)grid->slot_count, sizeof *grid->slots);
    tree->block_capacity = capacity;
    return l.size;
}

imp_status FNI(tree_reserve)(FNI(tree) * tree, const imp_allocator* allocator, int64_t blocks)
{
    if (blocks <= tree->block_capacity)
    {
        return IMP_OK;
    }
    int64_t larger = tree->block_capacity + (int64_t)(tree->block_capacity / 2);
    larger = larger < blocks ? blocks : larger;
    if (larger > INT32_MAX / IMPI_LANES_OF_BLOCK)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(tree) grown = *tree;
    grown.size = lay_out(&grown, NULL, (int32_t)larger) + 64;
    grown.memory = impi_alloc_resize(allocator, NULL, 0, grown.size, 1);
    if (!grown.memory)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    lay_out(&grown, align_64(grown.memory), (int32_t)larger);
    if (tree->memory)
    {
        size_t n = (size_t)tree->count[0];
        memcpy(grown.now, tree->now, n * sizeof *grown.now);
        memcpy(grown.then, tree->then, tree->recorded ? n * sizeof *grown.then : 0);
        memcpy(grown.numbers, tree->numbers, n * 16 * sizeof *grown.numbers);
        memcpy(grown.used, tree->used, n * sizeof *grown.used);
        memcpy(grown.changed, tree->changed, n * sizeof *grown.changed);
        for (int level = 1; level <= tree->top; ++level)
        {
            size_t from = (size_t)tree->start[level], to = (size_t)grown.start[level], m = (size_t)tree->count[level];
            memcpy(grown.bounds + to, tree->bounds + from, m * sizeof *grown.bounds);
            memcpy(grown.built + to, tree->built + from, m * sizeof *grown.built);
            memcpy(grown.bounds_changed + to, tree->bounds_changed + from, m * sizeof *grown.bounds_changed);
            memcpy(grown.bounds_room + to, tree->bounds_room + from, m * sizeof *grown.bounds_room);
        }
        memcpy(grown.strips.start, tree->strips.start, ((size_t)tree->strips.count + 1) * sizeof *grown.strips.start);
        memcpy(grown.grid.cells, tree->grid.cells, (grown.grid.on ? n : 0) * sizeof *grown.grid.cells);
        impi_alloc_free(allocator, tree->memory, tree->size, 1);
    }
    *tree = grown;
    if (tree->grid.on)
    {
        FNI(grid_link_all)(&tree->grid, tree->count[0]);
    }
    if (tree->count[0] == 0)
    {
        FNI(tree_append)(tree);
    }
    return IMP_OK;
}

void FNI(tree_free)(FNI(tree) * tree, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, tree->memory, tree->size, 1);
}

// Levels

// How many blocks there are at each level; those that are new at the levels above are empty, and all are when there are
// fewer than before.
static void set_block_count(FNI(tree) * tree, int32_t blocks)
{
    int32_t old_top = blocks < tree->count[0] ? 0 : tree->top;
    tree->count[0] = blocks;
    for (tree->top = 0; blocks > 1 && !(tree->flat && tree->top == tree->grid.on);)
    {
        blocks = (blocks + 15) / 16;
        int32_t old = ++tree->top <= old_top ? tree->count[tree->top] : 0;
        for (int32_t at = tree->start[tree->top] + old; at < tree->start[tree->top] + blocks; ++at)
        {
            clear_block(&tree->bounds[at]);
            tree->bounds_changed[at] = 0;
            tree->bounds_room[at] = 0;
            tree->built[at] = 0.0f;
        }
        tree->count[tree->top] = blocks;
    }
}

static void empty_block(FNI(tree) * tree, int32_t block)
{
    clear_block(&tree->now[block]);
    if (tree->recorded)
    {
        clear_block(&tree->then[block]);
    }
    tree->used[block] = 0;
    tree->changed[block] = 0;
    for (int lane = 0; lane < IMPI_LANES_OF_BLOCK; ++lane)
    {
        tree->numbers[16 * block + lane] = -1;
    }
}

int32_t FNI(tree_append)(FNI(tree) * tree)
{
    int32_t block = tree->count[0], top = tree->top;
    IMP_ASSERT(block < tree->block_capacity);
    set_block_count(tree, block + 1);
    tree->strips.count = 0;
    empty_block(tree, block);
    if (tree->grid.on)
    {
        FNI(grid_new_block)(&tree->grid, block);
    }
    if (tree->top > top)
    {
        FNI(tree_refresh_all)(tree);
    }
    else
    {
        FNI(tree_refresh)(tree, block);
    }
    return block;
}

static float least_lane(impi_lanes a)
{
    a = impi_lanes_min(a, impi_lanes_mix(a, 2, 3, a, 0, 1));
    return impi_lanes_first(impi_lanes_min(a, impi_lanes_swap(a)));
}

static float most_lane(impi_lanes a)
{
    a = impi_lanes_max(a, impi_lanes_mix(a, 2, 3, a, 0, 1));
    return impi_lanes_first(impi_lanes_max(a, impi_lanes_swap(a)));
}

// The bounds of a block, into a lane of the block above it.
static void reduce(const FNI(box_block) * block, const FNI(box_block) * also, FNI(box_block) * above, int lane)
{
    for (int k = 0; k < AXES; ++k)
    {
        impi_lanes lower = impi_lanes_load(block->lower[k]), upper = impi_lanes_load(block->upper[k]);
        for (int i = 4; i < IMPI_LANES_OF_BLOCK; i += 4)
        {
            lower = impi_lanes_min(lower, impi_lanes_load(block->lower[k] + i));
            upper = impi_lanes_max(upper, impi_lanes_load(block->upper[k] + i));
        }
        for (int i = 0; i < IMPI_LANES_OF_BLOCK && also; i += 4)
        {
            lower = impi_lanes_min(lower, impi_lanes_load(also->lower[k] + i));
            upper = impi_lanes_max(upper, impi_lanes_load(also->upper[k] + i));
        }
        above->lower[k][lane] = least_lane(lower);
        above->upper[k][lane] = most_lane(upper);
    }
}

// Tells the level above the bounds of a block.
static void tell_above(FNI(tree) * tree, int level, int32_t block)
{
    int32_t above = tree->start[level + 1] + (block >> 4), at = level > 0 ? tree->start[level] + block : block;
    int lane = block & 15;
    bool changed, room;
    if (level == 0)
    {
        const FNI(box_block)* also = tree->recorded && tree->changed[block] ? &tree->then[block] : NULL;
        reduce(&tree->now[block], also, &tree->bounds[above], lane);
        changed = tree->changed[block] != 0;
        room = tree->used[block] != IMPI_FULL;
    }
    else
    {
        reduce(&tree->bounds[at], NULL, &tree->bounds[above], lane);
        changed = tree->bounds_changed[at] != 0;
        room = tree->bounds_room[at] != 0;
    }
    uint32_t bit = 1u << lane;
    tree->bounds_changed[above] = (uint16_t)((tree->bounds_changed[above] & ~bit) | (changed ? bit : 0));
    tree->bounds_room[above] = (uint16_t)((tree->bounds_room[above] & ~bit) | (room ? bit : 0));
}

void FNI(tree_refresh)(FNI(tree) * tree, int32_t block)
{
    for (int level = 0; level < tree->top; ++level, block >>= 4)
    {
        tell_above(tree, level, block);
    }
}

void FNI(tree_tell)(FNI(tree) * tree, int32_t block)
{
    if (tree->top > 0)
    {
        tell_above(tree, 0, block);
    }
}

// The levels above some blocks at level 0, from one that is right up to another.
static void refresh_levels(FNI(tree) * tree, int32_t first, int32_t count, int from, int up_to)
{
    int32_t last = first + count - 1;
    for (int level = from; level < up_to; ++level)
    {
        for (int32_t block = first >> 4 * level; block <= last >> 4 * level; ++block)
        {
            tell_above(tree, level, block);
        }
    }
}

void FNI(tree_refresh_above)(FNI(tree) * tree)
{
    refresh_levels(tree, 0, tree->count[0], 1, tree->top);
}

void FNI(tree_refresh_part)(FNI(tree) * tree, int32_t first, int32_t count, int up_to)
{
    refresh_levels(tree, first, count, 0, up_to);
}

void FNI(tree_refresh_all)(FNI(tree) * tree)
{
    refresh_levels(tree, 0, tree->count[0], 0, tree->top);
}

int32_t FNI(tree_choose)(const FNI(tree) * tree, Box box)
{
    if (tree->flat || tree->top == 0)
    {
        int32_t block = tree->flat ? tree->room_from : 0;
        while (block < tree->count[0] && tree->used[block] == IMPI_FULL)
        {
            ++block;
        }
        return block < tree->count[0] ? block : -1;
    }
    int32_t block = 0;
    for (int level = tree->top; level > 0; --level)
    {
        const FNI(box_block)* b = &tree->bounds[tree->start[level] + block];
        uint32_t room = tree->bounds_room[tree->start[level] + block];
        if (room == 0)
        {
            return -1;
        }
        float stretch[IMPI_LANES_OF_BLOCK] = {0};
        for (int k = 0; k < AXES; ++k)
        {
            float lower = AT(box.lower, k), upper = AT(box.upper, k);
            for (int i = 0; i < IMPI_LANES_OF_BLOCK; ++i)
            {
                float l = b->lower[k][i], u = b->upper[k][i];
                stretch[i] += (l < lower ? 0.0f : l - lower) + (u > upper ? 0.0f : upper - u);
            }
        }
        int32_t best = impi_lowest_bit(room);
        for (uint32_t rest = room; rest; rest &= rest - 1)
        {
            int32_t lane = impi_lowest_bit(rest);
            best = stretch[lane] < stretch[best] ? lane : best;
        }
        block = 16 * block + best;
    }
    return block;
}

// Tests

static bool lane_holds(const FNI(box_block) * bounds, int lane, Box box)
{
    bool empty = AT(box.lower, 0) > AT(box.upper, 0), holds = true;
    for (int k = 0; k < AXES; ++k)
    {
        holds = holds && bounds->lower[k][lane] <= AT(box.lower, k) && bounds->upper[k][lane] >= AT(box.upper, k);
    }
    return empty || holds;
}

static const char* block_fault(const FNI(tree) * tree, int32_t block, const int32_t* place, int32_t number_count)
{
    const FNI(box_block)* above = tree->top > 0 ? &tree->bounds[tree->start[1] + (block >> 4)] : NULL;
    for (int lane = 0; lane < IMPI_LANES_OF_BLOCK; ++lane)
    {
        int32_t number = tree->numbers[16 * block + lane];
        Box now = FNI(block_get)(&tree->now[block], lane);
        Box then = tree->recorded ? FNI(block_get)(&tree->then[block], lane) : FNI(empty_box)();
        bool used = tree->used[block] >> lane & 1, changed = tree->changed[block] >> lane & 1;
        bool empty = AT(now.lower, 0) > AT(now.upper, 0) && AT(then.lower, 0) > AT(then.upper, 0);
        if (used != (number >= 0) || number >= number_count || used == empty)
        {
            return "a lane is in use without a number or a box, or the other way round";
        }
        if (used && place[number] != 16 * block + lane && !tree->grid.on)
        {
            return "a number does not know its place";
        }
        bool differs = false;
        for (int k = 0; k < AXES; ++k)
        {
            differs |= AT(now.lower, k) != AT(then.lower, k) || AT(now.upper, k) != AT(then.upper, k);
        }
        if (differs && !changed)
        {
            return "a change is not marked";
        }
        if (!tree->recorded && AT(then.lower, 0) <= AT(then.upper, 0))
        {
            return "a box has been recorded unnoticed";
        }
        if (above && !(lane_holds(above, block & 15, now) && lane_holds(above, block & 15, then)))
        {
            return "a box is outside its bounds";
        }
    }
    return NULL;
}

const char* FNI(tree_fault)(const FNI(tree) * tree, const int32_t* place, int32_t number_count)
{
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        const char* fault = block_fault(tree, block, place, number_count);
        if (fault)
        {
            return fault;
        }
    }
    for (int level = 1; level <= tree->top; ++level)
    {
        for (int32_t block = 0; block < 16 * tree->count[level]; ++block)
        {
            int32_t at = tree->start[level] + (block >> 4), below = tree->start[level - 1] + block;
            int lane = block & 15;
            bool exists = block < tree->count[level - 1];
            bool changed = exists && (level > 1 ? tree->bounds_changed[below] : tree->changed[block]) != 0;
            bool room = exists && (level > 1 ? tree->bounds_room[below] != 0 : tree->used[block] != IMPI_FULL);
            if ((tree->bounds_changed[at] >> lane & 1) != changed || (tree->bounds_room[at] >> lane & 1) != room)
            {
                return "a mark of a level is wrong";
            }
            for (int i = 0; level > 1 && exists && i < IMPI_LANES_OF_BLOCK; ++i)
            {
                if (!lane_holds(&tree->bounds[at], lane, FNI(block_get)(&tree->bounds[below], i)))
                {
                    return "bounds are outside the bounds above";
                }
            }
            if (!exists && tree->bounds[at].lower[0][lane] <= tree->bounds[at].upper[0][lane])
            {
                return "bounds of nothing";
            }
        }
    }
    int32_t top = tree->count[0];
    for (int level = 0; level < tree->top; ++level)
    {
        top = (top + 15) / 16;
    }
    return tree->flat || top == 1 ? NULL : "the highest level is wrong";
}
