// SPDX-License-Identifier: MIT
//
// solids.inl, for space.

#include "particle3.h"

#include "../math/check.h"
#include "../motion/surface.h"

#include <math.h>

#include "../math/dim3.h"

#include "solids.inl"

#include "../math/dim_end.h"
