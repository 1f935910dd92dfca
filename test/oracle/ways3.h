// SPDX-License-Identifier: MIT
//
// The arbiter of the way out of sets in space: the union of all pieces by brute force, written apart from the library.
//
// For each pair of parts, the places to which B may be moved so that it touches A's part are a convex piece. All pieces
// together are where the sets overlap, and the shortest way out leads from the origin to the boundary of that: to a plane
// of a piece, to a line where two planes cross, or to a point where three do, that is inside of no piece.

#ifndef IMP_TEST_WAYS3_H
#define IMP_TEST_WAYS3_H

#include "impinge/compound3.h"

/// The length of the shortest translation of B out of A, 0 when they do not overlap. Both are sets of boxes and hulls
/// without radii. INFINITY when there are too many pieces to say.
double ways3_depth(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b);

/// Whether B, moved by some vector, is inside of A anywhere by more than a little.
bool ways3_inside(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b,
                  const double by[3], double little);

#endif
