// SPDX-License-Identifier: MIT
//
// Particles, inside: what they are made of, and what the files of this room call of each other.

#ifndef IMP3I_PARTICLE_H
#define IMP3I_PARTICLE_H

#include "impinge/broad3.h"
#include "impinge/particles3.h"

#include "../base/array.h"
#include "ball3.h"
#include "particle.h"

#include "../math/dim3.h"

#include "state.inl"

#include "particle_interface.inl"

/// How a particle that moves meets a compound: by a cast, as a distance takes a search in a tree.
bool imp3i_solid_compound_cast(const imp3_solid* solid, imp3_vec from, imp3_vec motion, float radius, float* time,
                               imp3i_solid_plane* out, bool* met);
#define IMP3I_SOLID_COMPOUND_CAST imp3i_solid_compound_cast

#include "../math/dim_end.h"

#endif
