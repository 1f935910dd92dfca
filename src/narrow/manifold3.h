// SPDX-License-Identifier: MIT
//
// Order of contact points, for all paths to a manifold.

#ifndef IMP3I_MANIFOLD_H
#define IMP3I_MANIFOLD_H

#include "pair3.h"

/// Points stand in the order of their names.
static inline void imp3i_sort_contacts(imp3_contact* c, int32_t count)
{
    for (int32_t i = 1; i < count; ++i)
    {
        for (int32_t k = i; k > 0 && c[k].id < c[k - 1].id; --k)
        {
            imp3_contact swap = c[k];
            c[k] = c[k - 1];
            c[k - 1] = swap;
        }
    }
}

#endif
