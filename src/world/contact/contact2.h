// SPDX-License-Identifier: MIT
//
// contact_interface.inl, for the plane.

#ifndef IMP2I_CONTACT_H
#define IMP2I_CONTACT_H

#include "../joint/joint2.h"
#include "curved_parts2.h"

#include "../../math/dim2.h"

#include "contact_interface.inl"

#include "../../math/dim_end.h"

// deep2.c

/// Whether two regions lie deep in each other at the stored poses; then the one manifold of both, without a depth, and
/// the depth along its normal. Else the depth is 0.
bool imp2i_find_deep(const imp2_world* w, const imp2i_contact* c, imp2_part_manifold* out, float* depth);

/// Sets of shapes of space that lie deep in each other depend on the past. Regions do not.
static inline bool imp2i_is_deep_set(const imp2i_contact* c)
{
    (void)c;
    return false;
}

#endif
