// SPDX-License-Identifier: MIT
//
// Ends of features in a distance field, four at a time: into its grid, and between its samples.
//
// Ends are what is asked most: all those near the other mesh, in each step. Floats tell them to within a few thousandths of a
// cell, which chooses features; what is chosen is measured anew, in doubles.

#include "field3.h"

#include "../math/lanes.h"

enum
{
    LANES4 = 4
};

/// Kinds of places of an end without samples around.
enum
{
    NO_SAMPLES_OUTSIDE = -1,
    NO_SAMPLES_INSIDE = -2
};

/// Places of ends in a grid.
typedef struct ends_in_grid
{
    float part[3][IMP3I_LEAF_ENDS];   // of a cell
    int32_t brick[IMP3I_LEAF_ENDS];   // its number in the grid,
    int32_t corner[IMP3I_LEAF_ENDS];  // and that of its first corner
    int32_t local[IMP3I_LEAF_ENDS];   // sample, of the brick's
    uint32_t inside;                  // a bit for each that is in the grid
} ends_in_grid;

/// Number of a place of a grid, of so many along x and y.
static inline impi_lanes number_in_grid(const impi_lanes at[3], float along_x, float along_y)
{
    const impi_lanes row = impi_lanes_mul_add(at[2], impi_lanes_splat(along_y), at[1]);
    return impi_lanes_mul_add(row, impi_lanes_splat(along_x), at[0]);
}

/// Finds bricks and samples of four ends. Whole numbers in floats: all are less than 2^24.
static inline void find_four(const imp3i_field* f, const imp3i_asked_ends* ends, int32_t from, ends_in_grid* out)
{
    const impi_lanes zero = impi_lanes_splat(0.0f), half = impi_lanes_splat(0.5f),
                     side = impi_lanes_splat((float)IMP3I_BRICK_CELLS),
                     per_side = impi_lanes_splat(1.0f / (float)IMP3I_BRICK_CELLS);
    impi_lanes brick[3], local[3];
    int32_t inside = 15;
    for (int k = 0; k < 3; ++k)
    {
        const impi_lanes at = impi_lanes_load(&ends->at[k][from]), most = impi_lanes_splat((float)f->cells[k]);
        const impi_lanes in = impi_lanes_max(impi_lanes_min(at, most), zero), cell = impi_lanes_whole(in);
        inside &= impi_lanes_less(at, most) & ~impi_lanes_less(at, zero);
        impi_lanes_store(&out->part[k][from], impi_lanes_sub(in, cell));
        brick[k] = impi_lanes_whole(impi_lanes_mul(impi_lanes_add(cell, half), per_side));
        local[k] = impi_lanes_sub(cell, impi_lanes_mul(brick[k], side));
    }
    const float x = (float)f->bricks[0], y = (float)f->bricks[1];
    impi_lanes_store_whole(&out->brick[from], number_in_grid(brick, x, y));
    impi_lanes_store_whole(&out->corner[from], number_in_grid(brick, x + 1.0f, y + 1.0f));
    impi_lanes_store_whole(&out->local[from], number_in_grid(local, (float)IMP3I_BRICK, (float)IMP3I_BRICK));
    out->inside |= (uint32_t)inside << from;
}

/// The first of the samples around an end; or why there are none.
static inline int32_t first_sample(const imp3i_field* f, const ends_in_grid* at, int32_t k)
{
    if ((at->inside >> k & 1u) == 0)
    {
        return NO_SAMPLES_OUTSIDE;
    }
    const int32_t brick = f->brick_of[at->brick[k]];
    return brick >= 0                         ? brick * IMP3I_BRICK_SAMPLES + at->local[k]
           : f->corners[at->corner[k]] > 0.0f ? NO_SAMPLES_OUTSIDE
                                              : NO_SAMPLES_INSIDE;
}

/// a + (b - a) t
static inline impi_lanes lanes_between(impi_lanes a, impi_lanes b, impi_lanes t)
{
    return impi_lanes_mul_add(impi_lanes_sub(b, a), t, a);
}

/// How much the gradients around four points bend.
static inline impi_lanes bend_of_four(const impi_lanes v[8])
{
    const impi_lanes part = impi_lanes_splat(0.25f * (float)IMP3I_FIELD_BAND / (float)IMP3I_SAMPLE_MOST);
    const impi_lanes a = impi_lanes_sub(v[7], v[0]), b = impi_lanes_sub(v[6], v[1]), c = impi_lanes_sub(v[5], v[2]),
                     d = impi_lanes_sub(v[4], v[3]);
    const impi_lanes ab = impi_lanes_add(a, b), cd = impi_lanes_add(c, d);
    const impi_lanes x = impi_lanes_mul(impi_lanes_add(impi_lanes_sub(a, b), impi_lanes_sub(c, d)), part);
    const impi_lanes y = impi_lanes_mul(impi_lanes_sub(ab, cd), part);
    const impi_lanes z = impi_lanes_mul(impi_lanes_add(ab, cd), part);
    const impi_lanes square = impi_lanes_mul_add(z, z, impi_lanes_mul_add(y, y, impi_lanes_mul(x, x)));
    return impi_lanes_sub(impi_lanes_splat(1.0f), square);
}

/// Interpolates between the samples around four points, by cells. Returns a bit for each that one of its samples, or the
/// distance itself, is within the band.
static inline uint32_t interpolate_four(const int16_t* const s[LANES4], float part[3][IMP3I_LEAF_ENDS], int32_t at,
                                        imp3i_asked_ends* out)
{
    impi_lanes v[8], least = impi_lanes_splat((float)IMP3I_SAMPLE_MOST);
    for (int n = 0; n < 8; n += 2)
    {
        v[n] = impi_lanes_load_whole(s, imp3i_sample_beside(n), &v[n + 1]);
        least = impi_lanes_min(impi_lanes_abs(v[n]), least);
        least = impi_lanes_min(impi_lanes_abs(v[n + 1]), least);
    }
    const impi_lanes x = impi_lanes_load(&part[0][at]), y = impi_lanes_load(&part[1][at]),
                     z = impi_lanes_load(&part[2][at]);
    const impi_lanes x00 = lanes_between(v[0], v[1], x), x10 = lanes_between(v[2], v[3], x);
    const impi_lanes x01 = lanes_between(v[4], v[5], x), x11 = lanes_between(v[6], v[7], x);
    const impi_lanes y0 = lanes_between(x00, x10, y), y1 = lanes_between(x01, x11, y);
    const impi_lanes dx0 = lanes_between(impi_lanes_sub(v[1], v[0]), impi_lanes_sub(v[3], v[2]), y);
    const impi_lanes dx1 = lanes_between(impi_lanes_sub(v[5], v[4]), impi_lanes_sub(v[7], v[6]), y);
    const impi_lanes gx = lanes_between(dx0, dx1, z), gz = impi_lanes_sub(y1, y0);
    const impi_lanes gy = lanes_between(impi_lanes_sub(x10, x00), impi_lanes_sub(x11, x01), z);
    const impi_lanes square = impi_lanes_mul_add(gz, gz, impi_lanes_mul_add(gy, gy, impi_lanes_mul(gx, gx)));
    // Without a gradient none is told.
    const impi_lanes length = impi_lanes_max(impi_lanes_sqrt(square), impi_lanes_splat(0x1p-20f));
    const impi_lanes found =
        impi_lanes_mul(lanes_between(y0, y1, z), impi_lanes_splat((float)IMP3I_FIELD_BAND / (float)IMP3I_SAMPLE_MOST));
    impi_lanes_store(&out->distance[at], found);
    impi_lanes_store(&out->bend[at], bend_of_four(v));
    impi_lanes_store(&out->gradient[0][at], impi_lanes_div(gx, length));
    impi_lanes_store(&out->gradient[1][at], impi_lanes_div(gy, length));
    impi_lanes_store(&out->gradient[2][at], impi_lanes_div(gz, length));
    return (uint32_t)impi_lanes_less(least, impi_lanes_splat((float)IMP3I_SAMPLE_MOST)) |
           (uint32_t)impi_lanes_less(impi_lanes_abs(found), impi_lanes_splat((float)IMP3I_LEAST_BEYOND));
}

/// An end that is deep inside, or anywhere where samples do not tell: by the field itself. Returns whether it knows.
static bool ask_end_alone(const imp3i_field* f, imp3i_asked_ends* out, int32_t k)
{
    const double cell = (double)f->cell;
    const imp3i_dvec at = {(double)f->low.x + cell * (double)out->at[0][k],
                           (double)f->low.y + cell * (double)out->at[1][k],
                           (double)f->low.z + cell * (double)out->at[2][k]};
    imp3i_field_value value;
    if (!imp3i_field_ask_near(f, at, &value))
    {
        return false;
    }
    out->distance[k] = (float)(value.distance / cell);
    out->bend[k] = 1.0f;
    out->gradient[0][k] = (float)value.gradient.x;
    out->gradient[1][k] = (float)value.gradient.y;
    out->gradient[2][k] = (float)value.gradient.z;
    return true;
}

/// Turns and moves ends into the grid.
static inline void place_ends(const imp3i_into_grid* into, const imp3i_ends* ends, int32_t fours, imp3i_asked_ends* out)
{
    for (int32_t four = 0; four < fours; ++four)
    {
        const impi_lanes x = impi_lanes_load(ends[four].at[0]), y = impi_lanes_load(ends[four].at[1]),
                         z = impi_lanes_load(ends[four].at[2]);
        for (int k = 0; k < 3; ++k)
        {
            const float* turn = into->turn[k];
            impi_lanes at = impi_lanes_mul_add(impi_lanes_splat(turn[0]), x, impi_lanes_splat(into->shift[k]));
            at = impi_lanes_mul_add(impi_lanes_splat(turn[1]), y, at);
            at = impi_lanes_mul_add(impi_lanes_splat(turn[2]), z, at);
            impi_lanes_store(&out->at[k][LANES4 * four], at);
        }
    }
}

void imp3i_field_ask_ends(const imp3i_field* f, const imp3i_into_grid* into, const imp3i_ends* ends, int32_t fours,
                          imp3i_asked_ends* out)
{
    ends_in_grid in;
    int32_t* first = out->sample;
    in.inside = out->near = 0;
    place_ends(into, ends, fours, out);
    for (int32_t from = 0; from < LANES4 * fours; from += LANES4)
    {
        find_four(f, out, from, &in);
    }
    for (int32_t k = 0; k < LANES4 * fours; ++k)
    {
        first[k] = first_sample(f, &in, k);
        if (first[k] >= 0)
        {
            impi_prefetch(&f->samples[first[k]]);
            impi_prefetch(&f->samples[first[k] + imp3i_sample_beside(7)]);
        }
    }
    for (int32_t from = 0; from < LANES4 * fours; from += LANES4)
    {
        // Ends without samples take any, and leave what comes of them.
        const int16_t* samples[LANES4];
        uint32_t has = 0;
        for (int lane = 0; lane < LANES4; ++lane)
        {
            samples[lane] = f->samples + (first[from + lane] > 0 ? first[from + lane] : 0);
            has |= (uint32_t)(first[from + lane] >= 0) << lane;
        }
        const uint32_t near = has ? interpolate_four(samples, in.part, from, out) & has : 0;
        out->near |= near << from;
        for (uint32_t left = ~near & 15u; left != 0; left &= left - 1)
        {
            const int32_t lane = impi_lowest_bit(left), k = from + lane;
            if (first[k] >= 0 ? !(samples[lane][0] > 0) : first[k] == NO_SAMPLES_INSIDE)
            {
                out->near |= (uint32_t)ask_end_alone(f, out, k) << k;
            }
        }
    }
}
