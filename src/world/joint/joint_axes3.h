// SPDX-License-Identifier: MIT
//
// How frame B of a joint is turned against frame A, in space: twist about x, and swing of x.

#ifndef IMP3I_JOINT_AXES_H
#define IMP3I_JOINT_AXES_H

#include "../../math/trig.h"
#include "joint3.h"

enum
{
    IMP3I_TURN_AXES = 3
};

#define IMP3I_FOLDED -0.98  // of both x axes: beyond it the twist is not told

/// Axis i of a frame.
static inline imp3_vec imp3i_frame_axis(imp3_rot q, int32_t i)
{
    return i == 0 ? q.x : i == 1 ? q.y : q.z;
}

/// An axis of a frame, turned by an angle: y by a twist, x by a swing.
static inline imp3_vec imp3i_turn_hand(imp3_rot q, int32_t turn, double angle)
{
    double s, c;
    impi_sincos_d(angle, &s, &c);
    const imp3_vec twisted = {0.0f, (float)c, (float)s}, about_y = {(float)c, 0.0f, -(float)s},
                   about_z = {(float)c, (float)s, 0.0f};
    return imp3_rot_apply(q, turn == 0 ? twisted : turn == 1 ? about_y : about_z);
}

/// How a component of the swing along an axis of A changes: d(theta n) . e, where n is about what x has been swung, by theta.
/// A spin changes theta by its part along n, and turns n by what moves xB across it.
static inline imp3_vec imp3i_swing_axis(imp3_rot a, imp3_vec across, double along, double theta, imp3_vec e)
{
    const double sine = sqrt((double)imp3_vec_dot(across, across));
    if (!(sine > 0x1p-20))
    {
        return e;
    }
    const imp3_vec n = imp3_vec_scale(across, (float)(1.0 / sine)), m = imp3_vec_cross(n, a.x);
    const float way = imp3_vec_dot(m, e);
    imp3_vec r = imp3_vec_scale(n, imp3_vec_dot(n, e));
    if (along > IMP3I_FOLDED)
    {
        r = imp3_vec_add(r, imp3_vec_scale(m, way * (float)(theta * along / sine)));
        r = imp3_vec_sub(r, imp3_vec_scale(a.x, way * (float)theta));
    }
    return r;
}

/// Values of turning of B's frame against A's, and the axes about which their spins change them. The twist that was told
/// last says how often it has gone around.
///
/// Twist is twice the angle of (q.x, q.w) of the quaternion q of B against A; its axis is (xA + xB) / (1 + xA.xB). Swing
/// is the angle between xA and xB, along the axes of A.
static inline void imp3i_joint_turns(imp3_rot a, imp3_rot b, float before, float* values, imp3i_spin* about)
{
    const imp3_vec across = imp3_vec_cross(a.x, b.x);
    const double along = imp3_vec_dot(a.x, b.x), length = sqrt((double)imp3_vec_dot(across, across));
    // Of the quaternion, four times w^2, x^2 and x w: by the larger of both squares, the angle is the same.
    const double both = (double)imp3_vec_dot(a.y, b.y) + imp3_vec_dot(a.z, b.z), w = 1.0 + along + both,
                 x = 1.0 + along - both, product = (double)imp3_vec_dot(a.z, b.y) - imp3_vec_dot(a.y, b.z);
    const double twist = 2.0 * (w >= x ? impi_atan2_d(product, w) : impi_atan2_d(x, product));
    const double whole = 6.283185307179586;
    double turned = twist - (double)before;
    turned -= whole * floor(turned / whole + 0.5);
    const double theta = impi_atan2_d(length, along), scale = length > 0x1p-20 ? theta / length : 1.0;
    values[0] = (float)((double)before + turned);
    values[1] = (float)(scale * imp3_vec_dot(across, a.y));
    values[2] = (float)(scale * imp3_vec_dot(across, a.z));
    about[0] = imp3_vec_scale(imp3_vec_add(a.x, b.x), along > IMP3I_FOLDED ? (float)(1.0 / (1.0 + along)) : 0.0f);
    about[1] = imp3i_swing_axis(a, across, along, theta, a.y);
    about[2] = imp3i_swing_axis(a, across, along, theta, a.z);
}

#endif
