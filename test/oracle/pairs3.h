// SPDX-License-Identifier: MIT
//
// Pairs of shapes of space to try things on: every kind with every kind, in the arrangements where collision code goes
// wrong.

#ifndef IMP_TEST_PAIRS3_H
#define IMP_TEST_PAIRS3_H

#include "impinge/narrow3.h"
#include "support.h"

/// Sorts of shape, finer than the library's kinds. The oracle knows those before SORT3_EXACT.
enum
{
    SORT3_SPHERE = 0,
    SORT3_POINT,
    SORT3_SEGMENT,
    SORT3_CAPSULE,
    SORT3_TRIANGLE,
    SORT3_FLAT_TRIANGLE,  // its corners on one line or in one place
    SORT3_ROUND_TRIANGLE,
    SORT3_BOX,
    SORT3_FLAT_BOX,  // one to three of its sides are 0
    SORT3_ORIENTED_BOX,
    SORT3_ROUND_BOX,
    SORT3_HULL,  // of 4 to 10 points
    SORT3_ROUND_HULL,
    SORT3_FLAT_HULL,
    SORT3_LARGE_HULL,  // of 11 to 18 points on an ellipsoid
    SORT3_HALF_SPACE,
    SORT3_EXACT,
    SORT3_CYLINDER = SORT3_EXACT,
    SORT3_CONE,
    SORT3_COUNT
};

extern const char* const sort3_names[SORT3_COUNT];

/// Arrangements of two shapes.
enum
{
    STYLE3_RANDOM = 0,
    STYLE3_GRID,      // everything on eighths, quarter turns and 3-4-5 turns: exact touching is common
    STYLE3_BOUNDARY,  // B pushed along the true normal until it touches, then some ulps to and fro
    STYLE3_SIZES,     // 1e-6 to 1e6, each its own
    STYLE3_FAR,       // a long way from the origin
    STYLE3_NESTED,
    STYLE3_PARALLEL,       // the same rotation and shared coordinates
    STYLE3_SLIVER,         // a millionth thin
    STYLE3_NEAR_PARALLEL,  // rotations some ulps apart
    STYLE3_CORNER,         // a vertex or the middle of two of B on one of A, to rounding
    STYLE3_WORST_TURN,     // rotations as far off as is accepted, at the boundary
    STYLE3_EXTREME,        // sizes and places from 2^-50 to 2^50
    STYLE3_HAIR,           // end to end as on the grid, but for a hair of 2^-40 to 2^-59
    STYLE3_ONE_POSE,       // end to end on the grid of one frame, which is turned and moved anyhow
    STYLE3_COUNT
};

extern const char* const style3_names[STYLE3_COUNT];

typedef struct pair3
{
    imp3_shape a, b;
    imp3_pose pose_a, pose_b;
    int sort_a, sort_b, style;
} pair3;

/// A shape of a sort, about `size` large, from a grid of eighths when asked for.
void pair3_shape(test_rng* rng, int sort, float size, bool grid, imp3_shape* out);

/// A rotation: any, of the grid, or with columns as far from orthonormal as every call accepts.
imp3_rot pair3_turn(test_rng* rng, bool grid);
imp3_rot pair3_worst_turn(test_rng* rng);

void pair3_make(test_rng* rng, int sort_a, int sort_b, int style, pair3* out);
void pair3_free(pair3* pair);

/// The i-th of a series that goes through all sorts that the oracle knows, with themselves and all styles.
void pair3_series(test_rng* rng, uint64_t i, pair3* out);

/// Enough to repeat a case by hand: floats in hexadecimal.
void pair3_print(const pair3* pair);

#endif
