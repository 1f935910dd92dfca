// SPDX-License-Identifier: MIT
//
// Arena and growing arrays of the file readers.

#include "io/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct io_block
{
    struct io_block* next;
    size_t size, used;  // header included
} io_block;

enum
{
    HEADER = (sizeof(io_block) + 15) / 16 * 16,
    BLOCK_SIZE_MIN = 1 << 8,
    BLOCK_SIZE_MAX = 1 << 16
};

static void* resize_with_malloc(void* user, void* block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0)
    {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

imp_allocator io_allocator(const imp_allocator* allocator)
{
    imp_allocator standard = {resize_with_malloc, NULL};
    return allocator ? *allocator : standard;
}

void io_arena_init(io_arena* arena, const imp_allocator* allocator)
{
    arena->allocator = io_allocator(allocator);
    arena->blocks = NULL;
}

void io_arena_free(io_arena* arena)
{
    for (io_block* block = arena->blocks; block;)
    {
        io_block* next = block->next;
        arena->allocator.resize(arena->allocator.user, block, block->size, 0);
        block = next;
    }
    arena->blocks = NULL;
}

void* io_arena_take(io_arena* arena, size_t size)
{
    if (size > SIZE_MAX / 4)
    {
        return NULL;
    }
    size = (size + 15) / 16 * 16;
    io_block* block = arena->blocks;
    if (!block || block->size - block->used < size)
    {
        size_t twice = block ? 2 * block->size : BLOCK_SIZE_MIN;
        size_t wanted = twice < BLOCK_SIZE_MAX ? twice : BLOCK_SIZE_MAX;
        wanted = HEADER + size > wanted ? HEADER + size : wanted;
        block = arena->allocator.resize(arena->allocator.user, NULL, 0, wanted);
        if (!block)
        {
            return NULL;
        }
        *block = (io_block){arena->blocks, wanted, HEADER};
        arena->blocks = block;
    }
    void* result = (char*)block + block->used;
    block->used += size;
    memset(result, 0, size);
    return result;
}

char* io_arena_copy(io_arena* arena, const char* text, size_t length)
{
    char* result = io_arena_take(arena, length + 1);
    if (result && length > 0)
    {
        memcpy(result, text, length);
    }
    return result;
}

void* io_grow(const imp_allocator* allocator, void* items, size_t* capacity, size_t need, size_t item_size)
{
    if (items && need <= *capacity)
    {
        return items;
    }
    if (need > SIZE_MAX / 4 / item_size)
    {
        return NULL;
    }
    size_t wanted = *capacity * 2 > need ? *capacity * 2 : need;
    wanted = wanted < 16 ? 16 : wanted;
    void* result = allocator->resize(allocator->user, items, *capacity * item_size, wanted * item_size);
    if (result)
    {
        *capacity = wanted;
    }
    return result;
}

void io_release(const imp_allocator* allocator, void* items, size_t capacity, size_t item_size)
{
    if (items)
    {
        allocator->resize(allocator->user, items, capacity * item_size, 0);
    }
}
