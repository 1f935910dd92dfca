// SPDX-License-Identifier: MIT
//
// character_world.inl, for the plane.

#include "../../broad/index2.h"
#include "../../motion/character_walk2.h"
#include "impinge/world_character2.h"
#include "../contact/contact2.h"

#include <math.h>
#include <stddef.h>

#include "../../math/dim2.h"

#include "character_world.inl"

#include "../../math/dim_end.h"
