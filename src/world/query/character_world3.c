// SPDX-License-Identifier: MIT
//
// character_world.inl, for space.

#include "../../broad/index3.h"
#include "../../motion/character_walk3.h"
#include "impinge/world_character3.h"
#include "../contact/contact3.h"

#include <math.h>
#include <stddef.h>

#include "../../math/dim3.h"

#include "character_world.inl"

#include "../../math/dim_end.h"
