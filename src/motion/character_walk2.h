// SPDX-License-Identifier: MIT
//
// character_walk_interface.inl, for the plane.

#ifndef IMP2I_CHARACTER_WALK_H
#define IMP2I_CHARACTER_WALK_H

#include "obstacles2.h"

#include "../math/dim2.h"

#include "character_walk_interface.inl"

#include "../math/dim_end.h"

#endif
