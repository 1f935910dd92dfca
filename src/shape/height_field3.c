// SPDX-License-Identifier: MIT
//
// Height fields: heights over a grid, and bounds of tiles of 4 by 4 cells.
//
//   y ^  +-----+     Part 2 k of a tile is the triangle of its cell k below the diagonal, with the corner of greater x;
//     |  |   / |     part 2 k + 1 the one above it. Cells of a tile, and tiles of the field, are counted along x first;
//        | /   |     tiles then stand in the order of a curve. Cells beyond the last column or row are holes.
//        +-----+ -> x

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/round.h"
#include "compound3.h"

#include <math.h>
#include <string.h>

static int32_t tiles_across(int32_t samples)
{
    return (samples - 2) / IMP3I_TILE + 1;
}

/// The cell of a part by column and row. False beyond the field.
static bool find_cell(const imp3i_compound_block* b, int32_t i, int32_t* column, int32_t* row)
{
    int32_t tile = b->sources[i / IMP3I_TILE_PARTS], k = i % IMP3I_TILE_PARTS / 2, across = tiles_across(b->columns);
    *column = tile % across * IMP3I_TILE + k % IMP3I_TILE;
    *row = tile / across * IMP3I_TILE + k / IMP3I_TILE;
    return *column < b->columns - 1 && *row < b->rows - 1;
}

int32_t imp3i_field_cell(const imp3i_compound_block* b, int32_t i)
{
    int32_t column, row;
    (void)find_cell(b, i, &column, &row);
    return row * (b->columns - 1) + column;
}

bool imp3i_field_corners(const imp3i_compound_block* b, int32_t i, int32_t samples[3])
{
    int32_t column, row;
    if (!find_cell(b, i, &column, &row) ||
        (b->holes && b->holes[(size_t)row * (size_t)(b->columns - 1) + (size_t)column]))
    {
        return false;
    }
    int32_t first = row * b->columns + column, last = first + b->columns + 1;
    samples[0] = first;
    samples[1] = i & 1 ? last : first + 1;
    samples[2] = i & 1 ? last - 1 : last;
    return true;
}

imp3_vec imp3i_field_point(const imp3i_compound_block* b, int32_t sample)
{
    imp3_vec v = {(float)(sample % b->columns) * b->step_x, (float)(sample / b->columns) * b->step_y,
                  b->heights[sample]};
    v.x = impi_tidy(v.x);
    v.y = impi_tidy(v.y);
    return v;
}

/// The part below or above the diagonal of a cell; -1 where there is none.
static int32_t part_of_cell(const imp3i_compound_block* b, int32_t column, int32_t row, int32_t above)
{
    if (column < 0 || row < 0 || column >= b->columns - 1 || row >= b->rows - 1)
    {
        return -1;
    }
    int32_t tile = row / IMP3I_TILE * tiles_across(b->columns) + column / IMP3I_TILE;
    int32_t k = row % IMP3I_TILE * IMP3I_TILE + column % IMP3I_TILE;
    int32_t part = b->leaf_of[tile] * IMP3I_TILE_PARTS + 2 * k + above, samples[3];
    return imp3i_field_corners(b, part, samples) ? part : -1;
}

int32_t imp3i_field_around(const imp3i_compound_block* b, int32_t sample, int32_t parts[6])
{
    int32_t column = sample % b->columns, row = sample / b->columns, count = 0;
    // By cell and half: the cells at the ends of the diagonal have the sample in both halves.
    static const int8_t around[6][3] = {{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {-1, -1, 0}, {-1, -1, 1}, {0, -1, 1}};
    for (int k = 0; k < 6; ++k)
    {
        int32_t part = part_of_cell(b, column + around[k][0], row + around[k][1], around[k][2]);
        if (part >= 0)
        {
            parts[count++] = part;
        }
    }
    return count;
}

static imp_status heights_status(const imp3_heights* h, const imp_allocator* allocator)
{
    if (!h || !h->heights)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (h->columns < 2 || h->rows < 2 || (int64_t)h->columns * h->rows > IMP3_VERTEX_MAX * INT64_C(64))
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    float extent_x = h->step_x * (float)h->columns, extent_y = h->step_y * (float)h->rows;
    const float numbers[4] = {h->step_x, h->step_y, extent_x, extent_y};
    for (int k = 0; k < 4; ++k)
    {
        int32_t fault = impi_number_fault(numbers[k]);
        fault = fault ? fault : numbers[k] <= 0.0f ? IMP_ERR_RANGE : 0;
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    int64_t samples = (int64_t)h->columns * h->rows, cells = (int64_t)(h->columns - 1) * (h->rows - 1);
    for (int64_t k = 0; k < samples; ++k)
    {
        int32_t fault = impi_number_fault(h->heights[k]);
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    bool some = !h->holes;
    for (int64_t k = 0; k < cells && !some; ++k)
    {
        some = h->holes[k] == 0;
    }
    if (!some)
    {
        return impi_error(IMP_ERR_EMPTY, 1);
    }
    return impi_alloc_valid(allocator) ? IMP_OK : impi_error(IMP_ERR_NULL, 2);
}

static void lay_out_field(imp3i_compound_block* head, impi_layout* l, const void* context)
{
    const imp3_heights* h = (const imp3_heights*)context;
    size_t samples = (size_t)h->columns * (size_t)h->rows, cells = (size_t)(h->columns - 1) * (size_t)(h->rows - 1);
    head->columns = h->columns;
    head->rows = h->rows;
    head->step_x = h->step_x;
    head->step_y = h->step_y;
    head->leaves = tiles_across(h->columns) * tiles_across(h->rows);
    head->heights = (float*)impi_take(l, samples, sizeof *head->heights);
    head->holes = h->holes ? (uint8_t*)impi_take(l, cells, 1) : NULL;
    head->sources = (int32_t*)impi_take(l, (size_t)head->leaves, sizeof *head->sources);
    head->leaf_of = (int32_t*)impi_take(l, (size_t)head->leaves, sizeof *head->leaf_of);
    imp3i_part_tree_lay_out(&head->tree, head->leaves, l);
}

/// The bounds of a tile's samples, those of holes too.
static imp3_box box_of_tile(const imp3i_compound_block* b, int32_t tile)
{
    int32_t across = tiles_across(b->columns), column = tile % across * IMP3I_TILE, row = tile / across * IMP3I_TILE;
    int32_t right = column + IMP3I_TILE < b->columns - 1 ? column + IMP3I_TILE : b->columns - 1;
    int32_t top = row + IMP3I_TILE < b->rows - 1 ? row + IMP3I_TILE : b->rows - 1;
    imp3_vec first = imp3i_field_point(b, row * b->columns + column);
    imp3_box box = {first, first};
    for (int32_t r = row; r <= top; ++r)
    {
        for (int32_t c = column; c <= right; ++c)
        {
            imp3_vec v = imp3i_field_point(b, r * b->columns + c);
            const imp3_box point = {v, v};
            imp3i_box_grow(&box, point);
        }
    }
    return box;
}

typedef struct field_work
{
    imp3_box* boxes;
    impi_keyed *order, *scratch;
} field_work;

static void lay_out_field_work(field_work* w, impi_layout* l, int32_t tiles)
{
    w->boxes = (imp3_box*)impi_take(l, (size_t)tiles, sizeof *w->boxes);
    w->order = (impi_keyed*)impi_take(l, (size_t)tiles, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, (size_t)tiles, sizeof *w->scratch);
}

/// Fills in a block whose grid and heights are there. Returns the reach.
static float fill_field(imp3i_compound_block* b, const field_work* w)
{
    double most = 0.0;
    for (int32_t k = 0; k < b->columns * b->rows; ++k)
    {
        imp3i_dvec v = imp3i_dvec_of(imp3i_field_point(b, k));
        double square = imp3i_ddot(v, v);
        most = square > most ? square : most;
    }
    for (int32_t k = 0; k < b->leaves; ++k)
    {
        w->boxes[k] = box_of_tile(b, k);
    }
    imp3i_order_boxes(w->boxes, b->leaves, w->order, w->scratch);
    for (int32_t k = 0; k < b->leaves; ++k)
    {
        int32_t tile = w->order[k].value;
        b->sources[k] = tile;
        b->leaf_of[tile] = k;
        b->tree.boxes[0][k] = w->boxes[tile];
    }
    imp3i_part_tree_fill(&b->tree, b->leaves);
    return impi_round_up(sqrt(most) * (1.0 + 0x1p-48));
}

imp_status imp3_height_field_make(const imp3_heights* heights, const imp_allocator* allocator, imp3_compound* out)
{
    imp_status status = heights_status(heights, allocator);
    if (status || !out)
    {
        return status;
    }
    int32_t tiles = tiles_across(heights->columns) * tiles_across(heights->rows);
    impi_layout l = {NULL, 0};
    field_work w;
    lay_out_field_work(&w, &l, tiles);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    imp3i_compound_block* head = l.base ? imp3i_compound_block_make(allocator, lay_out_field, heights) : NULL;
    if (!head)
    {
        impi_alloc_free(allocator, l.base, size, 1);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_field_work(&w, &l, tiles);
    size_t samples = (size_t)heights->columns * (size_t)heights->rows;
    memcpy(head->heights, heights->heights, samples * sizeof *head->heights);
    if (head->holes)
    {
        memcpy(head->holes, heights->holes, (size_t)(heights->columns - 1) * (size_t)(heights->rows - 1));
    }
    imp3_compound c = {0};
    c.kind = IMP3_COMPOUND_HEIGHT_FIELD;
    c.part_count = tiles * IMP3I_TILE_PARTS;
    c.one_sided = !heights->two_sided;
    c.block = head;
    c.reach = fill_field(head, &w);
    impi_alloc_free(allocator, l.base, size, 1);
    *out = c;
    return IMP_OK;
}
