// SPDX-License-Identifier: MIT
//
// Shared by worlds of all dimensions: constants, and types without one.
//
// Memory is reserved before anything is changed, so that a step which runs out of it has not begun.

#ifndef IMPI_WORLD_H
#define IMPI_WORLD_H

#include "../base/bits.h"
#include "../base/id.h"
#include "../base/sort.h"
#include "impinge/world.h"

/// Parts of the solver that last between steps: lanes, so that rows of awake contacts are not coloured anew; built rows
/// hold depths and impulses, too.
enum
{
    IMPI_BUILT_NOTHING,
    IMPI_BUILT_LANES,
    IMPI_BUILT_ROWS
};

/// Changes since the last step: sims of bodies that do not move, which costs time alone; the data of rows; lanes.
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
    IMPI_ARRIVED = 1 << 17,  // no step has collided it at this pose
    IMPI_NEW = 1 << 18       // there has been no step since it was made
};

enum
{
    IMPI_FEW_PARTS = 4
};

/// One-way state of a contact: which colliders are one-way, and whether they let the other one through.
enum
{
    IMPI_ONE_WAY_A = 1,
    IMPI_ONE_WAY_B = 2,
    IMPI_ONE_WAY_DROPPED = 4,
    IMPI_ONE_WAY_PASSING = 8,  // they overlap, and it passes until they do not
    IMPI_ONE_WAY_HOLDING = 16  // it was held when it was decided last
};

/// One-way state of a manifold.
enum
{
    IMPI_SIDE_APART = 0,  // no overlap yet
    IMPI_SIDE_INSIDE,     // they overlap, and pass
    IMPI_SIDE_HELD,       // it is solved
    IMPI_SIDE_COUNT
};

/// Events of rows: the manifold has expired, a touch has begun, points have closed fast.
typedef enum impi_row_event
{
    IMPI_ROW_EXPIRED,
    IMPI_ROW_BEGUN,
    IMPI_ROW_FAST
} impi_row_event;

typedef struct impi_touch_list
{
    IMPI_ARRAY(imp_touch)
} impi_touch_list;

/// Bodies whose times of impact a body has to find.
enum
{
    IMPI_LOOKS_FIXED = 1,  // static and kinematic
    IMPI_LOOKS_OTHERS = 2  // dynamic
};

enum
{
    IMPI_SNAPSHOT_VERSION = 17,
    IMPI_RECORD_VERSION = 3,
    IMPI_RECORD_HEAD = 8,  // bytes
    IMPI_CALL_HEAD = 8     // bytes: how many words of the call follow, and how many bytes of a snapshot after them
};

enum
{
    IMPI_PATH_FANOUT = 8,  // of nodes in the tree of path bounds
    IMPI_PATH_TREE_LEVELS = 12,
    IMPI_BESIDE_MOST = 64,     // colliders beside one that are considered; any further ones are ignored
    IMPI_LIFT_PLANES_MOST = 8  // planes beyond which a body is lifted
};

enum
{
    IMPI_SUB_STEPS_MIN = 4,
    IMPI_SUB_STEPS_MAX = 64,
    IMPI_SUB_STEPS_HERTZ = 240,
    IMPI_HITS = 32,
    IMPI_HITS_MAX = 1 << 16,
    IMPI_AHEAD = 8,  // contacts that are prefetched, as long as memory takes
    IMPI_BODIES_OF_JOB = 256,
    IMPI_BLOCKS_OF_JOB = 16,
    IMPI_WORD = 32  // bits
};

/// [length units]: gaps and steps up to this are none (law 8).
#define IMPI_FLUSH 0.00125f

#define IMPI_FAST 0.5f   // of its inner thickness: a body that moves further in a step may tunnel
#define IMPI_SOFT 0.75f  // of both thicknesses, for two dynamic bodies

#define IMPI_HELD 0.05f    // [length units / s]: a swept body that closes slower is held by its contact
#define IMPI_SPRINGY 0.7f  // restitution that keeps half of the energy

static inline bool impi_is_springy(float restitution)
{
    return restitution >= IMPI_SPRINGY;
}

/// The end of a job, when things are split into jobs of a size.
static inline int32_t impi_end_of_job(int32_t job, int32_t size, int32_t count)
{
    return count - job * size < size ? count : (job + 1) * size;
}

static inline int32_t impi_jobs_of_bodies(int32_t count)
{
    return (count + IMPI_BODIES_OF_JOB - 1) / IMPI_BODIES_OF_JOB;
}

/// The results of a job that finishes bodies.
typedef struct impi_finished
{
    int32_t boxes;   // how many have changed; then, the index of the first
    bool kinematic;  // some are of kinematic bodies
    bool frozen;     // a body has left the range of numbers
} impi_finished;

#endif
