// SPDX-License-Identifier: MIT
//
// part_tree.inl, for space.

#ifndef IMP3I_PART_TREE_H
#define IMP3I_PART_TREE_H

#include "../base/alloc.h"
#include "../math/vec3.h"
#include "part_tree.h"

#include "../math/dim3.h"

#include "part_tree_interface.inl"

#include "../math/dim_end.h"

#endif
