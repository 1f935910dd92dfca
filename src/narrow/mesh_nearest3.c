// SPDX-License-Identifier: MIT
//
// The triangles of a mesh that are nearest to a point.
//
// Depth first, the nearest child of a group before the others. What has been found is a heap with the farthest on top, in
// the caller's memory; once it is full nothing farther than that is looked at. Distances are compared as the floats that
// are told, then parts, so that the order of the search is invisible.
//
// Source: nearest neighbours by depth first, Roussopoulos, Kelley and Vincent 1995.

#include "mesh_near3.h"

#include <math.h>

enum
{
    NEAREST_STACK = IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN
};

typedef struct nearest_task
{
    float bound;
    int32_t link;
} nearest_task;

typedef struct nearest_search
{
    const imp3i_compound_block* block;
    const imp3i_bvh* tree;
    imp3i_drot turn;
    imp3i_dvec shift, point;  // from the point to the mesh's position; the point
    float far;
    int32_t most, count;
    imp3_mesh_near* out;
    int32_t left;  // tasks
    nearest_task tasks[NEAREST_STACK];
} nearest_search;

static bool is_farther(const imp3_mesh_near* a, const imp3_mesh_near* b)
{
    return a->distance > b->distance || (a->distance >= b->distance && a->part > b->part);
}

/// Sinks what is at the top of a heap of `count`.
static void sink_near(imp3_mesh_near* heap, int32_t count)
{
    imp3_mesh_near top = heap[0];
    int32_t i = 0;
    for (int32_t below = 1; below < count; below = 2 * i + 1)
    {
        below += below + 1 < count && is_farther(&heap[below + 1], &heap[below]);
        if (!is_farther(&heap[below], &top))
        {
            break;
        }
        heap[i] = heap[below];
        i = below;
    }
    heap[i] = top;
}

static void keep_near(nearest_search* s, const imp3_mesh_near* near)
{
    if (s->count == s->most)
    {
        if (is_farther(&s->out[0], near))
        {
            s->out[0] = *near;
            sink_near(s->out, s->count);
        }
    }
    else
    {
        int32_t i = s->count++;
        for (; i > 0 && is_farther(near, &s->out[(i - 1) >> 1]); i = (i - 1) >> 1)
        {
            s->out[i] = s->out[(i - 1) >> 1];
        }
        s->out[i] = *near;
    }
    s->far = s->count == s->most ? s->out[0].distance : s->far;
}

static void measure_leaf(nearest_search* s, int32_t link)
{
    int32_t first = imp3i_bvh_leaf_first(link), count = imp3i_bvh_leaf_count(link);
    for (int32_t part = first; part < first + count; ++part)
    {
        imp3i_dtriangle t = imp3i_mesh_triangle(s->block, part, &s->turn, s->shift);
        imp3i_dvec spot;
        float distance = (float)sqrt(imp3i_triangle_nearest(&t, imp3i_dvec_none(), &spot));
        if (distance <= s->far)
        {
            imp3_mesh_near near = {part, imp3i_vec_tidy(imp3i_dadd(spot, s->point)), distance};
            keep_near(s, &near);
        }
    }
}

/// The children of a group, the farthest first, so that the nearest is taken next.
static void put_group(nearest_search* s, int32_t group, const imp3i_probe* probe)
{
    float bounds[IMP3I_BVH_CHILDREN];
    imp3i_bvh_reach(s->tree, group, probe, bounds);
    int32_t first = s->tree->first[group], count = s->tree->first[group + 1] - first, base = s->left;
    for (int32_t i = 0; i < count; ++i)
    {
        float bound = bounds[i] * (1.0f - (float)IMP3I_FRAME_DOUBT);
        int32_t link = s->tree->link[first + i], k = s->left;
        if (link == IMP3I_BVH_NONE || !(bound <= s->far))
        {
            continue;
        }
        for (; k > base && s->tasks[k - 1].bound < bound; --k)
        {
            s->tasks[k] = s->tasks[k - 1];
        }
        s->tasks[k].bound = bound;
        s->tasks[k].link = link;
        ++s->left;
    }
}

/// The point in the frame of the mesh, as a probe.
static imp3i_probe probe_of_point(const nearest_search* s)
{
    imp3_volume v;
    v.kind = IMP3_VOLUME_SPHERE;
    v.center = v.half = imp3i_vec_none();
    v.turn = imp3_pose_identity().q;
    imp3i_frame frame;
    frame.turn = imp3i_drot_of(v.turn);
    frame.shift = imp3i_drot_solve(s->turn, imp3i_dnegate(s->shift));
    imp3i_probe probe;
    imp3i_probe_of(&v, &frame, 0.0f, &probe);
    return probe;
}

int32_t imp3i_mesh_nearest(const imp3_compound* mesh, const imp3_pose* pose, imp3i_dvec point, float far, int32_t most,
                           imp3_mesh_near* out)
{
    nearest_search s;
    s.block = imp3i_compound_block_of(mesh);
    s.tree = imp3i_bvh_of(mesh);
    s.turn = imp3i_drot_of(pose->q);
    s.shift = imp3i_dsub(imp3i_dvec_of(pose->p), point);
    s.point = point;
    s.far = far;
    s.most = most;
    s.count = s.left = 0;
    s.out = out;
    imp3i_probe probe = probe_of_point(&s);
    put_group(&s, 0, &probe);
    while (s.left > 0)
    {
        nearest_task task = s.tasks[--s.left];
        if (task.bound > s.far)
        {
            continue;
        }
        if (task.link < 0)
        {
            measure_leaf(&s, task.link);
        }
        else
        {
            put_group(&s, task.link, &probe);
        }
    }
    // Sorted by taking the farthest away, again and again.
    for (int32_t left = s.count - 1; left > 0; --left)
    {
        imp3_mesh_near last = out[left];
        out[left] = out[0];
        out[0] = last;
        sink_near(out, left);
    }
    return s.count;
}

imp_status imp3_mesh_nearest(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, float far, int32_t most,
                             imp3_mesh_near* out, int32_t* count)
{
    imp_status status = imp3i_placed_mesh_status(mesh, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(point);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    fault = impi_number_fault_negative(far);
    if (fault)
    {
        return impi_error(fault, 4);
    }
    if (most < 1)
    {
        return impi_error(IMP_ERR_COUNT, 5);
    }
    if (!out || !count)
    {
        return impi_error(IMP_ERR_NULL, out ? 7 : 6);
    }
    *count = imp3i_mesh_nearest(mesh, pose, imp3i_dvec_of(point), far, most, out);
    return IMP_OK;
}
