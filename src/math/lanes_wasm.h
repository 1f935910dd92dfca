// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for four floats by WebAssembly's SIMD. lanes_scalar.h says what the words mean.

#include "check.h"

#define WIDTH 4
#define TARGET
#define LANES v128_t
#define INTS v128_t
#define MASK v128_t

#define PREFETCH(p) impi_prefetch(p)
#define LOAD(p) wasm_v128_load(p)
#define STORE(p, a) wasm_v128_store(p, a)
#define GATHER(p, i) wasm_f32x4_make((p)[(i)[0]], (p)[(i)[1]], (p)[(i)[2]], (p)[(i)[3]])
#define LOAD_FOURS(things, at, rows, step, out) impi_wasm_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_wasm_store_fours(things, at, four)
#define SPLAT(k) wasm_f32x4_splat(k)
#define ADD(a, b) wasm_f32x4_add(a, b)
#define SUB(a, b) wasm_f32x4_sub(a, b)
#define MUL(a, b) wasm_f32x4_mul(a, b)
#define DIV(a, b) wasm_f32x4_div(a, b)
#define ROOT(a) wasm_f32x4_sqrt(a)
#define MIN(a, b) impi_lanes_min(a, b)
#define MAX(a, b) impi_lanes_max(a, b)
#define ABS(a) wasm_f32x4_abs(a)
#define FLIP(a, by) impi_lanes_flip(a, by)

#define LESS(a, b) wasm_f32x4_lt(a, b)
#define AT_MOST(a, b) wasm_f32x4_le(a, b)
#define MINUS(a) wasm_i32x4_shr(a, 31)
#define AND(a, b) wasm_v128_and(a, b)
#define OR(a, b) wasm_v128_or(a, b)
#define XOR(a, b) wasm_v128_xor(a, b)
#define NOT(a) wasm_v128_not(a)
#define BITS(a) ((uint32_t)wasm_i32x4_bitmask(a))
#define LIST_BITS(out, first, bits) impi_list_bits(out, first, bits)
#define PICK(mask, yes, no) wasm_v128_bitselect(yes, no, mask)
#define PICK_NEGATED(mask, yes, no) wasm_v128_bitselect(wasm_f32x4_neg(yes), no, mask)
#define WHERE(mask, yes) wasm_v128_and(mask, yes)

#define LOAD_INT(p) wasm_v128_load(p)
#define STORE_INT(p, a) wasm_v128_store(p, a)
#define SPLAT_INT(k) wasm_i32x4_splat((int32_t)(k))
#define ADD_INT(a, b) wasm_i32x4_add(a, b)
#define ADD_INT_WHERE(mask, a, b) ADD_INT(a, WHERE_INT(mask, b))
#define SUB_INT(a, b) wasm_i32x4_sub(a, b)
#define AND_INT(a, b) wasm_v128_and(a, b)
#define OR_INT(a, b) wasm_v128_or(a, b)
#define LEFT_INT(a, by) wasm_i32x4_shl(a, (uint32_t)(by))
#define LESS_INT(a, b) wasm_u32x4_lt(a, b)
#define MIN_INT(a, b) wasm_u32x4_min(a, b)
#define MAX_INT(a, b) wasm_u32x4_max(a, b)
#define PICK_INT(mask, yes, no) wasm_v128_bitselect(yes, no, mask)
#define WHERE_INT(mask, yes) wasm_v128_and(mask, yes)
#define MAGNITUDE_INT(a) wasm_f32x4_abs(a)
#define BITS_INT(a) (a)
#define FLOATS_INT(a) (a)

#if !defined(IMPI_LANES_WASM_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_WASM_HELPERS

static inline v128_t impi_wasm_four_at(const void* thing, size_t at)
{
    return wasm_v128_load((const char*)thing + at);
}

static inline void impi_wasm_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                        v128_t out[][4])
{
    for (int32_t m = 0; m < rows; ++m, at += step)
    {
        v128_t r0 = impi_wasm_four_at(things[0], at), r1 = impi_wasm_four_at(things[1], at);
        v128_t r2 = impi_wasm_four_at(things[2], at), r3 = impi_wasm_four_at(things[3], at);
        v128_t low0 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5), high0 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
        v128_t low1 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5), high1 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
        out[m][0] = wasm_i64x2_shuffle(low0, low1, 0, 2);
        out[m][1] = wasm_i64x2_shuffle(low0, low1, 1, 3);
        out[m][2] = wasm_i64x2_shuffle(high0, high1, 0, 2);
        out[m][3] = wasm_i64x2_shuffle(high0, high1, 1, 3);
    }
}

static inline void impi_wasm_store_fours(void* const* things, size_t at, const v128_t four[4])
{
    v128_t low0 = wasm_i32x4_shuffle(four[0], four[1], 0, 4, 1, 5),
           high0 = wasm_i32x4_shuffle(four[0], four[1], 2, 6, 3, 7);
    v128_t low1 = wasm_i32x4_shuffle(four[2], four[3], 0, 4, 1, 5),
           high1 = wasm_i32x4_shuffle(four[2], four[3], 2, 6, 3, 7);
    wasm_v128_store((char*)things[0] + at, wasm_i64x2_shuffle(low0, low1, 0, 2));
    wasm_v128_store((char*)things[1] + at, wasm_i64x2_shuffle(low0, low1, 1, 3));
    wasm_v128_store((char*)things[2] + at, wasm_i64x2_shuffle(high0, high1, 0, 2));
    wasm_v128_store((char*)things[3] + at, wasm_i64x2_shuffle(high0, high1, 1, 3));
}

#endif
