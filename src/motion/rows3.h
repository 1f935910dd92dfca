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
// Normal impulses. The closing speeds of all points are measured once, and each impulse changes those of the others by
// their response; so spins are changed once. A pass sweeps the points twice there and back: with one sweep the point that
// comes first bears too much, and a stack of twenty boxes sways by 50 mm, there and back once by 15 mm, twice by 1.5 mm.
// Over-relaxation was tried: stacks sway. The pass with bias begins with the first point, the one without with the last.
//
// Friction is solved in the pass without bias alone, after the normal impulses, once for all points, at their middle: one
// block along u and v, and about n, with one limit for both, whose lever is the mean distance of the patch from its middle.
// At each point of its own, friction favours the first; and corners alone have a lever that is too long, by 1.85 times under
// a box. Rolling resistance acts about u and v. Arms last for a step: arms that follow a body within it were tried, and a
// fast top gained spin.
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
