// SPDX-License-Identifier: MIT
//
// Cutting three convex parts anew into two.
//
// Cuts halve what is curved, so that parts are often a little more than half of what the tolerance allows: no two may be
// merged, and still there is one too many. What three parts have together is cut by the planes that are best for it; when both
// sides keep the tolerance, they take the place of the three. Threes are tried in the order of what their hull adds to them,
// and no more than some for each part.
//
// Source: a local search over neighbours in place of the tree search of Wei and others 2022 (CoACD).

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <math.h>
#include <string.h>

enum
{
    REGROUP_PLANES = 6,  // of the best that are tried
    REGROUP_TRIES = 2    // threes for each part
};

typedef struct three
{
    double cost;  // what their hull has more than they have, as a part of that
    int32_t at[3];
} three;

typedef struct regroup_work
{
    imp3i_pieces* parts;
    imp3i_depths* field;
    const imp_allocator* allocator;
    double tolerance;
    struct
    {
        IMPI_ARRAY(three)
    } threes;
    imp3i_cloud_points cloud;
    uint8_t* spent;  // of parts: it is gone, or new
} regroup_work;

static imp_status add_three(regroup_work* w, int32_t a, int32_t b, int32_t c)
{
    const imp3i_piece* p = w->parts->data;
    const imp3i_piece* const all[3] = {&p[a], &p[b], &p[c]};
    three t = {0.0, {a, b, c}};
    double volume, sum = p[a].hull_volume + p[b].hull_volume + p[c].hull_volume;
    imp_status status = imp3i_pieces_cloud(all, 3, w->allocator, &w->cloud);
    status = status ? status : imp3i_hull_volume_of(w->cloud.data, w->cloud.count, w->allocator, &volume);
    status = status ? status : impi_array_reserve(&w->threes, w->allocator, (int64_t)w->threes.count + 1);
    if (!status)
    {
        t.cost = volume / sum;
        w->threes.data[w->threes.count++] = t;
    }
    return status;
}

/// Threes of which one touches both others.
static imp_status add_touching_threes(regroup_work* w, const uint8_t* touch)
{
    imp_status status = IMP_OK;
    const imp3i_piece* p = w->parts->data;
    size_t count = (size_t)w->parts->count;
    for (size_t a = 0; a < count; ++a)
    {
        for (size_t b = a + 1; b < count; ++b)
        {
            for (size_t c = b + 1; c < count && !status; ++c)
            {
                bool fresh = p[a].fresh || p[b].fresh || p[c].fresh;
                int touching = touch[a * count + b] + touch[a * count + c] + touch[b * count + c];
                status = fresh && touching > 1 ? add_three(w, (int32_t)a, (int32_t)b, (int32_t)c) : IMP_OK;
            }
        }
    }
    return status;
}

static imp_status find_threes(regroup_work* w)
{
    size_t count = (size_t)w->parts->count;
    uint8_t* touch = (uint8_t*)impi_alloc_resize(w->allocator, NULL, 0, count, count);
    if (!touch)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (size_t a = 0; a < count; ++a)
    {
        for (size_t b = a + 1; b < count; ++b)
        {
            touch[a * count + b] = imp3i_parts_may_touch(&w->parts->data[a], &w->parts->data[b]);
        }
    }
    imp_status status = add_touching_threes(w, touch);
    impi_alloc_free(w->allocator, touch, count, count);
    return status;
}

/// Costs as numbers that are sorted; they are at least 0.
static uint64_t cost_key(double cost)
{
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    return bits;
}

static imp_status order_threes(regroup_work* w)
{
    size_t count = (size_t)w->threes.count;
    impi_keyed* order = (impi_keyed*)impi_alloc_resize(w->allocator, NULL, 0, 2 * count, sizeof *order);
    three* sorted = (three*)impi_alloc_resize(w->allocator, NULL, 0, count, sizeof *sorted);
    imp_status status = order && sorted ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    for (size_t k = 0; k < count && !status; ++k)
    {
        order[k].key = cost_key(w->threes.data[k].cost);
        order[k].value = (int32_t)k;
    }
    if (!status)
    {
        impi_sort(order, order + count, w->threes.count);
        for (size_t k = 0; k < count; ++k)
        {
            sorted[k] = w->threes.data[order[k].value];
        }
        memcpy(w->threes.data, sorted, count * sizeof *sorted);
    }
    impi_alloc_free(w->allocator, order, 2 * count, sizeof *order);
    impi_alloc_free(w->allocator, sorted, count, sizeof *sorted);
    return status;
}

/// The union of three parts, with its hull.
static imp_status join_three(regroup_work* w, const three* t, imp3i_piece* out)
{
    const imp3i_piece* p = w->parts->data;
    const imp3i_piece* const all[3] = {&p[t->at[0]], &p[t->at[1]], &p[t->at[2]]};
    memset(out, 0, sizeof *out);
    imp_status status = IMP_OK;
    for (int k = 0; k < 3; ++k)
    {
        status = status ? status : imp3i_piece_append(out, all[k], w->allocator);
    }
    status = status ? status : imp3i_pieces_cloud(all, 3, w->allocator, &w->cloud);
    if (!status && imp3_hull_make(w->cloud.data, w->cloud.count, 0.0f, w->allocator, &out->hull, NULL))
    {
        status = impi_error(IMP_ERR_MEMORY, 0);
    }
    if (status)
    {
        imp3i_piece_free(out, w->allocator);
        return status;
    }
    out->bulge.at = imp3i_dvec_none();
    for (int32_t k = 0; k < w->cloud.count; ++k)
    {
        out->bulge.at = imp3i_dadd(out->bulge.at, imp3i_dvec_of(w->cloud.data[k]));
    }
    out->bulge.at = imp3i_ddivide(out->bulge.at, (double)w->cloud.count);
    return IMP_OK;
}

/// Gives a side of what is cut its hull. *good tells whether that keeps the tolerance.
static imp_status judge_side(regroup_work* w, const imp3i_piece* whole, const imp3i_lattice_plane* plane, int side,
                             imp3i_piece* out, bool* good)
{
    double t = w->tolerance;
    bool thin;
    imp_status status = imp3i_piece_side(whole, plane, side, w->allocator, &w->cloud);
    status = status ? status : imp3i_cloud_piece_hull(out, &w->cloud, w->allocator, &thin);
    *good = !status && !thin;
    if (*good)
    {
        status = imp3i_depths_measure(w->field, (const imp3i_hull*)out->hull.block, 0.125 * t, t, t, &out->bulge);
        *good = !status && out->bulge.most <= t;
    }
    return status;
}

/// Puts two in the place of three.
static void replace_three(regroup_work* w, const three* t, imp3i_piece sides[2])
{
    for (int k = 0; k < 3; ++k)
    {
        imp3i_piece* old = &w->parts->data[t->at[k]];
        imp3i_piece_free(old, w->allocator);
        if (k < 2)
        {
            *old = sides[k];
            old->fresh = true;
        }
        w->spent[t->at[k]] = 1;
    }
}

/// Cuts what three parts have together by a plane when both sides keep the tolerance.
static imp_status try_plane(regroup_work* w, const imp3i_piece* whole, const imp3i_lattice_plane* plane,
                            imp3i_piece sides[2], bool* good)
{
    imp3i_piece judged[2];
    memset(judged, 0, sizeof judged);
    *good = true;
    imp_status status = IMP_OK;
    for (int k = 0; k < 2 && *good && !status; ++k)
    {
        status = judge_side(w, whole, plane, k == 0 ? 1 : -1, &judged[k], good);
    }
    *good = *good && !status;
    status = *good ? imp3i_piece_cut(whole, plane, w->allocator, sides) : status;
    *good = *good && !status;
    for (int k = 0; k < 2; ++k)
    {
        if (*good)
        {
            sides[k].hull = judged[k].hull;
            sides[k].hull_volume = judged[k].hull_volume;
            sides[k].bulge = judged[k].bulge;
        }
        else
        {
            imp3i_piece_free(&judged[k], w->allocator);
        }
    }
    return status;
}

static imp_status try_three(regroup_work* w, const three* t, bool* changed)
{
    imp3i_piece whole, sides[2];
    imp3i_lattice_plane planes[REGROUP_PLANES];
    imp3i_witnesses witnesses;
    int32_t count = REGROUP_PLANES;
    *changed = false;
    imp_status status = join_three(w, t, &whole);
    if (status)
    {
        return status;
    }
    imp3i_depths_find_witnesses(w->field, (const imp3i_hull*)whole.hull.block, w->tolerance, &witnesses);
    status = imp3i_piece_choose(&whole, &witnesses, w->allocator, planes, &count);
    for (int32_t k = 0; k < count && !status && !*changed; ++k)
    {
        status = try_plane(w, &whole, &planes[k], sides, changed);
    }
    if (*changed)
    {
        sides[0].volume = imp3i_piece_volume(&sides[0]);
        sides[1].volume = whole.volume - sides[0].volume;
        replace_three(w, t, sides);
    }
    imp3i_piece_free(&whole, w->allocator);
    return status;
}

static imp_status try_threes(regroup_work* w, imp3i_decompose_teller* teller, bool* changed)
{
    imp_status status = IMP_OK;
    int32_t tries = REGROUP_TRIES * w->parts->count;
    for (int32_t k = 0; k < w->threes.count && tries > 0 && !status; ++k)
    {
        const three* t = &w->threes.data[k];
        bool done = false;
        if (w->spent[t->at[0]] || w->spent[t->at[1]] || w->spent[t->at[2]])
        {
            continue;
        }
        tries -= 1;
        status = try_three(w, t, &done);
        *changed = *changed || done;
        double share = 1.0 - (double)tries / (REGROUP_TRIES * w->parts->count);
        if (!status && !imp3i_decompose_goes_on(teller, 0.9 + 0.05 * share))
        {
            status = impi_error(IMP_ERR_STOPPED, 0);
        }
    }
    return status;
}

imp_status imp3i_parts_regroup(imp3i_pieces* parts, imp3i_depths* field, double tolerance,
                               imp3i_decompose_teller* teller, bool* changed)
{
    regroup_work w;
    memset(&w, 0, sizeof w);
    w.parts = parts;
    w.field = field;
    w.allocator = field->allocator;
    w.tolerance = tolerance;
    *changed = false;
    size_t count = (size_t)parts->count;
    w.spent = (uint8_t*)impi_alloc_resize(w.allocator, NULL, 0, count, 1);
    imp_status status = w.spent ? find_threes(&w) : impi_error(IMP_ERR_MEMORY, 0);
    for (size_t k = 0; k < count && w.spent; ++k)
    {
        w.spent[k] = 0;
        parts->data[k].fresh = false;
    }
    if (!status && w.threes.count > 0)
    {
        status = order_threes(&w);
        status = status ? status : try_threes(&w, teller, changed);
    }
    int32_t kept = 0;
    for (int32_t k = 0; k < parts->count; ++k)
    {
        if (parts->data[k].hull.block)
        {
            parts->data[kept++] = parts->data[k];
        }
    }
    parts->count = kept;
    impi_array_free(&w.threes, w.allocator);
    impi_array_free(&w.cloud, w.allocator);
    impi_alloc_free(w.allocator, w.spent, count, 1);
    return status;
}
