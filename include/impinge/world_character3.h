// SPDX-License-Identifier: MIT
//
// A character (character3.h) in a world of space.

#ifndef IMPINGE_WORLD_CHARACTER3_H
#define IMPINGE_WORLD_CHARACTER3_H

#include "character3.h"
#include "world_query3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Input of a character in a world; all zero: stand, among everything but sensors.
typedef struct imp3_world_walk
{
    imp3_character_input input;
    imp_world_query query;  ///< selects colliders; any and max_distance are ignored, and so is def->filter. A body that
                            ///< stands for the character in the world belongs into exclude_body
    const imp3_character_hooks* hooks;  ///< or null. Obstacles are colliders: id is the handle's. They may read the
                                        ///< world; calls that change it answer IMP_ERR_BUSY
} imp3_world_walk;

/// Moves a character among the colliders of a world. Call it before imp3_world_step, with the same time: moving
/// colliders are hit where they will be. Dynamic bodies get the character's impulses, and wake; the character itself is
/// no body, so nothing else in the world collides with it. The surface_velocity of a collider carries it.
///
/// walk      null for a zeroed one
/// returns   those of imp3_character_move, IMP_ERR_BUSY, IMP_ERR_HANDLE (walk->query.exclude_body)
/// exact     as imp3_character_move; where nothing is pushed, the same bits as with an index of the same obstacles
/// cost      as imp3_character_move
IMP_API imp_status imp3_world_move_character(imp3_world* world, imp3_character* character,
                                             const imp3_character_def* def, const imp3_world_walk* walk, float time,
                                             imp3_character_report* report);

#ifdef __cplusplus
}
#endif

#endif
