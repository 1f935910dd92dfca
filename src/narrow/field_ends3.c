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

/// The first of the samples around a point of a grid, whose parts of a cell it writes; or why there are none.
static inline int32_t first_sample(const imp3i_field* f, const float cells[3], const float at[3], float part[3])
{
    if (!(at[0] >= 0.0f && at[1] >= 0.0f && at[2] >= 0.0f && at[0] < cells[0] && at[1] < cells[1] && at[2] < cells[2]))
    {
        return NO_SAMPLES_OUTSIDE;
    }
    const uint32_t i = (uint32_t)at[0], j = (uint32_t)at[1], k = (uint32_t)at[2], side = IMP3I_BRICK_CELLS;
    const uint32_t bx = i / side, by = j / side, bz = k / side;
    const uint32_t row = bz * (uint32_t)f->bricks[1] + by;
    const int32_t brick = f->brick_of[row * (uint32_t)f->bricks[0] + bx];
    if (brick < 0)
    {
        const float corner = f->corners[(size_t)(row + bz) * (size_t)(f->bricks[0] + 1) + bx];
        return corner > 0.0f ? NO_SAMPLES_OUTSIDE : NO_SAMPLES_INSIDE;
    }
    part[0] = at[0] - (float)i;
    part[1] = at[1] - (float)j;
    part[2] = at[2] - (float)k;
    return brick * IMP3I_BRICK_SAMPLES +
           (int32_t)(((k - bz * side) * IMP3I_BRICK + (j - by * side)) * IMP3I_BRICK + (i - bx * side));
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
    for (int n = 0; n < 8; ++n)
    {
        const int32_t k = imp3i_sample_beside(n);
        v[n] = impi_lanes_set((float)s[0][k], (float)s[1][k], (float)s[2][k], (float)s[3][k]);
        least = impi_lanes_min(impi_lanes_abs(v[n]), least);
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
    const float cells[3] = {(float)f->cells[0], (float)f->cells[1], (float)f->cells[2]};
    float part[3][IMP3I_LEAF_ENDS];
    int32_t* first = out->sample;
    place_ends(into, ends, fours, out);
    for (int32_t k = 0; k < LANES4 * fours; ++k)
    {
        const float at[3] = {out->at[0][k], out->at[1][k], out->at[2][k]};
        float of_cell[3] = {0.0f, 0.0f, 0.0f};
        first[k] = first_sample(f, cells, at, of_cell);
        part[0][k] = of_cell[0];
        part[1][k] = of_cell[1];
        part[2][k] = of_cell[2];
        if (first[k] >= 0)
        {
            impi_prefetch(&f->samples[first[k]]);
            impi_prefetch(&f->samples[first[k] + imp3i_sample_beside(7)]);
        }
    }
    out->near = 0;
    for (int32_t from = 0; from < LANES4 * fours; from += LANES4)
    {
        // Ends without samples take any, and leave what comes of them.
        const int16_t* samples[LANES4];
        bool any = false;
        for (int lane = 0; lane < LANES4; ++lane)
        {
            samples[lane] = f->samples + (first[from + lane] > 0 ? first[from + lane] : 0);
            any |= first[from + lane] >= 0;
        }
        const uint32_t told = any ? interpolate_four(samples, part, from, out) : 0;
        for (int lane = 0; lane < LANES4; ++lane)
        {
            const int32_t k = from + lane;
            bool near = first[k] >= 0 && (told >> lane & 1u) != 0;
            if (!near && (first[k] >= 0 ? !(samples[lane][0] > 0) : first[k] == NO_SAMPLES_INSIDE))
            {
                near = ask_end_alone(f, out, k);
            }
            out->near |= (uint32_t)near << k;
        }
    }
}
