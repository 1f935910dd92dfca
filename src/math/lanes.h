// SPDX-License-Identifier: MIT
//
// Four floats at once: SSE2 where there is SSE2, plain C elsewhere and with IMP_NO_SIMD. Both give the same bits: lanes
// never meet (but to find the greatest, and to be moved), and minimum and maximum are "a < b ? a : b" and
// "a > b ? a : b" in that order, as minps and maxps have them.

#ifndef IMPI_LANES_H
#define IMPI_LANES_H

#include "../base/bits.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if !defined(IMP_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#define IMP_LANES_SSE2 1
#include <emmintrin.h>
#endif

#ifdef IMP_LANES_SSE2

typedef __m128 impi_lanes;

static inline impi_lanes impi_lanes_load(const float* p)
{
    return _mm_loadu_ps(p);
}

static inline void impi_lanes_store(float* p, impi_lanes a)
{
    _mm_storeu_ps(p, a);
}

static inline impi_lanes impi_lanes_splat(float k)
{
    return _mm_set1_ps(k);
}

static inline impi_lanes impi_lanes_add(impi_lanes a, impi_lanes b)
{
    return _mm_add_ps(a, b);
}

static inline impi_lanes impi_lanes_sub(impi_lanes a, impi_lanes b)
{
    return _mm_sub_ps(a, b);
}

static inline impi_lanes impi_lanes_mul(impi_lanes a, impi_lanes b)
{
    return _mm_mul_ps(a, b);
}

static inline impi_lanes impi_lanes_div(impi_lanes a, impi_lanes b)
{
    return _mm_div_ps(a, b);
}

static inline impi_lanes impi_lanes_sqrt(impi_lanes a)
{
    return _mm_sqrt_ps(a);
}

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    return _mm_min_ps(a, b);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    return _mm_max_ps(a, b);
}

static inline impi_lanes impi_lanes_set(float a, float b, float c, float d)
{
    return _mm_setr_ps(a, b, c, d);
}

static inline float impi_lanes_first(impi_lanes a)
{
    return _mm_cvtss_f32(a);
}

/// Two floats, then two floats.
static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return _mm_loadh_pi(_mm_loadl_pi(_mm_setzero_ps(), (const __m64*)(const void*)p), (const __m64*)(const void*)q);
}

static inline void impi_lanes_store_two(float* p, float* q, impi_lanes a)
{
    _mm_storel_pi((__m64*)(void*)p, a);
    _mm_storeh_pi((__m64*)(void*)q, a);
}

/// Lanes i and j of a, then k and l of b.
#define impi_lanes_mix(a, i, j, b, k, l) _mm_shuffle_ps(a, b, _MM_SHUFFLE(l, k, j, i))

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

/// Lane by lane: a, with its sign changed where the sign of by is minus (that of -0 is).
static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    return _mm_xor_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), by));
}

/// One bit for each lane whose sign is minus.
static inline int32_t impi_lanes_signs(impi_lanes a)
{
    return _mm_movemask_ps(a);
}

/// Lane by lane: yes where test is below zero, else no.
static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    impi_lanes mask = _mm_cmplt_ps(test, _mm_setzero_ps());
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

/// One bit for each lane in which a < b.
static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    return _mm_movemask_ps(_mm_cmplt_ps(a, b));
}

/// The first lane that has the greatest value; the value comes with +0 for -0.
static inline int32_t impi_lanes_greatest(impi_lanes a, float* value)
{
    static const uint8_t first[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    impi_lanes m = _mm_max_ps(a, _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    *value = _mm_cvtss_f32(m) + 0.0f;
    return first[_mm_movemask_ps(_mm_cmpeq_ps(a, m))];
}

/// impi_lanes_greatest of eight: those of b are places 4 to 7.
static inline int32_t impi_lanes_greatest_of_two(impi_lanes a, impi_lanes b, float* value)
{
    impi_lanes m = _mm_max_ps(a, b);
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(2, 3, 0, 1)));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    *value = _mm_cvtss_f32(m) + 0.0f;
    __m128i in_a = _mm_castps_si128(_mm_cmpeq_ps(a, m)), in_b = _mm_castps_si128(_mm_cmpeq_ps(b, m));
    __m128i both = _mm_packs_epi32(in_a, in_b);
    return impi_lowest_bit((uint32_t)_mm_movemask_epi8(_mm_packs_epi16(both, both)) |
                           0x80);  // so that NaN is in bounds
}

/// The bits of the greatest of eight, but for the last three: there is its place, 0 to 3 in a and 4 to 7 in b. Of those
/// that are equal but for three bits, one above zero is the last, one below zero the first.
static inline int32_t impi_lanes_greatest_key(impi_lanes a, impi_lanes b)
{
    const impi_lanes kept = _mm_castsi128_ps(_mm_set1_epi32(~7));
    const impi_lanes low = _mm_castsi128_ps(_mm_setr_epi32(0, 1, 2, 3));
    const impi_lanes high = _mm_castsi128_ps(_mm_setr_epi32(4, 5, 6, 7));
    impi_lanes m = _mm_max_ps(_mm_or_ps(_mm_and_ps(a, kept), low), _mm_or_ps(_mm_and_ps(b, kept), high));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(_mm_castps_si128(m));
}

#else

typedef struct impi_lanes
{
    float f[4];
} impi_lanes;

#define IMP_LANES_EACH(expression)                                                                                     \
    do                                                                                                                 \
    {                                                                                                                  \
        impi_lanes r;                                                                                                  \
        for (int32_t i = 0; i < 4; ++i)                                                                                \
        {                                                                                                              \
            r.f[i] = (expression);                                                                                     \
        }                                                                                                              \
        return r;                                                                                                      \
    } while (0)

static inline impi_lanes impi_lanes_load(const float* p)
{
    IMP_LANES_EACH(p[i]);
}

static inline void impi_lanes_store(float* p, impi_lanes a)
{
    for (int32_t i = 0; i < 4; ++i)
    {
        p[i] = a.f[i];
    }
}

static inline impi_lanes impi_lanes_splat(float k)
{
    IMP_LANES_EACH(k);
}

static inline impi_lanes impi_lanes_add(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] + b.f[i]);
}

static inline impi_lanes impi_lanes_sub(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] - b.f[i]);
}

static inline impi_lanes impi_lanes_mul(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] * b.f[i]);
}

static inline impi_lanes impi_lanes_div(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] / b.f[i]);
}

static inline impi_lanes impi_lanes_sqrt(impi_lanes a)
{
    IMP_LANES_EACH(sqrtf(a.f[i]));
}

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] < b.f[i] ? a.f[i] : b.f[i]);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] > b.f[i] ? a.f[i] : b.f[i]);
}

static inline impi_lanes impi_lanes_set(float a, float b, float c, float d)
{
    impi_lanes r = {{a, b, c, d}};
    return r;
}

static inline float impi_lanes_first(impi_lanes a)
{
    return a.f[0];
}

static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return impi_lanes_set(p[0], p[1], q[0], q[1]);
}

static inline impi_lanes impi_lanes_mix(impi_lanes a, int32_t i, int32_t j, impi_lanes b, int32_t k, int32_t l)
{
    impi_lanes r = {{a.f[i], a.f[j], b.f[k], b.f[l]}};
    return r;
}

static inline void impi_lanes_store_two(float* p, float* q, impi_lanes a)
{
    p[0] = a.f[0];
    p[1] = a.f[1];
    q[0] = a.f[2];
    q[1] = a.f[3];
}

static inline uint32_t impi_lanes_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float impi_lanes_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    IMP_LANES_EACH(impi_lanes_from_bits(impi_lanes_bits(a.f[i]) & 0x7fffffffu));
}

static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    IMP_LANES_EACH(impi_lanes_from_bits(impi_lanes_bits(a.f[i]) ^ (impi_lanes_bits(by.f[i]) & 0x80000000u)));
}

static inline int32_t impi_lanes_signs(impi_lanes a)
{
    int32_t bits = 0;
    for (int32_t i = 0; i < 4; ++i)
    {
        bits |= (int32_t)(impi_lanes_bits(a.f[i]) >> 31) << i;
    }
    return bits;
}

static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    IMP_LANES_EACH(test.f[i] < 0.0f ? yes.f[i] : no.f[i]);
}

static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    int32_t bits = 0;
    for (int32_t i = 0; i < 4; ++i)
    {
        bits |= (int32_t)(a.f[i] < b.f[i]) << i;
    }
    return bits;
}

static inline int32_t impi_lanes_greatest(impi_lanes a, float* value)
{
    int32_t best = 0;
    for (int32_t i = 1; i < 4; ++i)
    {
        best = a.f[i] > a.f[best] ? i : best;
    }
    *value = a.f[best] + 0.0f;
    return best;
}

static inline int32_t impi_lanes_greatest_of_two(impi_lanes a, impi_lanes b, float* value)
{
    float second;
    int32_t place = impi_lanes_greatest(a, value), other = impi_lanes_greatest(b, &second);
    place = second > *value ? 4 + other : place;
    *value = second > *value ? second : *value;
    return place;
}

static inline int32_t impi_lanes_greatest_key(impi_lanes a, impi_lanes b)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < 8; ++i)
    {
        float key = impi_lanes_from_bits((impi_lanes_bits(i < 4 ? a.f[i] : b.f[i - 4]) & ~7u) | i);
        most = i == 0 || key > most ? key : most;
    }
    return (int32_t)impi_lanes_bits(most);
}

#undef IMP_LANES_EACH

#endif

/// Neighbours change places: 1, 0, 3, 2.
static inline impi_lanes impi_lanes_swap(impi_lanes a)
{
    return impi_lanes_mix(a, 1, 0, a, 3, 2);
}

/// a * b + c, rounded twice.
static inline impi_lanes impi_lanes_mul_add(impi_lanes a, impi_lanes b, impi_lanes c)
{
    return impi_lanes_add(impi_lanes_mul(a, b), c);
}

#endif
