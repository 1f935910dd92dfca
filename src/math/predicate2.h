// SPDX-License-Identifier: MIT
//
// Predicates on points of the plane.

#ifndef IMP2I_PREDICATE_H
#define IMP2I_PREDICATE_H

#include "exact.h"
#include "impinge/math2.h"

/// -1, 0 or 1: whether c lies to the right of, on, or to the left of the line from a to b. Exact.
int imp2i_orientation(imp2_vec a, imp2_vec b, imp2_vec c);

/// Whether d lies inside the circle through a, b, c, which turn left. True only when it is beyond doubt: for triangles
/// that are to be well shaped, and need not be the best.
bool imp2i_surely_in_circle(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d);

/// (b - a) x (d - c), exact.
void imp2i_cross_exact(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d, impi_exact* out);

#endif
