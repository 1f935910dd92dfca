// SPDX-License-Identifier: MIT
//
// Surfaces: what things are made of, and what two of them are to each other.

#ifndef IMPINGE_SURFACE_H
#define IMPINGE_SURFACE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a surface is made of.
typedef struct imp_material
{
    float friction;            ///< Coulomb's coefficient, 0 or more
    float restitution;         ///< bounce: 0 none, 1 all
    float rolling_resistance;  ///< what resists rolling: lever arm of the normal force [m]; 0 or more
    float tangent_speed;       ///< how fast the surface runs, to the left of the outward normal [m/s]
    int32_t kind;              ///< 0 to 65535: by which a world's table of mixtures knows it
} imp_material;

/// Friction 0.6, and nothing else: wood on wood. A zeroed material has no friction.
IMP_API imp_material imp_material_default(void);

/// What two surfaces are to each other. If nothing else is said, friction is the geometric mean of both, restitution
/// and rolling_resistance the larger one, and tangent_speed adds up.
typedef struct imp_surface
{
    float friction, restitution, rolling_resistance, tangent_speed;
} imp_surface;

#ifdef __cplusplus
}
#endif

#endif
