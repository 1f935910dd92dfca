// SPDX-License-Identifier: MIT
//
// Counts of references to memory that never changes, and so may be held by several threads at once.

#ifndef IMPI_REFERENCES_H
#define IMPI_REFERENCES_H

#include <stdint.h>

#if !defined(__GNUC__) && defined(_MSC_VER)
#include <intrin.h>
#endif

/// Adds to a count, and returns what it is then. Whoever comes to 0 sees all that others have done before they gave
/// theirs back. A compiler that is neither GCC, Clang nor MSVC counts for one thread alone.
static inline int32_t impi_references_add(int32_t* count, int32_t more)
{
#if defined(__GNUC__)
    return __atomic_add_fetch(count, more, __ATOMIC_ACQ_REL);
#elif defined(_MSC_VER)
    return (int32_t)_InterlockedExchangeAdd((volatile long*)count, more) + more;
#else
    return *count += more;
#endif
}

/// What a count is now.
static inline int32_t impi_references(const int32_t* count)
{
#if defined(__GNUC__)
    return __atomic_load_n(count, __ATOMIC_ACQUIRE);
#else
    return *(const volatile int32_t*)count;
#endif
}

#endif
