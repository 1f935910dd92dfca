// SPDX-License-Identifier: MIT
//
// The sides that hold two touching shapes apart.

#ifndef IMP3I_TOUCH_H
#define IMP3I_TOUCH_H

#include "pair3.h"

/// Told of one unit normal, A to B, along which the shapes are apart, to rounding.
typedef void imp3i_visit_side(void* context, imp3i_dvec normal);

/// Visits the normals along which two touching or nearly touching shapes are apart, or inside each other by no more
/// than tiny: those that bound all others. That of the gap alone where a shape is round. None of two shapes without
/// thickness that meet in the middle of nothing, such as two points.
void imp3i_visit_sides(const imp3i_pair* p, const imp3i_gap* gap, double tiny, imp3i_visit_side* visit, void* context);

/// How far apart two polytopes are along a unit normal, without their radii.
double imp3i_apart_along(const imp3i_pair* p, imp3i_dvec normal);

#endif
