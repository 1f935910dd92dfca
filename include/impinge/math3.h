// SPDX-License-Identifier: MIT
//
// Vectors, rotations, poses and boxes of space. Plain structs, filled in by hand or by the functions here.
//
// A rotation is a matrix, as that is what a placed point depends on: q v + p, with the numbers as they are stored. A
// quaternion is a way to write a rotation down in four numbers; imp3_rot_of_quat makes the matrix of it.

#ifndef IMPINGE_MATH3_H
#define IMPINGE_MATH3_H

#include "math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A point or a vector [m].
typedef struct imp3_vec
{
    float x, y, z;
} imp3_vec;

/// A rotation: the matrix whose columns are the turned axes. Accepted by every call when the columns have squared
/// lengths within 2^-20 of 1 and dot products within 2^-20 of 0, and are right-handed; never normalised behind the
/// caller's back.
typedef struct imp3_rot
{
    imp3_vec x, y, z;
} imp3_rot;

/// A rotation as a quaternion: x, y, z the axis times the sine of half the angle, w the cosine of it.
typedef struct imp3_quat
{
    float x, y, z, w;
} imp3_quat;

/// The place of a shape: its point v lies at exactly q v + p in the world.
typedef struct imp3_pose
{
    imp3_vec p;
    imp3_rot q;
} imp3_pose;

/// An upright box: all points between lower and upper, both included.
typedef struct imp3_box
{
    imp3_vec lower, upper;
} imp3_box;

/// A symmetric matrix of inertia.
typedef struct imp3_inertia
{
    float xx, yy, zz, xy, yz, zx;
} imp3_inertia;

/// The rotation by an angle about an axis, right-handed.
///
/// axis      of any length but zero; it is normalised
/// angle     [rad], as for imp_sincos
/// out       result; untouched on error. A component below 2^-60 becomes 0.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero vector
/// exact     each component at most 2^-24 off
/// source    Rodrigues 1840
IMP_API imp_status imp3_rot_make(imp3_vec axis, float angle, imp3_rot* out);

/// The rotation of a quaternion of any length but zero.
///
/// out       result; untouched on error. A component below 2^-60 becomes 0.
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero quaternion
/// exact     each component at most 2^-24 off the rotation of the quaternion, normalised
IMP_API imp_status imp3_rot_of_quat(imp3_quat quat, imp3_rot* out);

/// The quaternion of a rotation, of unit length and with w >= 0.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION
/// exact     each component at most 2^-23 off, where q was made here
/// source    Shepperd 1978
IMP_API imp_status imp3_rot_to_quat(imp3_rot q, imp3_quat* out);

/// A pose from a position, an axis and an angle.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE for the zero axis
IMP_API imp_status imp3_pose_make(imp3_vec p, imp3_vec axis, float angle, imp3_pose* out);

/// Checks a pose in the way every call does that takes one.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION
IMP_API imp_status imp3_pose_check(const imp3_pose* pose);

// The rest is arithmetic without a check: plain IEEE operations in the written order.

static inline imp3_vec imp3_vec_add(imp3_vec a, imp3_vec b)
{
    imp3_vec r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}

static inline imp3_vec imp3_vec_sub(imp3_vec a, imp3_vec b)
{
    imp3_vec r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static inline imp3_vec imp3_vec_scale(imp3_vec v, float k)
{
    imp3_vec r = {v.x * k, v.y * k, v.z * k};
    return r;
}

static inline imp3_vec imp3_vec_negate(imp3_vec v)
{
    imp3_vec r = {-v.x, -v.y, -v.z};
    return r;
}

static inline float imp3_vec_dot(imp3_vec a, imp3_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline imp3_vec imp3_vec_cross(imp3_vec a, imp3_vec b)
{
    imp3_vec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static inline imp3_vec imp3_rot_apply(imp3_rot q, imp3_vec v)
{
    imp3_vec r = {q.x.x * v.x + q.y.x * v.y + q.z.x * v.z, q.x.y * v.x + q.y.y * v.y + q.z.y * v.z,
                  q.x.z * v.x + q.y.z * v.y + q.z.z * v.z};
    return r;
}

/// Turns back: the transpose of q.
static inline imp3_vec imp3_rot_apply_inverse(imp3_rot q, imp3_vec v)
{
    imp3_vec r = {imp3_vec_dot(q.x, v), imp3_vec_dot(q.y, v), imp3_vec_dot(q.z, v)};
    return r;
}

static inline imp3_vec imp3_pose_apply(imp3_pose pose, imp3_vec v)
{
    return imp3_vec_add(imp3_rot_apply(pose.q, v), pose.p);
}

static inline imp3_pose imp3_pose_identity(void)
{
    imp3_pose r = {{0.0f, 0.0f, 0.0f}, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    return r;
}

/// Whether two boxes have a point in common; touching counts.
static inline bool imp3_box_overlap(imp3_box a, imp3_box b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
           a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

#ifdef __cplusplus
}
#endif

#endif
