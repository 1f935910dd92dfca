// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for one float at a time. Its sisters have the same words: lanes_sse2.h, lanes_neon.h and
// lanes_wasm.h for 4, lanes_avx2.h for 8, lanes_avx512.h for 16. An .inl is written in these words and compiled once
// with each; lanes_end.h takes the words away again. Here they are plain C, so this is also where to read what they
// mean.
//
// All widths give the same bits: lanes never meet, and nothing is fused or estimated. Comparisons with what is no
// number are false. Integers have no sign.

#include "check.h"

#include <math.h>

#define WIDTH 1
#define TARGET         // what stands before a function that uses these words
#define LANES float    // floats
#define INTS uint32_t  // integers
#define MASK bool      // truth values

#define PREFETCH(p) ((void)(p))  // what is at p is wanted soon
#define LOAD(p) (*(p))
#define STORE(p, a) (*(p) = (a))
#define GATHER(p, index) ((p)[*(index)])
// Four floats of each thing, from its byte `at`, and of more rows that are step bytes apart: out[m][k] is float k of
// row m.
#define LOAD_FOURS(things, at, rows, step, out) impi_scalar_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_scalar_store_fours(things, at, four)  // and back, of one row
#define SPLAT(k) (k)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define DIV(a, b) ((a) / (b))
#define ROOT(a) sqrtf(a)
#define MIN(a, b) impi_scalar_min(a, b)  // a < b ? a : b
#define MAX(a, b) impi_scalar_max(a, b)  // a > b ? a : b
#define ABS(a) fabsf(a)
#define FLIP(a, by) impi_scalar_flip(a, by)  // a, with its sign changed where that of by is minus; -0 counts as minus

#define LESS(a, b) ((a) < (b))
#define AT_MOST(a, b) ((a) <= (b))
#define MINUS(a) (impi_float_bits(a) >> 31 != 0)
#define AND(a, b) (((int)(a) & (int)(b)) != 0)
#define OR(a, b) (((int)(a) | (int)(b)) != 0)
#define XOR(a, b) ((a) != (b))
#define NOT(a) (!(a))
#define BITS(a) ((uint32_t)(a))  // bit i is lane i
// Writes first + i for each of sixteen bits i to out, where there is room for all. Returns how many.
#define LIST_BITS(out, first, bits) impi_list_bits(out, first, bits)
#define PICK(mask, yes, no) ((mask) ? (yes) : (no))
#define PICK_NEGATED(mask, yes, no) ((mask) ? -(yes) : (no))
#define WHERE(mask, yes) ((mask) ? (yes) : 0.0f)

#define LOAD_INT(p) ((uint32_t) * (p))
#define STORE_INT(p, a) memcpy(p, &(a), sizeof(a))
#define SPLAT_INT(k) ((uint32_t)(k))
#define ADD_INT(a, b) ((a) + (b))
#define ADD_INT_WHERE(mask, a, b) ((mask) ? (a) + (b) : (a))
#define SUB_INT(a, b) ((a) - (b))
#define AND_INT(a, b) ((a) & (b))
#define OR_INT(a, b) ((a) | (b))
#define LEFT_INT(a, by) ((a) << (by))
#define LESS_INT(a, b) ((a) < (b))
#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))
#define MAX_INT(a, b) ((a) > (b) ? (a) : (b))
#define PICK_INT(mask, yes, no) ((mask) ? (yes) : (no))
#define WHERE_INT(mask, yes) ((mask) ? (yes) : 0u)
#define MAGNITUDE_INT(a) impi_magnitude_bits(a)  // a float's bits without its sign
#define BITS_INT(a) impi_float_bits(a)           // all of them
#define FLOATS_INT(a) impi_float_of_bits(a)      // and back

#if !defined(IMPI_LANES_SCALAR_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_SCALAR_HELPERS

static inline float impi_scalar_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float impi_scalar_max(float a, float b)
{
    return a > b ? a : b;
}

static inline float impi_scalar_flip(float a, float by)
{
    return impi_float_of_bits(impi_float_bits(a) ^ (impi_float_bits(by) & 0x80000000u));
}

static inline void impi_scalar_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                          float out[][4])
{
    for (int32_t m = 0; m < rows; ++m)
    {
        memcpy(out[m], (const char*)things[0] + at + (size_t)m * step, sizeof out[m]);
    }
}

static inline void impi_scalar_store_fours(void* const* things, size_t at, const float four[4])
{
    memcpy((char*)things[0] + at, four, 4 * sizeof *four);
}

#endif
