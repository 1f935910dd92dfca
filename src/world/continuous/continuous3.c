// SPDX-License-Identifier: MIT
//
// continuous.inl, for space.

#include "continuous3.h"
#include "../../math/trig.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "continuous.inl"

#include "../../math/dim_end.h"
