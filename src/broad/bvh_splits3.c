// SPDX-License-Identifier: MIT
//
// Builders that ask nothing of surfaces: through the middle, by octants, and by Morton codes. A triangle goes where the
// middle of its box is; sums of both ends of boxes stand for their middles.
//
// Morton codes have eleven bits for each axis, so three passes sort them; cells are cubes. A run is cut at the highest bit
// in which its codes differ, which is a plane, and in halves where all are in one cell (Lauterbach and others 2009).

#include <math.h>

#include "../base/bits.h"
#include "../base/sort.h"
#include "bvh_nodes3.h"

enum
{
    CODE_BITS = 11,  // for each axis
    FEW_CODES = 8,  // are counted one by one
    OCTANTS = 8
};

static inline float twice_middle(const imp3i_bvh_item* item, int axis)
{
    return item->lower[axis] + item->upper[axis];
}

// Through the middle

int32_t imp3i_bvh_split_middle(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES])
{
    imp3i_bvh_item *items = run->items + run->first, *spare = run->spare;
    (void)b;
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
    int32_t below = 0, beyond = 0;
    for (int32_t i = 0; i < run->count; ++i)
    {
        const imp3i_bvh_item item = items[i];
        int32_t is_below = twice_middle(&item, axis) < middle;
        items[below] = item;
        spare[beyond] = item;
        below += is_below;
        beyond += 1 - is_below;
    }
    memcpy(items + below, spare, (size_t)beyond * sizeof *items);
    if (below > 0 && beyond > 0)
    {
        ends[0] = run->first + below;
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

int32_t imp3i_bvh_split_octants(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES])
{
    const imp3i_bvh_item* items = run->items + run->first;
    imp3i_bvh_item* spare = run->spare + run->first;
    (void)b;
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
    int32_t end[OCTANTS] = {0};
    for (int32_t i = 0; i < run->count; ++i)
    {
        ++end[octant_of(&items[i], mean)];
    }
    int32_t pieces = 0, start[OCTANTS], sum = 0, cuts[OCTANTS];
    for (int k = 0; k < OCTANTS; ++k)
    {
        start[k] = sum;
        sum += end[k];
        if (end[k] > 0)
        {
            cuts[pieces++] = run->first + sum;
        }
    }
    if (pieces == 1)
    {
        return 2;
    }
    for (int32_t i = 0; i < run->count; ++i)
    {
        spare[start[octant_of(&items[i], mean)]++] = items[i];
    }
    imp3i_bvh_run_swap(run);
    memcpy(ends, cuts, (size_t)pieces * sizeof *ends);
    return pieces;
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

int32_t imp3i_bvh_split_morton(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES])
{
    const uint64_t* codes = b->codes + run->first;
    const uint64_t differ = (codes[0] ^ codes[run->count - 1]) >> IMP3I_BVH_NUMBER_BITS;
    if (differ)
    {
        // Those that have the highest bit in which they differ come last.
        const uint32_t upper = (uint32_t)(differ >> 32);
        const int32_t place = upper ? 32 + impi_highest_bit(upper) : impi_highest_bit((uint32_t)differ);
        ends[0] = run->first + count_without(codes, run->count, place + IMP3I_BVH_NUMBER_BITS);
    }
    return 2;
}
