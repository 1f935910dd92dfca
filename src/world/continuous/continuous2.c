// SPDX-License-Identifier: MIT
//
// continuous.inl, for the plane.

#include "continuous2.h"
#include "../../math/trig.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "continuous.inl"

#include "../../math/dim_end.h"
