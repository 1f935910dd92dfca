// SPDX-License-Identifier: MIT
//
// Vectors and boxes of space. Plain structs, filled in by hand.

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

/// An upright box: all points between lower and upper, both included.
typedef struct imp3_box
{
    imp3_vec lower, upper;
} imp3_box;

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
