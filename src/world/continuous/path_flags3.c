// SPDX-License-Identifier: MIT
//
// path_flags.inl, for space.

#include "continuous3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "path_flags.inl"

#include "../../math/dim_end.h"
