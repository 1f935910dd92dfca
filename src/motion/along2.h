// SPDX-License-Identifier: MIT
//
// Tangents of a surface in the plane: there is one, and two surfaces that cross leave none. In space a surface has a
// tangent plane, and two leave a line.

#ifndef IMP2I_ALONG_H
#define IMP2I_ALONG_H

#include "../math/dvec2.h"

/// A normal turned by a quarter to the left.
static inline imp2i_dvec imp2i_left_of(imp2i_dvec normal)
{
    const imp2i_dvec r = {-normal.y, normal.x};
    return r;
}

/// To the right, as a surface is walked along whose normal is up.
static inline imp2i_dvec imp2i_tangent_of(imp2i_dvec normal)
{
    const imp2i_dvec r = {normal.y, -normal.x};
    return r;
}

/// The vector that has two lengths along two normals. False where those are nearly parallel.
static inline bool imp2i_corner_of(imp2i_dvec n, double along_n, imp2i_dvec m, double along_m, imp2i_dvec* out)
{
    double across = imp2i_dcross(n, m);
    if (!(fabs(across) > 0x1p-20))
    {
        return false;
    }
    out->x = (along_n * m.y - along_m * n.y) / across;
    out->y = (along_m * n.x - along_n * m.x) / across;
    return true;
}

#endif
