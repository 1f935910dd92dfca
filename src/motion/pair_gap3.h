// SPDX-License-Identifier: MIT
//
// The gap between two placed shapes, as motions ask for it.

#ifndef IMP3I_PAIR_GAP_H
#define IMP3I_PAIR_GAP_H

#include "../narrow/pair3.h"

#include <math.h>

static inline double imp3i_gap_near(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                    const imp3_pose* pose_b, imp3i_dvec* normal)
{
    const imp3i_pair pair = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3i_gap gap;
    imp3i_gap_estimate(&pair, INFINITY, NULL, &gap);
    *normal = gap.normal;
    return gap.distance;
}

static inline float imp3i_gap_rough(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                    const imp3_pose* pose_b)
{
    const imp3i_pair pair = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3i_gap gap;
    imp3i_gap_estimate(&pair, INFINITY, NULL, &gap);
    return (float)gap.distance;
}

/// The gap that a collision without a manifold has found, as a negative depth; 0 if it found none.
static inline float imp3i_gap_told(const imp3_manifold* none, float margin)
{
    return none->depth < -margin ? -none->depth : 0.0f;
}

static inline float imp3i_gap_within(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                     const imp3_pose* pose_b, float far)
{
    const imp3i_pair pair = imp3i_pair_of(a, pose_a, b, pose_b);
    imp3i_gap gap;
    imp3i_gap_estimate(&pair, (double)far, NULL, &gap);
    imp3i_gap_decide(&pair, &gap);
    return (float)gap.distance;
}

#endif
