// SPDX-License-Identifier: MIT
//
// part_tree.inl, for the plane.

#ifndef IMP2I_PART_TREE_H
#define IMP2I_PART_TREE_H

#include "../base/alloc.h"
#include "../math/vec2.h"
#include "part_tree.h"

#include "../math/dim2.h"

#include "part_tree_interface.inl"

#include "../math/dim_end.h"

#endif
