// SPDX-License-Identifier: MIT
//
// manifold_cache.inl, for the plane.

#include "../../shape/extent2.h"
#include "contact2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "manifold_cache.inl"

#include "../../math/dim_end.h"
