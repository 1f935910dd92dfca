// SPDX-License-Identifier: MIT
//
// How far apart two shapes of space are. Boxes first ask for their contacts, which is quicker than to find out that they
// overlap and then how deep.

#include "gjk3.h"

#include <math.h>

/// How far apart overlapping cores are moved to see where they touch, as a part of the scale.
#define DISTANCE_MOVED 0x1p-10

/// Penetration tells a direction and how far, and of each core a point that is farthest along it. Where the cores
/// touch once B has been moved out, their nearest points are when it has been moved a little farther.
static void find_touching_points(const imp3i_pair* p, imp3i_gap* gap)
{
    imp3i_pair moved = *p;
    imp3i_closest c;
    double cores = gap->distance + p->radii, apart = DISTANCE_MOVED * p->scale;
    moved.shift = imp3i_dadd_scaled(p->shift, gap->normal, apart - cores);
    if (imp3i_gjk(&moved, INFINITY, NULL, &c) == IMP3I_CORES_APART)
    {
        gap->on_a = c.on_a;
        gap->on_b = imp3i_dadd_scaled(c.on_a, gap->normal, cores);
    }
}

/// Two boxes that overlap beyond doubt: from their deepest contact.
static bool measure_boxes(const imp3i_pair* p, imp3_nearest* out)
{
    imp3_manifold m;
    if (!imp3i_is_solid_box(p->a) || !imp3i_is_solid_box(p->b) || !imp3i_quick_door(p->pose_a, p->pose_b) ||
        !imp3i_collide_boxes(p->a, p->pose_a, p->b, p->pose_b, 0.0f, &m) || m.count == 0)
    {
        return false;
    }
    const imp3_contact* deepest = m.points;
    for (int32_t k = 1; k < m.count; ++k)
    {
        deepest = m.points[k].depth > deepest->depth ? m.points + k : deepest;
    }
    imp3i_dvec n = imp3i_dvec_of(m.normal), middle = imp3i_dvec_of(deepest->point);
    out->distance = -m.depth;
    out->normal = m.normal;
    out->point_a = imp3i_vec_tidy(imp3i_dadd_scaled(middle, n, 0.5 * (double)m.depth));
    out->point_b = imp3i_vec_tidy(imp3i_dadd_scaled(middle, n, -0.5 * (double)m.depth));
    return m.depth > 0.0f;
}

static void measure_nearest(const imp3i_pair* p, imp3_cache* cache, imp3_nearest* out)
{
    imp3i_gap gap;
    // A pair that was apart in the last call still is, mostly.
    if (!(cache && cache->count > 0) && measure_boxes(p, out))
    {
        if (cache)
        {
            cache->direction = out->normal;
        }
        return;
    }
    imp3i_gap_estimate(p, INFINITY, cache, &gap);
    imp3i_gap_decide(p, &gap);
    bool cores_meet = gap.distance + p->radii <= IMP3I_GJK_STALLED * p->scale;
    if (cores_meet && p->a->kind != IMP3_SHAPE_HALF_SPACE && p->b->kind != IMP3_SHAPE_HALF_SPACE)
    {
        find_touching_points(p, &gap);
    }
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
