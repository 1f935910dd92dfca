// SPDX-License-Identifier: MIT
//
// character_walk.inl, for space.

#include "character_walk3.h"
#include "../math/check.h"
#include "along3.h"

#include <math.h>

#include "../math/dim3.h"

#include "character_walk.inl"

#include "../math/dim_end.h"
