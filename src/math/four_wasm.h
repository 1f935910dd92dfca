// SPDX-License-Identifier: MIT
//
// Four floats at once, by WebAssembly's SIMD: for lanes.h; four_plain.h says what the functions mean. pmin(b, a) and
// pmax(b, a) are "a < b ? a : b" and "a > b ? a : b", which engines make one instruction of.

#ifndef IMPI_FOUR_WASM_H
#define IMPI_FOUR_WASM_H

#include <wasm_simd128.h>

typedef v128_t impi_lanes;

static inline impi_lanes impi_lanes_load(const float* p)
{
    return wasm_v128_load(p);
}

static inline void impi_lanes_store(float* p, impi_lanes a)
{
    wasm_v128_store(p, a);
}

static inline impi_lanes impi_lanes_splat(float k)
{
    return wasm_f32x4_splat(k);
}

static inline impi_lanes impi_lanes_add(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_add(a, b);
}

static inline impi_lanes impi_lanes_sub(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_sub(a, b);
}

static inline impi_lanes impi_lanes_mul(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_mul(a, b);
}

static inline impi_lanes impi_lanes_div(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_div(a, b);
}

static inline impi_lanes impi_lanes_sqrt(impi_lanes a)
{
    return wasm_f32x4_sqrt(a);
}

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_pmin(b, a);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    return wasm_f32x4_pmax(b, a);
}

static inline impi_lanes impi_lanes_set(float a, float b, float c, float d)
{
    return wasm_f32x4_make(a, b, c, d);
}

static inline float impi_lanes_first(impi_lanes a)
{
    return wasm_f32x4_extract_lane(a, 0);
}

static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return wasm_v128_load64_lane(q, wasm_v128_load64_zero(p), 1);
}

static inline void impi_lanes_store_two(float* p, float* q, impi_lanes a)
{
    wasm_v128_store64_lane(p, a, 0);
    wasm_v128_store64_lane(q, a, 1);
}

static inline impi_lanes impi_lanes_load_whole(const int16_t* const lists[4], int32_t k, impi_lanes* next)
{
    v128_t all = wasm_v128_load32_zero(lists[0] + k);
    all = wasm_v128_load32_lane(lists[1] + k, all, 1);
    all = wasm_v128_load32_lane(lists[2] + k, all, 2);
    all = wasm_v128_load32_lane(lists[3] + k, all, 3);
    *next = wasm_f32x4_convert_i32x4(wasm_i32x4_shr(all, 16));
    return wasm_f32x4_convert_i32x4(wasm_i32x4_shr(wasm_i32x4_shl(all, 16), 16));
}

static inline impi_lanes impi_lanes_whole(impi_lanes a)
{
    return wasm_f32x4_convert_i32x4(wasm_i32x4_trunc_sat_f32x4(a));
}

static inline void impi_lanes_store_whole(int32_t* p, impi_lanes a)
{
    wasm_v128_store(p, wasm_i32x4_trunc_sat_f32x4(a));
}

#define impi_lanes_mix(a, i, j, b, k, l) wasm_i32x4_shuffle(a, b, i, j, (k) + 4, (l) + 4)

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    return wasm_f32x4_abs(a);
}

static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    return wasm_v128_xor(a, wasm_v128_and(by, wasm_f32x4_const_splat(-0.0f)));
}

static inline int32_t impi_lanes_signs(impi_lanes a)
{
    return (int32_t)wasm_i32x4_bitmask(a);
}

static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    return wasm_v128_bitselect(yes, no, wasm_f32x4_lt(test, wasm_f32x4_const_splat(0.0f)));
}

static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    return (int32_t)wasm_i32x4_bitmask(wasm_f32x4_lt(a, b));
}

/// In all lanes what is greatest in a.
static inline impi_lanes impi_wasm_most(impi_lanes a)
{
    impi_lanes m = impi_lanes_max(a, impi_lanes_mix(a, 1, 0, a, 3, 2));
    return impi_lanes_max(m, impi_lanes_mix(m, 2, 3, m, 0, 1));
}

static inline int32_t impi_lanes_greatest(impi_lanes a, float* value)
{
    impi_lanes m = impi_wasm_most(a);
    *value = impi_lanes_first(m) + 0.0f;
    return impi_lowest_bit(wasm_i32x4_bitmask(wasm_f32x4_eq(a, m)) | 0x8);  // so that NaN is in bounds
}

static inline int32_t impi_lanes_greatest_of_two(impi_lanes a, impi_lanes b, float* value)
{
    impi_lanes m = impi_wasm_most(impi_lanes_max(a, b));
    *value = impi_lanes_first(m) + 0.0f;
    return impi_lowest_bit(wasm_i32x4_bitmask(wasm_f32x4_eq(a, m)) | wasm_i32x4_bitmask(wasm_f32x4_eq(b, m)) << 4 |
                           0x80);
}

static inline int32_t impi_lanes_greatest_key(impi_lanes a, impi_lanes b)
{
    impi_lanes kept = wasm_i32x4_const_splat(~7);
    impi_lanes low = wasm_v128_or(wasm_v128_and(a, kept), wasm_i32x4_const(0, 1, 2, 3));
    impi_lanes high = wasm_v128_or(wasm_v128_and(b, kept), wasm_i32x4_const(4, 5, 6, 7));
    return wasm_i32x4_extract_lane(impi_wasm_most(impi_lanes_max(low, high)), 0);
}

#endif
