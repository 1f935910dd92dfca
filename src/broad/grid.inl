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
// cells from one before that of its lower corner to that of its upper one, level by level. No rounding can harm: the
// cell of a coordinate never falls when the coordinate rises, and that is all that this needs. Coordinates beyond the
// cells that there are count as in the last ones. A thing that moves stays as long as these rules hold in its cell.
//
// Boxes of `then` lie in cells as well: a thing that leaves its cell leaves its box then behind, in a lane that is
// empty now, and is new in the other. A pair that such a thing has had all the time seems to begin and to end; what is
// in both lists is taken out in the end. `was` knows the lane that a thing has left.
//
// Order. Things are sorted by cell, row by row, so that neighbours are near in memory, too. The length of cells is
// chosen from the sizes and from how many things share a cell, which is counted: first as if things lay evenly. All is
// put in order anew when there are twice as many blocks as then, or many moves have been made. Blocks that are of no
// cell are everywhere: those of a few things only, and those from which a thing could not move for want of memory. They
// are held against all others.
//
// By definition a thing lies in every cell that it touches, and two are compared where they share one. The cell of the
// lower corner gives the same answers: boxes that overlap both touch the cell in which their overlap begins, and each
// lies there or one cell before, on each axis. Measured in one plain loop each, with 100,000 like things and the best
// length for each: half the time in the plane, 0.6 of it in space. Every cell is 1.6 to 4.6 entries a thing, and of
// each pair, as of each answer, it has to be asked in which of its cells it is told of.
//
// A length that is given is kept to, times 4^l. But where hardly two things share a cell, blocks of sixteen lanes would
// be all but empty: then no cells are used below the next level. Rejected: lists of things (no lanes).

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

enum
{
    FNI(CELL_FEW) = 2,  // with fewer things in a cell on average, cells of a given length are left for longer ones
    FNI(CELL_MIN) = 6,  // so few things in a cell on average, and cells are made longer
    FNI(CELL_FILL) = 10,
    FNI(CELL_MOST) = 24,
    FNI(SIZES) = 64
};

// Cells

// u cells from the origin.
static inline int32_t whole_cell(const FNI(grid_level) * level, int axis, double u)
{
    double first = level->first[axis], last = level->last[axis];
    u = u < first ? first : u;
    u = u > last ? last : u;
    return (int32_t)((int64_t)(u + 0x1p31) - ((int64_t)1 << 31));
}

int32_t FNI(grid_cell_at)(const FNI(grid) * grid, int level, int axis, float x)
{
    return whole_cell(&grid->level[level], axis, (double)x * grid->level[level].scale);
}

// Whether a box may lie on a level, and in which cell.
static inline bool fits_level(const FNI(grid) * grid, int level, const Box* box, FNI(cell) * out)
{
    const FNI(grid_level)* l = &grid->level[level];
    bool fits = true;
    for (int k = 0; k < AXES; ++k)
    {
        double lower = (double)AT(box->lower, k) * l->scale, upper = (double)AT(box->upper, k) * l->scale;
        int32_t first = whole_cell(l, k, lower), last = whole_cell(l, k, upper);
        bool far_away = !grid->bounded && (lower < -0x1p30 || upper > 0x1p30);
        fits = fits && last <= first + 1 && !far_away;
        out->at[k] = first;
    }
    out->level = level;
    return fits;
}

// Through a pointer, as all cells: three numbers that were just written would have to wait to be read as two.
static inline void find_cell(const FNI(grid) * grid, const Box* box, FNI(cell) * cell)
{
    for (int level = grid->lowest; level < IMPI_GRID_LEVELS - 1; ++level)
    {
        if (fits_level(grid, level, box, cell))
        {
            return;
        }
    }
    // Everything that is accepted is smaller than these cells.
    fits_level(grid, IMPI_GRID_LEVELS - 1, box, cell);
}

static inline bool in_cell(const FNI(grid) * grid, const FNI(cell) * cell, const Box* box)
{
    FNI(cell) own;
    bool same = fits_level(grid, cell->level, box, &own);
    for (int k = 0; k < AXES; ++k)
    {
        same = same && own.at[k] == cell->at[k];
    }
    return same;
}

static bool box_empty(const Box* box)
{
    return AT(box->lower, 0) > AT(box->upper, 0);
}

// The place where the first block of a cell is written down, or is to be. Cells that follow each other along the first
// axis do so in the table as well, and are in one line of the cache.
static inline int64_t slot_of(const FNI(grid) * grid, const FNI(cell) * cell)
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
    return grid->slots[slot_of(grid, cell)];
}

// Blocks

static void link_block(FNI(grid) * grid, int32_t block, const FNI(cell) * cell)
{
    memmove(&grid->cells[block], cell, sizeof *cell);
    if (cell->level < 0)
    {
        grid->next[block] = grid->everywhere;
        grid->everywhere = block;
        return;
    }
    int64_t slot = slot_of(grid, cell);
    grid->next[block] = grid->slots[slot];
    grid->slots[slot] = block;
    grid->levels |= (uint64_t)1 << cell->level;
}

static void unlink_block(FNI(grid) * grid, int32_t block)
{
    bool nowhere = grid->cells[block].level < 0;
    int32_t* link = nowhere ? &grid->everywhere : &grid->slots[slot_of(grid, &grid->cells[block])];
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
    link_block(grid, block, &everywhere);
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
        link_block(grid, block, &grid->cells[block]);
    }
}

// A block of a cell with a free lane; a new one when there is none among the first, and room for it. Otherwise -1.
static int32_t block_in(FNI(tree) * tree, const FNI(cell) * cell)
{
    FNI(grid)* grid = &tree->grid;
    int32_t block = cell->level < 0 ? grid->everywhere : FNI(grid_find)(grid, cell);
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
    if (cell->level >= 0)
    {
        unlink_block(grid, block);
        link_block(grid, block, cell);
    }
    return block;
}

int32_t FNI(grid_choose)(FNI(tree) * tree, Box box)
{
    FNI(cell) cell = {{0}, -1};
    if (tree->grid.level[0].scale > 0.0)
    {
        find_cell(&tree->grid, &box, &cell);
    }
    return block_in(tree, &cell);
}

// A box now and a box then into a free lane. Returns its place.
static int32_t write_lane(FNI(tree) * tree, int32_t block, Box now, Box then, bool changed, int32_t number)
{
    int32_t lane = impi_lowest_bit(~(uint32_t)tree->used[block]);
    FNI(block_set)(&tree->now[block], lane, now);
    if (tree->recorded)
    {
        FNI(block_set)(&tree->then[block], lane, then);
    }
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
    if (grid->cells[block].level < 0 || in_cell(grid, &grid->cells[block], &now))
    {
        return;
    }
    FNI(cell) cell;
    find_cell(grid, &now, &cell);
    int32_t better = block_in(tree, &cell);
    if (better < 0 && !FNI(tree_reserve)(tree, &index->allocator, (int64_t)tree->count[0] + 1))
    {
        better = block_in(tree, &cell);
    }
    if (better < 0)
    {
        // No memory: the whole block is of no cell from now on.
        FNI(cell) everywhere = {{0}, -1};
        unlink_block(grid, block);
        link_block(grid, block, &everywhere);
        grid->limit = 0;
        return;
    }
    Box then = tree->recorded ? FNI(block_get)(&tree->then[block], lane) : FNI(empty_box)();
    uint32_t bit = 1u << lane;
    FNI(block_set)(&tree->now[block], lane, FNI(empty_box)());
    if (box_empty(&then))
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
    index->place[number] = write_lane(tree, better, now, FNI(empty_box)(), true, number);
}

// Order

enum
{
    FNI(LEFT) = 1,  // what a thing has left behind
    FNI(NEW) = 2,   // a thing that has just come
    FNI(PART_BITS) = 10,
    FNI(PART_MIN) = 1 << 16
};

// A thing now, or what it has left behind, and where that lies.
typedef struct FNI(kept)
{
    Box box;
    int32_t number, place, kind;
} FNI(kept);

// Things that are put in order: those that are there, and those that come.
typedef struct FNI(sorting)
{
    FNI(kept) * old;  // as they lie
    const FN(thing) * things;
    float margin;
    int32_t old_count, count;
    FNI(kept) * kept;  // all, by the higher bits of their keys
    uint64_t* words;   // a place in kept, and the key of its cell in the lower bits; at first by item
    uint64_t* spare;
    uint32_t* seen;  // bits: keys that there are
    int axis_bits;   // of a key for each axis
    int32_t lowest;  // level
} FNI(sorting);

static size_t lay_out_sorting(FNI(sorting) * s, void* base)
{
    impi_layout l = {(char*)base, 0};
    s->old = (FNI(kept)*)impi_take(&l, (size_t)s->old_count, sizeof *s->old);
    s->kept = (FNI(kept)*)impi_take(&l, (size_t)s->count + 1, sizeof *s->kept);
    s->words = (uint64_t*)impi_take(&l, (size_t)s->count + 1, sizeof *s->words);
    s->spare = (uint64_t*)impi_take(&l, (size_t)s->count + 1, sizeof *s->spare);
    s->seen = (uint32_t*)impi_take(&l, ((size_t)1 << AXES * s->axis_bits) / 32 + 1, sizeof *s->seen);
    return l.size;
}

static inline Box item_box(const FNI(sorting) * s, int32_t i)
{
    return i < s->old_count ? s->old[i].box : FNI(grow_box)(s->things[i - s->old_count].box, s->margin);
}

static void keep_old(const FNI(tree) * tree, FNI(sorting) * s)
{
    int32_t count = 0;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        for (uint32_t used = tree->used[block]; used; used &= used - 1)
        {
            int32_t lane = impi_lowest_bit(used), place = 16 * block + lane;
            Box box = FNI(block_get)(&tree->now[block], lane);
            bool left = box_empty(&box);
            box = left ? FNI(block_get)(&tree->then[block], lane) : box;
            FNI(kept) kept = {box, tree->numbers[place], place, left ? FNI(LEFT) : 0};
            s->old[count++] = kept;
        }
    }
}

// Cells that follow each other in rows, in squares (cubes) whose coordinates are as many bits long; those of different
// squares are mixed up.
static inline uint32_t order_key(const FNI(cell) * cell, int bits)
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

// Writes down the keys of all cells, and the lowest level on which there is one. Returns how many there are.
static int32_t write_keys(const FNI(grid) * grid, FNI(sorting) * s)
{
    size_t words = ((size_t)1 << AXES * s->axis_bits) / 32 + 1;
    int32_t count = 0;
    memset(s->seen, 0, words * sizeof *s->seen);
    s->lowest = IMPI_GRID_LEVELS - 1;
    for (int32_t i = 0; i < s->count; ++i)
    {
        Box box = item_box(s, i);
        FNI(cell) cell;
        find_cell(grid, &box, &cell);
        uint32_t key = order_key(&cell, s->axis_bits);
        s->lowest = cell.level < s->lowest ? cell.level : s->lowest;
        s->seen[key >> 5] |= 1u << (key & 31);
        s->words[i] = (uint64_t)i << 32 | key;
    }
    for (size_t i = 0; i < words; ++i)
    {
        count += impi_count_bits(s->seen[i]);
    }
    return count;
}

static double power(double x)
{
    return AXES == 2 ? x * x : x * x * x;
}

static double between(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

// A length that three quarters of the things do not exceed, by a sample; or if all are points, one of which there are
// about as many cells as things from end to end. And the length that cells are to have if things lie evenly.
static void usual_sizes(const FNI(sorting) * s, double* usual, double* even)
{
    double sizes[FNI(SIZES)], lower[AXES], upper[AXES], spread = 0.0, room = 1.0, cell = 1.0;
    int32_t size = s->count < FNI(SIZES) ? s->count : FNI(SIZES);
    for (int32_t i = 0; i < size; ++i)
    {
        Box box = item_box(s, (int32_t)((int64_t)i * s->count / size));
        double longest = 0.0;
        for (int k = 0; k < AXES; ++k)
        {
            double low = (double)AT(box.lower, k), side = (double)AT(box.upper, k) - low;
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
    *usual = size > 0 ? sizes[3 * size / 4] : 0.0;
    *usual = *usual > 0.0 ? *usual : spread / (s->count + 1.0);
    *usual = *usual > 0.0 ? *usual : 1.0;
    for (int k = 0; k < AXES && size > 0; ++k)
    {
        // In usual sizes, so that nothing overflows.
        double cells = (upper[k] - lower[k]) / *usual;
        room *= cells > 1.0 ? cells : 1.0;
    }
    while (power(cell) * s->count < room * (double)FNI(CELL_FILL) && cell < 0x1p120)
    {
        cell *= 1.0625;
    }
    *even = *usual * cell;
}

static void set_cell_size(FNI(grid) * grid, double size)
{
    size = between(size, 0x1p-60, 0x1p60);
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
                int32_t first = whole_cell(l, k, (double)AT(grid->bounds.lower, k) * scale);
                l->last[k] = whole_cell(l, k, (double)AT(grid->bounds.upper, k) * scale);
                l->first[k] = first;
            }
        }
    }
}

// Chooses a length for which there are enough things in a cell, and writes down the keys. The first guess is that
// things lie evenly. If far too many share a cell then, cells begin at the usual size, and grow; one that things share
// with hardly any other tells little of how much.
static int32_t choose_cells(FNI(grid) * grid, FNI(sorting) * s)
{
    double usual, size;
    usual_sizes(s, &usual, &size);
    size = grid->given > 0.0f ? (double)grid->given : size;
    set_cell_size(grid, size);
    int32_t cells = write_keys(grid, s);
    for (int round = 0; grid->given > 0.0f && round < 8 && (int64_t)cells * FNI(CELL_FEW) > s->count; ++round)
    {
        grid->lowest = s->lowest < IMPI_GRID_LEVELS - 1 ? s->lowest + 1 : s->lowest;
        cells = write_keys(grid, s);
    }
    if (grid->given > 0.0f)
    {
        return cells;
    }
    if (size > usual && (int64_t)cells * FNI(CELL_MOST) < s->count)
    {
        size = usual;
        set_cell_size(grid, size);
        cells = write_keys(grid, s);
    }
    for (int round = 0; round < 8 && (int64_t)cells * FNI(CELL_MIN) > s->count; ++round)
    {
        double share = (double)s->count / cells, longer = 1.0;
        share = share < 2.0 ? between(2.0 * (share - 1.0), 0.02, 2.0) : share;
        while (power(longer) * share < (double)FNI(CELL_FILL))
        {
            longer *= 1.0625;
        }
        size *= longer;
        set_cell_size(grid, size);
        cells = write_keys(grid, s);
    }
    return cells;
}

// An array of all cells when that takes hardly more room than a table of those that are in use.
static void choose_slots(FNI(grid) * grid, int64_t blocks)
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

// Brings all items into the order of their keys: first by the higher bits, boxes and all, so that what is done next
// stays within the cache. Things that come get their numbers.
static void sort_items_by_key(FN(index) * index, FNI(sorting) * s, int32_t* numbers)
{
    int bits = AXES * s->axis_bits, low = s->count < FNI(PART_MIN) || bits < 16 ? bits : bits - FNI(PART_BITS);
    int32_t start[(1 << FNI(PART_BITS)) + 1] = {0}, parts = 1 << (bits - low), first_number = index->number_count;
    bool dense = FNI(numbers_dense)(index);
    if (numbers || dense)
    {
        FNI(enter_things)(index, s->things, s->count - s->old_count, numbers);
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        ++start[((uint32_t)s->words[i] >> low) + 1];
    }
    for (int32_t part = 0; part < parts; ++part)
    {
        start[part + 1] += start[part];
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        uint32_t key = (uint32_t)s->words[i];
        int32_t at = start[key >> low]++;
        s->spare[at] = (uint64_t)at << 32 | key;
        if (i < s->old_count)
        {
            s->kept[at] = s->old[i];
            continue;
        }
        s->kept[at].box = item_box(s, i);
        int32_t at_things = i - s->old_count;
        s->kept[at].number = numbers ? numbers[at_things]
                             : dense ? first_number + at_things
                                     : FNI(enter_things)(index, &s->things[at_things], 1, NULL);
        s->kept[at].kind = FNI(NEW);
    }
    for (int32_t part = 0, first = 0; part < parts; first = start[part++])
    {
        int32_t count = start[part] - first;
        const uint64_t* sorted = impi_sort_words(s->spare + first, s->words + first, count, 0, low);
        if (sorted != s->words + first)
        {
            memcpy(s->words + first, sorted, (size_t)count * sizeof *sorted);
        }
    }
}

// The block of a cell, or when there are only as many left as all that is to come needs at the least, any.
static int32_t block_for(FNI(tree) * tree, const Box* box, int32_t left)
{
    FNI(cell) cell, everywhere = {{0}, -1};
    find_cell(&tree->grid, box, &cell);
    bool room = (int64_t)tree->count[0] + left / 16 + 2 < tree->block_capacity;
    int32_t block = room ? block_in(tree, &cell) : -1;
    return block < 0 ? block_in(tree, &everywhere) : block;
}

// Writes sorted things into the blocks of a new store. What has been left behind is gathered at the front of the words.
// Returns how much that is.
static int32_t write_sorted(FN(index) * index, FNI(tree) * to, const FNI(sorting) * s)
{
    const FNI(tree)* old = &index->tree;
    const FNI(grid)* grid = &to->grid;
    uint64_t* words = s->words;
    int32_t block = -1, left_count = 0, lanes = old->recorded ? 2 : 1;
    uint32_t last = 0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        impi_prefetch(&s->kept[words[i + 16 < s->count ? i + 16 : i] >> 32]);
        const FNI(kept)* kept = &s->kept[words[i] >> 32];
        uint64_t word = words[i];
        if (kept->kind == FNI(LEFT))
        {
            words[left_count++] = word;
            continue;
        }
        bool same = block >= 0 && (uint32_t)word == last && grid->cells[block].level >= 0;
        if (!same || to->used[block] == IMPI_FULL || !in_cell(grid, &grid->cells[block], &kept->box))
        {
            block = block_for(to, &kept->box, lanes * (s->count - i) + left_count);
            last = (uint32_t)word;
        }
        Box then = FNI(empty_box)();
        bool changed = true;
        if (old->recorded && kept->kind != FNI(NEW))
        {
            int32_t was = kept->place >> 4, lane = kept->place & 15;
            then = FNI(block_get)(&old->then[was], lane);
            changed = old->changed[was] >> lane & 1;
            if (!box_empty(&then) && grid->cells[block].level >= 0 && !in_cell(grid, &grid->cells[block], &then))
            {
                words[left_count++] = word;
                then = FNI(empty_box)();
                changed = true;
            }
        }
        index->place[kept->number] = write_lane(to, block, kept->box, then, changed, kept->number);
    }
    return left_count;
}

static void write_left(FN(index) * index, FNI(tree) * to, const FNI(sorting) * s, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const FNI(kept)* kept = &s->kept[s->words[i] >> 32];
        int32_t number = kept->number;
        Box then = FNI(block_get)(&index->tree.then[kept->place >> 4], kept->place & 15);
        int32_t block = block_for(to, &then, count - i);
        bool alive = index->alive[number >> 6] >> (number & 63) & 1;
        int32_t* where = alive ? &index->was[number] : &index->place[number];
        *where = write_lane(to, block, FNI(empty_box)(), then, true, number);
    }
}

imp_status FNI(grid_order)(FN(index) * index, const FN(thing) * things, int32_t count, int32_t* numbers)
{
    FNI(tree)* tree = &index->tree;
    FNI(sorting) s = {.things = things, .margin = index->margin, .axis_bits = 2};
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        s.old_count += impi_count_bits(tree->used[block]);
    }
    if ((int64_t)s.old_count + count > INT32_MAX / 2)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    s.count = s.old_count + count;
    for (int most = AXES == 2 ? 11 : 7; s.axis_bits < most && 1 << AXES * s.axis_bits < 2 * s.count;)
    {
        ++s.axis_bits;
    }
    size_t size = lay_out_sorting(&s, NULL);
    void* memory = impi_alloc_resize(&index->allocator, NULL, 0, size, 1);
    if (!memory)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    lay_out_sorting(&s, memory);
    keep_old(tree, &s);

    FNI(tree) fresh = *tree;
    fresh.memory = NULL;
    fresh.block_capacity = 0;
    fresh.count[0] = fresh.top = 0;
    fresh.room_from = 0;
    fresh.grid.levels = 0;
    fresh.grid.lowest = 0;
    // Each cell may have a block that is not full; what has been left behind may need some of its own.
    int64_t blocks = choose_cells(&fresh.grid, &s);
    blocks += s.count / 16 + blocks / 16 + s.count / (tree->recorded ? 8 : 256) + 16;
    choose_slots(&fresh.grid, blocks);
    imp_status status = FNI(tree_reserve)(&fresh, &index->allocator, blocks);
    if (!status)
    {
        sort_items_by_key(index, &s, numbers);
        write_left(index, &fresh, &s, write_sorted(index, &fresh, &s));
        FNI(tree_free)(tree, &index->allocator);
        *tree = fresh;
        tree->grid.limit = 2 * tree->count[0] + 16;
        FNI(tree_refresh_all)(tree);
    }
    impi_alloc_free(&index->allocator, memory, size, 1);
    return status;
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
        set_cell_size(grid, (double)given);
    }
}

// Tests

static const char* lane_fault(const FN(index) * index, int32_t block, int lane)
{
    const FNI(tree)* tree = &index->tree;
    const FNI(cell)* cell = &tree->grid.cells[block];
    int32_t place = 16 * block + lane, number = tree->numbers[place];
    Box now = FNI(block_get)(&tree->now[block], lane);
    Box then = tree->recorded ? FNI(block_get)(&tree->then[block], lane) : FNI(empty_box)();
    bool is = !box_empty(&now), has_been = !box_empty(&then);
    if (cell->level >= 0 &&
        ((is && !in_cell(&tree->grid, cell, &now)) || (has_been && !in_cell(&tree->grid, cell, &then))))
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
            const char* fault = lane_fault(index, block, impi_lowest_bit(used));
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
