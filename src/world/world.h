// SPDX-License-Identifier: MIT
//
// What worlds of all dimensions share: constants, and what has no dimension.
//
// Memory is made room for before anything is changed, so that a step which runs out of it has not begun.

#ifndef IMPI_WORLD_H
#define IMPI_WORLD_H

#include "../base/bits.h"
#include "../base/id.h"
#include "../base/sort.h"
#include "impinge/world.h"

/// What lasts of the solver: lanes are what rows of awake contacts have without being coloured anew; built rows hold
/// depths and impulses, too.
enum
{
    IMPI_BUILT_NOTHING,
    IMPI_BUILT_LANES,
    IMPI_BUILT_ROWS
};

/// What has changed since: how bodies stand that do not move, which costs time alone; what rows are made of; lanes.
enum
{
    IMPI_STALE_NOTHING,
    IMPI_STALE_SIMS,
    IMPI_STALE_ROWS,
    IMPI_STALE_LANES
};

enum
{
    IMPI_MOVED = 1 << 16,
    IMPI_ARRIVED = 1 << 17,  // no step has looked at it where it stands now
    IMPI_NEW = 1 << 18       // there has been no step since it was made
};

enum
{
    IMPI_FEW_PARTS = 4
};

/// Who of a contact lets through what does not come from its side, and that it lets all through, as it was told to.
enum
{
    IMPI_ONE_WAY_A = 1,
    IMPI_ONE_WAY_B = 2,
    IMPI_ONE_WAY_DROPPED = 4,
    IMPI_ONE_WAY_PASSING = 8,  // they are in each other, and it does not hold until they are not
    IMPI_ONE_WAY_HOLDING = 16  // it held when it was decided last
};

/// What becomes of a manifold of such a contact.
enum
{
    IMPI_SIDE_APART = 0,  // nothing, as they do not touch yet
    IMPI_SIDE_INSIDE,     // they are in each other, and pass
    IMPI_SIDE_HELD,       // it is solved
    IMPI_SIDE_COUNT
};

typedef struct impi_touch_list
{
    IMPI_ARRAY(imp_touch)
} impi_touch_list;

enum
{
    IMPI_PATH_TREE_LEVELS = 12
};

enum
{
    IMPI_SUB_STEPS_MIN = 4,
    IMPI_SUB_STEPS_MAX = 64,
    IMPI_SUB_STEPS_HERTZ = 240,
    IMPI_HITS = 32,
    IMPI_HITS_MAX = 1 << 16,
    IMPI_KIND_MAX = 65535,  // of materials
    IMPI_AHEAD = 8,         // contacts, as long as memory takes
    IMPI_BODIES_OF_JOB = 256,
    IMPI_BLOCKS_OF_JOB = 16,
    IMPI_WORD = 32  // bits
};

/// Of the unit: gaps and steps of so much are none (law 8).
#define IMPI_FLUSH 0.00125f

#define IMPI_FAST 0.5f   // what moves by so much of its inner thickness in a step may pass through something
#define IMPI_SOFT 0.75f  // of both thicknesses, where both give way

#define IMPI_HELD 0.05f    // [length units / s]: what is swept, and comes slower to something, is held by its contact
#define IMPI_SPRINGY 0.7f  // restitution: what keeps half of its energy

static inline bool impi_is_springy(float restitution)
{
    return restitution >= IMPI_SPRINGY;
}

/// Things are gone through in jobs of a size: the first that does not belong to one any more.
static inline int32_t impi_end_of_job(int32_t job, int32_t size, int32_t count)
{
    return count - job * size < size ? count : (job + 1) * size;
}

static inline int32_t impi_jobs_of_bodies(int32_t count)
{
    return (count + IMPI_BODIES_OF_JOB - 1) / IMPI_BODIES_OF_JOB;
}

/// What has come of the bodies of a job as their motions ended.
typedef struct impi_finished
{
    int32_t boxes;   // how many have changed; then, behind how many others they stand
    bool kinematic;  // some are of kinematic bodies
    bool frozen;     // one has left the numbers
} impi_finished;

#endif
