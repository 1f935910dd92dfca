// SPDX-License-Identifier: MIT
//
// The judge of a world's manifolds: the public pair tests.

#ifndef IMP_TEST_MANIFOLDS2_H
#define IMP_TEST_MANIFOLDS2_H

#include "scenes2.h"

/// What is wrong with a manifold, or null. It is judged at the poses for which it was made.
///
/// What no seam has changed: of convex shapes it is that of imp2_collide to the bit, of compounds one of those of
/// imp2_compound_collide. It is no deeper than the way out of the whole, and leads out of its pair. What a seam has changed
/// may lie along another normal, and is deeper by as much as its neighbours are, of which the pair knows nothing: so far it
/// leads out of the pair, give or take what counts as near. Of what is deeper than that in its neighbours only all of them
/// together know the way, and nothing is asked.
const char* manifolds_fault(const imp2_world* world);

/// Fails the test if there is a fault. Steps of scenes end with it.
void manifolds_hold(const imp2_world* world);

/// How many manifolds have been judged.
uint64_t manifolds_judged(void);

#endif
