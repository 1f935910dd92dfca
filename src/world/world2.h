// SPDX-License-Identifier: MIT
//
// The world of the plane, for the files of this room.
//
//     handles -> slots in pools -> bodies, colliders      collider <-> number in the index
//
//     contacts: records in slots, and two sorted lists of them, of the awake and of the sleeping ones
//
// A step (step/), each stage a sub-room:
//
//     boxes -> pairs -> contacts -> manifolds -> constraints -> velocities -> times of impact -> poses -> boxes, events

#ifndef IMP2I_WORLD_H
#define IMP2I_WORLD_H

#include "../broad/index.h"
#include "../math/check.h"
#include "../motion/rows2.h"
#include "../motion/surface.h"
#include "../motion/sweep_many2.h"
#include "../motion/event_queue.h"
#include "../narrow/compound_pair2.h"
#include "../narrow/quick2.h"
#include "contact/contact_list.h"
#include "impinge/world2.h"
#include "world.h"

typedef struct imp2i_recorder imp2i_recorder;

enum
{
    IMP2I_LOCKS = IMP2_LOCK_X | IMP2_LOCK_Y | IMP2_LOCK_ROTATION
};

#include "../math/dim2.h"

#include "body/state.inl"
#include "contact/state.inl"
#include "solver/state.inl"
#include "continuous/state.inl"
#include "step/state.inl"

#include "world.inl"

#include "../math/dim_end.h"

#endif
