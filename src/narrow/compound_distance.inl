// SPDX-License-Identifier: MIT
//
// Overlap and distance of two compounds: as exact as those of their parts. Branch and bound finds the nearest pair of
// parts; if any overlap, the exit is that of the whole.

#ifndef AXES
#include "compound_pair3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"
#endif

static bool any_overlap(const CompoundPair* c)
{
    PartSearch s;
    int32_t i, j;
    FNI(part_search_start)(&s, c, FNI(box_distance), NULL);
    while (FNI(part_search_next)(&s, 0.0, &i, &j))
    {
        Shape room_a, room_b;
        const Shape *a = FNI(part_ref)(c->a, i, &room_a), *b = FNI(part_ref)(c->b, j, &room_b);
        bool overlap;
        (void)FN(overlap)(a, &c->pose_a, b, &c->pose_b, &overlap);
        if (overlap && FNI(parts_may_collide)(c, i, j))
        {
            return true;
        }
    }
    return FNI(is_enclosed)(c);
}

imp_status FN(compound_overlap)(const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b, bool* out)
{
    imp_status status = FNI(compound_pair_status)(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    CompoundPair c = FNI(compound_pair_of)(a, pose_a, b, pose_b);
    *out = any_overlap(&c);
    return IMP_OK;
}

/// Nearest pair, if none overlap or touch.
static void nearest_pair(const CompoundPair* c, CompoundNearest* out)
{
    PartSearch s;
    int32_t i, j;
    double most = INFINITY;
    bool any = false;
    FNI(part_search_start)(&s, c, FNI(box_distance), NULL);
    while (FNI(part_search_next)(&s, most, &i, &j))
    {
        Shape room_a, room_b;
        const Shape *a = FNI(part_ref)(c->a, i, &room_a), *b = FNI(part_ref)(c->b, j, &room_b);
        Nearest n;
        (void)FN(distance)(a, &c->pose_a, b, &c->pose_b, &n);
        if (!(n.distance > 0.0f) && (c->a->one_sided || c->b->one_sided))
        {
            n.distance = IMPI_TINY * (float)c->scale;  // behind a one-sided chain
        }
        bool lower =
            any && !(n.distance > out->nearest.distance) && (i < out->part_a || (i == out->part_a && j < out->part_b));
        if (any && !(n.distance < out->nearest.distance) && !lower)
        {
            continue;
        }
        any = true;
        out->nearest = n;
        out->part_a = i;
        out->part_b = j;
        most = (double)n.distance * (1.0 + 0x1p-18) + (double)IMPI_FLOAT_DOUBT * c->scale;
    }
}

imp_status FN(compound_distance)(const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b,
                                 CompoundNearest* out)
{
    imp_status status = FNI(compound_pair_status)(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    CompoundPair c = FNI(compound_pair_of)(a, pose_a, b, pose_b);
    Whole whole;
    memset(&whole, 0, sizeof whole);
    whole.relation = -1;
    bool single = FNI(is_single)(a) && FNI(is_single)(b);
    if (!single)
    {
        FNI(whole_of)(&c, &whole);
    }
    if (whole.relation < 0)
    {
        nearest_pair(&c, out);
    }
    else
    {
        FNI(nearest_of_whole)(&c, &whole, out);
    }
    return IMP_OK;
}
