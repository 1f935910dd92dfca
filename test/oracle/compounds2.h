// SPDX-License-Identifier: MIT
//
// Compounds to try things on, and the arbiter of their depth: the union of all pieces by brute force, written apart
// from the library. Yes and no of a pair of parts is oracle2.h's business.

#ifndef IMP_TEST_COMPOUNDS2_H
#define IMP_TEST_COMPOUNDS2_H

#include "impinge/narrow2.h"
#include "oracle2.h"
#include "support.h"

enum
{
    COMPOUND2_CELLS = 0,  // a region: cells of a grid, many of them flush
    COMPOUND2_STAR,       // a region: a star with random points, not convex
    COMPOUND2_CHAIN,
    COMPOUND2_LOOP,
    COMPOUND2_SINGLE,  // one convex shape of any sort
    COMPOUND2_SORTS
};

enum
{
    COMPOUND2_RANDOM = 0,
    COMPOUND2_GRID,      // everything on eighths, quarter turns: touching and flush things are common
    COMPOUND2_BOUNDARY,  // moved until they nearly touch
    COMPOUND2_SHALLOW,   // a little deeper than that
    COMPOUND2_FAR,       // a long way from the world's origin
    COMPOUND2_STYLES
};

typedef struct compounds2
{
    imp2_compound a, b;
    imp2_shape shape_a, shape_b;
    imp2_pose pose_a, pose_b;
    int sort_a, sort_b, style;
} compounds2;

/// A compound of a sort, about 2 large. shape is where a single one is kept.
void compounds2_make(test_rng* rng, int sort, bool grid, imp2_shape* shape, imp2_compound* out);

/// The i-th of a series that goes through all sorts, sorts and styles. The pair must stay where it is.
void compounds2_series(test_rng* rng, uint64_t i, compounds2* out);
void compounds2_free(compounds2* pair);

/// Enough to repeat a case by hand.
void compounds2_print(const compounds2* pair);

/// 2^-23 times the scale of the pair.
double compounds2_ulp(const compounds2* pair);

/// The exact relation of the wholes after B was moved: 1 when a pair of parts overlaps, 0 when one touches, -1; and the
/// least separation of any pair.
int compounds2_relate(const compounds2* pair, imp2_vec shift, double* separation);

/// The length of the shortest way out, with cracks between pieces that only touch open, or closed. INFINITY when there
/// are too many pieces to say.
double compounds2_depth(const compounds2* pair, bool cracks_open);

#endif
