// SPDX-License-Identifier: MIT
//
// close_joined.inl, for space.

#include "continuous3.h"
#include "lift_planes3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "close_joined.inl"

#include "../../math/dim_end.h"
