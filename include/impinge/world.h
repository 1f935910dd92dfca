// SPDX-License-Identifier: MIT
//
// What worlds of the plane (world2.h) and of space have in common.

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

/// A shape that a body wears; zero is none.
typedef struct imp_collider
{
    uint64_t id;  ///< below 2^53
} imp_collider;

/// What moves a body.
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

/// What has happened in the last step, in the memory of the world: good until its next step. The order depends on the
/// calls alone. What did not touch before, and has both begun and ended, came and went within the step; so did what has
/// both entered and left. Where bodies or colliders are made or removed meanwhile, what was told stays as it was told.
typedef struct imp_touch_events
{
    const imp_touch* begun;
    const imp_touch* ended;
    const imp_touch* entered;  ///< a is a sensor that b has entered, as the step began
    const imp_touch* left;     ///< a is a sensor that b has left
    int32_t begun_count, ended_count, entered_count, left_count;
} imp_touch_events;

/// What else is said of a body that has moved.
enum
{
    IMP_MOVE_WOKE = 1,    ///< it was asleep before the step
    IMP_MOVE_SLEPT = 2,   ///< it has fallen asleep
    IMP_MOVE_FROZEN = 4,  ///< its numbers would have left the range: it is where it was, without velocity
    IMP_MOVE_SPENT = 8    ///< it was hit as often as it may be in a step, or ran into what was: it is where it was hit
                          ///< last, or where something kinematic has taken it from there; impulses still change its
                          ///< velocity
};

/// What a step does, in this order.
enum
{
    IMP_STAGE_PAIRS = 0,       ///< contacts of boxes that begin to touch, and end
    IMP_STAGE_COLLIDE = 1,     ///< manifolds, and who is woken
    IMP_STAGE_COLOUR = 2,      ///< which of them can be solved at once
    IMP_STAGE_SOLVE = 3,       ///< forces and contacts, in sub-steps
    IMP_STAGE_CONTINUOUS = 4,  ///< what is fast meets what it would pass through
    IMP_STAGE_MOVE = 5,        ///< poses and boxes
    IMP_STAGE_SLEEP = 6,       ///< who falls asleep
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

/// What a question to a world is about; all zero for every collider but sensors, however far away.
typedef struct imp_world_query
{
    imp_filter filter;      ///< colliders whose filters agree with it
    imp_body exclude_body;  ///< a body whose colliders do not count; zero for none
    bool sensors;           ///< sensors count, too
    bool any;               ///< whichever are found soonest will do, and no more than there is room for
    float max_distance;     ///< of what is nearest: how far to look [m]; 0 for any distance. Others do not look at it
} imp_world_query;

#ifdef __cplusplus
}
#endif

#endif
