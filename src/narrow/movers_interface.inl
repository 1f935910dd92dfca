// SPDX-License-Identifier: MIT
//
// Movers, as the rest of the library sees them.

#ifndef AXES
#include "../math/check.h"
#include "impinge/narrow2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

/// Straight motion of B relative to A; everything else as the public sweep. Positions are those of a standing A.
void FNI(sweep)(const Shape* a, const Pose* pose_a, const Shape* b, const Pose* pose_b, DVec motion, Hit* out);

/// The same for two that both move; their turns are not looked at.
void FNI(sweep_movers)(const Mover* a, const Mover* b, Hit* out);

/// What is wrong with two movers that turn by at most turn_max, or with the place for their hit; IMP_OK for nothing.
imp_status FNI(movers_status)(const Mover* a, const Mover* b, const Hit* out, float turn_max);

/// What is wrong with how a mover of any kind moves; 0 for nothing.
static inline int32_t FNI(mover_fault)(const Pose* pose, Vec motion, Spin turn, float turn_max)
{
    int32_t fault = FNI(pose_fault)(pose);
    fault = fault ? fault : FNI(vec_fault_large)(motion);
    fault = fault ? fault : FNI(spin_fault_large)(turn);
    return fault ? fault : FNI(spin_length)(turn) > turn_max ? IMP_ERR_RANGE : 0;
}
