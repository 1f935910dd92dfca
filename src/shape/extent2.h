// SPDX-License-Identifier: MIT
//
// How large shapes are as something sees them that moves, is pushed or passes by: for worlds, which know no components.

#ifndef IMP2I_EXTENT_H
#define IMP2I_EXTENT_H

#include "../math/dvec2.h"
#include "impinge/compound2.h"
#include "impinge/shape2.h"

/// The least distance from a point in a shape to its sides; of what has no area its radius.
float imp2i_shape_thickness(const imp2_shape* shape, imp2_vec point);

/// How thick a shape is whose mass floats do not hold: nothing is said about it.
static inline float imp2i_endless_thickness(const imp2_shape* shape)
{
    (void)shape;
    return 0.0f;
}

/// How long a shape is along a unit direction of its frame.
double imp2i_extent_along(const imp2_shape* shape, imp2i_dvec direction);

/// How long a turned compound is across a direction, with the radius of a convex shape.
float imp2i_compound_silhouette(const imp2_compound* compound, imp2_rot q, imp2_vec direction);

/// No point of a compound is farther from the origin of its frame, its radius not counted.
static inline float imp2i_compound_extent(const imp2_compound* compound)
{
    return compound->reach;
}

/// How far apart two shapes stay that move against each other along a direction of some length, times that length; below
/// 0 where they do not pass each other.
float imp2i_shapes_pass(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                        imp2_vec along, float length);

#endif
