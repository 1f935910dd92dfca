// SPDX-License-Identifier: MIT
//
// Rows: contact constraints of two bodies in the plane. One row is one manifold, of one or two points.
//
// Frame. A row works in the axes of its contact: n, the normal from A to B, and t, n turned by a quarter to the left.
// An arm r from a body's centre of mass to a point needs only two numbers,
//
//     along = r . n        across = r x n
//
// since the velocity of the point is u + w across along n, and u + w along along t, for a centre with velocity u and an
// angular velocity w. So linear velocities are loaded once and stored once; between, an impulse is a few products. Both
// points are measured before either gets an impulse, and the effect of the first impulse on the second point is added
// (response). That shortens the chain of dependent operations, and is the same sequential solve. Both points lie on one
// line along t, so friction at either is the same: there is one friction constraint for both, at the height of the
// deeper one, limited by both normal impulses.
//
// Rows persist. As long as a contact lasts, its rows keep their lanes and their impulses; as long as its bodies hardly
// move, a step only measures gaps again (follow), from the poses of the manifold to those now, so that no error adds
// up. Arms are of the manifold's poses, too.
//
// Gaps follow the bodies as they turn within a step, but a round surface does not come nearer or leave by turning: the
// radius in an arm stays along n. So a rolling body is not lifted and dropped at every step.
//
// Soft contacts. A contact is a damped spring, stiff but not rigid: its bias velocity is limited, so deep penetrations
// part slowly, and springs cannot be stiffer than the time step can follow. Each sub-step is solved with the bias, and
// relaxed without it, which takes out the velocity that the bias has added.
//
// Restitution. A contact found within a step is deeper, or less near, than at its impact. The speed of the impact
// follows from the speed now and from gravity between: so the rebound brings a body to the height that its restitution
// says, wherever in a step it came down. A point that is about to bounce gets no bias.
//
// Rows lie in blocks of sixteen lanes, one array for each number, whatever the width that the processor has. A pile's
// rows do not fit into the nearer caches, so passes are bound by memory: the fewer numbers, the better.
//
// Source: Catto 2024 (Soft Step: sub-steps, soft contacts, relaxation), after Macklin et al. 2019 (small steps) and
// Nordby (soft constraints for sub-steps). The contact frame and the joint solve of both points are new.

#ifndef IMP2I_ROWS_H
#define IMP2I_ROWS_H

#include "row_blocks2.h"

#include "../math/dim2.h"

#include "row_interface.inl"

#include "../math/dim_end.h"

extern const imp2i_row_passes imp2i_row_passes_scalar, imp2i_row_passes_four, imp2i_row_passes_avx2,
    imp2i_row_passes_avx512;

#endif
