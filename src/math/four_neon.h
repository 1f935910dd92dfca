// SPDX-License-Identifier: MIT
//
// Four floats at once, by NEON of 64-bit ARM: for lanes.h; four_plain.h says what the functions mean. Minimum and
// maximum are comparisons, for the instructions of that name have NaN and signed zeros their own way; they are used
// where neither can be.

#ifndef IMPI_FOUR_NEON_H
#define IMPI_FOUR_NEON_H

#include <arm_neon.h>

typedef float32x4_t impi_lanes;

/// One bit for each lane whose highest bit is set.
static inline uint32_t impi_neon_bits(uint32x4_t a)
{
    static const int32_t places[4] = {0, 1, 2, 3};
    return vaddvq_u32(vshlq_u32(vshrq_n_u32(a, 31), vld1q_s32(places)));
}

static inline impi_lanes impi_lanes_load(const float* p)
{
    return vld1q_f32(p);
}

static inline void impi_lanes_store(float* p, impi_lanes a)
{
    vst1q_f32(p, a);
}

static inline impi_lanes impi_lanes_splat(float k)
{
    return vdupq_n_f32(k);
}

static inline impi_lanes impi_lanes_add(impi_lanes a, impi_lanes b)
{
    return vaddq_f32(a, b);
}

static inline impi_lanes impi_lanes_sub(impi_lanes a, impi_lanes b)
{
    return vsubq_f32(a, b);
}

static inline impi_lanes impi_lanes_mul(impi_lanes a, impi_lanes b)
{
    return vmulq_f32(a, b);
}

static inline impi_lanes impi_lanes_div(impi_lanes a, impi_lanes b)
{
    return vdivq_f32(a, b);
}

static inline impi_lanes impi_lanes_sqrt(impi_lanes a)
{
    return vsqrtq_f32(a);
}

static inline impi_lanes impi_lanes_min(impi_lanes a, impi_lanes b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline impi_lanes impi_lanes_max(impi_lanes a, impi_lanes b)
{
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline impi_lanes impi_lanes_set(float a, float b, float c, float d)
{
    const float lanes[4] = {a, b, c, d};
    return vld1q_f32(lanes);
}

static inline float impi_lanes_first(impi_lanes a)
{
    return vgetq_lane_f32(a, 0);
}

static inline impi_lanes impi_lanes_load_two(const float* p, const float* q)
{
    return vcombine_f32(vld1_f32(p), vld1_f32(q));
}

static inline void impi_lanes_store_two(float* p, float* q, impi_lanes a)
{
    vst1_f32(p, vget_low_f32(a));
    vst1_f32(q, vget_high_f32(a));
}

static inline impi_lanes impi_lanes_load_whole(const int16_t* const lists[4], int32_t k, impi_lanes* next)
{
    *next = impi_lanes_set(lists[0][k + 1], lists[1][k + 1], lists[2][k + 1], lists[3][k + 1]);
    return impi_lanes_set(lists[0][k], lists[1][k], lists[2][k], lists[3][k]);
}

static inline impi_lanes impi_lanes_whole(impi_lanes a)
{
    return vcvtq_f32_s32(vcvtq_s32_f32(a));
}

static inline void impi_lanes_store_whole(int32_t* p, impi_lanes a)
{
    vst1q_s32(p, vcvtq_s32_f32(a));
}

#define impi_lanes_mix(a, i, j, b, k, l)                                                                               \
    vcopyq_laneq_f32(vcopyq_laneq_f32(vcopyq_laneq_f32(vdupq_laneq_f32(a, i), 1, a, j), 2, b, k), 3, b, l)

static inline impi_lanes impi_lanes_abs(impi_lanes a)
{
    return vabsq_f32(a);
}

static inline impi_lanes impi_lanes_flip(impi_lanes a, impi_lanes by)
{
    uint32x4_t sign = vandq_u32(vreinterpretq_u32_f32(by), vdupq_n_u32(0x80000000u));
    return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), sign));
}

static inline int32_t impi_lanes_signs(impi_lanes a)
{
    return (int32_t)impi_neon_bits(vreinterpretq_u32_f32(a));
}

static inline impi_lanes impi_lanes_if_negative(impi_lanes test, impi_lanes yes, impi_lanes no)
{
    return vbslq_f32(vcltzq_f32(test), yes, no);
}

static inline int32_t impi_lanes_less(impi_lanes a, impi_lanes b)
{
    return (int32_t)impi_neon_bits(vcltq_f32(a, b));
}

static inline int32_t impi_lanes_greatest(impi_lanes a, float* value)
{
    float most = vmaxvq_f32(a);
    *value = most + 0.0f;
    return impi_lowest_bit(impi_neon_bits(vceqq_f32(a, vdupq_n_f32(most))) | 0x8);  // so that NaN is in bounds
}

static inline int32_t impi_lanes_greatest_of_two(impi_lanes a, impi_lanes b, float* value)
{
    float most = vmaxvq_f32(vmaxq_f32(a, b));
    impi_lanes m = vdupq_n_f32(most);
    *value = most + 0.0f;
    return impi_lowest_bit(impi_neon_bits(vceqq_f32(a, m)) | impi_neon_bits(vceqq_f32(b, m)) << 4 | 0x80);
}

static inline int32_t impi_lanes_greatest_key(impi_lanes a, impi_lanes b)
{
    static const uint32_t places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint32x4_t kept = vdupq_n_u32(~7u);
    uint32x4_t low = vorrq_u32(vandq_u32(vreinterpretq_u32_f32(a), kept), vld1q_u32(places));
    uint32x4_t high = vorrq_u32(vandq_u32(vreinterpretq_u32_f32(b), kept), vld1q_u32(places + 4));
    impi_lanes m = vmaxq_f32(vreinterpretq_f32_u32(low), vreinterpretq_f32_u32(high));
    return vgetq_lane_s32(vreinterpretq_s32_f32(vdupq_n_f32(vmaxvq_f32(m))), 0);
}

#endif
