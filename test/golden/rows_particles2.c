// SPDX-License-Identifier: MIT
//
// rows_particles.inl, for the plane.

#include "golden.h"

#include "math/dim2.h"

#define GOLDEN_PARTICLES golden_particles2

#include "rows_particles.inl"
