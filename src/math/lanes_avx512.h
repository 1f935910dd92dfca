// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for sixteen floats. lanes_scalar.h says what the words mean.

#include "../base/cpu.h"
#include "check.h"

#include <immintrin.h>

#define WIDTH 16
#define TARGET IMPI_AVX512
#define LANES __m512
#define INTS __m512i
#define MASK __mmask16

#define PREFETCH(p) _mm_prefetch((const char*)(p), _MM_HINT_T0)
#define LOAD(p) _mm512_loadu_ps(p)
#define STORE(p, a) _mm512_storeu_ps(p, a)
#define GATHER(p, index) impi_avx512_gather(p, index)
#define LOAD_FOURS(things, at, rows, step, out) impi_avx512_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_avx512_store_fours(things, at, four)
#define SPLAT(k) _mm512_set1_ps(k)
#define ADD(a, b) _mm512_add_ps(a, b)
#define SUB(a, b) _mm512_sub_ps(a, b)
#define MUL(a, b) _mm512_mul_ps(a, b)
#define DIV(a, b) _mm512_div_ps(a, b)
#define ROOT(a) _mm512_sqrt_ps(a)
#define MIN(a, b) _mm512_min_ps(a, b)
#define MAX(a, b) _mm512_max_ps(a, b)
#define ABS(a) _mm512_castsi512_ps(MAGNITUDE_INT(a))
#define FLIP(a, by) impi_avx512_flip(a, by)

#define LESS(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define AT_MOST(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)
#define MINUS(a) _mm512_movepi32_mask(_mm512_castps_si512(a))
// Written so, a comparison and its AND become one instruction; as intrinsics they stay two.
#define AND(a, b) ((MASK)((a) & (b)))
#define OR(a, b) ((MASK)((a) | (b)))
#define XOR(a, b) ((MASK)((a) ^ (b)))
#define NOT(a) ((MASK) ~(a))
#define BITS(a) ((uint32_t)(a))
#define LIST_BITS(out, first, bits) impi_avx512_list_bits(out, first, bits)
#define PUT_KEYS(out, number, numbers, bits, shift) impi_avx512_put_keys(out, number, numbers, bits, shift)
#define PICK(mask, yes, no) _mm512_mask_blend_ps(mask, no, yes)
#define PICK_NEGATED(mask, yes, no) impi_avx512_pick_negated(mask, yes, no)
#define WHERE(mask, yes) _mm512_maskz_mov_ps(mask, yes)

#define LOAD_INT(p) _mm512_loadu_si512((const void*)(p))
#define STORE_INT(p, a) _mm512_storeu_si512((void*)(p), a)
#define SPLAT_INT(k) _mm512_set1_epi32((int32_t)(k))
#define ADD_INT(a, b) _mm512_add_epi32(a, b)
#define ADD_INT_WHERE(mask, a, b) _mm512_mask_add_epi32(a, mask, a, b)
#define SUB_INT(a, b) _mm512_sub_epi32(a, b)
#define AND_INT(a, b) _mm512_and_si512(a, b)
#define OR_INT(a, b) _mm512_or_si512(a, b)
#define LEFT_INT(a, by) _mm512_slli_epi32(a, by)
#define LESS_INT(a, b) _mm512_cmplt_epu32_mask(a, b)
#define MIN_INT(a, b) _mm512_min_epu32(a, b)
#define MAX_INT(a, b) _mm512_max_epu32(a, b)
#define PICK_INT(mask, yes, no) _mm512_mask_blend_epi32(mask, no, yes)
#define WHERE_INT(mask, yes) _mm512_maskz_mov_epi32(mask, yes)
#define MAGNITUDE_INT(a) _mm512_and_si512(_mm512_castps_si512(a), _mm512_set1_epi32(0x7fffffff))
#define BITS_INT(a) _mm512_castps_si512(a)
#define FLOATS_INT(a) _mm512_castsi512_ps(a)

#if !defined(IMPI_LANES_AVX512_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_AVX512_HELPERS

// Without optimisation GCC has a macro for this, with a mask that changes its sign.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
IMPI_AVX512 static inline __m512 impi_avx512_gather(const float* p, const int32_t* index)
{
    return _mm512_i32gather_ps(_mm512_loadu_si512((const void*)index), p, 4);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// a ^ (by & sign) is one instruction.
IMPI_AVX512 static inline __m512 impi_avx512_flip(__m512 a, __m512 by)
{
    const __m512i sign = _mm512_set1_epi32(INT32_MIN);
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(a), _mm512_castps_si512(by), sign, 0x78));
}

IMPI_AVX512 static inline __m512 impi_avx512_pick_negated(__mmask16 mask, __m512 yes, __m512 no)
{
    const __m512i sign = _mm512_set1_epi32(INT32_MIN);
    return _mm512_castsi512_ps(_mm512_mask_xor_epi32(_mm512_castps_si512(no), mask, _mm512_castps_si512(yes), sign));
}

/// Sixteen places are written, whatever the bits are.
IMPI_AVX512 static inline int32_t impi_avx512_list_bits(int32_t* out, int32_t first, uint32_t bits)
{
    const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i all = _mm512_add_epi32(places, _mm512_set1_epi32(first));
    _mm512_storeu_si512((void*)out, _mm512_maskz_compress_epi32((__mmask16)bits, all));
    return impi_count_bits(bits);
}

/// For each of sixteen bits a key: of a number and that of the bit the lesser, shifted, and the greater. Returns how
/// many there are; up to seven words more are written.
IMPI_AVX512 static inline int32_t impi_avx512_put_keys(uint64_t* out, int32_t number, const int32_t* numbers,
                                                       uint32_t bits, int shift)
{
    __m512i others = _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512((const void*)numbers));
    __m512i one = _mm512_set1_epi32(number);
    __m512i low = _mm512_min_epi32(one, others), high = _mm512_max_epi32(one, others);
    int32_t count = impi_count_bits(bits);
    for (int32_t i = 0; i < count; i += 8)
    {
        __m512i a = _mm512_sll_epi64(_mm512_cvtepu32_epi64(_mm512_castsi512_si256(low)), _mm_cvtsi32_si128(shift));
        __m512i b = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(high));
        _mm512_storeu_si512((void*)(out + i), _mm512_or_si512(a, b));
        low = _mm512_shuffle_i64x2(low, low, 0xee);
        high = _mm512_shuffle_i64x2(high, high, 0xee);
    }
    return count;
}

IMPI_AVX512 static inline __m128 impi_avx512_four_at(const void* thing, size_t at)
{
    return _mm_loadu_ps((const float*)(const void*)((const char*)thing + at));
}

/// Each quarter of a register has four of the things, as SSE2 would.
IMPI_AVX512 static inline void impi_avx512_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                                      __m512 out[][4])
{
    for (int32_t k = 0; k < 4; ++k)
    {
        for (int32_t m = 0; m < rows; ++m)
        {
            size_t from = at + (size_t)m * step;
            __m512 r = _mm512_castps128_ps512(impi_avx512_four_at(things[k], from));
            r = _mm512_insertf32x4(r, impi_avx512_four_at(things[k + 4], from), 1);
            r = _mm512_insertf32x4(r, impi_avx512_four_at(things[k + 8], from), 2);
            out[m][k] = _mm512_insertf32x4(r, impi_avx512_four_at(things[k + 12], from), 3);
        }
    }
    for (int32_t m = 0; m < rows; ++m)
    {
        __m512* r = out[m];
        __m512 low0 = _mm512_unpacklo_ps(r[0], r[1]), high0 = _mm512_unpackhi_ps(r[0], r[1]);
        __m512 low1 = _mm512_unpacklo_ps(r[2], r[3]), high1 = _mm512_unpackhi_ps(r[2], r[3]);
        r[0] = _mm512_shuffle_ps(low0, low1, 0x44);
        r[1] = _mm512_shuffle_ps(low0, low1, 0xee);
        r[2] = _mm512_shuffle_ps(high0, high1, 0x44);
        r[3] = _mm512_shuffle_ps(high0, high1, 0xee);
    }
}

IMPI_AVX512 static inline void impi_avx512_store_fours(void* const* things, size_t at, const __m512 four[4])
{
    __m512 low0 = _mm512_unpacklo_ps(four[0], four[1]), high0 = _mm512_unpackhi_ps(four[0], four[1]);
    __m512 low1 = _mm512_unpacklo_ps(four[2], four[3]), high1 = _mm512_unpackhi_ps(four[2], four[3]);
    __m512 r[4] = {_mm512_shuffle_ps(low0, low1, 0x44), _mm512_shuffle_ps(low0, low1, 0xee),
                   _mm512_shuffle_ps(high0, high1, 0x44), _mm512_shuffle_ps(high0, high1, 0xee)};
    for (int32_t k = 0; k < 4; ++k)
    {
        _mm_storeu_ps((float*)(void*)((char*)things[k] + at), _mm512_castps512_ps128(r[k]));
        _mm_storeu_ps((float*)(void*)((char*)things[k + 4] + at), _mm512_extractf32x4_ps(r[k], 1));
        _mm_storeu_ps((float*)(void*)((char*)things[k + 8] + at), _mm512_extractf32x4_ps(r[k], 2));
        _mm_storeu_ps((float*)(void*)((char*)things[k + 12] + at), _mm512_extractf32x4_ps(r[k], 3));
    }
}

#endif
