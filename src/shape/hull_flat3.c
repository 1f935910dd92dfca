// SPDX-License-Identifier: MIT
//
// The hull of points that lie exactly in one plane: Andrew's monotone chain on them as they are seen along an axis. It
// has two faces, one the reverse of the other.

#include "hull_block3.h"
#include "quickhull3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/predicate2.h"

typedef struct flat_cloud
{
    const imp3_vec* points;
    int32_t count, axis;
    impi_keyed *items, *scratch;
    int32_t* outline;  // which of the items
    int32_t corners;
} flat_cloud;

static imp2_vec flat_point(const flat_cloud* f, int32_t point)
{
    imp3_vec v = f->points[point];
    const imp2_vec seen[3] = {{v.y, v.z}, {v.z, v.x}, {v.x, v.y}};
    return seen[f->axis];
}

static bool turns_left(const flat_cloud* f, int32_t a, int32_t b, int32_t c)
{
    return imp2i_orientation(flat_point(f, a), flat_point(f, b), flat_point(f, c)) > 0;
}

/// Along the last axis along which the cloud does not look like a line; what differs does so there too.
static void choose_flat_axis(flat_cloud* f, const int32_t basis[3])
{
    f->axis = 2;
    while (f->axis > 0 && !turns_left(f, basis[0], basis[1], basis[2]) && !turns_left(f, basis[0], basis[2], basis[1]))
    {
        --f->axis;
    }
}

/// Sorts the points, and leaves one for each place; its key then says how many more there are. Returns how many places.
static int32_t sort_places(flat_cloud* f)
{
    for (int32_t i = 0; i < f->count; ++i)
    {
        imp2_vec v = flat_point(f, i);
        f->items[i].key = (uint64_t)impi_sort_key(v.x) << 32 | impi_sort_key(v.y);
        f->items[i].value = i;
    }
    impi_sort(f->items, f->scratch, f->count);
    int32_t places = 0;
    uint64_t last = 0;
    for (int32_t i = 0; i < f->count; ++i)
    {
        impi_keyed item = f->items[i];
        bool same = i > 0 && item.key == last;
        last = item.key;
        if (same)
        {
            ++f->items[places - 1].key;
            continue;
        }
        item.key = 0;
        f->items[places++] = item;
    }
    return places;
}

static void add_to_outline(flat_cloud* f, int32_t item, int32_t least)
{
    int32_t n = f->corners, *o = f->outline;
    const impi_keyed* items = f->items;
    while (n >= least && !turns_left(f, items[o[n - 2]].value, items[o[n - 1]].value, items[item].value))
    {
        --n;
    }
    o[n++] = item;
    f->corners = n;
}

static void find_flat_outline(flat_cloud* f, int32_t places)
{
    f->corners = 0;
    for (int32_t i = 0; i < places; ++i)
    {
        add_to_outline(f, i, 2);
    }
    int32_t least = f->corners + 1;
    for (int32_t i = places - 2; i >= 0; --i)
    {
        add_to_outline(f, i, least);
    }
    --f->corners;  // the first again
}

static bool precedes_in_space(imp3_vec a, imp3_vec b)
{
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// A ring of vertices, from the first in the order of x, y, z.
static void fill_ring(imp3i_hull* h, const flat_cloud* f)
{
    const imp3_vec* p = f->points;
    int32_t n = f->corners, first = 0;
    for (int32_t i = 1; i < n; ++i)
    {
        bool before = precedes_in_space(p[f->items[f->outline[i]].value], p[f->items[f->outline[first]].value]);
        first = before ? i : first;
    }
    for (int32_t i = 0; i < n; ++i)
    {
        int32_t next = i + 1 < n ? i + 1 : 0;
        const imp3i_edge edge = {i, next, 0, 1};
        imp3i_hull_set_vertex(h, i, p[f->items[f->outline[(first + i) % n]].value]);
        h->edges[i] = edge;
        h->corners[i] = h->sides[i] = i;
        h->corners[n + i] = i > 0 ? n - i : 0;
        h->sides[n + i] = -1 - (n - 1 - i);
    }
    h->starts[0] = 0;
    h->starts[1] = n;
    h->starts[2] = 2 * n;
    h->center = imp3i_hull_middle(h);
    imp3i_hull_link(h);
    imp3i_hull_set_planes(h, 0.0);  // nothing else is above it
    imp3i_hull_fill_lanes(h);
}

static void lay_out_flat(flat_cloud* f, impi_layout* l)
{
    size_t n = (size_t)f->count;
    f->items = (impi_keyed*)impi_take(l, n, sizeof(impi_keyed));
    f->scratch = (impi_keyed*)impi_take(l, n, sizeof(impi_keyed));
    f->outline = (int32_t*)impi_take(l, n + 1, sizeof(int32_t));
}

imp3i_hull* imp3i_hull_make_flat(const imp3i_hull_cloud* cloud, int32_t* welded)
{
    flat_cloud f = {cloud->points, cloud->count, 0, NULL, NULL, NULL, 0};
    impi_layout layout = {NULL, 0};
    lay_out_flat(&f, &layout);
    size_t size = layout.size;
    char* work = (char*)impi_alloc_resize(cloud->allocator, NULL, 0, size, 1);
    if (!work)
    {
        return NULL;
    }
    layout.base = work;
    layout.size = 0;
    lay_out_flat(&f, &layout);
    choose_flat_axis(&f, cloud->basis);
    find_flat_outline(&f, sort_places(&f));
    *welded = 0;
    for (int32_t i = 0; i < f.corners; ++i)
    {
        *welded += (int32_t)f.items[f.outline[i]].key;
    }
    imp3i_hull* h = imp3i_hull_allocate(cloud->allocator, f.corners, f.corners, 2, 2);
    if (h)
    {
        fill_ring(h, &f);
    }
    impi_alloc_free(cloud->allocator, work, size, 1);
    return h;
}
