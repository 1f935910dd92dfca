// SPDX-License-Identifier: MIT
//
// The greedy graph colouring of colours.h.

#include "colours.h"

#include "../base/bits.h"

#include <string.h>

// Each but the last one is of full size. With lanes put back, there may be as many rows as lanes.
static int64_t most_spans(const impi_colours* c, int64_t rows, int64_t places)
{
    int64_t weight = places + (c->blocks.count + rows) * IMPI_ROW_LANES;
    for (int32_t i = 0; i < c->ties.count; ++i)
    {
        weight += c->ties.data[i].weight;
    }
    return 1 + weight / IMPI_SPAN;
}

// The colours of all spans. With more than one round there is one span, and those that are not kept have a row for each colour.
static int64_t most_colours(const impi_colours* c, int64_t rows, int64_t places)
{
    return IMPI_ROUND_COLOURS * (most_spans(c, rows, places) + IMPI_KEPT_ROUNDS);
}

int64_t impi_colours_most_blocks(const impi_colours* c, int64_t rows)
{
    int64_t colours = most_colours(c, rows, c->places);
    return c->blocks.count + rows / IMPI_ROW_LANES + (colours < rows ? colours : rows);
}

imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places)
{
    // A row that waits for the next round shares a body that has all colours of this one: thirty-two rows or more.
    int64_t blocks = c->blocks.count + rows + IMPI_ROUND_COLOURS;
    int64_t spans = most_spans(c, rows, places), keys = rows + most_colours(c, rows, places);
    if (impi_array_reserve(&c->bodies, allocator, rows) || impi_array_reserve(&c->lanes, allocator, rows) ||
        impi_array_reserve(&c->spans, allocator, spans) || impi_array_reserve(&c->colours, allocator, keys) ||
        impi_array_reserve(&c->blocks, allocator, blocks) || impi_array_reserve(&c->order, allocator, blocks) ||
        impi_array_reserve(&c->taken, allocator, IMPI_KEPT_ROUNDS * places) ||
        impi_array_reserve(&c->span_of, allocator, places) ||
        impi_array_reserve(&c->waiting, allocator, keys > places ? keys : places))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

void impi_colours_free(impi_colours* c, const imp_allocator* allocator)
{
    impi_array_free(&c->bodies, allocator);
    impi_array_free(&c->lanes, allocator);
    impi_array_free(&c->spans, allocator);
    impi_array_free(&c->colours, allocator);
    impi_array_free(&c->blocks, allocator);
    impi_array_free(&c->order, allocator);
    impi_array_free(&c->taken, allocator);
    impi_array_free(&c->span_of, allocator);
    impi_array_free(&c->waiting, allocator);
    impi_array_free(&c->ties, allocator);
}

// Colours that places have in a round. Rounds that are not kept share the memory of those that are.
static uint32_t* taken_in_round(const impi_colours* c, int32_t round)
{
    return c->taken.data + (int64_t)(round % IMPI_KEPT_ROUNDS) * c->places;
}

static void clear_round(impi_colours* c, int32_t round)
{
    memset(taken_in_round(c, round), 0, (size_t)c->places * sizeof *c->taken.data);
}

// Colours of the bodies that a row moves.
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

// Colour of a row in this round, or -1 when its bodies have all colours.
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

// Colours the waiting rows in a round, into c->lanes. Returns how many still wait.
static int32_t colour_round(impi_colours* c, int32_t left, int32_t round)
{
    int32_t waits = 0, *waiting = c->waiting.data;
    uint32_t* taken = taken_in_round(c, round);
    for (int32_t k = 0; k < left; ++k)
    {
        int32_t row = waiting[k], colour = take_colour(taken, c->bodies.data[row]);
        c->lanes.data[row] = round * IMPI_ROUND_COLOURS + colour;
        waiting[waits] = row;
        waits += colour < 0;
    }
    return waits;
}

static void wait_all(impi_colours* c)
{
    c->lanes.count = c->bodies.count;
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        c->waiting.data[i] = i;
    }
}

// Finds ranges of places that neither rows with lanes, nor new rows, nor ties leave. With more than one round, all is
// one span.
static void find_spans(impi_colours* c)
{
    int32_t *reach = c->span_of.data, *rows = c->waiting.data, last = 0, weight = 0;
    for (int32_t p = 0; p < c->places; ++p)
    {
        reach[p] = p;
        rows[p] = 0;
    }
    for (int32_t i = 0; i < c->blocks.count + c->bodies.count; ++i)
    {
        impi_lane_block held = {.given = 0};
        if (i < c->blocks.count)
        {
            held = c->blocks.data[i];
        }
        else
        {
            impi_block_give(&held, 0, c->bodies.data[i - c->blocks.count]);
        }
        if (held.given != 0)
        {
            rows[held.low] += impi_count_bits(held.given);
            reach[held.low] = held.high > reach[held.low] ? held.high : reach[held.low];
        }
    }
    for (int32_t i = 0; i < c->ties.count; ++i)
    {
        const impi_tie* tie = &c->ties.data[i];
        rows[tie->low] += tie->weight;
        reach[tie->low] = tie->high > reach[tie->low] ? tie->high : reach[tie->low];
    }
    impi_span span = {0, 0, 0, 0};
    c->spans.count = 0;
    c->retied = false;
    for (int32_t p = 0; p < c->places; ++p)
    {
        last = reach[p] > last ? reach[p] : last;
        weight += 1 + rows[p];
        span.count += 1;
        reach[p] = c->spans.count;
        if (p == c->places - 1 || (p == last && weight >= IMPI_SPAN && c->rounds == 1 && !c->whole))
        {
            c->spans.data[c->spans.count++] = span;
            span.first = p + 1;
            span.count = weight = 0;
        }
    }
}

// Index in c->colours of the colour of a place.
static int32_t colour_of_span(const impi_colours* c, int32_t place, int32_t colour)
{
    return c->span_of.data[place] * c->rounds * IMPI_ROUND_COLOURS + colour;
}

static int32_t colour_of_block(const impi_colours* c, const impi_lane_block* block)
{
    return colour_of_span(c, block->low, block->colour);
}

static int32_t colour_of_new(const impi_colours* c, int32_t row)
{
    impi_row_bodies bodies = c->bodies.data[row];
    int32_t a = impi_place_of(bodies.a), b = impi_place_of(bodies.b);
    return colour_of_span(c, a > 0 ? a : b, c->lanes.data[row]);
}

// Sorts blocks by span and colour.
static void order_blocks(impi_colours* c)
{
    impi_colour* colours = c->colours.data;
    int32_t first = 0, colours_of_span = c->rounds * IMPI_ROUND_COLOURS;
    c->colours.count = c->spans.count * colours_of_span;
    c->order.count = c->blocks.count;
    memset(colours, 0, (size_t)c->colours.count * sizeof *colours);
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        colours[colour_of_block(c, &c->blocks.data[i])].count += 1;
    }
    for (int32_t k = 0; k < c->colours.count; ++k)
    {
        impi_span* span = &c->spans.data[k / colours_of_span];
        span->colours = k / colours_of_span * colours_of_span;
        span->blocks += colours[k].count;
        colours[k].first = first;
        first += colours[k].count;
        colours[k].count = 0;
    }
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        impi_colour* colour = &colours[colour_of_block(c, &c->blocks.data[i])];
        c->order.data[colour->first + colour->count++] = i;
    }
}

// Adds the blocks that the rows in c->lanes, which are colours of spans, need.
static void add_blocks(impi_colours* c)
{
    int32_t colours_of_span = c->rounds * IMPI_ROUND_COLOURS, count = c->spans.count * colours_of_span;
    int32_t* wanted = c->waiting.data;
    memset(wanted, 0, (size_t)count * sizeof *wanted);
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        wanted[c->lanes.data[i]] += 1;
    }
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        const impi_lane_block* block = &c->blocks.data[i];
        wanted[colour_of_block(c, block)] -= IMPI_ROW_LANES - impi_count_bits(block->given);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        for (; wanted[k] > 0; wanted[k] -= IMPI_ROW_LANES)
        {
            int32_t place = c->spans.data[k / colours_of_span].first;
            const impi_lane_block block = {k % colours_of_span, 0, place, place};
            c->blocks.data[c->blocks.count++] = block;
        }
    }
}

// Turns the colours in c->lanes into lanes.
static void give_lanes(impi_colours* c)
{
    find_spans(c);
    for (int32_t i = 0; i < c->bodies.count; ++i)
    {
        c->lanes.data[i] = colour_of_new(c, i);
    }
    add_blocks(c);
    order_blocks(c);
    int32_t* at = c->waiting.data;
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
        impi_block_give(block, lane, c->bodies.data[i]);
        c->lanes.data[i] = c->order.data[*next] * IMPI_ROW_LANES + lane;
    }
}

void impi_colours_find(impi_colours* c, int32_t places)
{
    int32_t left = c->bodies.count;
    wait_all(c);
    c->blocks.count = c->rounds = c->added = 0;
    c->places = places;
    do
    {
        clear_round(c, c->rounds);
        left = colour_round(c, left, c->rounds);
        c->rounds += 1;
    } while (left > 0);
    give_lanes(c);
}

bool impi_colours_add(impi_colours* c)
{
    if (c->bodies.count == 0 && !c->retied)
    {
        return true;
    }
    int32_t left = c->bodies.count;
    wait_all(c);
    c->added += left;
    for (int32_t round = 0; round < c->rounds && left > 0 && impi_colours_kept(c); ++round)
    {
        left = colour_round(c, left, round);
    }
    if (left > 0)
    {
        return false;
    }
    give_lanes(c);
    return true;
}

void impi_colours_drop(impi_colours* c, int32_t lane, const impi_row_bodies* rows)
{
    impi_lane_block* block = &c->blocks.data[lane / IMPI_ROW_LANES];
    uint32_t left = block->given & ~(1u << lane % IMPI_ROW_LANES);
    flip_colour(taken_in_round(c, block->colour / IMPI_ROUND_COLOURS), rows[lane % IMPI_ROW_LANES],
                block->colour % IMPI_ROUND_COLOURS);
    block->given = 0;
    block->low = block->high = 0;
    for (; left != 0; left &= left - 1)
    {
        impi_block_give(block, impi_lowest_bit(left), rows[impi_lowest_bit(left)]);
    }
}

void impi_colours_begin(impi_colours* c, int32_t places)
{
    c->rounds = 1;
    c->places = places;
    c->bodies.count = 0;
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        int32_t rounds = c->blocks.data[i].colour / IMPI_ROUND_COLOURS + 1;
        c->rounds = rounds > c->rounds ? rounds : c->rounds;
        c->blocks.data[i].given = 0;
        c->blocks.data[i].low = c->blocks.data[i].high = 0;
    }
    for (int32_t i = 0; i < c->rounds; ++i)
    {
        clear_round(c, i);
    }
}

bool impi_colours_put(impi_colours* c, int32_t lane, impi_row_bodies row)
{
    impi_lane_block* block = &c->blocks.data[lane / IMPI_ROW_LANES];
    uint32_t bit = 1u << lane % IMPI_ROW_LANES, *taken = taken_in_round(c, block->colour / IMPI_ROUND_COLOURS);
    int32_t colour = block->colour % IMPI_ROUND_COLOURS;
    if ((block->given & bit) || (colours_of_row(taken, row) >> colour & 1u))
    {
        return false;
    }
    impi_block_give(block, lane % IMPI_ROW_LANES, row);
    flip_colour(taken, row, colour);
    return true;
}

void impi_colours_end(impi_colours* c)
{
    find_spans(c);
    order_blocks(c);
}

void impi_colours_count(const impi_colours* c, int32_t* rows, int32_t* colours)
{
    int32_t colours_of_span = c->rounds * IMPI_ROUND_COLOURS;
    *rows = *colours = 0;
    for (int32_t k = 0; k < colours_of_span; ++k)
    {
        int32_t before = *rows;
        for (int32_t at = k; at < c->colours.count; at += colours_of_span)
        {
            const int32_t* blocks = &c->order.data[c->colours.data[at].first];
            for (int32_t i = 0; i < c->colours.data[at].count; ++i)
            {
                *rows += impi_count_bits(c->blocks.data[blocks[i]].given);
            }
        }
        *colours += *rows > before;
    }
}
