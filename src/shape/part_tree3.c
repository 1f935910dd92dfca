// SPDX-License-Identifier: MIT
//
// part_tree.inl, for space.

#include "part_tree3.h"

#include "../math/dim3.h"

#include "part_tree.inl"

#include "../math/dim_end.h"
