// SPDX-License-Identifier: MIT
//
// Impulses at two points, which have a closed solution in both dimensions.

#ifndef IMPI_IMPULSE_RESPONSE_H
#define IMPI_IMPULSE_RESPONSE_H

/// Normal impulses at two points that both close: at least 0, and where one is above 0 its point ends at the wanted
/// velocity. wanted[k] is the change that point k needs, k[i][j] the change at i for a unit of impulse at j.
void impi_share_between_points(double k[2][2], const double wanted[2], double impulse[2]);

#endif
