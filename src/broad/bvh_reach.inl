// SPDX-License-Identifier: MIT
//
// Lower bounds of the distances between an oriented box with a radius and sixteen upright boxes, for one width of lanes.
// A bound is the greatest of three:
//   the distance of both upright boxes, corners included,
//   that of both boxes which are upright in the axes of the probe,
//   what separates the two along the line through their middles: for what is far, and slanted.
//
// Errors: twice of all is computed, which saves halving. Ways between middles, sizes, products and sums are off by less than
// 2^-20 of distance, sizes and the probe's own numbers, axes that are orthonormal to 2^-20 included; so sizes are a little
// longer, and the result is a little shorter. A free lane is inside out: its first distance is infinite, what is no number is
// less than anything.

#ifndef KN
#include "../math/lanes_scalar.h"
#include "bvh_kernels3.h"
#define KN(name) name##_scalar
#endif

#define REACH_MORE 0x1p-17f  // of what is added to sizes and taken from distances

// How far two intervals are apart, of the way between their middles and both sizes; twice of all.
TARGET static inline LANES KN(between_spans)(LANES way, LANES sizes)
{
    return MAX(SUB(ABS(way), sizes), SPLAT(0.0f));
}

TARGET static void KN(reach_block)(const imp3i_box_block* block, const imp3i_probe* p, float* out)
{
    const float more = 1.0f + REACH_MORE;
    const float center[3] = {2.0f * p->center.x, 2.0f * p->center.y, 2.0f * p->center.z};
    const float extent[3] = {2.0f * (p->extent.x - p->radius), 2.0f * (p->extent.y - p->radius),
                             2.0f * (p->extent.z - p->radius)};
    const float half[3] = {2.0f * p->half.x, 2.0f * p->half.y, 2.0f * p->half.z};
    const imp3_vec turn[3] = {p->turn.x, p->turn.y, p->turn.z};
    float least = REACH_MORE * (fabsf(p->center.x) + fabsf(p->center.y) + fabsf(p->center.z) + p->extent.x +
                                p->extent.y + p->extent.z) +
                  p->radius;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        LANES way[3], size[3], upright = SPLAT(0.0f), turned = SPLAT(0.0f), square = SPLAT(0.0f), along = SPLAT(0.0f);
        for (int k = 0; k < 3; ++k)
        {
            LANES lower = LOAD(block->lower[k] + i), upper = LOAD(block->upper[k] + i);
            way[k] = SUB(ADD(lower, upper), SPLAT(center[k]));
            size[k] = MUL(SUB(upper, lower), SPLAT(more));
            // Written with sides, so that the empty box is infinitely far.
            LANES above = SUB(ADD(lower, lower), SPLAT(center[k] + extent[k]));
            LANES below = SUB(SPLAT(center[k] - extent[k]), ADD(upper, upper));
            LANES gap = MAX(MAX(above, below), SPLAT(0.0f));
            upright = ADD(upright, MUL(gap, gap));
            square = ADD(square, MUL(way[k], way[k]));
            along = ADD(along, MUL(size[k], ABS(way[k])));
        }
        for (int k = 0; k < 3; ++k)
        {
            LANES far = ADD(MUL(SPLAT(turn[k].x), way[0]), MUL(SPLAT(turn[k].y), way[1]));
            far = ADD(far, MUL(SPLAT(turn[k].z), way[2]));
            LANES reach = ADD(MUL(SPLAT(fabsf(turn[k].x)), size[0]), MUL(SPLAT(fabsf(turn[k].y)), size[1]));
            reach = ADD(ADD(reach, MUL(SPLAT(fabsf(turn[k].z)), size[2])), SPLAT(half[k]));
            LANES gap = KN(between_spans)(far, reach);
            turned = ADD(turned, MUL(gap, gap));
            along = ADD(along, MUL(SPLAT(half[k]), ABS(far)));
        }
        LANES middles = DIV(SUB(square, along), ROOT(square));
        LANES best = MAX(middles, ROOT(MAX(turned, upright)));
        best = SUB(MUL(best, SPLAT(0.5f * (1.0f - REACH_MORE))), SPLAT(least));
        STORE(out + i, MAX(best, SPLAT(0.0f)));
    }
}

#undef REACH_MORE
