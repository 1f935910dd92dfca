// SPDX-License-Identifier: MIT
//
// Arguments of sweeps in space.

#ifndef IMP3I_SWEEP_H
#define IMP3I_SWEEP_H

#include "pair3.h"

/// Most that a mover may turn in one call [rad].
#define IMP3I_TURN_MAX 1024.0f

/// What is wrong with how a mover of any kind moves; 0 for nothing.
static inline int32_t imp3i_mover_fault(const imp3_pose* pose, imp3_vec motion, imp3_vec turn, float turn_max)
{
    int32_t fault = imp3i_pose_fault(pose);
    fault = fault ? fault : imp3i_vec_fault_large(motion);
    fault = fault ? fault : imp3i_spin_fault_large(turn);
    return fault ? fault : imp3i_spin_length(turn) > turn_max ? IMP_ERR_RANGE : 0;
}

#endif
