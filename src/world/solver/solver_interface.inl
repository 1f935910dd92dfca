// SPDX-License-Identifier: MIT
//
// The solver of a world, as a step calls it.

#ifndef AXES
#include "../contact/contact2.h"

#include "../../math/dim2.h"
#endif

/// Updates the gaps of rows as a step begins. In w->collide.unsettled are then the contacts that are to be collided, as
/// their manifolds have expired or as they have none. Returns false when these are most: then rows are given up, and a
/// pass over all contacts writes them back.
bool FNI(rows_follow)(World* w);

/// Takes bodies through sub-steps, and tells the touch and impact events of rows.
void FNI(solve)(World* w, int32_t sub_steps);
