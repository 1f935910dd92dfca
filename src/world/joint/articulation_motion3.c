// SPDX-License-Identifier: MIT
//
// articulation_motion.inl, for space.

#include "articulation3.h"

#include "../../math/dim3.h"

#include "articulation_motion.inl"

#include "../../math/dim_end.h"
