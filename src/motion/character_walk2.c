// SPDX-License-Identifier: MIT
//
// character_walk.inl, for the plane.

#include "character_walk2.h"
#include "../math/check.h"
#include "along2.h"

#include <math.h>

#include "../math/dim2.h"

#include "character_walk.inl"

#include "../math/dim_end.h"
