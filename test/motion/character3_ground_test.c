// SPDX-License-Identifier: MIT
//
// character_ground.inl, in space.

#include "motion/stage3.h"

#include <math.h>
#include <stdlib.h>

#define TEST_NAME "character3"

#include "motion/character_ground.inl"
