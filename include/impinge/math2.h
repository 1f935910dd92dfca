// SPDX-License-Identifier: MIT
//
// Vectors, rotations, poses and boxes of the plane. Plain structs, filled in by hand or by the functions here.

#ifndef IMPINGE_MATH2_H
#define IMPINGE_MATH2_H

#include "math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A point or a vector [m].
typedef struct imp2_vec
{
    float x, y;
} imp2_vec;

/// A rotation: cosine and sine of its angle. Accepted by every call when c^2 + s^2 is within 2^-20 of 1; never
/// normalised behind the caller's back.
typedef struct imp2_rot
{
    float c, s;
} imp2_rot;

/// The place of a shape: its point v lies at exactly q v + p in the world.
typedef struct imp2_pose
{
    imp2_vec p;
    imp2_rot q;
} imp2_pose;

/// An upright box: all points between lower and upper, both included.
typedef struct imp2_box
{
    imp2_vec lower, upper;
} imp2_box;

/// The rotation by an angle.
///
/// angle     [rad], as for imp_sincos
/// out       result; untouched on error. A sine or cosine below 2^-60 becomes 0.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// exact     each component at most 1 ulp off
IMP_API imp_status imp2_rot_make(float angle, imp2_rot* out);

/// The rotation that turns the x axis towards a direction of any length.
///
/// direction not zero
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero vector
/// exact     each component at most 1 ulp off
IMP_API imp_status imp2_rot_towards(imp2_vec direction, imp2_rot* out);

/// The angle of a rotation, in [-pi, pi].
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION
/// exact     at most 1 ulp off the angle of the vector (c, s)
IMP_API imp_status imp2_rot_angle(imp2_rot q, float* out);

/// A pose from a position and an angle.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
IMP_API imp_status imp2_pose_make(imp2_vec p, float angle, imp2_pose* out);

/// Checks a pose in the way every call does that takes one.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION
IMP_API imp_status imp2_pose_check(const imp2_pose* pose);

// The rest is arithmetic without a check: plain IEEE operations in the written order.

static inline imp2_vec imp2_vec_add(imp2_vec a, imp2_vec b)
{
    imp2_vec r = {a.x + b.x, a.y + b.y};
    return r;
}

static inline imp2_vec imp2_vec_sub(imp2_vec a, imp2_vec b)
{
    imp2_vec r = {a.x - b.x, a.y - b.y};
    return r;
}

static inline imp2_vec imp2_vec_scale(imp2_vec v, float k)
{
    imp2_vec r = {v.x * k, v.y * k};
    return r;
}

static inline imp2_vec imp2_vec_negate(imp2_vec v)
{
    imp2_vec r = {-v.x, -v.y};
    return r;
}

static inline float imp2_vec_dot(imp2_vec a, imp2_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/// z component of the cross product; positive when b is to the left of a.
static inline float imp2_vec_cross(imp2_vec a, imp2_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// v turned by a quarter to the left.
static inline imp2_vec imp2_vec_left(imp2_vec v)
{
    imp2_vec r = {-v.y, v.x};
    return r;
}

static inline imp2_vec imp2_rot_apply(imp2_rot q, imp2_vec v)
{
    imp2_vec r = {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
    return r;
}

/// Turns back: the transpose of q.
static inline imp2_vec imp2_rot_apply_inverse(imp2_rot q, imp2_vec v)
{
    imp2_vec r = {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
    return r;
}

static inline imp2_vec imp2_pose_apply(imp2_pose pose, imp2_vec v)
{
    return imp2_vec_add(imp2_rot_apply(pose.q, v), pose.p);
}

static inline imp2_pose imp2_pose_identity(void)
{
    imp2_pose r = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    return r;
}

/// Whether two boxes have a point in common; touching counts.
static inline bool imp2_box_overlap(imp2_box a, imp2_box b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
}

#ifdef __cplusplus
}
#endif

#endif
