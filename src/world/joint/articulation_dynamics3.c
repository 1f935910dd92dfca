// SPDX-License-Identifier: MIT
//
// articulation_dynamics.inl, for space.

#include "articulation3.h"

#include "../../base/alloc.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "articulation_dynamics.inl"

#include "../../math/dim_end.h"
