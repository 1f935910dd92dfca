// SPDX-License-Identifier: MIT
//
// Types shared by worlds of the plane (world2.h) and of space.

#ifndef IMPINGE_WORLD_H
#define IMPINGE_WORLD_H

#include "broad.h"
#include "jobs.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A body of a world; zero is none. The handle of a body that is gone is refused for ever.
typedef struct imp_body
{
    uint64_t id;  ///< below 2^53
} imp_body;

/// A shape of a body; zero is none.
typedef struct imp_collider
{
    uint64_t id;  ///< below 2^53
} imp_collider;

/// Kinds of bodies, by what moves them.
enum
{
    IMP_BODY_STATIC = 0,  ///< nothing
    IMP_BODY_KINEMATIC,   ///< its velocity, which no contact changes
    IMP_BODY_DYNAMIC,     ///< forces and contacts
    IMP_BODY_KIND_COUNT
};

/// Two colliders that have begun to touch, or have ceased to. A collider that is gone ends what it has begun.
typedef struct imp_touch
{
    imp_collider a, b;
} imp_touch;

/// Touch events of the last step, in the memory of the world: good until its next step. The order depends on the calls
/// alone. A pair that did not touch before, and has both begun and ended, came and went within the step; so did one
/// that has both entered and left. Bodies or colliders that are made or removed meanwhile do not change the events.
typedef struct imp_touch_events
{
    const imp_touch* begun;
    const imp_touch* ended;
    const imp_touch* entered;  ///< a is a sensor that b has entered, as the step began
    const imp_touch* left;     ///< a is a sensor that b has left
    int32_t begun_count, ended_count, entered_count, left_count;
} imp_touch_events;

/// Flags of a move event.
enum
{
    IMP_MOVE_WOKE = 1,    ///< it was asleep before the step
    IMP_MOVE_SLEPT = 2,   ///< it has fallen asleep
    IMP_MOVE_FROZEN = 4,  ///< its numbers would have left the range: it is where it was, without velocity
    IMP_MOVE_SPENT = 8    ///< it had as many impacts as it may have in a step, or ran into a body that had: it is where
                          ///< it was hit last, or where a kinematic body has taken it from there; impulses still
                          ///< change its velocity
};

/// Stages of a step, in this order.
enum
{
    IMP_STAGE_PAIRS = 0,       ///< contacts of boxes that begin to touch, and end
    IMP_STAGE_COLLIDE = 1,     ///< manifolds (narrow phase), and wake-ups
    IMP_STAGE_COLOUR = 2,      ///< graph colouring of constraints
    IMP_STAGE_SOLVE = 3,       ///< forces and contacts, in sub-steps
    IMP_STAGE_CONTINUOUS = 4,  ///< continuous collision of fast bodies
    IMP_STAGE_MOVE = 5,        ///< poses and boxes
    IMP_STAGE_SLEEP = 6,       ///< islands that fall asleep
    IMP_STAGE_COUNT = 7
};

/// Figures of a world.
typedef struct imp_world_stats
{
    int32_t bodies, awake;         ///< bodies, and those that are not asleep and not static
    int32_t colliders, contacts;   ///< pairs of colliders whose boxes touch
    int32_t rows;                  ///< manifolds that the last step solved
    int32_t colours;               ///< groups of them
    float times[IMP_STAGE_COUNT];  ///< of the last step, by IMP_STAGE_...; 0 without a clock among the hooks [s]
} imp_world_stats;

/// Filter of a query of a world; all zero for every collider but sensors, at any distance.
typedef struct imp_world_query
{
    imp_filter filter;      ///< colliders whose filters agree with it
    imp_body exclude_body;  ///< a body whose colliders do not count; zero for none
    bool sensors;           ///< sensors count, too
    bool any;               ///< any results will do, and no more than there is room for
    float max_distance;     ///< of nearest colliders [m]; 0 for any distance. Other queries ignore it
} imp_world_query;

#ifdef __cplusplus
}
#endif

#endif
