// SPDX-License-Identifier: MIT
//
// Four floats at once in plain C: for lanes.h. Here is also where to read what the functions mean.

#ifndef IMPI_FOUR_PLAIN_H
#define IMPI_FOUR_PLAIN_H

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

/// Two floats, then two floats.
static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return impi_lanes_set(p[0], p[1], q[0], q[1]);
}

/// Whole number k of four lists, and to *next the one after it.
static inline impi_lanes impi_lanes_load_whole(const int16_t* const lists[4], int32_t k, impi_lanes* next)
{
    *next = impi_lanes_set(lists[0][k + 1], lists[1][k + 1], lists[2][k + 1], lists[3][k + 1]);
    return impi_lanes_set(lists[0][k], lists[1][k], lists[2][k], lists[3][k]);
}

/// The whole numbers towards zero, of numbers between -2^31 and 2^31: as floats, and as such.
static inline impi_lanes impi_lanes_whole(impi_lanes a)
{
    IMP_LANES_EACH((float)(int32_t)a.f[i]);
}

static inline void impi_lanes_store_whole(int32_t* p, impi_lanes a)
{
    for (int32_t i = 0; i < 4; ++i)
    {
        p[i] = (int32_t)a.f[i];
    }
}

/// Lanes i and j of a, then k and l of b.
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

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    IMP_LANES_EACH(impi_float_of_bits(impi_float_bits(a.f[i]) & 0x7fffffffu));
}

/// Lane by lane: a, with its sign changed where the sign of by is minus (that of -0 is).
static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    IMP_LANES_EACH(impi_float_of_bits(impi_float_bits(a.f[i]) ^ (impi_float_bits(by.f[i]) & 0x80000000u)));
}

/// One bit for each lane whose sign is minus.
static inline int32_t impi_lanes_signs(impi_lanes a)
{
    int32_t bits = 0;
    for (int32_t i = 0; i < 4; ++i)
    {
        bits |= (int32_t)(impi_float_bits(a.f[i]) >> 31) << i;
    }
    return bits;
}

/// Lane by lane: yes where test is below zero, else no.
static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    IMP_LANES_EACH(test.f[i] < 0.0f ? yes.f[i] : no.f[i]);
}

/// One bit for each lane in which a < b.
static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    int32_t bits = 0;
    for (int32_t i = 0; i < 4; ++i)
    {
        bits |= (int32_t)(a.f[i] < b.f[i]) << i;
    }
    return bits;
}

/// The first lane that has the greatest value; the value comes with +0 for -0.
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

/// impi_lanes_greatest of eight: those of b are places 4 to 7.
static inline int32_t impi_lanes_greatest_of_two(impi_lanes a, impi_lanes b, float* value)
{
    float second;
    int32_t place = impi_lanes_greatest(a, value), other = impi_lanes_greatest(b, &second);
    place = second > *value ? 4 + other : place;
    *value = second > *value ? second : *value;
    return place;
}

/// The bits of the greatest of eight, but for the last three: there is its place, 0 to 3 in a and 4 to 7 in b. Of those
/// that are equal but for three bits, one above zero is the last, one below zero the first.
static inline int32_t impi_lanes_greatest_key(impi_lanes a, impi_lanes b)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < 8; ++i)
    {
        float key = impi_float_of_bits((impi_float_bits(i < 4 ? a.f[i] : b.f[i - 4]) & ~7u) | i);
        most = i == 0 || key > most ? key : most;
    }
    return (int32_t)impi_float_bits(most);
}

#undef IMP_LANES_EACH

#endif
