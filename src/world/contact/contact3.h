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

/// Compounds have no contact of the whole in space: where they lie deep in each other, every pair of parts pushes.
static inline bool imp3i_find_deep(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* out, float* depth)
{
    (void)w;
    (void)c;
    (void)out;
    *depth = 0.0f;
    return false;
}

#endif
