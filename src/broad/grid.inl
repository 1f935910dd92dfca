// SPDX-License-Identifier: MIT
//
// The grid: which block a thing is in is told by where it is.
//
//          x 0     1     2     3         level 0: cells as long as most things, or longer, so that there are some ten
//      y +-----+-----+-----+-----+       things in each; level l: cells 4^l times as long
//      1 |   +---+   |     |     |
//        |   | a |   | b   |     |       a thing: on the level of the smallest cells of which it touches no more than two
//        +---|-+-|---+-----+-----+       on each axis; in the cell of its lower corner
//      0 |   +---+   |     |     |
//        |     |     |     |     |       cell -> its blocks of sixteen, a list; through a hash table, or a dense array
//        +-----+-----+-----+-----+       where there are bounds
//
// So a thing lies in one cell only and is never met twice, and whoever looks for what touches a box looks through the
// cells from one before that of its lower corner to that of its upper one, level by level. No rounding can harm: the cell
// of a coordinate never falls when the coordinate rises, and that is all that this needs. Coordinates beyond the cells
// that there are count as in the last ones. A thing that moves stays as long as these rules hold in its cell.
//
// What is `then` lies in cells as well: a thing that leaves its cell leaves its box then behind, in a lane that is
// empty now, and is new in the other. A pair that such a thing has had all the time seems to begin and to end; what is in
// both lists is taken out in the end. `was` knows the lane that a thing has left.
//
// Order. Things are sorted by cell, row by row, so that neighbours are near in memory, too. The length of cells is chosen
// from the sizes and from how many things share a cell, which is counted. All is put in order anew when there are twice as
// many blocks as then, or many moves have been made. Blocks that are of no cell are everywhere: those of a few things
// only, and what there is no memory to put in order. They are held against all others.
//
// Rejected: things in each cell that they touch (1.8 times the entries, and each pair asked in which cell it is told of);
// lists of things instead of blocks (no lanes).

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

enum
{
    FNI(CELL_MIN) = 6,  // so few things in a cell on average, and cells are made longer
    FNI(CELL_FILL) = 10,
    FNI(SIZES) = 64
};

// Cells

// u cells from the origin.
static inline int32_t FNI(whole_cell)(const FNI(grid_level) * level, int axis, double u)
{
    double first = level->first[axis], last = level->last[axis];
    u = u < first ? first : u;
    u = u > last ? last : u;
    return (int32_t)((int64_t)(u + 0x1p31) - ((int64_t)1 << 31));
}

int32_t FNI(grid_cell_at)(const FNI(grid) * grid, int level, int axis, float x)
{
    return FNI(whole_cell)(&grid->level[level], axis, (double)x * grid->level[level].scale);
}

// Whether a box may lie on a level, and in which cell.
static inline bool FNI(fits_level)(const FNI(grid) * grid, int level, const Box* box, FNI(cell) * out)
{
    const FNI(grid_level)* l = &grid->level[level];
    bool fits = true;
    for (int k = 0; k < AXES; ++k)
    {
        double lower = (double)AT(box->lower, k) * l->scale, upper = (double)AT(box->upper, k) * l->scale;
        int32_t first = FNI(whole_cell)(l, k, lower), last = FNI(whole_cell)(l, k, upper);
        bool far_away = !grid->bounded && (lower < -0x1p30 || upper > 0x1p30);
        fits = fits && last <= first + 1 && !far_away;
        out->at[k] = first;
    }
    out->level = level;
    return fits;
}

static inline FNI(cell) FNI(cell_of)(const FNI(grid) * grid, const Box* box)
{
    FNI(cell) cell;
    for (int level = 0; level < IMPI_GRID_LEVELS - 1; ++level)
    {
        if (FNI(fits_level)(grid, level, box, &cell))
        {
            return cell;
        }
    }
    // Everything that is accepted is smaller than these cells.
    FNI(fits_level)(grid, IMPI_GRID_LEVELS - 1, box, &cell);
    return cell;
}

static inline bool FNI(in_cell)(const FNI(grid) * grid, const FNI(cell) * cell, const Box* box)
{
    FNI(cell) own;
    bool same = FNI(fits_level)(grid, cell->level, box, &own);
    for (int k = 0; k < AXES; ++k)
    {
        same = same && own.at[k] == cell->at[k];
    }
    return same;
}

static bool FNI(box_empty)(const Box* box)
{
    return AT(box->lower, 0) > AT(box->upper, 0);
}

// Where the first block of a cell is written down, or is to be. Cells that follow each other along the first axis do so in
// the table as well, and are in one line of the cache.
static inline int64_t FNI(slot_of)(const FNI(grid) * grid, const FNI(cell) * cell)
{
    if (grid->dense)
    {
        const FNI(grid_level)* l = &grid->level[cell->level];
        int64_t at = 0;
        for (int k = AXES - 1; k >= 0; --k)
        {
            at = at * ((int64_t)l->last[k] - l->first[k] + 1) + (cell->at[k] - l->first[k]);
        }
        return l->base + at;
    }
    uint32_t hash = (uint32_t)cell->level * 0x9e3779b1u;
    for (int k = 1; k < AXES; ++k)
    {
        hash = (hash ^ (uint32_t)cell->at[k]) * 0x85ebca6bu;
        hash ^= hash >> 15;
    }
    uint32_t mask = (uint32_t)(grid->slot_count - 1), at = hash + (uint32_t)cell->at[0], step = hash >> 8 | 1u;
    for (;; at += step)
    {
        int32_t block = grid->slots[at & mask];
        if (block == -1)
        {
            return at & mask;
        }
        const FNI(cell)* other = &grid->cells[block < 0 ? 0 : block];
        bool same = block >= 0 && other->level == cell->level;
        for (int k = 0; k < AXES; ++k)
        {
            same = same && other->at[k] == cell->at[k];
        }
        if (same)
        {
            return at & mask;
        }
    }
}

int32_t FNI(grid_find)(const FNI(grid) * grid, const FNI(cell) * cell)
{
    return grid->slots[FNI(slot_of)(grid, cell)];
}

// Blocks

static void FNI(link_block)(FNI(grid) * grid, int32_t block, FNI(cell) cell)
{
    grid->cells[block] = cell;
    if (cell.level < 0)
    {
        grid->next[block] = grid->everywhere;
        grid->everywhere = block;
        return;
    }
    int64_t slot = FNI(slot_of)(grid, &cell);
    grid->next[block] = grid->slots[slot];
    grid->slots[slot] = block;
    grid->levels |= (uint64_t)1 << cell.level;
}

static void FNI(unlink_block)(FNI(grid) * grid, int32_t block)
{
    bool nowhere = grid->cells[block].level < 0;
    int32_t* link = nowhere ? &grid->everywhere : &grid->slots[FNI(slot_of)(grid, &grid->cells[block])];
    bool first = *link == block;
    while (*link != block)
    {
        link = &grid->next[*link];
    }
    *link = grid->next[block];
    if (first && !nowhere && !grid->dense && *link == -1)
    {
        *link = -2;
    }
}

void FNI(grid_new_block)(FNI(grid) * grid, int32_t block)
{
    FNI(cell) everywhere = {{0}, -1};
    FNI(link_block)(grid, block, everywhere);
}

void FNI(grid_link_all)(FNI(grid) * grid, int32_t blocks)
{
    for (int64_t i = 0; i < grid->slot_count; ++i)
    {
        grid->slots[i] = -1;
    }
    grid->everywhere = -1;
    for (int32_t block = 0; block < blocks; ++block)
    {
        FNI(link_block)(grid, block, grid->cells[block]);
    }
}

// A block of a cell with a free lane; a new one when there is none among the first, and room for it. Otherwise -1.
static int32_t FNI(block_in)(FNI(tree) * tree, FNI(cell) cell)
{
    FNI(grid)* grid = &tree->grid;
    int32_t block = cell.level < 0 ? grid->everywhere : FNI(grid_find)(grid, &cell);
    for (int i = 0; i < 4 && block >= 0; ++i, block = grid->next[block])
    {
        if (tree->used[block] != IMPI_FULL)
        {
            return block;
        }
    }
    if (tree->count[0] == tree->block_capacity)
    {
        return -1;
    }
    block = FNI(tree_append)(tree);
    if (cell.level >= 0)
    {
        FNI(unlink_block)(grid, block);
        FNI(link_block)(grid, block, cell);
    }
    return block;
}

int32_t FNI(grid_choose)(FNI(tree) * tree, Box box)
{
    FNI(cell) cell = {{0}, -1};
    if (tree->grid.level[0].scale > 0.0)
    {
        cell = FNI(cell_of)(&tree->grid, &box);
    }
    return FNI(block_in)(tree, cell);
}

// A box now and a box then into a free lane. Returns its place.
static int32_t FNI(write_lane)(FNI(tree) * tree, int32_t block, Box now, Box then, bool changed, int32_t number)
{
    int32_t lane = impi_lowest_bit(~(uint32_t)tree->used[block]);
    FNI(block_set)(&tree->now[block], lane, now);
    FNI(block_set)(&tree->then[block], lane, then);
    tree->used[block] = (uint16_t)(tree->used[block] | 1u << lane);
    tree->changed[block] = (uint16_t)(tree->changed[block] | (uint32_t)changed << lane);
    tree->numbers[16 * block + lane] = number;
    return 16 * block + lane;
}

void FNI(grid_settle)(FN(index) * index, int32_t number)
{
    FNI(tree)* tree = &index->tree;
    FNI(grid)* grid = &tree->grid;
    int32_t place = index->place[number], block = place >> 4, lane = place & 15;
    Box now = FNI(block_get)(&tree->now[block], lane);
    if (grid->cells[block].level < 0 || FNI(in_cell)(grid, &grid->cells[block], &now))
    {
        return;
    }
    FNI(cell) cell = FNI(cell_of)(grid, &now);
    int32_t better = FNI(block_in)(tree, cell);
    if (better < 0 && !FNI(tree_reserve)(tree, &index->allocator, (int64_t)tree->count[0] + 1))
    {
        better = FNI(block_in)(tree, cell);
    }
    if (better < 0)
    {
        // No memory: the whole block is of no cell from now on.
        FNI(cell) everywhere = {{0}, -1};
        FNI(unlink_block)(grid, block);
        FNI(link_block)(grid, block, everywhere);
        grid->limit = 0;
        return;
    }
    Box then = FNI(block_get)(&tree->then[block], lane);
    uint32_t bit = 1u << lane;
    FNI(block_set)(&tree->now[block], lane, FNI(empty_box)());
    if (FNI(box_empty)(&then))
    {
        tree->used[block] = (uint16_t)(tree->used[block] & ~bit);
        tree->changed[block] = (uint16_t)(tree->changed[block] & ~bit);
        tree->numbers[place] = -1;
    }
    else
    {
        tree->changed[block] = (uint16_t)(tree->changed[block] | bit);
        index->was[number] = place;
    }
    index->place[number] = FNI(write_lane)(tree, better, now, FNI(empty_box)(), true, number);
}

// Order

// A thing now, or what it has left behind: where that lies is place << 1 | left.
typedef struct FNI(kept)
{
    Box box;
    int32_t number;
    uint32_t from;
} FNI(kept);

typedef struct FNI(sorting)
{
    FNI(kept) * kept;
    uint64_t* words;  // the number of one of them, and the key of its cell in the lower bits
    uint64_t* spare;
    uint32_t* seen;  // bits: keys that there are
    int32_t count;
    int axis_bits;  // of a key for each axis
} FNI(sorting);

static size_t FNI(lay_out_sorting)(FNI(sorting) * s, void* base, int32_t items)
{
    impi_layout l = {(char*)base, 0};
    s->kept = (FNI(kept)*)impi_take(&l, (size_t)items + 1, sizeof *s->kept);
    s->words = (uint64_t*)impi_take(&l, (size_t)items + 1, sizeof *s->words);
    s->spare = (uint64_t*)impi_take(&l, (size_t)items + 1, sizeof *s->spare);
    s->seen = (uint32_t*)impi_take(&l, ((size_t)1 << AXES * s->axis_bits) / 32 + 1, sizeof *s->seen);
    return l.size;
}

static void FNI(keep_all)(const FNI(tree) * tree, FNI(sorting) * s)
{
    s->count = 0;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        for (uint32_t used = tree->used[block]; used; used &= used - 1)
        {
            int lane = impi_lowest_bit(used);
            Box box = FNI(block_get)(&tree->now[block], lane);
            bool left = FNI(box_empty)(&box);
            box = left ? FNI(block_get)(&tree->then[block], lane) : box;
            uint32_t place = (uint32_t)(16 * block + lane);
            FNI(kept) kept = {box, tree->numbers[place], place << 1 | (uint32_t)left};
            s->kept[s->count++] = kept;
        }
    }
}

// Cells that follow each other in rows, in squares (cubes) whose coordinates are as many bits long; those of different
// squares are mixed up.
static inline uint32_t FNI(order_key)(const FNI(cell) * cell, int bits)
{
    uint32_t key = 0, square = (uint32_t)cell->level;
    for (int k = AXES - 1; k >= 0; --k)
    {
        uint32_t at = (uint32_t)cell->at[k];
        key = key << bits | (at & ((1u << bits) - 1));
        square = (square ^ at >> bits) * 0x9e3779b1u;
    }
    return (key ^ square >> 8) & ((1u << AXES * bits) - 1);
}

// Writes down the keys of all cells. Returns how many there are.
static int32_t FNI(write_keys)(const FNI(grid) * grid, FNI(sorting) * s)
{
    size_t words = ((size_t)1 << AXES * s->axis_bits) / 32 + 1;
    int32_t count = 0;
    memset(s->seen, 0, words * sizeof *s->seen);
    for (int32_t i = 0; i < s->count; ++i)
    {
        FNI(cell) cell = FNI(cell_of)(grid, &s->kept[i].box);
        uint32_t key = FNI(order_key)(&cell, s->axis_bits);
        s->seen[key >> 5] |= 1u << (key & 31);
        s->words[i] = (uint64_t)i << 32 | key;
    }
    for (size_t i = 0; i < words; ++i)
    {
        count += impi_count_bits(s->seen[i]);
    }
    return count;
}

static double FNI(between)(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

// A length that three quarters of the things do not exceed; where they are points, one of which there are about as many
// cells as things from end to end.
static double FNI(usual_size)(const FNI(sorting) * s)
{
    double sizes[FNI(SIZES)], lower[AXES], upper[AXES], spread = 0.0;
    int32_t size = s->count < FNI(SIZES) ? s->count : FNI(SIZES);
    for (int32_t i = 0; i < size; ++i)
    {
        const Box* box = &s->kept[(int64_t)i * s->count / size].box;
        double longest = 0.0;
        for (int k = 0; k < AXES; ++k)
        {
            double low = (double)AT(box->lower, k), side = (double)AT(box->upper, k) - low;
            longest = side > longest ? side : longest;
            lower[k] = i == 0 || low < lower[k] ? low : lower[k];
            upper[k] = i == 0 || low > upper[k] ? low : upper[k];
            spread = upper[k] - lower[k] > spread ? upper[k] - lower[k] : spread;
        }
        int32_t at = i;
        for (; at > 0 && sizes[at - 1] > longest; --at)
        {
            sizes[at] = sizes[at - 1];
        }
        sizes[at] = longest;
    }
    double usual = size > 0 ? sizes[3 * size / 4] : 0.0;
    usual = usual > 0.0 ? usual : spread / (s->count + 1.0);
    return usual > 0.0 ? usual : 1.0;
}

static void FNI(set_cell_size)(FNI(grid) * grid, double size)
{
    size = FNI(between)(size, 0x1p-60, 0x1p60);
    double scale = 1.0 / size;
    for (int level = 0; level < IMPI_GRID_LEVELS; ++level, scale *= 0.25)
    {
        FNI(grid_level)* l = &grid->level[level];
        l->scale = scale;
        for (int k = 0; k < AXES; ++k)
        {
            l->first[k] = -(1 << 30);
            l->last[k] = 1 << 30;
            if (grid->bounded)
            {
                int32_t first = FNI(whole_cell)(l, k, (double)AT(grid->bounds.lower, k) * scale);
                l->last[k] = FNI(whole_cell)(l, k, (double)AT(grid->bounds.upper, k) * scale);
                l->first[k] = first;
            }
        }
    }
}

// Chooses a length for which there are enough things in a cell, and writes down the keys. Things that lie evenly fill a
// cell as its size grows; one that they share with hardly any other tells little of how much that must be.
static int32_t FNI(choose_cells)(FNI(grid) * grid, FNI(sorting) * s)
{
    double size = grid->given > 0.0f ? (double)grid->given : FNI(usual_size)(s);
    FNI(set_cell_size)(grid, size);
    int32_t cells = FNI(write_keys)(grid, s);
    for (int round = 0; round < 8 && grid->given <= 0.0f && (int64_t)cells * FNI(CELL_MIN) > s->count; ++round)
    {
        double share = (double)s->count / cells, longer = 1.0, more = 1.0;
        share = share < 2.0 ? FNI(between)(2.0 * (share - 1.0), 0.02, 2.0) : share;
        while (more * share < (double)FNI(CELL_FILL))
        {
            longer *= 1.0625;
            more = AXES == 2 ? longer * longer : longer * longer * longer;
        }
        size *= longer;
        FNI(set_cell_size)(grid, size);
        cells = FNI(write_keys)(grid, s);
    }
    return cells;
}

// An array of all cells when that takes hardly more room than a table of those that are in use.
static void FNI(choose_slots)(FNI(grid) * grid, int64_t blocks)
{
    double cells = 0.0;
    for (int level = 0; level < IMPI_GRID_LEVELS; ++level)
    {
        FNI(grid_level)* l = &grid->level[level];
        double here = 1.0;
        l->base = cells < 0x1p40 ? (int64_t)cells : 0;
        for (int k = 0; k < AXES; ++k)
        {
            here *= (double)l->last[k] - l->first[k] + 1.0;
        }
        cells += here;
    }
    grid->dense = grid->bounded && cells <= 16.0 * (double)blocks + 4096.0;
    grid->slot_count = grid->dense ? (int64_t)cells : 0;
}

// Blocks that sorted things need when those of one key share blocks.
static int64_t FNI(blocks_for)(const FNI(sorting) * s, const uint64_t* words)
{
    int64_t blocks = 1;
    int32_t run = 16;
    for (int32_t i = 0; i < s->count; ++i)
    {
        bool same = i > 0 && (uint32_t)words[i] == (uint32_t)words[i - 1] && run < 16;
        blocks += !same;
        run = same ? run + 1 : 1;
    }
    return blocks;
}

// The block of a cell, or when there are only as many left as all that is to come needs at the least, any.
static int32_t FNI(block_for)(FNI(tree) * tree, const Box* box, int32_t left)
{
    FNI(cell) cell = FNI(cell_of)(&tree->grid, box), everywhere = {{0}, -1};
    bool room = (int64_t)tree->count[0] + left / 16 + 2 < tree->block_capacity;
    int32_t block = room ? FNI(block_in)(tree, cell) : -1;
    return block < 0 ? FNI(block_in)(tree, everywhere) : block;
}

// Writes sorted things into the blocks of a new store. What has been left behind is written after the others.
static void FNI(write_sorted)(FN(index) * index, FNI(tree) * to, const FNI(sorting) * s, uint64_t* words)
{
    const FNI(tree)* old = &index->tree;
    FNI(grid)* grid = &to->grid;
    int32_t block = -1, left_count = 0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        if (i + 8 < s->count)
        {
            impi_prefetch(&s->kept[words[i + 8] >> 32]);
        }
        FNI(kept) kept = s->kept[words[i] >> 32];
        int32_t place = (int32_t)(kept.from >> 1);
        if (kept.from & 1)
        {
            words[left_count++] = words[i];
            continue;
        }
        bool same =
            i > 0 && block >= 0 && (uint32_t)words[i] == (uint32_t)words[i - 1] && grid->cells[block].level >= 0;
        if (!same || to->used[block] == IMPI_FULL || !FNI(in_cell)(grid, &grid->cells[block], &kept.box))
        {
            block = FNI(block_for)(to, &kept.box, (old->recorded ? 2 : 1) * (s->count - i) + left_count);
        }
        Box then = FNI(empty_box)();
        bool changed = true;
        if (old->recorded)
        {
            then = FNI(block_get)(&old->then[place >> 4], place & 15);
            changed = old->changed[place >> 4] >> (place & 15) & 1;
            bool split = !FNI(box_empty)(&then) && grid->cells[block].level >= 0 &&
                         !FNI(in_cell)(grid, &grid->cells[block], &then);
            if (split)
            {
                words[left_count++] = words[i];
                then = FNI(empty_box)();
                changed = true;
            }
        }
        index->place[kept.number] = FNI(write_lane)(to, block, kept.box, then, changed, kept.number);
    }
    for (int32_t i = 0; i < left_count; ++i)
    {
        const FNI(kept)* kept = &s->kept[words[i] >> 32];
        int32_t place = (int32_t)(kept->from >> 1), number = kept->number;
        Box then = FNI(block_get)(&old->then[place >> 4], place & 15);
        block = FNI(block_for)(to, &then, left_count - i);
        bool alive = index->alive[number >> 6] >> (number & 63) & 1;
        int32_t* where = alive ? &index->was[number] : &index->place[number];
        *where = FNI(write_lane)(to, block, FNI(empty_box)(), then, true, number);
    }
}

void FNI(grid_order)(FN(index) * index)
{
    FNI(tree)* tree = &index->tree;
    FNI(sorting) s = {.axis_bits = 2};
    int64_t items = 0;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        items += impi_count_bits(tree->used[block]);
    }
    for (int most = AXES == 2 ? 11 : 7; s.axis_bits < most && (int64_t)1 << AXES * s.axis_bits < 2 * items;)
    {
        ++s.axis_bits;
    }
    size_t size = FNI(lay_out_sorting)(&s, NULL, (int32_t)items);
    void* memory = impi_alloc_resize(&index->allocator, NULL, 0, size, 1);
    if (!memory)
    {
        FNI(tree_refresh_all)(tree);
        return;
    }
    FNI(lay_out_sorting)(&s, memory, (int32_t)items);
    FNI(keep_all)(tree, &s);

    FNI(tree) fresh = *tree;
    fresh.memory = NULL;
    fresh.block_capacity = 0;
    fresh.count[0] = fresh.top = 0;
    fresh.room_from = 0;
    fresh.grid.levels = 0;
    FNI(choose_cells)(&fresh.grid, &s);
    uint64_t* words = impi_sort_words(s.words, s.spare, s.count, 0, AXES * s.axis_bits);
    int64_t blocks = FNI(blocks_for)(&s, words);
    blocks += blocks / 8 + items / (tree->recorded ? 8 : 64) + 16;
    FNI(choose_slots)(&fresh.grid, blocks);
    if (FNI(tree_reserve)(&fresh, &index->allocator, blocks))
    {
        impi_alloc_free(&index->allocator, memory, size, 1);
        FNI(tree_refresh_all)(tree);
        return;
    }
    FNI(write_sorted)(index, &fresh, &s, words);
    impi_alloc_free(&index->allocator, memory, size, 1);
    FNI(tree_free)(tree, &index->allocator);
    *tree = fresh;
    tree->grid.limit = 2 * tree->count[0] + 16;
    FNI(tree_refresh_all)(tree);
}

void FNI(grid_begin)(FNI(grid) * grid, const Box* bounds, float given)
{
    grid->on = true;
    grid->everywhere = -1;
    grid->limit = 4;
    grid->given = given;
    grid->bounds = *bounds;
    for (int k = 0; k < AXES; ++k)
    {
        grid->bounded = grid->bounded || AT(bounds->lower, k) != 0.0f || AT(bounds->upper, k) != 0.0f;
    }
    if (given > 0.0f)
    {
        FNI(set_cell_size)(grid, (double)given);
    }
}

// Tests

static const char* FNI(lane_fault)(const FN(index) * index, int32_t block, int lane)
{
    const FNI(tree)* tree = &index->tree;
    const FNI(cell)* cell = &tree->grid.cells[block];
    int32_t place = 16 * block + lane, number = tree->numbers[place];
    Box now = FNI(block_get)(&tree->now[block], lane), then = FNI(block_get)(&tree->then[block], lane);
    bool is = !FNI(box_empty)(&now), has_been = !FNI(box_empty)(&then);
    if (cell->level >= 0 &&
        ((is && !FNI(in_cell)(&tree->grid, cell, &now)) || (has_been && !FNI(in_cell)(&tree->grid, cell, &then))))
    {
        return "a thing is not in its cell";
    }
    bool alive = index->alive[number >> 6] >> (number & 63) & 1;
    if (is != (index->place[number] == place && alive))
    {
        return "a number does not know its place";
    }
    if (!is && (alive ? index->was[number] : index->place[number]) != place)
    {
        return "a thing does not know what it has left behind";
    }
    return NULL;
}

const char* FNI(grid_fault)(const FN(index) * index)
{
    const FNI(tree)* tree = &index->tree;
    const FNI(grid)* grid = &tree->grid;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        for (uint32_t used = tree->used[block]; used; used &= used - 1)
        {
            const char* fault = FNI(lane_fault)(index, block, impi_lowest_bit(used));
            if (fault)
            {
                return fault;
            }
        }
        int32_t level = grid->cells[block].level;
        int32_t other = level < 0 ? grid->everywhere : FNI(grid_find)(grid, &grid->cells[block]);
        while (other >= 0 && other != block)
        {
            other = grid->next[other];
        }
        if (other != block || (level >= 0 && !(grid->levels >> level & 1)))
        {
            return "a block is not found by its cell";
        }
    }
    return NULL;
}
