// SPDX-License-Identifier: MIT
//
// One-way surfaces of the plane: what is met from their side. The same for characters and for worlds.

#ifndef IMP2I_ONE_WAY_H
#define IMP2I_ONE_WAY_H

#include "../math/dvec2.h"
#include "impinge/math2.h"

#include <math.h>

/// Cosine of how far the normal of a one-way surface may be off its side.
#define IMP2I_ONE_WAY_COSINE 0.5

/// Whether there is a side at all.
static inline bool imp2i_is_one_way(imp2_vec one_way)
{
    return one_way.x != 0.0f || one_way.y != 0.0f;
}

/// Whether a normal, out of what has a side and is turned like that, is within 60 degrees of the side.
static inline bool imp2i_one_way_faces(imp2_vec one_way, imp2_rot q, imp2i_dvec normal)
{
    double x = one_way.x, y = one_way.y;
    const imp2i_dvec side = {q.c * x - q.s * y, q.s * x + q.c * y};
    return imp2i_ddot(side, normal) / sqrt(imp2i_ddot(side, side)) >= IMP2I_ONE_WAY_COSINE;
}

#endif
