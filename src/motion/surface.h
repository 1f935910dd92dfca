// SPDX-License-Identifier: MIT
//
// Surfaces and materials, for the plane and for space.

#ifndef IMPI_SURFACE_H
#define IMPI_SURFACE_H

#include "impinge/surface.h"

/// The fault of a surface, or 0.
int32_t impi_surface_fault(const imp_surface* s);

#endif
