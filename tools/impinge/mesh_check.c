// SPDX-License-Identifier: MIT
//
// Which meshes meet, where, how deep, and which are too near. An index of all boxes gives the candidates, the library
// decides. A body that lies in what another one encloses meets it too, though no triangles cross: where no pair does, one
// point of each is asked for.

#include "mesh_check.h"

#include <stdlib.h>

#include "clock.h"
#include "mesh_regions.h"

static imp_status grow(void** items, size_t* capacity, size_t need, size_t size)
{
    imp_allocator allocator = io_allocator(NULL);
    void* grown = io_grow(&allocator, *items, capacity, need, size);
    *items = grown ? grown : *items;
    return grown ? IMP_OK : IMP_ERR_MEMORY;
}

static imp_status keep_finding(mesh_result* out, const mesh_finding* finding)
{
    imp_status status =
        grow((void**)&out->findings, &out->finding_capacity, out->finding_count + 1, sizeof *out->findings);
    if (!status)
    {
        out->findings[out->finding_count++] = *finding;
    }
    return status;
}

// Once with room for what two copies of the smaller mesh in one place have, twice where that is too little.
static imp_status find_crossings(const body* a, const body* b, mesh_result* out, mesh_finding* finding)
{
    enum
    {
        USUAL = 16  // pairs of a triangle, at most
    };
    size_t first = out->crossing_count;
    int32_t parts = a->compound.part_count < b->compound.part_count ? a->compound.part_count : b->compound.part_count;
    int32_t room = parts < MESH_CROSSING_MAX / USUAL ? USUAL * parts : MESH_CROSSING_MAX;
    imp_status status =
        grow((void**)&out->crossings, &out->crossing_capacity, first + (size_t)room, sizeof *out->crossings);
    if (status)
    {
        return status;
    }
    imp3_mesh_pairs pairs = {.pairs = out->crossings + first, .capacity = room};
    status = imp3_mesh_meet(&a->compound, &a->pose, &b->compound, &b->pose, NULL, &pairs);
    bool more = pairs.count > pairs.capacity;
    if (more && pairs.count <= MESH_CROSSING_MAX)
    {
        status =
            grow((void**)&out->crossings, &out->crossing_capacity, first + (size_t)pairs.count, sizeof *out->crossings);
        if (!status)
        {
            pairs.pairs = out->crossings + first;
            pairs.capacity = pairs.count;
            status = imp3_mesh_meet(&a->compound, &a->pose, &b->compound, &b->pose, NULL, &pairs);
        }
    }
    if (!status)
    {
        finding->first_crossing = (int32_t)first;
        finding->crossing_count = pairs.count;
        out->crossing_count += (size_t)pairs.count;
    }
    return status;
}

static imp_status part_regions(const body* a, const body* b, mesh_result* out, mesh_finding* finding)
{
    imp_status status = grow((void**)&out->regions, &out->region_capacity,
                             out->region_count + (size_t)finding->crossing_count, sizeof *out->regions);
    finding->first_region = (int32_t)out->region_count;
    if (!status)
    {
        mesh_region* regions = out->regions + out->region_count;
        status = find_regions(a, b, out->crossings + finding->first_crossing, finding->crossing_count, regions,
                              &finding->region_count);
        for (int32_t i = 0; i < finding->region_count && !status; i++)
        {
            regions[i].first += finding->first_crossing;
        }
        out->region_count += status ? 0 : (size_t)finding->region_count;
    }
    return status;
}

// Whether the first corner of `in` is enclosed by `around`; no triangles of them cross.
static imp_status is_inside(const body* in, const body* around, bool* out)
{
    *out = false;
    imp3_vec point = imp3_pose_apply(in->pose, in->mesh.points[in->mesh.corners[0]]);
    return around->closed ? imp3_mesh_contains(&around->compound, &around->pose, point, out, NULL) : IMP_OK;
}

static imp_status find_inside(const body* a, const body* b, mesh_finding* finding)
{
    bool a_in = false, b_in = false;
    imp_status status = is_inside(a, b, &a_in);
    status = status ? status : is_inside(b, a, &b_in);
    finding->inside = a_in ? MESH_INSIDE_A : b_in ? MESH_INSIDE_B : MESH_INSIDE_NONE;
    return status;
}

static imp_status check_pair(const bodies* all, mesh_finding finding, mesh_result* out)
{
    const body *a = &all->items[finding.a], *b = &all->items[finding.b];
    imp_status status = find_crossings(a, b, out, &finding);
    if (!status && finding.crossing_count == 0)
    {
        status = find_inside(a, b, &finding);
    }
    finding.touch = finding.crossing_count > 0 || finding.inside;
    if (!status && finding.crossing_count > 0)
    {
        status = part_regions(a, b, out, &finding);
    }
    if (!status && finding.touch && a->closed && b->closed)
    {
        status = imp3_mesh_depth(&a->compound, &a->pose, &b->compound, &b->pose, &finding.normal, &finding.depth);
        finding.has_depth = !status;
    }
    if (!status && !finding.touch && out->clearance > 0)
    {
        finding.nearest.part_a = finding.nearest.part_b = -1;
        status = imp3_mesh_distance(&a->compound, &a->pose, &b->compound, &b->pose, NULL, &finding.nearest);
    }
    bool is_near = out->clearance > 0 && !finding.touch && finding.nearest.nearest.distance < out->clearance;
    out->touching += !status && finding.touch;
    return status || !(finding.touch || is_near) ? status : keep_finding(out, &finding);
}

static imp_status check_one(const bodies* all, const imp3_index* index, int32_t i, int32_t* numbers, progress* bar,
                            mesh_result* out)
{
    int32_t found = 0;
    imp3_box box = all->items[i].box;
    imp3_vec more = {out->clearance, out->clearance, out->clearance};
    box = (imp3_box){imp3_vec_sub(box.lower, more), imp3_vec_add(box.upper, more)};
    imp_status status = imp3_index_query_box(index, &box, NULL, numbers, all->count, &found);
    for (int32_t k = 0; k < found && !status; k++)
    {
        if (numbers[k] > i)
        {
            progress_show(bar, ((double)i + (double)k / found) / all->count, "checking", all->items[i].file);
            status = check_pair(all, (mesh_finding){.a = i, .b = numbers[k]}, out);
        }
    }
    return status;
}

static int touching_first(const void* left, const void* right)
{
    const mesh_finding *a = left, *b = right;
    if (a->touch != b->touch)
    {
        return a->touch ? -1 : 1;
    }
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

imp_status mesh_check(const bodies* all, const mesh_options* options, mesh_result* out)
{
    *out = (mesh_result){.clearance = options->clearance};
    double start = clock_ms();
    progress* bar = options->bodies.bar;
    imp3_index* index = NULL;
    int32_t* numbers = malloc((size_t)all->count * sizeof *numbers);
    imp_status status = numbers ? imp3_index_make(NULL, &index) : IMP_ERR_MEMORY;
    for (int32_t i = 0; i < all->count && !status; i++)
    {
        const imp3_thing thing = {.box = all->items[i].box, .user = (uint64_t)i};
        status = imp3_index_add(index, &thing, 1, NULL);
    }
    for (int32_t i = 0; i < all->count && !status; i++)
    {
        status = check_one(all, index, i, numbers, bar, out);
    }
    progress_hide(bar);
    imp3_index_free(index);
    free(numbers);
    if (status)
    {
        mesh_result_free(out);
        return status;
    }
    if (out->finding_count > 0)
    {
        qsort(out->findings, out->finding_count, sizeof *out->findings, touching_first);
    }
    out->check_ms = clock_ms() - start;
    return IMP_OK;
}

void mesh_result_free(mesh_result* result)
{
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, result->findings, result->finding_capacity, sizeof *result->findings);
    io_release(&allocator, result->crossings, result->crossing_capacity, sizeof *result->crossings);
    io_release(&allocator, result->regions, result->region_capacity, sizeof *result->regions);
    *result = (mesh_result){.finding_count = 0};
}
