// SPDX-License-Identifier: MIT
//
// Growable arrays. Room is made first, by a call that may fail and then changes nothing; writing cannot fail:
//
//     typedef struct pairs { IMPI_ARRAY(pair) } pairs;   // all zero is the empty array
//
//     imp_status status = impi_array_reserve(&pairs, allocator, (int64_t)pairs.count + 2);
//     if (status) { return status; }
//     pairs.data[pairs.count++] = first;
//     pairs.data[pairs.count++] = second;

#ifndef IMPI_ARRAY_H
#define IMPI_ARRAY_H

#include "base/status.h"

/// The members of an array of a type. block is data without its type.
#define IMPI_ARRAY(type)                                                                                               \
    union                                                                                                              \
    {                                                                                                                  \
        type* data;                                                                                                    \
        void* block;                                                                                                   \
    };                                                                                                                 \
    int32_t count;                                                                                                     \
    int32_t capacity;

/// Room for at least wanted elements (an int64_t, so that a sum cannot overflow). Grows by half, what is large by less,
/// so that n additions cost O(n). Returns IMP_OK, or IMP_ERR_MEMORY with the array as it was.
#define impi_array_reserve(array, allocator, wanted)                                                                   \
    impi_array_make_room(&(array)->block, &(array)->capacity, wanted, sizeof *(array)->data, allocator)

/// Gives the memory back and leaves an empty array.
#define impi_array_free(array, allocator)                                                                              \
    ((array)->count = 0, impi_array_drop(&(array)->block, &(array)->capacity, sizeof *(array)->data, allocator))

imp_status impi_array_make_room(void** block, int32_t* capacity, int64_t wanted, size_t element_size,
                                const imp_allocator* allocator);

void impi_array_drop(void** block, int32_t* capacity, size_t element_size, const imp_allocator* allocator);

#endif
