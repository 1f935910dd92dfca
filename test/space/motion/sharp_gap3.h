// SPDX-License-Identifier: MIT
//
// The gap between sharp shapes of space: there are only half-spaces, which never meet.

#ifndef IMP3I_SHARP_GAP_H
#define IMP3I_SHARP_GAP_H

#include "../narrow/pair3.h"

static inline double imp3i_gap_of_sharp(const imp3_shape* a, imp3i_dpose pose_a, const imp3_shape* b,
                                        imp3i_dpose pose_b, imp3i_dvec* normal)
{
    imp3i_gap gap;
    double distance = imp3i_gap_between(a, pose_a, b, pose_b, &gap);
    *normal = gap.normal;
    return distance;
}

#endif
