// SPDX-License-Identifier: MIT
//
// Types shared by particles in the plane (particles2.h) and in space (particles3.h).

#ifndef IMPINGE_PARTICLES_H
#define IMPINGE_PARTICLES_H

#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Force generators, by what they do.
enum
{
    IMP_FORCE_NONE = 0,  ///< nothing; a removed one
    IMP_FORCE_GRAVITY,   ///< acceleration `vector`, whatever the mass
    IMP_FORCE_DRAG,    ///< against the velocity relative to the air, which moves with `vector`: linear * v + quadratic
                       ///< * |v| v; with gusts of the speed `strength` and the size `length`, a wind field
    IMP_FORCE_SPRING,  ///< between both ends: strength * (their distance - length) + damping * its rate
    IMP_FORCE_BUNGEE,  ///< the same, but it only pulls
    IMP_FORCE_BUOYANCY,   ///< a liquid of the density `strength` below the plane through `center` with the upward unit
                          ///< normal `vector`; drag `linear` and `quadratic` by the part that is under it
    IMP_FORCE_ATTRACTOR,  ///< acceleration strength / (r^2 + length^2) towards `center`; below 0 it repels
    IMP_FORCE_EXPLOSION,  ///< an impulse away from `center`: `strength` there, falling to 0 at the distance `length`;
                          ///< acts in the next step and is then removed
    IMP_FORCE_USER,       ///< what the caller's function says
    IMP_FORCE_KIND_COUNT
};

/// Links, by what they hold.
enum
{
    IMP_LINK_NONE = 0,  ///< nothing; a removed one
    IMP_LINK_ROD,       ///< the distance of both ends is its length
    IMP_LINK_CABLE,     ///< the distance is at most its length; taut, it bounces with its restitution
    IMP_LINK_KIND_COUNT
};

/// The thing at an end of a force or a link.
enum
{
    IMP_END_POINT = 0,  ///< a fixed point of the world
    IMP_END_PARTICLE,   ///< a particle, by its number
    IMP_END_SOLID,      ///< a point of a solid or of a body, by its id, in its frame
    IMP_END_KIND_COUNT
};

/// Solids, by their shape.
enum
{
    IMP_SOLID_NONE = 0,    ///< without a shape: it only holds the ends of forces and links
    IMP_SOLID_HALF_SPACE,  ///< what lies behind the plane through its position, of which `half` is the outward normal
    IMP_SOLID_BOX,         ///< a box, and all points within radius of it: with a half of 0 a circle or a sphere
    IMP_SOLID_COMPOUND,    ///< any shape
    IMP_SOLID_KIND_COUNT
};

/// Rest: what bounces, and what comes to rest.
enum
{
    /// An impact bounces with the speed that it has when it happens within the sub-step, if that is more than
    /// rest_speed and more than twice what the forces of one sub-step add to it: so what lies does not bounce, whatever
    /// its restitution, and what bounces keeps its energy.
    IMP_REST_IMPACT = 0,
    /// The classic rule: the speed at the end of the sub-step, less what the forces of the sub-step have added to it
    /// (Millington 2007). It knows neither the time of the impact nor the forces of neighbours, so bounces lose or gain
    /// some energy.
    IMP_REST_CLASSIC,
    /// No rule: all of the closing speed bounces. What lies hops for ever; for comparison.
    IMP_REST_OFF,
    IMP_REST_COUNT
};

/// Figures of the last step.
typedef struct imp_particle_stats
{
    int32_t particles, forces, links;
    int32_t contacts;  ///< pairs of things that were near enough to be solved
    int32_t impacts;   ///< that bounced, in all sub-steps
} imp_particle_stats;

#ifdef __cplusplus
}
#endif

#endif
