// SPDX-License-Identifier: MIT
//
// Counts of references to memory that never changes, and so may be held by several threads at once.

#ifndef IMPI_REFERENCES_H
#define IMPI_REFERENCES_H

#include <stdint.h>

/// Adds to a count, and returns what it is then. Whoever comes to 0 sees all that others have done before they gave
/// theirs back. A compiler that is neither GCC nor Clang counts for one thread alone, as there are
/// no worker threads either.
static inline int32_t impi_references_add(int32_t* count, int32_t more)
{
#if defined(__GNUC__)
    return __atomic_add_fetch(count, more, __ATOMIC_ACQ_REL);
#else
    return *count += more;
#endif
}

/// The count now.
static inline int32_t impi_references(const int32_t* count)
{
#if defined(__GNUC__)
    return __atomic_load_n(count, __ATOMIC_ACQUIRE);
#else
    return *count;
#endif
}

#endif
