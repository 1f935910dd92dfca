// SPDX-License-Identifier: MIT
//
// Things that lie deep in each other in space: none of one contact. Spheres, and what they roll on,
// are few parts each, so every pair of parts pushes for itself, however deep it is.

#include "contact3.h"

static const float NOT_DEEP = 0.0f;

bool imp3i_find_deep(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* out, float* depth)
{
    (void)w;
    (void)c;
    (void)out;
    *depth = NOT_DEEP;
    return false;
}
