// SPDX-License-Identifier: MIT
//
// Particles in a world of the plane: they collide with its bodies and push them, and forces and links hold on to them.

#ifndef IMPINGE_WORLD_PARTICLES2_H
#define IMPINGE_WORLD_PARTICLES2_H

#include "particles2.h"
#include "world_draw2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes particles through a time among the bodies of a world: imp2_particles_step with the colliders that are near
/// them as solids, and what they push is given to bodies as forces in the next step. To be called before each
/// imp2_world_step, with its time.
///
/// The id of a body's handle names it for ends of forces and links. Sensors and one-way colliders are left out. A body
/// that sleeps is woken only by a push that matters: one that changes its velocity by more than a twentieth of the
/// length unit in a second. A recording of the world has the forces, not the particles.
///
/// time      above 0 [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (time
///           is 0), IMP_ERR_MEMORY: then nothing has changed
/// exact     momentum of particles and bodies together is kept to rounding, but for pushes of sleeping bodies
/// cost      that of imp2_particles_step
IMP_API imp_status imp2_world_step_particles(imp2_world* world, imp2_particles* particles, float time);

/// Particles as lines: circles, or crosses of one pixel for points, and links. Velocities and impulses of contacts
/// where the definition wants them.
///
/// def       lines other than IMP_DRAW_OUTLINES and IMP_DRAW_CONTACTS mean nothing; pixel 0 is 1/64 of the length unit
/// returns   as imp2_world_draw_lines
/// cost      O(particles + links + contacts)
IMP_API imp_status imp2_particles_draw_lines(const imp2_particles* particles, const imp2_draw_def* def,
                                             imp2_draw_vertex* vertices, int32_t capacity, int32_t* count);

#ifdef __cplusplus
}
#endif

#endif
