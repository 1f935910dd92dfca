// SPDX-License-Identifier: MIT
//
// Results of sweeps, for narrow2.h and narrow3.h.

#ifndef IMPINGE_NARROW_H
#define IMPINGE_NARROW_H

#include "base.h"

/// Results of a sweep.
enum
{
    IMP_SWEEP_NEVER = 0,  ///< no hit
    IMP_SWEEP_HIT,        ///< a hit at time, 0 < time <= 1
    IMP_SWEEP_TOUCH,      ///< they touch at the start and approach: time is 0
    IMP_SWEEP_OVERLAP,    ///< they overlap at the start: time is 0, normal and depth are the minimum translation
    IMP_SWEEP_REST        ///< they touch at the start and do not approach: no hit
};

#endif
