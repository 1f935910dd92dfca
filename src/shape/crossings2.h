// SPDX-License-Identifier: MIT
//
// Outlines that cross: where their edges do is made a vertex.

#ifndef IMP2I_CROSSINGS_H
#define IMP2I_CROSSINGS_H

#include "survey2.h"

enum
{
    IMP2I_CROSSING_MAX = 1 << 22  // pairs of edges
};

/// Rings no two edges of which cross. Two blocks.
typedef struct imp2i_resolved
{
    imp2i_rings rings;
    int32_t crossings;  // vertices that are none of the rings before
    imp2_vec* points;
    int32_t* starts;
    int32_t point_room, start_room;
} imp2i_resolved;

/// Rounds rings to a grid of floats in which no edges cross; each ring stays the same but for less than a cell.
///
/// of        of accepted numbers
/// out       to be freed when the answer is 0
/// returns   0, IMP_ERR_MEMORY, IMP_ERR_COUNT when more than IMP2I_CROSSING_MAX pairs of edges cross or more than
///           IMP2I_PART_MAX points come out
int32_t imp2i_resolve_crossings(const imp2i_rings* of, const imp_allocator* allocator, imp2i_resolved* out);

void imp2i_resolved_free(imp2i_resolved* r, const imp_allocator* allocator);

#endif
