// SPDX-License-Identifier: MIT
//
// joint_tree_interface.inl, for space.

#ifndef IMP3I_JOINT_TREE_H
#define IMP3I_JOINT_TREE_H

#include "../base/cpu.h"
#include "../math/symmetric.h"

#include "../math/dim3.h"

enum
{
    IMP3I_FREEDOMS = 6,                             // of a body: three to move, three to turn
    IMP3I_TREE_ROWS = 2 * (IMP3I_FREEDOMS + 1) + 1  // of a joint: each axis may be limited and driven; a cone
};

#include "joint_tree_interface.inl"

#include "../math/dim_end.h"

#endif
