// SPDX-License-Identifier: MIT
//
// Shapes of space: spheres, and half-spaces for bodies that do not move.

#ifndef IMPINGE_SHAPE3_H
#define IMPINGE_SHAPE3_H

#include "math/spin3.h"
#include "math3.h"

/// Half-spaces take part in sweeps up to this distance from their origin, and have a finite box [m].
#define IMP3_HALF_SPACE_REACH 64.0f
#define IMP3_HALF_SPACE_BOX 0x1p20f

enum
{
    IMP3_SHAPE_NONE = 0,
    IMP3_SHAPE_SPHERE,
    IMP3_SHAPE_HALF_SPACE
};

/// A convex shape in its own frame: all points within the radius of the center, or on the side of it that the normal
/// leads away from.
typedef struct imp3_shape
{
    int32_t kind;  ///< IMP3_SHAPE_...
    float radius;  ///< 0 of a half-space [m]
    float reach;   ///< of what is round how far the center is from the origin of the frame [m]
    imp3_vec center, normal;
} imp3_shape;

typedef struct imp3_mass
{
    float volume;           ///< [m^3]
    float mass;             ///< [kg]
    imp3i_inertia inertia;  ///< about the centroid [kg m^2]
    imp3_vec centroid;      ///< in the shape's frame [m]
} imp3_mass;

/// A sphere.
///
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_sphere_make(imp3_vec center, float radius, imp3_shape* out);

/// All that is not above the plane through the origin. It has no mass.
///
/// normal    up; of any length but zero
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE
IMP_API imp_status imp3_half_space_make(imp3_vec normal, imp3_shape* out);

/// There are no boxes yet: refused.
IMP_API imp_status imp3_box_make(imp3_box box, imp3_shape* out);

/// Nothing is to be given back.
IMP_API void imp3_shape_free(imp3_shape* shape);

/// A box around a placed shape, rounded outward.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, and those of imp3_pose_check
IMP_API imp_status imp3_shape_bounds(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out);

/// Mass and inertia of a full sphere: 2/5 m r^2.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE
IMP_API imp_status imp3_shape_mass(const imp3_shape* shape, float density, imp3_mass* out);

#endif
