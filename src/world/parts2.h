// SPDX-License-Identifier: MIT
//
// The headers of other rooms, and those without a dimension, that a world of the plane is made of.

#ifndef IMP2I_PARTS_H
#define IMP2I_PARTS_H

#include "../broad/index.h"
#include "../math/check.h"
#include "../motion/colours.h"
#include "../motion/joint_net2.h"
#include "../motion/joint_tree2.h"
#include "../motion/rows2.h"
#include "../motion/surface.h"
#include "../motion/sweep_many2.h"
#include "../motion/event_queue.h"
#include "../narrow/compound_pair2.h"
#include "../narrow/contact_id2.h"
#include "../shape/bulk2.h"
#include "../shape/kept2.h"
#include "contact/contact_list.h"
#include "impinge/joint2.h"
#include "impinge/particles2.h"
#include "impinge/world2.h"
#include "world.h"

enum
{
    IMP2I_JOINT_AXES = IMP2_AXIS_COUNT,
    IMP2I_JOINT_ROWS = IMP2I_TREE_ROWS
};

enum
{
    IMP2I_LOCKS = IMP2_LOCK_X | IMP2_LOCK_Y | IMP2_LOCK_ROTATION
};

/// The impulse of an explosion for each metre of what it meets.
static inline float imp2i_explosion_strength(const imp2_explosion* e)
{
    return e->impulse_per_length;
}

/// The surface velocity of a collider: none, as the tangent speed of its material is one.
static inline imp2_vec imp2i_belt_of(const imp2_collider_def* def)
{
    (void)def;
    return imp2i_vec_none();
}

static inline void imp2i_belt_tell(imp2_collider_def* def, imp2_vec belt)
{
    (void)def;
    (void)belt;
}

/// Regions of the plane have no distance fields.
static inline bool imp2i_have_fields(const imp2_compound* a, const imp2_compound* b)
{
    (void)a;
    (void)b;
    return false;
}

typedef struct imp2i_recorder imp2i_recorder;
typedef struct imp2i_bend imp2i_bend;

#endif
