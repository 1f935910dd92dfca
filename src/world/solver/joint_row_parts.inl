// SPDX-License-Identifier: MIT
//
// Parts of rows of joints, without a branch: the same for one joint (joint_rows.inl) as for joints alike in lanes
// (group_lanes.inl).

#ifndef AXES
#include "solver2.h"

#include "../../math/dim2.h"
#endif

/// The response of an end of a joint to a unit impulse along a row.
static inline float FNI(end_response)(float inverse_mass, Inertia inverse_inertia, Vec along, Spin turn)
{
    return inverse_mass * FN(vec_dot)(along, along) + FNI(spin_dot)(turn, FNI(inertia_apply)(inverse_inertia, turn));
}

/// The levers of a row along a direction: of both bodies at the anchor of B.
static inline void FNI(row_levers)(Vec arm_a, Vec arm_b, Vec apart, Vec along, Spin* turn_a, Spin* turn_b)
{
    *turn_a = FNI(spin_lever)(FN(vec_add)(arm_a, apart), along);
    *turn_b = FNI(spin_lever)(arm_b, along);
}

/// The motion of end B of a joint against end A, for the second derivatives of rows: half of these, times a sub-step, is
/// what the tangents of it open the rows by. Ends that turn far take a shorter way.
static inline JointBend FNI(joint_bend_between)(const JointMotion* a, const JointMotion* b, float h)
{
    const float first = FNI(spin_length)(a->spin), second = FNI(spin_length)(b->spin);
    const float fastest = h * impi_pick(first > second, first, second);
    const Spin carried = FNI(spin_carried)(a->spin, FNI(spin_sub)(b->spin, a->spin));
    const JointBend r = {a->spin, FN(vec_sub)(b->velocity, a->velocity), FN(vec_sub)(b->bend, a->bend),
                         FNI(spin_sub)(FNI(spin_sub)(b->twirl, a->twirl), carried),
                         0.5f * h / (1.0f + 0.5f * fastest * fastest)};
    return r;
}

/// The second derivative of a row along an axis of frame A.
static inline float FNI(bend_of_axis)(const JointBend* b, Vec along, Vec apart)
{
    const Vec turned = FNI(spin_velocity)(b->spin, along);
    return FN(vec_dot)(along, b->bend) +
           (2.0f * FN(vec_dot)(turned, b->rate) + FN(vec_dot)(FNI(spin_velocity)(b->spin, turned), apart));
}

/// That of the distance of the anchors.
static inline float FNI(bend_of_distance)(const JointBend* b, Vec along, Vec apart)
{
    const float length = sqrtf(FN(vec_dot)(apart, apart)), of_rate = FN(vec_dot)(along, b->rate);
    const float around = (FN(vec_dot)(b->rate, b->rate) - of_rate * of_rate) / length;
    return FN(vec_dot)(along, b->bend) + impi_pick(length > 0.0f, around, 0.0f);
}
