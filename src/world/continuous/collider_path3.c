// SPDX-License-Identifier: MIT
//
// collider_path.inl, for space.

#include "continuous3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "collider_path.inl"

#include "../../math/dim_end.h"
