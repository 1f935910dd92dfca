// SPDX-License-Identifier: MIT
//
// joint_net_interface.inl, for space.

#ifndef IMP3I_JOINT_NET_H
#define IMP3I_JOINT_NET_H

#include "joint_tree3.h"
#include "row_step.h"
#include "rows3.h"

#include "../math/dim3.h"

enum
{
    IMP3I_TURNINGS = IMP3I_FREEDOMS - 3
};

#include "joint_net_interface.inl"

#include "../math/dim_end.h"

#endif
