// SPDX-License-Identifier: MIT
//
// What constraints are made of (rows2.h has them), and the memory of the solver.

#ifndef AXES
#include "../../math/dim2.h"
#endif

/// What a lane is of.
typedef struct Lane
{
    int32_t contact, cache;  // places, or -1: of none; and for the contact's own
    impi_row_bodies bodies;
} Lane;

/// What is new about a block of rows, bits by lane.
typedef struct BlockEvents
{
    uint32_t moved;  // to be set anew before the next pass
    uint32_t begun;  // touch now, and did not
    uint32_t fast;   // came together at impact_speed or more
    uint32_t swept;  // may hurry
    bool springy;    // some of them bounce
    bool laden;      // something heavy lies on what is much lighter
} BlockEvents;

/// Constraints of a step, and what of them lasts to the next.
typedef struct SolverMemory
{
    const RowPasses* passes;  // of the widest lanes that there are
    struct
    {
        IMPI_ARRAY(SolverBody)
    } bodies;
    struct
    {
        IMPI_ARRAY(BodyForce)
    } forces;  // of movers, by place
    struct
    {
        IMPI_ARRAY(uint32_t)
    } marked;                // scratch: a bit for each place of a contact
    impi_row_step row_step;  // of this step, or the last one
    int32_t sub_step_count;
    bool laden;             // in the last step something heavy lay on what is much lighter
    float sub_step_before;  // how long those of the last step were; 0 if there was none [s]
    impi_colours colours;
    struct
    {
        IMPI_ARRAY(Lane)
    } new_lanes, lanes;  // of rows that have none yet, in the order of contacts; and by lane
    struct
    {
        IMPI_ARRAY(Rows)
    } rows;
    struct
    {
        IMPI_ARRAY(BlockEvents)
    } block_events;
    int32_t row_count, colour_count;  // of the last step
} SolverMemory;
