// SPDX-License-Identifier: MIT
//
// Colours: rows of one colour have no moving body in common, so that they can be solved in any order, many at once.
//
// Each row gets the lowest colour that neither of its bodies has yet; a row between a moving body and one that is not
// moved by it gets the highest, so that it is solved last and has the last word: the ground counts for more than what
// lies on it. Thirty-two colours make a round, one bit each; rows that find none wait for the next round.
//
//     row -> colour -> the lowest lane that is free in the blocks of that colour and span, which lie anywhere   `order`
//
// Spans are ranges of places that no row leaves: houses that stand apart, piles that were made one after the other. A
// span can be solved through all sub-steps before the next one is begun, from the nearer caches, or by another thread,
// and the bits are the same. Ranges are put together until they are worth it. They follow from the rows that have
// lanes, so they need not be kept.
//
// Rows keep their lanes. Those that end leave holes, which those that begin fill, by the same rule as if all were
// coloured anew. Which colour a row has depends on all that has happened since that was done, and decides the bits of
// what is solved; holes and how many rows have been added decide when it is done again. So whoever keeps rows keeps
// their lanes, the colours of blocks, and that number. Where there are more rounds than one, nothing can be put in or
// taken out: rows that change are coloured anew.
//
// Coloured anew, rows that are neighbours in lanes are so in the order of contacts, and mostly in memory. What is added
// is not: after many, passes were slower by a third, and half of the lanes were holes. So all are coloured anew when an
// eighth has been added, which where contacts always change is every few steps.
//
// Tried before: colours found anew whenever a row began or ended. Where something always does, that and to bring back
// what rows had was a tenth of a step.

#ifndef IMPI_COLOURS_H
#define IMPI_COLOURS_H

#include "../base/array.h"

enum
{
    IMPI_ROW_LANES = 16,  // rows of a colour come in blocks of so many, whatever the width of lanes
    IMPI_ALL_LANES = (1 << IMPI_ROW_LANES) - 1,
    IMPI_ROUND_COLOURS = 32,
    IMPI_MIXED_PART = 2,  // tried: 3, 4 and 8, which differ little but where much begins and ends: 8 % of a spinner
    IMPI_SPAN = 2048      // rows and places: half a megabyte
};

/// A row's bodies: places of theirs, or the complement of one (~place) that the row does not move. Not both.
typedef struct impi_row_bodies
{
    int32_t a, b;
} impi_row_bodies;

/// A colour: so many of `order`.
typedef struct impi_colour
{
    int32_t first, count;
} impi_colour;

/// A range of places that no row leaves, and where its colours begin.
typedef struct impi_span
{
    int32_t first, count;
    int32_t colours, blocks;
} impi_span;

/// A block of lanes, and bits of those that rows have, whose places go from low to high. Without rows: of the span of
/// place low.
typedef struct impi_lane_block
{
    int32_t colour;
    uint32_t given;
    int32_t low, high;
} impi_lane_block;

/// Place 0 is nobody's.
static inline int32_t impi_place_of(int32_t body)
{
    return body >= 0 ? body : ~body;
}

/// Gives a row a lane of a block that is free.
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
    } bodies;  // of each row that is to have a lane: filled in by the caller
    struct
    {
        IMPI_ARRAY(int32_t)
    } lanes;  // where each of them is put: block * IMPI_ROW_LANES + lane
    struct
    {
        IMPI_ARRAY(impi_span)
    } spans;  // of all places
    struct
    {
        IMPI_ARRAY(impi_colour)
    } colours;  // of each span, as many as there are in all rounds
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
    } taken;  // by place: colours of the last round that it has
    struct
    {
        IMPI_ARRAY(int32_t)
    } span_of;  // each place
    struct
    {
        IMPI_ARRAY(int32_t)
    } waiting;  // scratch: rows without a colour; rows by place; where colours are filled
    int32_t places;
    int32_t rounds;
    int32_t added;  // rows since all were coloured anew
} impi_colours;

/// Room for so many rows that are to have lanes, among so many places; needed before the calls that give them. Returns
/// IMP_OK or IMP_ERR_MEMORY.
imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places);

/// Gives each row of c->bodies a lane, and there are no others. Cannot fail.
void impi_colours_find(impi_colours* c, int32_t places);

/// Most blocks that there are after impi_colours_add of so many rows: each begins with a row, and each colour of a span
/// has one at most that is not full.
int64_t impi_colours_most_blocks(const impi_colours* c, int64_t rows);

/// Gives each row of c->bodies a lane, beside those that have one. Returns false when one of them finds no colour; then
/// nothing but impi_colours_find goes on from there.
bool impi_colours_add(impi_colours* c);

/// A row has its lane no more, one of a block of which these are all rows. There is one round.
void impi_colours_drop(impi_colours* c, int32_t lane, const impi_row_bodies* rows);

/// Blocks without rows, whose colours the caller has filled in, are all that there are.
void impi_colours_begin(impi_colours* c, int32_t places);

/// Gives a row a lane that it had. Returns false if it cannot have it.
bool impi_colours_put(impi_colours* c, int32_t lane, impi_row_bodies row);

/// All have been given theirs.
void impi_colours_end(impi_colours* c);

/// How many rows have lanes, and how many colours have rows.
void impi_colours_count(const impi_colours* c, int32_t* rows, int32_t* colours);

/// Whether so many blocks are too many for so many rows: a fifth of their lanes are holes.
static inline bool impi_colours_hollow(int64_t blocks, int64_t rows)
{
    return blocks > 5 * rows / (4 * IMPI_ROW_LANES) + IMPI_ROUND_COLOURS;
}

/// Whether so many rows have been added that neighbours in lanes are not neighbours in memory any more.
static inline bool impi_colours_mixed(const impi_colours* c, int64_t rows)
{
    return c->added > rows / IMPI_MIXED_PART + IMPI_ROW_LANES * IMPI_ROW_LANES;
}

void impi_colours_free(impi_colours* c, const imp_allocator* allocator);

#endif
