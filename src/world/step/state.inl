// SPDX-License-Identifier: MIT
//
// Scratch of a step, and its events.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

/// Scratch of particles in a world: colliders that are near them, as solids.
typedef struct ParticleMemory
{
    struct
    {
        IMPI_ARRAY(uint64_t)
    } keys, spare;  // bodies and their colliders
    struct
    {
        IMPI_ARRAY(Solid)
    } solids;
    struct
    {
        IMPI_ARRAY(Compound)
    } compounds;
} ParticleMemory;

/// Scratch of a step: bodies that have moved, islands that may sleep.
typedef struct StepMemory
{
    struct
    {
        IMPI_ARRAY(uint32_t)
    } moved;  // a bit for each mover: its rest pose has changed
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
    ParticleMemory particles;
    bool stepping;        // a part has begun, and has lacked the memory to end
    int32_t part, parts;  // of a step: which one, and how many
} StepMemory;

/// The events of the last step.
typedef struct WorldEvents
{
    impi_touch_list begun_touches, ended_touches, entered, left;
    struct
    {
        IMPI_ARRAY(Impact)
    } impacts;
} WorldEvents;
