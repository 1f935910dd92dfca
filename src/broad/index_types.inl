// SPDX-License-Identifier: MIT
//
// The parts of an index.
//
//     numbers (what users know)                places (where things lie)
//
//     number -> place, user, filter            block b, lane i  =  place 16 b + i
//                                              now, then: boxes, one row of 16 floats for each side
//                                              number of the thing in each lane, -1 for a free one
//
// Blocks have 16 lanes whatever the processor, so the order of things does not depend on it. A lane without a box holds
// the empty one, from +inf to -inf, which touches nothing: so nobody asks whether a lane is in use.
//
// `now` is how things are, `then` how they were at the last imp2_index_pairs_changed: empty for what was added since.
// A thing that is removed is empty now and keeps its lane while its box then is not. A pair has begun when it overlaps
// now and did not then, and ended the other way round: exact, without a table of pairs.
//
// The tree is implicit. Sixteen blocks that follow each other are one block of the next level, whose lanes hold the
// bounds of the sixteen, around now and then; so on up to a level of one block. No pointers: lane i of block b at a
// level is block 16 b + i of the level below. Which things share a block is decided by tree_order.inl, or for sweeps by
// strips.inl.

#ifndef AXES
#include "../math/dim3.h"
#endif

typedef struct FNI(box_block)
{
    float lower[AXES][IMPI_LANES_OF_BLOCK];
    float upper[AXES][IMPI_LANES_OF_BLOCK];
} FNI(box_block);  // 256 bytes in the plane, 384 in space

// The box in a lane, and another one into it.
static inline Box FNI(block_get)(const FNI(box_block) * block, int lane)
{
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(box.lower, k, block->lower[k][lane]);
        SET_AT(box.upper, k, block->upper[k][lane]);
    }
    return box;
}

static inline void FNI(block_set)(FNI(box_block) * block, int lane, Box box)
{
    for (int k = 0; k < AXES; ++k)
    {
        block->lower[k][lane] = AT(box.lower, k);
        block->upper[k][lane] = AT(box.upper, k);
    }
}

static inline Box FNI(empty_box)(void)
{
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(box.lower, k, INFINITY);
        SET_AT(box.upper, k, -INFINITY);
    }
    return box;
}

// Sweep and prune: blocks that follow each other in strips, one or more, sorted by their lower sides along an axis.
typedef struct FNI(strips)
{
    int axis;
    int32_t count;            // 0 when some blocks are in no strip, or blocks could not be sorted
    int32_t* start;           // the block at which each begins, and in the end the number of blocks
    FNI(box_block) * bounds;  // a lane for each strip
    uint16_t* changed;        // strips in which something has changed
} FNI(strips);

// A cell of a grid; level -1 is everywhere.
typedef struct FNI(cell)
{
    int32_t at[AXES];
    int32_t level;
} FNI(cell);

typedef struct FNI(grid_level)
{
    double scale;                     // cells a metre; 0 as long as none has been chosen
    int32_t first[AXES], last[AXES];  // what is beyond these counts as in them
    int64_t base;                     // where the level begins in an array of all cells
} FNI(grid_level);

// Which cell a block is of, and the blocks of a cell: grid.inl has the picture.
typedef struct FNI(grid)
{
    bool on;             // this is a grid
    bool bounded;        // there are bounds
    bool dense;          // slots are all cells; otherwise a hash table
    FNI(cell) * cells;   // by block
    int32_t* next;       // by block: another one of the same cell, or -1
    int32_t* slots;      // the first block of a cell, or -1; -2 in a table for one that is no more
    int64_t slot_count;  // of a table a power of two
    int32_t everywhere;  // the first block of no cell, or -1
    int32_t limit;       // with more blocks than this, all are put in order
    uint64_t levels;     // bits: there are cells on this level
    int32_t lowest;      // no thing comes to a level below this one
    Box bounds;
    float given;  // how long cells are to be on level 0; 0 when that may be chosen
    FNI(grid_level) level[IMPI_GRID_LEVELS];
} FNI(grid);

typedef struct FNI(tree)
{
    // By block. Each row of sixteen floats is one line of the cache.
    FNI(box_block) * now, *then;
    int32_t* numbers;   // 16 a block
    uint16_t* used;     // lanes that have a number
    uint16_t* changed;  // lanes whose now and then may differ
    int32_t block_capacity;

    // Levels 1 to top, one after the other; level 0 are the blocks above. There is always a block.
    FNI(box_block) * bounds;
    uint16_t* bounds_changed;  // lanes below which something has changed
    uint16_t* bounds_room;     // lanes below which there is a free lane
    float* built;              // what measure_bounds found when the things below were last put in order
    int32_t start[IMPI_LEVELS_MAX];
    int32_t count[IMPI_LEVELS_MAX];  // blocks at each level
    int32_t top;

    FNI(strips) strips;
    bool swept;  // blocks are kept in strips
    FNI(grid) grid;
    bool flat;             // no levels are kept (brute force), or one at the most (grid)
    bool recorded;         // there are boxes then; before, what is in their place means nothing
    int32_t room_from;     // flat: no block before this one has a free lane
    const imp_jobs* jobs;  // of the index
    void* memory;          // of all arrays
    size_t size;
} FNI(tree);

// An item that is put in order: keys on each axis, which are twice the middle of a thing, or its lower side for strips;
// and which one it is. One register, whatever the dimension.
typedef struct FNI(item)
{
    float key[3];
    int32_t index;
} FNI(item);

typedef struct FNI(box_of)
{
    Box box;
    int32_t number;
} FNI(box_of);

// Things that are not in yet. numbers: null for first, first + 1, ...
typedef struct FNI(added)
{
    const FN(thing) * things;
    const int32_t* numbers;
    int32_t first, count;
    float margin;
} FNI(added);

// Work space for an order of some blocks: their things and those that are added, and what the blocks were.
typedef struct FNI(work)
{
    FNI(item) * items;
    FNI(box_of) * boxes;  // of those that are in
    int32_t box_count;
    FNI(added) added;             // the others
    int32_t* ends;                // ends[b] is where the things of block b end
    FNI(item) * spare;            // as many items again, for strips
    FNI(box_block) * now, *then;  // only where then has been recorded
    uint16_t* changed;
} FNI(work);

static inline Box FNI(grow_box)(Box box, float margin)
{
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(box.lower, k, AT(box.lower, k) - margin);
        SET_AT(box.upper, k, AT(box.upper, k) + margin);
    }
    return box;
}

// The box and the number of an item.
static inline FNI(box_of) FNI(work_box)(const FNI(work) * w, int32_t index)
{
    if (index < w->box_count)
    {
        return w->boxes[index];
    }
    index -= w->box_count;
    FNI(box_of) of = {FNI(grow_box)(w->added.things[index].box, w->added.margin), w->added.first + index};
    of.number = w->added.numbers ? w->added.numbers[index] : of.number;
    return of;
}

// A sink of pairs, as keys: a << shift | b. Pairs that do not fit are counted all the same.
typedef struct FNI(sink)
{
    uint64_t* keys;
    int64_t count, capacity;
} FNI(sink);

// One search for pairs: what is asked for, and by whom it may be answered.
typedef struct FNI(hunt)
{
    const FNI(tree) * a;
    const FNI(tree) * b;          // the same, or that of another index
    const imp_filter* filters_a;  // by number; null when all meet all
    const imp_filter* filters_b;
    int shift;
    bool changed;  // what differs between then and now
} FNI(hunt);

// Which blocks are to be held against each other.
typedef struct FNI(task)
{
    int32_t a, b;
    int8_t level_a, level_b;
} FNI(task);

typedef struct FNI(tasks)
{
    IMPI_ARRAY(FNI(task))
} FNI(tasks);

// A search for the first or nearest things. On each axis, `near` and `far` are the rows to look at: lower sides, or
// upper ones when the way goes down.
typedef struct FNI(box_search)
{
    bool distance;  // to the box from far_at to near_at; otherwise the time of a sweep
    bool back[AXES];
    float near_at[AXES], near_scale[AXES];
    float far_at[AXES], far_scale[AXES], far_more[AXES];
    float limit;
    imp_index_hit after;  // only what is later than this
    imp_filter filter;
    float way[AXES];            // of a sweep: its motion
    const imp_filter* filters;  // by number; null when all meet all
} FNI(box_search);

// Points in the order of points.inl, a row of floats for each axis, with room for a block more at their ends; and the
// square of the distance within which they are near. Squares that are computed in floats are right if they are not
// between `sure` and `most`.
typedef struct FNI(cloud)
{
    float* at[AXES];
    int32_t* numbers;
    float sure, most;
    double square;
    int shift;
} FNI(cloud);

typedef struct FNI(int_array)
{
    IMPI_ARRAY(int32_t)
} FNI(int_array);

// The kernels for one width of lanes.
typedef struct FNI(index_kernels)
{
    /// Pairs of what lies below the blocks of some tasks, into sinks[0]; with hunt->changed, begun into sinks[0] and
    /// ended into sinks[1]. Returns the number of comparisons.
    uint64_t (*hunt)(const FNI(hunt) * hunt, const FNI(task) * tasks, int32_t count, FNI(sink) * sinks);

    /// One step of the above: the tasks that a task of a level above 0 consists of, at most IMPI_STEP_MAX. Adds to
    /// tests.
    int32_t (*step)(const FNI(hunt) * hunt, FNI(task) task, FNI(task) * out, uint64_t* tests);

    /// As hunt, for blocks of sixteen blocks that are in strips, with themselves and those that are not before them.
    uint64_t (*sweep)(const FNI(hunt) * hunt, int32_t block, FNI(sink) * sinks);

    /// The things below a block that a box touches: as many as fit into numbers. Returns how many there are.
    int32_t (*query)(const FNI(tree) * tree, int level, int32_t block, const Box* box, const imp_filter* filter,
                     const imp_filter* filters, int32_t* numbers, int32_t capacity);

    /// The first things below a block, into a heap of hits, the last on top. Returns how many are in it.
    int32_t (*search)(const FNI(tree) * tree, int level, int32_t block, const FNI(box_search) * search,
                      imp_index_hit* hits, int32_t capacity, int32_t count);

    /// Pairs of a point and those from first to end that are near it.
    void (*near)(const FNI(cloud) * cloud, int32_t point, int32_t first, int32_t end, FNI(sink) * sink);
} FNI(index_kernels);

// Blocks that one job goes through: whole blocks of level 1, so that nobody else writes there.
enum
{
    FNI(SHARE) = 8 * IMPI_LANES_OF_BLOCK
};

static inline int32_t FNI(shares)(int32_t blocks)
{
    return (blocks + FNI(SHARE) - 1) / FNI(SHARE);
}

struct FN(index)
{
    imp_allocator allocator;
    imp_jobs jobs;  // without functions when there are none
    int32_t kind;
    float margin;
    FNI(index_kernels) kernels;

    // By number.
    int32_t* place;  // -1 for a free number
    uint64_t* user;
    imp_filter* filter;
    uint64_t* alive;  // bits: there is a thing
    uint64_t* taken;  // bits: there is one, or one that was removed and is still to be told of
    void* number_memory;
    size_t number_size;
    int32_t number_count, number_capacity;  // numbers up to the highest ever
    int32_t free_word;                      // words of `taken` before this one are full
    int32_t thing_count, held_count;        // bits that are set in alive; in taken alone
    bool filtered;                          // there is or was a filter that is not all bits
    int32_t* was;  // by number, of a grid only: the lane of its box then when that is another one, or -1

    FNI(tree) tree;
    int32_t moves;  // since the order of the tree was last looked at
    struct
    {
        IMPI_ARRAY(uint8_t)
    } marks;  // by place, while jobs move boxes: whether it differs; otherwise 0

    // Lists: keys as they are found, and in the end the pairs.
    impi_words lists[2];
    impi_words spare;
    FNI(tasks) tasks[2];
    uint64_t tests;
};

void FNI(index_kernels_scalar)(FNI(index_kernels) * out);
void FNI(index_kernels_four)(FNI(index_kernels) * out);
void FNI(index_kernels_avx2)(FNI(index_kernels) * out);
void FNI(index_kernels_avx512)(FNI(index_kernels) * out);

/// The kernels for a level of base/cpu.h, which the processor must have. Tests set others.
FNI(index_kernels) FNI(kernels_for)(int level);
void FNI(index_set_level)(FN(index) * index, int level);

struct FN(points)
{
    imp_allocator allocator;
    FNI(index_kernels) kernels;
    void* memory;  // of all that is sorted
    size_t size;
    impi_words pairs;  // keys, and in the end pairs
    impi_words spare;
    FNI(int_array) starts, others;
};

// points.inl

/// Whether two points of a cloud are near, exactly.
bool FNI(points_near)(const FNI(cloud) * cloud, int32_t a, int32_t b);

// index.inl

/// Whether no number is free: then those of new things follow each other from number_count on.
bool FNI(numbers_dense)(const FN(index) * index);

/// Gives things numbers, for which there is room, and keeps what is not their boxes. Returns the last number.
int32_t FNI(enter_things)(FN(index) * index, const FN(thing) * things, int32_t count, int32_t* numbers);

// index_move.inl

/// FN(index_move) of things that are there, none twice, to sound boxes.
void FNI(index_move_distinct)(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count);

/// All boxes of a tree less by something, those of now and those of then; what overlaps still does. False when one had
/// to be rounded: then some may overlap that did not, and nobody is told of them. Not for grids and strips.
bool FNI(index_shift)(FN(index) * index, Vec by);

// index.inl, for what writes an index down

/// Numbers that are in use are below this one.
int32_t FNI(index_numbers)(const FN(index) * index);

/// Tells the boxes of a number, so that it can be put back elsewhere; all but grids. Boxes have their margins, and are
/// turned inside out where there is none. Returns false for a number that is free.
bool FNI(index_look)(const FN(index) * index, int32_t number, FN(thing) * now, Box* then);

/// Room in an empty index for the numbers below a count. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(index_make_room)(FN(index) * index, int32_t count);

/// Puts a number in as it was elsewhere: one for which there is room and that is free. When all are in, a rebuild puts
/// them in order.
void FNI(index_put_back)(FN(index) * index, int32_t number, const FN(thing) * now, Box then);

// index_find.inl

/// Finds what a box meets that moves, or is near it, the squares of distances for values; of a grid only what is near a
/// point. reach: 0 for any.
FNI(box_search) FNI(search_of_sweep)(Box box, Vec motion);
FNI(box_search) FNI(search_of_distance)(Box box, float reach);

/// The first things of a search, sorted. Returns how many there are, capacity at most.
int32_t FNI(search_all)(const FN(index) * index, FNI(box_search) * search, imp_filter filter, imp_index_hit* hits,
                        int32_t capacity);

// tree.inl

/// Room for so many blocks, and at least one block. A failure changes nothing.
imp_status FNI(tree_reserve)(FNI(tree) * tree, const imp_allocator* allocator, int64_t blocks);
void FNI(tree_free)(FNI(tree) * tree, const imp_allocator* allocator);

/// Adds an empty block, for which there is room.
int32_t FNI(tree_append)(FNI(tree) * tree);

/// The block with a free lane that a box suits best, or -1.
int32_t FNI(tree_choose)(const FNI(tree) * tree, Box box);

/// The levels above a block, above some up to a level, or above all, after what is in the blocks has changed.
void FNI(tree_refresh)(FNI(tree) * tree, int32_t block);
void FNI(tree_refresh_part)(FNI(tree) * tree, int32_t first, int32_t count, int up_to);
void FNI(tree_refresh_all)(FNI(tree) * tree);

/// The same in two steps: what level 1 has to know of a block, and once that is done for all that have changed, the
/// levels above. Blocks of different sixteens may be told of at the same time.
void FNI(tree_tell)(FNI(tree) * tree, int32_t block);
void FNI(tree_refresh_above)(FNI(tree) * tree);

// tree_order.inl

/// Puts all things in order anew, and the levels above right, with so many of the sixteen lanes of a block in use; or,
/// to mend, those parts of the tree that have got worse. Things that are not in yet can be `added` to a tree, or null.
/// Without memory for it, the order stays as it is; false when something was to be added, and is not.
bool FNI(tree_build)(FNI(tree) * tree, int32_t* place, int32_t fill, const FNI(added) * added,
                     const imp_allocator* allocator);
void FNI(tree_mend)(FNI(tree) * tree, int32_t* place, const imp_allocator* allocator);

// strips.inl

/// Lays out strips for some blocks, and things in the order in which they are to fill these.
void FNI(strips_order)(FNI(tree) * tree, FNI(work) * work, int32_t item_count, int32_t block_count);

/// Makes strips ready for a search, sorted and with their bounds. False, and nothing done, where there are none, or no
/// memory to lay them out anew.
bool FNI(strips_ready)(FNI(tree) * tree, int32_t* place, int32_t fill, const imp_allocator* allocator);

/// Whether everything is as it should be: for tests. Null, or what is wrong; strips are sorted when they are ready.
const char* FNI(strips_fault)(const FNI(tree) * tree, bool ready);
const char* FNI(tree_fault)(const FNI(tree) * tree, const int32_t* place, int32_t number_count);

// grid.inl

/// Makes a grid of an empty store. bounds: all zero for none; given: how long cells are, 0 for any.
void FNI(grid_begin)(FNI(grid) * grid, const Box* bounds, float given);

/// A new block is of no cell.
void FNI(grid_new_block)(FNI(grid) * grid, int32_t block);

/// Fills the slots anew from what the blocks say.
void FNI(grid_link_all)(FNI(grid) * grid, int32_t blocks);

/// A block with a free lane for a box, or -1 without room for one more.
int32_t FNI(grid_choose)(FNI(tree) * tree, Box box);

/// Puts a thing whose box is another one now where it belongs.
void FNI(grid_settle)(FN(index) * index, int32_t number);

/// Puts all things in order anew, with some that come and get numbers. A failure changes nothing.
imp_status FNI(grid_order)(FN(index) * index, const FN(thing) * things, int32_t count, int32_t* numbers);

/// The cell of a coordinate; and the first block of a cell, or a number below 0.
int32_t FNI(grid_cell_at)(const FNI(grid) * grid, int level, int axis, float x);
int32_t FNI(grid_find)(const FNI(grid) * grid, const FNI(cell) * cell);

/// As tree_fault, for what a grid has beyond a tree.
const char* FNI(grid_fault)(const FN(index) * index);

// grid_find.inl: as those of the kernels, for sixteen blocks, or all. -1 when it is better to look into every block.

uint64_t FNI(grid_hunt)(const FNI(hunt) * hunt, const FNI(index_kernels) * kernels, int32_t unit, FNI(sink) * sinks);
int32_t FNI(grid_query)(const FNI(tree) * tree, const FNI(index_kernels) * kernels, const Box* box,
                        const imp_filter* filter, const imp_filter* filters, int32_t* numbers, int32_t capacity);
int32_t FNI(grid_search)(const FNI(tree) * tree, const FNI(index_kernels) * kernels, const FNI(box_search) * search,
                         imp_index_hit* hits, int32_t capacity);
