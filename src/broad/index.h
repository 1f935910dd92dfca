// SPDX-License-Identifier: MIT
//
// Indexes inside: what needs no dimension.

#ifndef IMPI_INDEX_H
#define IMPI_INDEX_H

#include "../base/array.h"
#include "../base/bits.h"
#include "../base/cpu.h"
#include "impinge/broad.h"
#include "impinge/jobs.h"

#include <math.h>

#define IMPI_BITS_PLACE_MAX 0x5e800000u  // 2^62: the box around whatever is accepted elsewhere is within it

enum
{
    IMPI_LANES_OF_BLOCK = 16,
    IMPI_LEVELS_MAX = 8,  // 16^8 is more than all numbers
    IMPI_STEP_MAX = 256,
    IMPI_GRID_LEVELS = 64
};

#define IMPI_FULL 0xffffu  // all lanes of a block

typedef struct impi_words
{
    IMPI_ARRAY(uint64_t)
} impi_words;

/// A filter as it is meant: a zeroed one lets all through.
static inline imp_filter impi_filter_of(imp_filter filter)
{
    imp_filter all = {UINT32_MAX, UINT32_MAX};
    return filter.category == 0 && filter.mask == 0 ? all : filter;
}

static inline bool impi_filters_agree(imp_filter a, imp_filter b)
{
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/// Whether two of the things with these numbers meet; filters is null when all do.
static inline bool impi_meets(const imp_filter* filters, int32_t number, const imp_filter* filter)
{
    return !filters || impi_filters_agree(filters[number], *filter);
}

static inline bool impi_later(imp_index_hit a, imp_index_hit b)
{
    return a.value > b.value || (a.value == b.value && a.thing > b.thing);
}

/// Puts a hit into a heap, in which each is later than those below it, in place of the latest when it is full.
void impi_heap_put(imp_index_hit* heap, int32_t* count, int32_t capacity, imp_index_hit hit);

/// Sorts a heap, the earliest first.
void impi_heap_sort(imp_index_hit* heap, int32_t count);

/// Sorts numbers that are not below 0 and all different, in place.
void impi_sort_numbers(int32_t* numbers, int32_t count);

/// So many bits are enough for the numbers below count.
int impi_bits_of(int32_t count);

/// How many threads may work at once.
int32_t impi_workers(const imp_jobs* jobs);

/// Calls job(context, i) for every i below count: by jobs where more than one thread works, otherwise one after the
/// other.
void impi_spread(const imp_jobs* jobs, void (*job)(void* context, int32_t i), void* context, int32_t count);

/// Sorts keys a << shift | b that have so many bits, and turns them into pairs where they stand. spare: scratch.
imp_status impi_sort_pairs(impi_words* list, impi_words* spare, int shift, int bits, const imp_allocator* allocator);

#endif
