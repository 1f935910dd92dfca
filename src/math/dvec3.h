// SPDX-License-Identifier: MIT
//
// Vectors of space in doubles, for the steps that floats would spoil.

#ifndef IMP3I_DVEC_H
#define IMP3I_DVEC_H

#include "impinge/math3.h"

#include <math.h>

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

static inline imp3i_dvec imp3i_dsub(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

/// a + k b.
static inline imp3i_dvec imp3i_dadd_scaled(imp3i_dvec a, imp3i_dvec b, double k)
{
    imp3i_dvec r = {a.x + b.x * k, a.y + b.y * k, a.z + b.z * k};
    return r;
}

static inline imp3i_dvec imp3i_dnegate(imp3i_dvec a)
{
    imp3i_dvec r = {-a.x, -a.y, -a.z};
    return r;
}

/// A normal of floats, of unit length in doubles.
static inline imp3i_dvec imp3i_dunit_of(imp3_vec normal)
{
    imp3i_dvec n = imp3i_dvec_of(normal);
    double length = sqrt(imp3i_ddot(n, n));
    n.x /= length;
    n.y /= length;
    n.z /= length;
    return n;
}

static inline imp3i_dvec imp3i_dvec_none(void)
{
    imp3i_dvec r = {0.0, 0.0, 0.0};
    return r;
}

static inline imp3_vec imp3i_vec_none(void)
{
    imp3_vec r = {0.0f, 0.0f, 0.0f};
    return r;
}

/// Rounded to floats.
static inline imp3_vec imp3i_vec_of(imp3i_dvec v)
{
    imp3_vec r = {(float)v.x, (float)v.y, (float)v.z};
    return r;
}

static inline imp3i_dvec imp3i_dadd(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}

static inline imp3i_dvec imp3i_dscale(imp3i_dvec v, double k)
{
    imp3i_dvec r = {v.x * k, v.y * k, v.z * k};
    return r;
}

/// Sum of the magnitudes of the components.
static inline double imp3i_dnorm1(imp3i_dvec v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/// Length of the cross product.
static inline double imp3i_dcross_length(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec c = imp3i_dcross(a, b);
    return sqrt(imp3i_ddot(c, c));
}

/// An axis of the frame that is not along a unit vector.
static inline imp3i_dvec imp3i_daxis_beside(imp3i_dvec unit)
{
    const imp3i_dvec x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    return fabs(unit.x) < 0.5 ? x : y;
}

static inline imp3i_dvec imp3i_ddivide(imp3i_dvec v, double k)
{
    imp3i_dvec r = {v.x / k, v.y / k, v.z / k};
    return r;
}

/// The same along every axis.
static inline imp3i_dvec imp3i_dvec_all(double k)
{
    imp3i_dvec r = {k, k, k};
    return r;
}

/// Each component times that of the other one.
static inline imp3i_dvec imp3i_dmultiply(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec r = {a.x * b.x, a.y * b.y, a.z * b.z};
    return r;
}

/// Sum of the components.
static inline double imp3i_dsum(imp3i_dvec v)
{
    return v.x + v.y + v.z;
}

/// Without what is locked: a bit for each axis.
static inline imp3i_dvec imp3i_dvec_locked(imp3i_dvec v, uint32_t locks)
{
    imp3i_dvec r = {locks & 1 ? 0.0 : v.x, locks >> 1 & 1 ? 0.0 : v.y, locks >> 2 & 1 ? 0.0 : v.z};
    return r;
}

#endif
