// SPDX-License-Identifier: MIT
//
// Particles in a world of space: they collide with its bodies and push them, and forces and links hold on to them.

#ifndef IMPINGE_WORLD_PARTICLES3_H
#define IMPINGE_WORLD_PARTICLES3_H

#include "particles3.h"
#include "world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes particles through a time among the bodies of a world: imp3_particles_step with the colliders that are near
/// them as solids, and what they push is given to bodies as forces in the next step. To be called before each
/// imp3_world_step, with its time.
///
/// The id of a body's handle names it for ends of forces and links. Sensors and one-way colliders are left out. A body
/// that sleeps is woken only by a push that matters: one that changes its velocity by more than a twentieth of the
/// length unit in a second. A recording of the world has the forces, not the particles. Meanwhile particles see a body
/// turn alike about all axes, with the mean of its inverse inertias; what it gets is turned with its own.
///
/// time      above 0 [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (time
///           is 0), IMP_ERR_MEMORY: then nothing has changed
/// exact     momentum of particles and bodies together is kept to rounding, but for pushes of sleeping bodies
/// cost      that of imp3_particles_step
IMP_API imp_status imp3_world_step_particles(imp3_world* world, imp3_particles* particles, float time);

#ifdef __cplusplus
}
#endif

#endif
