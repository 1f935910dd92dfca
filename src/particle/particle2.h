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

// solid_compound2.c
int32_t imp2i_solid_compound_fault(const imp2_solid* solid);
imp_status imp2i_solid_compound_bounds(const imp2_solid* solid, imp2_box* out);
int32_t imp2i_solid_compound_planes(const imp2_solid* solid, imp2_vec point, float reach, imp2i_solid_plane* out);

/// The kind of solid that a compound is; space has none yet.
#define IMP2I_SOLID_COMPOUND                                                                                           \
    {                                                                                                                  \
        imp2i_solid_compound_fault, imp2i_solid_compound_bounds, imp2i_solid_compound_planes                           \
    }

#include "../math/dim_end.h"

#endif
