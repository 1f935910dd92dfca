// SPDX-License-Identifier: MIT
//
// imp3_collide: who works it out. Common pairs take their shortcuts when nothing is wrong with the call; everything
// else, and what those hand on, goes the general way, which names faults too. Two polytopes look for a separating axis
// first: it tells at once what is far apart, and what overlaps deeply; what nearly touches is measured by its distance.

#include "quick3.h"

#include "../math/tolerance.h"

#include <math.h>

static bool is_plain_box(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_BOX && s->a.x < s->b.x && s->a.y < s->b.y && s->a.z < s->b.z;
}

static bool has_corners(const imp3_shape* s)
{
    return imp3i_is_polytope(s) && s->count > 2;
}

/// The gap of two shapes, decided where it is in doubt, if they are not farther apart than the margin.
static bool find_gap(const imp3i_pair* p, double margin, imp3_cache* cache, imp3i_gap* gap)
{
    double doubt = IMPI_DOUBLE_DOUBT * p->scale;
    if (has_corners(p->a) && has_corners(p->b))
    {
        imp3i_penetration(p, margin + doubt, cache, gap);
        if (gap->distance > margin + doubt)
        {
            return false;
        }
        // Deeper than the cores are far apart: nothing is nearer than along the axis.
        if (gap->distance + p->radii < -(double)IMPI_FLOAT_DOUBT * p->scale)
        {
            return true;
        }
    }
    imp3i_gap_estimate(p, margin + doubt, cache, gap);
    imp3i_gap_decide(p, gap);
    return gap->distance <= margin;
}

static imp_status collide_any(const imp3_shape_pair* pair, float margin, int32_t places, imp3_cache* cache,
                              imp3_manifold* out)
{
    static const imp3_manifold none;
    imp_status status = imp3i_pair_status(pair->a, &pair->pose_a, pair->b, &pair->pose_b);
    (void)places;
    if (status)
    {
        return status;
    }
    imp3i_pair p = imp3i_pair_of(pair->a, &pair->pose_a, pair->b, &pair->pose_b);
    imp3i_gap gap;
    if (find_gap(&p, (double)margin, cache, &gap))
    {
        imp3i_manifold_of_gap(&p, (double)margin, &gap, out);
        return IMP_OK;
    }
    *out = none;
    return IMP_OK;
}
