// SPDX-License-Identifier: MIT
//
// How large shapes are as something sees them that moves, is pushed or passes by: for worlds, which know no components.

#ifndef IMP3I_EXTENT_H
#define IMP3I_EXTENT_H

#include "../math/dvec3.h"
#include "impinge/compound3.h"
#include "impinge/shape3.h"

/// The least distance from a point in a shape to its sides; of what has no volume its radius.
float imp3i_shape_thickness(const imp3_shape* shape, imp3_vec point);

/// How thick a shape is whose mass floats do not hold: half-spaces have no end, of others nothing is said.
static inline float imp3i_endless_thickness(const imp3_shape* shape)
{
    return shape->kind == IMP3_SHAPE_HALF_SPACE ? IMP_MAGNITUDE_MAX : 0.0f;
}

/// The box of points with a radius that are no farther than reach from the origin of their frame, placed.
imp3_box imp3i_points_bounds(const imp3_vec* points, int32_t count, float radius, float reach, const imp3_pose* pose);

/// How long a shape is along a unit direction of its frame.
double imp3i_extent_along(const imp3_shape* shape, imp3i_dvec direction);

/// The area that a turned compound covers, seen along a unit direction: that of the hull of all its parts with their
/// radii [m^2]. Round outlines are told by 64 points, so to 1 part in 500. Half-spaces cover none.
float imp3i_compound_silhouette(const imp3_compound* compound, imp3_rot q, imp3_vec direction);

/// No point of a compound is farther from the origin of its frame, its radius not counted; half-spaces have no end.
static inline float imp3i_compound_extent(const imp3_compound* compound)
{
    bool endless = compound->kind == IMP3_COMPOUND_SHAPE && compound->parts->kind == IMP3_SHAPE_HALF_SPACE;
    return endless ? IMP_MAGNITUDE_MAX : compound->reach;
}

/// How far apart two shapes stay that move against each other along a direction of some length, times that length; below
/// 0 where they do not pass each other.
float imp3i_shapes_pass(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        imp3_vec along, float length);

#endif
