// SPDX-License-Identifier: MIT
//
// Meshes whose points move, and what their trees are like.
//
// A move is whole or not at all: all memory is taken before anything changes, but for what building parts of the tree
// anew takes; when that is out, points and volumes go back to what they were.

#include "mesh_near3.h"

#include <string.h>

// Moving

/// Copies by which a failed move is undone and parts are put in another order.
typedef struct move_work
{
    imp3_vec* points;
    int32_t *order, *corners, *sources;
    char* tree;  // its memory where refitting does not give back what was built; else null
    size_t size;
    char* base;
} move_work;

static void lay_out_move(impi_layout* l, const imp3i_compound_block* b, move_work* w)
{
    size_t parts = (size_t)b->leaves;
    w->points = (imp3_vec*)impi_take(l, (size_t)b->point_count, sizeof *w->points);
    w->order = (int32_t*)impi_take(l, parts, sizeof *w->order);
    w->corners = (int32_t*)impi_take(l, 3 * parts, sizeof *w->corners);
    w->sources = (int32_t*)impi_take(l, parts, sizeof *w->sources);
    w->tree = b->bvh.def.volume == IMP3_VOLUME_BOX ? NULL : (char*)impi_take(l, b->bvh.size, 1);
}

static bool start_move(const imp3i_compound_block* b, move_work* w)
{
    impi_layout l = {NULL, 0};
    lay_out_move(&l, b, w);
    w->size = l.size;
    w->base = l.base = (char*)impi_alloc_resize(&b->allocator, NULL, 0, l.size, 1);
    if (l.base)
    {
        l.size = 0;
        lay_out_move(&l, b, w);
        memcpy(w->points, b->points, (size_t)b->point_count * sizeof *w->points);
        if (w->tree)
        {
            memcpy(w->tree, b->bvh.memory, b->bvh.size);
        }
    }
    return l.base != NULL;
}

static void undo_move(imp3i_compound_block* b, const move_work* w, imp3_box bounds)
{
    const imp3i_bvh_triangles triangles = {b->points, b->corners, b->leaves};
    memcpy(b->points, w->points, (size_t)b->point_count * sizeof *w->points);
    if (w->tree)
    {
        memcpy(b->bvh.memory, w->tree, b->bvh.size);
        b->bvh.bounds = bounds;
    }
    else
    {
        (void)imp3i_bvh_refit(&b->bvh, &triangles);
    }
}

static void reorder_parts(imp3i_compound_block* b, const move_work* w)
{
    memcpy(w->corners, b->corners, 3 * (size_t)b->leaves * sizeof *w->corners);
    memcpy(w->sources, b->sources, (size_t)b->leaves * sizeof *w->sources);
    for (int32_t i = 0; i < b->leaves; ++i)
    {
        int32_t from = w->order[i];
        memcpy(b->corners + 3 * (size_t)i, w->corners + 3 * (size_t)from, 3 * sizeof *w->corners);
        b->sources[i] = w->sources[from];
    }
    imp3i_triangles_find_around(b);
}

static imp_status move_status(const imp3_compound* mesh, const imp3_vec* points, int32_t count)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (!fault && impi_references(&imp3i_compound_block_of(mesh)->references) > 1)
    {
        fault = IMP_ERR_BUSY;
    }
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!points)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    if (count != imp3i_compound_block_of(mesh)->given_count)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        fault = imp3i_vec_fault(points[k]);
        if (fault)
        {
            return impi_error(fault, 2);
        }
    }
    return IMP_OK;
}

imp_status imp3_mesh_move(imp3_compound* mesh, const imp3_vec* points, int32_t count, imp3_mesh_upkeep* upkeep)
{
    imp_status status = move_status(mesh, points, count);
    if (status)
    {
        return status;
    }
    imp3i_compound_block* b = (imp3i_compound_block*)mesh->block;
    move_work w;
    if (!start_move(b, &w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t k = 0; k < b->point_count; ++k)
    {
        b->points[k] = points[b->given[k]];
    }
    const imp3i_bvh_triangles triangles = {b->points, b->corners, b->leaves};
    const imp3_box bounds = b->bvh.bounds;
    imp3_mesh_upkeep done = {0, 0.0f};
    (void)imp3i_bvh_refit(&b->bvh, &triangles);
    status = imp3i_bvh_mend(&b->bvh, &triangles, &b->allocator, w.order, &done.rebuilt);
    if (status)
    {
        undo_move(b, &w, bounds);
    }
    else
    {
        if (done.rebuilt > 0)
        {
            reorder_parts(b, &w);
        }
        imp3i_triangles_follow(b, &mesh->reach);
        imp3i_triangles_forget_leans(b);
        b->bent = true;
        imp3i_field_release(b->field);
        b->field = NULL;
        done.area = b->bvh.now[0];
    }
    impi_alloc_free(&b->allocator, w.base, w.size, 1);
    if (!status && upkeep)
    {
        *upkeep = done;
    }
    return status;
}

// Measures of a tree

imp_status imp3_mesh_stats(const imp3_compound* mesh, imp3_bvh_stats* out)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    imp3i_bvh_measure(imp3i_bvh_of(mesh), out);
    return IMP_OK;
}

/// Volumes of one level in the order of triangles, as many as fit. Returns how many there are.
static int32_t list_volumes(const imp3i_bvh* tree, int32_t level, imp3_volume* volumes, int32_t capacity)
{
    struct
    {
        int32_t slot, level;
    } stack[IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN];
    int32_t waiting = 0, found = 0, group = 0, here = 0;
    for (;;)
    {
        // Groups are opened above the level; what comes from the stack is a leaf, or on it.
        for (int32_t s = tree->first[group + 1] - 1; s >= tree->first[group]; --s)
        {
            if (tree->link[s] != IMP3I_BVH_NONE)
            {
                stack[waiting].slot = s;
                stack[waiting++].level = here;
            }
        }
        int32_t slot = -1;
        while (waiting > 0)
        {
            slot = stack[--waiting].slot;
            if (tree->link[slot] >= 0 && stack[waiting].level < level)
            {
                break;
            }
            if (found < capacity)
            {
                volumes[found] = imp3i_bvh_volume(tree, slot);
            }
            ++found;
            slot = -1;
        }
        if (slot < 0)
        {
            return found;
        }
        group = tree->link[slot];
        here = stack[waiting].level + 1;
    }
}

imp_status imp3_mesh_volumes(const imp3_compound* mesh, int32_t level, imp3_volume* volumes, int32_t capacity,
                             int32_t* count)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (level < 0)
    {
        return impi_error(IMP_ERR_NEGATIVE, 2);
    }
    if (capacity < 0)
    {
        return impi_error(IMP_ERR_COUNT, 4);
    }
    if (!count || (!volumes && capacity > 0))
    {
        return impi_error(IMP_ERR_NULL, count ? 3 : 5);
    }
    const imp3i_bvh* tree = imp3i_bvh_of(mesh);
    int32_t all = list_volumes(tree, level, NULL, 0);
    bool fits = all <= capacity || capacity == 0;
    *count = all;
    if (fits)
    {
        (void)list_volumes(tree, level, volumes, capacity);
    }
    return fits ? IMP_OK : impi_error(IMP_ERR_SPACE, 4);
}
