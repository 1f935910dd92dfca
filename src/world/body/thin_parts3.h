// SPDX-License-Identifier: MIT
//
// Parts of a compound that have no volume, as masses: there are none, as spheres are all that moves.

#ifndef IMP3I_THIN_PARTS_H
#define IMP3I_THIN_PARTS_H

#include "../../math/spin3.h"
#include "impinge/compound3.h"

typedef struct imp3i_thin_part
{
    int32_t part;
    double mass;
    imp3i_dvec center;
    imp3i_dinertia inertia;  // about the centre
} imp3i_thin_part;

static inline bool imp3i_next_thin_part(const imp3_compound* compound, imp3i_thin_part* t)
{
    (void)compound;
    (void)t;
    return false;
}

#endif
