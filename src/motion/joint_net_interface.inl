// SPDX-License-Identifier: MIT
//
// Nets of joints, solved row by row in lanes (joint_net.inl).

#ifndef AXES
#include "row_step.h"
#include "rows2.h"

#include "../math/dim2.h"
#endif

/// Sixteen joints that hold a point of A at a point of B. Bodies are those of rows (impi_row_bodies); both ~0 in lanes
/// that are not in use. Arms and places are as a step begins, inertias and masses inverse ones.
typedef struct NetPoints
{
    // Set as joints change:
    int32_t joint[IMPI_ROW_LANES];                                // or -1
    int32_t body_a[IMPI_ROW_LANES], body_b[IMPI_ROW_LANES];       // A is -1 for the world
    float at_a[AXES][IMPI_ROW_LANES], at_b[AXES][IMPI_ROW_LANES];  // the points, in the frames of the bodies
    float alone[IMPI_ROW_LANES];   // 1 where nothing else reads the angle of the joint
    float turned[IMPI_ROW_LANES];  // bound of the angle since it was last computed
    // Set in each step:
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];
    float inertia_a[DIMI(INERTIA_FIELDS)][IMPI_ROW_LANES], inertia_b[DIMI(INERTIA_FIELDS)][IMPI_ROW_LANES];
    float arm_a[AXES][IMPI_ROW_LANES], arm_b[AXES][IMPI_ROW_LANES];
    float between[AXES][IMPI_ROW_LANES];  // B's centre against A's
    // Set in each sub-step:
    float now_a[AXES][IMPI_ROW_LANES], now_b[AXES][IMPI_ROW_LANES];  // arms
    float value[AXES][IMPI_ROW_LANES];                               // B's point against A's
    float factor[AXES * AXES][IMPI_ROW_LANES];  // Cholesky factor of what they answer, its diagonal inverted
    float impulse[AXES][IMPI_ROW_LANES];        // on B, along the axes of the world [N s]
} NetPoints;

/// Sixteen rows of joints, each alone.
typedef struct NetRows
{
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];
    float ends[2 * DIMI(FREEDOMS)][IMPI_ROW_LANES];     // Jacobians of A and of B
    float turns[2 * DIMI(TURNINGS)][IMPI_ROW_LANES];    // what a unit impulse turns A and B by
    float push[IMPI_ROW_LANES], relax[IMPI_ROW_LANES];  // biases
    float softness[IMPI_ROW_LANES], gain[IMPI_ROW_LANES];
    float held[IMPI_ROW_LANES];  // 1 where the pass says how soft, 0 where the row does
    float least[IMPI_ROW_LANES], most[IMPI_ROW_LANES];
    float impulse[IMPI_ROW_LANES];
} NetRows;

/// Softness of a pass: the bias, a part of the values of points a second, and scales of the rigid impulse and of the
/// accumulated one; 0, 1 and 0 in passes that relax.
typedef struct NetStep
{
    impi_softness soft;
    bool push;
} NetStep;

/// follow    arms, values and factors, where bodies are now; within a step impulses act at these arms
/// warm      applies the impulses
/// points, rows    one pass
typedef struct NetPasses
{
    void (*follow)(NetPoints* block, SolverBody* motions, bool first);
    void (*warm)(NetPoints* block, SolverBody* motions);
    void (*points)(NetPoints* block, SolverBody* motions, const NetStep* step);
    void (*warm_rows)(NetRows* block, SolverBody* motions);
    void (*rows)(NetRows* block, SolverBody* motions, const NetStep* step);
} NetPasses;

extern const NetPasses FNI(net_passes_scalar), FNI(net_passes_four), FNI(net_passes_avx2), FNI(net_passes_avx512);

/// The passes for a width of lanes. All give the same bits.
const NetPasses* FNI(net_passes_at)(int level);
