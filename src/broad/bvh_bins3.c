// SPDX-License-Identifier: MIT
//
// Builder by surface area: a run of triangles is cut where the sum of surface times count of both sides is least, of
// all cuts between bins along the axes (Wald 2007). Bins lie over the middles of the boxes, so no cut is wasted, and
// along an axis on which middles lie much closer than on another there are none.
//
// Sums of both ends of a box stand for its middle: what is asked is only where it lies among others. Of long runs only
// some triangles are looked at, evenly spread over the run; all are parted by the cut that was found. Surfaces are in
// units of the whole mesh.

#include "bvh_nodes3.h"

enum
{
    BINS_MOST = 12,
    BINS_LEAST = 3,
    SHORT_RUN = 32,
    SAMPLES = 256  // of a run are enough
};

/// An axis along which middles lie closer than this times those along another is not cut.
#define AXIS_SHORT 0.25f

/// Bins end just beyond the last middle, whatever is rounded.
#define BINS_INSIDE 0.99999f

/// Middles that are closer than this along all axes are in one place.
#define LEAST_SIDE 0x1p-80f

typedef struct bin_scale
{
    float low[4], scale[4];
    int32_t bins;
    int32_t row[3], rows;  // axes that have bins
    float lack[4];         // of each row: below 0 if its axis is too short to be cut
} bin_scale;

/// Boxes of what is in each bin of each row, and how many that are, as floats.
typedef struct bin_rows
{
    imp3i_lane_box box[3][BINS_MOST];
    float count[BINS_MOST][4];
} bin_rows;

typedef struct bin_cut
{
    float cost;
    int32_t row;
    int32_t end;  // the first bin beyond the cut
} bin_cut;

/// Rows of axes: of long runs only two, where the third is too short. Short runs have all, as what is left out costs
/// less than a branch that is mispredicted.
static void choose_rows(bin_scale* s, impi_lanes lack, int32_t count)
{
    const int32_t shorter = impi_lanes_signs(lack);
    impi_lanes_store(s->lack, lack);
    s->rows = 3;
    for (int32_t k = 0; k < 3; ++k)
    {
        s->row[k] = k;
    }
    for (int32_t k = 2; k >= 0 && count > SHORT_RUN && s->rows > 2; --k)
    {
        if (shorter >> k & 1)
        {
            for (int32_t i = k; i < 2; ++i)
            {
                s->row[i] = i + 1;
                s->lack[i] = s->lack[i + 1];
            }
            s->rows = 2;
        }
    }
}

/// Bins over the middles of every step-th item.
static bin_scale scale_bins(const imp3i_bvh_item* items, int32_t count, int32_t step)
{
    imp3i_lane_box middles = imp3i_no_lane_box();
    for (int32_t i = 0; i < count; i += step)
    {
        impi_lanes twice = impi_lanes_add(impi_lanes_load(items[i].lower), impi_lanes_load(items[i].upper));
        imp3i_lane_box_grow(&middles, twice, twice);
    }
    bin_scale r;
    r.bins = count < 4 * BINS_MOST ? count / 4 : BINS_MOST;
    r.bins = r.bins < BINS_LEAST ? BINS_LEAST : r.bins;
    const impi_lanes side = impi_lanes_sub(middles.upper, middles.lower), least = impi_lanes_splat(LEAST_SIDE);
    impi_lanes most = impi_lanes_max(impi_lanes_max(side, impi_lanes_mix(side, 1, 2, side, 0, 3)),
                                     impi_lanes_mix(side, 2, 0, side, 1, 3));
    most = impi_lanes_max(impi_lanes_mul(most, impi_lanes_splat(AXIS_SHORT)), least);
    impi_lanes_store(r.low, middles.lower);
    impi_lanes_store(r.scale,
                     impi_lanes_div(impi_lanes_splat(BINS_INSIDE * (float)r.bins), impi_lanes_max(side, least)));
    choose_rows(&r, impi_lanes_sub(side, most), count);
    return r;
}

/// Finds the bin of each axis that the middle of an item is in.
static inline impi_lanes place_in_bins(const bin_scale* s, impi_lanes lower, impi_lanes upper)
{
    return impi_lanes_mul(impi_lanes_sub(impi_lanes_add(lower, upper), impi_lanes_load(s->low)),
                          impi_lanes_load(s->scale));
}

static inline void fill_bins(const bin_scale* s, int32_t rows, const imp3i_bvh_item* items, int32_t count, int32_t step,
                             bin_rows* bins)
{
    for (int32_t i = 0; i < s->bins; ++i)
    {
        for (int32_t r = 0; r < rows; ++r)
        {
            bins->box[r][i] = imp3i_no_lane_box();
        }
        impi_lanes_store(bins->count[i], impi_lanes_splat(0.0f));
    }
    for (int32_t i = 0; i < count; i += step)
    {
        float at[4];
        impi_lanes lower = impi_lanes_load(items[i].lower), upper = impi_lanes_load(items[i].upper);
        impi_lanes_store(at, place_in_bins(s, lower, upper));
        for (int32_t r = 0; r < rows; ++r)
        {
            const int32_t to = (int32_t)at[s->row[r]];
            imp3i_lane_box_grow(&bins->box[r][to], lower, upper);
            bins->count[to][r] += 1.0f;
        }
    }
}

/// Takes bin i of all rows to what is on one side of a cut. Returns half of the surfaces of the boxes there, times what
/// they hold: infinity for nothing.
static inline impi_lanes add_bin(const bin_rows* bins, int32_t rows, int32_t i, impi_lanes unit, imp3i_lane_box box[3],
                                 impi_lanes* count)
{
    impi_lanes side[3];
    for (int32_t r = 0; r < rows; ++r)
    {
        imp3i_lane_box_grow(&box[r], bins->box[r][i].lower, bins->box[r][i].upper);
        side[r] = impi_lanes_mul(impi_lanes_sub(box[r].upper, box[r].lower), unit);
    }
    const impi_lanes last = side[rows - 1];
    impi_lanes xy = impi_lanes_mix(side[0], 0, 1, side[1], 0, 1), zz = impi_lanes_mix(side[0], 2, 2, side[1], 2, 2);
    impi_lanes x = impi_lanes_mix(xy, 0, 2, last, 0, 0), y = impi_lanes_mix(xy, 1, 3, last, 1, 1),
               z = impi_lanes_mix(zz, 0, 2, last, 2, 2);
    impi_lanes surface = impi_lanes_mul_add(z, x, impi_lanes_mul_add(y, z, impi_lanes_mul(x, y)));
    *count = impi_lanes_add(*count, impi_lanes_load(bins->count[i]));
    return impi_lanes_if_negative(impi_lanes_sub(impi_lanes_splat(0.5f), *count), impi_lanes_mul(surface, *count),
                                  impi_lanes_splat(INFINITY));
}

/// The best cut of all rows, which go side by side in lanes; of equal ones that of the first row and bin.
static inline bin_cut find_cut(const bin_scale* s, int32_t rows, const bin_rows* bins, float unit)
{
    const impi_lanes units = impi_lanes_splat(unit), none = impi_lanes_splat(INFINITY);
    float beyond[BINS_MOST][4];
    imp3i_lane_box box[3];
    impi_lanes held = impi_lanes_splat(0.0f), best = none, ends = held, end = held;
    box[0] = box[1] = box[2] = imp3i_no_lane_box();
    for (int32_t i = s->bins - 1; i > 0; --i)
    {
        impi_lanes_store(beyond[i], add_bin(bins, rows, i, units, box, &held));
    }
    held = impi_lanes_splat(0.0f);
    box[0] = box[1] = box[2] = imp3i_no_lane_box();
    for (int32_t i = 1; i < s->bins; ++i)
    {
        impi_lanes cost = impi_lanes_add(add_bin(bins, rows, i - 1, units, box, &held), impi_lanes_load(beyond[i]));
        impi_lanes less = impi_lanes_sub(cost, best);
        end = impi_lanes_add(end, impi_lanes_splat(1.0f));
        best = impi_lanes_if_negative(less, cost, best);
        ends = impi_lanes_if_negative(less, end, ends);
    }
    float costs[4], places[4];
    impi_lanes_store(costs, impi_lanes_if_negative(impi_lanes_load(s->lack), none, best));
    impi_lanes_store(places, ends);
    int32_t row = costs[1] < costs[0] ? 1 : 0;
    row = rows > 2 && costs[2] < costs[row] ? 2 : row;
    bin_cut r = {costs[row], row, (int32_t)places[row]};
    return r;
}

/// 1 for an item below a cut, else 0: by its sign, as there is no telling how the next one falls, and a branch would be
/// mispredicted.
static inline int32_t falls_below(const bin_scale* s, bin_cut cut, impi_lanes lower, impi_lanes upper)
{
    impi_lanes beyond = impi_lanes_sub(place_in_bins(s, lower, upper), impi_lanes_splat((float)cut.end));
    return impi_lanes_signs(beyond) >> s->row[cut.row] & 1;
}

/// Moves items below a cut to where the run is, and those beyond it to its free places, both in the order in which they
/// stood. Returns how many are below.
static int32_t part_run(imp3i_bvh_item* all, const imp3i_bvh_run* run, const bin_scale* s, bin_cut cut)
{
    int32_t low = run->items, high = run->spare;
    for (int32_t i = run->items; i < run->items + run->count; ++i)
    {
        impi_lanes lower = impi_lanes_load(all[i].lower), upper = impi_lanes_load(all[i].upper);
        const int32_t step = falls_below(s, cut, lower, upper);
        imp3i_bvh_item* to = &all[high ^ ((high ^ low) & -step)];
        impi_lanes_store(to->lower, lower);
        impi_lanes_store(to->upper, upper);
        low += step;
        high += 1 - step;
    }
    return low - run->items;
}

int32_t imp3i_bvh_split_bins(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                             imp3i_bvh_piece pieces[IMP3I_BVH_PIECES])
{
    const imp3i_bvh_item* items = b->items + run->items;
    const int32_t count = run->count, step = count > 2 * SAMPLES ? count / SAMPLES : 1;
    const bin_scale s = scale_bins(items, count, step);
    bin_rows bins;
    bin_cut cut;
    if (s.rows < 3)
    {
        fill_bins(&s, 2, items, count, step, &bins);
        cut = find_cut(&s, 2, &bins, b->unit);
    }
    else
    {
        fill_bins(&s, 3, items, count, step, &bins);
        cut = find_cut(&s, 3, &bins, b->unit);
    }
    if (cut.cost < INFINITY)
    {
        imp3i_bvh_pieces_of(run, part_run(b->items, run, &s, cut), pieces);
        return 2;
    }
    return 0;
}
