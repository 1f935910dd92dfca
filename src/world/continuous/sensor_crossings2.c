// SPDX-License-Identifier: MIT
//
// sensor_crossings.inl, for the plane.

#include "continuous2.h"

#include "../../math/dim2.h"

#include "sensor_crossings.inl"

#include "../../math/dim_end.h"
