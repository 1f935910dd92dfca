// SPDX-License-Identifier: MIT
//
// Indexes: things that move. Where many do, the blocks are gone through by jobs, and the bounds above made anew; where
// few do, each has its way up alone, or goes to a block that suits it better.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

static bool FNI(contains)(const FNI(box_block) * block, int32_t lane, const Box* box)
{
    bool inside = true;
    for (int k = 0; k < AXES; ++k)
    {
        inside &= block->lower[k][lane] <= AT(box->lower, k) && block->upper[k][lane] >= AT(box->upper, k);
    }
    return inside;
}

// Another box into a lane.
static inline void FNI(set_box)(FN(index) * index, int32_t block, int32_t lane, const Box* box)
{
    FNI(tree)* tree = &index->tree;
    FNI(box_block)* now = &tree->now[block];
    if (index->margin > 0.0f)
    {
        if (!FNI(contains)(now, lane, box))
        {
            FNI(block_set)(now, lane, FNI(grow_box)(*box, index->margin));
            tree->changed[block] = (uint16_t)(tree->changed[block] | 1u << lane);
        }
        return;
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
    tree->changed[block] = (uint16_t)(tree->changed[block] | (uint32_t)(differ != 0) << lane);
}

// The same, and in a grid into another lane, if it belongs there now.
static inline void FNI(move_lane)(FN(index) * index, int32_t block, int32_t lane, const Box* box)
{
    FNI(set_box)(index, block, lane, box);
    if (index->tree.grid.on)
    {
        FNI(grid_settle)(index, index->tree.numbers[16 * block + lane]);
    }
}

// New boxes for the things 0 to count - 1.
typedef struct FNI(moves)
{
    FN(index) * index;
    const Box* boxes;
    int32_t count;
} FNI(moves);

// Block by block: boxes are read here and there, but written one after the other.
static void FNI(move_within)(const FNI(moves) * m, int32_t block)
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
        // What a thing of a grid has left behind is empty now.
        bool is = tree->now[block].lower[0][lane] <= tree->now[block].upper[0][lane];
        if (number < m->count && is)
        {
            FNI(move_lane)(m->index, block, lane, &m->boxes[number]);
        }
    }
}

static void FNI(move_share)(void* context, int32_t share)
{
    const FNI(moves)* m = (const FNI(moves)*)context;
    FNI(tree)* tree = &m->index->tree;
    int32_t end = (share + 1) * FNI(SHARE) < tree->count[0] ? (share + 1) * FNI(SHARE) : tree->count[0];
    for (int32_t block = share * FNI(SHARE); block < end; ++block)
    {
        if (m->boxes)
        {
            FNI(move_within)(m, block);
        }
        if (tree->changed[block])
        {
            FNI(tree_tell)(tree, block);
        }
    }
}

// A thing that has left the bounds of its block goes where it suits better.
static void FNI(move_away)(FN(index) * index, int32_t number)
{
    FNI(tree)* tree = &index->tree;
    int32_t place = index->place[number], block = place >> 4, lane = place & 15;
    Box now = FNI(block_get)(&tree->now[block], lane), then = FNI(block_get)(&tree->then[block], lane);
    int32_t better = FNI(tree_choose)(tree, now);
    if (better >= 0 && better != block)
    {
        bool changed = tree->changed[block] >> lane & 1;
        FNI(take_out)(index, place);
        FNI(put_in)(index, better, number, now, then, changed);
        FNI(tree_refresh)(tree, better);
    }
    FNI(tree_refresh)(tree, block);
}

static void FNI(move_few)(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    FNI(tree)* tree = &index->tree;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t number = numbers ? numbers[i] : i, block = index->place[number] >> 4;
        FNI(move_lane)(index, block, index->place[number] & 15, &boxes[i]);
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
                FNI(move_away)(index, number);
            }
        }
    }
}

static imp_status FNI(move_status)(const FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
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
        if (!FNI(is_alive)(index, numbers ? numbers[i] : i))
        {
            return impi_error(IMP_ERR_HANDLE, 2);
        }
    }
    uint32_t bad = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        bad |= FNI(box_bad)(&boxes[i]);
    }
    int32_t first = 0;
    while (bad && !FNI(box_bad)(&boxes[first]))
    {
        ++first;
    }
    return bad ? impi_error(FNI(box_fault)(&boxes[first]), 3) : IMP_OK;
}

imp_status FN(index_move)(FN(index) * index, const int32_t* numbers, const Box* boxes, int32_t count)
{
    imp_status status = FNI(move_status)(index, numbers, boxes, count);
    if (status || count == 0)
    {
        return status;
    }
    FNI(tree)* tree = &index->tree;
    bool many = count > tree->count[0] / 8, most = !numbers && count > index->number_count / 2;
    if (!many && !most)
    {
        FNI(move_few)(index, numbers, boxes, count);
    }
    else
    {
        for (int32_t i = 0; i < count && !most; ++i)
        {
            int32_t number = numbers ? numbers[i] : i, place = index->place[number];
            FNI(move_lane)(index, place >> 4, place & 15, &boxes[i]);
        }
        FNI(moves) moves = {index, most ? boxes : NULL, count};
        if (tree->grid.on)
        {
            // Things may go to blocks that are new, so this is one after the other.
            for (int32_t block = 0; block < tree->count[0] && most; ++block)
            {
                FNI(move_within)(&moves, block);
            }
            FNI(tree_refresh_all)(tree);
        }
        else
        {
            impi_spread(&index->jobs, FNI(move_share), &moves, FNI(shares)(tree->count[0]));
            FNI(tree_refresh_above)(tree);
        }
    }
    FNI(count_moves)(index, count);
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
        FNI(keep_order)(index);
    }
    return IMP_OK;
}

// Another origin

// Less by something in both rows of a block. Returns whether all differences are exact.
static bool FNI(shift_block)(FNI(box_block) * block, Vec by)
{
    bool exact = true;
    for (int k = 0; k < AXES; ++k)
    {
        float* rows[2] = {block->lower[k], block->upper[k]};
        for (int i = 0; i < 2 * IMPI_LANES_OF_BLOCK; ++i)
        {
            // What is lost (Knuth's two-sum); of an empty lane that is not a number.
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
        exact &= FNI(shift_block)(&tree->now[block], by);
        exact &= !tree->recorded || FNI(shift_block)(&tree->then[block], by);
    }
    for (int level = 1; level <= tree->top; ++level)
    {
        for (int32_t block = 0; block < tree->count[level]; ++block)
        {
            (void)FNI(shift_block)(&tree->bounds[tree->start[level] + block], by);
        }
    }
    return exact;
}
