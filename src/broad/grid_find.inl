// SPDX-License-Identifier: MIT
//
// The grid: what it answers. grid.inl says where things lie, and why it is enough to look where this looks.
//
// A walk is the way through the cells of a range on one level, block by block. Where a walk would come to more cells
// than there are blocks, these are gone through instead, sixteen at a time: so no answer costs more than brute force,
// however small cells are and however far a ray goes.
//
// Positions of rays are doubles, in cells. They are off by far less than MARGIN of one, by which ranges are widened,
// and by 2^-18 of the way on each axis, which is more than index_find.inl allows for in times.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

#define IMPI_CELL_MARGIN 0x1p-10

typedef struct FNI(cell_walk)
{
    const FNI(grid) * grid;
    int32_t level, block;
    int32_t lower[AXES], upper[AXES], at[AXES];
    bool ended;
} FNI(cell_walk);

// Cells that there are, out of a range. Returns how many.
static double begin_walk(FNI(cell_walk) * w, const FNI(grid) * grid, int level, const int64_t* lower,
                         const int64_t* upper)
{
    double cells = 1.0;
    w->grid = grid;
    w->level = level;
    w->block = -1;
    for (int k = 0; k < AXES; ++k)
    {
        int64_t first = grid->level[level].first[k], last = grid->level[level].last[k];
        int64_t from = lower[k] > first ? lower[k] : first, to = upper[k] < last ? upper[k] : last;
        w->lower[k] = w->at[k] = (int32_t)(from < last ? from : last);
        w->upper[k] = (int32_t)(to > first ? to : first);
        cells *= from > to ? 0.0 : (double)(to - from + 1);
    }
    w->ended = cells <= 0.0;
    return cells;
}

// The next block, or -1.
static inline int32_t walk_on(FNI(cell_walk) * w)
{
    int32_t block = w->block >= 0 ? w->grid->next[w->block] : -1;
    while (block < 0 && !w->ended)
    {
        FNI(cell) cell;
        cell.level = w->level;
        memcpy(cell.at, w->at, sizeof cell.at);
        block = FNI(grid_find)(w->grid, &cell);
        int k = 0;
        for (; k < AXES && w->at[k] == w->upper[k]; ++k)
        {
            w->at[k] = w->lower[k];
        }
        w->ended = k == AXES;
        if (!w->ended)
        {
            ++w->at[k];
        }
    }
    w->block = block;
    return block;
}

// The cells of a level in which things may lie that touch a box.
static double walk_box(FNI(cell_walk) * w, const FNI(grid) * grid, int level, const Box* box)
{
    int64_t lower[AXES], upper[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        lower[k] = (int64_t)FNI(grid_cell_at)(grid, level, k, AT(box->lower, k)) - 1;
        upper[k] = FNI(grid_cell_at)(grid, level, k, AT(box->upper, k));
    }
    return begin_walk(w, grid, level, lower, upper);
}

static bool has_level(const FNI(grid) * grid, int level)
{
    return grid->levels >> level & 1;
}

// More cells than there are blocks of things.
static bool too_many(const FNI(tree) * tree, double cells)
{
    return cells > (double)tree->count[0] + 64.0;
}

static double cells_touched(const FNI(grid) * grid, int level, const Box* box)
{
    double cells = 0.0;
    FNI(cell_walk) w;
    for (; level < IMPI_GRID_LEVELS && grid->levels >> level; ++level)
    {
        cells += has_level(grid, level) ? walk_box(&w, grid, level, box) : 0.0;
    }
    return cells;
}

// Pairs

enum
{
    FNI(HOLDS) = 64
};

// Pairs of blocks are looked at some at a time.
typedef struct FNI(holder)
{
    const FNI(hunt) * hunt;
    const FNI(index_kernels) * kernels;
    FNI(sink) * sinks;
    uint64_t tests;
    int32_t count;
    FNI(task) tasks[FNI(HOLDS)];
} FNI(holder);

static void hunt_held(FNI(holder) * b)
{
    b->tests += b->kernels->hunt(b->hunt, b->tasks, b->count, b->sinks);
    b->count = 0;
}

static inline void hold_task(FNI(holder) * b, FNI(task) task)
{
    b->tasks[b->count++] = task;
    if (b->count == FNI(HOLDS))
    {
        hunt_held(b);
    }
}

static inline void hold(FNI(holder) * b, int32_t block_a, int32_t block_b)
{
    const FNI(tree)* t = b->hunt->b;
    bool moved = !b->hunt->changed || t->changed[block_a] || t->changed[block_b];
    if (moved && t->used[block_b])
    {
        FNI(task) task = {block_a, block_b, 0, 0};
        hold_task(b, task);
    }
}

// Half of the neighbours of a cell: those behind it on the last axis on which they differ. Those to which no thing in
// the block extends are left out.
static void hold_against_neighbours(FNI(holder) * b, int32_t block, const Box* bounds)
{
    const FNI(grid)* grid = &b->hunt->a->grid;
    const FNI(cell)* cell = &grid->cells[block];
    int64_t lower[AXES], upper[AXES], reach[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        int64_t at = cell->at[k], end = FNI(grid_cell_at)(grid, cell->level, k, AT(bounds->upper, k));
        reach[k] = end < at + 1 ? end : at + 1;
        lower[k] = upper[k] = at;
    }
    for (int k = 0; k < AXES; ++k)
    {
        if (reach[k] > cell->at[k])
        {
            FNI(cell_walk) w;
            lower[k] = upper[k] = reach[k];
            begin_walk(&w, grid, cell->level, lower, upper);
            for (int32_t other = walk_on(&w); other >= 0; other = walk_on(&w))
            {
                hold(b, block, other);
            }
        }
        lower[k] = (int64_t)cell->at[k] - 1;
        upper[k] = reach[k];
    }
}

// Things in larger cells, and if there are too many cells to look into, in all blocks.
static void hold_against_larger(FNI(holder) * b, int32_t block, const Box* bounds)
{
    const FNI(tree)* t = b->hunt->a;
    const FNI(grid)* grid = &t->grid;
    int level = grid->cells[block].level + 1;
    if (level >= IMPI_GRID_LEVELS || grid->levels >> level == 0)
    {
        return;
    }
    if (too_many(t, cells_touched(grid, level, bounds)))
    {
        for (int32_t other = 0; other < t->count[0]; ++other)
        {
            if (grid->cells[other].level >= level)
            {
                hold(b, block, other);
            }
        }
        return;
    }
    for (; level < IMPI_GRID_LEVELS && grid->levels >> level; ++level)
    {
        FNI(cell_walk) w;
        if (!has_level(grid, level))
        {
            continue;
        }
        walk_box(&w, grid, level, bounds);
        for (int32_t other = walk_on(&w); other >= 0; other = walk_on(&w))
        {
            hold(b, block, other);
        }
    }
}

static Box bounds_of(const FNI(tree) * tree, int32_t block)
{
    return FNI(block_get)(&tree->bounds[tree->start[1] + (block >> 4)], block & 15);
}

static void hunt_block(FNI(holder) * b, int32_t block)
{
    const FNI(tree)* t = b->hunt->a;
    hold(b, block, block);
    for (int32_t other = t->grid.next[block]; other >= 0; other = t->grid.next[other])
    {
        hold(b, block, other);
    }
    if (t->grid.cells[block].level >= 0)
    {
        // A block of its own has a level above.
        Box bounds = bounds_of(t, block);
        hold_against_neighbours(b, block, &bounds);
        hold_against_larger(b, block, &bounds);
        return;
    }
    for (int32_t other = 0; other < t->count[0]; ++other)
    {
        if (t->grid.cells[other].level >= 0)
        {
            hold(b, block, other);
        }
    }
}

// Things of a block of a grid with those of another grid.
static void hunt_between(FNI(holder) * b, int32_t block)
{
    const FNI(tree)* other = b->hunt->b;
    bool above = b->hunt->a->top > 0;
    Box bounds = above ? bounds_of(b->hunt->a, block) : FNI(empty_box)();
    if (!above || too_many(other, cells_touched(&other->grid, 0, &bounds)))
    {
        for (int32_t root = 0; root < other->count[other->top]; ++root)
        {
            FNI(task) task = {block, root, 0, (int8_t)other->top};
            hold_task(b, task);
        }
        return;
    }
    for (int32_t at = other->grid.everywhere; at >= 0; at = other->grid.next[at])
    {
        hold(b, block, at);
    }
    for (int level = 0; level < IMPI_GRID_LEVELS && other->grid.levels >> level; ++level)
    {
        FNI(cell_walk) w;
        if (!has_level(&other->grid, level))
        {
            continue;
        }
        walk_box(&w, &other->grid, level, &bounds);
        for (int32_t at = walk_on(&w); at >= 0; at = walk_on(&w))
        {
            hold(b, block, at);
        }
    }
}

uint64_t FNI(grid_hunt)(const FNI(hunt) * hunt, const FNI(index_kernels) * kernels, int32_t unit, FNI(sink) * sinks)
{
    FNI(holder) b;
    b.hunt = hunt;
    b.kernels = kernels;
    b.sinks = sinks;
    b.tests = 0;
    b.count = 0;
    const FNI(tree)* t = hunt->a;
    for (int32_t block = 16 * unit; block < 16 * unit + 16 && block < t->count[0]; ++block)
    {
        if (t->used[block] && hunt->a == hunt->b)
        {
            hunt_block(&b, block);
        }
        else if (t->used[block])
        {
            hunt_between(&b, block);
        }
    }
    hunt_held(&b);
    return b.tests;
}

// Box queries

int32_t FNI(grid_query)(const FNI(tree) * tree, const FNI(index_kernels) * kernels, const Box* box,
                        const imp_filter* filter, const imp_filter* filters, int32_t* numbers, int32_t capacity)
{
    const FNI(grid)* grid = &tree->grid;
    int32_t count = 0;
    if (too_many(tree, cells_touched(grid, 0, box)))
    {
        return -1;
    }
    for (int level = -1; level < IMPI_GRID_LEVELS && (level < 0 || grid->levels >> level); ++level)
    {
        FNI(cell_walk) w = {.grid = grid, .block = -1, .ended = true};
        if (level >= 0 && has_level(grid, level))
        {
            walk_box(&w, grid, level, box);
        }
        for (int32_t block = level < 0 ? grid->everywhere : walk_on(&w); block >= 0;)
        {
            int32_t left = count < capacity ? capacity - count : 0;
            count += kernels->query(tree, 0, block, box, filter, filters, left ? numbers + count : NULL, left);
            block = level < 0 ? grid->next[block] : walk_on(&w);
        }
    }
    return count;
}

// The first hit, the nearest

typedef struct FNI(finding)
{
    const FNI(tree) * tree;
    const FNI(index_kernels) * kernels;
    const FNI(box_search) * search;
    imp_index_hit* hits;
    int32_t capacity, count;
    double cells;  // looked into, with a few for each step
} FNI(finding);

static double limit_of(const FNI(finding) * f)
{
    return (double)(f->count == f->capacity ? f->hits[0].value : f->search->limit);
}

static void look_into(FNI(finding) * f, int level, const int64_t* lower, const int64_t* upper)
{
    FNI(cell_walk) w;
    f->cells += 1.0 + begin_walk(&w, &f->tree->grid, level, lower, upper);
    if (too_many(f->tree, f->cells))
    {
        return;
    }
    for (int32_t block = walk_on(&w); block >= 0; block = walk_on(&w))
    {
        f->count = f->kernels->search(f->tree, 0, block, f->search, f->hits, f->capacity, f->count);
    }
}

// A box that moves, in cells of one level.
typedef struct FNI(course)
{
    double lower[AXES], upper[AXES], way[AXES], margin[AXES];
    int axis;  // along which it passes most cells
} FNI(course);

static FNI(course) FNI(course_on)(const FNI(grid) * grid, int level, const FNI(box_search) * s)
{
    FNI(course) c = {.axis = 0};
    for (int k = 0; k < AXES; ++k)
    {
        double scale = grid->level[level].scale;
        c.lower[k] = (double)(s->back[k] ? s->near_at[k] : s->far_at[k]) * scale;
        c.upper[k] = (double)(s->back[k] ? s->far_at[k] : s->near_at[k]) * scale;
        c.way[k] = (double)s->way[k] * scale;
        c.margin[k] = IMPI_CELL_MARGIN + 0x1p-18 * fabs(c.way[k]);
        c.axis = fabs(c.way[k]) > fabs(c.way[c.axis]) ? k : c.axis;
    }
    return c;
}

// Cells of an axis with things that the box may touch between two times.
static void cells_between(const FNI(grid_level) * l, const FNI(course) * c, int k, double from, double to,
                          int64_t* lower, int64_t* upper)
{
    double a = c->way[k] * from, b = c->way[k] * to;
    *lower = (int64_t)whole_cell(l, k, c->lower[k] + (a < b ? a : b) - c->margin[k]) - 1;
    *upper = whole_cell(l, k, c->upper[k] + (a < b ? b : a) + c->margin[k]);
}

// Slice by slice of cells across the axis, in the order in which the box comes to things in them.
static void cast_on(FNI(finding) * f, int level)
{
    const FNI(grid_level)* l = &f->tree->grid.level[level];
    FNI(course) c = FNI(course_on)(&f->tree->grid, level, f->search);
    int axis = c.axis;
    double way = c.way[axis], margin = c.margin[axis];
    bool back = way < 0.0, still = way == 0.0;
    int64_t lower[AXES], upper[AXES], first, last;
    cells_between(l, &c, axis, 0.0, 1.0, &first, &last);
    first = first < l->first[axis] ? l->first[axis] : first;
    for (int64_t i = 0; i <= last - first && !too_many(f->tree, f->cells); ++i)
    {
        // Things here lie from the beginning of this cell to the end of the next one; or beyond, where these are the
        // last.
        int64_t slice = back ? last - i : first + i;
        double begin = (double)slice - margin, end = (double)slice + 2.0 + margin, from = 0.0, to = 1.0;
        if (!still)
        {
            double in = back ? (end - c.lower[axis]) / way : (begin - c.upper[axis]) / way;
            double out = back ? (begin - c.upper[axis]) / way : (end - c.lower[axis]) / way;
            bool below = slice == l->first[axis], above = slice + 1 >= l->last[axis];
            from = (back ? above : below) ? 0.0 : in;
            to = (back ? below : above) ? 1.0 : out;
        }
        if (from * (1.0 - 0x1p-18) > limit_of(f))
        {
            return;
        }
        for (int k = 0; k < AXES; ++k)
        {
            cells_between(l, &c, k, from > 0.0 ? from : 0.0, to < 1.0 ? to : 1.0, &lower[k], &upper[k]);
        }
        lower[axis] = upper[axis] = slice;
        look_into(f, level, lower, upper);
    }
}

// Ring by ring of cells around that of the point. Things in ring r are r - 2 cells away at the least.
static void near_on(FNI(finding) * f, int level)
{
    const FNI(grid)* grid = &f->tree->grid;
    int64_t at[AXES], lower[AXES], upper[AXES], last = 0;
    for (int k = 0; k < AXES; ++k)
    {
        const FNI(grid_level)* l = &grid->level[level];
        at[k] = lower[k] = upper[k] = FNI(grid_cell_at)(grid, level, k, f->search->near_at[k]);
        last = last < at[k] - l->first[k] ? at[k] - l->first[k] : last;
        last = last < l->last[k] - at[k] ? l->last[k] - at[k] : last;
    }
    look_into(f, level, lower, upper);
    for (int64_t r = 1; r <= last && !too_many(f->tree, f->cells); ++r)
    {
        double away = ((double)r - 2.0 - IMPI_CELL_MARGIN) / grid->level[level].scale;
        if (away > 0.0 && away * away * (1.0 - 0x1p-18) > limit_of(f))
        {
            return;
        }
        for (int k = 0; k < AXES; ++k)
        {
            // Both sides across this axis; those before it have been gone through to their ends, those behind it not.
            for (int j = 0; j < AXES; ++j)
            {
                lower[j] = at[j] - r + (j > k);
                upper[j] = at[j] + r - (j > k);
            }
            lower[k] = upper[k] = at[k] - r;
            look_into(f, level, lower, upper);
            lower[k] = upper[k] = at[k] + r;
            look_into(f, level, lower, upper);
        }
    }
}

int32_t FNI(grid_search)(const FNI(tree) * tree, const FNI(index_kernels) * kernels, const FNI(box_search) * search,
                         imp_index_hit* hits, int32_t capacity)
{
    FNI(finding) f = {tree, kernels, search, hits, capacity, 0, 0.0};
    const FNI(grid)* grid = &tree->grid;
    for (int32_t block = grid->everywhere; block >= 0; block = grid->next[block])
    {
        f.count = kernels->search(tree, 0, block, search, hits, capacity, f.count);
    }
    for (int level = 0; level < IMPI_GRID_LEVELS && grid->levels >> level; ++level)
    {
        if (!has_level(grid, level))
        {
            continue;
        }
        if (search->distance)
        {
            near_on(&f, level);
        }
        else
        {
            cast_on(&f, level);
        }
    }
    return too_many(tree, f.cells) ? -1 : f.count;
}
