// SPDX-License-Identifier: MIT
//
// The gap between two placed shapes, as motions ask for it.

#ifndef IMP2I_PAIR_GAP_H
#define IMP2I_PAIR_GAP_H

#include "../narrow/pair2.h"

#include <math.h>

/// Separation of sharp shapes along their separating axis, negative for a penetration: exactly 0 where they touch,
/// which a root needs.
static inline double imp2i_gap_of_sharp(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b,
                                        imp2i_dpose pose_b, imp2i_dvec* normal)
{
    imp2i_relative rel;
    imp2i_sides sides;
    imp2i_axis axis;
    double gap = (double)imp2i_axis_between(a, pose_a, b, pose_b, &rel, &sides, &axis);
    imp2i_outline o = imp2i_outline_of(axis.on_b ? b : a);
    imp2i_dpose pose = axis.on_b ? pose_b : pose_a;
    const imp2i_dvec n = {o.normal_x[axis.side], o.normal_y[axis.side]};
    double unit = (axis.on_b ? -1.0 : 1.0) / sqrt((pose.c * pose.c + pose.s * pose.s) * imp2i_ddot(n, n));
    *normal = imp2i_turn_out(pose, unit, n);
    return gap;
}

/// The gap where it counts most that it is smooth, near touching; and its unit normal, from A to B.
static inline double imp2i_gap_near(const imp2_shape* a, const imp2_pose* at_a, const imp2_shape* b,
                                    const imp2_pose* at_b, imp2i_dvec* normal)
{
    imp2i_dpose pose_a = imp2i_pose_a(at_a), pose_b = imp2i_pose_b(at_a, at_b);
    if (a->radius > 0.0f || b->radius > 0.0f || imp2i_is_point(a) || imp2i_is_point(b))
    {
        imp2i_gap gap;
        imp2i_gap_estimate(a, pose_a, b, pose_b, INFINITY, &gap);
        *normal = gap.normal;
        return (double)gap.distance;
    }
    return imp2i_gap_of_sharp(a, pose_a, b, pose_b, normal);
}

/// The gap that a collision without a manifold has found, off by rounding in floats; 0 if it found none.
static inline float imp2i_gap_told(const imp2_manifold* none, float margin)
{
    (void)none;
    (void)margin;
    return 0.0f;
}

static inline float imp2i_gap_rough(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                    const imp2_pose* pose_b)
{
    imp2i_gap gap;
    imp2i_gap_estimate(a, imp2i_pose_a(pose_a), b, imp2i_pose_b(pose_a, pose_b), 0.0f, &gap);
    return gap.distance;
}

/// The gap, its sign decided exactly. Of shapes farther apart than far a lower bound.
static inline float imp2i_gap_within(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                     const imp2_pose* pose_b, float far)
{
    imp2i_gap gap;
    imp2i_gap_of(a, pose_a, b, pose_b, far, &gap);
    return gap.distance;
}

#endif
