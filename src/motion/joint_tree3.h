// SPDX-License-Identifier: MIT
//
// joint_tree_interface.inl, for space.

#ifndef IMP3I_JOINT_TREE_H
#define IMP3I_JOINT_TREE_H

#include "../base/cpu.h"

#include "../math/dim3.h"

enum
{
    IMP3I_FREEDOMS = 6,                              // of a body: three to move, three to turn
    IMP3I_TREE_ROWS = 2 * (IMP3I_FREEDOMS + 1) + 1,  // of a joint: each axis may be limited and driven; a cone
    IMP3I_TREE_LANES = 8,                            // trees alike that are solved at once
    IMP3I_TREE_ROW_ENDS = 0,  // Jacobians: for the child and for the parent; in loops, for up to four bodies
    IMP3I_TREE_ROW_CHILD = IMP3I_TREE_ROW_ENDS,
    IMP3I_TREE_ROW_PARENT = IMP3I_TREE_ROW_CHILD + IMP3I_FREEDOMS,
    IMP3I_TREE_ROW_W =
        IMP3I_TREE_ROW_PARENT + IMP3I_FREEDOMS,            // room of the passes (joint_tree.inl), where loops have ends
    IMP3I_TREE_ROW_P = IMP3I_TREE_ROW_W + IMP3I_FREEDOMS,  // the same
    IMP3I_TREE_ROW_BIAS = IMP3I_TREE_ROW_P + IMP3I_FREEDOMS,  // of this pass
    IMP3I_TREE_ROW_SOFTNESS,
    IMP3I_TREE_ROW_PUSH,   // biases of passes,
    IMP3I_TREE_ROW_RELAX,  // with bias and without
    IMP3I_TREE_ROW_PULL,   // of push, what its value wants
    IMP3I_TREE_ROW_DRIFT,  // its rate by what moves and is in no tree
    IMP3I_TREE_ROW_LEAST,  // impulse in a sub-step
    IMP3I_TREE_ROW_MOST,
    IMP3I_TREE_ROW_TOTAL,                                   // the same, now
    IMP3I_TREE_ROW_GIVEN,                                   // at a bound: what this pass gives
    IMP3I_TREE_ROW_PINNED,                                  // 1 at a bound, and not in the matrix; or 0
    IMP3I_TREE_ROW_FREES,                                   // 1 if it comes back into the matrix with each sub-step
    IMP3I_TREE_ROW_IMPULSE,                                 // of this answer
    IMP3I_TREE_ROW_M,                                       // room of the passes
    IMP3I_TREE_ROW_F = IMP3I_TREE_ROW_M + IMP3I_TREE_ROWS,  // the same
    IMP3I_TREE_ROW_NUMBERS
};

#include "joint_tree_interface.inl"

#include "../math/dim_end.h"

#endif
