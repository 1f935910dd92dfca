// SPDX-License-Identifier: MIT
//
// joint_interface.inl, for the plane.

#ifndef IMP2I_JOINT_H
#define IMP2I_JOINT_H

#include "../body/body2.h"

#include "../../math/dim2.h"

#include "joint_interface.inl"

#include "../../math/dim_end.h"

#endif
