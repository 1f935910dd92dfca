// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes, for four floats by NEON. lanes_scalar.h says what the words mean.

#include "check.h"

#define WIDTH 4
#define TARGET
#define LANES float32x4_t
#define INTS uint32x4_t
#define MASK uint32x4_t

#define PREFETCH(p) impi_prefetch(p)
#define LOAD(p) vld1q_f32(p)
#define STORE(p, a) vst1q_f32(p, a)
#define GATHER(p, i) impi_lanes_set((p)[(i)[0]], (p)[(i)[1]], (p)[(i)[2]], (p)[(i)[3]])
#define LOAD_FOURS(things, at, rows, step, out) impi_neon_load_fours(things, at, rows, step, out)
#define STORE_FOURS(things, at, four) impi_neon_store_fours(things, at, four)
#define SPLAT(k) vdupq_n_f32(k)
#define ADD(a, b) vaddq_f32(a, b)
#define SUB(a, b) vsubq_f32(a, b)
#define MUL(a, b) vmulq_f32(a, b)
#define DIV(a, b) vdivq_f32(a, b)
#define ROOT(a) vsqrtq_f32(a)
#define MIN(a, b) impi_lanes_min(a, b)
#define MAX(a, b) impi_lanes_max(a, b)
#define ABS(a) vabsq_f32(a)
#define FLIP(a, by) impi_lanes_flip(a, by)

#define LESS(a, b) vcltq_f32(a, b)
#define AT_MOST(a, b) vcleq_f32(a, b)
#define MINUS(a) vcltzq_s32(vreinterpretq_s32_f32(a))
#define AND(a, b) vandq_u32(a, b)
#define OR(a, b) vorrq_u32(a, b)
#define XOR(a, b) veorq_u32(a, b)
#define NOT(a) vmvnq_u32(a)
#define BITS(a) impi_neon_bits(a)
#define LIST_BITS(out, first, bits) impi_list_bits(out, first, bits)
#define PICK(mask, yes, no) vbslq_f32(mask, yes, no)
#define PICK_NEGATED(mask, yes, no) vbslq_f32(mask, vnegq_f32(yes), no)
#define WHERE(mask, yes) vreinterpretq_f32_u32(vandq_u32(mask, vreinterpretq_u32_f32(yes)))

#define LOAD_INT(p) vld1q_u32((const uint32_t*)(const void*)(p))
#define STORE_INT(p, a) vst1q_u32((uint32_t*)(void*)(p), a)
#define SPLAT_INT(k) vdupq_n_u32((uint32_t)(k))
#define ADD_INT(a, b) vaddq_u32(a, b)
#define ADD_INT_WHERE(mask, a, b) ADD_INT(a, WHERE_INT(mask, b))
#define SUB_INT(a, b) vsubq_u32(a, b)
#define AND_INT(a, b) vandq_u32(a, b)
#define OR_INT(a, b) vorrq_u32(a, b)
#define LEFT_INT(a, by) vshlq_u32(a, vdupq_n_s32(by))
#define LESS_INT(a, b) vcltq_u32(a, b)
#define MIN_INT(a, b) vminq_u32(a, b)
#define MAX_INT(a, b) vmaxq_u32(a, b)
#define PICK_INT(mask, yes, no) vbslq_u32(mask, yes, no)
#define WHERE_INT(mask, yes) vandq_u32(mask, yes)
#define MAGNITUDE_INT(a) vreinterpretq_u32_f32(vabsq_f32(a))
#define BITS_INT(a) vreinterpretq_u32_f32(a)
#define FLOATS_INT(a) vreinterpretq_f32_u32(a)

#if !defined(IMPI_LANES_NEON_HELPERS)  // the words come each time, the helpers once
#define IMPI_LANES_NEON_HELPERS

static inline float32x4_t impi_neon_four_at(const void* thing, size_t at)
{
    return vld1q_f32((const float*)(const void*)((const char*)thing + at));
}

static inline void impi_neon_load_fours(const void* const* things, size_t at, int32_t rows, size_t step,
                                        float32x4_t out[][4])
{
    for (int32_t m = 0; m < rows; ++m, at += step)
    {
        float32x4_t r0 = impi_neon_four_at(things[0], at), r1 = impi_neon_four_at(things[1], at);
        float32x4_t r2 = impi_neon_four_at(things[2], at), r3 = impi_neon_four_at(things[3], at);
        float32x4_t even0 = vtrn1q_f32(r0, r1), odd0 = vtrn2q_f32(r0, r1);
        float32x4_t even1 = vtrn1q_f32(r2, r3), odd1 = vtrn2q_f32(r2, r3);
        out[m][0] = vcombine_f32(vget_low_f32(even0), vget_low_f32(even1));
        out[m][1] = vcombine_f32(vget_low_f32(odd0), vget_low_f32(odd1));
        out[m][2] = vcombine_f32(vget_high_f32(even0), vget_high_f32(even1));
        out[m][3] = vcombine_f32(vget_high_f32(odd0), vget_high_f32(odd1));
    }
}

static inline void impi_neon_store_fours(void* const* things, size_t at, const float32x4_t four[4])
{
    float32x4_t even0 = vtrn1q_f32(four[0], four[1]), odd0 = vtrn2q_f32(four[0], four[1]);
    float32x4_t even1 = vtrn1q_f32(four[2], four[3]), odd1 = vtrn2q_f32(four[2], four[3]);
    float32x4_t r[4] = {vcombine_f32(vget_low_f32(even0), vget_low_f32(even1)),
                        vcombine_f32(vget_low_f32(odd0), vget_low_f32(odd1)),
                        vcombine_f32(vget_high_f32(even0), vget_high_f32(even1)),
                        vcombine_f32(vget_high_f32(odd0), vget_high_f32(odd1))};
    for (int32_t k = 0; k < 4; ++k)
    {
        vst1q_f32((float*)(void*)((char*)things[k] + at), r[k]);
    }
}

#endif
