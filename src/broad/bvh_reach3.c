// SPDX-License-Identifier: MIT
//
// How near the children of a group are to a probe: lower bounds.
//
// Upright boxes, also those of narrow trees, are a block for the lanes (bvh_reach.inl). Spheres and oriented boxes are
// measured one by one in doubles: an oriented one by the three bounds that bvh_reach.inl has, in its own axes where that
// has upright ones.

#include "bvh_kernels3.h"

#include "../math/round.h"

#include <math.h>

/// Part of all sizes that a bound is lowered by: floats, and axes that are orthonormal to 2^-20, are off by less.
#define REACH_DOUBT 0x1p-17

static imp3i_dvec magnitudes_of(imp3i_dvec v)
{
    imp3i_dvec r = {fabs(v.x), fabs(v.y), fabs(v.z)};
    return r;
}

/// The square of the distance between two boxes that are upright in the same axes: of the way between their middles, and
/// half of both.
static double square_of_gap(imp3i_dvec way, imp3i_dvec half_a, imp3i_dvec half_b)
{
    imp3i_dvec gap = imp3i_dsub(magnitudes_of(way), imp3i_dadd(half_a, half_b));
    gap.x = gap.x > 0.0 ? gap.x : 0.0;
    gap.y = gap.y > 0.0 ? gap.y : 0.0;
    gap.z = gap.z > 0.0 ? gap.z : 0.0;
    return imp3i_ddot(gap, gap);
}

/// Half of the box in the axes `to` that holds a box in the axes `from`.
static imp3i_dvec half_seen(imp3i_drot to, imp3i_drot from, imp3i_dvec half)
{
    imp3i_dvec x = magnitudes_of(imp3i_drot_apply_inverse(to, from.x));
    imp3i_dvec y = magnitudes_of(imp3i_drot_apply_inverse(to, from.y));
    imp3i_dvec z = magnitudes_of(imp3i_drot_apply_inverse(to, from.z));
    return imp3i_dadd_scaled(imp3i_dadd_scaled(imp3i_dscale(x, half.x), y, half.y), z, half.z);
}

static float bound_of(double distance, double radii, double sizes)
{
    double r = distance * (1.0 - REACH_DOUBT) - radii - REACH_DOUBT * sizes;
    return r > 0.0 ? (float)(r * (1.0 - 0x1p-23)) : 0.0f;
}

static double size_of_probe(const imp3i_probe* p)
{
    return imp3i_dnorm1(imp3i_dvec_of(p->center)) + imp3i_dnorm1(imp3i_dvec_of(p->half));
}

static float reach_ball(const imp3i_ball* ball, const imp3i_probe* p)
{
    imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(ball->center), imp3i_dvec_of(p->center));
    imp3i_dvec seen = imp3i_drot_apply_inverse(imp3i_drot_of(p->turn), way);
    double square = square_of_gap(seen, imp3i_dvec_of(p->half), imp3i_dvec_none());
    return bound_of(sqrt(square), (double)ball->radius + (double)p->radius, size_of_probe(p));
}

static float reach_obb(const imp3i_obb* box, const imp3i_probe* p)
{
    imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(box->center), imp3i_dvec_of(p->center));
    imp3i_drot a = imp3i_drot_of(box->turn), b = imp3i_drot_of(p->turn);
    imp3i_dvec half_a = imp3i_dvec_of(box->half), half_b = imp3i_dvec_of(p->half);
    imp3i_dvec way_a = imp3i_drot_apply_inverse(a, way), way_b = imp3i_drot_apply_inverse(b, way);
    double in_a = square_of_gap(way_a, half_a, half_seen(a, b, half_b));
    double in_b = square_of_gap(way_b, half_b, half_seen(b, a, half_a));
    double best = sqrt(in_a > in_b ? in_a : in_b), length = sqrt(imp3i_ddot(way, way));
    double covered = imp3i_ddot(magnitudes_of(way_a), half_a) + imp3i_ddot(magnitudes_of(way_b), half_b);
    double along = length > 0.0 ? length - covered / length : 0.0;
    return bound_of(along > best ? along : best, (double)p->radius, size_of_probe(p) + imp3i_dnorm1(half_a));
}

static void reach_narrow(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe, float* out)
{
    imp3i_box_block block;
    int32_t first = tree->first[group], count = tree->first[group + 1] - first;
    bool boxes = false;
    for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
    {
        imp3_box box = imp3i_empty_box();
        out[i] = INFINITY;
        int32_t slot = first + i, kind = i >= count   ? IMP3_VOLUME_BOX
                                         : tree->kind ? tree->kind[slot]
                                                      : tree->def.volume;
        int32_t at = i < count && tree->place ? tree->place[slot] : slot;
        if (i < count && kind == IMP3_VOLUME_SPHERE)
        {
            out[i] = reach_ball(&tree->balls[at], probe);
        }
        else if (i < count && kind == IMP3_VOLUME_ORIENTED)
        {
            out[i] = reach_obb(&tree->obbs[at], probe);
        }
        else if (i < count)
        {
            box = tree->boxes[at];
            boxes = true;
        }
        imp3i_block_set(&block, i, box);
    }
    if (boxes)
    {
        float bounds[IMP3I_BVH_CHILDREN];
        imp3i_bvh_kernels_now()->reach(&block, probe, bounds);
        for (int32_t i = 0; i < count; ++i)
        {
            out[i] = out[i] < bounds[i] ? out[i] : bounds[i];
        }
    }
}

void imp3i_bvh_reach(const imp3i_bvh* tree, int32_t group, const imp3i_probe* probe, float out[IMP3I_BVH_CHILDREN])
{
    if (tree->blocks)
    {
        imp3i_bvh_kernels_now()->reach(&tree->blocks[group], probe, out);
        return;
    }
    reach_narrow(tree, group, probe, out);
}

imp3_box imp3i_bvh_upright(const imp3i_bvh* tree, int32_t slot)
{
    if (slot == IMP3I_BVH_ROOT)
    {
        return tree->bounds;
    }
    if (tree->blocks)
    {
        return imp3i_block_get(&tree->blocks[slot / IMP3I_BVH_CHILDREN], slot % IMP3I_BVH_CHILDREN);
    }
    int32_t kind = tree->kind ? tree->kind[slot] : tree->def.volume;
    if (kind == IMP3_VOLUME_BOX)
    {
        return tree->boxes[tree->place ? tree->place[slot] : slot];
    }
    const imp3_volume v = imp3i_bvh_volume(tree, slot);
    const imp3i_drot turn = imp3i_drot_of(v.turn);
    const double sizes[3] = {v.half.x, v.half.y, v.half.z};
    const imp3i_dvec axes[3] = {magnitudes_of(turn.x), magnitudes_of(turn.y), magnitudes_of(turn.z)};
    imp3i_dvec half =
        imp3i_dvec_all(kind == IMP3_VOLUME_SPHERE ? sizes[0] : REACH_DOUBT * imp3i_dnorm1(imp3i_dvec_of(v.half)));
    for (int k = 0; k < 3 && kind != IMP3_VOLUME_SPHERE; ++k)
    {
        half = imp3i_dadd_scaled(half, axes[k], sizes[k]);
    }
    const imp3i_dvec low = imp3i_dsub(imp3i_dvec_of(v.center), half), high = imp3i_dadd(imp3i_dvec_of(v.center), half);
    const imp3_box box = {{impi_round_down(low.x), impi_round_down(low.y), impi_round_down(low.z)},
                          {impi_round_up(high.x), impi_round_up(high.y), impi_round_up(high.z)}};
    return box;
}
