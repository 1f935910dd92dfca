// SPDX-License-Identifier: MIT
//
// articulation_dynamics.inl, for the plane.

#include "articulation2.h"

#include "../../base/alloc.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "articulation_dynamics.inl"

#include "../../math/dim_end.h"
