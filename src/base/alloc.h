// SPDX-License-Identifier: MIT
//
// The one way to memory. Sizes are counts of elements, and a product that does not fit counts as out of memory.

#ifndef IMPI_ALLOC_H
#define IMPI_ALLOC_H

#include "arithmetic.h"
#include "impinge/base.h"

/// The allocator to keep: a copy of the caller's, or the one over malloc for null.
imp_allocator impi_alloc_or_default(const imp_allocator* allocator);

/// Whether the allocator is one that can be called: null (malloc), or with a function in it.
static inline bool impi_alloc_valid(const imp_allocator* allocator)
{
    return !allocator || allocator->resize;
}

/// Allocates (block is null, old_count 0), grows or shrinks.
///
/// allocator null for malloc
/// new_count more than 0
/// returns   the block, aligned to 16 bytes; null when memory is out, and then the old block is as it was
void* impi_alloc_resize(const imp_allocator* allocator, void* block, size_t old_count, size_t new_count,
                        size_t element_size);

/// Gives a block back; null is allowed. count and element_size are those it was last allocated with.
void impi_alloc_free(const imp_allocator* allocator, void* block, size_t count, size_t element_size);

/// Lays several arrays out in one block: measured first with a null base, then given places in the same order.
typedef struct impi_layout
{
    char* base;
    size_t size;
} impi_layout;

static inline void* impi_take(impi_layout* l, size_t count, size_t element_size)
{
    void* r = l->base ? l->base + l->size : NULL;
    l->size += (count * element_size + 15) & ~(size_t)15;
    return r;
}

#endif
