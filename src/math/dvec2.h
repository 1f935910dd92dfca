// SPDX-License-Identifier: MIT
//
// Vectors of the plane in doubles, for the steps that floats would spoil.

#ifndef IMP2I_DVEC_H
#define IMP2I_DVEC_H

#include "impinge/math2.h"

#include <math.h>

typedef struct imp2i_dvec
{
    double x, y;
} imp2i_dvec;

static inline imp2i_dvec imp2i_dvec_of(imp2_vec v)
{
    imp2i_dvec r = {v.x, v.y};
    return r;
}

static inline double imp2i_ddot(imp2i_dvec a, imp2i_dvec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double imp2i_dcross(imp2i_dvec a, imp2i_dvec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline imp2i_dvec imp2i_dsub(imp2i_dvec a, imp2i_dvec b)
{
    imp2i_dvec r = {a.x - b.x, a.y - b.y};
    return r;
}

/// a + k b.
static inline imp2i_dvec imp2i_dadd_scaled(imp2i_dvec a, imp2i_dvec b, double k)
{
    imp2i_dvec r = {a.x + b.x * k, a.y + b.y * k};
    return r;
}

static inline imp2i_dvec imp2i_dnegate(imp2i_dvec a)
{
    imp2i_dvec r = {-a.x, -a.y};
    return r;
}

/// A normal of floats, of unit length in doubles.
static inline imp2i_dvec imp2i_dunit_of(imp2_vec normal)
{
    imp2i_dvec n = imp2i_dvec_of(normal);
    double length = sqrt(imp2i_ddot(n, n));
    n.x /= length;
    n.y /= length;
    return n;
}

static inline imp2i_dvec imp2i_dvec_none(void)
{
    imp2i_dvec r = {0.0, 0.0};
    return r;
}

static inline imp2_vec imp2i_vec_none(void)
{
    imp2_vec r = {0.0f, 0.0f};
    return r;
}

/// Rounded to floats.
static inline imp2_vec imp2i_vec_of(imp2i_dvec v)
{
    imp2_vec r = {(float)v.x, (float)v.y};
    return r;
}

static inline imp2i_dvec imp2i_dadd(imp2i_dvec a, imp2i_dvec b)
{
    imp2i_dvec r = {a.x + b.x, a.y + b.y};
    return r;
}

static inline imp2i_dvec imp2i_dscale(imp2i_dvec v, double k)
{
    imp2i_dvec r = {v.x * k, v.y * k};
    return r;
}

/// Sum of the magnitudes of the components.
static inline double imp2i_dnorm1(imp2i_dvec v)
{
    return fabs(v.x) + fabs(v.y);
}

/// Length of the cross product.
static inline double imp2i_dcross_length(imp2i_dvec a, imp2i_dvec b)
{
    return fabs(imp2i_dcross(a, b));
}

static inline imp2i_dvec imp2i_ddivide(imp2i_dvec v, double k)
{
    imp2i_dvec r = {v.x / k, v.y / k};
    return r;
}

/// The same along every axis.
static inline imp2i_dvec imp2i_dvec_all(double k)
{
    imp2i_dvec r = {k, k};
    return r;
}

/// Each component times that of the other one.
static inline imp2i_dvec imp2i_dmultiply(imp2i_dvec a, imp2i_dvec b)
{
    imp2i_dvec r = {a.x * b.x, a.y * b.y};
    return r;
}

/// Sum of the components.
static inline double imp2i_dsum(imp2i_dvec v)
{
    return v.x + v.y;
}

/// Without what is locked: a bit for each axis.
static inline imp2i_dvec imp2i_dvec_locked(imp2i_dvec v, uint32_t locks)
{
    imp2i_dvec r = {locks & 1 ? 0.0 : v.x, locks >> 1 & 1 ? 0.0 : v.y};
    return r;
}

#endif
