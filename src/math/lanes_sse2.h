// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for four floats. lanes_scalar.h says what the words mean.

#include "check.h"

#define WIDTH 4
#define TARGET
#define LANES __m128
#define INTS __m128i
#define MASK __m128

#define PREFETCH(p) _mm_prefetch((const char*)(p), _MM_HINT_T0)
#define LOAD(p) _mm_loadu_ps(p)
#define STORE(p, a) _mm_storeu_ps(p, a)
#define GATHER(p, i) _mm_setr_ps((p)[(i)[0]], (p)[(i)[1]], (p)[(i)[2]], (p)[(i)[3]])
#define LOAD_FOURS(things, at, rows, step, out) impi_sse2_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_sse2_store_fours(things, at, four)
#define SPLAT(k) _mm_set1_ps(k)
#define ADD(a, b) _mm_add_ps(a, b)
#define SUB(a, b) _mm_sub_ps(a, b)
#define MUL(a, b) _mm_mul_ps(a, b)
#define DIV(a, b) _mm_div_ps(a, b)
#define ROOT(a) _mm_sqrt_ps(a)
#define MIN(a, b) _mm_min_ps(a, b)
#define MAX(a, b) _mm_max_ps(a, b)
#define ABS(a) _mm_andnot_ps(_mm_set1_ps(-0.0f), a)
#define FLIP(a, by) _mm_xor_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), by))

#define LESS(a, b) _mm_cmplt_ps(a, b)
#define AT_MOST(a, b) _mm_cmple_ps(a, b)
#define MINUS(a) _mm_castsi128_ps(_mm_srai_epi32(_mm_castps_si128(a), 31))
#define AND(a, b) _mm_and_ps(a, b)
#define OR(a, b) _mm_or_ps(a, b)
#define XOR(a, b) _mm_xor_ps(a, b)
#define NOT(a) _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1)))
#define BITS(a) ((uint32_t)_mm_movemask_ps(a))
#define LIST_BITS(out, first, bits) impi_list_bits(out, first, bits)
#define PICK(mask, yes, no) impi_sse2_pick(mask, yes, no)
#define PICK_NEGATED(mask, yes, no) impi_sse2_pick(mask, _mm_xor_ps(yes, _mm_set1_ps(-0.0f)), no)
#define WHERE(mask, yes) _mm_and_ps(mask, yes)

#define LOAD_INT(p) _mm_loadu_si128((const __m128i*)(const void*)(p))
#define STORE_INT(p, a) _mm_storeu_si128((__m128i*)(void*)(p), a)
#define SPLAT_INT(k) _mm_set1_epi32((int32_t)(k))
#define ADD_INT(a, b) _mm_add_epi32(a, b)
#define ADD_INT_WHERE(mask, a, b) ADD_INT(a, WHERE_INT(mask, b))
#define SUB_INT(a, b) _mm_sub_epi32(a, b)
#define AND_INT(a, b) _mm_and_si128(a, b)
#define OR_INT(a, b) _mm_or_si128(a, b)
#define LEFT_INT(a, by) _mm_slli_epi32(a, by)
#define LESS_INT(a, b) impi_sse2_less_int(a, b)
#define MIN_INT(a, b) impi_sse2_pick_int(impi_sse2_less_int(a, b), a, b)
#define MAX_INT(a, b) impi_sse2_pick_int(impi_sse2_less_int(a, b), b, a)
#define PICK_INT(mask, yes, no) impi_sse2_pick_int(mask, yes, no)
#define WHERE_INT(mask, yes) _mm_and_si128(_mm_castps_si128(mask), yes)
#define MAGNITUDE_INT(a) _mm_and_si128(_mm_castps_si128(a), _mm_set1_epi32(0x7fffffff))
#define BITS_INT(a) _mm_castps_si128(a)
#define FLOATS_INT(a) _mm_castsi128_ps(a)

#if !defined(IMPI_LANES_SSE2_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_SSE2_HELPERS

static inline __m128 impi_sse2_pick(__m128 mask, __m128 yes, __m128 no)
{
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

static inline __m128i impi_sse2_pick_int(__m128 mask, __m128i yes, __m128i no)
{
    __m128i m = _mm_castps_si128(mask);
    return _mm_or_si128(_mm_and_si128(m, yes), _mm_andnot_si128(m, no));
}

static inline __m128 impi_sse2_less_int(__m128i a, __m128i b)
{
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    return _mm_castsi128_ps(_mm_cmplt_epi32(_mm_xor_si128(a, sign), _mm_xor_si128(b, sign)));
}

static inline __m128 impi_sse2_four_at(const void* thing, size_t at)
{
    return _mm_loadu_ps((const float*)(const void*)((const char*)thing + at));
}

static inline void impi_sse2_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                        __m128 out[][4])
{
    for (int32_t m = 0; m < rows; ++m, at += step)
    {
        __m128 r0 = impi_sse2_four_at(things[0], at), r1 = impi_sse2_four_at(things[1], at);
        __m128 r2 = impi_sse2_four_at(things[2], at), r3 = impi_sse2_four_at(things[3], at);
        __m128 low0 = _mm_unpacklo_ps(r0, r1), high0 = _mm_unpackhi_ps(r0, r1);
        __m128 low1 = _mm_unpacklo_ps(r2, r3), high1 = _mm_unpackhi_ps(r2, r3);
        out[m][0] = _mm_movelh_ps(low0, low1);
        out[m][1] = _mm_movehl_ps(low1, low0);
        out[m][2] = _mm_movelh_ps(high0, high1);
        out[m][3] = _mm_movehl_ps(high1, high0);
    }
}

static inline void impi_sse2_store_fours(void* const* things, size_t at, const __m128 four[4])
{
    __m128 r[4] = {four[0], four[1], four[2], four[3]};
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    for (int32_t k = 0; k < 4; ++k)
    {
        _mm_storeu_ps((float*)(void*)((char*)things[k] + at), r[k]);
    }
}

#endif
