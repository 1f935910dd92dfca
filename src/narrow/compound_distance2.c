// SPDX-License-Identifier: MIT
//
// Overlap and distance of two compounds: as exact as those of their parts. Branch and bound finds the nearest pair of
// parts; if any overlap, the exit is that of the whole.

#include "compound_pair2.h"

#include <math.h>

static bool any_overlap(const imp2i_compound_pair* c)
{
    imp2i_pair_search s;
    int32_t i, j;
    imp2i_search_start(&s, c, imp2i_box_distance, NULL);
    while (imp2i_search_next(&s, 0.0, &i, &j))
    {
        bool overlap;
        (void)imp2_overlap(&c->a->parts[i], &c->pose_a, &c->b->parts[j], &c->pose_b, &overlap);
        if (overlap && imp2i_parts_may_collide(c, i, j))
        {
            return true;
        }
    }
    return false;
}

imp_status imp2_compound_overlap(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                 const imp2_pose* pose_b, bool* out)
{
    imp_status status = imp2i_compound_pair_status(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    imp2i_compound_pair c = imp2i_compound_pair_of(a, pose_a, b, pose_b);
    *out = any_overlap(&c);
    return IMP_OK;
}

/// Nearest pair, if none overlap or touch.
static void nearest_pair(const imp2i_compound_pair* c, imp2_compound_nearest* out)
{
    imp2i_pair_search s;
    int32_t i, j;
    double most = INFINITY;
    bool any = false;
    imp2i_search_start(&s, c, imp2i_box_distance, NULL);
    while (imp2i_search_next(&s, most, &i, &j))
    {
        imp2_nearest n;
        (void)imp2_distance(&c->a->parts[i], &c->pose_a, &c->b->parts[j], &c->pose_b, &n);
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

/// Overlapping or touching: the two points that coincide at the end of the exit.
static void nearest_of_whole(const imp2i_compound_pair* c, const imp2i_whole* whole, imp2_compound_nearest* out)
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

imp_status imp2_compound_distance(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                  const imp2_pose* pose_b, imp2_compound_nearest* out)
{
    imp_status status = imp2i_compound_pair_status(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    imp2i_compound_pair c = imp2i_compound_pair_of(a, pose_a, b, pose_b);
    imp2i_whole whole = {.relation = -1};
    bool single = imp2i_is_single(a) && imp2i_is_single(b);
    if (!single)
    {
        imp2i_whole_of(&c, &whole);
    }
    if (whole.relation < 0)
    {
        nearest_pair(&c, out);
    }
    else
    {
        nearest_of_whole(&c, &whole, out);
    }
    return IMP_OK;
}
