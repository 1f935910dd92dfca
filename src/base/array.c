// SPDX-License-Identifier: MIT
//
// Growable arrays: how much room is made, and that a failure changes nothing.

#include "base/array.h"

#include "base/alloc.h"
#include "base/assert.h"

// An array of so many bytes grows by less than its half, and one of so many by less than its quarter.
#define MUCH 65536
#define VERY_MUCH 1048576

imp_status impi_array_make_room(void** block, int32_t* capacity, int64_t wanted, size_t element_size,
                                const imp_allocator* allocator)
{
    IMP_ASSERT(wanted >= 0);
    if (wanted <= *capacity)
    {
        return IMP_OK;
    }
    if (wanted > INT32_MAX)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    size_t bytes = (size_t)*capacity * element_size;
    int64_t larger = *capacity + (int64_t)(*capacity / (bytes < MUCH ? 2 : bytes < VERY_MUCH ? 4 : 8));
    larger = larger < 8 ? 8 : larger;
    larger = larger > INT32_MAX ? INT32_MAX : larger;
    larger = larger < wanted ? wanted : larger;

    void* grown = impi_alloc_resize(allocator, *block, (size_t)*capacity, (size_t)larger, element_size);
    if (!grown)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *block = grown;
    *capacity = (int32_t)larger;
    return IMP_OK;
}

void impi_array_drop(void** block, int32_t* capacity, size_t element_size, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, *block, (size_t)*capacity, element_size);
    *block = NULL;
    *capacity = 0;
}
