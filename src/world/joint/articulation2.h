// SPDX-License-Identifier: MIT
//
// articulation_interface.inl, for the plane.

#ifndef IMP2I_ARTICULATION_H
#define IMP2I_ARTICULATION_H

#include "articulation_turn2.h"
#include "impinge/articulation2.h"

#include "../../math/dim2.h"

#include "articulation_interface.inl"

#include "../../math/dim_end.h"

#endif
