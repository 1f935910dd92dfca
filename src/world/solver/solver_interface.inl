// SPDX-License-Identifier: MIT
//
// The solver of a world, as a step calls it.

#ifndef AXES
#include "../contact/contact2.h"
#include "../joint/joint2.h"

#include "../../math/dim2.h"
#endif

/// Updates the gaps of rows as a step begins. In w->collide.unsettled are then the contacts that are to be collided, as
/// their manifolds have expired or as they have none. Returns false when these are most: then rows are given up, and a
/// pass over all contacts writes them back.
bool FNI(rows_follow)(World* w);

/// Takes bodies through sub-steps, and tells the touch and impact events of rows.
void FNI(solve)(World* w, int32_t sub_steps);

// part_deep.inl

/// Room for the pushes of a step, also of those that wake in it. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(part_deep_reserve)(World* w);

/// Moves solver bodies apart that lie deep in each other.
void FNI(part_deep)(World* w, float time);

// solve_joints.inl

/// Room for the joints of a step. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(joints_reserve)(World* w);

/// Begins a sub-step: velocities do not carry the impulses of joints.
void FNI(joints_begin)(World* w, int32_t first, int32_t count);

/// Solves the joints of a span of solver bodies, in the pass with bias (push) or in the one without.
void FNI(solve_joints)(World* w, int32_t first, int32_t count, bool push);
