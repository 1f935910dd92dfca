// SPDX-License-Identifier: MIT
//
// collider_path.inl, for the plane.

#include "continuous2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "collider_path.inl"

#include "../../math/dim_end.h"
