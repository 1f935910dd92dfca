// SPDX-License-Identifier: MIT
//
// Builders that ask nothing of surfaces: through the middle, by octants, and by Morton codes. A triangle goes where the
// middle of its box is; sums of both ends of boxes stand for their middles.
//
// Morton codes have eleven bits for each axis, so three passes sort them; cells are cubes. A run is cut at the highest
// bit in which its codes differ, which is a plane, and in halves where all are in one cell (Lauterbach and others
// 2009).

#include <math.h>

#include "../base/bits.h"
#include "../base/sort.h"
#include "bvh_nodes3.h"

enum
{
    CODE_BITS = 11,  // for each axis
    FEW_CODES = 8,   // are counted one by one
    OCTANTS = 8
};

static inline float twice_middle(const imp3i_bvh_item* item, int axis)
{
    return item->lower[axis] + item->upper[axis];
}

// Through the middle

int32_t imp3i_bvh_split_middle(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                               imp3i_bvh_piece pieces[IMP3I_BVH_PIECES])
{
    const imp3i_bvh_item* items = b->items + run->items;
    float low[3], high[3];
    int axis = 0;
    for (int k = 0; k < 3; ++k)
    {
        low[k] = items[0].lower[k];
        high[k] = items[0].upper[k];
        for (int32_t i = 1; i < run->count; ++i)
        {
            low[k] = items[i].lower[k] < low[k] ? items[i].lower[k] : low[k];
            high[k] = items[i].upper[k] > high[k] ? items[i].upper[k] : high[k];
        }
        axis = high[k] - low[k] > high[axis] - low[axis] ? k : axis;
    }
    const float middle = low[axis] + high[axis];
    int32_t to[2] = {run->spare, run->items};
    for (int32_t i = 0; i < run->count; ++i)
    {
        const imp3i_bvh_item item = items[i];
        b->items[to[twice_middle(&item, axis) < middle]++] = item;
    }
    const int32_t below = to[1] - run->items;
    if (below == run->count)
    {
        return 0;
    }
    if (below == 0)
    {
        // All are in the free places now.
        const imp3i_bvh_run moved = {run->first, run->count, run->spare, run->items};
        imp3i_bvh_halve(&moved, pieces);
    }
    else
    {
        imp3i_bvh_pieces_of(run, below, pieces);
    }
    return 2;
}

// Octants

static int octant_of(const imp3i_bvh_item* item, const double mean[3])
{
    int r = 0;
    for (int k = 0; k < 3; ++k)
    {
        r |= ((double)twice_middle(item, k) >= mean[k]) << k;
    }
    return r;
}

int32_t imp3i_bvh_split_octants(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                                imp3i_bvh_piece pieces[IMP3I_BVH_PIECES])
{
    const imp3i_bvh_item* items = b->items + run->items;
    imp3i_bvh_item* spare = b->items + run->spare;
    double mean[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < run->count; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            mean[k] += (double)twice_middle(&items[i], k);
        }
    }
    for (int k = 0; k < 3; ++k)
    {
        mean[k] /= run->count;
    }
    int32_t count[OCTANTS] = {0};
    for (int32_t i = 0; i < run->count; ++i)
    {
        ++count[octant_of(&items[i], mean)];
    }
    int32_t made = 0, start[OCTANTS], sum = 0;
    for (int k = 0; k < OCTANTS; ++k)
    {
        start[k] = sum;
        if (count[k] > 0)
        {
            pieces[made].count = count[k];
            pieces[made].items = run->spare + sum;
            pieces[made++].spare = run->items + sum;
        }
        sum += count[k];
    }
    if (made == 1)
    {
        return 0;
    }
    for (int32_t i = 0; i < run->count; ++i)
    {
        spare[start[octant_of(&items[i], mean)]++] = items[i];
    }
    return made;
}

// Morton codes

/// The bits of a number of eleven, two zeros after each.
static uint64_t spread_code(uint32_t n)
{
    uint64_t x = n;
    x = (x | x << 16) & UINT64_C(0x00000000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x000000f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x00000c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x0000249249249249);
}

void imp3i_bvh_sort_morton(imp3i_bvh_builder* b)
{
    const int32_t count = b->triangles->count;
    const float low[3] = {2.0f * b->bounds.lower.x, 2.0f * b->bounds.lower.y, 2.0f * b->bounds.lower.z};
    const float scale = 0.5f * (float)((1 << CODE_BITS) - 1) * b->unit;
    for (int32_t i = 0; i < count; ++i)
    {
        uint64_t code = 0;
        for (int k = 0; k < 3; ++k)
        {
            uint32_t cell = (uint32_t)((twice_middle(&b->items[i], k) - low[k]) * scale);
            code |= spread_code(cell) << k;
        }
        b->codes[i] = code << IMP3I_BVH_NUMBER_BITS | (uint32_t)i;
    }
    b->codes = impi_sort_words(b->codes, b->codes + count, count, IMP3I_BVH_NUMBER_BITS,
                               IMP3I_BVH_NUMBER_BITS + 3 * CODE_BITS);
}

/// How many codes come before the first that has a bit, which the last one has.
static int32_t count_without(const uint64_t* codes, int32_t count, int32_t bit)
{
    int32_t low = 0;
    while (count > FEW_CODES)
    {
        int32_t half = count / 2;
        low += codes[low + half] >> bit & 1 ? 0 : half;
        count -= half;
    }
    const int32_t end = low + count;
    for (int32_t i = low; i < end; ++i)
    {
        low += (int32_t)(~codes[i] >> bit & 1);
    }
    return low;
}

int32_t imp3i_bvh_split_morton(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                               imp3i_bvh_piece pieces[IMP3I_BVH_PIECES])
{
    const uint64_t* codes = b->codes + run->first;
    const uint64_t differ = (codes[0] ^ codes[run->count - 1]) >> IMP3I_BVH_NUMBER_BITS;
    if (!differ)
    {
        return 0;
    }
    const uint32_t upper = (uint32_t)(differ >> 32);
    const int32_t place = upper ? 32 + impi_highest_bit(upper) : impi_highest_bit((uint32_t)differ);
    imp3i_bvh_pieces_of(run, count_without(codes, run->count, place + IMP3I_BVH_NUMBER_BITS), pieces);
    return 2;
}
