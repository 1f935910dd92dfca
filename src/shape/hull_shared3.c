// SPDX-License-Identifier: MIT
//
// Hulls that many shapes of a world have. A place of the table is found by a hash of the vertices; it holds the last
// hull that fell there, and is a user of it, so nobody else needs to know of the table. Hulls are equal when all
// their numbers are, to the bit.

#include "../base/hash.h"
#include "kept3.h"

#include "hull3.h"

#include <string.h>

static uint64_t hash_of_vertices(const imp3i_hull* h)
{
    uint64_t hash = IMPI_HASH_START;
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        hash = impi_hash_float(impi_hash_float(impi_hash_float(hash, h->x[i]), h->y[i]), h->z[i]);
    }
    return hash;
}

static bool same_numbers(const void* a, const void* b, int32_t count)
{
    return memcmp(a, b, (size_t)count * sizeof(float)) == 0;
}

static bool same_hull(const imp3i_hull* a, const imp3i_hull* b)
{
    int32_t v = a->vertex_count, e = a->edge_count, f = a->face_count;
    return v == b->vertex_count && e == b->edge_count && f == b->face_count && a->dimension == b->dimension &&
           same_numbers(a->x, b->x, v) && same_numbers(a->y, b->y, v) && same_numbers(a->z, b->z, v) &&
           same_numbers(a->normal_x, b->normal_x, f) && same_numbers(a->normal_y, b->normal_y, f) &&
           same_numbers(a->normal_z, b->normal_z, f) && same_numbers(a->plane, b->plane, f) &&
           memcmp(a->edges, b->edges, (size_t)e * sizeof *a->edges) == 0 && same_numbers(a->starts, b->starts, f + 1) &&
           same_numbers(a->corners, b->corners, 2 * e) && same_numbers(a->sides, b->sides, 2 * e) &&
           same_numbers(&a->center, &b->center, 3) && same_numbers(&a->inner, &b->inner, 1) &&
           same_numbers(&a->bend, &b->bend, 1) && same_numbers(&a->slack, &b->slack, 1);
}

imp_status imp3i_shape_share(imp3_shape* seen, const imp3_shape* shape, const imp_allocator* allocator, imp3_shape* out)
{
    if (!shape->block)
    {
        *out = *shape;
        return IMP_OK;
    }
    const imp3i_hull* hull = (const imp3i_hull*)shape->block;
    imp3_shape* at = &seen[hash_of_vertices(hull) % IMP3I_SHAPES_SEEN];
    if (!at->block || !same_hull((const imp3i_hull*)at->block, hull))
    {
        imp3_shape copy;
        imp_status status = imp3i_shape_copy(shape, allocator, &copy);
        if (status)
        {
            return status;
        }
        imp3_shape_free(at);
        *at = copy;
    }
    imp3_shape shared = *shape;
    shared.block = at->block;
    ((imp3i_hull*)shared.block)->users += 1;
    *out = shared;
    return IMP_OK;
}
