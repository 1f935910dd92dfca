// SPDX-License-Identifier: MIT
//
// Order in lists of results, where there is no memory but the list itself: a heap for the first few of many, and an
// exchange sort by bits, which has no bad case, for numbers.

#include "index.h"

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
    FEW_NUMBERS = 24
};

static void insert_numbers(int32_t* numbers, int32_t count)
{
    for (int32_t i = 1; i < count; ++i)
    {
        int32_t number = numbers[i], j = i;
        for (; j > 0 && numbers[j - 1] > number; --j)
        {
            numbers[j] = numbers[j - 1];
        }
        numbers[j] = number;
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
        insert_numbers(numbers + first, bit < 0 ? 0 : end - first);
    }
}
