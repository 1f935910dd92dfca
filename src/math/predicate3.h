// SPDX-License-Identifier: MIT
//
// Predicates on points of space.

#ifndef IMP3I_PREDICATE_H
#define IMP3I_PREDICATE_H

#include "exact.h"
#include "impinge/math3.h"

#include <stdbool.h>

/// -1, 0 or 1: whether d lies behind, on, or in front of the plane through a, b, c, which turn left seen from the
/// front. Exact.
int imp3i_orientation(imp3_vec a, imp3_vec b, imp3_vec c, imp3_vec d);

/// Whether three points lie on one line. Exact.
bool imp3i_collinear(imp3_vec a, imp3_vec b, imp3_vec c);

/// A component of (b - a) x (c - a), exact: 0 for x, 1 for y, 2 for z.
void imp3i_cross_exact(imp3_vec a, imp3_vec b, imp3_vec c, int axis, impi_exact* out);

#endif
