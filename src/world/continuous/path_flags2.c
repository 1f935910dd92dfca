// SPDX-License-Identifier: MIT
//
// path_flags.inl, for the plane.

#include "continuous2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "path_flags.inl"

#include "../../math/dim_end.h"
