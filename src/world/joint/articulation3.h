// SPDX-License-Identifier: MIT
//
// articulation_interface.inl, for space.

#ifndef IMP3I_ARTICULATION_H
#define IMP3I_ARTICULATION_H

#include "articulation_turn3.h"
#include "impinge/articulation3.h"

#include "../../math/dim3.h"

#include "articulation_interface.inl"

#include "../../math/dim_end.h"

#endif
