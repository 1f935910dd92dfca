// SPDX-License-Identifier: MIT
//
// The passes over trees of joints for this processor, in space.

#include "joint_tree3.h"

#include "../base/cpu.h"

#include "../math/dim3.h"

#include "joint_tree_levels.inl"

#include "../math/dim_end.h"
