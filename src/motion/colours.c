// SPDX-License-Identifier: MIT
//
// Which rows are solved at once: the greedy colouring of colours.h.

#include "colours.h"

#include "../base/bits.h"

#include <string.h>

imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places)
{
    // A row that waits for the next round has met a body with all colours of this one: thirty-two rows or more had one.
    if (impi_array_reserve(&c->bodies, allocator, rows) || impi_array_reserve(&c->lanes, allocator, rows) ||
        impi_array_reserve(&c->colours, allocator, rows + IMPI_ROUND_COLOURS) ||
        impi_array_reserve(&c->taken, allocator, places) || impi_array_reserve(&c->waiting, allocator, rows))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

void impi_colours_free(impi_colours* c, const imp_allocator* allocator)
{
    impi_array_free(&c->bodies, allocator);
    impi_array_free(&c->lanes, allocator);
    impi_array_free(&c->colours, allocator);
    impi_array_free(&c->taken, allocator);
    impi_array_free(&c->waiting, allocator);
}

static int32_t highest_bit(uint32_t bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    bits |= bits >> 16;
    return impi_count_bits(bits) - 1;
}

// The colour of a row in this round, or -1 when its bodies have all colours.
static int32_t take_colour(uint32_t* taken, impi_row_bodies row)
{
    bool a_moves = row.a >= 0, b_moves = row.b >= 0;
    uint32_t have = (a_moves ? taken[row.a] : 0u) | (b_moves ? taken[row.b] : 0u);
    if (have == UINT32_MAX)
    {
        return -1;
    }
    int32_t colour = a_moves && b_moves ? impi_lowest_bit(~have) : highest_bit(~have);
    if (a_moves)
    {
        taken[row.a] |= 1u << colour;
    }
    if (b_moves)
    {
        taken[row.b] |= 1u << colour;
    }
    return colour;
}

void impi_colours_find(impi_colours* c, int32_t places)
{
    const int32_t count = c->bodies.count;
    impi_colour* colours = c->colours.data;
    int32_t *lanes = c->lanes.data, *waiting = c->waiting.data;
    for (int32_t i = 0; i < count; ++i)
    {
        waiting[i] = i;
    }
    int32_t colour_count = 0;
    for (int32_t left = count; left > 0; colour_count += IMPI_ROUND_COLOURS)
    {
        memset(colours + colour_count, 0, IMPI_ROUND_COLOURS * sizeof *colours);
        memset(c->taken.data, 0, (size_t)places * sizeof *c->taken.data);
        int32_t still = 0;
        for (int32_t k = 0; k < left; ++k)
        {
            int32_t row = waiting[k], colour = take_colour(c->taken.data, c->bodies.data[row]);
            waiting[still] = row;
            still += colour < 0;
            if (colour >= 0)
            {
                lanes[row] = colour_count + colour;
                colours[lanes[row]].rows += 1;
            }
        }
        left = still;
    }
    c->block_count = 0;
    for (int32_t i = 0; i < colour_count; ++i)
    {
        colours[i].first_block = c->block_count;
        c->block_count += (colours[i].rows + IMPI_ROW_LANES - 1) / IMPI_ROW_LANES;
        colours[i].rows = 0;
    }
    for (int32_t row = 0; row < count; ++row)
    {
        impi_colour* colour = &colours[lanes[row]];
        lanes[row] = colour->first_block * IMPI_ROW_LANES + colour->rows++;
    }
    c->lanes.count = count;
    c->colours.count = 0;
    for (int32_t i = 0; i < colour_count; ++i)
    {
        if (colours[i].rows > 0)
        {
            colours[c->colours.count++] = colours[i];
        }
    }
}
