// SPDX-License-Identifier: MIT
//
// obstacles_interface.inl, for space.

#ifndef IMP3I_OBSTACLES_H
#define IMP3I_OBSTACLES_H

#include "../base/array.h"
#include "../math/dvec3.h"
#include "along3.h"
#include "impinge/character3.h"
#include "impinge/narrow3.h"
#include "impinge/surface.h"

#include "../math/dim3.h"

#include "obstacles_interface.inl"

#include "../math/dim_end.h"

static inline int32_t imp3i_surface_fault(const imp3_obstacle* o)
{
    return imp3i_vec_fault_large(o->surface_velocity);
}

/// The surface of a collider, as that of an obstacle.
static inline void imp3i_surface_tell(imp3_obstacle* o, const imp_material* material, imp3_vec belt)
{
    (void)material;
    o->surface_velocity = belt;
}

/// Velocity of what a surface carries that moves with a velocity itself.
static inline imp3i_dvec imp3i_surface_carry(const imp3i_obstacle* o, imp3i_dvec velocity, imp3i_dvec normal)
{
    if (!imp3i_vec_bits(o->told.surface_velocity))
    {
        return velocity;
    }
    const imp3i_dvec belt = imp3i_drot_apply(imp3i_drot_of(o->told.pose.q), imp3i_dvec_of(o->told.surface_velocity));
    return imp3i_dadd(velocity, imp3i_rest_beside(belt, normal));
}

#endif
