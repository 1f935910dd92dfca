// SPDX-License-Identifier: MIT
//
// Pairs of shapes to try things on: every kind with every kind, in the arrangements where collision code goes wrong.

#ifndef IMP_TEST_PAIRS2_H
#define IMP_TEST_PAIRS2_H

#include "impinge/narrow2.h"
#include "support.h"

/// Sorts of shape, finer than the library's kinds.
enum
{
    SORT2_CIRCLE = 0,
    SORT2_POINT,
    SORT2_SEGMENT,
    SORT2_ZERO_SEGMENT,
    SORT2_CAPSULE,
    SORT2_BOX,
    SORT2_FLAT_BOX,
    SORT2_ORIENTED_BOX,
    SORT2_POLYGON,        // 3 to 8 corners
    SORT2_ROUND_POLYGON,  // the same with a radius
    SORT2_LARGE_POLYGON,  // 9 to 48 corners
    SORT2_COUNT
};

extern const char* const sort2_names[SORT2_COUNT];

/// Arrangements of two shapes.
enum
{
    STYLE2_RANDOM = 0,
    STYLE2_GRID,      // everything on eighths, quarter turns and 3-4-5 turns: exact touching is common
    STYLE2_BOUNDARY,  // B pushed along the true normal until it touches, then some ulps to and fro
    STYLE2_SIZES,     // 1e-6 to 1e6, each its own
    STYLE2_FAR,       // a long way from the origin
    STYLE2_NESTED,
    STYLE2_PARALLEL,       // the same rotation and shared coordinates
    STYLE2_SLIVER,         // a millionth thin
    STYLE2_NEAR_PARALLEL,  // rotations some ulps apart
    STYLE2_CORNER,         // a vertex of B on a vertex of A, to rounding
    STYLE2_EXTREME,        // sizes and places from 2^-50 to 2^50
    STYLE2_COUNT
};

extern const char* const style2_names[STYLE2_COUNT];

typedef struct pair2
{
    imp2_shape a, b;
    imp2_pose pose_a, pose_b;
    int sort_a, sort_b, style;
} pair2;

/// A shape of a sort, about `size` large, from a grid of eighths when asked for.
void pair2_shape(test_rng* rng, int sort, float size, bool grid, imp2_shape* out);

void pair2_make(test_rng* rng, int sort_a, int sort_b, int style, pair2* out);
void pair2_free(pair2* pair);

/// The i-th of a series that goes through all sorts, sorts and styles.
void pair2_series(test_rng* rng, uint64_t i, pair2* out);

/// Enough to repeat a case by hand: floats in hexadecimal.
void pair2_print(const pair2* pair);
void pair2_print_shape(const char* name, const imp2_shape* shape);

/// Hull of points on a plane of small coordinates, counter-clockwise; returns how many are left.
int pair2_hull(imp2_vec* points, int count);

#endif
