// SPDX-License-Identifier: MIT
//
// Strips: sweep and prune, over blocks of boxes.
//
// Sweep and prune sorts intervals by their lower ends along an axis; each is then held against those that follow until
// one begins beyond its end. Of n things spread over an area, the square root of n lie above each other at any place of
// the axis, so the plane is first cut into strips along it (space into columns), about as wide as sixteen things are
// long. What is sorted are blocks of things rather than things: those are held against each other sixteen at a time,
// and their order outlasts many frames.
//
//     strip 0   |-------| |------|            a block is held against what begins behind its own beginning and before
//                   |-------|  |----- ...     its end: in its own strip, and in all others that its bounds touch.
//     strip 1    |------|   |-------|         So of two blocks that overlap, the one that begins first finds the
//                     |--------|     ...      other, and nothing is found twice.
//
// One-shot: lower ends are dealt out to buckets, across the strips, then along each. Incremental: before each search
// blocks are sorted by insertion; when that takes many moves, all things are laid out anew, as they are when bounds
// have grown as much as a tree's may. The axis along which things overlap least, for how widely they are spread, is
// chosen then, so it does not change to and fro. A block begins where what it holds began or begins, then or now. The
// levels above are those of the tree: all other questions are answered by it, and this one too where there is no memory
// to lay out strips, or where so much has leapt elsewhere that they cannot be sorted.
//
// Things far longer than the others make their block and strip long, not wrong: no list of what is still open is kept,
// for each looks only forward.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

enum
{
    FNI(STRIPS_SAMPLE) = 64,
    FNI(BUCKETS) = 2048,
    FNI(BUCKETS_OF_PART) = 8,  // what is cut into parts need be sorted no finer: it is less far to each bucket then
    FNI(WAITING) = 512
};

// Into how many parts to cut on each axis, so that blocks are about as much longer than things on each; that on which
// there are most, along which to sweep, is returned. Told by a few, so that those far away do not decide.
static int choose_cuts(const FNI(work) * work, int32_t count, int32_t blocks, int32_t* cuts)
{
    const FNI(item)* items = work->items;
    double spread[AXES], extent[AXES], longest = 0.0;
    int32_t size = count < FNI(STRIPS_SAMPLE) ? count : FNI(STRIPS_SAMPLE);
    for (int k = 0; k < AXES; ++k)
    {
        double mean = 0.0;
        spread[k] = 0.0;
        extent[k] = 0.0;
        for (int32_t i = 0; i < size; ++i)
        {
            Box box = FNI(work_box)(work, (int32_t)((int64_t)i * count / size)).box;
            mean += (double)items[(int64_t)i * count / size].key[k] / size;
            extent[k] += (double)AT(box.upper, k) - (double)AT(box.lower, k);
        }
        for (int32_t i = 0; i < size; ++i)
        {
            spread[k] += fabs((double)items[(int64_t)i * count / size].key[k] - mean);
        }
        longest = extent[k] > longest ? extent[k] : longest;
        cuts[k] = 1;
    }
    for (int64_t parts = 1; parts < blocks;)
    {
        int best = 0;
        double most = -1.0;
        for (int k = 0; k < AXES; ++k)
        {
            double step = spread[k] / ((longest > 0.0 ? extent[k] + 0.25 * longest : 1.0) * cuts[k]);
            best = step > most ? k : best;
            most = step > most ? step : most;
        }
        parts = parts / cuts[best];
        cuts[best] += 1 + cuts[best] / 8;
        parts = 1;
        for (int k = 0; k < AXES; ++k)
        {
            parts *= cuts[k];
        }
    }
    int axis = 0;
    for (int k = 1; k < AXES; ++k)
    {
        axis = cuts[k] > cuts[axis] ? k : axis;
    }
    return axis;
}

// The least and the greatest key on an axis. What is read beside them is a number, too: one of things.
static void find_range(const FNI(item) * items, int32_t count, int axis, float* least, float* most)
{
    enum
    {
        CHAINS = 4  // one alone would have each item wait for the one before
    };
    impi_lanes low[CHAINS], high[CHAINS];
    float lows[4], highs[4];
    for (int32_t k = 0; k < CHAINS; ++k)
    {
        low[k] = high[k] = impi_lanes_load(items[0].key);
    }
    for (int32_t i = 0; i < count; i += CHAINS)
    {
        for (int32_t k = 0; k < CHAINS; ++k)
        {
            impi_lanes keys = impi_lanes_load(items[i + k < count ? i + k : i].key);
            low[k] = impi_lanes_min(low[k], keys);
            high[k] = impi_lanes_max(high[k], keys);
        }
    }
    impi_lanes_store(lows, impi_lanes_min(impi_lanes_min(low[0], low[1]), impi_lanes_min(low[2], low[3])));
    impi_lanes_store(highs, impi_lanes_max(impi_lanes_max(high[0], high[1]), impi_lanes_max(high[2], high[3])));
    *least = lows[axis];
    *most = highs[axis];
}

// Deals things out to buckets of the same width along an axis, in one pass; end[b] is where those of bucket b end.
// Returns how many buckets there are: as many as are wanted, or a few more.
static int32_t deal_out(const FNI(item) * from, FNI(item) * to, int32_t count, int axis, int32_t wanted, int32_t* end)
{
    float least, most;
    int32_t buckets = 16;
    find_range(from, count, axis, &least, &most);
    wanted = wanted < count ? wanted : count;
    while (buckets < FNI(BUCKETS) && buckets < wanted)
    {
        buckets *= 2;
    }
    // All at one spot, or as good as: the first bucket holds them all, and is not sorted any further.
    float scale = most - least > 0x1p-100f ? (float)buckets / (most - least) : 0.0f;
    memset(end, 0, (size_t)(buckets + 2) * sizeof *end);
    for (int32_t i = 0; i < count; ++i)
    {
        ++end[(int32_t)((from[i].key[axis] - least) * scale) + 1];
    }
    for (int32_t b = 0; b < buckets; ++b)
    {
        end[b + 1] += end[b];
    }
    for (int32_t i = 0; i < count; ++i)
    {
        to[end[(int32_t)((from[i].key[axis] - least) * scale)]++] = from[i];
    }
    // Things at the upper end are in a bucket of their own, which belongs to the last.
    end[buckets - 1] = count;
    return scale > 0.0f ? buckets : 0;
}

// Sorts things along an axis as far as it matters: what shares a bucket with few others stays as it comes. Buckets with
// many are dealt out again, so that a few things far away do no harm. Those in `from` are in `to` then.
static void sort_along(FNI(item) * from, FNI(item) * to, int32_t count, int axis, int32_t wanted)
{
    struct
    {
        int32_t first, count;
    } waiting[FNI(WAITING)] = {{0, count}};
    int32_t waiting_count = count > 0;
    while (waiting_count > 0)
    {
        int32_t end[FNI(BUCKETS) + 2];
        --waiting_count;
        int32_t first = waiting[waiting_count].first, size = waiting[waiting_count].count, begin = 0;
        int32_t buckets = deal_out(from + first, to + first, size, axis, wanted, end);
        for (int32_t b = 0; b < buckets; begin = end[b++])
        {
            int32_t here = end[b] - begin;
            if (here > 16 + 4 * (size / buckets) && waiting_count < FNI(WAITING))
            {
                memcpy(from + first + begin, to + first + begin, (size_t)here * sizeof *from);
                waiting[waiting_count].first = first + begin;
                waiting[waiting_count].count = here;
                ++waiting_count;
            }
        }
    }
}

void FNI(strips_order)(FNI(tree) * tree, FNI(work) * work, int32_t item_count, int32_t block_count)
{
    int32_t* ends = work->ends;
    FNI(strips)* strips = &tree->strips;
    int32_t cuts[AXES];
    strips->axis = choose_cuts(work, item_count, block_count, cuts);
    strips->count = 1;
    strips->start[0] = 0;
    for (int32_t b = 0; b < block_count; ++b)
    {
        ends[b] = (int32_t)((int64_t)item_count * (b + 1) / block_count);
    }
    for (int round = 0; round < AXES; ++round)
    {
        // The axis of the strips is the last; there, strips are not cut any more.
        int axis = round == AXES - 1 ? strips->axis : (strips->axis + 1 + round) % AXES;
        int32_t parts = round == AXES - 1 ? 1 : cuts[axis], end = block_count;
        for (int32_t s = strips->count - 1; s >= 0; --s)
        {
            int32_t first = strips->start[s], from = first > 0 ? ends[first - 1] : 0;
            int32_t buckets = FNI(BUCKETS_OF_PART) * (round == AXES - 1 ? end - first : parts);
            sort_along(work->items + from, work->spare + from, ends[end - 1] - from, axis, buckets);
            for (int32_t part = 0; part < parts; ++part)
            {
                strips->start[s * parts + part] = first + (int32_t)((int64_t)(end - first) * part / parts);
            }
            end = first;
        }
        strips->count *= parts;
        FNI(item)* sorted = work->spare;
        work->spare = work->items;
        work->items = sorted;
    }
    strips->start[strips->count] = block_count;
}

// The lower end of a block along the axis.
static float begin_of(const FNI(tree) * tree, int32_t block)
{
    return tree->bounds[tree->start[1] + (block >> 4)].lower[tree->strips.axis][block & 15];
}

// Moves a block forward; those that were there follow it.
static void move_block(FNI(tree) * tree, int32_t* place, int32_t from, int32_t to)
{
    FNI(box_block) now = tree->now[from], then = tree->then[from];
    uint16_t used = tree->used[from], changed = tree->changed[from];
    int32_t numbers[IMPI_LANES_OF_BLOCK];
    size_t count = (size_t)(from - to);
    memcpy(numbers, tree->numbers + 16 * from, sizeof numbers);
    memmove(tree->now + to + 1, tree->now + to, count * sizeof *tree->now);
    memmove(tree->then + to + 1, tree->then + to, count * sizeof *tree->then);
    memmove(tree->used + to + 1, tree->used + to, count * sizeof *tree->used);
    memmove(tree->changed + to + 1, tree->changed + to, count * sizeof *tree->changed);
    memmove(tree->numbers + 16 * (to + 1), tree->numbers + 16 * to, 16 * count * sizeof *tree->numbers);
    memcpy(tree->numbers + 16 * to, numbers, sizeof numbers);
    tree->now[to] = now;
    tree->then[to] = then;
    tree->used[to] = used;
    tree->changed[to] = changed;
    for (int32_t i = 16 * to; i < 16 * (from + 1); ++i)
    {
        if (tree->numbers[i] >= 0)
        {
            place[tree->numbers[i]] = i;
        }
    }
    FNI(tree_refresh_part)(tree, to, from - to + 1, 1);
}

// Sorts the blocks of a strip by insertion. Returns how far blocks were moved; more than `most` is not finished.
static int64_t sort_strip(FNI(tree) * tree, int32_t* place, int32_t strip, int64_t most)
{
    int32_t first = tree->strips.start[strip], end = tree->strips.start[strip + 1];
    int64_t moves = 0;
    for (int32_t block = first + 1; block < end && moves <= most; ++block)
    {
        int32_t to = block;
        while (to > first && begin_of(tree, to - 1) > begin_of(tree, block))
        {
            --to;
        }
        if (to < block)
        {
            move_block(tree, place, block, to);
            moves += block - to;
        }
    }
    if (moves > 0)
    {
        FNI(tree_refresh_part)(tree, first, end - first, tree->top);
    }
    return moves;
}

// The same for all strips. False when there are none, or it would take many moves.
static bool sort_strips(FNI(tree) * tree, int32_t* place)
{
    int64_t left = tree->count[0] / 8 + 16;
    for (int32_t strip = 0; strip < tree->strips.count && left >= 0; ++strip)
    {
        left -= sort_strip(tree, place, strip, left);
    }
    return tree->strips.count > 0 && left >= 0;
}

// Bounds of a strip, and whether something in it has changed.
static void bound_strip(FNI(tree) * tree, int32_t strip)
{
    Box box = FNI(empty_box)();
    bool changed = false;
    for (int32_t block = tree->strips.start[strip]; block < tree->strips.start[strip + 1]; ++block)
    {
        const FNI(box_block)* above = &tree->bounds[tree->start[1] + (block >> 4)];
        for (int k = 0; k < AXES; ++k)
        {
            float lower = above->lower[k][block & 15], upper = above->upper[k][block & 15];
            SET_AT(box.lower, k, lower < AT(box.lower, k) ? lower : AT(box.lower, k));
            SET_AT(box.upper, k, upper > AT(box.upper, k) ? upper : AT(box.upper, k));
        }
        changed = changed || tree->changed[block] != 0;
    }
    uint32_t bit = 1u << (strip & 15), others = tree->strips.changed[strip >> 4] & ~bit;
    FNI(block_set)(&tree->strips.bounds[strip >> 4], strip & 15, box);
    tree->strips.changed[strip >> 4] = (uint16_t)(others | (changed ? bit : 0));
}

bool FNI(strips_ready)(FNI(tree) * tree, int32_t* place, int32_t fill, const imp_allocator* allocator)
{
    if (!tree->swept || tree->top == 0)
    {
        return false;
    }
    if (!sort_strips(tree, place))
    {
        FNI(tree_build)(tree, place, fill, NULL, allocator);
        tree->strips.count = sort_strips(tree, place) ? tree->strips.count : 0;
    }
    int32_t lanes = (tree->strips.count + 15) & ~15;
    for (int32_t strip = 0; strip < lanes; ++strip)
    {
        if (strip < tree->strips.count)
        {
            bound_strip(tree, strip);
        }
        else
        {
            FNI(block_set)(&tree->strips.bounds[strip >> 4], strip & 15, FNI(empty_box)());
        }
    }
    return tree->strips.count > 0;
}

const char* FNI(strips_fault)(const FNI(tree) * tree, bool ready)
{
    const FNI(strips)* strips = &tree->strips;
    if (strips->count == 0)
    {
        return NULL;
    }
    if (!tree->swept || strips->start[0] != 0 || strips->start[strips->count] != tree->count[0])
    {
        return "strips have not all blocks";
    }
    for (int32_t strip = 0; strip < strips->count; ++strip)
    {
        Box around = FNI(block_get)(&strips->bounds[strip >> 4], strip & 15);
        if (strips->start[strip] >= strips->start[strip + 1])
        {
            return "a strip has no blocks";
        }
        for (int32_t block = strips->start[strip]; block < strips->start[strip + 1] && ready && tree->top > 0; ++block)
        {
            Box box = FNI(block_get)(&tree->bounds[tree->start[1] + (block >> 4)], block & 15);
            if (block > strips->start[strip] && begin_of(tree, block - 1) > begin_of(tree, block))
            {
                return "a strip is not sorted";
            }
            for (int k = 0; k < AXES; ++k)
            {
                if (AT(around.lower, k) > AT(box.lower, k) || AT(around.upper, k) < AT(box.upper, k))
                {
                    return "a block is outside its strip";
                }
            }
        }
    }
    return NULL;
}
