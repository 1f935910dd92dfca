// SPDX-License-Identifier: MIT
//
// compound_distance.inl, for the plane.

#include "compound_pair2.h"

#include <math.h>
#include <string.h>

/// Overlapping or touching: the two points that coincide at the end of the exit.
static void imp2i_nearest_of_whole(const imp2i_compound_pair* c, const imp2i_whole* whole, imp2_compound_nearest* out)
{
    imp2i_dvec n = imp2i_normal_out(c, whole->exit.normal);
    imp2i_dvec p = imp2i_turn_out(c->frame, 1.0, whole->exit.on_a);
    double x = p.x + n.x * c->a->parts->radius, y = p.y + n.y * c->a->parts->radius;
    out->part_a = whole->exit.i;
    out->part_b = whole->exit.j;
    out->nearest.distance = 0.0f - whole->depth;
    out->nearest.normal.x = (float)n.x;
    out->nearest.normal.y = (float)n.y;
    out->nearest.point_a.x = (float)(c->pose_a.p.x + x);
    out->nearest.point_a.y = (float)(c->pose_a.p.y + y);
    out->nearest.point_b.x = (float)(c->pose_a.p.x + x - n.x * (double)whole->depth);
    out->nearest.point_b.y = (float)(c->pose_a.p.y + y - n.y * (double)whole->depth);
}

/// Parts of compounds of the plane fill them.
static inline bool imp2i_is_enclosed(const imp2i_compound_pair* c)
{
    (void)c;
    return false;
}

#include "../math/dim2.h"

#include "compound_distance.inl"

#include "../math/dim_end.h"
