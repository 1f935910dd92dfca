// SPDX-License-Identifier: MIT
//
// Lanes of constraints (rows2.h), and the memory of the solver.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

/// The manifold that a lane solves.
typedef struct Lane
{
    int32_t contact, cache;  // slots: -1 for an empty lane; -1 for the contact's own cache
    impi_row_bodies bodies;
    float deep;  // of the contact, once the lane has been set
} Lane;

/// Changes of a block of rows, bits by lane.
typedef struct BlockEvents
{
    uint32_t moved;  // to be set anew before the next pass
    uint32_t begun;  // touch begun in this step
    uint32_t fast;   // closed at impact_speed or more
    uint32_t swept;  // may be left to the sweep (may_be_swept)
    bool springy;    // some of them bounce
    bool laden;      // a heavy body rests on a much lighter one
} BlockEvents;

/// A manifold as the pushes of a step see it (part_deep.inl).
typedef struct PushRow
{
    int32_t a, b;          // solver bodies
    Vec normal;            // from A to B
    Vec share_a, share_b;  // what they move by for each unit that they are pushed apart
    float wanted;          // to be pushed apart; or the gap that pushes may close, negative
    int32_t lane;
} PushRow;

/// The constraints of a step, and all that lasts to the next.
typedef struct SolverMemory
{
    const RowPasses* passes;  // for the widest SIMD lanes of this processor
    struct
    {
        IMPI_ARRAY(SolverBody)
    } bodies;
    struct
    {
        IMPI_ARRAY(BodyForce)
    } forces;  // of movers, as solver bodies
    struct
    {
        IMPI_ARRAY(Touch)
    } touches;  // of movers, as solver bodies, in worlds with trees of joints
    struct
    {
        IMPI_ARRAY(RowTies)
    } ties;  // by block, likewise
    struct
    {
        IMPI_ARRAY(uint32_t)
    } marked;                // scratch: a bit for each contact, by slot
    impi_row_step row_step;  // of this step, or the last one
    int32_t sub_step_count;
    bool laden;             // in the last step a heavy body rested on a much lighter one
    float sub_step_before;  // length of a sub-step of the last step; 0 if there was none [s]
    impi_colours colours;
    struct
    {
        IMPI_ARRAY(Lane)
    } new_lanes, lanes;  // of rows without a lane yet, in the order of contacts; and by lane
    struct
    {
        IMPI_ARRAY(Rows)
    } rows;
    struct
    {
        IMPI_ARRAY(BlockEvents)
    } block_events;
    int32_t row_count, colour_count;  // of the last step
    struct
    {
        IMPI_ARRAY(Vec)
    } pushes;  // scratch: of movers that lie deep in others, as solver bodies
    struct
    {
        IMPI_ARRAY(PushRow)
    } push_rows;  // scratch
    struct
    {
        IMPI_ARRAY(int32_t)
    } push_lists;  // scratch: starts of lists of them, by solver body
} SolverMemory;
