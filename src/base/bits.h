// SPDX-License-Identifier: MIT
//
// Sets of up to 32 things as the bits of a word, the bits of floats, and what else a compiler has to be asked for in
// its own words.

#ifndef IMPI_BITS_H
#define IMPI_BITS_H

#include "arithmetic.h"

#include <stdint.h>
#include <string.h>

/// A float's bits, and back.
static inline uint32_t impi_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float impi_float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// The place of the lowest bit that is set; bits is not 0.
static inline int32_t impi_lowest_bit(uint32_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int32_t place = 0;
    for (; (bits & 1u) == 0; bits >>= 1)
    {
        place += 1;
    }
    return place;
#endif
}

/// Prefetches memory that is soon read; it need not exist.
static inline void impi_prefetch(const void* place)
{
#if defined(__GNUC__)
    __builtin_prefetch(place);
    __asm__ volatile("");  // else gcc takes a function that only prefetches for one without effects, and drops its calls
#else
    (void)place;
#endif
}

/// How many bits are set; a compiler's own may be a call into its library.
static inline int32_t impi_count_bits(uint32_t bits)
{
    bits = bits - (bits >> 1 & 0x55555555u);
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return (int32_t)(((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

/// The place of the highest bit that is set, or -1.
static inline int32_t impi_highest_bit(uint32_t bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    bits |= bits >> 16;
    return impi_count_bits(bits) - 1;
}

/// Writes first + i for each bit i that is set, the lowest first. Returns how many.
static inline int32_t impi_list_bits(int32_t* out, int32_t first, uint32_t bits)
{
    int32_t count = 0;
    for (; bits; bits &= bits - 1)
    {
        out[count++] = first + impi_lowest_bit(bits);
    }
    return count;
}

#endif
