// SPDX-License-Identifier: MIT
//
// path.inl, for space.

#include "continuous3.h"
#include "../../math/trig.h"

#include <math.h>

#include "../../math/dim3.h"

#include "path.inl"

#include "../../math/dim_end.h"
