// SPDX-License-Identifier: MIT
//
// Rows: contact constraints of two bodies in space. One row is one manifold, of up to four points. What rows2.h says of
// rows that persist, soft contacts, restitution and blocks holds here.
//
// Frame. A row works in the axes of its contact: n, the normal from A to B, and two tangents u and v, which follow from n
// by a fixed rule, so that they are not stored. Velocities and spins are turned into these axes when they are loaded, and
// what the pass has changed is turned back. Of an arm from a centre of mass to a point an impulse along n needs only the
// two parts along u and v; B's arm is A's and an offset that all points share.
//
// Normal impulses of all points are solved at once (row_points3.inl), with closing speeds and gaps measured once, so spins
// are changed once. A wall of forty rows then stays within 0.04 mm. One point after another, three times, each followed by
// the one across from it, the first bears too much: walls rock across by 4 mm and arches by 2 mm, and do not stop.
//
// Friction is solved after the normal impulses, in both passes: for all points at once, at their middle, one block along u
// and v, and about n, with one limit for both, whose lever is the mean distance of the patch from its middle. In the pass
// without bias alone, as in the plane, the boxes of a wall move farther aside; in the one with bias alone things slide too
// far as they sink, and a heap gains energy. At each point of its own, friction favours the first; and corners alone have a
// lever that is too long, by 1.85 times under a box. Rolling resistance acts about u and v.
//
// Tips. The arms of a row last for a step, as the patch does: the points of a face are hardly those of its body. A vertex
// that is alone on a face, or a point of a rim, moves with its body: its arms are those at the middle of the step. With those
// at its start a top at 1.05 of the critical spin falls, and the energy of a coin on its rim rises by a hundredth in a step.
// Gaps are those of the points where they were.
//
// Inertias turn with the bodies, so masses are found anew at the start of each step, also while the manifold stays, and
// in each sub-step those of bodies that have turned far in the step.
//
// Source: as rows2.h. Friction at the centre of the patch: JoltPhysics (one block since 2026), Catto 2026 (Box3D). The lever
// of the patch and the axes of the contact are new.

#ifndef IMP3I_ROWS_H
#define IMP3I_ROWS_H

#include "row_blocks3.h"

#include "../math/dim3.h"

#include "row_interface.inl"

#include "../math/dim_end.h"

extern const imp3i_row_passes imp3i_row_passes_scalar, imp3i_row_passes_four, imp3i_row_passes_avx2,
    imp3i_row_passes_avx512;

#endif
