// SPDX-License-Identifier: MIT
//
// joint_tree_interface.inl, for the plane.

#ifndef IMP2I_JOINT_TREE_H
#define IMP2I_JOINT_TREE_H

#include "../base/cpu.h"
#include "../math/symmetric.h"

#include "../math/dim2.h"

enum
{
    IMP2I_FREEDOMS = 3,                         // of a body: two to move, one to turn
    IMP2I_TREE_ROWS = 2 * (IMP2I_FREEDOMS + 1)  // of a joint: each axis may be limited and driven
};

#include "joint_tree_interface.inl"

#include "../math/dim_end.h"

#endif
