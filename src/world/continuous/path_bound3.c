// SPDX-License-Identifier: MIT
//
// path_bound.inl, for space.

#include "continuous3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "path_bound.inl"

#include "../../math/dim_end.h"
