// SPDX-License-Identifier: MIT
//
// Particles of the plane and of space: the parts that they have in common.

#ifndef IMPI_PARTICLE_H
#define IMPI_PARTICLE_H

#include "impinge/particles.h"

#include <stdbool.h>

enum
{
    IMPI_PARTICLE_USED = 1,
    IMPI_PARTICLE_HELD = 2,    // a contact or a link has pushed it in this sub-step
    IMPI_PARTICLE_PUSHED = 4,  // a solid that something has acted on in this step
    IMPI_PARTICLE_FALLS = 8    // nothing but gravity acts on it in this sub-step: its way is a parabola
};

enum
{
    IMPI_PLANES_MOST = 4  // of a solid that a particle touches at once
};

/// Kinds of rows.
enum
{
    IMPI_ROW_PAIR,   // contact of two particles
    IMPI_ROW_SOLID,  // contact of a particle with a solid
    IMPI_ROW_CABLE,
    IMPI_ROW_ROD
};

/// Whether a force is between two ends.
static inline bool impi_force_is_spring(int32_t kind)
{
    return kind == IMP_FORCE_SPRING || kind == IMP_FORCE_BUNGEE;
}

/// An impact that waits for its turn.
typedef struct impi_impact
{
    float speed;  // of the approach
    int32_t row;
} impi_impact;

// A point is felt by solids as a ball of this radius, so that it knows on which side of a line it is; of the length
// unit [m].
#define IMPI_PARTICLE_SKIN 0.001f
#define IMPI_PARTICLE_SLOP 0.0005f  // overlap that is left, so that what lies keeps touching; of the length unit [m]

#endif
