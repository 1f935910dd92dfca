// SPDX-License-Identifier: MIT
//
// How far apart two shapes of space are.

#include "gjk3.h"

#include <math.h>

static void measure_nearest(const imp3i_pair* p, imp3_cache* cache, imp3_nearest* out)
{
    imp3i_gap gap;
    imp3i_gap_estimate(p, INFINITY, cache, &gap);
    imp3i_gap_decide(p, &gap);
    out->distance = (float)gap.distance;
    out->normal = imp3i_vec_tidy(gap.normal);
    out->point_a = imp3i_in_world(p, imp3i_dadd_scaled(gap.on_a, gap.normal, p->a->radius));
    out->point_b = imp3i_in_world(p, imp3i_dadd_scaled(gap.on_b, gap.normal, -(double)p->b->radius));
}

imp_status imp3_distance(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         imp3_nearest* out)
{
    imp_status status = imp3i_pair_door(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    imp3i_pair p = imp3i_pair_of(a, pose_a, b, pose_b);
    measure_nearest(&p, NULL, out);
    return IMP_OK;
}

imp_status imp3_distance_again(const imp3_shape_pair* pair, imp3_cache* cache, imp3_nearest* out)
{
    if (!pair)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    imp_status status = imp3i_pair_door(pair->a, &pair->pose_a, pair->b, &pair->pose_b);
    if (status || !cache || !out)
    {
        return status ? impi_error(status & 255, 1) : impi_error(IMP_ERR_NULL, cache ? 3 : 2);
    }
    imp3i_pair p = imp3i_pair_of(pair->a, &pair->pose_a, pair->b, &pair->pose_b);
    measure_nearest(&p, cache, out);
    return IMP_OK;
}
