// SPDX-License-Identifier: MIT
//
// Memory of the file readers: an arena for everything that dies together, and arrays that grow.
// All of it comes from the caller's imp_allocator; a null result means that it has failed, and nothing has changed.

#ifndef IMPINGE_IO_MEMORY_H
#define IMPINGE_IO_MEMORY_H

#include "impinge/base.h"

typedef struct io_arena
{
    imp_allocator allocator;
    struct io_block* blocks;  // newest first
} io_arena;

/// The allocator itself, or malloc for null.
imp_allocator io_allocator(const imp_allocator* allocator);

void io_arena_init(io_arena* arena, const imp_allocator* allocator);
void io_arena_free(io_arena* arena);

/// Zeroed memory, aligned to 16 bytes, that lives as long as the arena.
void* io_arena_take(io_arena* arena, size_t size);

/// A copy with a terminating zero.
char* io_arena_copy(io_arena* arena, const char* text, size_t length);

/// Makes room for at least `need` items in an array of `*capacity`, by doubling. The new array, or null.
void* io_grow(const imp_allocator* allocator, void* items, size_t* capacity, size_t need, size_t item_size);
void io_release(const imp_allocator* allocator, void* items, size_t capacity, size_t item_size);

#endif
