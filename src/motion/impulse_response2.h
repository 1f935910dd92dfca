// SPDX-License-Identifier: MIT
//
// Collision response by impulses, as worlds and imp2_respond share it.

#ifndef IMP2I_RESPOND_H
#define IMP2I_RESPOND_H

#include "../math/spin2.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"

#include "impulse_response_interface.inl"

#include "../math/dim_end.h"

/// Normal impulses at two points that both close: at least 0, and where one is above 0 its point ends at the wanted
/// velocity. wanted[k] is the change that point k needs, k[i][j] the change at i for a unit of impulse at j.
void impi_share_between_points(double k[2][2], const double wanted[2], double impulse[2]);

#endif
