// SPDX-License-Identifier: MIT
//
// touches.inl, for space.

#include "group_solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "touches.inl"

#include "../../math/dim_end.h"
