// SPDX-License-Identifier: MIT
//
// Points (particles) that are near each other: a grid of cells as long as the distance, from scratch at every call.
//
//       x-1  x  x+1        points are sorted by cell, row by row, so those of cells that follow each other in a row are
//      +---+---+---+       one run. A point is held against what follows it in its own row up to x + 1, and against
//  y+1 | b | b | b |       three cells of the rows that come next: in the plane one, in space four.
//      +---+---+---+
//   y  |   | p | a |       Rows are gone through in order, so where these runs begin and end only moves forward: no table
//      +---+---+---+       of cells is needed, and empty ones cost nothing.
//
// A cell is a number of so many bits on each axis as there is room for beside the number of a point in a word. Where
// points lie farther apart than that, cells are longer, or what is far from most counts as in the last cell: both are
// right, as the cell of a coordinate does not fall when that rises, and only cost time.
//
// Squares of distances are computed in floats; those near the limit in doubles, and then exactly.
//
// Counting sort over cells is the classical way (Green 2008); the sort here is by digits of the same keys.

#ifndef AXES
#include "../math/dim3.h"
#include "index3.h"
#endif

enum
{
    FNI(PROBES) = 63,
    FNI(RUNS) = AXES == 2 ? 1 : 4
};

imp_status FN(points_make)(const imp_allocator* allocator, FN(points) * *out)
{
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    FN(points)* points = (FN(points)*)impi_alloc_resize(allocator, NULL, 0, 1, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(points, 0, sizeof *points);
    points->allocator = impi_alloc_or_default(allocator);
    points->kernels = FNI(kernels_for)(impi_cpu_level());
    *out = points;
    return IMP_OK;
}

void FN(points_free)(FN(points) * points)
{
    if (points)
    {
        imp_allocator allocator = points->allocator;
        impi_alloc_free(&allocator, points->memory, points->size, 1);
        impi_array_free(&points->pairs, &allocator);
        impi_array_free(&points->spare, &allocator);
        impi_array_free(&points->starts, &allocator);
        impi_array_free(&points->others, &allocator);
        impi_alloc_free(&allocator, points, 1, sizeof *points);
    }
}

// Near or not

bool FNI(points_near)(const FNI(cloud) * cloud, int32_t a, int32_t b)
{
    double square = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        double away = (double)cloud->at[k][a] - (double)cloud->at[k][b];
        square += away * away;
    }
    // Each of the seven roundings is off by 2^-53.
    if (square < cloud->square * (1.0 - 0x1p-49) || square > cloud->square * (1.0 + 0x1p-49))
    {
        return square < cloud->square;
    }
    impi_exact sum, away, other;
    impi_exact_set(&sum, -cloud->square);
    for (int k = 0; k < AXES; ++k)
    {
        impi_exact_set(&away, (double)cloud->at[k][a]);
        impi_exact_set(&other, (double)cloud->at[k][b]);
        impi_exact_sub(&away, &away, &other);
        impi_exact_mul(&away, &away, &away);
        impi_exact_add(&sum, &sum, &away);
    }
    return sum.sign <= 0;
}

// Cells

typedef struct FNI(raster)
{
    FNI(cloud) cloud;
    uint64_t* words;  // a cell, and the number of a point in the lower bits
    uint64_t* spare;
    int number_bits, axis_bits;
    double first[AXES], scale[AXES];  // where cells begin, and how many there are in a metre
} FNI(raster);

static size_t lay_out_raster(FNI(raster) * r, void* base, int32_t count)
{
    impi_layout l = {(char*)base, 0};
    for (int k = 0; k < AXES; ++k)
    {
        r->cloud.at[k] = (float*)impi_take(&l, (size_t)count + 16, sizeof *r->cloud.at[k]);
    }
    r->cloud.numbers = (int32_t*)impi_take(&l, (size_t)count, sizeof *r->cloud.numbers);
    r->words = (uint64_t*)impi_take(&l, (size_t)count, sizeof *r->words);
    r->spare = (uint64_t*)impi_take(&l, (size_t)count, sizeof *r->spare);
    return l.size;
}

// Cells along an axis: as long as the distance where there are enough of them for all but a few points, by a sample.
static void choose_axis(FNI(raster) * r, const Vec* positions, int32_t count, int axis, double distance)
{
    double sample[FNI(PROBES)];
    int32_t size = count < FNI(PROBES) ? count : FNI(PROBES);
    for (int32_t i = 0; i < size; ++i)
    {
        double x = (double)AT(positions[(int64_t)i * count / size], axis);
        int32_t at = i;
        for (; at > 0 && sample[at - 1] > x; --at)
        {
            sample[at] = sample[at - 1];
        }
        sample[at] = x;
    }
    // Cells 1 to 2^bits - 2, so that their neighbours have numbers too.
    double cells = (double)((int64_t)1 << r->axis_bits) - 2.0, middle = sample[size / 2];
    double half = 0.5 * cells * distance * (1.0 + 0x1p-20), spread = sample[size - 1 - size / 32] - sample[size / 32];
    half = half < 0.6 * spread ? 0.6 * spread : half;
    half = half > 0.0 ? half : 1.0;
    r->first[axis] = middle - half;
    r->scale[axis] = 0.5 * cells / half;
}

static uint64_t raster_cell(const FNI(raster) * r, Vec p)
{
    double most = (double)((int64_t)1 << r->axis_bits) - 2.0;
    uint64_t cell = 0;
    for (int k = AXES - 1; k >= 0; --k)
    {
        double u = ((double)AT(p, k) - r->first[k]) * r->scale[k] + 1.0;
        u = u < 1.0 ? 1.0 : u;
        u = u > most ? most : u;
        cell = cell << r->axis_bits | (uint64_t)(int64_t)u;
    }
    return cell;
}

static imp_status sort_points(FN(points) * points, FNI(raster) * r, const Vec* positions, int32_t count, float distance)
{
    size_t size = lay_out_raster(r, NULL, count);
    if (size > points->size)
    {
        void* memory = impi_alloc_resize(&points->allocator, NULL, 0, size, 1);
        if (!memory)
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        impi_alloc_free(&points->allocator, points->memory, points->size, 1);
        points->memory = memory;
        points->size = size;
    }
    lay_out_raster(r, points->memory, count);
    r->number_bits = impi_bits_of(count);
    r->axis_bits = (64 - r->number_bits) / AXES;
    r->axis_bits = r->axis_bits < 24 ? r->axis_bits : 24;
    for (int k = 0; k < AXES; ++k)
    {
        choose_axis(r, positions, count, k, (double)distance);
    }
    uint64_t any = 0, all = UINT64_MAX;
    for (int32_t i = 0; i < count; ++i)
    {
        uint64_t cell = raster_cell(r, positions[i]);
        any |= cell;
        all &= cell;
        r->words[i] = cell << r->number_bits | (uint64_t)i;
    }
    // Bits that are the same in all cells need no sorting.
    int high = r->number_bits;
    for (uint64_t differ = any ^ all; differ; differ >>= 1)
    {
        ++high;
    }
    uint64_t* sorted = impi_sort_words(r->words, r->spare, count, r->number_bits, high);
    r->words = sorted;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t number = (int32_t)(sorted[i] & (((uint64_t)1 << r->number_bits) - 1));
        r->cloud.numbers[i] = number;
        for (int k = 0; k < AXES; ++k)
        {
            r->cloud.at[k][i] = AT(positions[number], k);
        }
    }
    // Beyond the end nothing is compared, but it is read.
    for (int k = 0; k < AXES; ++k)
    {
        memset(r->cloud.at[k] + count, 0, 16 * sizeof(float));
    }
    double square = (double)distance * (double)distance;
    r->cloud.square = square;
    r->cloud.sure = (float)(square * (1.0 - 0x1p-20));
    r->cloud.most = (float)(square * (1.0 + 0x1p-20)) + 0x1p-120f;
    r->cloud.shift = r->number_bits;
    return IMP_OK;
}

// Pairs

// The cells x - 1 to x + 1 of a row, as places in the order: from first to end.
typedef struct FNI(cell_run)
{
    int32_t first, end;
} FNI(cell_run);

static inline void move_run(const FNI(raster) * r, FNI(cell_run) * run, int32_t count, uint64_t from, uint64_t to)
{
    while (run->first < count && r->words[run->first] >> r->number_bits < from)
    {
        ++run->first;
    }
    run->end = run->end < run->first ? run->first : run->end;
    while (run->end < count && r->words[run->end] >> r->number_bits <= to)
    {
        ++run->end;
    }
}

// Runs for a cell: its own row up to the next cell, and the rows that come next.
static inline void move_runs(const FNI(raster) * r, FNI(cell_run) * runs, int32_t count, uint64_t cell)
{
    uint64_t row = (uint64_t)1 << r->axis_bits;
    move_run(r, &runs[0], count, cell, cell + 1);
    move_run(r, &runs[1], count, cell + row - 1, cell + row + 1);
    for (int i = 2; i <= FNI(RUNS); ++i)
    {
        uint64_t at = cell + (row << r->axis_bits) + (uint64_t)(i - 2) * row - row;
        move_run(r, &runs[i], count, at - 1, at + 1);
    }
}

static imp_status pair_points(FN(points) * points, const FNI(raster) * r, int32_t count)
{
    FNI(cell_run) runs[1 + FNI(RUNS)] = {{0, 0}};
    uint64_t last = 0;
    points->pairs.count = 0;
    if (impi_array_reserve(&points->pairs, &points->allocator, count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < count;)
    {
        uint64_t cell = r->words[i] >> r->number_bits;
        if (i == 0 || cell != last)
        {
            move_runs(r, runs, count, cell);
            last = cell;
        }
        FNI(sink) sink = {points->pairs.data + points->pairs.count, 0, points->pairs.capacity - points->pairs.count};
        points->kernels.near(&r->cloud, i, i + 1, runs[0].end, &sink);
        for (int k = 1; k <= FNI(RUNS); ++k)
        {
            points->kernels.near(&r->cloud, i, runs[k].first, runs[k].end, &sink);
        }
        // Pairs that did not fit are found once more where there is room.
        bool fits = sink.count <= sink.capacity;
        int64_t wanted = points->pairs.count + sink.count;
        if (!fits && impi_array_reserve(&points->pairs, &points->allocator, wanted))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        points->pairs.count = fits ? (int32_t)wanted : points->pairs.count;
        i += fits;
    }
    return impi_sort_pairs(&points->pairs, &points->spare, r->number_bits, 2 * r->number_bits, &points->allocator);
}

static imp_status find_near(FN(points) * points, const Vec* positions, int32_t count, float distance, const void* out)
{
    if (!points)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 0)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    if (!positions && count > 0)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        for (int k = 0; k < AXES; ++k)
        {
            int32_t fault = impi_number_fault(AT(positions[i], k));
            if (fault)
            {
                return impi_error(fault, 2);
            }
        }
    }
    int32_t fault = impi_number_fault_negative(distance);
    if (fault)
    {
        return impi_error(fault, 4);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 5);
    }
    FNI(raster) r;
    points->pairs.count = 0;
    imp_status status = count > 0 ? sort_points(points, &r, positions, count, distance) : IMP_OK;
    return status || count == 0 ? status : pair_points(points, &r, count);
}

imp_status FN(points_pairs)(FN(points) * points, const Vec* positions, int32_t count, float distance,
                            imp_pair_list* out)
{
    imp_status status = find_near(points, positions, count, distance, out);
    if (!status)
    {
        out->pairs = (const imp_pair*)points->pairs.block;
        out->count = points->pairs.count;
    }
    return status;
}

imp_status FN(points_neighbours)(FN(points) * points, const Vec* positions, int32_t count, float distance,
                                 imp_neighbours* out)
{
    imp_status status = find_near(points, positions, count, distance, out);
    if (status)
    {
        return status;
    }
    const imp_pair* pairs = (const imp_pair*)points->pairs.block;
    int32_t pair_count = points->pairs.count;
    if (impi_array_reserve(&points->starts, &points->allocator, (int64_t)count + 2) ||
        impi_array_reserve(&points->others, &points->allocator, 2 * (int64_t)pair_count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    // Counted two places further on, so that filling the lists moves each start to where it belongs. First come those
    // with lower numbers, in order, then those with higher ones.
    int32_t *starts = points->starts.data, *others = points->others.data;
    memset(starts, 0, ((size_t)count + 2) * sizeof *starts);
    for (int32_t i = 0; i < pair_count; ++i)
    {
        ++starts[pairs[i].a + 2];
        ++starts[pairs[i].b + 2];
    }
    for (int32_t i = 0; i < count; ++i)
    {
        starts[i + 2] += starts[i + 1];
    }
    for (int32_t i = 0; i < pair_count; ++i)
    {
        others[starts[pairs[i].b + 1]++] = pairs[i].a;
    }
    for (int32_t i = 0; i < pair_count; ++i)
    {
        others[starts[pairs[i].a + 1]++] = pairs[i].b;
    }
    out->starts = starts;
    out->others = others;
    out->count = count;
    return IMP_OK;
}
