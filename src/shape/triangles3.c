// SPDX-License-Identifier: MIT
//
// Making a compound of triangles: points that are the same count as one, triangles without area and doubled ones are left
// out, edges are counted, and each point is told which parts are around it. Of a soup only triangles without area are
// looked for. What stays is put in the order of a bounding volume hierarchy, points in that of the triangles that have
// them, so that what is near lies near in memory.
//
// Equal things are found by sorting; a sort is stable, so of equal ones the first that was given stays.

#include "../base/alloc.h"
#include "../base/bits.h"
#include "../base/sort.h"
#include "../math/round.h"
#include "compound3.h"

#include <math.h>
#include <string.h>

enum
{
    POINT_UNUSED = -1,
    POINT_USED = -2,
    AHEAD = 12  // parts that are asked for before they are read
};

typedef struct triangles_work
{
    impi_keyed *order, *scratch;  // as many as there are points, or edges; of a soup none
    int32_t* point_of;            // the first point that is in the same place
    int32_t* corners;             // of what stays, in the order in which it was given
    int32_t* sources;
    int32_t* part;  // which of what stays each part is
    int32_t kept;
} triangles_work;

static void lay_out_triangles_work(triangles_work* w, impi_layout* l, const imp3_triangles* t)
{
    size_t edges = 3 * (size_t)t->count, points = (size_t)t->point_count, most = edges > points ? edges : points;
    w->order = t->soup ? NULL : (impi_keyed*)impi_take(l, most, sizeof *w->order);
    w->scratch = t->soup ? NULL : (impi_keyed*)impi_take(l, most, sizeof *w->scratch);
    w->point_of = (int32_t*)impi_take(l, points, sizeof *w->point_of);
    w->corners = (int32_t*)impi_take(l, edges, sizeof *w->corners);
    w->sources = (int32_t*)impi_take(l, (size_t)t->count, sizeof *w->sources);
    w->part = (int32_t*)impi_take(l, (size_t)t->count, sizeof *w->part);
}

static imp_status triangles_status(const imp3_triangles* t, const imp_allocator* allocator)
{
    if (!t || !t->points || !t->corners)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (t->count < 1 || t->count > 1 << 24 || t->point_count < 1 || t->point_count > 1 << 26)
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        int32_t fault = imp3i_vec_fault(t->points[k]);
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    for (int32_t k = 0; k < 3 * t->count; ++k)
    {
        if (t->corners[k] < 0 || t->corners[k] >= t->point_count)
        {
            return impi_error(IMP_ERR_RANGE, 1);
        }
    }
    int32_t fault = impi_number_fault_negative(t->radius);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    imp3_bvh_choice tree;
    if (!imp3i_bvh_choice_of(&t->tree, &tree))
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    return impi_alloc_valid(allocator) ? IMP_OK : impi_error(IMP_ERR_NULL, 2);
}

static uint64_t two_keys(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/// Names each point after the first one in the same place. Returns how many are not the first.
static int32_t weld_points(const imp3_triangles* t, triangles_work* w)
{
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        w->order[k].key = impi_sort_key(t->points[k].z);
        w->order[k].value = k;
    }
    impi_sort(w->order, w->scratch, t->point_count);
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        imp3_vec v = t->points[w->order[k].value];
        w->order[k].key = two_keys(impi_sort_key(v.x), impi_sort_key(v.y));
    }
    impi_sort(w->order, w->scratch, t->point_count);
    int32_t welded = 0, first = 0;
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        imp3_vec a = t->points[w->order[k].value], b = t->points[first];
        bool same = k > 0 && a.x == b.x && a.y == b.y && a.z == b.z;
        first = same ? first : w->order[k].value;
        w->point_of[w->order[k].value] = first;
        welded += same;
    }
    return welded;
}

/// The corners of triangle k under the names of their places, the lowest first, in their cyclic order.
static void named_corners(const imp3_triangles* t, const triangles_work* w, int32_t k, int32_t out[3])
{
    const int32_t* from = t->corners + 3 * (size_t)k;
    const int32_t v[3] = {w->point_of[from[0]], w->point_of[from[1]], w->point_of[from[2]]};
    int first = v[1] < v[0] ? 1 : 0;
    first = v[2] < v[first] ? 2 : first;
    for (int i = 0; i < 3; ++i)
    {
        out[i] = v[(first + i) % 3];
    }
}

/// Marks the triangles that are doubled: their sources are -1. Returns how many.
static int32_t find_doubled(const imp3_triangles* t, triangles_work* w)
{
    int32_t v[3], last[3] = {-1, -1, -1}, doubled = 0;
    for (int pass = 0; pass < 2; ++pass)
    {
        for (int32_t k = 0; k < t->count; ++k)
        {
            int32_t i = pass ? w->order[k].value : k;
            named_corners(t, w, i, v);
            w->order[k].key = pass ? two_keys((uint32_t)v[0], (uint32_t)v[1]) : (uint64_t)v[2];
            w->order[k].value = i;
        }
        impi_sort(w->order, w->scratch, t->count);
    }
    for (int32_t k = 0; k < t->count; ++k)
    {
        named_corners(t, w, w->order[k].value, v);
        bool same = memcmp(v, last, sizeof v) == 0;
        w->sources[w->order[k].value] = same ? -1 : 0;
        doubled += same;
        memcpy(last, v, sizeof v);
    }
    return doubled;
}

/// Collects the triangles of a soup that stay.
static void collect_soup(const imp3_triangles* t, triangles_work* w, imp3_triangles_report* report)
{
    w->kept = 0;
    for (int32_t k = 0; k < t->count; ++k)
    {
        const int32_t* v = t->corners + 3 * (size_t)k;
        bool flat = imp3i_corners_flat(t->points[v[0]], t->points[v[1]], t->points[v[2]]);
        memcpy(w->corners + 3 * (size_t)w->kept, v, 3 * sizeof *v);
        w->sources[w->kept] = k;
        w->kept += !flat;
        report->flat += flat;
    }
}

/// Collects the triangles that stay.
static void collect_triangles(const imp3_triangles* t, triangles_work* w, imp3_triangles_report* report)
{
    report->welded = weld_points(t, w);
    report->doubled = find_doubled(t, w);
    w->kept = 0;
    for (int32_t k = 0; k < t->count; ++k)
    {
        int32_t v[3];
        named_corners(t, w, k, v);
        bool flat = imp3i_corners_flat(t->points[v[0]], t->points[v[1]], t->points[v[2]]);
        if (w->sources[k] < 0)
        {
            report->doubled -= flat;
        }
        report->flat += flat;
        if (flat || w->sources[k] < 0)
        {
            continue;
        }
        memcpy(w->corners + 3 * (size_t)w->kept, v, sizeof v);
        w->sources[w->kept++] = k;
    }
}

/// Counts edges by how many triangles they have, and those whose two run the same way.
static void count_edges(triangles_work* w, imp3_triangles_report* report)
{
    int32_t edges = 3 * w->kept;
    for (int32_t k = 0; k < edges; ++k)
    {
        int32_t a = w->corners[k], b = w->corners[k % 3 == 2 ? k - 2 : k + 1], low = a < b ? a : b;
        w->order[k].key = two_keys((uint32_t)low, (uint32_t)(a < b ? b : a));
        w->order[k].value = a < b;
    }
    impi_sort(w->order, w->scratch, edges);
    for (int32_t k = 0, n; k < edges; k += n)
    {
        int32_t forward = 0;
        for (n = 0; k + n < edges && w->order[k + n].key == w->order[k].key; ++n)
        {
            forward += w->order[k + n].value;
        }
        report->border += n == 1;
        report->non_manifold += n > 2;
        report->reversed += n == 2 && forward != 1;
    }
}

typedef struct triangles_size
{
    int32_t parts, points;
    bool soup;
} triangles_size;

static void lay_out_triangles(imp3i_compound_block* head, impi_layout* l, const void* context)
{
    const triangles_size* size = (const triangles_size*)context;
    size_t parts = (size_t)size->parts, points = (size_t)size->points;
    head->leaves = size->parts;
    head->point_count = size->points;
    head->points = (imp3_vec*)impi_take(l, points, sizeof *head->points);
    head->corners = (int32_t*)impi_take(l, 3 * parts, sizeof *head->corners);
    head->first = size->soup ? NULL : (int32_t*)impi_take(l, points + 1, sizeof *head->first);
    head->around = size->soup ? NULL : (int32_t*)impi_take(l, 3 * parts, sizeof *head->around);
    head->given = (int32_t*)impi_take(l, points, sizeof *head->given);
    head->sources = (int32_t*)impi_take(l, parts, sizeof *head->sources);
    head->leans = size->soup ? NULL : (uint8_t*)impi_take(l, parts, sizeof *head->leans);
}

/// Marks the points that are in use. Returns how many there are.
static int32_t count_points(const imp3_triangles* t, triangles_work* w)
{
    int32_t count = 0;
    for (int32_t k = 0; k < t->point_count; ++k)
    {
        w->point_of[k] = POINT_UNUSED;
    }
    for (int32_t k = 0; k < 3 * w->kept; ++k)
    {
        int32_t* mark = &w->point_of[w->corners[k]];
        count += *mark == POINT_UNUSED;
        *mark = POINT_USED;
    }
    return count;
}

void imp3i_triangles_follow(imp3i_compound_block* b, float* reach)
{
    double far = 0.0;
    for (int32_t k = 0; k < b->point_count; ++k)
    {
        imp3i_dvec v = imp3i_dvec_of(b->points[k]);
        double squared = imp3i_ddot(v, v);
        far = squared > far ? squared : far;
    }
    *reach = impi_round_up(sqrt(far) * (1.0 + 0x1p-48));
    const imp3i_bvh_triangles triangles = {b->points, b->corners, b->leaves};
    imp3i_bvh_wind(&b->bvh, &triangles);
}

void imp3i_triangles_find_around(imp3i_compound_block* b)
{
    const int32_t corners = 3 * b->leaves, points = b->point_count;
    if (!b->first)
    {
        return;
    }
    memset(b->first, 0, ((size_t)points + 1) * sizeof *b->first);
    for (int32_t k = 0; k < corners; ++k)
    {
        ++b->first[b->corners[k] + 1];
    }
    for (int32_t k = 0; k < points; ++k)
    {
        b->first[k + 1] += b->first[k];
    }
    // Filled from behind, so that parts rise; first then has the starts again.
    for (int32_t k = corners - 1; k >= 0; --k)
    {
        b->around[--b->first[b->corners[k] + 1]] = k / 3;
    }
    for (int32_t k = 0; k < points; ++k)
    {
        b->first[k] = b->first[k + 1];
    }
    b->first[points] = corners;
}

/// Prefetches part k, which is soon read.
static void prefetch_part(const imp3_triangles* t, const triangles_work* w, int32_t k)
{
    if (k < w->kept)
    {
        for (int i = 0; i < 3; ++i)
        {
            int32_t given = w->corners[3 * (size_t)w->part[k] + (size_t)i];
            impi_prefetch(&w->point_of[given]);
            impi_prefetch(&t->points[given]);
        }
    }
    if (k + AHEAD < w->kept)
    {
        impi_prefetch(&w->corners[3 * (size_t)w->part[k + AHEAD]]);
    }
}

/// Parts in the order of the tree, and points in that of parts.
static void fill_triangles(const imp3_triangles* t, triangles_work* w, imp3i_compound_block* head)
{
    int32_t points = 0;
    for (int32_t k = 0; k < w->kept; ++k)
    {
        int32_t from = w->part[k];
        prefetch_part(t, w, k + AHEAD);
        for (int i = 0; i < 3; ++i)
        {
            int32_t given = w->corners[3 * (size_t)from + (size_t)i], point = w->point_of[given];
            if (point < 0)
            {
                point = w->point_of[given] = points++;
                head->points[point] = t->points[given];
                head->given[point] = given;
            }
            head->corners[3 * (size_t)k + (size_t)i] = point;
        }
        head->sources[k] = w->sources[from];
    }
}

/// The compound of what stays.
static imp_status make_triangles(const imp3_triangles* t, triangles_work* w, const imp_allocator* allocator,
                                 bool closed, imp3_compound* out)
{
    const imp3i_bvh_triangles kept = {t->points, w->corners, w->kept};
    imp3i_bvh bvh;
    imp_status status = imp3i_bvh_build(&t->tree, &kept, allocator, w->part, &bvh);
    if (status)
    {
        return status;
    }
    triangles_size counts = {w->kept, count_points(t, w), t->soup};
    imp3i_compound_block* head = imp3i_compound_block_make(allocator, lay_out_triangles, &counts);
    if (!head)
    {
        imp3i_bvh_free(&bvh, allocator);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    imp3_compound c = {0};
    c.kind = IMP3_COMPOUND_TRIANGLES;
    c.part_count = w->kept;
    c.one_sided = t->one_sided;
    c.block = head;
    head->radius = t->radius;
    head->closed = closed;
    head->given_count = t->point_count;
    head->bvh = bvh;
    fill_triangles(t, w, head);
    imp3i_triangles_find_around(head);
    imp3i_triangles_find_leans(head);
    imp3i_triangles_follow(head, &c.reach);
    *out = c;
    return IMP_OK;
}

imp_status imp3_triangles_make(const imp3_triangles* triangles, const imp_allocator* allocator, imp3_compound* out,
                               imp3_triangles_report* report)
{
    imp_status status = triangles_status(triangles, allocator);
    if (status)
    {
        return status;
    }
    impi_layout l = {NULL, 0};
    triangles_work w;
    lay_out_triangles_work(&w, &l, triangles);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_triangles_work(&w, &l, triangles);
    imp3_triangles_report found = {0};
    (triangles->soup ? collect_soup : collect_triangles)(triangles, &w, &found);
    status = w.kept ? IMP_OK : impi_error(IMP_ERR_EMPTY, 1);
    if (!status && !triangles->soup)
    {
        count_edges(&w, &found);
    }
    if (!status && out)
    {
        bool closed = !triangles->soup && !found.border && !found.non_manifold && !found.reversed;
        status = make_triangles(triangles, &w, allocator, closed, out);
    }
    impi_alloc_free(allocator, l.base, size, 1);
    if (!status && report)
    {
        *report = found;
    }
    return status;
}
