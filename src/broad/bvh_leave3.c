// SPDX-License-Identifier: MIT
//
// When a probe that moves leaves the children of a group: slabs along the axes of the tree and along those of the probe.
//
// All are taken as upright boxes of the tree's frame. Written for all sixteen at once, in plain C that compilers make lanes
// of; every lane by itself, so with the same bits.

#include "bvh3.h"

#include <math.h>

/// Slabs are wider by this part of all sizes and ways: what floats, and a motion that is not quite 0 along an axis, may be
/// off.
#define LEAVE_DOUBT 0x1p-18f

/// No motion along an axis is less than this part of the whole.
#define LEAVE_LEAST 0x1p-30f

static imp3_box upright_box(const imp3i_bvh* tree, int32_t slot)
{
    imp3_volume v = imp3i_bvh_volume(tree, slot);
    imp3_vec h = v.half;
    if (v.kind == IMP3_VOLUME_SPHERE)
    {
        h.y = h.z = h.x;
    }
    else if (v.kind == IMP3_VOLUME_ORIENTED)
    {
        const imp3_rot t = v.turn;
        const imp3_vec seen = {fabsf(t.x.x) * h.x + fabsf(t.y.x) * h.y + fabsf(t.z.x) * h.z,
                               fabsf(t.x.y) * h.x + fabsf(t.y.y) * h.y + fabsf(t.z.y) * h.z,
                               fabsf(t.x.z) * h.x + fabsf(t.y.z) * h.y + fabsf(t.z.z) * h.z};
        h = seen;
    }
    const imp3_box box = {imp3_vec_sub(v.center, h), imp3_vec_add(v.center, h)};
    return box;
}

/// Narrows times to a slab: along an axis boxes are `way` from the probe, and both reach `size`.
static void cut_by_slab(const float way[IMP3I_BVH_CHILDREN], const float size[IMP3I_BVH_CHILDREN], float motion,
                        float enter[IMP3I_BVH_CHILDREN], float leave[IMP3I_BVH_CHILDREN])
{
    float inverse = 1.0f / (fabsf(motion) > LEAVE_LEAST ? fabsf(motion) : LEAVE_LEAST);
    float sign = motion < 0.0f ? -inverse : inverse;
    for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
    {
        float middle = way[i] * sign, half = size[i] * inverse;
        enter[i] = middle - half > enter[i] ? middle - half : enter[i];
        leave[i] = middle + half < leave[i] ? middle + half : leave[i];
    }
}

void imp3i_bvh_leave(const imp3i_bvh* tree, int32_t group, const imp3i_probe* p, imp3_vec motion,
                     float out[IMP3I_BVH_CHILDREN])
{
    float way[3][IMP3I_BVH_CHILDREN], half[3][IMP3I_BVH_CHILDREN], doubt[IMP3I_BVH_CHILDREN], enter[IMP3I_BVH_CHILDREN];
    float far[IMP3I_BVH_CHILDREN], size[IMP3I_BVH_CHILDREN];
    imp3i_box_block narrow;
    int32_t first = tree->first[group], count = tree->first[group + 1] - first;
    for (int32_t i = 0; !tree->blocks && i < IMP3I_BVH_CHILDREN; ++i)
    {
        imp3i_block_set(&narrow, i, i < count ? upright_box(tree, first + i) : imp3i_empty_box());
    }
    const imp3i_box_block* block = tree->blocks ? &tree->blocks[group] : &narrow;
    const float center[3] = {p->center.x, p->center.y, p->center.z};
    const float extent[3] = {p->extent.x, p->extent.y, p->extent.z};
    const float reach[3] = {p->half.x + p->radius, p->half.y + p->radius, p->half.z + p->radius};
    const float along[3] = {motion.x, motion.y, motion.z};
    const imp3_vec turn[3] = {p->turn.x, p->turn.y, p->turn.z};
    float own = fabsf(center[0]) + fabsf(center[1]) + fabsf(center[2]) + extent[0] + extent[1] + extent[2];
    for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
    {
        enter[i] = -INFINITY;
        out[i] = INFINITY;
        doubt[i] = own;
    }
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
        {
            way[k][i] = 0.5f * (block->lower[k][i] + block->upper[k][i]) - center[k];
            half[k][i] = 0.5f * (block->upper[k][i] - block->lower[k][i]);
            doubt[i] += fabsf(way[k][i]) + half[k][i];
        }
    }
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
        {
            size[i] = half[k][i] + extent[k] + LEAVE_DOUBT * doubt[i];
        }
        cut_by_slab(way[k], size, along[k], enter, out);
        for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
        {
            far[i] = turn[k].x * way[0][i] + turn[k].y * way[1][i] + turn[k].z * way[2][i];
            size[i] = fabsf(turn[k].x) * half[0][i] + fabsf(turn[k].y) * half[1][i] + fabsf(turn[k].z) * half[2][i] +
                      reach[k] + LEAVE_DOUBT * doubt[i];
        }
        cut_by_slab(far, size, imp3_vec_dot(turn[k], motion), enter, out);
    }
    for (int32_t i = 0; i < IMP3I_BVH_CHILDREN; ++i)
    {
        bool met = i < count && tree->link[first + i] != IMP3I_BVH_NONE && enter[i] <= out[i];
        out[i] = met ? out[i] : -INFINITY;
    }
}
