// SPDX-License-Identifier: MIT
//
// A tree moved into another frame: its triangles are turned and its volumes follow them, bottom up. Queries take volumes
// over one by one instead, as only those are needed that are looked at; this way is there to compare with.

#include "bvh3.h"

#include "../math/check3.h"

#include <string.h>

static void* move_pointer(const imp3i_bvh* from, void* memory, const void* place)
{
    return place ? (char*)memory + ((const char*)place - (const char*)from->memory) : NULL;
}

imp_status imp3i_bvh_copy(const imp3i_bvh* tree, const imp_allocator* allocator, imp3i_bvh* out)
{
    void* memory = impi_alloc_resize(allocator, NULL, 0, tree->size, 1);
    if (!memory)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memcpy(memory, tree->memory, tree->size);
    *out = *tree;
    out->memory = memory;
    out->first = (int32_t*)move_pointer(tree, memory, tree->first);
    out->link = (int32_t*)move_pointer(tree, memory, tree->link);
    out->built = (float*)move_pointer(tree, memory, tree->built);
    out->now = (float*)move_pointer(tree, memory, tree->now);
    out->terms = (imp3i_bvh_term*)move_pointer(tree, memory, tree->terms);
    out->blocks = (imp3i_box_block*)move_pointer(tree, memory, tree->blocks);
    out->kind = (uint8_t*)move_pointer(tree, memory, tree->kind);
    out->place = (int32_t*)move_pointer(tree, memory, tree->place);
    out->boxes = (imp3_box*)move_pointer(tree, memory, tree->boxes);
    out->balls = (imp3i_ball*)move_pointer(tree, memory, tree->balls);
    out->obbs = (imp3i_obb*)move_pointer(tree, memory, tree->obbs);
    return IMP_OK;
}

static int32_t count_corner_points(const imp3i_bvh_triangles* triangles)
{
    int32_t most = 0;
    for (int32_t i = 0; i < 3 * triangles->count; ++i)
    {
        most = triangles->corners[i] > most ? triangles->corners[i] : most;
    }
    return most + 1;
}

imp_status imp3i_bvh_turned(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles, const imp3i_frame* frame,
                            const imp_allocator* allocator, imp3i_bvh* out)
{
    size_t count = (size_t)count_corner_points(triangles);
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(allocator, NULL, 0, count, sizeof *points);
    imp3i_bvh copy;
    imp_status status = points ? imp3i_bvh_copy(tree, allocator, &copy) : impi_error(IMP_ERR_MEMORY, 0);
    if (!status)
    {
        const imp3i_bvh_triangles turned = {points, triangles->corners, triangles->count};
        for (size_t i = 0; i < count; ++i)
        {
            imp3i_dvec p = imp3i_drot_apply(frame->turn, imp3i_dvec_of(triangles->points[i]));
            points[i] = imp3i_vec_of(imp3i_dadd(p, frame->shift));
        }
        (void)imp3i_bvh_refit(&copy, &turned);
        *out = copy;
    }
    impi_alloc_free(allocator, points, count, sizeof *points);
    return status;
}
