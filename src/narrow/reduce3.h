// SPDX-License-Identifier: MIT
//
// From many points of contact to at most four.

#ifndef IMP3I_REDUCE_H
#define IMP3I_REDUCE_H

#include <stdint.h>

/// Two faces of IMP3I_FEATURE_MAX corners have no more points in common; a multiple of four, for lanes.
#define IMP3I_POINTS_MAX 64

/// Points of contact in their plane, those first that are preferred where the choice is a tie.
typedef struct imp3i_points
{
    int32_t count;
    float u[IMP3I_POINTS_MAX + 8], v[IMP3I_POINTS_MAX + 8];  // along two perpendicular axes of the plane [m]
    float gap[IMP3I_POINTS_MAX + 8];                         // negative inside [m]
    uint32_t name[IMP3I_POINTS_MAX];                         // of whatever kind; not looked at
} imp3i_points;

/// How deep a point may come while some that were chosen only touch, and the two turn by no more than that: less than 0
/// where they stand for it. An upper bound, from the nearest places between two, and within three of them.
///
/// chosen    at most four
/// turn      [rad], small
float imp3i_sinks(const imp3i_points* points, int32_t point, const int32_t* chosen, int32_t count, float turn);

/// Chooses at most four of them: the deepest, the one farthest from it, the one that makes the greatest triangle with
/// these, and the one that adds most to its area. Of points that are equally good to a tolerance the first is chosen,
/// so that rounding and trembling do not change the choice as long as they do not change the list. Points in one place
/// count once.
///
/// points    at least one; up to eight places behind the last are written
/// size      that tolerances are relative to: of the smaller of the two faces
/// chosen    which, the deepest first
/// returns   how many
int32_t imp3i_reduce(imp3i_points* points, float size, int32_t chosen[4]);

/// The same of corners. Where not all are of one plane, as those of two faces are, chooses after the deepest those that
/// would come deepest, one after the other: what rolls over its corners comes down on the next.
int32_t imp3i_reduce_corners(imp3i_points* points, float size, int32_t chosen[4]);

#endif
