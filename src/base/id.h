// SPDX-License-Identifier: MIT
//
// Handles: numbers that a caller may keep for ever, and that are refused once the thing is gone.
//
//     bit  63      53 52          32 31              0
//          |    0    | generation   |     index      |     53 significant bits: a JavaScript number holds it
//
// The index is a place in the owner's arrays. Places are used again, with the next generation, so an old handle does
// not fit the new thing. A generation is never 0, so 0 is no handle. After 2^21 - 1 things a place has used up its
// generations and is retired for good: no handle ever comes back to life.
//
// The generation of a new place starts at the pool's tag. Two pools with different tags refuse each other's handles
// until a place has been used again as many times as the tags are apart.

#ifndef IMPI_ID_H
#define IMPI_ID_H

#include "base/array.h"

#define IMPI_GENERATION_BITS 21
#define IMPI_GENERATION_MAX ((1u << IMPI_GENERATION_BITS) - 1)

typedef uint64_t impi_id;

typedef struct impi_slot
{
    uint32_t generation;  // of the thing in it, or of the next one; 0 when retired
    int32_t next;         // free: the next free place, or -1; used: IMPI_SLOT_USED
} impi_slot;

#define IMPI_SLOT_USED (-2)

typedef struct impi_pool
{
    IMPI_ARRAY(impi_slot)
    int32_t first_free;  // last freed, first used again; -1 for none
    int32_t used;
    uint32_t tag;
} impi_pool;

/// An empty pool. tag is 1 to IMPI_GENERATION_MAX.
void impi_pool_init(impi_pool* pool, uint32_t tag);

void impi_pool_free(impi_pool* pool, const imp_allocator* allocator);

/// After this, the next count calls of impi_pool_take cannot fail. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_pool_reserve(impi_pool* pool, const imp_allocator* allocator, int32_t count);

/// A new handle. Returns IMP_OK or IMP_ERR_MEMORY; then pool and id are as they were.
imp_status impi_pool_take(impi_pool* pool, const imp_allocator* allocator, impi_id* id);

/// The handle of the thing at a place that is in use.
static inline impi_id impi_pool_id(const impi_pool* pool, int32_t place)
{
    return (impi_id)pool->data[place].generation << 32 | (uint32_t)place;
}

/// The place of a handle's thing, or -1 for a handle that is 0, stale, or not from here.
int32_t impi_pool_find(const impi_pool* pool, impi_id id);

/// Undoes the last impi_pool_take, which gave this handle: the next one gives it again.
void impi_pool_untake(impi_pool* pool, impi_id id);

/// Ends a handle. Returns false, and does nothing, where impi_pool_find gives -1.
bool impi_pool_give_back(impi_pool* pool, impi_id id);

#endif
