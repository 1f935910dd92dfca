// SPDX-License-Identifier: MIT
//
// Putting convex parts together again: cuts part more than they must.
//
// The pair that is tried first is the one, of all that touch, whose hull adds least volume. It is one part when its
// hull keeps the tolerance against the solid that all came of, so that what parts are off does not add up over merges.
//
// Source: merging by cost, Wei and others 2022 (CoACD); measured against the original surface instead of both hulls.

#include "decompose3.h"

#include "../base/alloc.h"

#include <math.h>
#include <string.h>

/// A part is in another one when it is out of it by no more steps of the lattice.
#define SWALLOW_STEPS 1.0

/// What a pair of parts would add; the lower one is first.
typedef struct merge_pair
{
    double cost;
    int32_t a, b;
} merge_pair;

typedef struct merge_work
{
    imp3i_piece* parts;
    int32_t count;
    imp3i_depths* field;
    const imp_allocator* allocator;
    double tolerance;
    struct
    {
        IMPI_ARRAY(merge_pair)
    } pairs;
    imp3i_cloud_points cloud;
    uint8_t* gone;  // of parts
} merge_work;

imp_status imp3i_pieces_cloud(const imp3i_piece* const* pieces, int32_t count, const imp_allocator* allocator,
                              imp3i_cloud_points* out)
{
    out->count = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3i_hull* h = (const imp3i_hull*)pieces[i]->hull.block;
        if (impi_array_reserve(out, allocator, (int64_t)out->count + h->vertex_count))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        for (int32_t k = 0; k < h->vertex_count; ++k)
        {
            const imp3_vec at = {h->x[k], h->y[k], h->z[k]};
            out->data[out->count++] = at;
        }
    }
    return IMP_OK;
}

bool imp3i_parts_may_touch(const imp3i_piece* a, const imp3i_piece* b)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box x, y;
    (void)imp3_shape_bounds(&a->hull, &here, &x);
    (void)imp3_shape_bounds(&b->hull, &here, &y);
    const float near = 4.0f;
    return x.lower.x - near <= y.upper.x && y.lower.x - near <= x.upper.x && x.lower.y - near <= y.upper.y &&
           y.lower.y - near <= x.upper.y && x.lower.z - near <= y.upper.z && y.lower.z - near <= x.upper.z;
}

imp_status imp3i_piece_append(imp3i_piece* p, const imp3i_piece* more, const imp_allocator* allocator)
{
    if (impi_array_reserve(&p->points, allocator, (int64_t)p->points.count + more->points.count) ||
        impi_array_reserve(&p->corners, allocator, (int64_t)p->corners.count + more->corners.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t k = 0; k < more->corners.count; ++k)
    {
        p->corners.data[p->corners.count++] = more->corners.data[k] + p->points.count;
    }
    for (int32_t k = 0; k < more->points.count; ++k)
    {
        p->points.data[p->points.count++] = more->points.data[k];
    }
    p->volume += more->volume;
    return IMP_OK;
}

static imp_status gather_corners(merge_work* w, int32_t a, int32_t b)
{
    const imp3i_piece* const both[2] = {&w->parts[a], &w->parts[b]};
    return imp3i_pieces_cloud(both, 2, w->allocator, &w->cloud);
}

static imp_status add_pair(merge_work* w, int32_t a, int32_t b)
{
    merge_pair pair = {0.0, a < b ? a : b, a < b ? b : a};
    double volume;
    imp_status status = gather_corners(w, pair.a, pair.b);
    status = status ? status : imp3i_hull_volume_of(w->cloud.data, w->cloud.count, w->allocator, &volume);
    status = status ? status : impi_array_reserve(&w->pairs, w->allocator, (int64_t)w->pairs.count + 1);
    if (!status)
    {
        pair.cost = volume - w->parts[a].hull_volume - w->parts[b].hull_volume;
        w->pairs.data[w->pairs.count++] = pair;
    }
    return status;
}

/// -1 when there is none.
static int32_t cheapest_pair(const merge_work* w)
{
    int32_t best = -1;
    for (int32_t k = 0; k < w->pairs.count; ++k)
    {
        best = best < 0 || w->pairs.data[k].cost < w->pairs.data[best].cost ? k : best;
    }
    return best;
}

/// Makes one part of two when it may be; any pair may when forced.
static imp_status try_merge(merge_work* w, merge_pair pair, bool forced, bool* merged)
{
    imp3_shape hull;
    memset(&hull, 0, sizeof hull);
    *merged = false;
    imp_status status = gather_corners(w, pair.a, pair.b);
    status = status ? status : imp3_hull_make(w->cloud.data, w->cloud.count, 0.0f, w->allocator, &hull, NULL);
    if (status)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    imp3i_bulge bulge;
    double t = w->tolerance;
    status = imp3i_depths_measure(w->field, (const imp3i_hull*)hull.block, 0.125 * t, t, forced ? INFINITY : t, &bulge);
    imp3i_piece *a = &w->parts[pair.a], *b = &w->parts[pair.b];
    *merged = !status && (forced || bulge.most <= t);
    status = *merged ? imp3i_piece_append(a, b, w->allocator) : status;
    if (status || !*merged)
    {
        *merged = false;
        imp3_shape_free(&hull);
        return status;
    }
    imp3_shape_free(&a->hull);
    a->hull = hull;
    a->hull_volume += b->hull_volume + pair.cost;
    a->bulge = bulge;
    a->fresh = true;
    imp3i_piece_free(b, w->allocator);
    w->gone[pair.b] = 1;
    return IMP_OK;
}

/// Whether all corners of a part are in another one, to the roundings of cuts.
static bool is_part_in(const imp3i_hull* part, const imp3i_hull* whole)
{
    for (int32_t f = 0; f < whole->face_count; ++f)
    {
        double nx = (double)whole->normal_x[f], ny = (double)whole->normal_y[f], nz = (double)whole->normal_z[f];
        double most = (double)whole->plane[f] + SWALLOW_STEPS;
        for (int32_t k = 0; k < part->vertex_count; ++k)
        {
            if (nx * (double)part->x[k] + ny * (double)part->y[k] + nz * (double)part->z[k] > most)
            {
                return false;
            }
        }
    }
    return true;
}

/// Puts parts that lie in a new one into it.
static imp_status swallow_parts(merge_work* w, int32_t whole, int32_t* left)
{
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < w->count && !status; ++k)
    {
        if (k != whole && !w->gone[k] &&
            is_part_in((const imp3i_hull*)w->parts[k].hull.block, (const imp3i_hull*)w->parts[whole].hull.block))
        {
            status = imp3i_piece_append(&w->parts[whole], &w->parts[k], w->allocator);
            if (!status)
            {
                imp3i_piece_free(&w->parts[k], w->allocator);
                w->gone[k] = 1;
                *left -= 1;
            }
        }
    }
    return status;
}

/// Pairs with a part that is new, in place of all with it or one that is gone.
static imp_status renew_pairs(merge_work* w, merge_pair done)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < w->pairs.count; ++k)
    {
        merge_pair p = w->pairs.data[k];
        if (p.a != done.a && p.b != done.a && !w->gone[p.a] && !w->gone[p.b])
        {
            w->pairs.data[kept++] = p;
        }
    }
    w->pairs.count = kept;
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < w->count && !status; ++k)
    {
        status = k != done.a && !w->gone[k] && imp3i_parts_may_touch(&w->parts[k], &w->parts[done.a])
                     ? add_pair(w, k, done.a)
                     : IMP_OK;
    }
    return status;
}

static imp_status find_pairs(merge_work* w, bool all)
{
    imp_status status = IMP_OK;
    w->pairs.count = 0;
    for (int32_t a = 0; a < w->count; ++a)
    {
        for (int32_t b = a + 1; b < w->count && !status; ++b)
        {
            const imp3i_piece *one = &w->parts[a], *two = &w->parts[b];
            bool tried = all || ((one->fresh || two->fresh) && imp3i_parts_may_touch(one, two));
            status = tried ? add_pair(w, a, b) : IMP_OK;
        }
    }
    return status;
}

/// Merges until no pair may, or few are left when forced.
static imp_status merge_pairs(merge_work* w, int32_t* left, int32_t most, bool forced, imp3i_decompose_teller* teller)
{
    imp_status status = find_pairs(w, forced);
    int32_t first = w->pairs.count;
    while (!status && w->pairs.count > 0 && !(forced && *left <= most))
    {
        int32_t at = cheapest_pair(w);
        merge_pair pair = w->pairs.data[at];
        bool merged;
        w->pairs.data[at] = w->pairs.data[--w->pairs.count];
        status = try_merge(w, pair, forced, &merged);
        if (!status && merged)
        {
            *left -= 1;
            status = swallow_parts(w, pair.a, left);
            status = status ? status : renew_pairs(w, pair);
        }
        double share = 1.0 - (double)w->pairs.count / (first > 0 ? first : 1);
        if (!status && !imp3i_decompose_goes_on(teller, 0.7 + 0.2 * share))
        {
            status = impi_error(IMP_ERR_STOPPED, 0);
        }
    }
    return status;
}

imp_status imp3i_parts_merge(imp3i_pieces* parts, imp3i_depths* field, double tolerance, int32_t most,
                             imp3i_decompose_teller* teller)
{
    merge_work w;
    memset(&w, 0, sizeof w);
    w.parts = parts->data;
    w.count = parts->count;
    w.field = field;
    w.allocator = field->allocator;
    w.tolerance = tolerance;
    w.gone = (uint8_t*)impi_alloc_resize(w.allocator, NULL, 0, (size_t)w.count, 1);
    if (!w.gone)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(w.gone, 0, (size_t)w.count);
    int32_t left = w.count, kept = 0;
    imp_status status = merge_pairs(&w, &left, most, most > 0, teller);
    for (int32_t k = 0; k < w.count; ++k)
    {
        if (!w.gone[k])
        {
            parts->data[kept++] = parts->data[k];
        }
    }
    parts->count = kept;
    impi_array_free(&w.pairs, w.allocator);
    impi_array_free(&w.cloud, w.allocator);
    impi_alloc_free(w.allocator, w.gone, (size_t)w.count, 1);
    return status;
}
