// SPDX-License-Identifier: MIT
//
// Batches of pairs in space, in runs of some hundred pairs. All input is looked through before anything is written: poses
// in lanes, and one by one only where something seems wrong. Then pairs whose kinds have a kernel are gathered by kinds,
// as structures of arrays of where they are, and sifted in lanes; those that may be near, and all others, are answered by
// the functions behind the single calls, which need not look at the input again.

#include "batch_kernels3.h"

#include "../base/bits.h"

imp3i_kernels imp3i_kernels_of(int level)
{
    imp3i_kernels r;
    switch (level)
    {
#ifdef IMPI_WIDE
    case IMPI_LEVEL_AVX512: imp3i_kernels_avx512(&r); break;
    case IMPI_LEVEL_AVX2: imp3i_kernels_avx2(&r); break;
#endif
#ifdef IMPI_FOUR
    case IMPI_LEVEL_FOUR: imp3i_kernels_four(&r); break;
#endif
    default: imp3i_kernels_scalar(&r); break;
    }
    return r;
}

// The door

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

/// The shape of pair i and its pose; what is wrong with them, but for the pose.
static inline int32_t fetch_shape(const imp3_shapes* s, int32_t i, const void** shape, const void** pose)
{
    int32_t e = imp3i_element_of(s->index, s->count, i);
    int32_t k = e < 0 ? -1 : s->shape ? s->shape[e] : e;
    if (k < 0 || k >= s->shape_count)
    {
        return IMP_ERR_RANGE;
    }
    *shape = &s->shapes[k];
    *pose = &s->poses[e];
    return imp3i_shape_fault(&s->shapes[k]);
}

static int32_t placed_fault(const imp3_shapes* s, int32_t i)
{
    const void *shape, *pose;
    int32_t fault = fetch_shape(s, i, &shape, &pose);
    return fault ? fault : imp3i_pose_fault((const imp3_pose*)pose);
}

static imp_status pair_fault(int32_t fault, int32_t argument, int32_t pair, int32_t* bad)
{
    if (bad)
    {
        *bad = pair;
    }
    return impi_error(fault, argument);
}

/// Whether nothing can be wrong with the shapes of the pairs from first to end - 1, a run, and their poses pass the
/// quick door.
static bool pass_run(const imp3_shapes* s, const imp3i_kernels* wide, int32_t first, int32_t end)
{
    const void *poses[IMP3I_RUN], *shape;
    int32_t count = end - first, fault = 0;
    for (int32_t k = 0; k < count && !fault; ++k)
    {
        fault = fetch_shape(s, first + k, &shape, &poses[k]);
    }
    for (; !fault && count % wide->width != 0; ++count)
    {
        poses[count] = poses[0];
    }
    return !fault && wide->door(poses, count);
}

static inline int32_t end_of_run(int32_t first, int32_t count)
{
    return count - first < IMP3I_RUN ? count : first + IMP3I_RUN;
}

/// Looks at all pairs. Tells whether all poses pass the quick door.
static imp_status look_at_pairs(const imp3_shapes* a, const imp3_shapes* b, const imp3i_kernels* wide, int32_t count,
                                bool* plain, int32_t* bad)
{
    *plain = true;
    for (int32_t first = 0; first < count; first += IMP3I_RUN)
    {
        int32_t end = end_of_run(first, count);
        if (pass_run(a, wide, first, end) && pass_run(b, wide, first, end))
        {
            continue;
        }
        *plain = false;
        for (int32_t i = first; i < end; ++i)
        {
            int32_t of_a = placed_fault(a, i), of_b = of_a ? 0 : placed_fault(b, i);
            if (of_a || of_b)
            {
                return pair_fault(of_a ? of_a : of_b, of_a ? 1 : 2, i, bad);
            }
        }
    }
    return IMP_OK;
}

static imp_status look_at_rays(const imp3_shapes* targets, const imp3_rays* rays, const imp3i_kernels* wide,
                               int32_t count, int32_t* bad)
{
    for (int32_t first = 0; first < count; first += IMP3I_RUN)
    {
        int32_t end = end_of_run(first, count);
        bool sound = pass_run(targets, wide, first, end);
        for (int32_t i = first; i < end; ++i)
        {
            int32_t of_target = sound ? 0 : placed_fault(targets, i), of_ray = of_target ? 0 : imp3i_ray_fault(rays, i);
            if (of_target || of_ray)
            {
                return pair_fault(of_target ? of_target : of_ray, of_target ? 1 : 2, i, bad);
            }
        }
    }
    return IMP_OK;
}

// Answers. What is wrong has been found by now.

static inline const imp3_shape* shape_of_pair(const imp3_shapes* s, int32_t i)
{
    int32_t e = s->index ? s->index[i] : i;
    return &s->shapes[s->shape ? s->shape[e] : e];
}

static inline const imp3_pose* pose_of_pair(const imp3_shapes* s, int32_t i)
{
    return &s->poses[s->index ? s->index[i] : i];
}

enum
{
    FOLLOW = 4096  // pairs of the next call; more would push out of the cache what this one is still to read
};

static bool has_kernel(const imp3i_kernels* wide, int32_t group)
{
    return group == IMP3I_GROUP_BOXES ? wide->boxes != NULL : group != IMP3I_GROUP_SINGLE && wide->box_rounds != NULL;
}

/// Fills a run up to a multiple of the width.
static void fill_run(imp3i_run* run, int32_t width)
{
    for (int32_t k = run->count; k % width != 0; ++k)
    {
        for (int side = 0; side < 2; ++side)
        {
            run->shape[side][k] = run->shape[side][0];
            run->pose[side][k] = run->pose[side][0];
        }
    }
}

static inline const imp3_shape* shape_of(const imp3i_run* run, int side, int32_t k)
{
    return (const imp3_shape*)run->shape[side][k];
}

static inline const imp3_pose* pose_of(const imp3i_run* run, int side, int32_t k)
{
    return (const imp3_pose*)run->pose[side][k];
}

static void answer_boxes(const imp3i_run* run, const imp3i_kernels* wide, float margin, imp3_manifold* out)
{
    imp3i_box_lanes lanes;
    for (int32_t k = 0; k < run->count; ++k)
    {
        int32_t lane = k % wide->width;
        if (lane == 0)
        {
            wide->boxes(run, k, margin, &lanes);
        }
        const imp3_shape *a = shape_of(run, 0, k), *b = shape_of(run, 1, k);
        const imp3_pose *pose_a = pose_of(run, 0, k), *pose_b = pose_of(run, 1, k);
        imp3_manifold* m = &out[run->pair[k]];
        if (lanes.apart >> lane & 1)
        {
            imp3i_clear_manifold(m);
        }
        else if (!(lanes.known >> lane & 1))
        {
            imp3i_collide_plain(a, pose_a, b, pose_b, margin, m);
        }
        else if (!imp3i_collide_box_lane(&lanes, lane, a, pose_a, b, pose_b, margin, m))
        {
            imp3i_collide_generally(a, pose_a, b, pose_b, margin, m);
        }
    }
}

/// exchanged: A is the second of each pair.
static void answer_box_rounds(const imp3i_run* run, const imp3i_kernels* wide, bool exchanged, float margin,
                              imp3_manifold* out)
{
    int32_t left[IMP3I_RUN + IMP3I_LANES_MAX], next = 0, near = wide->box_rounds(run, margin, left);
    left[near] = run->count;
    for (int32_t k = 0; k < run->count; ++k)
    {
        imp3_manifold* m = &out[run->pair[k]];
        if (k < left[next])
        {
            imp3i_clear_manifold(m);
            continue;
        }
        next += 1;
        imp3i_collide_plain(shape_of(run, exchanged, k), pose_of(run, exchanged, k), shape_of(run, !exchanged, k),
                            pose_of(run, !exchanged, k), margin, m);
    }
}

/// Asks for the element that the next call has where this one has pair i, if there is one: meanwhile there is arithmetic
/// to do. Of a set without index, whose next elements are next in memory.
static inline void ask_ahead(const imp3_shapes* s, int32_t count, int32_t i)
{
    if (!s->index && count <= FOLLOW && i < s->count - count)
    {
        const imp3_pose* pose = &s->poses[i + count];
        impi_prefetch(pose);
        impi_prefetch((const char*)(const void*)(pose + 1) - 1);
    }
}

static inline void put_pair(imp3i_run* run, int32_t pair, const void* shape_a, const void* pose_a, const void* shape_b,
                            const void* pose_b)
{
    int32_t k = run->count++;
    run->shape[0][k] = shape_a;
    run->shape[1][k] = shape_b;
    run->pose[0][k] = pose_a;
    run->pose[1][k] = pose_b;
    run->pair[k] = pair;
}

/// Answers a run of a group that has a kernel. Of IMP3I_GROUP_ROUND_BOX the box is put in as the first of each pair.
static void answer_group(imp3i_run* run, const imp3i_kernels* wide, int32_t group, float margin, imp3_manifold* out)
{
    fill_run(run, wide->width);
    if (group == IMP3I_GROUP_BOXES)
    {
        answer_boxes(run, wide, margin, out);
    }
    else if (run->count > 0)
    {
        answer_box_rounds(run, wide, group == IMP3I_GROUP_ROUND_BOX, margin, out);
    }
}

/// A run of pairs from first on, of which all poses have passed the quick door.
static void answer_run(const imp3_shapes* a, const imp3_shapes* b, const imp3i_kernels* wide, int32_t first,
                       int32_t count, float margin, imp3_manifold* out)
{
    int32_t end = end_of_run(first, count);
    imp3i_run runs[IMP3I_GROUP_COUNT];
    for (int32_t g = 0; g < IMP3I_GROUP_COUNT; ++g)
    {
        runs[g].count = 0;
    }
    for (int32_t i = first; i < end; ++i)
    {
        const imp3_shape *shape_a = shape_of_pair(a, i), *shape_b = shape_of_pair(b, i);
        const imp3_pose *pose_a = pose_of_pair(a, i), *pose_b = pose_of_pair(b, i);
        ask_ahead(a, count, i);
        ask_ahead(b, count, i);
        int32_t group = imp3i_group_of(shape_a, shape_b);
        if (!has_kernel(wide, group))
        {
            imp3i_collide_plain(shape_a, pose_a, shape_b, pose_b, margin, &out[i]);
        }
        else if (group == IMP3I_GROUP_ROUND_BOX)
        {
            put_pair(&runs[group], i, shape_b, pose_b, shape_a, pose_a);
        }
        else
        {
            put_pair(&runs[group], i, shape_a, pose_a, shape_b, pose_b);
        }
    }
    for (int32_t g = IMP3I_GROUP_BOXES; g < IMP3I_GROUP_COUNT; ++g)
    {
        answer_group(&runs[g], wide, g, margin, out);
    }
}

void imp3i_answer_gathered(const imp3i_kernels* wide, int32_t group, const imp3i_gathered* pairs, float margin,
                           imp3i_gathered_room* room, imp3_manifolds* out)
{
    bool quick = imp3i_quick_margin(margin), together = has_kernel(wide, group) && quick;
    int32_t first_side = group == IMP3I_GROUP_ROUND_BOX;
    imp3i_run run;
    out->each = room->manifold;
    for (int32_t first = 0; first < pairs->count; first += IMP3I_RUN)
    {
        run.count = 0;
        for (int32_t i = first, end = end_of_run(first, pairs->count); i < end; ++i)
        {
            const imp3_shape *a = pairs->each[0][i], *b = pairs->each[1][i];
            const imp3_pose *pose_a = &pairs->pose[0][i], *pose_b = &pairs->pose[1][i];
            bool pass = quick && imp3i_quick_door(pose_a, pose_b);
            if (pass && !together)
            {
                imp3i_collide_known(a, pose_a, b, pose_b, margin, pairs->axis[i], &room->manifold[i]);
                continue;
            }
            if (pass)
            {
                put_pair(&run, i, pairs->each[first_side][i], &pairs->pose[first_side][i],
                         pairs->each[1 - first_side][i], &pairs->pose[1 - first_side][i]);
                continue;
            }
            imp3i_clear_manifold(&room->manifold[i]);
            (void)imp3_collide(a, pose_a, b, pose_b, margin, &room->manifold[i]);
        }
        if (together)
        {
            answer_group(&run, wide, group, margin, room->manifold);
        }
    }
}

imp_status imp3i_batch_shapes(int level, const imp3_shapes* a, const imp3_shapes* b, int32_t count, float margin,
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
    imp3i_kernels wide = imp3i_kernels_of(level);
    bool plain;
    imp_status status = look_at_pairs(a, b, &wide, count, &plain, bad);
    for (int32_t first = 0; !status && plain && first < count; first += IMP3I_RUN)
    {
        answer_run(a, b, &wide, first, count, margin, out);
    }
    for (int32_t i = 0; !status && !plain && i < count; ++i)
    {
        (void)imp3_collide(shape_of_pair(a, i), pose_of_pair(a, i), shape_of_pair(b, i), pose_of_pair(b, i), margin,
                           &out[i]);
    }
    return status;
}

imp_status imp3i_batch_ray_shapes(int level, const imp3_shapes* targets, const imp3_rays* rays, int32_t count,
                                  imp3_hit* out, int32_t* bad)
{
    int32_t fault_a = shapes_fault(targets, count), fault_b = imp3i_rays_fault(rays, count);
    if (fault_a || fault_b)
    {
        return pair_fault(fault_a ? fault_a : fault_b, fault_a ? 1 : 2, -1, bad);
    }
    if (count < 0 || (!out && count > 0))
    {
        return pair_fault(count < 0 ? IMP_ERR_COUNT : IMP_ERR_NULL, count < 0 ? 3 : 4, -1, bad);
    }
    imp3i_kernels wide = imp3i_kernels_of(level);
    imp_status status = look_at_rays(targets, rays, &wide, count, bad);
    for (int32_t i = 0; !status && i < count; ++i)
    {
        int32_t e = rays->index ? rays->index[i] : i;
        (void)imp3_ray(shape_of_pair(targets, i), pose_of_pair(targets, i), rays->origins[e], rays->motions[e],
                       &out[i]);
    }
    return status;
}

imp_status imp3_batch_shapes(const imp3_shapes* a, const imp3_shapes* b, int32_t count, float margin,
                             imp3_manifold* out, int32_t* bad)
{
    return imp3i_batch_shapes(impi_cpu_level(), a, b, count, margin, out, bad);
}

imp_status imp3_batch_ray_shapes(const imp3_shapes* targets, const imp3_rays* rays, int32_t count, imp3_hit* out,
                                 int32_t* bad)
{
    return imp3i_batch_ray_shapes(impi_cpu_level(), targets, rays, count, out, bad);
}
