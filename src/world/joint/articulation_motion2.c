// SPDX-License-Identifier: MIT
//
// articulation_motion.inl, for the plane.

#include "articulation2.h"

#include "../../math/dim2.h"

#include "articulation_motion.inl"

#include "../../math/dim_end.h"
