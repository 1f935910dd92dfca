// SPDX-License-Identifier: MIT
//
// path_bound.inl, for the plane.

#include "continuous2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "path_bound.inl"

#include "../../math/dim_end.h"
