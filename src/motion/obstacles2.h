// SPDX-License-Identifier: MIT
//
// obstacles_interface.inl, for the plane.

#ifndef IMP2I_OBSTACLES_H
#define IMP2I_OBSTACLES_H

#include "../base/array.h"
#include "../math/check.h"
#include "../math/dvec2.h"
#include "along2.h"
#include "impinge/character2.h"
#include "impinge/narrow2.h"
#include "impinge/surface.h"

#include "../math/dim2.h"

#include "obstacles_interface.inl"

#include "../math/dim_end.h"

static inline int32_t imp2i_surface_fault(const imp2_obstacle* o)
{
    return impi_number_fault_large(o->tangent_speed);
}

/// The surface of a collider, as that of an obstacle.
static inline void imp2i_surface_tell(imp2_obstacle* o, const imp_material* material, imp2_vec belt)
{
    (void)belt;
    o->tangent_speed = material->tangent_speed;
}

/// Velocity of what a surface carries that moves with a velocity itself.
static inline imp2i_dvec imp2i_surface_carry(const imp2i_obstacle* o, imp2i_dvec velocity, imp2i_dvec normal)
{
    return imp2i_dadd_scaled(velocity, imp2i_left_of(normal), (double)o->told.tangent_speed);
}

#endif
