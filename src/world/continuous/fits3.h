// SPDX-License-Identifier: MIT
//
// Steps in parts, for meshes with distance fields that fit into each other.

#ifndef IMP3I_FITS_H
#define IMP3I_FITS_H

#include "continuous3.h"

/// The number of equal parts that a step is taken in, each with contacts of its own: 1 unless some that touch by their
/// fields move fast against each other.
int32_t imp3i_parts_of_step(const imp3_world* w, float time);

#endif
