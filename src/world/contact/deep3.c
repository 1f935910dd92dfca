// SPDX-License-Identifier: MIT
//
// Compounds that lie deep in each other in space have no contact of their own, as regions of the plane have (deep2.c):
// every pair of parts pushes for itself, however deep it is. Convex shapes that were made overlapping are depth_made's.

#include "contact3.h"

bool imp3i_find_deep(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* out, float* depth)
{
    (void)w;
    (void)c;
    (void)out;
    *depth = 0.0f;
    return false;
}
