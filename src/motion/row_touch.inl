// SPDX-License-Identifier: MIT
//
// Response of bodies of trees to contacts: a matrix in place of a mass and an inertia, and the impulses that rows give.
// Within a pass bodies move by their own response; the rest of the tree follows when the pass is done, by those
// impulses (world/solver/touches.inl).

#ifndef AXES
#include "row_blocks2.h"

#include "../math/dim2.h"
#endif

/// The answer of a body to an impulse at its centre and a lever about it, symmetric: velocities (xx, yy, xy; in space xx,
/// yy, zz, xy, yz, zx), spins (the same), and what mixes both, velocities by rows. In fours, as lanes load them.
typedef struct Touch
{
    float answer[DIMI(TOUCH_ANSWER)];  // numbers as in RowTies; 1 after them where others hang at the body, or 0
    float impulse[DIMI(
        TOUCH_IMPULSE)];  // since others have followed: along the axes, and after a multiple of four about them
} Touch;

/// The answers of both bodies of a block's rows, in the axes of the contacts.
typedef struct RowTies
{
    float a[DIMI(TIES)][IMPI_ROW_LANES], b[DIMI(TIES)][IMPI_ROW_LANES];
} RowTies;
