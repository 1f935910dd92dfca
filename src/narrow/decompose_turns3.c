// SPDX-License-Identifier: MIT
//
// How many times a closed mesh goes around a point: triangles that a ray from the point goes through, out less in.
//
// The ray runs along x. A triangle is gone through when its edges, seen along the ray, go around the point; edges are asked
// from the lower end to the higher one, so that both triangles of an edge have the same answer, also where it is rounded.
// A chain that closes is so counted as a whole number, and the right one of all points but those that lie in the
// surface to the rounding of doubles.
//
// Source: winding numbers by crossings, Sunday 2001; points in polyhedra by rays, O'Rourke 1998.

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "mesh_near3.h"

imp_status imp3i_mesh_closed(const imp3_compound* mesh, const imp_allocator* allocator, bool* closed)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    size_t count = 3 * (size_t)mesh->part_count;
    impi_keyed* order = (impi_keyed*)impi_alloc_resize(allocator, NULL, 0, 2 * count, sizeof *order);
    *closed = true;
    if (!order)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < 3 * mesh->part_count; ++i)
    {
        uint32_t from = (uint32_t)b->corners[i], to = (uint32_t)b->corners[i % 3 == 2 ? i - 2 : i + 1];
        order[i].key = from < to ? (uint64_t)from << 32 | to : (uint64_t)to << 32 | from;
        order[i].value = from < to ? 1 : -1;
    }
    impi_sort(order, order + count, 3 * mesh->part_count);
    int32_t sum = 0;
    for (size_t i = 0; i < count; ++i)
    {
        sum += order[i].value;
        bool last = i + 1 == count || order[i + 1].key != order[i].key;
        *closed = *closed && (!last || sum == 0);
        sum = last ? 0 : sum;
    }
    impi_alloc_free(allocator, order, 2 * count, sizeof *order);
    return IMP_OK;
}

/// 1 for an edge that goes up, seen against the ray, with the point on its left, and -1 when it is run the other way. A ray
/// that meets an edge runs on its right, and one that meets a corner above it.
static int32_t turn_of_edge(imp3_vec from, imp3_vec to, imp3i_dvec at)
{
    bool rises = (double)from.z <= at.z;
    if (rises == ((double)to.z <= at.z))
    {
        return 0;
    }
    imp3_vec low = rises ? from : to, high = rises ? to : from;
    double y = (double)high.y - (double)low.y, z = (double)high.z - (double)low.z;
    bool left = y * (at.z - (double)low.z) > z * (at.y - (double)low.y);
    return !left ? 0 : rises ? 1 : -1;
}

/// 1 when the ray goes out through a triangle, -1 when it goes in, 0 when it does not meet it.
static int32_t turn_of_triangle(const imp3i_compound_block* b, int32_t part, imp3i_dvec at)
{
    const int32_t* c = b->corners + 3 * (size_t)part;
    imp3_vec u = b->points[c[0]], v = b->points[c[1]], w = b->points[c[2]];
    int32_t turn = turn_of_edge(u, v, at) + turn_of_edge(v, w, at) + turn_of_edge(w, u, at);
    if (turn == 0)
    {
        return 0;
    }
    if ((double)u.x > at.x && (double)v.x > at.x && (double)w.x > at.x)
    {
        return turn;
    }
    imp3i_dvec from = imp3i_dvec_of(u);
    imp3i_dvec normal = imp3i_dcross(imp3i_dsub(imp3i_dvec_of(v), from), imp3i_dsub(imp3i_dvec_of(w), from));
    double height = imp3i_ddot(normal, imp3i_dsub(at, from));
    return height * (double)turn < 0.0 ? turn : 0;
}

int32_t imp3i_depths_turns(const imp3i_depths* f, imp3i_dvec at)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(f->mesh);
    imp3i_dvec point = imp3i_dadd_scaled(f->origin, at, f->step), end = point;
    int32_t turns = 0;
    end.x = f->end;
    if (!(point.x <= end.x))
    {
        return 0;
    }
    const imp3i_dbox ray = imp3i_dbox_of(point, end);
    imp3i_part_walk walk;
    imp3i_part_walk_start(&walk, f->mesh, &ray);
    for (int32_t i; (i = imp3i_part_walk_next(&walk)) < f->mesh->part_count;)
    {
        turns += turn_of_triangle(b, i, point);
    }
    return turns;
}
