// SPDX-License-Identifier: MIT
//
// Surfaces and materials, for the plane and for space.

#ifndef IMPI_SURFACE_H
#define IMPI_SURFACE_H

#include "impinge/surface.h"

/// The fault of a surface, or 0.
enum
{
    IMPI_KIND_MAX = 65535  // of materials
};

int32_t impi_surface_fault(const imp_surface* s);

/// Fault of a material, or 0.
int32_t impi_material_fault(const imp_material* m);

/// The combined surface of two materials by the default rule.
imp_surface impi_surface_by_rule(const imp_material* a, const imp_material* b);

#endif
