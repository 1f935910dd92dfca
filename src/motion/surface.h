// SPDX-License-Identifier: MIT
//
// Surfaces and materials, of the plane and of space.

#ifndef IMPI_SURFACE_H
#define IMPI_SURFACE_H

#include "impinge/surface.h"

/// What is wrong with a surface: 0, or a fault.
int32_t impi_surface_fault(const imp_surface* s);

#endif
