// SPDX-License-Identifier: MIT
//
// sensor_crossings.inl, for space.

#include "continuous3.h"

#include "../../math/dim3.h"

#include "sensor_crossings.inl"

#include "../../math/dim_end.h"
