// SPDX-License-Identifier: MIT
//
// rows_particles.inl, for space.

#include "golden.h"

#include "math/dim3.h"

#define GOLDEN_PARTICLES golden_particles3

#include "rows_particles.inl"
