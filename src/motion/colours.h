// SPDX-License-Identifier: MIT
//
// Graph colouring of rows: rows of one colour share no moving body, so that they can be solved in any order, many at
// once.
//
// Each row gets the lowest colour that neither of its bodies has yet; a row between a moving body and one that it does
// not move gets the highest, so that it is solved last: the ground counts for more than what lies on it. Thirty-two
// colours make a round, one bit each; rows that find none wait for the next round.
//
//     row -> colour -> the lowest free lane in the blocks of that colour and span, which lie anywhere   `order`
//
// Spans are ranges of places that no row leaves, and no tie: houses that stand apart, piles that were made one after
// the other. A span can be solved through all sub-steps before the next one is begun, from the nearer caches, or by
// another thread, and the bits are the same. Small ranges are merged. They follow from the rows that have lanes and
// from ties, so they need not be kept.
//
// Rows keep their lanes. Removed rows leave holes, which new rows fill, by the same rule as a full recolouring. The
// colour of a row depends on all changes since the last recolouring, and decides the bits of the solution; holes and
// the number of added rows decide when to recolour. So a saved state has the lanes of rows, the colours of blocks, and
// that number. A row that finds no colour in the rounds that there are recolours all.
//
// After a recolouring, neighbours in lanes are neighbours in the order of contacts, and mostly in memory. Added rows
// are not: after many, passes were slower by a third, and half of the lanes were holes. So all are recoloured when half
// have been added.
//
// Rejected: recolouring whenever a row begins or ends. With constant changes, that and restoring the rows' state was
// a tenth of a step.

#ifndef IMPI_COLOURS_H
#define IMPI_COLOURS_H

#include "../base/array.h"

enum
{
    IMPI_ROW_LANES = 16,  // rows of a colour come in blocks of so many, whatever the width of lanes
    IMPI_ALL_LANES = (1 << IMPI_ROW_LANES) - 1,
    IMPI_ROUND_COLOURS = 32,
    IMPI_KEPT_ROUNDS = 8,  // with more, all is coloured anew when rows begin or end
    IMPI_MIXED_PART = 2,  // tried: 3, 4 and 8, which differ little but where many rows begin and end: 8 % of a spinner
    IMPI_SPAN = 2048      // rows and places: half a megabyte
};

/// A row's bodies: their places, or the complement (~place) of one that the row does not move. Not both.
typedef struct impi_row_bodies
{
    int32_t a, b;
} impi_row_bodies;

/// A colour: a range of `order`.
typedef struct impi_colour
{
    int32_t first, count;
} impi_colour;

/// Places that something else than rows ties together, from one to another, and what that weighs beside rows (of 256
/// bytes).
typedef struct impi_tie
{
    int32_t low, high, weight;
} impi_tie;

/// A range of places that no row leaves, and the start of its colours and blocks.
typedef struct impi_span
{
    int32_t first, count;
    int32_t colours, blocks;
} impi_span;

/// A block of lanes, bits of those given to rows, and the range of their places. Without rows: in the span of place
/// low.
typedef struct impi_lane_block
{
    int32_t colour;
    uint32_t given;
    int32_t low, high;
} impi_lane_block;

/// Place of a body; place 0 is no body's.
static inline int32_t impi_place_of(int32_t body)
{
    return body >= 0 ? body : ~body;
}

/// Gives a row a free lane of a block.
static inline void impi_block_give(impi_lane_block* block, int32_t lane, impi_row_bodies row)
{
    int32_t a = impi_place_of(row.a), b = impi_place_of(row.b), low = a > 0 && (a < b || b == 0) ? a : b;
    block->low = block->given == 0 || low < block->low ? low : block->low;
    block->high = block->given == 0 || a > block->high ? a : block->high;
    block->high = b > block->high ? b : block->high;
    block->given |= 1u << lane;
}

typedef struct impi_colours
{
    struct
    {
        IMPI_ARRAY(impi_row_bodies)
    } bodies;  // of each new row: filled in by the caller
    struct
    {
        IMPI_ARRAY(int32_t)
    } lanes;  // of each of them: block * IMPI_ROW_LANES + lane
    struct
    {
        IMPI_ARRAY(impi_span)
    } spans;  // of all places
    struct
    {
        IMPI_ARRAY(impi_colour)
    } colours;  // of each span, those of all rounds
    struct
    {
        IMPI_ARRAY(impi_lane_block)
    } blocks;
    struct
    {
        IMPI_ARRAY(int32_t)
    } order;  // blocks by span, by colour, and by number
    struct
    {
        IMPI_ARRAY(uint32_t)
    } taken;  // by round that is kept, and by place: its colours
    struct
    {
        IMPI_ARRAY(int32_t)
    } span_of;  // each place
    struct
    {
        IMPI_ARRAY(int32_t)
    } waiting;  // scratch: rows without a colour; rows by place; fill of colours
    int32_t places;
    bool whole;     // all places are one span
    struct
    {
        IMPI_ARRAY(impi_tie)
    } ties;         // filled in by the caller
    bool retied;    // since spans were found
    int32_t rounds;
    int32_t added;  // rows since the last recolouring
} impi_colours;

/// Reserves memory for so many new rows, among so many places; needed before the calls that give lanes, and after ties
/// have been filled in. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places);

/// Recolours: gives each row of c->bodies a lane, and there are no others. Cannot fail.
void impi_colours_find(impi_colours* c, int32_t places);

/// Bound of the blocks after impi_colours_add of so many rows: each begins with a row, and each colour of a span has at
/// most one that is not full.
int64_t impi_colours_most_blocks(const impi_colours* c, int64_t rows);

/// Gives each row of c->bodies a lane, beside those that have one. Returns false when one of them finds no colour; then
/// only impi_colours_find is valid.
bool impi_colours_add(impi_colours* c);

/// Frees a row's lane, in rounds that are kept. rows are those of its block.
void impi_colours_drop(impi_colours* c, int32_t lane, const impi_row_bodies* rows);

/// Starts from empty blocks, whose colours the caller has filled in.
void impi_colours_begin(impi_colours* c, int32_t places);

/// Gives a row the lane that it had. Returns false if that is not possible.
bool impi_colours_put(impi_colours* c, int32_t lane, impi_row_bodies row);

/// Ends the calls of impi_colours_put.
void impi_colours_end(impi_colours* c);

/// Counts rows with lanes, and colours with rows.
void impi_colours_count(const impi_colours* c, int32_t* rows, int32_t* colours);

/// Whether the rows of so many rounds can be added and removed one by one.
static inline bool impi_colours_kept(const impi_colours* c)
{
    return c->rounds <= IMPI_KEPT_ROUNDS;
}

/// Whether a fifth of the lanes of so many blocks are holes, with so many rows.
static inline bool impi_colours_hollow(int64_t blocks, int64_t rows, int64_t rounds)
{
    return blocks > 5 * rows / (4 * IMPI_ROW_LANES) + IMPI_ROUND_COLOURS * rounds;
}

/// Whether so many rows have been added that neighbours in lanes are no longer neighbours in memory.
static inline bool impi_colours_mixed(const impi_colours* c, int64_t rows)
{
    return c->added > rows / IMPI_MIXED_PART + IMPI_ROW_LANES * IMPI_ROW_LANES;
}

void impi_colours_free(impi_colours* c, const imp_allocator* allocator);

#endif
