// SPDX-License-Identifier: MIT
//
// How large shapes are as something sees them that moves, is pushed or passes by: for worlds, which know no components.

#ifndef IMP3I_EXTENT_H
#define IMP3I_EXTENT_H

#include "../math/dvec3.h"
#include "impinge/compound3.h"
#include "impinge/shape3.h"

/// The least distance from a point in a shape to its sides; of what has no area its radius.
float imp3i_shape_thickness(const imp3_shape* shape, imp3_vec point);

/// How long a shape is along a unit direction of its frame.
double imp3i_extent_along(const imp3_shape* shape, imp3i_dvec direction);

/// How long a turned compound is across a direction, without its radius.
float imp3i_compound_silhouette(const imp3_compound* compound, imp3_rot q, imp3_vec direction);

/// How far apart two shapes stay that move against each other along a direction of some length, times that length; below
/// 0 where they do not pass each other.
float imp3i_shapes_pass(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        imp3_vec along, float length);

#endif
