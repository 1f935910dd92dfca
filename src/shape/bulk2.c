// SPDX-License-Identifier: MIT
//
// Discs in a region, and an octagon around it.
//
// Discs are around points of a grid that lie in the region, and middles of parts, for what is slim. The radius is
// the distance to the outline. Those of parts climb away from the nearest point of the outline as long as they grow, by
// half their radius at most, so that they never cross the outline. Of all discs the largest is kept, and then again and
// again the largest whose middle is in none before.
//
// The octagon is that of the supports along eight directions (k-DOP).

#include "bulk2.h"

#include "../base/alloc.h"
#include "shape2.h"

#include <math.h>

enum
{
    GRID_MOST = 16,       // points along a side of the grid
    GRID_LEAST = 4,       // where the outline is very long
    PARTS_MOST = 32,      // whose middles are tried
    CLIMBS = 4,           // of a disc
    DISTANCES = 1 << 18,  // of a point of the grid and an edge, about
    DISCS_MOST = GRID_MOST * GRID_MOST + PARTS_MOST,
    OCTAGON_AXES = 4  // of the octagon; and their opposites
};

/// Least radius of a disc, in parts of the greatest.
#define LEAST_DISC 0.0625

#define DIAGONAL 0.70710678118654752

typedef struct bulk_disc
{
    imp2i_dvec middle, away;  // away: from the nearest point of the outline, not a unit
    double radius;
    bool inside;
} bulk_disc;

/// The largest disc around a point.
static bulk_disc disc_at(const imp2_compound* region, imp2i_dvec at)
{
    double least = INFINITY;
    bulk_disc d = {at, {0.0, 0.0}, 0.0, false};
    for (int32_t ring = 0; ring < region->ring_count; ++ring)
    {
        imp2_vec last = region->vertices[region->ring_starts[ring + 1] - 1];
        for (int32_t k = region->ring_starts[ring]; k < region->ring_starts[ring + 1]; ++k)
        {
            imp2_vec next = region->vertices[k];
            double ex = (double)next.x - last.x, ey = (double)next.y - last.y, x = at.x - last.x, y = at.y - last.y;
            double all = ex * ex + ey * ey, s = ex * x + ey * y, part = !(s > 0.0) ? 0.0 : s < all ? s / all : 1.0;
            bool crosses = (last.y > at.y) != (next.y > at.y) && (ex * y - ey * x > 0.0) == (ey > 0.0);
            d.inside = d.inside != crosses;
            x -= part * ex;
            y -= part * ey;
            if (x * x + y * y < least)
            {
                least = x * x + y * y;
                d.away.x = x;
                d.away.y = y;
            }
            last = next;
        }
    }
    d.radius = sqrt(least);
    return d;
}

static bulk_disc grown_disc(const imp2_compound* region, const imp2_shape* part)
{
    imp2i_outline o = imp2i_outline_of(part);
    imp2i_dvec middle = {0.0, 0.0};
    for (int32_t k = 0; k < part->count; ++k)
    {
        middle.x += o.x[k];
        middle.y += o.y[k];
    }
    middle.x /= part->count;
    middle.y /= part->count;
    bulk_disc best = disc_at(region, middle);
    double step = 0.5;
    for (int climb = 0; climb < CLIMBS; ++climb)
    {
        bulk_disc next = disc_at(region, imp2i_dadd_scaled(best.middle, best.away, step));
        step = next.radius > best.radius ? step : 0.5 * step;
        best = next.radius > best.radius ? next : best;
    }
    return best;
}

/// Whether the middle of a disc lies in none of the others.
static bool is_elsewhere(const bulk_disc* d, const imp2i_bulk* bulk)
{
    for (int32_t k = 0; k < bulk->count; ++k)
    {
        double x = d->middle.x - bulk->middle[k].x, y = d->middle.y - bulk->middle[k].y;
        if (x * x + y * y < (double)bulk->radius[k] * bulk->radius[k])
        {
            return false;
        }
    }
    return true;
}

static void keep_discs(const bulk_disc* discs, int32_t count, imp2i_bulk* bulk)
{
    const bulk_disc* next;
    do
    {
        next = NULL;
        for (int32_t i = 0; i < count; ++i)
        {
            bool larger = discs[i].radius > (next ? next->radius : 0.0) &&
                          (bulk->count == 0 || discs[i].radius > LEAST_DISC * (double)bulk->radius[0]);
            next = larger && is_elsewhere(&discs[i], bulk) ? &discs[i] : next;
        }
        if (next)
        {
            bulk->middle[bulk->count].x = (float)next->middle.x;
            bulk->middle[bulk->count].y = (float)next->middle.y;
            bulk->radius[bulk->count++] = (float)next->radius;
        }
    } while (next && bulk->count < IMP2I_BULK_DISCS);
}

/// Lists discs around points of a grid over a box. Returns how many there are.
static int32_t list_grid(const imp2_compound* region, imp2_box box, bulk_disc* discs)
{
    int32_t side = GRID_MOST, count = 0;
    while (side > GRID_LEAST && (int64_t)side * side * region->ring_starts[region->ring_count] > DISTANCES)
    {
        side /= 2;
    }
    for (int32_t i = 0; i < side * side; ++i)
    {
        double across = (i % side + 0.5) / side, up = (i / side + 0.5) / side;
        imp2i_dvec at = {box.lower.x + across * ((double)box.upper.x - box.lower.x),
                         box.lower.y + up * ((double)box.upper.y - box.lower.y)};
        discs[count] = disc_at(region, at);
        count += discs[count].inside;
    }
    return count;
}

static imp_status make_octagon(const imp2_compound* region, imp2i_bulk* bulk)
{
    static const imp2i_dvec along[OCTAGON_AXES] = {{1.0, 0.0}, {DIAGONAL, DIAGONAL}, {0.0, 1.0}, {-DIAGONAL, DIAGONAL}};
    double low[OCTAGON_AXES], high[OCTAGON_AXES], top[2 * OCTAGON_AXES];
    for (int i = 0; i < OCTAGON_AXES; ++i)
    {
        low[i] = INFINITY;
        high[i] = -INFINITY;
        for (int32_t k = 0; k < region->ring_starts[region->ring_count]; ++k)
        {
            double at = along[i].x * region->vertices[k].x + along[i].y * region->vertices[k].y;
            low[i] = at < low[i] ? at : low[i];
            high[i] = at > high[i] ? at : high[i];
        }
        top[i] = high[i];
        top[i + OCTAGON_AXES] = -low[i];
        bulk->width = i == 0 || (float)(high[i] - low[i]) < bulk->width ? (float)(high[i] - low[i]) : bulk->width;
    }
    imp2_vec corners[2 * OCTAGON_AXES];
    for (int i = 0; i < 2 * OCTAGON_AXES; ++i)
    {
        // The corner where this side ends and the next begins, 45 degrees on.
        imp2i_dvec n = along[i % OCTAGON_AXES];
        n = i < OCTAGON_AXES ? n : imp2i_dnegate(n);
        double ahead = (top[(i + 1) % (2 * OCTAGON_AXES)] - DIAGONAL * top[i]) / DIAGONAL;
        corners[i].x = (float)(n.x * top[i] - n.y * ahead);
        corners[i].y = (float)(n.y * top[i] + n.x * ahead);
    }
    return imp2_polygon_make(corners, 2 * OCTAGON_AXES, 0.0f, NULL, &bulk->octagon, NULL);
}

imp_status imp2i_bulk_make(const imp2_compound* region, const imp_allocator* allocator, imp2i_bulk** out)
{
    imp2i_bulk bulk = {.count = 0};
    bulk_disc discs[DISCS_MOST];
    imp2_box box;
    const imp2_pose still = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    *out = NULL;
    if (region->kind != IMP2_COMPOUND_REGION || region->part_count < IMP2I_BULK_PARTS || make_octagon(region, &bulk) ||
        imp2_compound_bounds(region, &still, &box))
    {
        return IMP_OK;
    }
    int32_t count = list_grid(region, box, discs), parts = region->part_count;
    parts = parts < PARTS_MOST ? parts : PARTS_MOST;
    for (int32_t i = 0; i < parts; ++i)
    {
        discs[count++] = grown_disc(region, &region->parts[(int64_t)i * region->part_count / parts]);
    }
    keep_discs(discs, count, &bulk);
    if (bulk.count > 0)
    {
        *out = (imp2i_bulk*)impi_alloc_resize(allocator, NULL, 0, 1, sizeof bulk);
        if (!*out)
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        **out = bulk;
    }
    return IMP_OK;
}

void imp2i_bulk_free(imp2i_bulk* bulk, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, bulk, 1, sizeof *bulk);
}
