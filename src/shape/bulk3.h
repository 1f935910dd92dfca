// SPDX-License-Identifier: MIT
//
// The bulk of a compound in space: none is made, as sets that lie deep in each other are told by
// their parts (world/contact/deep3.c).

#ifndef IMP3I_BULK_H
#define IMP3I_BULK_H

#include "impinge/compound3.h"

typedef struct imp3i_bulk
{
    int32_t count;
} imp3i_bulk;

static inline imp_status imp3i_bulk_make(const imp3_compound* compound, const imp_allocator* allocator,
                                         imp3i_bulk** out)
{
    (void)compound;
    (void)allocator;
    *out = NULL;
    return IMP_OK;
}

static inline void imp3i_bulk_free(imp3i_bulk* b, const imp_allocator* allocator)
{
    (void)b;
    (void)allocator;
}

#endif
