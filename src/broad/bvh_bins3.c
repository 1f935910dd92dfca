// SPDX-License-Identifier: MIT
//
// Builder by surface area: a run of triangles is cut where the sum of surface times count of both sides is least, of
// all cuts between bins along all three axes (Wald 2007). Bins lie over the middles of the boxes, so no cut is wasted.
//
// Sums of both ends of a box stand for its middle: what is asked is only where it lies among others.

#include "../math/lanes.h"
#include "bvh_nodes3.h"

enum
{
    BINS_MOST = 16
};

/// A box by the lanes of its ends; the fourth lane is not meant.
typedef struct lane_box
{
    impi_lanes lower, upper;
} lane_box;

static lane_box no_lane_box(void)
{
    lane_box r = {impi_lanes_splat(INFINITY), impi_lanes_splat(-INFINITY)};
    return r;
}

static void grow_lane_box(lane_box* box, impi_lanes lower, impi_lanes upper)
{
    box->lower = impi_lanes_min(lower, box->lower);
    box->upper = impi_lanes_max(upper, box->upper);
}

typedef struct bin_scale
{
    impi_lanes low, scale;
    int32_t bins;
    int axes;  // a bit for each along which middles differ
} bin_scale;

typedef struct bin_row
{
    lane_box box[BINS_MOST];
    int32_t count[BINS_MOST];
} bin_row;

typedef struct bin_cut
{
    double cost;
    int axis;
    int32_t bin;  // the first one beyond the cut
} bin_cut;

static bin_scale scale_bins(const imp3i_bvh_item* items, int32_t count)
{
    lane_box middles = no_lane_box();
    for (int32_t i = 0; i < count; ++i)
    {
        impi_lanes twice = impi_lanes_add(impi_lanes_load(items[i].lower), impi_lanes_load(items[i].upper));
        grow_lane_box(&middles, twice, twice);
    }
    float low[4], high[4], scale[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    impi_lanes_store(low, middles.lower);
    impi_lanes_store(high, middles.upper);
    bin_scale r = {middles.lower, middles.lower, count < 4 * BINS_MOST ? count / 4 + 1 : BINS_MOST, 0};
    r.bins = r.bins < 4 ? 4 : r.bins;
    for (int k = 0; k < 3; ++k)
    {
        bool some = high[k] - low[k] > 0x1p-80f;
        scale[k] = some ? (float)r.bins / (high[k] - low[k]) : 0.0f;
        r.axes |= some << k;
    }
    low[3] = 0.0f;
    r.low = impi_lanes_load(low);
    r.scale = impi_lanes_load(scale);
    return r;
}

/// The bins of an item along the three axes.
static inline void find_bins(const bin_scale* s, impi_lanes lower, impi_lanes upper, int32_t out[3])
{
    float at[4];
    impi_lanes_store(at, impi_lanes_mul(impi_lanes_sub(impi_lanes_add(lower, upper), s->low), s->scale));
    for (int k = 0; k < 3; ++k)
    {
        int32_t bin = (int32_t)at[k];
        out[k] = bin < s->bins ? bin : s->bins - 1;
    }
}

static void fill_bins(const bin_scale* s, const imp3i_bvh_item* items, int32_t count, bin_row rows[3])
{
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < s->bins; ++i)
        {
            rows[k].box[i] = no_lane_box();
            rows[k].count[i] = 0;
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t bin[3];
        impi_lanes lower = impi_lanes_load(items[i].lower), upper = impi_lanes_load(items[i].upper);
        find_bins(s, lower, upper, bin);
        for (int k = 0; k < 3; ++k)
        {
            grow_lane_box(&rows[k].box[bin[k]], lower, upper);
            ++rows[k].count[bin[k]];
        }
    }
}

/// Half of the surface of a box.
static double half_surface(const lane_box* box)
{
    float side[4];
    impi_lanes_store(side, impi_lanes_sub(box->upper, box->lower));
    return (double)side[0] * side[1] + (double)side[1] * side[2] + (double)side[2] * side[0];
}

static void cut_row(const bin_row* row, int32_t bins, int axis, bin_cut* best)
{
    double beyond[BINS_MOST];
    lane_box box = no_lane_box();
    int32_t count = 0;
    for (int32_t i = bins - 1; i > 0; --i)
    {
        grow_lane_box(&box, row->box[i].lower, row->box[i].upper);
        count += row->count[i];
        beyond[i] = count ? half_surface(&box) * count : INFINITY;
    }
    box = no_lane_box();
    count = 0;
    for (int32_t i = 1; i < bins; ++i)
    {
        grow_lane_box(&box, row->box[i - 1].lower, row->box[i - 1].upper);
        count += row->count[i - 1];
        double cost = count ? half_surface(&box) * count + beyond[i] : INFINITY;
        if (cost < best->cost)
        {
            best->cost = cost;
            best->axis = axis;
            best->bin = i;
        }
    }
}

/// Items below a cut before those beyond it, both in the order in which they stood. Returns how many are below.
static int32_t part_by_cut(imp3i_bvh_item* items, imp3i_bvh_item* spare, int32_t count, const bin_scale* s, bin_cut cut)
{
    int32_t below = 0, beyond = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t bin[3];
        const imp3i_bvh_item item = items[i];
        find_bins(s, impi_lanes_load(item.lower), impi_lanes_load(item.upper), bin);
        int32_t is_below = bin[cut.axis] < cut.bin;
        items[below] = item;
        spare[beyond] = item;
        below += is_below;
        beyond += 1 - is_below;
    }
    memcpy(items + below, spare, (size_t)beyond * sizeof *items);
    return below;
}

int32_t imp3i_bvh_split_bins(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES])
{
    imp3i_bvh_item* items = b->items + run.first;
    bin_scale s = scale_bins(items, run.count);
    bin_row rows[3];
    bin_cut cut = {INFINITY, 0, 0};
    fill_bins(&s, items, run.count, rows);
    for (int k = 0; k < 3; ++k)
    {
        if (s.axes >> k & 1)
        {
            cut_row(&rows[k], s.bins, k, &cut);
        }
    }
    if (cut.cost < (double)INFINITY)
    {
        ends[0] = run.first + part_by_cut(items, b->spare, run.count, &s, cut);
    }
    return 2;
}
