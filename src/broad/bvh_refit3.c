// SPDX-License-Identifier: MIT
//
// Volumes of a tree as they are, as they follow moved triangles, and how good they are.
//
// Refitting goes through groups from the last to the first, so from the leaves to the root. A leaf's volume is found anew
// from its triangles. A node's box is that around its children; its sphere is around theirs, so not as tight as when it
// was built. An oriented box keeps its axes, and goes around all corners below it. Kinds stay what they were.
//
// Tried and dropped: an oriented box around those of its children. It is wider at every level, so that a tree had five
// times the surface, and was built anew, which takes longer by far than to look at all corners.

#include <math.h>
#include <string.h>

#include "../math/lanes.h"
#include "../math/round.h"
#include "bvh_nodes3.h"
#include "bvh_volume3.h"

static int kind_of(const imp3i_bvh* tree, int32_t slot)
{
    return tree->kind ? tree->kind[slot] : tree->def.volume;
}

static int32_t place_of(const imp3i_bvh* tree, int32_t slot)
{
    return tree->place ? tree->place[slot] : slot;
}

static imp3_box box_of_slot(const imp3i_bvh* tree, int32_t slot)
{
    return tree->blocks ? imp3i_block_get(&tree->blocks[slot / IMP3I_BVH_CHILDREN], slot % IMP3I_BVH_CHILDREN)
                        : tree->boxes[place_of(tree, slot)];
}

imp3_volume imp3i_bvh_volume(const imp3i_bvh* tree, int32_t slot)
{
    if (slot == IMP3I_BVH_ROOT)
    {
        return imp3i_bvh_volume_of_box(tree->bounds);
    }
    switch (kind_of(tree, slot))
    {
    case IMP3_VOLUME_SPHERE: return imp3i_bvh_volume_of_ball(tree->balls[place_of(tree, slot)]);
    case IMP3_VOLUME_ORIENTED: return imp3i_bvh_volume_of_obb(tree->obbs[place_of(tree, slot)]);
    default: return imp3i_bvh_volume_of_box(box_of_slot(tree, slot));
    }
}

/// The last slot of a group that is no free lane.
static int32_t last_slot(const imp3i_bvh* tree, int32_t group)
{
    int32_t slot = tree->first[group + 1] - 1;
    while (tree->link[slot] == IMP3I_BVH_NONE)
    {
        --slot;
    }
    return slot;
}

int32_t imp3i_bvh_under(const imp3i_bvh* tree, int32_t slot, int32_t* first)
{
    int32_t low = tree->link[slot], high = low;
    while (low >= 0)
    {
        low = tree->link[tree->first[low]];
    }
    while (high >= 0)
    {
        high = tree->link[last_slot(tree, high)];
    }
    *first = imp3i_bvh_leaf_first(low);
    return imp3i_bvh_leaf_first(high) + imp3i_bvh_leaf_count(high) - *first;
}

// Boxes

static imp3_box box_of_leaf(const imp3i_bvh_triangles* triangles, int32_t link)
{
    int32_t first = imp3i_bvh_leaf_first(link), end = first + imp3i_bvh_leaf_count(link);
    imp3i_lane_box box = imp3i_lane_box_of_corners(triangles->points, triangles->corners + 3 * (size_t)first);
    for (int32_t i = first + 1; i < end; ++i)
    {
        imp3i_lane_box one = imp3i_lane_box_of_corners(triangles->points, triangles->corners + 3 * (size_t)i);
        imp3i_lane_box_grow(&box, one.lower, one.upper);
    }
    box = imp3i_lane_box_close(&box);
    return imp3i_box_of_lanes(&box);
}

/// The box around a block; free lanes have the empty one.
static imp3_box box_of_block(const imp3i_box_block* block)
{
    imp3_box box;
    for (int k = 0; k < 3; ++k)
    {
        float low[4], high[4];
        impi_lanes least = impi_lanes_load(block->lower[k]), most = impi_lanes_load(block->upper[k]);
        for (int i = 4; i < IMP3I_BVH_CHILDREN; i += 4)
        {
            least = impi_lanes_min(least, impi_lanes_load(block->lower[k] + i));
            most = impi_lanes_max(most, impi_lanes_load(block->upper[k] + i));
        }
        impi_lanes_store(low, least);
        impi_lanes_store(high, most);
        for (int i = 1; i < 4; ++i)
        {
            low[0] = low[i] < low[0] ? low[i] : low[0];
            high[0] = high[i] > high[0] ? high[i] : high[0];
        }
        ((float*)(void*)&box.lower)[k] = low[0];
        ((float*)(void*)&box.upper)[k] = high[0];
    }
    return box;
}

static imp3_box box_of_group(const imp3i_bvh* tree, int32_t group)
{
    if (tree->blocks)
    {
        return box_of_block(&tree->blocks[group]);
    }
    imp3_box box = tree->boxes[tree->first[group]];
    for (int32_t s = tree->first[group] + 1; s < tree->first[group + 1]; ++s)
    {
        imp3i_box_grow(&box, tree->boxes[s]);
    }
    return box;
}

static void refit_boxes(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles)
{
    for (int32_t g = tree->groups - 1; g >= 0; --g)
    {
        for (int32_t s = tree->first[g]; s < tree->first[g + 1]; ++s)
        {
            int32_t link = tree->link[s];
            if (link == IMP3I_BVH_NONE)
            {
                break;
            }
            imp3_box box = link < 0 ? box_of_leaf(triangles, link) : box_of_group(tree, link);
            if (tree->blocks)
            {
                imp3i_block_set(&tree->blocks[g], s % IMP3I_BVH_CHILDREN, box);
            }
            else
            {
                tree->boxes[s] = box;
            }
        }
    }
    tree->bounds = box_of_group(tree, 0);
}

// All volumes

/// The upright box of a slot, rounded outward.
static imp3_box upright_of_slot(const imp3i_bvh* tree, int32_t slot)
{
    if (kind_of(tree, slot) == IMP3_VOLUME_BOX)
    {
        return box_of_slot(tree, slot);
    }
    const imp3_volume v = imp3i_bvh_volume(tree, slot);
    imp3i_dvec center = imp3i_dvec_of(v.center), half;
    if (v.kind == IMP3_VOLUME_SPHERE)
    {
        half = imp3i_dvec_all((double)v.half.x * (1.0 + 0x1p-21));
    }
    else
    {
        imp3i_drot own = imp3i_drot_of(v.turn);
        imp3i_dvec x = imp3i_dscale(own.x, v.half.x), y = imp3i_dscale(own.y, v.half.y),
                   z = imp3i_dscale(own.z, v.half.z);
        half.x = fabs(x.x) + fabs(y.x) + fabs(z.x);
        half.y = fabs(x.y) + fabs(y.y) + fabs(z.y);
        half.z = fabs(x.z) + fabs(y.z) + fabs(z.z);
    }
    imp3i_dvec low = imp3i_dsub(center, half), high = imp3i_dadd(center, half);
    imp3_box r = {{impi_round_down(low.x), impi_round_down(low.y), impi_round_down(low.z)},
                  {impi_round_up(high.x), impi_round_up(high.y), impi_round_up(high.z)}};
    return r;
}

/// How far a volume goes from a point, at most.
static double far_from(const imp3_volume* v, imp3i_dvec point)
{
    imp3i_dvec d = imp3i_dsub(imp3i_dvec_of(v->center), point);
    if (v->kind == IMP3_VOLUME_SPHERE)
    {
        return sqrt(imp3i_ddot(d, d)) + (double)v->half.x;
    }
    imp3i_dvec at = imp3i_drot_apply_inverse(imp3i_drot_of(v->turn), d);
    imp3i_dvec corner = {fabs(at.x) + v->half.x, fabs(at.y) + v->half.y, fabs(at.z) + v->half.z};
    return sqrt(imp3i_ddot(corner, corner)) * (1.0 + 0x1p-21);
}

static double far_of_group(const imp3i_bvh* tree, int32_t group, imp3i_dvec point)
{
    double most = 0.0;
    for (int32_t s = tree->first[group]; s < tree->first[group + 1]; ++s)
    {
        imp3_volume v = imp3i_bvh_volume(tree, s);
        double far = far_from(&v, point);
        most = far > most ? far : most;
    }
    return most;
}

/// A sphere around the children of a group: the lesser of that which has taken in one after the other (Ritter 1990),
/// and that in the middle of their boxes.
static imp3i_ball ball_of_group(const imp3i_bvh* tree, int32_t group)
{
    imp3_box box = imp3i_empty_box();
    imp3i_dvec center = imp3i_dvec_none();
    double radius = -1.0;
    for (int32_t s = tree->first[group]; s < tree->first[group + 1]; ++s)
    {
        imp3_volume v = imp3i_bvh_volume(tree, s);
        double own = v.kind == IMP3_VOLUME_SPHERE ? (double)v.half.x : far_from(&v, imp3i_dvec_of(v.center));
        imp3i_dvec d = imp3i_dsub(imp3i_dvec_of(v.center), center);
        double apart = sqrt(imp3i_ddot(d, d));
        imp3i_box_grow(&box, upright_of_slot(tree, s));
        if (radius < 0.0 || apart + radius <= own)
        {
            center = imp3i_dvec_of(v.center);
            radius = own;
        }
        else if (apart + own > radius)
        {
            double grown = 0.5 * (apart + own + radius);
            center = imp3i_dadd_scaled(center, d, (grown - radius) / apart);
            radius = grown;
        }
    }
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(box.lower), imp3i_dvec_of(box.upper)), 0.5);
    imp3_vec at[2] = {imp3i_vec_of(center), imp3i_vec_of(middle)};
    double far[2] = {far_of_group(tree, group, imp3i_dvec_of(at[0])), far_of_group(tree, group, imp3i_dvec_of(at[1]))};
    int best = far[1] < far[0];
    imp3i_ball r = {at[best], impi_round_up(far[best] * (1.0 + 0x1p-48))};
    return r;
}

static void refit_slot(imp3i_bvh* tree, int32_t slot, const imp3i_bvh_triangles* triangles)
{
    int32_t link = tree->link[slot], at = place_of(tree, slot);
    bool leaf = link < 0;
    imp3i_bvh_some some = {triangles, NULL, 0, 0};
    switch (kind_of(tree, slot))
    {
    case IMP3_VOLUME_SPHERE:
        some.count = leaf ? imp3i_bvh_under(tree, slot, &some.first) : 0;
        tree->balls[at] = leaf ? imp3i_bvh_ball_of(&some) : ball_of_group(tree, link);
        break;
    case IMP3_VOLUME_ORIENTED:
        some.count = imp3i_bvh_under(tree, slot, &some.first);
        tree->obbs[at] = leaf ? imp3i_bvh_obb_of(&some) : imp3i_bvh_obb_along(&some, tree->obbs[at].turn);
        break;
    default:
        if (leaf)
        {
            tree->boxes[at] = box_of_leaf(triangles, link);
            break;
        }
        tree->boxes[at] = imp3i_empty_box();
        for (int32_t s = tree->first[link]; s < tree->first[link + 1]; ++s)
        {
            imp3i_box_grow(&tree->boxes[at], upright_of_slot(tree, s));
        }
        break;
    }
}

static void refit_volumes(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles)
{
    for (int32_t s = tree->slots - 1; s >= 0; --s)
    {
        refit_slot(tree, s, triangles);
    }
    tree->bounds = imp3i_bvh_box_of(triangles->points, triangles->corners);
    for (int32_t i = 1; i < triangles->count; ++i)
    {
        imp3i_box_grow(&tree->bounds, imp3i_bvh_box_of(triangles->points, triangles->corners + 3 * (size_t)i));
    }
}

float imp3i_bvh_refit(imp3i_bvh* tree, const imp3i_bvh_triangles* triangles)
{
    if (tree->def.volume == IMP3_VOLUME_BOX)
    {
        refit_boxes(tree, triangles);
    }
    else
    {
        refit_volumes(tree, triangles);
    }
    imp3i_bvh_measure_groups(tree, tree->now);
    return tree->now[0];
}

// Measures

/// Surfaces of the lanes of a block as multiples of what 1 / scale^2 is twice.
static void block_surfaces(const imp3i_box_block* block, float scale, float out[IMP3I_BVH_CHILDREN])
{
    const impi_lanes by = impi_lanes_splat(scale);
    for (int i = 0; i < IMP3I_BVH_CHILDREN; i += 4)
    {
        impi_lanes side[3];
        for (int k = 0; k < 3; ++k)
        {
            impi_lanes lower = impi_lanes_load(block->lower[k] + i), upper = impi_lanes_load(block->upper[k] + i);
            side[k] = impi_lanes_mul(impi_lanes_sub(upper, lower), by);
        }
        impi_lanes sum = impi_lanes_mul(side[0], impi_lanes_add(side[1], side[2]));
        impi_lanes_store(out + i, impi_lanes_mul_add(side[1], side[2], sum));
    }
}

/// Surfaces of the slots of a group, as multiples of the root's.
static void surfaces_of_group(const imp3i_bvh* tree, int32_t group, double unit, float out[IMP3I_BVH_CHILDREN])
{
    if (tree->blocks)
    {
        block_surfaces(&tree->blocks[group], (float)sqrt(2.0 / unit), out);
        return;
    }
    for (int32_t s = tree->first[group]; s < tree->first[group + 1]; ++s)
    {
        imp3_volume v = imp3i_bvh_volume(tree, s);
        out[s - tree->first[group]] = (float)(imp3i_bvh_surface(&v) / unit);
    }
}

void imp3i_bvh_measure_groups(const imp3i_bvh* tree, float* out)
{
    imp3_volume root = imp3i_bvh_volume(tree, IMP3I_BVH_ROOT);
    double unit = imp3i_bvh_surface(&root);
    unit = unit > 0.0 ? unit : 1.0;
    for (int32_t g = tree->groups - 1; g >= 0; --g)
    {
        float surface[IMP3I_BVH_CHILDREN];
        surfaces_of_group(tree, g, unit, surface);
        float sum = 0.0f;
        for (int32_t s = tree->first[g]; s < tree->first[g + 1] && tree->link[s] != IMP3I_BVH_NONE; ++s)
        {
            int32_t link = tree->link[s];
            float own = surface[s - tree->first[g]];
            sum += link < 0 ? own * (float)imp3i_bvh_leaf_count(link) : own + out[link];
            if (link >= 0)
            {
                out[link] = own > 0.0f ? out[link] / own : 0.0f;
            }
        }
        out[g] = sum;
    }
}

void imp3i_bvh_measure(const imp3i_bvh* tree, imp3_bvh_stats* out)
{
    imp3_bvh_stats r;
    memset(&r, 0, sizeof r);
    r.def = tree->def;
    r.nodes = tree->groups;
    r.leaves = tree->leaves;
    r.depth = tree->depth;
    r.bytes = (int64_t)tree->size;
    r.area = tree->now[0];
    *out = r;
}
