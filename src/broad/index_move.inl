// SPDX-License-Identifier: MIT
//
// Indexes: things that move. Where many do, the blocks are gone through by jobs, and the bounds above made anew; where
// few do, each has its way up alone, or goes to a block that suits it better.
//
// Things of a list are anywhere in the tree, and two of one block may be moved by two jobs: those mark the places, a
// byte each, and who goes through the blocks gathers the marks.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

static bool contains(const FNI(box_block) * block, int32_t lane, const Box* box)
{
    bool inside = true;
    for (int k = 0; k < AXES; ++k)
    {
        inside &= block->lower[k][lane] <= AT(box->lower, k) && block->upper[k][lane] >= AT(box->upper, k);
    }
    return inside;
}

// Another box into a lane. Returns whether it differs.
static inline bool set_box(FN(index) * index, int32_t block, int32_t lane, const Box* box)
{
    FNI(box_block)* now = &index->tree.now[block];
    if (index->margin > 0.0f)
    {
        bool leaves = !contains(now, lane, box);
        if (leaves)
        {
            FNI(block_set)(now, lane, FNI(grow_box)(*box, index->margin));
        }
        return leaves;
    }
    uint32_t differ = 0;
    for (int k = 0; k < AXES; ++k)
    {
        float lower = AT(box->lower, k), upper = AT(box->upper, k);
        differ |= impi_float_bits(now->lower[k][lane]) ^ impi_float_bits(lower);
        differ |= impi_float_bits(now->upper[k][lane]) ^ impi_float_bits(upper);
        now->lower[k][lane] = lower;
        now->upper[k][lane] = upper;
    }
    return differ != 0;
}

// The same, and in a grid into another lane, if it belongs there now.
static inline void move_lane(FN(index) * index, int32_t block, int32_t lane, const Box* box)
{
    uint32_t differs = set_box(index, block, lane, box);
    index->tree.changed[block] = (uint16_t)(index->tree.changed[block] | differs << lane);
    if (index->tree.grid.on)
    {
        FNI(grid_settle)(index, index->tree.numbers[16 * block + lane]);
    }
}

enum
{
    FNI(MOVES_OF_JOB) = 512
};

// New boxes for things of a list, or for the things 0 to count - 1.
typedef struct FNI(moves)
{
    FN(index) * index;
    const int32_t* numbers;
    const Box* boxes;
    int32_t count;
    bool within;  // who goes through the blocks moves them, too
    bool marked;  // or gathers marks
} FNI(moves);

static void mark_some(void* context, int32_t job)
{
    const FNI(moves)* m = (const FNI(moves)*)context;
    int32_t first = job * FNI(MOVES_OF_JOB), left = m->count - first;
    for (int32_t i = first; i < first + (left < FNI(MOVES_OF_JOB) ? left : FNI(MOVES_OF_JOB)); ++i)
    {
        int32_t place = m->index->place[m->numbers ? m->numbers[i] : i];
        m->index->marks.data[place] |= set_box(m->index, place >> 4, place & 15, &m->boxes[i]);
    }
}

static bool room_for_marks(FN(index) * index)
{
    int32_t places = 16 * index->tree.count[0], had = index->marks.count;
    if (impi_array_reserve(&index->marks, &index->allocator, places))
    {
        return false;
    }
    if (places > had)
    {
        memset(index->marks.data + had, 0, (size_t)(places - had));
        index->marks.count = places;
    }
    return true;
}

static void gather_marks(FN(index) * index, int32_t block)
{
    uint8_t* marks = index->marks.data + (int64_t)16 * block;
    uint32_t marked = 0;
    for (int32_t lane = 0; lane < 16; ++lane)
    {
        marked |= (uint32_t)marks[lane] << lane;
        marks[lane] = 0;
    }
    index->tree.changed[block] = (uint16_t)(index->tree.changed[block] | marked);
}

// Block by block: boxes are read here and there, but written one after the other.
static void move_within(const FNI(moves) * m, int32_t block)
{
    FNI(tree)* tree = &m->index->tree;
    for (uint32_t next = block + 2 < tree->count[0] ? tree->used[block + 2] : 0; next; next &= next - 1)
    {
        int32_t number = tree->numbers[16 * (block + 2) + impi_lowest_bit(next)];
        impi_prefetch(&m->boxes[number < m->count ? number : 0]);
    }
    for (uint32_t used = tree->used[block]; used; used &= used - 1)
    {
        int32_t lane = impi_lowest_bit(used), number = tree->numbers[16 * block + lane];
        // The lane that a thing of a grid has left is empty now.
        bool is = tree->now[block].lower[0][lane] <= tree->now[block].upper[0][lane];
        if (number < m->count && is)
        {
            move_lane(m->index, block, lane, &m->boxes[number]);
        }
    }
}

static void move_share(void* context, int32_t share)
{
    const FNI(moves)* m = (const FNI(moves)*)context;
    FNI(tree)* tree = &m->index->tree;
    int32_t end = (share + 1) * FNI(SHARE) < tree->count[0] ? (share + 1) * FNI(SHARE) : tree->count[0];
    for (int32_t block = share * FNI(SHARE); block < end; ++block)
    {
        if (m->within)
        {
            move_within(m, block);
        }
        else if (m->marked)
        {
            gather_marks(m->index, block);
        }
        if (tree->changed[block])
        {
            FNI(tree_tell)(tree, block);
        }
    }
}

// A thing that has left the bounds of its block goes where it suits better.
static void move_away(FN(index) * index, int32_t number)
{
    FNI(tree)* tree = &index->tree;
    int32_t place = index->place[number], block = place >> 4, lane = place & 15;
    Box now = FNI(block_get)(&tree->now[block], lane), then = FNI(block_get)(&tree->then[block], lane);
    int32_t better = FNI(tree_choose)(tree, now);
    if (better >= 0 && better != block)
    {
        bool changed = tree->changed[block] >> lane & 1;
        take_out(index, place);
        put_in(index, better, number, now, then, changed);
        FNI(tree_refresh)(tree, better);
    }
    FNI(tree_refresh)(tree, block);
}

static void move_few(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    FNI(tree)* tree = &index->tree;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t number = numbers ? numbers[i] : i, block = index->place[number] >> 4;
        move_lane(index, block, index->place[number] & 15, &boxes[i]);
        if (tree->grid.on)
        {
            FNI(tree_refresh)(tree, block);
            FNI(tree_refresh)(tree, index->place[number] >> 4);
        }
        else if (tree->top > 0)
        {
            const FNI(box_block)* above = &tree->bounds[tree->start[1] + (block >> 4)];
            Box bounds = FNI(block_get)(above, block & 15);
            if (FN(box_overlap)(bounds, boxes[i]))
            {
                FNI(tree_refresh)(tree, block);
            }
            else
            {
                move_away(index, number);
            }
        }
    }
}

static imp_status move_status(const FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    if (!index)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 0 || (!numbers && count > index->number_count))
    {
        return impi_error(IMP_ERR_COUNT, 4);
    }
    if (!boxes && count > 0)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    bool all = !numbers && index->thing_count == index->number_count;
    for (int32_t i = 0; i < count && !all; ++i)
    {
        if (!is_alive(index, numbers ? numbers[i] : i))
        {
            return impi_error(IMP_ERR_HANDLE, 2);
        }
    }
    uint32_t bad = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        bad |= box_bad(&boxes[i]);
    }
    int32_t first = 0;
    while (bad && !box_bad(&boxes[first]))
    {
        ++first;
    }
    return bad ? impi_error(box_fault(&boxes[first]), 3) : IMP_OK;
}

// Things that are there, to sound boxes. Only where none is listed twice may jobs move them.
static void move_things(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count, bool distinct)
{
    FNI(tree)* tree = &index->tree;
    bool many = count > tree->count[0] / 8, most = !numbers && count > index->number_count / 2;
    if (!many && !most)
    {
        move_few(index, numbers, boxes, count);
    }
    else
    {
        bool jobs = distinct && !most && !tree->grid.on && impi_workers(&index->jobs) > 1;
        FNI(moves) moves = {index, numbers, boxes, count, most, jobs && room_for_marks(index)};
        if (moves.marked)
        {
            impi_spread(&index->jobs, mark_some, &moves, (count + FNI(MOVES_OF_JOB) - 1) / FNI(MOVES_OF_JOB));
        }
        for (int32_t i = 0; i < count && !most && !moves.marked; ++i)
        {
            int32_t number = numbers ? numbers[i] : i, place = index->place[number];
            move_lane(index, place >> 4, place & 15, &boxes[i]);
        }
        if (tree->grid.on)
        {
            // Things may go to blocks that are new, so this is one after the other.
            for (int32_t block = 0; block < tree->count[0] && most; ++block)
            {
                move_within(&moves, block);
            }
            FNI(tree_refresh_all)(tree);
        }
        else
        {
            impi_spread(&index->jobs, move_share, &moves, FNI(shares)(tree->count[0]));
            FNI(tree_refresh_above)(tree);
        }
    }
    count_moves(index, count);
    if (tree->grid.on)
    {
        if (tree->count[0] > tree->grid.limit || index->moves / FNI(MOVES) > index->thing_count)
        {
            (void)FNI(grid_order)(index, NULL, 0, NULL);
            index->moves = 0;
        }
    }
    else if (index->moves / 2 >= index->thing_count)
    {
        // Bounds are around then and now: where changes are listed, it is better looked at when these are the same.
        keep_order(index);
    }
}

imp_status FN(index_move)(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    imp_status status = move_status(index, numbers, boxes, count);
    if (!status && count > 0)
    {
        move_things(index, numbers, boxes, count, false);
    }
    return status;
}

void FNI(index_move_distinct)(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    if (count > 0)
    {
        move_things(index, numbers, boxes, count, true);
    }
}

// Another origin

// Less by something in both rows of a block. Returns whether all differences are exact.
static bool shift_block(FNI(box_block) * block, Vec by)
{
    bool exact = true;
    for (int k = 0; k < AXES; ++k)
    {
        float* rows[2] = {block->lower[k], block->upper[k]};
        for (int i = 0; i < 2 * IMPI_LANES_OF_BLOCK; ++i)
        {
            // The rounding that is lost (Knuth's two-sum); in an empty lane it is not a number.
            float *at = &rows[i / IMPI_LANES_OF_BLOCK][i % IMPI_LANES_OF_BLOCK], x = *at, y = -AT(by, k);
            float sum = x + y, moved = sum - x, lost = (x - (sum - moved)) + (y - moved);
            *at = sum;
            exact &= !(lost < 0.0f) && !(lost > 0.0f);
        }
    }
    return exact;
}

bool FNI(index_shift)(FN(index) * index, Vec by)
{
    FNI(tree)* tree = &index->tree;
    bool exact = true;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        exact &= shift_block(&tree->now[block], by);
        exact &= !tree->recorded || shift_block(&tree->then[block], by);
    }
    for (int level = 1; level <= tree->top; ++level)
    {
        for (int32_t block = 0; block < tree->count[level]; ++block)
        {
            (void)shift_block(&tree->bounds[tree->start[level] + block], by);
        }
    }
    return exact;
}
