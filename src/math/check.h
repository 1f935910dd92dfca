// SPDX-License-Identifier: MIT
//
// The door: which floats every public call accepts, and why it refuses the others.
//
// Each test has a fast half that says fine or not, nearly without branches because it runs in every call, and a slow
// half that names the fault. Numbers are judged by their bits, so no flag of the floating-point unit can matter.
// Several numbers are judged in the order of their fields; the first bad one names the fault.

#ifndef IMPI_CHECK_H
#define IMPI_CHECK_H

#include <string.h>

#include "../base/status.h"
#include "dvec2.h"
#include "impinge/math2.h"
#include "lanes.h"

#define IMPI_BITS_MIN 0x21800000u  // 2^-60
#define IMPI_BITS_MAX 0x5d800000u  // 2^60
#define IMPI_BITS_INF 0x7f800000u

/// Bits of a float without its sign; they order like the magnitudes.
static inline uint32_t impi_magnitude_bits(float x)
{
    return impi_float_bits(x) & 0x7fffffffu;
}

static inline bool impi_finite(float x)
{
    return impi_magnitude_bits(x) < IMPI_BITS_INF;
}

/// Bit 31 is set when x is not finite, or is not zero and outside 2^-60..2^60; the other bits mean nothing. So the
/// verdicts on several numbers can be ored and looked at once.
static inline uint32_t impi_number_bad(float x)
{
    uint32_t u = impi_magnitude_bits(x);
    uint32_t small = (u - IMPI_BITS_MIN) & (0u - u);
    return small | (IMPI_BITS_MAX - u);
}

/// Finite, and zero or between 2^-60 and 2^60 in magnitude.
static inline bool imp2i_number_ok(float x)
{
    return impi_number_bad(x) >> 31 == 0;
}

/// A number that was computed, as one that is accepted: 0 for what is smaller than 2^-60.
static inline float impi_tidy(float x)
{
    return impi_magnitude_bits(x) < IMPI_BITS_MIN ? 0.0f : x;
}

/// As floats that every call accepts.
static inline imp2_vec imp2i_vec_tidy(imp2i_dvec v)
{
    imp2_vec r = {impi_tidy((float)v.x), impi_tidy((float)v.y)};
    return r;
}

/// 0, IMP_ERR_NAN or IMP_ERR_MAGNITUDE.
static inline int32_t impi_number_fault(float x)
{
    return imp2i_number_ok(x) ? 0 : impi_finite(x) ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN;
}

/// For velocities and displacements, which exact arithmetic never sees: 0, IMP_ERR_NAN, or IMP_ERR_MAGNITUDE above
/// 2^60.
static inline int32_t impi_number_fault_large(float x)
{
    return impi_magnitude_bits(x) <= IMPI_BITS_MAX ? 0 : impi_finite(x) ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN;
}

/// As impi_number_fault, and IMP_ERR_NEGATIVE below zero; -0 is zero.
static inline int32_t impi_number_fault_negative(float x)
{
    int32_t fault = impi_number_fault(x);
    return fault ? fault : x < 0.0f ? IMP_ERR_NEGATIVE : 0;
}

static inline int32_t imp2i_vec_fault(imp2_vec v)
{
    int32_t fault = impi_number_fault(v.x);
    return fault ? fault : impi_number_fault(v.y);
}

static inline int32_t imp2i_vec_fault_large(imp2_vec v)
{
    int32_t fault = impi_number_fault_large(v.x);
    return fault ? fault : impi_number_fault_large(v.y);
}

/// 0 for the zero vector, and else not.
static inline uint32_t imp2i_vec_bits(imp2_vec v)
{
    return impi_magnitude_bits(v.x) | impi_magnitude_bits(v.y);
}

/// Whether c^2 + s^2 is within 2^-20 of 1. The squares are exact in a double, their sum is rounded once.
static inline bool imp2i_rot_near_unit(imp2_rot q)
{
    double n = (double)q.c * q.c + (double)q.s * q.s;
    return n >= 1.0 - 0x1p-20 && n <= 1.0 + 0x1p-20;
}

static inline int32_t imp2i_rot_fault(imp2_rot q)
{
    int32_t fault = impi_number_fault(q.c);
    if (!fault)
    {
        fault = impi_number_fault(q.s);
    }
    return fault ? fault : imp2i_rot_near_unit(q) ? 0 : IMP_ERR_ROTATION;
}

#if defined(IMPI_SSE2)

/// impi_number_bad for all four lanes at once. Doubled, a float has lost its sign; moved to where the least integer is,
/// the range has one end.
static inline __m128i impi_four_bad(impi_lanes four)
{
    __m128i u = _mm_add_epi32(_mm_castps_si128(four), _mm_castps_si128(four));
    __m128i from_least = _mm_add_epi32(u, _mm_set1_epi32((int32_t)(0x80000000u - 2 * IMPI_BITS_MIN)));
    __m128i most = _mm_set1_epi32((int32_t)(0x80000000u + 2 * (IMPI_BITS_MAX - IMPI_BITS_MIN)));
    return _mm_andnot_si128(_mm_cmpeq_epi32(u, _mm_setzero_si128()), _mm_cmpgt_epi32(from_least, most));
}

static inline bool impi_four_ok(impi_lanes four)
{
    return _mm_movemask_ps(_mm_castsi128_ps(impi_four_bad(four))) == 0;
}

static inline bool impi_eight_ok(impi_lanes a, impi_lanes b)
{
    return _mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(impi_four_bad(a), impi_four_bad(b)))) == 0;
}

/// All lanes of eight are fine, and those of squares nearer to 1 than 2^-22: by their bits, at most 3 before and 1
/// after.
static inline bool impi_poses_ok(impi_lanes a, impi_lanes b, impi_lanes squares)
{
    __m128i off = _mm_sub_epi32(_mm_castps_si128(squares), _mm_set1_epi32(0x3f800000 - 3));
    __m128i far = _mm_or_si128(off, _mm_sub_epi32(_mm_set1_epi32(4), off));
    __m128i bad = _mm_or_si128(_mm_or_si128(impi_four_bad(a), impi_four_bad(b)), far);
    return _mm_movemask_ps(_mm_castsi128_ps(bad)) == 0;
}

#elif defined(IMPI_NEON)

/// impi_number_bad for all four lanes at once: not zero, and outside the range.
static inline uint32x4_t impi_four_bad(impi_lanes four)
{
    uint32x4_t u = vreinterpretq_u32_f32(vabsq_f32(four));
    uint32x4_t from_least = vsubq_u32(u, vdupq_n_u32(IMPI_BITS_MIN));
    return vandq_u32(vtstq_u32(u, u), vcgtq_u32(from_least, vdupq_n_u32(IMPI_BITS_MAX - IMPI_BITS_MIN)));
}

static inline bool impi_four_ok(impi_lanes four)
{
    return vmaxvq_u32(impi_four_bad(four)) == 0;
}

static inline bool impi_eight_ok(impi_lanes a, impi_lanes b)
{
    return vmaxvq_u32(vorrq_u32(impi_four_bad(a), impi_four_bad(b))) == 0;
}

/// All lanes of eight are fine, and those of squares nearer to 1 than 2^-22: by their bits, at most 3 before and 1
/// after.
static inline bool impi_poses_ok(impi_lanes a, impi_lanes b, impi_lanes squares)
{
    uint32x4_t off = vsubq_u32(vreinterpretq_u32_f32(squares), vdupq_n_u32(0x3f800000 - 3));
    uint32x4_t far = vcgtq_u32(off, vdupq_n_u32(4));
    return vmaxvq_u32(vorrq_u32(vorrq_u32(impi_four_bad(a), impi_four_bad(b)), far)) == 0;
}

#elif defined(IMPI_WASM)

/// impi_number_bad for all four lanes at once: not zero, and outside the range.
static inline v128_t impi_four_bad(impi_lanes four)
{
    v128_t u = wasm_f32x4_abs(four);
    v128_t from_least = wasm_i32x4_sub(u, wasm_i32x4_const_splat((int32_t)IMPI_BITS_MIN));
    v128_t outside = wasm_u32x4_gt(from_least, wasm_u32x4_const_splat(IMPI_BITS_MAX - IMPI_BITS_MIN));
    return wasm_v128_and(wasm_i32x4_ne(u, wasm_i32x4_const_splat(0)), outside);
}

static inline bool impi_four_ok(impi_lanes four)
{
    return !wasm_v128_any_true(impi_four_bad(four));
}

static inline bool impi_eight_ok(impi_lanes a, impi_lanes b)
{
    return !wasm_v128_any_true(wasm_v128_or(impi_four_bad(a), impi_four_bad(b)));
}

/// All lanes of eight are fine, and those of squares nearer to 1 than 2^-22: by their bits, at most 3 before and 1
/// after.
static inline bool impi_poses_ok(impi_lanes a, impi_lanes b, impi_lanes squares)
{
    v128_t off = wasm_i32x4_sub(squares, wasm_i32x4_const_splat(0x3f800000 - 3));
    v128_t far = wasm_u32x4_gt(off, wasm_u32x4_const_splat(4));
    return !wasm_v128_any_true(wasm_v128_or(wasm_v128_or(impi_four_bad(a), impi_four_bad(b)), far));
}

#else

static inline bool impi_four_ok(impi_lanes four)
{
    uint32_t bad = impi_number_bad(four.f[0]) | impi_number_bad(four.f[1]) | impi_number_bad(four.f[2]) |
                   impi_number_bad(four.f[3]);
    return bad >> 31 == 0;
}

static inline bool impi_eight_ok(impi_lanes a, impi_lanes b)
{
    return impi_four_ok(a) && impi_four_ok(b);
}

static inline bool impi_poses_ok(impi_lanes a, impi_lanes b, impi_lanes squares)
{
    impi_lanes off = impi_lanes_abs(impi_lanes_sub(squares, impi_lanes_splat(1.0f)));
    return impi_eight_ok(a, b) && impi_lanes_less(off, impi_lanes_splat(0x1p-22f)) == 15;
}

#endif

/// The four numbers of a pose: x, y, c, s.
static inline impi_lanes imp2i_pose_lanes(const imp2_pose* pose)
{
    return impi_lanes_load((const float*)(const void*)pose);
}

static inline bool imp2i_pose_ok(const imp2_pose* pose)
{
    return impi_four_ok(imp2i_pose_lanes(pose)) && imp2i_rot_near_unit(pose->q);
}

/// 0, or IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION.
static inline int32_t imp2i_pose_fault(const imp2_pose* pose)
{
    if (!pose)
    {
        return IMP_ERR_NULL;
    }
    if (imp2i_pose_ok(pose))
    {
        return 0;
    }
    int32_t fault = imp2i_vec_fault(pose->p);
    return fault ? fault : imp2i_rot_fault(pose->q);
}

#endif
