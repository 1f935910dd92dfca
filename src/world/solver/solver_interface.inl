// SPDX-License-Identifier: MIT
//
// The solver of a world, for those that take a step.

#ifndef AXES
#include "../contact/contact2.h"
#include "../../math/dim2.h"
#endif

/// Rows that stand, as the step begins: gaps as they are now, and in w->collide.unsettled the contacts that are to be collided,
/// as their manifolds no longer hold or as they have none. Returns false when these are most: then rows stand no more,
/// and whoever goes through all contacts takes back what they have.
bool FNI(rows_follow)(World* w);

/// Takes the motions of bodies through sub-steps, and tells what rows have to tell.
void FNI(solve)(World* w, int32_t sub_steps);
