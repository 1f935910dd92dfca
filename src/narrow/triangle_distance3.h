// SPDX-License-Identifier: MIT
//
// Triangles in doubles, and how far apart two of them are: for searches through meshes, which ask it of many.

#ifndef IMP3I_TRIANGLE_DISTANCE_H
#define IMP3I_TRIANGLE_DISTANCE_H

#include "../shape/shape3.h"

typedef struct imp3i_dtriangle
{
    imp3i_dvec corners[3];
} imp3i_dtriangle;

/// What is found of two triangles.
typedef struct imp3i_triangle_gap
{
    double
        square;  // of the distance of their boundaries and of corners to faces; more than was asked for, where it is that
    bool may_cross;        // they may have a point in common inside of both: rounding does not hide any that do
    imp3i_dvec on_a, way;  // A's nearest point, and from it to B's, where square is within what was asked for
} imp3i_triangle_gap;

/// The distance of two triangles. Those that are farther apart than the root of most may be told any square above most.
void imp3i_triangles_measure(const imp3i_dtriangle* a, const imp3i_dtriangle* b, double most, imp3i_triangle_gap* out);

/// A triangle as a point sees it.
typedef struct imp3i_triangle_seen
{
    double square, height;    // of the distance; above its plane, times the length of the normal
    imp3i_dvec spot, normal;  // the nearest point; the normal of any length
    double normal_square;
    int side;  // that it is on, from this corner on; -1 inside
} imp3i_triangle_seen;

/// The point of a triangle that is nearest to a point. False where its plane is farther than the root of most.
bool imp3i_triangle_see(const imp3i_dtriangle* t, imp3i_dvec point, double most, imp3i_triangle_seen* out);

/// The point of a triangle that is nearest to a point. Returns the square of the distance.
double imp3i_triangle_nearest(const imp3i_dtriangle* t, imp3i_dvec point, imp3i_dvec* nearest);

#endif
