// SPDX-License-Identifier: MIT
//
// first_hit.inl, for space.

#include "continuous3.h"
#include "lift_planes3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "first_hit.inl"

#include "../../math/dim_end.h"
