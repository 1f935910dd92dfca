// SPDX-License-Identifier: MIT
//
// The bulk of a region of several parts: discs in it, and an octagon that it lies in. Both are few numbers, however
// many corners the region has: the discs prove that something lies deep in it, the octagon leads out.

#ifndef IMP2I_BULK_H
#define IMP2I_BULK_H

#include "impinge/compound2.h"

enum
{
    IMP2I_BULK_DISCS = 16,
    IMP2I_BULK_PARTS = 2
};

typedef struct imp2i_bulk
{
    int32_t count;  // of discs, the largest first
    imp2_vec middle[IMP2I_BULK_DISCS];
    float radius[IMP2I_BULK_DISCS];
    imp2_shape octagon;  // without memory of its own
    float width;         // the least of the octagon
} imp2i_bulk;

/// Makes the bulk of a region of IMP2I_BULK_PARTS parts or more; null for all else. Returns IMP_OK or IMP_ERR_MEMORY,
/// without an argument. The time is that of about 2^18 distances of a point and an edge, or of a few for each edge.
imp_status imp2i_bulk_make(const imp2_compound* region, const imp_allocator* allocator, imp2i_bulk** out);
void imp2i_bulk_free(imp2i_bulk* bulk, const imp_allocator* allocator);

#endif
