// SPDX-License-Identifier: MIT
//
// The arbiter of regions, written apart from the library: every coordinate is an integer times 2^-84, so GMP holds it
// without error.
//
// A cut is right when all of this holds: parts are convex and counter-clockwise; every edge of a part is an edge of one
// ring, or lies along an edge of one other part the other way round, and is marked so; every edge of a ring belongs to
// one part; the areas of the parts add up to that of the rings; points are covered by parts, and once, just where the
// outlines' rule says inside. Rings are simple and do not cross. Crossings are found by looking at all pairs of edges.

#ifndef IMP_TEST_REGION2_H
#define IMP_TEST_REGION2_H

#include "impinge/compound2.h"

/// What is wrong with a region, or null. points are places to look at.
const char* region2_fault(const imp2_outlines* outlines, const imp2_compound* region, const imp2_vec* points,
                          int32_t point_count);

/// The same without the outlines.
const char* region2_cut_fault(const imp2_compound* region);

/// Whether two edges of the outlines cross elsewhere than in a point of the outlines, by trying all pairs.
bool region2_crosses(const imp2_outlines* outlines);

/// What is wrong with the crossing that a report names, or null.
const char* region2_crossing_fault(const imp2_outlines* outlines, const imp2_outline_report* report);

/// 1 when a point is inside by the outlines' rule, 0 on an edge, -1 outside.
int region2_inside(const imp2_outlines* outlines, imp2_vec p);

/// The area of the rings, and of all parts together, rounded once.
double region2_area(const imp2_compound* region);
double region2_parts_area(const imp2_compound* region);

#endif
