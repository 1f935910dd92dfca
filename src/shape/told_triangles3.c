// SPDX-License-Identifier: MIT
//
// Making a mesh again. Points are put in the order in which they were given, triangles too, and both are counted without
// those that were left out. That changes no choice of the maker: it compares numbers of points and triangles, which are
// in the same order, and places. Afterwards points and triangles get back the numbers that they had.

#include "told_triangles3.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <string.h>

typedef struct again_work
{
    impi_keyed *order, *scratch;
    imp3_vec* points;  // in the order in which they were given
    int32_t *rank, *given, *corners, *sources;
} again_work;

static void lay_out_again(again_work* w, impi_layout* l, const imp3i_told_triangles* t)
{
    const size_t points = (size_t)t->point_count, parts = (size_t)t->count, most = points > parts ? points : parts;
    w->order = (impi_keyed*)impi_take(l, most, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, most, sizeof *w->scratch);
    w->points = (imp3_vec*)impi_take(l, points, sizeof *w->points);
    w->rank = (int32_t*)impi_take(l, points, sizeof *w->rank);
    w->given = (int32_t*)impi_take(l, points, sizeof *w->given);
    w->corners = (int32_t*)impi_take(l, 3 * parts, sizeof *w->corners);
    w->sources = (int32_t*)impi_take(l, parts, sizeof *w->sources);
}

/// Sorts things by their numbers. False where two have the same.
static bool sort_by_number(const again_work* w, const int32_t* numbers, int32_t count)
{
    bool differ = true;
    for (int32_t k = 0; k < count; ++k)
    {
        w->order[k].key = (uint32_t)numbers[k];
        w->order[k].value = k;
    }
    impi_sort(w->order, w->scratch, count);
    for (int32_t k = 1; k < count; ++k)
    {
        differ = differ && w->order[k - 1].key != w->order[k].key;
    }
    return differ;
}

static bool put_in_order(const again_work* w, const imp3i_told_triangles* t)
{
    bool sound = sort_by_number(w, t->given, t->point_count);
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        const int32_t from = w->order[k].value;
        w->rank[from] = k;
        w->points[k] = t->points[from];
        w->given[k] = t->given[from];
        sound = sound && w->given[k] >= 0 && w->given[k] < t->given_count;
    }
    sound = sort_by_number(w, t->sources, t->count) && sound;
    for (int32_t k = 0; k < t->count; ++k)
    {
        const int32_t from = w->order[k].value;
        w->sources[k] = t->sources[from];
        for (int i = 0; i < 3; ++i)
        {
            w->corners[3 * (size_t)k + (size_t)i] = w->rank[t->corners[3 * (size_t)from + (size_t)i]];
        }
    }
    return sound;
}

imp3i_told_triangles imp3i_triangles_told(const imp3_compound* mesh)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    const imp3i_told_triangles r = {b->points, b->given,       b->corners, b->sources,           b->point_count,
                                    b->leaves, b->given_count, b->radius,  mesh->one_sided != 0, !b->first,
                                    b->bvh.def};
    return r;
}

imp_status imp3i_triangles_make_again(const imp3i_told_triangles* told, const imp_allocator* allocator,
                                      imp3_compound* out)
{
    impi_layout l = {NULL, 0};
    again_work w;
    lay_out_again(&w, &l, told);
    const size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_again(&w, &l, told);
    imp3_compound made;
    imp_status status = impi_error(IMP_ERR_FORMAT, 1);
    if (put_in_order(&w, told))
    {
        imp3_triangles t;
        memset(&t, 0, sizeof t);
        t.points = w.points;
        t.point_count = told->point_count;
        t.corners = w.corners;
        t.count = told->count;
        t.radius = told->radius;
        t.one_sided = told->one_sided;
        t.soup = told->soup;
        t.tree = told->tree;
        status = imp3_triangles_make(&t, allocator, &made, NULL);
    }
    if (!status)
    {
        imp3i_compound_block* b = (imp3i_compound_block*)made.block;
        for (int32_t k = 0; k < b->point_count; ++k)
        {
            b->given[k] = w.given[b->given[k]];
        }
        for (int32_t k = 0; k < b->leaves; ++k)
        {
            b->sources[k] = w.sources[b->sources[k]];
        }
        b->given_count = told->given_count;
        *out = made;
    }
    impi_alloc_free(allocator, l.base, size, 1);
    return status;
}
