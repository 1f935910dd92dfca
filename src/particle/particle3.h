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

/// The kind of solid that a compound is; space has none yet.
#define IMP3I_SOLID_COMPOUND                                                                                           \
    {                                                                                                                  \
        NULL, NULL, NULL                                                                                               \
    }

#include "../math/dim_end.h"

#endif
