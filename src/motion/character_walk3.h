// SPDX-License-Identifier: MIT
//
// character_walk_interface.inl, for space.

#ifndef IMP3I_CHARACTER_WALK_H
#define IMP3I_CHARACTER_WALK_H

#include "obstacles3.h"

#include "../math/dim3.h"

#include "character_walk_interface.inl"

#include "../math/dim_end.h"

#endif
