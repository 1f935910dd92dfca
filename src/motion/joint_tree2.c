// SPDX-License-Identifier: MIT
//
// The passes over trees of joints for this processor, in the plane.

#include "joint_tree2.h"

#include "../base/cpu.h"

#include "../math/dim2.h"

#include "joint_tree_levels.inl"

#include "../math/dim_end.h"
