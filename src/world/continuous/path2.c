// SPDX-License-Identifier: MIT
//
// path.inl, for the plane.

#include "continuous2.h"
#include "../../math/trig.h"

#include <math.h>

#include "../../math/dim2.h"

#include "path.inl"

#include "../../math/dim_end.h"
