// SPDX-License-Identifier: MIT
//
// The headers of other rooms, and those without a dimension, that a world of space is made of.

#ifndef IMP3I_PARTS_H
#define IMP3I_PARTS_H

#include "../broad/index.h"
#include "../math/check.h"
#include "../motion/colours.h"
#include "../motion/joint_net3.h"
#include "../motion/joint_tree3.h"
#include "../motion/rows3.h"
#include "../motion/surface.h"
#include "../motion/sweep_many3.h"
#include "../motion/event_queue.h"
#include "../narrow/compound_pair3.h"
#include "../narrow/contact_id3.h"
#include "../narrow/field3.h"
#include "../shape/bulk3.h"
#include "../shape/kept3.h"
#include "contact/contact_list.h"
#include "impinge/joint3.h"
#include "impinge/particles3.h"
#include "impinge/world3.h"
#include "world.h"

enum
{
    IMP3I_JOINT_AXES = IMP3_AXIS_COUNT,
    IMP3I_JOINT_ROWS = IMP3I_TREE_ROWS
};

enum
{
    IMP3I_LOCKS = IMP3_LOCK_X | IMP3_LOCK_Y | IMP3_LOCK_Z | IMP3_LOCK_ROTATION
};

/// The impulse of an explosion for each square metre of what it meets.
static inline float imp3i_explosion_strength(const imp3_explosion* e)
{
    return e->impulse_per_area;
}

/// The surface velocity of a collider, in its body's frame.
static inline imp3_vec imp3i_belt_of(const imp3_collider_def* def)
{
    return def->surface_velocity;
}

static inline void imp3i_belt_tell(imp3_collider_def* def, imp3_vec belt)
{
    def->surface_velocity = belt;
}

typedef struct imp3i_recorder imp3i_recorder;
typedef struct imp3i_bend imp3i_bend;

#endif
