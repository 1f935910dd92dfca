// SPDX-License-Identifier: MIT
//
// Whether two shapes of space have a point in common: the search for their nearest points, which ends with the first
// direction that parts them, or with a common point. What doubles cannot tell is decided as everywhere.

#include "gjk3.h"

#include <math.h>

static bool cores_overlap(const imp3i_pair* p)
{
    double doubt = IMPI_DOUBLE_DOUBT * p->scale;
    imp3i_closest c;
    int found = imp3i_gjk(p, p->radii + doubt, NULL, &c);
    if (found == IMP3I_CORES_FAR || found == IMP3I_CORES_MEET)
    {
        return found == IMP3I_CORES_MEET;
    }
    if (c.above < p->radii - doubt)
    {
        return true;
    }
    bool curved = imp3i_is_curved(p->a) || imp3i_is_curved(p->b);
    return (curved ? imp3i_relation_curved(p) : imp3i_relation(p->a, p->pose_a, p->b, p->pose_b)) >= 0;
}

imp_status imp3_overlap(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        bool* out)
{
    imp_status status = imp3i_pair_door(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    if (a->kind == IMP3_SHAPE_HALF_SPACE || b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_gap gap;
        imp3i_gap_estimate(&p, INFINITY, NULL, &gap);
        imp3i_gap_decide(&p, &gap);
        *out = gap.relation >= 0;
        return IMP_OK;
    }
    *out = cores_overlap(&p);
    return IMP_OK;
}
