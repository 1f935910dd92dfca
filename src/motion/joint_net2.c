// SPDX-License-Identifier: MIT
//
// The passes over nets of joints for this processor, in the plane.

#include "joint_net2.h"

#include "../base/cpu.h"

#include "../math/dim2.h"

#include "joint_net_levels.inl"

#include "../math/dim_end.h"
