// SPDX-License-Identifier: MIT
//
// manifold_cache.inl, for space.

#include "../../shape/extent3.h"
#include "contact3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "manifold_cache.inl"

#include "../../math/dim_end.h"
