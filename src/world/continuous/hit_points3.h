// SPDX-License-Identifier: MIT
//
// Points of a hit in space, and the direction of friction: that of the sliding.

#ifndef IMP3I_HIT_POINTS_H
#define IMP3I_HIT_POINTS_H

#include "../../math/spin3.h"

/// The direction of sliding along a surface; zero without sliding.
static inline imp3i_dvec imp3i_friction_axis(imp3i_dvec normal, imp3i_dvec sliding)
{
    imp3i_dvec along = imp3i_dadd_scaled(sliding, normal, -imp3i_ddot(sliding, normal));
    double length = sqrt(imp3i_ddot(along, along));
    return length > 0x1p-100 ? imp3i_ddivide(along, length) : imp3i_dvec_none();
}

/// Takes one more point into the two that are farthest from each other along a surface.
static inline void imp3i_take_end(imp3i_dvec ends[2], int32_t* count, imp3i_dvec normal, imp3i_dvec at)
{
    if (*count < 2)
    {
        ends[(*count)++] = at;
        return;
    }
    double whole = imp3i_dcross_length(normal, imp3i_dsub(ends[1], ends[0]));
    double from[2] = {imp3i_dcross_length(normal, imp3i_dsub(at, ends[0])),
                      imp3i_dcross_length(normal, imp3i_dsub(at, ends[1]))};
    int32_t nearer = from[0] < from[1] ? 0 : 1;
    ends[nearer] = from[1 - nearer] > whole ? at : ends[nearer];
}

#endif
