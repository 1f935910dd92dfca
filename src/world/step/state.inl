// SPDX-License-Identifier: MIT
//
// The memory of a step, and what it tells.

#ifndef AXES
#include "../../math/dim2.h"
#endif

/// Of a step: what has moved, islands that may sleep.
typedef struct StepMemory
{
    struct
    {
        IMPI_ARRAY(uint32_t)
    } moved;  // a bit for each mover: it does not rest where it did before the step
    struct
    {
        IMPI_ARRAY(impi_finished)
    } finished;  // by job
    struct
    {
        IMPI_ARRAY(int32_t)
    } islands;
    struct
    {
        IMPI_ARRAY(int32_t)
    } moved_numbers;
    struct
    {
        IMPI_ARRAY(Box)
    } moved_boxes;
    bool stepping;  // a step has begun and has not yet had the memory to end
} StepMemory;

/// What the last step tells.
typedef struct WorldEvents
{
    impi_touch_list begun_touches, ended_touches, entered, left;
    struct
    {
        IMPI_ARRAY(Impact)
    } impacts;
} WorldEvents;
