// SPDX-License-Identifier: MIT
//
// Vectors of space in doubles, for the steps that floats would spoil.

#ifndef IMP3I_DVEC_H
#define IMP3I_DVEC_H

#include "impinge/math3.h"

typedef struct imp3i_dvec
{
    double x, y, z;
} imp3i_dvec;

static inline imp3i_dvec imp3i_dvec_of(imp3_vec v)
{
    imp3i_dvec r = {v.x, v.y, v.z};
    return r;
}

static inline double imp3i_ddot(imp3i_dvec a, imp3i_dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline imp3i_dvec imp3i_dcross(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

#endif
