// SPDX-License-Identifier: MIT
//
// joint_net_interface.inl, for the plane.

#ifndef IMP2I_JOINT_NET_H
#define IMP2I_JOINT_NET_H

#include "joint_tree2.h"
#include "row_step.h"
#include "rows2.h"

#include "../math/dim2.h"

enum
{
    IMP2I_TURNINGS = IMP2I_FREEDOMS - 2
};

#include "joint_net_interface.inl"

#include "../math/dim_end.h"

#endif
