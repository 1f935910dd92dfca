// SPDX-License-Identifier: MIT
//
// Radix sort from the lowest byte up; bytes that are the same in all keys are passed over, so short keys cost little.
// No comparison, no bad case, and the order does not depend on anything but the keys.

#include "base/sort.h"

#include "base/bits.h"

#include <string.h>

static void sort_by_byte(const impi_keyed* from, impi_keyed* to, int32_t count, int shift, const int32_t* histogram)
{
    int32_t start[256], sum = 0;
    for (int32_t i = 0; i < 256; ++i)
    {
        start[i] = sum;
        sum += histogram[i];
    }
    for (int32_t i = 0; i < count; ++i)
    {
        to[start[from[i].key >> shift & 255]++] = from[i];
    }
}

void impi_sort(impi_keyed* items, impi_keyed* scratch, int32_t count)
{
    int32_t histogram[8][256] = {{0}};
    for (int32_t i = 0; i < count; ++i)
    {
        for (int b = 0; b < 8; ++b)
        {
            ++histogram[b][items[i].key >> (8 * b) & 255];
        }
    }
    impi_keyed *from = items, *to = scratch;
    for (int b = 0; b < 8 && count > 1; ++b)
    {
        if (histogram[b][items[0].key >> (8 * b) & 255] < count)
        {
            sort_by_byte(from, to, count, 8 * b, histogram[b]);
            impi_keyed* swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != items)
    {
        memcpy(items, from, (size_t)count * sizeof *items);
    }
}

enum
{
    DIGIT_BITS_MAX = 11,
    DIGIT_BITS_FEW = 8,  // where there are so few words that counters would cost more than they save
    WORDS_FEW = 1024
};

// Digits of equal length, as few as possible.
uint64_t* impi_sort_words(uint64_t* items, uint64_t* scratch, int32_t count, int low, int high)
{
    int bits = high - low, most = count < WORDS_FEW ? DIGIT_BITS_FEW : DIGIT_BITS_MAX;
    int passes = (bits + most - 1) / most, digit = passes ? (bits + passes - 1) / passes : 0;
    for (int pass = 0; pass < passes && count > 1; ++pass)
    {
        int shift = low + pass * digit;
        uint64_t mask = ((uint64_t)1 << (high - shift < digit ? high - shift : digit)) - 1;
        int32_t start[1 << DIGIT_BITS_MAX];
        memset(start, 0, (size_t)(mask + 1) * sizeof *start);
        for (int32_t i = 0; i < count; ++i)
        {
            ++start[items[i] >> shift & mask];
        }
        for (int32_t i = 0, sum = 0; i <= (int32_t)mask; ++i)
        {
            int32_t here = start[i];
            start[i] = sum;
            sum += here;
        }
        for (int32_t i = 0; i < count; ++i)
        {
            scratch[start[items[i] >> shift & mask]++] = items[i];
        }
        uint64_t* swap = items;
        items = scratch;
        scratch = swap;
    }
    return items;
}

uint32_t impi_sort_key(float x)
{
    uint32_t bits = impi_float_bits(x + 0.0f);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

uint32_t impi_hilbert(uint32_t x, uint32_t y)
{
    uint32_t d = 0;
    for (uint32_t s = 1u << 15; s > 0; s >>= 1)
    {
        uint32_t rx = (x & s) != 0, ry = (y & s) != 0;
        d = d << 2 | ((3 * rx) ^ ry);
        // Turn the quarter so that the curve enters it at its corner.
        uint32_t flip = ry ? 0 : rx ? 0xffffu : 0;
        x ^= flip;
        y ^= flip;
        if (!ry)
        {
            uint32_t swap = x;
            x = y;
            y = swap;
        }
    }
    return d;
}
