// SPDX-License-Identifier: MIT
//
// Places of the nodes of a file, and poses of the bodies that are made of them.

#ifndef IMPINGE_IO_SPACE_PLACE_H
#define IMPINGE_IO_SPACE_PLACE_H

#include "impinge/math3.h"

/// Rows of the matrix that takes points to their place; the fourth column moves.
typedef struct io_place
{
    double rows[3][4];
} io_place;

/// The pose of a body that is made of a node: as the node is turned and moved, with metres per unit of the latter. What
/// is left, scales and mirrors, belongs to its shapes. A frame that is sheared, flat or too large is not turned.
imp3_pose io_place_pose(const io_place* place, double unit);

/// A node's place as seen from a body; lengths in metres, but for the points', which have them already.
io_place io_place_in(const io_place* place, double unit, const imp3_pose* pose);

/// Whether what is there is inside out.
bool io_place_is_mirrored(const io_place* place);

/// Whether two places are the same but for rounding.
bool io_place_is_same(const io_place* a, const io_place* b);

#endif
