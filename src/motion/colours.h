// SPDX-License-Identifier: MIT
//
// Colours: rows of one colour have no moving body in common, so that they can be solved in any order, many at once.
//
// The colours depend on the rows and their order alone, not on what was before: nothing of them need be kept. Each row
// gets the lowest colour that neither of its bodies has yet; a row between a moving body and one that is not moved by
// it gets the highest, so that it is solved last and has the last word: the ground counts for more than what lies on
// it. Thirty-two colours make a round, one bit each; rows that find none wait for the next round.
//
// Tried elsewhere and not here: colours kept from step to step, with a set of bodies each. They cost less when nothing
// changes, and depend on all that ever happened.

#ifndef IMPI_COLOURS_H
#define IMPI_COLOURS_H

#include "../base/array.h"

enum
{
    IMPI_ROW_LANES = 16,  // rows of a colour come in blocks of so many, whatever the width of lanes
    IMPI_ROUND_COLOURS = 32
};

/// A row's bodies: places of theirs, or the complement of one (~place) that the row does not move. Not both.
typedef struct impi_row_bodies
{
    int32_t a, b;
} impi_row_bodies;

/// A colour: blocks that follow each other, the last one with less than all lanes.
typedef struct impi_colour
{
    int32_t first_block, rows;
} impi_colour;

typedef struct impi_colours
{
    struct
    {
        IMPI_ARRAY(impi_row_bodies)
    } bodies;  // of each row: filled in by the caller
    struct
    {
        IMPI_ARRAY(int32_t)
    } lanes;  // where each row is put: block * IMPI_ROW_LANES + lane
    struct
    {
        IMPI_ARRAY(impi_colour)
    } colours;
    struct
    {
        IMPI_ARRAY(uint32_t)
    } taken;  // scratch, by place: colours of the round that it has
    struct
    {
        IMPI_ARRAY(int32_t)
    } waiting;  // scratch: rows without a colour
    int32_t block_count;
} impi_colours;

/// Room for so many rows among so many places; needed before impi_colours_find. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_colours_reserve(impi_colours* c, const imp_allocator* allocator, int64_t rows, int64_t places);

/// Gives each row of c->bodies a lane. Cannot fail.
void impi_colours_find(impi_colours* c, int32_t places);

void impi_colours_free(impi_colours* c, const imp_allocator* allocator);

#endif
