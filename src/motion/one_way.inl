// SPDX-License-Identifier: MIT
//
// One-way surfaces: they collide only from their side. The same for characters and for worlds.

#ifndef AXES
#include "../math/dvec2.h"
#include "impinge/math2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

/// Cosine of how far the normal of a one-way surface may be off its side.
#define IMPI_ONE_WAY_COSINE 0.5

/// Whether a surface is one-way.
static inline bool FNI(is_one_way)(Vec one_way)
{
    return FNI(vec_bits)(one_way) != 0;
}

/// Whether a normal out of a one-way surface with rotation q is within 60 degrees of its side.
static inline bool FNI(one_way_faces)(Vec one_way, Rot q, DVec normal)
{
    const DVec side = FNI(drot_apply)(FNI(drot_of)(q), FNI(dvec_of)(one_way));
    return FNI(ddot)(side, normal) / sqrt(FNI(ddot)(side, side)) >= IMPI_ONE_WAY_COSINE;
}
