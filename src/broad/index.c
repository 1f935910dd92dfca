// SPDX-License-Identifier: MIT
//
// Work that is spread over threads. And order in lists of results, where there is no memory but the list itself: a heap
// for the first few of many, and for numbers an exchange sort by bits, which has no bad case, down to a few.

#include "index.h"

#include "../base/sort.h"

#include <string.h>

int32_t impi_workers(const imp_jobs* jobs)
{
    return jobs->start ? jobs->workers(jobs->user) : 1;
}

void impi_spread(const imp_jobs* jobs, void (*job)(void* context, int32_t i), void* context, int32_t count)
{
    if (count > 1 && impi_workers(jobs) > 1)
    {
        jobs->wait(jobs->user, jobs->start(jobs->user, job, context, count));
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        job(context, i);
    }
}

static void sink_down(imp_index_hit* heap, int32_t count, int32_t at)
{
    imp_index_hit hit = heap[at];
    for (;;)
    {
        int32_t child = 2 * at + 1;
        if (child >= count)
        {
            break;
        }
        child += child + 1 < count && impi_later(heap[child + 1], heap[child]);
        if (!impi_later(heap[child], hit))
        {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = hit;
}

void impi_heap_put(imp_index_hit* heap, int32_t* count, int32_t capacity, imp_index_hit hit)
{
    if (*count == capacity)
    {
        if (impi_later(heap[0], hit))
        {
            heap[0] = hit;
            sink_down(heap, capacity, 0);
        }
        return;
    }
    int32_t at = (*count)++;
    for (int32_t above = (at - 1) / 2; at > 0 && impi_later(hit, heap[above]); above = (at - 1) / 2)
    {
        heap[at] = heap[above];
        at = above;
    }
    heap[at] = hit;
}

void impi_heap_sort(imp_index_hit* heap, int32_t count)
{
    for (int32_t left = count - 1; left > 0; --left)
    {
        imp_index_hit last = heap[0];
        heap[0] = heap[left];
        heap[left] = last;
        sink_down(heap, left, 0);
    }
}

enum
{
    FEW_NUMBERS = 64,
    FEW_PAIRS = 24,
    FEW_BITS = 5,
    PARTS_MIN = 1 << 17,
    PART_BITS = 11,
    PART_MOST = 4096
};

// Each goes where as many are lower than it is: no branch depends on the numbers, which are all different.
static void sort_few_numbers(int32_t* numbers, int32_t count)
{
    int32_t copy[FEW_NUMBERS], lower[FEW_NUMBERS] = {0};
    memcpy(copy, numbers, (size_t)count * sizeof *copy);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t number = copy[i];
        for (int32_t k = 0; k < count; ++k)
        {
            lower[k] += copy[k] > number;
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        numbers[lower[i]] = copy[i];
    }
}

void impi_sort_numbers(int32_t* numbers, int32_t count)
{
    // One range waits for each bit at most.
    struct
    {
        int32_t first, end, bit;
    } waiting[32] = {{0, count, 30}};
    int32_t waiting_count = 1;
    while (waiting_count > 0)
    {
        --waiting_count;
        int32_t first = waiting[waiting_count].first, end = waiting[waiting_count].end,
                bit = waiting[waiting_count].bit;
        while (end - first > FEW_NUMBERS && bit >= 0)
        {
            int32_t low = first, high = end;
            while (low < high)
            {
                if (numbers[low] >> bit & 1)
                {
                    int32_t swap = numbers[--high];
                    numbers[high] = numbers[low];
                    numbers[low] = swap;
                }
                else
                {
                    ++low;
                }
            }
            --bit;
            waiting[waiting_count].first = low;
            waiting[waiting_count].end = end;
            waiting[waiting_count].bit = bit;
            ++waiting_count;
            end = low;
        }
        if (bit >= 0)
        {
            sort_few_numbers(numbers + first, end - first);
        }
    }
}

int impi_bits_of(int32_t count)
{
    int bits = 1;
    while (count > 1 && (count - 1) >> bits)
    {
        ++bits;
    }
    return bits;
}

static imp_pair pair_of(uint64_t key, int shift)
{
    imp_pair pair = {(int32_t)(key >> shift), (int32_t)(key & (((uint64_t)1 << shift) - 1))};
    return pair;
}

// A pair among those before it, to where it belongs. Not farther than FEW_PAIRS; returns how far.
static int32_t slip_in(uint64_t* pairs, int32_t at, imp_pair pair)
{
    int32_t moves = 0;
    for (imp_pair before; moves < FEW_PAIRS && moves < at; ++moves)
    {
        memcpy(&before, &pairs[at - moves - 1], sizeof before);
        if (before.a != pair.a || before.b <= pair.b)
        {
            break;
        }
        memcpy(&pairs[at - moves], &before, sizeof before);
    }
    memcpy(&pairs[at - moves], &pair, sizeof pair);
    return moves;
}

// All keys of the thing of a pair; it and those before are pairs already. Returns where they begin, sorted now.
static int32_t sort_pairs_of_one(uint64_t* keys, uint64_t* scratch, const uint64_t* pairs, int32_t at, int32_t count,
                                 int shift)
{
    imp_pair pair, before;
    memcpy(&pair, &pairs[at], sizeof pair);
    int32_t first = at + 1, end = at + 1;
    for (; first > 0; --first)
    {
        memcpy(&before, &pairs[first - 1], sizeof before);
        if (before.a != pair.a)
        {
            break;
        }
        keys[first - 1] = (uint64_t)before.a << shift | (uint64_t)before.b;
    }
    while (end < count && pair_of(keys[end], shift).a == pair.a)
    {
        ++end;
    }
    const uint64_t* sorted = impi_sort_words(keys + first, scratch + first, end - first, 0, shift);
    memmove(keys + first, sorted, (size_t)(end - first) * sizeof *keys);
    return first;
}

// Sorts keys that differ in the bits below `high` alone, with as much room in scratch, and writes the pairs to `out`,
// which may be either. By a few bits of the lower half as well: that leaves hardly any to be put right. Most things are
// in few pairs; those of one that is in many are sorted by all bits then.
static void sort_part(uint64_t* keys, uint64_t* scratch, uint64_t* out, int32_t count, int shift, int high)
{
    int low = shift < high ? shift : high;
    low = low > FEW_BITS ? low - FEW_BITS : 0;
    uint64_t *sorted = impi_sort_words(keys, scratch, count, low, high), last = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        uint64_t key = sorted[i];
        imp_pair pair = pair_of(key, shift);
        if (key >= last)
        {
            memcpy(&out[i], &pair, sizeof pair);
            last = key;
        }
        else if (slip_in(out, i, pair) == FEW_PAIRS)
        {
            i = sort_pairs_of_one(sorted, sorted == keys ? scratch : keys, out, i, count, shift) - 1;
            last = 0;
        }
    }
}

// Many are first dealt out by their highest bits, so that all else stays within the cache.
imp_status impi_sort_pairs(impi_words* list, impi_words* spare, int shift, int bits, const imp_allocator* allocator)
{
    if (impi_array_reserve(spare, allocator, list->count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (list->count < PARTS_MIN || bits < PART_BITS)
    {
        sort_part(list->data, spare->data, list->data, list->count, shift, bits);
        return IMP_OK;
    }
    int32_t end[(1 << PART_BITS) + 1] = {0}, first = 0, parts = 2;
    int high = bits - 1;
    for (; parts < 1 << PART_BITS && list->count / parts > PART_MOST; parts *= 2)
    {
        --high;
    }
    for (int32_t i = 0; i < list->count; ++i)
    {
        ++end[(list->data[i] >> high) + 1];
    }
    for (int32_t part = 0; part < parts; ++part)
    {
        end[part + 1] += end[part];
    }
    for (int32_t i = 0; i < list->count; ++i)
    {
        spare->data[end[list->data[i] >> high]++] = list->data[i];
    }
    for (int32_t part = 0; first < list->count; first = end[part++])
    {
        sort_part(spare->data + first, list->data + first, list->data + first, end[part] - first, shift, high);
    }
    return IMP_OK;
}
