// SPDX-License-Identifier: MIT
//
// Materials of surfaces, and the combined surface of two in contact.

#ifndef IMPINGE_SURFACE_H
#define IMPINGE_SURFACE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A material.
typedef struct imp_material
{
    float friction;            ///< Coulomb's coefficient, 0 or more
    float restitution;         ///< bounce: 0 none, 1 all
    float rolling_resistance;  ///< lever arm of the normal force [m]; 0 or more. In space also the lever of
                               ///< friction against spinning about the normal where a patch has none: at one point
    float tangent_speed;       ///< of the surface, to the left of the outward normal [m/s]: conveyor belts.
                               ///< In the plane alone: in space colliders have a surface_velocity
    int32_t kind;              ///< 0 to 65535: key of imp2_world_combine_materials
} imp_material;

/// Friction 0.6, and nothing else: wood on wood. A zeroed material has no friction.
IMP_API imp_material imp_material_default(void);

/// The combined surface of two materials. By default friction is the geometric mean of both, restitution and
/// rolling_resistance the larger one, and tangent_speed the sum.
typedef struct imp_surface
{
    float friction, restitution, rolling_resistance, tangent_speed;
} imp_surface;

#ifdef __cplusplus
}
#endif

#endif
