// SPDX-License-Identifier: MIT
//
// Particles, inside: what they are made of, and what the files of this room call of each other.

#ifndef IMP2I_PARTICLE_H
#define IMP2I_PARTICLE_H

#include "impinge/broad2.h"
#include "impinge/particles2.h"

#include "../base/array.h"
#include "ball2.h"
#include "particle.h"

#include "../math/dim2.h"

#include "state.inl"

#include "particle_interface.inl"

/// How a particle that moves meets a compound: by distances.
#define IMP2I_SOLID_COMPOUND_CAST NULL

#include "../math/dim_end.h"

#endif
