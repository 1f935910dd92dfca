// SPDX-License-Identifier: MIT
//
// Four floats at once: SSE2 where there is SSE2, plain C elsewhere and with IMP_NO_SIMD. Both give the same bits: lanes
// never meet (but to find the greatest), and minimum and maximum are "a < b ? a : b" and "a > b ? a : b" in that order,
// as minps and maxps have them.

#ifndef IMPI_LANES_H
#define IMPI_LANES_H

#include <stdint.h>

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

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    return _mm_min_ps(a, b);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    return _mm_max_ps(a, b);
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

#else

typedef struct impi_lanes
{
    float f[4];
} impi_lanes;

#define IMP_LANES_EACH(expression)       \
    do                                   \
    {                                    \
        impi_lanes r;                    \
        for (int32_t i = 0; i < 4; ++i)  \
        {                                \
            r.f[i] = (expression);       \
        }                                \
        return r;                        \
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

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] < b.f[i] ? a.f[i] : b.f[i]);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] > b.f[i] ? a.f[i] : b.f[i]);
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

#undef IMP_LANES_EACH

#endif

#endif
