// SPDX-License-Identifier: MIT
//
// A character (character2.h) in a world of the plane.

#ifndef IMPINGE_WORLD_CHARACTER2_H
#define IMPINGE_WORLD_CHARACTER2_H

#include "character2.h"
#include "world_query2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Input of a character in a world; all zero: stand, among everything but sensors.
typedef struct imp2_world_walk
{
    imp2_character_input input;
    imp_world_query query;  ///< selects colliders; any and max_distance are ignored, and so is def->filter. A body that
                            ///< stands for the character in the world belongs into exclude_body
    const imp2_character_hooks* hooks;  ///< or null. Obstacles are colliders: id is the handle's. They may read the
                                        ///< world; calls that change it answer IMP_ERR_BUSY
} imp2_world_walk;

/// Moves a character among the colliders of a world. Call it before imp2_world_step, with the same time: moving
/// colliders are hit where they will be. Dynamic bodies get the character's impulses, and wake; the character itself is
/// no body, so nothing else in the world collides with it.
///
/// walk      null for a zeroed one
/// returns   those of imp2_character_move, IMP_ERR_BUSY, IMP_ERR_HANDLE (walk->query.exclude_body)
/// exact     as imp2_character_move; where nothing is pushed, the same bits as with an index of the same obstacles
/// cost      as imp2_character_move
IMP_API imp_status imp2_world_move_character(imp2_world* world, imp2_character* character,
                                             const imp2_character_def* def, const imp2_world_walk* walk, float time,
                                             imp2_character_report* report);

#ifdef __cplusplus
}
#endif

#endif
