// SPDX-License-Identifier: MIT
//
// character.inl, for space.

#include "character_walk3.h"
#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "along3.h"
#include "../shape/extent3.h"
#include "../shape/shape3.h"

#include <math.h>
#include <stddef.h>

#include "../math/dim3.h"

#include "character.inl"

#include "../math/dim_end.h"
