// SPDX-License-Identifier: MIT
//
// character_time.inl, in the plane.

#include "motion/stage2.h"

#include <math.h>
#include <stdlib.h>

#define TEST_NAME "character2"

#include "motion/character_time.inl"
