// SPDX-License-Identifier: MIT
//
// joint_tree_interface.inl, for the plane.

#ifndef IMP2I_JOINT_TREE_H
#define IMP2I_JOINT_TREE_H

#include "../base/cpu.h"

#include "../math/dim2.h"

enum
{
    IMP2I_FREEDOMS = 3,                          // of a body: two to move, one to turn
    IMP2I_TREE_ROWS = 2 * (IMP2I_FREEDOMS + 1),  // of a joint: each axis may be limited and driven
    IMP2I_TREE_LANES = 8,                        // trees alike that are solved at once
    IMP2I_TREE_ROW_ENDS = 0,  // Jacobians: for the child and for the parent; in loops, for up to four bodies
    IMP2I_TREE_ROW_CHILD = IMP2I_TREE_ROW_ENDS,
    IMP2I_TREE_ROW_PARENT = IMP2I_TREE_ROW_CHILD + IMP2I_FREEDOMS,
    IMP2I_TREE_ROW_W =
        IMP2I_TREE_ROW_PARENT + IMP2I_FREEDOMS,            // room of the passes (joint_tree.inl), where loops have ends
    IMP2I_TREE_ROW_P = IMP2I_TREE_ROW_W + IMP2I_FREEDOMS,  // the same
    IMP2I_TREE_ROW_BIAS = IMP2I_TREE_ROW_P + IMP2I_FREEDOMS,  // of this pass
    IMP2I_TREE_ROW_SOFTNESS,
    IMP2I_TREE_ROW_PUSH,   // biases of passes,
    IMP2I_TREE_ROW_RELAX,  // with bias and without
    IMP2I_TREE_ROW_PULL,   // of push, what its value wants
    IMP2I_TREE_ROW_DRIFT,  // its rate by what moves and is in no tree
    IMP2I_TREE_ROW_LEAST,  // impulse in a sub-step
    IMP2I_TREE_ROW_MOST,
    IMP2I_TREE_ROW_TOTAL,                                   // the same, now
    IMP2I_TREE_ROW_GIVEN,                                   // at a bound: what this pass gives
    IMP2I_TREE_ROW_PINNED,                                  // 1 at a bound, and not in the matrix; or 0
    IMP2I_TREE_ROW_FREES,                                   // 1 if it comes back into the matrix with each sub-step
    IMP2I_TREE_ROW_IMPULSE,                                 // of this answer
    IMP2I_TREE_ROW_M,                                       // room of the passes
    IMP2I_TREE_ROW_F = IMP2I_TREE_ROW_M + IMP2I_TREE_ROWS,  // the same
    IMP2I_TREE_ROW_NUMBERS
};

#include "joint_tree_interface.inl"

#include "../math/dim_end.h"

#endif
