// SPDX-License-Identifier: MIT
//
// The world of space, for the files of this room.
//
//     handles -> slots in pools -> bodies, colliders      collider <-> number in the index
//
//     contacts: records in slots, and two sorted lists of them, of the awake and of the sleeping ones
//
// A step (step/), each stage a sub-room:
//
//     boxes -> pairs -> contacts -> manifolds -> constraints -> velocities -> times of impact -> poses -> boxes, events

#ifndef IMP3I_WORLD_H
#define IMP3I_WORLD_H

#include "parts3.h"

#include "../math/dim3.h"

#include "body/state.inl"
#include "joint/state.inl"
#include "contact/state.inl"
#include "solver/state.inl"
#include "continuous/state.inl"
#include "step/state.inl"

#include "world.inl"

#include "../math/dim_end.h"

#endif
