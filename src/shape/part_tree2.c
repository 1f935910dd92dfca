// SPDX-License-Identifier: MIT
//
// part_tree.inl, for the plane.

#include "part_tree2.h"

#include "../math/dim2.h"

#include "part_tree.inl"

#include "../math/dim_end.h"
