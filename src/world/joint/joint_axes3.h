// SPDX-License-Identifier: MIT
//
// Angles of a joint: the rotation of frame B against frame A, in space as twist about x and swing of x; and the
// distance of the swing from the edge of a cone.

#ifndef IMP3I_JOINT_AXES_H
#define IMP3I_JOINT_AXES_H

#include "../../math/check.h"
#include "../../math/pick.h"
#include "../../math/trig.h"
#include "joint3.h"

enum
{
    IMP3I_TURN_AXES = 3,
    IMP3I_UP_AXIS = IMP3_AXIS_Z,  // along which wheels are sprung
    IMP3I_FORWARDS = 1            // the sign of a wheel's turn that rolls forward: about an axle to the left
};

#define IMP3I_FOLDED -0.98      // of both x axes: beyond it the twist is undefined
#define IMP3I_CROSS_FOLDED 1e-3  // of the arms of a cross: so near to each other its angle is undefined

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

/// The axis of a component of the swing along e of A, d(theta n) . e, where n is about what x has been swung, by theta.
/// A spin changes theta by its part along n, and turns n by what moves xB across it.
static inline imp3_vec imp3i_swing_axis(imp3_rot a, imp3_vec across, double along, double theta, imp3_vec e)
{
    const double sine = sqrt((double)imp3_vec_dot(across, across));
    const imp3_vec n = imp3_vec_scale(across, (float)(1.0 / sine)), m = imp3_vec_cross(n, a.x);
    const float way = imp3_vec_dot(m, e);
    const imp3_vec along_n = imp3_vec_scale(n, imp3_vec_dot(n, e));
    imp3_vec r = imp3_vec_add(along_n, imp3_vec_scale(m, way * (float)(theta * along / sine)));
    r = imp3_vec_sub(r, imp3_vec_scale(a.x, way * (float)theta));
    const bool folded = !(along > IMP3I_FOLDED), swung = sine > 0x1p-20;
    r.x = impi_pick(swung, impi_pick(folded, along_n.x, r.x), e.x);
    r.y = impi_pick(swung, impi_pick(folded, along_n.y, r.y), e.y);
    r.z = impi_pick(swung, impi_pick(folded, along_n.z, r.z), e.z);
    return r;
}

/// The fault of what a definition has in one dimension alone, or 0.
static inline int32_t imp3i_joint_own_fault(const imp3_joint_def* def)
{
    const float y = def->cone_y, z = def->cone_z, half_turn = 3.1415927f;
    int32_t fault = impi_number_fault_negative(y);
    fault = fault ? fault : impi_number_fault_negative(z);
    return fault ? fault : (y > 0.0f) == (z > 0.0f) && y <= half_turn && z <= half_turn ? 0 : IMP_ERR_RANGE;
}

/// Whether a joint has a cone: a limit of how far it turns which is not that of one axis.
static inline bool imp3i_has_cone(const imp3_joint_def* def)
{
    return def->cone_y > 0.0f;
}

/// The angles of its cone.
static inline void imp3i_cone_of(const imp3_joint_def* def, float* y, float* z)
{
    *y = def->cone_y;
    *z = def->cone_z;
}

/// The distance of a joint from the edge of its cone, and the axis about which a spin changes it.
///
/// With the swing s and g = (s.y / y^2, s.z / z^2) the edge is where q = s.g is 1. Along the swing it is at 1 / sqrt(q) of
/// it, and that way has q / abs(g) of its length along the normal of the ellipse: (sqrt(q) - q) / abs(g), which for a circle
/// is what is left of its angle. At the edge it falls as s does along g / abs(g).
static inline float imp3i_inside_cone(float cone_y, float cone_z, imp3_rot a, const float* values,
                                      const imp3i_spin* about, imp3i_spin* out)
{
    const double y = cone_y, z = cone_z, sy = values[1], sz = values[2];
    const double gy = sy / (y * y), gz = sz / (z * z), q = sy * gy + sz * gz, length = sqrt(gy * gy + gz * gz);
    const imp3_vec axis =
        imp3_vec_add(imp3_vec_scale(about[1], (float)(-gy / length)), imp3_vec_scale(about[2], (float)(-gz / length)));
    const bool swung = q > 0x1p-40;
    const float inside = (float)((sqrt(q) - q) / length), all = cone_y < cone_z ? cone_y : cone_z;
    out->x = impi_pick(swung, axis.x, -a.y.x);
    out->y = impi_pick(swung, axis.y, -a.y.y);
    out->z = impi_pick(swung, axis.z, -a.y.z);
    return impi_pick(swung, inside, all);
}

/// A direction of the edge of a cone, at an angle around it.
static inline imp3_vec imp3i_cone_hand(const imp3_joint_def* def, imp3_rot a, double around)
{
    double s, c, far, near;
    impi_sincos_d(around, &s, &c);
    const double y = def->cone_y, z = def->cone_z, edge = 1.0 / sqrt(c * c / (y * y) + s * s / (z * z));
    impi_sincos_d(edge, &far, &near);
    const imp3_vec hand = {(float)near, (float)(far * s), (float)(-far * c)};
    return imp3_rot_apply(a, hand);
}

/// Whether a joint is a cross, whose angle is its own.
static inline bool imp3i_is_cross(const imp3_joint_def* def)
{
    return def->cardan;
}

/// The angle of a cross whose arms are y of A and z of B, from where they are across each other, and its axis.
static inline void imp3i_cross_turn(imp3_rot a, imp3_rot b, float* value, imp3i_spin* about)
{
    const imp3_vec axis = imp3_vec_cross(a.y, b.z);
    const double across = sqrt((double)imp3_vec_dot(axis, axis));
    *value = (float)impi_atan2_in_lane(-(double)imp3_vec_dot(a.y, b.z), across);
    const float of_axis = (float)(1.0 / across);
    *about = imp3_vec_scale(axis, across > IMP3I_CROSS_FOLDED ? of_axis : 0.0f);
}

/// Values of turning of B's frame against A's, and the axes about which their spins change them. The twist before
/// has the whole turns.
///
/// Twist is twice the angle of (q.x, q.w) of the quaternion q of B against A; its axis is (xA + xB) / (1 + xA.xB). Swing
/// is the angle between xA and xB, along the axes of A.
static inline void imp3i_frame_turns(imp3_rot a, imp3_rot b, float before, float* values, imp3i_spin* about)
{
    const imp3_vec across = imp3_vec_cross(a.x, b.x);
    const double along = imp3_vec_dot(a.x, b.x), length = sqrt((double)imp3_vec_dot(across, across));
    // The quaternion has, four times, w^2, x^2 and x w: by the larger of both squares, the angle is the same.
    const double both = (double)imp3_vec_dot(a.y, b.y) + imp3_vec_dot(a.z, b.z), w = 1.0 + along + both,
                 x = 1.0 + along - both, product = (double)imp3_vec_dot(a.z, b.y) - imp3_vec_dot(a.y, b.z);
    const bool whole_turn = w >= x;
    const double twist = 2.0 * impi_atan2_in_lane(whole_turn ? product : x, whole_turn ? w : product);
    const double whole = 6.283185307179586;
    double turned = twist - (double)before;
    turned -= whole * floor(turned / whole + 0.5);
    const double theta = impi_atan2_in_lane(length, along), of_sine = theta / length;
    const double scale = length > 0x1p-20 ? of_sine : 1.0;
    values[0] = (float)((double)before + turned);
    values[1] = (float)(scale * imp3_vec_dot(across, a.y));
    values[2] = (float)(scale * imp3_vec_dot(across, a.z));
    const float half = (float)(1.0 / (1.0 + along));
    about[0] = imp3_vec_scale(imp3_vec_add(a.x, b.x), along > IMP3I_FOLDED ? half : 0.0f);
    about[1] = imp3i_swing_axis(a, across, along, theta, a.y);
    about[2] = imp3i_swing_axis(a, across, along, theta, a.z);
}

/// The same of a joint.
static inline void imp3i_joint_turns(const imp3_joint_def* def, imp3_rot a, imp3_rot b, float before, float* values,
                                     imp3i_spin* about)
{
    imp3i_frame_turns(a, b, before, values, about);
    if (imp3i_is_cross(def))
    {
        imp3i_cross_turn(a, b, &values[0], &about[0]);
    }
}

#endif
