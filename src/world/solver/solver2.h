// SPDX-License-Identifier: MIT
//
// The solver of a world of the plane, for those that take a step.

#ifndef IMP2I_SOLVER_H
#define IMP2I_SOLVER_H

#include "../contact/contact2.h"

/// Rows that stand, as the step begins: gaps as they are now, and in w->collide.unsettled the contacts that are to be collided,
/// as their manifolds no longer hold or as they have none. Returns false when these are most: then rows stand no more,
/// and whoever goes through all contacts takes back what they have.
bool imp2i_rows_follow(imp2_world* w);

/// Takes the motions of bodies through sub-steps, and tells what rows have to tell.
void imp2i_solve(imp2_world* w, int32_t sub_steps);

#endif
