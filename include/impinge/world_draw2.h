// SPDX-License-Identifier: MIT
//
// A world of the plane as lines and triangles, to be looked at while one works on it. Vertices go to the caller's
// arrays, ready for a graphics card; what is outside of the view is left out.
//
// Order and numbers depend on the world and the question alone. Calls with a const world may run at the same time.

#ifndef IMPINGE_WORLD_DRAW2_H
#define IMPINGE_WORLD_DRAW2_H

#include "world2.h"
#include "world_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Choice of what is drawn, and how; imp2_draw_default, or all zero, which says the same, is everything, without lines.
typedef struct imp2_draw_def
{
    uint32_t lines;   ///< IMP_DRAW_..., added up
    imp2_box view;    ///< what is outside is left out; all zero for no limit [m]
    imp2_vec origin;  ///< points are told relative to it [m]: near the view, floats are fine
    float pixel;  ///< how long one is [m]: curves are off by a quarter, or have 256 corners; 0 for 1/64 of length_unit
    float velocity;  ///< how long a line is for 1 m/s [m]; 0 for none
    float impulse;   ///< and for 1 N s at a contact [m]; 0 for none
} imp2_draw_def;

/// The choice that a null definition and a zeroed one stand for.
IMP_API imp2_draw_def imp2_draw_default(void);

/// A corner, with its colour: red in the lowest byte, then green, blue, and how opaque it is.
typedef struct imp2_draw_vertex
{
    imp2_vec point;
    uint32_t colour;
} imp2_draw_vertex;

/// Lines: two vertices for each.
///
/// def       null for a zeroed one
/// vertices  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ORDER (view),
///           IMP_ERR_RANGE (lines), IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than capacity:
///           then only count is written
/// cost      O(bodies + what is seen), twice
IMP_API imp_status imp2_world_draw_lines(const imp2_world* world, const imp2_draw_def* def, imp2_draw_vertex* vertices,
                                         int32_t capacity, int32_t* count);

/// Colliders as triangles that they fill: three vertices for each, counter-clockwise.
///
/// returns   as imp2_world_draw_lines
IMP_API imp_status imp2_world_draw_fills(const imp2_world* world, const imp2_draw_def* def, imp2_draw_vertex* vertices,
                                         int32_t capacity, int32_t* count);

#ifdef __cplusplus
}
#endif

#endif
