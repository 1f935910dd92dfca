// SPDX-License-Identifier: MIT
//
// Batches of pairs in space: all input is looked through before anything is written, then each pair is answered by the
// functions behind the single calls.

#include "impinge/batch3.h"

#include "quick3.h"

/// What is wrong with a set as a whole, whose elements pairs name.
static int32_t shapes_fault(const imp3_shapes* s, int32_t count)
{
    if (!s || (count > 0 && (!s->poses || !s->shapes)))
    {
        return IMP_ERR_NULL;
    }
    if (s->count < 0 || s->shape_count < 0 || (!s->index && s->count < count) ||
        (!s->shape && s->shape_count < s->count))
    {
        return IMP_ERR_COUNT;
    }
    return 0;
}

/// The element of pair i, or -1.
static inline int32_t element_of(const int32_t* index, int32_t count, int32_t i)
{
    int32_t e = index ? index[i] : i;
    return e >= 0 && e < count ? e : -1;
}

/// The shape of pair i and its pose; what is wrong with them.
static inline int32_t fetch_shape(const imp3_shapes* s, int32_t i, const imp3_shape** shape, const imp3_pose** pose)
{
    int32_t e = element_of(s->index, s->count, i);
    int32_t k = e < 0 ? -1 : s->shape ? s->shape[e] : e;
    if (k < 0 || k >= s->shape_count)
    {
        return IMP_ERR_RANGE;
    }
    *shape = &s->shapes[k];
    *pose = &s->poses[e];
    int32_t fault = imp3i_shape_fault(*shape);
    return fault ? fault : imp3i_pose_fault(*pose);
}

static imp_status pair_fault(int32_t fault, int32_t argument, int32_t pair, int32_t* bad)
{
    if (bad)
    {
        *bad = pair;
    }
    return impi_error(fault, argument);
}

imp_status imp3_batch_shapes(const imp3_shapes* a, const imp3_shapes* b, int32_t count, float margin,
                             imp3_manifold* out, int32_t* bad)
{
    int32_t fault_a = shapes_fault(a, count), fault_b = shapes_fault(b, count),
            fault = impi_number_fault_negative(margin);
    if (fault_a || fault_b)
    {
        return pair_fault(fault_a ? fault_a : fault_b, fault_a ? 1 : 2, -1, bad);
    }
    if (count < 0 || fault)
    {
        return pair_fault(count < 0 ? IMP_ERR_COUNT : fault, count < 0 ? 3 : 4, -1, bad);
    }
    if (!out && count > 0)
    {
        return pair_fault(IMP_ERR_NULL, 5, -1, bad);
    }
    const imp3_shape *shape_a, *shape_b;
    const imp3_pose *pose_a, *pose_b;
    for (int32_t i = 0; i < count; ++i)
    {
        fault = fetch_shape(a, i, &shape_a, &pose_a);
        if (fault)
        {
            return pair_fault(fault, 1, i, bad);
        }
        fault = fetch_shape(b, i, &shape_b, &pose_b);
        if (fault)
        {
            return pair_fault(fault, 2, i, bad);
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        (void)fetch_shape(a, i, &shape_a, &pose_a);
        (void)fetch_shape(b, i, &shape_b, &pose_b);
        (void)imp3_collide(shape_a, pose_a, shape_b, pose_b, margin, &out[i]);
    }
    return IMP_OK;
}

imp_status imp3_batch_ray_shapes(const imp3_shapes* targets, const imp3_rays* rays, int32_t count, imp3_hit* out,
                                 int32_t* bad)
{
    int32_t fault = shapes_fault(targets, count);
    if (fault)
    {
        return pair_fault(fault, 1, -1, bad);
    }
    fault = !rays || (count > 0 && (!rays->origins || !rays->motions)) ? IMP_ERR_NULL
            : rays->count < 0 || (!rays->index && rays->count < count) ? IMP_ERR_COUNT
                                                                       : 0;
    if (fault)
    {
        return pair_fault(fault, 2, -1, bad);
    }
    if (count < 0 || (!out && count > 0))
    {
        return pair_fault(count < 0 ? IMP_ERR_COUNT : IMP_ERR_NULL, count < 0 ? 3 : 4, -1, bad);
    }
    const imp3_shape* shape;
    const imp3_pose* pose;
    for (int32_t i = 0; i < count; ++i)
    {
        fault = fetch_shape(targets, i, &shape, &pose);
        if (fault)
        {
            return pair_fault(fault, 1, i, bad);
        }
        int32_t e = element_of(rays->index, rays->count, i);
        fault = e < 0 ? IMP_ERR_RANGE : imp3i_vec_fault(rays->origins[e]);
        fault = fault ? fault : imp3i_vec_fault_large(rays->motions[e]);
        if (fault)
        {
            return pair_fault(fault, 2, i, bad);
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t e = element_of(rays->index, rays->count, i);
        (void)fetch_shape(targets, i, &shape, &pose);
        (void)imp3_ray(shape, pose, rays->origins[e], rays->motions[e], &out[i]);
    }
    return IMP_OK;
}
