// SPDX-License-Identifier: MIT
//
// How frame B of a joint is turned against frame A, in the plane: one angle.

#ifndef IMP2I_JOINT_AXES_H
#define IMP2I_JOINT_AXES_H

#include "../../math/trig.h"
#include "joint2.h"

enum
{
    IMP2I_TURN_AXES = 1
};

/// Axis i of a frame.
static inline imp2_vec imp2i_frame_axis(imp2_rot q, int32_t i)
{
    const imp2_vec x = {q.c, q.s}, y = {-q.s, q.c};
    return i == 0 ? x : y;
}

/// The x axis of a frame, turned by an angle.
static inline imp2_vec imp2i_turn_hand(imp2_rot q, int32_t turn, double angle)
{
    double s, c;
    (void)turn;
    impi_sincos_d(angle, &s, &c);
    const imp2_vec hand = {(float)c, (float)s};
    return imp2_rot_apply(q, hand);
}

/// Values of turning of B's frame against A's, and the axes about which their spins change them. The value that was told
/// last says how often it has gone around.
static inline void imp2i_joint_turns(imp2_rot a, imp2_rot b, float before, float* values, imp2i_spin* about)
{
    double sine, cosine;
    impi_sincos_d((double)before, &sine, &cosine);
    const double s = (double)a.c * b.s - (double)a.s * b.c, c = (double)a.c * b.c + (double)a.s * b.s;
    values[0] = (float)((double)before + impi_atan2_d(s * cosine - c * sine, c * cosine + s * sine));
    about[0] = 1.0f;
}

#endif
