// SPDX-License-Identifier: MIT
//
// Parts of a compound that have no volume, as masses: surfaces of thickness 1 (triangles, discs), and lines of cross
// section 1 for what has no surface either. A face of many corners is a fan of triangles.

#ifndef IMP3I_THIN_PARTS_H
#define IMP3I_THIN_PARTS_H

#include "../../math/spin3.h"
#include "../../shape/compound3.h"

/// A surface or a line, and the place from which the next one is looked for; zero to begin with, but for the dimension: 2
/// for surfaces, 1 for lines.
typedef struct imp3i_thin_part
{
    int32_t part, piece, dimension;
    double mass;
    imp3i_dvec center;
    imp3i_dinertia inertia;  // about the centre
} imp3i_thin_part;

/// The next one of a compound. False when there is none.
bool imp3i_next_thin_part(const imp3_compound* compound, imp3i_thin_part* t);

#endif
