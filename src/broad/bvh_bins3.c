// SPDX-License-Identifier: MIT
//
// Builder by surface area: a run of triangles is cut where the sum of surface times count of both sides is least, of
// all cuts between bins along the axes (Wald 2007). Bins lie over the middles of the boxes, so no cut is wasted, and along
// an axis on which middles lie much closer than on another there are none.
//
// Sums of both ends of a box stand for its middle: what is asked is only where it lies among others. Of long runs only some
// triangles are looked at, evenly spread over the run; all are parted by the cut that was found. Surfaces are in units of
// the whole mesh.

#include "../math/lanes.h"
#include "bvh_nodes3.h"

enum
{
    BINS_MOST = 12,
    BINS_LEAST = 3,
    SAMPLES = 256  // of a run are enough
};

/// An axis along which middles lie closer than this times those along another is not cut.
#define AXIS_SHORT 0.25f

/// Bins end just beyond the last middle, whatever is rounded.
#define BINS_INSIDE 0.99999f

/// A box by the lanes of its ends; the fourth lane is not meant.
typedef struct lane_box
{
    impi_lanes lower, upper;
} lane_box;

static inline void grow_lane_box(lane_box* box, impi_lanes lower, impi_lanes upper)
{
    box->lower = impi_lanes_min(lower, box->lower);
    box->upper = impi_lanes_max(upper, box->upper);
}

static inline lane_box no_lane_box(void)
{
    lane_box r = {impi_lanes_splat(INFINITY), impi_lanes_splat(-INFINITY)};
    return r;
}

typedef struct bin_scale
{
    float low[4], scale[4];
    int32_t bins;
    int axis[3], axes;
} bin_scale;

typedef struct bin_row
{
    lane_box box[BINS_MOST];
    int32_t count[BINS_MOST];
} bin_row;

typedef struct bin_cut
{
    float cost;
    int axis;
    int32_t bin;  // the first one beyond the cut
} bin_cut;

/// Bins over the middles of every step-th item.
static bin_scale scale_bins(const imp3i_bvh_item* items, int32_t count, int32_t step)
{
    lane_box middles = no_lane_box();
    for (int32_t i = 0; i < count; i += step)
    {
        impi_lanes twice = impi_lanes_add(impi_lanes_load(items[i].lower), impi_lanes_load(items[i].upper));
        grow_lane_box(&middles, twice, twice);
    }
    float high[4];
    bin_scale r;
    impi_lanes_store(r.low, middles.lower);
    impi_lanes_store(high, middles.upper);
    r.low[3] = r.scale[3] = 0.0f;
    r.bins = count < 4 * BINS_MOST ? count / 4 : BINS_MOST;
    r.bins = r.bins < BINS_LEAST ? BINS_LEAST : r.bins;
    r.axes = 0;
    float most = 0x1p-80f;
    for (int k = 0; k < 3; ++k)
    {
        float side = AXIS_SHORT * (high[k] - r.low[k]);
        most = side > most ? side : most;
    }
    for (int k = 0; k < 3; ++k)
    {
        bool some = high[k] - r.low[k] >= most;
        r.scale[k] = some ? BINS_INSIDE * (float)r.bins / (high[k] - r.low[k]) : 0.0f;
        r.axis[r.axes] = k;
        r.axes += some;
    }
    return r;
}

/// Puts an item into the bins of all axes.
static inline void fill_rows(const bin_scale* s, const imp3i_bvh_item* item, bin_row rows[3])
{
    float at[4];
    impi_lanes lower = impi_lanes_load(item->lower), upper = impi_lanes_load(item->upper);
    impi_lanes along = impi_lanes_sub(impi_lanes_add(lower, upper), impi_lanes_load(s->low));
    impi_lanes_store(at, impi_lanes_mul(along, impi_lanes_load(s->scale)));
    for (int a = 0; a < s->axes; ++a)
    {
        int32_t bin = (int32_t)at[s->axis[a]];
        grow_lane_box(&rows[a].box[bin], lower, upper);
        ++rows[a].count[bin];
    }
}

static void fill_bins(const bin_scale* s, const imp3i_bvh_item* items, int32_t count, int32_t step, bin_row rows[3])
{
    for (int a = 0; a < s->axes; ++a)
    {
        for (int32_t i = 0; i < s->bins; ++i)
        {
            rows[a].box[i] = no_lane_box();
            rows[a].count[i] = 0;
        }
    }
    for (int32_t i = 0; i < count; i += step)
    {
        fill_rows(s, &items[i], rows);
    }
}

/// Half of the surface of a box.
static inline float half_surface(const lane_box* box, impi_lanes unit)
{
    float part[4];
    impi_lanes side = impi_lanes_mul(impi_lanes_sub(box->upper, box->lower), unit);
    impi_lanes_store(part, impi_lanes_mul(side, impi_lanes_mix(side, 1, 2, side, 0, 3)));
    return part[0] + part[1] + part[2];
}

static void cut_row(const bin_row* row, int32_t bins, int axis, impi_lanes unit, bin_cut* best)
{
    float beyond[BINS_MOST];
    lane_box box = no_lane_box();
    int32_t count = 0;
    for (int32_t i = bins - 1; i > 0; --i)
    {
        grow_lane_box(&box, row->box[i].lower, row->box[i].upper);
        count += row->count[i];
        beyond[i] = count ? half_surface(&box, unit) * (float)count : INFINITY;
    }
    box = no_lane_box();
    count = 0;
    for (int32_t i = 1; i < bins; ++i)
    {
        grow_lane_box(&box, row->box[i - 1].lower, row->box[i - 1].upper);
        count += row->count[i - 1];
        float cost = count ? half_surface(&box, unit) * (float)count + beyond[i] : INFINITY;
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
    const float low = s->low[cut.axis], scale = s->scale[cut.axis], limit = (float)cut.bin;
    int32_t below = 0, beyond = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        impi_lanes lower = impi_lanes_load(items[i].lower), upper = impi_lanes_load(items[i].upper);
        float along = (items[i].lower[cut.axis] + items[i].upper[cut.axis] - low) * scale;
        int32_t is_below = along < limit;
        impi_lanes_store(items[below].lower, lower);
        impi_lanes_store(items[below].upper, upper);
        impi_lanes_store(spare[beyond].lower, lower);
        impi_lanes_store(spare[beyond].upper, upper);
        below += is_below;
        beyond += 1 - is_below;
    }
    memcpy(items + below, spare, (size_t)beyond * sizeof *items);
    return below;
}

int32_t imp3i_bvh_split_bins(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES])
{
    imp3i_bvh_item* items = b->items + run.first;
    const int32_t step = run.count > 2 * SAMPLES ? run.count / SAMPLES : 1;
    const bin_scale s = scale_bins(items, run.count, step);
    const impi_lanes unit = impi_lanes_splat(b->unit);
    bin_row rows[3];
    bin_cut cut = {INFINITY, 0, 0};
    fill_bins(&s, items, run.count, step, rows);
    for (int a = 0; a < s.axes; ++a)
    {
        cut_row(&rows[a], s.bins, s.axis[a], unit, &cut);
    }
    if (cut.cost < INFINITY)
    {
        ends[0] = run.first + part_by_cut(items, b->spare, run.count, &s, cut);
    }
    return 2;
}
