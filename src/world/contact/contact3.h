// SPDX-License-Identifier: MIT
//
// contact_interface.inl, for space.

#ifndef IMP3I_CONTACT_H
#define IMP3I_CONTACT_H

#include "../joint/joint3.h"
#include "curved_parts3.h"

#include "../../math/dim3.h"

#include "contact_interface.inl"

#include "../../math/dim_end.h"

/// Finds the contact of two sets of shapes that were made deep in each other, and how deep they lie; none, and 0, if they
/// do not.
bool imp3i_find_deep(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* out, float* depth);

/// Whether a contact is of two such sets, which depends on the past.
static inline bool imp3i_is_deep_set(const imp3i_contact* c)
{
    return !c->convex && imp3i_is_deep(c);
}

#endif
