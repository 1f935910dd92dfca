// SPDX-License-Identifier: MIT
//
// Four floats at once: SSE2 where there is SSE2, plain C elsewhere and with IMP_NO_SIMD. Both give the same bits: lanes
// never meet, and minimum and maximum are "a < b ? a : b" in that order, as minps has it.

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

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    return _mm_min_ps(a, b);
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

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    IMP_LANES_EACH(a.f[i] < b.f[i] ? a.f[i] : b.f[i]);
}

#undef IMP_LANES_EACH

#endif

#endif
