// SPDX-License-Identifier: MIT
//
// solids.inl, for the plane.

#include "particle2.h"

#include "../math/check.h"
#include "../motion/surface.h"

#include <math.h>

#include "../math/dim2.h"

#include "solids.inl"

#include "../math/dim_end.h"
