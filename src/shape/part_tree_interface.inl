// SPDX-License-Identifier: MIT
//
// The tree of boxes over the parts of a compound (part_tree.inl).

#ifndef AXES
#include "../base/alloc.h"
#include "../math/dim3.h"
#include "part_tree.h"
#endif

typedef struct PartTree
{
    int32_t levels;
    Box* boxes[IMPI_PART_LEVELS];
} PartTree;

/// Takes room for the boxes of a zeroed tree, and counts its levels.
void FNI(part_tree_lay_out)(PartTree* tree, int32_t leaves, impi_layout* l);

/// The levels of a tree above its leaves, whose boxes are there; places for the others, and the number of levels, too.
void FNI(part_tree_fill)(PartTree* tree, int32_t leaves);

/// The first leaf from leaf `from` on whose box meets a box, touching included; `leaves` when there is none.
int32_t FNI(part_tree_next)(const PartTree* tree, int32_t leaves, const DBox* box, int32_t from);
