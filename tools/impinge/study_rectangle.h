// SPDX-License-Identifier: MIT
//
// Do two turned rectangles of the plane touch? Five ways that strategy games take, side by side: bounding circles,
// corners turned upright, feet on the edges, outcodes, separating axes. Where the way that is passed around errs, it is
// here under its name with _published at the end, beside a form that is right. They are material of the study, not of the
// library: a program takes imp2_overlap, which is exact.
//
// Common to all pair functions:
//
// a, b        from study_rectangle_make, or filled in by hand
// out         whether they touch, as this way sees it; touching counts
// operations  additions, multiplications, divisions and comparisons of floats that it took, or null. Signs and absolute
//             values are free, and so is checking the arguments. The numbers below are for two turned rectangles; one
//             that is upright already saves some.
// returns     IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ROTATION
//
// They work in floats. "Right" means: agrees with imp2_overlap of the same rectangles, unless these are apart or
// overlap by less than 2^-19 of the scale (the half diagonals and the distance of the centres, added).

#ifndef IMPINGE_TOOLS_STUDY_RECTANGLE_H
#define IMPINGE_TOOLS_STUDY_RECTANGLE_H

#include "impinge/math2.h"

/// A thing on a plane: a rectangle, and a circle around it. The rectangle is the set of all q v + center with
/// |v.x| <= half.x and |v.y| <= half.y.
typedef struct study_rectangle
{
    imp2_vec center;  ///< [m]
    imp2_vec half;    ///< half width and half height, 0 or more [m]
    imp2_rot q;       ///< where the width points to
    float radius;     ///< of the circle around center; study_rectangle_make lets it hold the rectangle [m]
} study_rectangle;

/// A rectangle and its bounding circle.
///
/// center    middle [m]
/// half      half width and half height [m], 0 or more
/// turn      direction of the width
/// out       the rectangle, or null to only check; untouched on error
/// returns   IMP_OK, IMP_ERR_NAN, IMP_ERR_MAGNITUDE (also for a half diagonal above 2^60), IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION
/// exact     the radius is at least the half diagonal, and larger by at most 2^-18 of it
/// cost      O(1)
imp_status study_rectangle_make(imp2_vec center, imp2_vec half, imp2_rot turn, study_rectangle* out);

/// Circles: the squared distance of the centres against the squared sum of the radii.
///
/// returns   as listed above: IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ROTATION
/// exact     never says no to rectangles from study_rectangle_make that touch. Says yes to those that come near, the
///           more often the longer they are: a test to make first, not alone.
/// cost      8 operations
/// source    folklore
imp_status study_rectangle_circles(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

/// Points, first form, as published: B and with it A are turned until B is upright; is a corner of A in B? Then the
/// same for one corner of B in A. A rectangle that is upright already is not turned.
///
/// returns   as study_rectangle_circles
/// exact     a yes is right. Says no when no corner of A is in B and the one corner of B is not in A: when bars cross,
///           and when another corner of B pokes through an edge of A. One corner of B is enough only when B is nested.
/// cost      52 to 72 operations
/// source    folklore
imp_status study_rectangle_corners_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                             int32_t* operations);

/// Points, first form, corrected: instead of one corner of B, both diagonals of B against A. If no diagonal of B meets
/// A, then what the two have in common lies between the diagonals at one edge of B, and there A has a corner.
///
/// returns   as study_rectangle_circles
/// exact     right
/// cost      52 to 112 operations
/// source    our own; a diagonal meets the upright rectangle if no side's direction and not its own separates them
imp_status study_rectangle_corners(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

/// Points, second form, as published: the perpendiculars from a corner to the lines of the four edges; the corner is
/// inside when all four feet lie on the edges. Corners of A, then one corner of B, as in the first form.
///
/// returns   as study_rectangle_circles
/// exact     a yes is right, but for thin rectangles: the direction of a short edge is what is left of the difference
///           of two corners. Says no where the first form does, and to rectangles without width or height: a foot on an
///           edge without length is 0 / 0.
/// cost      72 to 184 operations
/// source    folklore
imp_status study_rectangle_feet_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                          int32_t* operations);

/// Points, second form, corrected: two feet tell as much as four, and the rotation has the edges' directions, at unit
/// length, whatever their length is; so nothing is divided. Then the diagonals of B, as in the first form.
///
/// returns   as study_rectangle_circles
/// exact     right
/// cost      34 to 122 operations
/// source    our own
imp_status study_rectangle_feet(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

/// Lines, as published: A is turned upright, and each corner of B gets four bits for left, right, below and above A. A
/// corner without bits is inside; an edge whose ends share a bit misses; one whose ends have opposite bits is taken for
/// a crossing; for the others the intersection with A's left or right side is computed. Then A's centre in B, in case A
/// is nested.
///
/// returns   as study_rectangle_circles
/// exact     a no is right. Says yes when an edge with opposite bits passes a corner of A outside.
/// cost      60 to 100 operations
/// source    outcodes after Cohen and Sutherland (Newman and Sproull 1973)
imp_status study_rectangle_outcodes_published(const study_rectangle* a, const study_rectangle* b, bool* out,
                                              int32_t* operations);

/// Lines, corrected: opposite bits are a crossing only when the ends have no other bits. All edges left open are
/// compared with A's corners: all on one side of the edge's line, or not. No division.
///
/// returns   as study_rectangle_circles
/// exact     right
/// cost      60 to 108 operations
/// source    as study_rectangle_outcodes_published
imp_status study_rectangle_outcodes(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

/// Separating axes: two rectangles are apart exactly when they are apart along one of their four directions.
///
/// returns   as study_rectangle_circles
/// exact     right
/// cost      24 to 40 operations
/// source    Gottschalk, Lin and Manocha 1996, in the plane
imp_status study_rectangle_axes(const study_rectangle* a, const study_rectangle* b, bool* out, int32_t* operations);

#endif
