// SPDX-License-Identifier: MIT
//
// The passes over nets of joints for this processor, in space.

#include "joint_net3.h"

#include "../base/cpu.h"

#include "../math/dim3.h"

#include "joint_net_levels.inl"

#include "../math/dim_end.h"
