// SPDX-License-Identifier: MIT
//
// Convex parts held against their solid, at all corners and at random points of both: not by the bounds that made them.

#ifndef CHECK_PARTS3_H
#define CHECK_PARTS3_H

#include "impinge/mesh3.h"
#include "support.h"

imp3_decompose_choice choice_of_parts(float tolerance);

/// No corner of a part, and none of so many random points of each, is farther out of the solid.
void check_parts_outwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most,
                          int32_t tries);

/// No corner of the mesh, and no point of its triangles that is tried, is farther from the set.
void check_parts_inwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most,
                         int32_t tries);

/// A body of parts weighs what the solid does, however its parts bulge and overlap.
void check_parts_weight(const imp3_compound* mesh, const imp3_compound* set);

/// Takes apart what was made last (closed_solids3.h), and holds the parts against it: they are at most so many.
void check_parts(const char* name, float tolerance, int32_t most_parts);

#endif
