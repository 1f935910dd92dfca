// SPDX-License-Identifier: MIT
//
// Which samples of a grid a closed mesh encloses: how its surface goes around them, found along rows of samples.
//
// Each row along x that goes through a triangle is one crossing, between two samples. Whether it goes through is decided
// exactly, with the row moved by less than anything along y, and by less than that along z (symbolic perturbation): so
// of triangles that share an edge or a corner it goes through as many as it would beside it, and none through those
// that it lies in. What lies beside the surface is so never wrong; samples on it may be told either side.
//
// Source: simulation of simplicity (Edelsbrunner and Muecke 1990); parity by rows as in voxelisers.

#include "field3.h"

#include "../base/sort.h"
#include "../math/predicate3.h"

#include <math.h>

/// Doubles tell the sign of a sum of two products of differences of floats above this part of both.
#define SIDE_DOUBT 0x1p-49

typedef struct row_search
{
    const imp3i_compound_block* block;
    imp3_vec low;
    float cell;
    int32_t bricks[3];
    impi_keyed* found;  // or null to count
    int64_t count;
} row_search;

static imp3_vec on_side_plane(float y, float z, float x)
{
    const imp3_vec r = {x, y, z};
    return r;
}

/// On which side of the line from a to b, seen from where x rises to, a row lies that is moved by less than anything.
static int side_of_row(imp3_vec a, imp3_vec b, float y, float z)
{
    double by = (double)b.y - (double)a.y, bz = (double)b.z - (double)a.z;
    double left = by * ((double)z - (double)a.z), right = bz * ((double)y - (double)a.y), side = left - right;
    if (fabs(side) > SIDE_DOUBT * (fabs(left) + fabs(right)))
    {
        return side > 0.0 ? 1 : -1;
    }
    int exact = imp3i_orientation(on_side_plane(a.y, a.z, 0.0f), on_side_plane(b.y, b.z, 0.0f),
                                  on_side_plane(y, z, 0.0f), on_side_plane(y, z, 1.0f));
    if (exact != 0)
    {
        return exact;
    }
    return bz < 0.0 ? 1 : bz > 0.0 ? -1 : by > 0.0 ? 1 : by < 0.0 ? -1 : 0;
}

/// 1 or -1 where a row goes through a triangle, as its corners turn seen from where x rises to; 0 where it does not.
static int row_turns(const imp3_vec v[3], float y, float z)
{
    int first = side_of_row(v[0], v[1], y, z);
    return first != 0 && side_of_row(v[1], v[2], y, z) == first && side_of_row(v[2], v[0], y, z) == first ? first : 0;
}

/// The first sample of a row through a triangle that lies beyond it.
static int32_t first_beyond(const row_search* s, const imp3_vec v[3], int turn, int32_t j, int32_t k)
{
    imp3i_dvec a = imp3i_dvec_of(v[0]), ab = imp3i_dsub(imp3i_dvec_of(v[1]), a);
    imp3i_dvec n = imp3i_dcross(ab, imp3i_dsub(imp3i_dvec_of(v[2]), a));
    imp3_vec p = {0.0f, imp3i_field_place(s->low.y, s->cell, j), imp3i_field_place(s->low.z, s->cell, k)};
    double x = a.x - (((double)p.y - a.y) * n.y + ((double)p.z - a.z) * n.z) / n.x;
    double least = (double)v[0].x, most = least;
    for (int m = 1; m < 3; ++m)
    {
        least = (double)v[m].x < least ? (double)v[m].x : least;
        most = (double)v[m].x > most ? (double)v[m].x : most;
    }
    x = x >= least ? (x <= most ? x : most) : least;  // also of no number
    int32_t last = s->bricks[0] * IMP3I_BRICK_CELLS,
            i = (int32_t)imp3i_field_ceil((x - (double)s->low.x) / (double)s->cell);
    i = i < 0 ? 0 : i > last ? last : i;
    for (bool down = true; down && i > 0; i -= down)
    {
        p.x = imp3i_field_place(s->low.x, s->cell, i - 1);
        down = imp3i_orientation(v[0], v[1], v[2], p) * turn > 0;
    }
    for (bool up = true; up && i <= last; i += up)
    {
        p.x = imp3i_field_place(s->low.x, s->cell, i);
        up = imp3i_orientation(v[0], v[1], v[2], p) * turn <= 0;
    }
    return i;
}

/// The samples of an axis between two places, and one more on each side.
static void rows_between(float low, float cell, int32_t bricks, float from, float to, int32_t out[2])
{
    double first = imp3i_field_floor(((double)from - (double)low) / (double)cell) - 1.0;
    double last = imp3i_field_ceil(((double)to - (double)low) / (double)cell) + 1.0,
           most = (double)(bricks * IMP3I_BRICK_CELLS);
    out[0] = (int32_t)(first < 0.0 ? 0.0 : first);
    out[1] = (int32_t)(last > most ? most : last);
}

static void cross_triangle(row_search* s, const imp3_vec v[3])
{
    const imp3_box box = imp3i_box_of_corners(v, 0.0f);
    int32_t rows_y[2], rows_z[2];
    rows_between(s->low.y, s->cell, s->bricks[1], box.lower.y, box.upper.y, rows_y);
    rows_between(s->low.z, s->cell, s->bricks[2], box.lower.z, box.upper.z, rows_z);
    for (int32_t k = rows_z[0]; k <= rows_z[1]; ++k)
    {
        float z = imp3i_field_place(s->low.z, s->cell, k);
        for (int32_t j = rows_y[0]; j <= rows_y[1] && z >= box.lower.z && z <= box.upper.z; ++j)
        {
            float y = imp3i_field_place(s->low.y, s->cell, j);
            int turn = y >= box.lower.y && y <= box.upper.y ? row_turns(v, y, z) : 0;
            if (turn == 0)
            {
                continue;
            }
            if (s->found)
            {
                impi_keyed* found = &s->found[s->count];
                found->key = imp3i_field_row(s->bricks, j, k) << 16 | (uint64_t)first_beyond(s, v, turn, j, k);
                found->value = -turn;
            }
            ++s->count;
        }
    }
}

static void cross_all(row_search* s)
{
    s->count = 0;
    for (int32_t i = 0; i < s->block->leaves; ++i)
    {
        imp3_vec v[3];
        for (int k = 0; k < 3; ++k)
        {
            v[k] = s->block->points[s->block->corners[3 * (size_t)i + (size_t)k]];
        }
        cross_triangle(s, v);
    }
}

imp_status imp3i_field_cross(const imp3i_compound_block* b, imp3_vec low, float cell, const int32_t bricks[3],
                             const imp_allocator* allocator, imp3i_field_crossings* out)
{
    row_search s = {b, low, cell, {bricks[0], bricks[1], bricks[2]}, NULL, 0};
    cross_all(&s);
    if (s.count > INT32_MAX / 64)
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    const size_t count = (size_t)s.count + 1;
    impi_layout l = {NULL, 0};
    for (int pass = 0; pass < 2; ++pass)
    {
        out->keys = (uint64_t*)impi_take(&l, count, sizeof *out->keys);
        out->turns = (int8_t*)impi_take(&l, count, sizeof *out->turns);
        s.found = (impi_keyed*)impi_take(&l, 2 * count, sizeof *s.found);
        if (pass == 0)
        {
            out->size = l.size;
            out->memory = impi_alloc_resize(allocator, NULL, 0, l.size, 1);
            if (!out->memory)
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            l.base = (char*)out->memory;
            l.size = 0;
        }
    }
    cross_all(&s);
    impi_sort(s.found, s.found + count, (int32_t)s.count);
    out->count = (int32_t)s.count;
    for (int32_t i = 0; i < out->count; ++i)
    {
        out->keys[i] = s.found[i].key;
        out->turns[i] = (int8_t)s.found[i].value;
    }
    return IMP_OK;
}

void imp3i_field_winding(const imp3i_field_crossings* c, uint64_t row, int32_t i, int32_t count, int32_t* out)
{
    int32_t low = 0, high = c->count;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        bool before = c->keys[middle] < row << 16;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    int32_t around = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        for (; low < c->count && c->keys[low] <= (row << 16 | (uint64_t)(i + k)); ++low)
        {
            around += c->turns[low];
        }
        out[k] = around;
    }
}
