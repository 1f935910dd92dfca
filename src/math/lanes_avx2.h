// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for eight floats. lanes_scalar.h says what the words mean.

#include "../base/cpu.h"
#include "check.h"

#include <immintrin.h>

#define WIDTH 8
#define TARGET IMPI_AVX2
#define LANES __m256
#define INTS __m256i
#define MASK __m256

#define PREFETCH(p) _mm_prefetch((const char*)(p), _MM_HINT_T0)
#define LOAD(p) _mm256_loadu_ps(p)
#define STORE(p, a) _mm256_storeu_ps(p, a)
#define GATHER(p, index) _mm256_i32gather_ps(p, LOAD_INT(index), 4)
#define LOAD_FOURS(things, at, rows, step, out) impi_avx2_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_avx2_store_fours(things, at, four)
#define SPLAT(k) _mm256_set1_ps(k)
#define ADD(a, b) _mm256_add_ps(a, b)
#define SUB(a, b) _mm256_sub_ps(a, b)
#define MUL(a, b) _mm256_mul_ps(a, b)
#define DIV(a, b) _mm256_div_ps(a, b)
#define ROOT(a) _mm256_sqrt_ps(a)
#define MIN(a, b) _mm256_min_ps(a, b)
#define MAX(a, b) _mm256_max_ps(a, b)
#define ABS(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a)
#define FLIP(a, by) _mm256_xor_ps(a, _mm256_and_ps(_mm256_set1_ps(-0.0f), by))

#define LESS(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define AT_MOST(a, b) _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define MINUS(a) _mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(a), 31))
#define AND(a, b) _mm256_and_ps(a, b)
#define OR(a, b) _mm256_or_ps(a, b)
#define XOR(a, b) _mm256_xor_ps(a, b)
#define NOT(a) _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))
#define BITS(a) ((uint32_t)_mm256_movemask_ps(a))
#define LIST_BITS(out, first, bits) impi_list_bits(out, first, bits)
#define PICK(mask, yes, no) _mm256_blendv_ps(no, yes, mask)
#define PICK_NEGATED(mask, yes, no) _mm256_blendv_ps(no, _mm256_xor_ps(yes, _mm256_set1_ps(-0.0f)), mask)
#define WHERE(mask, yes) _mm256_and_ps(mask, yes)

#define LOAD_INT(p) _mm256_loadu_si256((const __m256i*)(const void*)(p))
#define STORE_INT(p, a) _mm256_storeu_si256((__m256i*)(void*)(p), a)
#define SPLAT_INT(k) _mm256_set1_epi32((int32_t)(k))
#define ADD_INT(a, b) _mm256_add_epi32(a, b)
#define ADD_INT_WHERE(mask, a, b) ADD_INT(a, WHERE_INT(mask, b))
#define SUB_INT(a, b) _mm256_sub_epi32(a, b)
#define AND_INT(a, b) _mm256_and_si256(a, b)
#define OR_INT(a, b) _mm256_or_si256(a, b)
#define LEFT_INT(a, by) _mm256_slli_epi32(a, by)
#define LESS_INT(a, b) impi_avx2_less_int(a, b)
#define MIN_INT(a, b) _mm256_min_epu32(a, b)
#define MAX_INT(a, b) _mm256_max_epu32(a, b)
#define PICK_INT(mask, yes, no) _mm256_blendv_epi8(no, yes, _mm256_castps_si256(mask))
#define WHERE_INT(mask, yes) _mm256_and_si256(_mm256_castps_si256(mask), yes)
#define MAGNITUDE_INT(a) _mm256_and_si256(_mm256_castps_si256(a), _mm256_set1_epi32(0x7fffffff))
#define BITS_INT(a) _mm256_castps_si256(a)
#define FLOATS_INT(a) _mm256_castsi256_ps(a)

#if !defined(IMPI_LANES_AVX2_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_AVX2_HELPERS

IMPI_AVX2 static inline __m256 impi_avx2_less_int(__m256i a, __m256i b)
{
    const __m256i sign = _mm256_set1_epi32(INT32_MIN);
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign)));
}

IMPI_AVX2 static inline __m128 impi_avx2_four_at(const void* thing, size_t at)
{
    return _mm_loadu_ps((const float*)(const void*)((const char*)thing + at));
}

/// Each half of a register has four of the things, as SSE2 would.
IMPI_AVX2 static inline void impi_avx2_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                                  __m256 out[][4])
{
    for (int32_t m = 0; m < rows; ++m)
    {
        __m256* r = out[m];
        for (int32_t k = 0; k < 4; ++k)
        {
            size_t from = at + (size_t)m * step;
            r[k] = _mm256_castps128_ps256(impi_avx2_four_at(things[k], from));
            r[k] = _mm256_insertf128_ps(r[k], impi_avx2_four_at(things[k + 4], from), 1);
        }
        __m256 low0 = _mm256_unpacklo_ps(r[0], r[1]), high0 = _mm256_unpackhi_ps(r[0], r[1]);
        __m256 low1 = _mm256_unpacklo_ps(r[2], r[3]), high1 = _mm256_unpackhi_ps(r[2], r[3]);
        r[0] = _mm256_shuffle_ps(low0, low1, 0x44);
        r[1] = _mm256_shuffle_ps(low0, low1, 0xee);
        r[2] = _mm256_shuffle_ps(high0, high1, 0x44);
        r[3] = _mm256_shuffle_ps(high0, high1, 0xee);
    }
}

IMPI_AVX2 static inline void impi_avx2_store_fours(void* const* things, size_t at, const __m256 four[4])
{
    __m256 low0 = _mm256_unpacklo_ps(four[0], four[1]), high0 = _mm256_unpackhi_ps(four[0], four[1]);
    __m256 low1 = _mm256_unpacklo_ps(four[2], four[3]), high1 = _mm256_unpackhi_ps(four[2], four[3]);
    __m256 r[4] = {_mm256_shuffle_ps(low0, low1, 0x44), _mm256_shuffle_ps(low0, low1, 0xee),
                   _mm256_shuffle_ps(high0, high1, 0x44), _mm256_shuffle_ps(high0, high1, 0xee)};
    for (int32_t k = 0; k < 4; ++k)
    {
        _mm_storeu_ps((float*)(void*)((char*)things[k] + at), _mm256_castps256_ps128(r[k]));
        _mm_storeu_ps((float*)(void*)((char*)things[k + 4] + at), _mm256_extractf128_ps(r[k], 1));
    }
}

#endif
