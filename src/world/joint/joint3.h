// SPDX-License-Identifier: MIT
//
// joint_interface.inl, for space.

#ifndef IMP3I_JOINT_H
#define IMP3I_JOINT_H

#include "../body/body3.h"

#include "../../math/dim3.h"

#include "joint_interface.inl"

#include "../../math/dim_end.h"

#endif
