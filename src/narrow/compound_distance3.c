// SPDX-License-Identifier: MIT
//
// compound_distance.inl, for space.

#include "compound_pair3.h"
#include "field3.h"

#include <math.h>
#include <string.h>

/// Overlapping or touching: the two points that coincide at the end of the exit.
static void imp3i_nearest_of_whole(const imp3i_compound_pair* c, const imp3i_whole* whole, imp3_compound_nearest* out)
{
    imp3i_dvec at = imp3i_dadd(whole->on_a, imp3i_dvec_of(c->pose_a.p));
    out->part_a = whole->i;
    out->part_b = whole->j;
    out->nearest.distance = (float)(0.0 - whole->depth);
    out->nearest.normal = imp3i_vec_tidy(whole->normal);
    out->nearest.point_a = imp3i_vec_tidy(at);
    out->nearest.point_b = imp3i_vec_tidy(imp3i_dadd_scaled(at, whole->normal, -whole->depth));
}

/// Whether one that is a solid has the other inside, without a part that overlaps.
static inline bool imp3i_is_enclosed(const imp3i_compound_pair* c)
{
    return imp3i_fields_enclose(c);
}

#include "../math/dim3.h"

#include "compound_distance.inl"

#include "../math/dim_end.h"
