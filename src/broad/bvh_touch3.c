// SPDX-License-Identifier: MIT
//
// A ball against the children of a group and the triangles of a leaf: in lanes (bvh_touch.inl); against the volumes of
// narrow trees as a probe.

#include "bvh_kernels3.h"

#include "../math/round.h"

/// Error of a length in another frame, as part of it.
#define FRAME_DOUBT 0x1p-17

/// Rounding of a center, as part of its coordinates.
#define CENTER_DOUBT 0x1p-22

imp3i_bvh_ball imp3i_bvh_ball_at(imp3i_dvec center, double radius, float reach)
{
    imp3i_bvh_ball r;
    double far = imp3i_dnorm1(center), off = FRAME_DOUBT * radius + CENTER_DOUBT * far;
    float size = (float)(far + radius) + reach;
    r.center = imp3i_vec_of(center);
    r.reach = impi_round_up(radius + off);
    r.unit = impi_float_of_bits(0x7f000000u - (impi_float_bits(size) & 0x7f800000u));
    r.radius = (float)(radius * (double)r.unit);
    r.off = impi_round_up(off * (double)r.unit);
    return r;
}

uint32_t imp3i_bvh_near(const imp3i_bvh* tree, int32_t group, const imp3i_bvh_ball* ball)
{
    if (tree->blocks)
    {
        return imp3i_bvh_kernels_now()->near_ball(&tree->blocks[group], ball);
    }
    const imp3i_probe probe = {ball->center,
                               imp3i_vec_none(),
                               {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}},
                               {ball->reach, ball->reach, ball->reach},
                               ball->reach};
    return imp3i_bvh_meet(tree, group, &probe);
}

uint32_t imp3i_bvh_touched(const imp3i_bvh_triangles* triangles, const int32_t parts[IMP3I_BVH_TRIANGLES],
                           int32_t count, const imp3i_bvh_ball* ball)
{
    return imp3i_bvh_kernels_now()->touched(triangles, parts, count, ball);
}
