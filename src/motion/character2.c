// SPDX-License-Identifier: MIT
//
// character.inl, for the plane.

#include "character_walk2.h"
#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "along2.h"
#include "../shape/extent2.h"
#include "../shape/shape2.h"

#include <math.h>
#include <stddef.h>

#include "../math/dim2.h"

#include "character.inl"

#include "../math/dim_end.h"
