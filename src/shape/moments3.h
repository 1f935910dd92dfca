// SPDX-License-Identifier: MIT
//
// Volume, and the integrals of r and r r^T, over a polytope with a radius; r is told from a point that is given.

#ifndef IMP3I_MOMENTS_H
#define IMP3I_MOMENTS_H

#include "shape3.h"

#define MASS_PI 3.14159265358979323846

/// A symmetric matrix.
typedef struct imp3i_tensor
{
    double xx, yy, zz, xy, yz, zx;
} imp3i_tensor;

typedef struct imp3i_moments
{
    double volume;
    imp3i_dvec first;
    imp3i_tensor second;
} imp3i_moments;

/// A core with faces: all of a box or a hull, or two that are each other's back. Its vertices are told from origin,
/// best from within.
typedef struct imp3i_polytope
{
    const imp3_shape* s;
    imp3i_dvec origin;
    int32_t faces, vertices;
    int32_t flat_axis;  // of a flat box, which is then the two sides along that axis; else -1
} imp3i_polytope;

/// Adds k a a^T.
static inline void imp3i_add_square(imp3i_tensor* t, imp3i_dvec a, double k)
{
    t->xx += k * a.x * a.x;
    t->yy += k * a.y * a.y;
    t->zz += k * a.z * a.z;
    t->xy += k * a.x * a.y;
    t->yz += k * a.y * a.z;
    t->zx += k * a.z * a.x;
}

/// Adds the moments of a shape with its radius.
void imp3i_moments_add(imp3i_moments* sum, const imp3_shape* s, imp3i_dvec origin);

/// The mass of moments, or IMP_ERR_RANGE for a result that is too large. What has no volume has its middle where it is said.
imp_status imp3i_mass_of_moments(const imp3i_moments* m, imp3i_dvec origin, imp3i_dvec middle, double density,
                                 imp3_mass* out);

/// With the radius of the shape; all 0 for what has none and is flat.
imp3i_moments imp3i_moments_of(const imp3i_polytope* p);

/// The centroid of the area of the first face, from the origin.
imp3i_dvec imp3i_middle_of_face(const imp3i_polytope* p);

#endif
