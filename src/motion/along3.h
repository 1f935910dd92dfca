// SPDX-License-Identifier: MIT
//
// Directions along surfaces of space: two surfaces that cross leave a line.

#ifndef IMP3I_ALONG_H
#define IMP3I_ALONG_H

#include "../math/dvec3.h"

/// The shortest vector that has two lengths along two normals. False where those are nearly parallel.
static inline bool imp3i_corner_of(imp3i_dvec n, double along_n, imp3i_dvec m, double along_m, imp3i_dvec* out)
{
    double nn = imp3i_ddot(n, n), mm = imp3i_ddot(m, m), nm = imp3i_ddot(n, m), determinant = nn * mm - nm * nm;
    if (!(determinant > 0x1p-40))
    {
        return false;
    }
    imp3i_dvec first = imp3i_dscale(n, (along_n * mm - along_m * nm) / determinant);
    *out = imp3i_dadd_scaled(first, m, (along_m * nn - along_n * nm) / determinant);
    return true;
}

#endif
