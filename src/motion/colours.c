// SPDX-License-Identifier: MIT
//
// Which rows are solved at once: the greedy colouring of colours.h.

#include "colours.h"

#include "../base/bits.h"

#include <string.h>

imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places)
{
    // A row that waits for the next round has met a body with all colours of this one: thirty-two rows or more had one.
    int64_t blocks = c->blocks.count + rows + IMPI_ROUND_COLOURS;
    if (impi_array_reserve(&c->bodies, allocator, rows) || impi_array_reserve(&c->lanes, allocator, rows) ||
        impi_array_reserve(&c->colours, allocator, rows + IMPI_ROUND_COLOURS) ||
        impi_array_reserve(&c->blocks, allocator, blocks) || impi_array_reserve(&c->order, allocator, blocks) ||
        impi_array_reserve(&c->taken, allocator, places) ||
        impi_array_reserve(&c->waiting, allocator, rows + IMPI_ROUND_COLOURS))
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
    impi_array_free(&c->blocks, allocator);
    impi_array_free(&c->order, allocator);
    impi_array_free(&c->taken, allocator);
    impi_array_free(&c->waiting, allocator);
}

// Which colours the bodies of a row have, that it moves; and they have one more, or one less.
static uint32_t colours_of_row(const uint32_t* taken, impi_row_bodies row)
{
    return (row.a >= 0 ? taken[row.a] : 0u) | (row.b >= 0 ? taken[row.b] : 0u);
}

static void flip_colour(uint32_t* taken, impi_row_bodies row, int32_t colour)
{
    if (row.a >= 0)
    {
        taken[row.a] ^= 1u << colour;
    }
    if (row.b >= 0)
    {
        taken[row.b] ^= 1u << colour;
    }
}

// The colour of a row in this round, or -1 when its bodies have all colours.
static int32_t take_colour(uint32_t* taken, impi_row_bodies row)
{
    uint32_t have = colours_of_row(taken, row);
    if (have == UINT32_MAX)
    {
        return -1;
    }
    int32_t colour = row.a >= 0 && row.b >= 0 ? impi_lowest_bit(~have) : impi_highest_bit(~have);
    flip_colour(taken, row, colour);
    return colour;
}

// One more round, for the first rows that wait: c->lanes has their colours then. Returns how many still wait.
static int32_t colour_round(impi_colours* c, int32_t left, int32_t first_colour)
{
    int32_t still = 0, *waiting = c->waiting.data;
    for (int32_t k = 0; k < left; ++k)
    {
        int32_t row = waiting[k], colour = take_colour(c->taken.data, c->bodies.data[row]);
        c->lanes.data[row] = first_colour + colour;
        waiting[still] = row;
        still += colour < 0;
    }
    return still;
}

static void wait_all(impi_colours* c)
{
    c->lanes.count = c->bodies.count;
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        c->waiting.data[i] = i;
    }
}

// Which blocks are of which colour.
static void order_blocks(impi_colours* c)
{
    impi_colour* colours = c->colours.data;
    int32_t first = 0;
    c->colours.count = c->rounds * IMPI_ROUND_COLOURS;
    c->order.count = c->blocks.count;
    memset(colours, 0, (size_t)c->colours.count * sizeof *colours);
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        colours[c->blocks.data[i].colour].count += 1;
    }
    for (int32_t k = 0; k < c->colours.count; ++k)
    {
        colours[k].first = first;
        first += colours[k].count;
        colours[k].count = 0;
    }
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        impi_colour* colour = &colours[c->blocks.data[i].colour];
        c->order.data[colour->first + colour->count++] = i;
    }
}

// As many blocks more as the rows in c->lanes, which are colours, need.
static void add_blocks(impi_colours* c)
{
    int32_t colour_count = c->rounds * IMPI_ROUND_COLOURS, *wanted = c->waiting.data;
    memset(wanted, 0, (size_t)colour_count * sizeof *wanted);
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        wanted[c->lanes.data[i]] += 1;
    }
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        wanted[c->blocks.data[i].colour] -= IMPI_ROW_LANES - impi_count_bits(c->blocks.data[i].given);
    }
    for (int32_t k = 0; k < colour_count; ++k)
    {
        for (; wanted[k] > 0; wanted[k] -= IMPI_ROW_LANES)
        {
            const impi_lane_block block = {k, 0};
            c->blocks.data[c->blocks.count++] = block;
        }
    }
}

// From colours in c->lanes to lanes.
static void give_lanes(impi_colours* c)
{
    int32_t* at = c->waiting.data;
    add_blocks(c);
    order_blocks(c);
    for (int32_t k = 0; k < c->colours.count; ++k)
    {
        at[k] = c->colours.data[k].first;
    }
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        int32_t* next = &at[c->lanes.data[i]];
        while (c->blocks.data[c->order.data[*next]].given == IMPI_ALL_LANES)
        {
            ++*next;
        }
        impi_lane_block* block = &c->blocks.data[c->order.data[*next]];
        int32_t lane = impi_lowest_bit(~block->given);
        block->given |= 1u << lane;
        c->lanes.data[i] = c->order.data[*next] * IMPI_ROW_LANES + lane;
    }
}

void impi_colours_find(impi_colours* c, int32_t places)
{
    int32_t left = c->bodies.count;
    wait_all(c);
    c->blocks.count = c->rounds = c->added = 0;
    do
    {
        memset(c->taken.data, 0, (size_t)places * sizeof *c->taken.data);
        left = colour_round(c, left, c->rounds * IMPI_ROUND_COLOURS);
        c->rounds += 1;
    } while (left > 0);
    give_lanes(c);
}

bool impi_colours_add(impi_colours* c)
{
    if (c->bodies.count == 0)
    {
        return true;
    }
    wait_all(c);
    c->added += c->bodies.count;
    if (c->rounds != 1 || colour_round(c, c->bodies.count, 0) > 0)
    {
        return false;
    }
    give_lanes(c);
    return true;
}

void impi_colours_drop(impi_colours* c, int32_t lane, impi_row_bodies row)
{
    impi_lane_block* block = &c->blocks.data[lane / IMPI_ROW_LANES];
    block->given &= ~(1u << lane % IMPI_ROW_LANES);
    flip_colour(c->taken.data, row, block->colour);
}

void impi_colours_begin(impi_colours* c, int32_t places)
{
    c->rounds = 1;
    memset(c->taken.data, 0, (size_t)places * sizeof *c->taken.data);
    order_blocks(c);
}

bool impi_colours_put(impi_colours* c, int32_t lane, impi_row_bodies row)
{
    impi_lane_block* block = &c->blocks.data[lane / IMPI_ROW_LANES];
    uint32_t bit = 1u << lane % IMPI_ROW_LANES;
    if ((block->given & bit) || (colours_of_row(c->taken.data, row) >> block->colour & 1u))
    {
        return false;
    }
    block->given |= bit;
    flip_colour(c->taken.data, row, block->colour);
    return true;
}

void impi_colours_count(const impi_colours* c, int32_t* rows, int32_t* colours)
{
    *rows = *colours = 0;
    for (int32_t k = 0; k < c->colours.count; ++k)
    {
        int32_t before = *rows;
        for (int32_t i = 0; i < c->colours.data[k].count; ++i)
        {
            *rows += impi_count_bits(c->blocks.data[c->order.data[c->colours.data[k].first + i]].given);
        }
        *colours += *rows > before;
    }
}
