// SPDX-License-Identifier: MIT
//
// Angles of a joint: the rotation of frame B against frame A, in the plane one angle.

#ifndef IMP2I_JOINT_AXES_H
#define IMP2I_JOINT_AXES_H

#include "../../math/trig.h"
#include "joint2.h"

enum
{
    IMP2I_TURN_AXES = 1,
    IMP2I_UP_AXIS = IMP2_AXIS_X,  // along which wheels are sprung
    IMP2I_FORWARDS = -1           // the sign of a wheel's turn that rolls forward, to the right of up
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

/// The fault of what a definition has in one dimension alone, or 0.
static inline int32_t imp2i_joint_own_fault(const imp2_joint_def* def)
{
    (void)def;
    return 0;
}

/// Whether a joint has a cone: a limit of how far it turns which is not that of one axis.
static inline bool imp2i_has_cone(const imp2_joint_def* def)
{
    (void)def;
    return false;
}

/// The angles of its cone.
static inline void imp2i_cone_of(const imp2_joint_def* def, float* y, float* z)
{
    (void)def;
    *y = *z = 0.0f;
}

/// The distance of a joint from the edge of its cone, and the axis about which a spin changes it.
static inline float imp2i_inside_cone(float cone_y, float cone_z, imp2_rot a, const float* values,
                                      const imp2i_spin* about, imp2i_spin* out)
{
    (void)cone_y;
    (void)cone_z;
    (void)a;
    (void)values;
    *out = about[0];
    return 0.0f;
}

/// A direction of the edge of a cone, at an angle around it.
static inline imp2_vec imp2i_cone_hand(const imp2_joint_def* def, imp2_rot a, double around)
{
    (void)def;
    return imp2i_turn_hand(a, 0, around);
}

/// Whether a joint is a cross, whose angle is its own.
static inline bool imp2i_is_cross(const imp2_joint_def* def)
{
    (void)def;
    return false;
}

/// The angle of a cross; the plane has none.
static inline void imp2i_cross_turn(imp2_rot a, imp2_rot b, float* value, imp2i_spin* about)
{
    (void)a;
    (void)b;
    (void)value;
    (void)about;
}

/// Values of turning of B's frame against A's, and the axes about which their spins change them. The value before
/// has the whole turns.
static inline void imp2i_frame_turns(imp2_rot a, imp2_rot b, float before, float* values, imp2i_spin* about)
{
    double sine, cosine;
    impi_sincos_in_lane((double)before, &sine, &cosine);
    const double s = (double)a.c * b.s - (double)a.s * b.c, c = (double)a.c * b.c + (double)a.s * b.s;
    values[0] = (float)((double)before + impi_atan2_in_lane(s * cosine - c * sine, c * cosine + s * sine));
    about[0] = 1.0f;
}

/// The same of a joint.
static inline void imp2i_joint_turns(const imp2_joint_def* def, imp2_rot a, imp2_rot b, float before, float* values,
                                     imp2i_spin* about)
{
    (void)def;
    imp2i_frame_turns(a, b, before, values, about);
}

#endif
