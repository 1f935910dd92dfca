// SPDX-License-Identifier: MIT
//
// Four floats at once, by SSE2: for lanes.h; four_plain.h says what the functions mean.

#ifndef IMPI_FOUR_SSE2_H
#define IMPI_FOUR_SSE2_H

#include <emmintrin.h>

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

static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return _mm_loadh_pi(_mm_loadl_pi(_mm_setzero_ps(), (const __m64*)(const void*)p), (const __m64*)(const void*)q);
}

static inline void impi_lanes_store_two(float* p, float* q, impi_lanes a)
{
    _mm_storel_pi((__m64*)(void*)p, a);
    _mm_storeh_pi((__m64*)(void*)q, a);
}

static inline impi_lanes impi_lanes_load_whole(const int16_t* const lists[4], int32_t k, impi_lanes* next)
{
    int32_t pairs[4];
    for (int i = 0; i < 4; ++i)
    {
        memcpy(&pairs[i], lists[i] + k, sizeof pairs[i]);
    }
    const __m128i all = _mm_setr_epi32(pairs[0], pairs[1], pairs[2], pairs[3]);
    *next = _mm_cvtepi32_ps(_mm_srai_epi32(all, 16));
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_slli_epi32(all, 16), 16));
}

static inline impi_lanes impi_lanes_whole(impi_lanes a)
{
    return _mm_cvtepi32_ps(_mm_cvttps_epi32(a));
}

static inline void impi_lanes_store_whole(int32_t* p, impi_lanes a)
{
    _mm_storeu_si128((__m128i*)(void*)p, _mm_cvttps_epi32(a));
}

#define impi_lanes_mix(a, i, j, b, k, l) _mm_shuffle_ps(a, b, _MM_SHUFFLE(l, k, j, i))

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    return _mm_xor_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), by));
}

static inline int32_t impi_lanes_signs(impi_lanes a)
{
    return _mm_movemask_ps(a);
}

static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    impi_lanes mask = _mm_cmplt_ps(test, _mm_setzero_ps());
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    return _mm_movemask_ps(_mm_cmplt_ps(a, b));
}

static inline int32_t impi_lanes_greatest(impi_lanes a, float* value)
{
    static const uint8_t first[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    impi_lanes m = _mm_max_ps(a, _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    *value = _mm_cvtss_f32(m) + 0.0f;
    return first[_mm_movemask_ps(_mm_cmpeq_ps(a, m))];
}

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

#endif
