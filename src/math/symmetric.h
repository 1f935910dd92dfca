// SPDX-License-Identifier: MIT
//
// Numbers of a symmetric matrix in a row: its diagonal, then neighbours, then the corner. Inertias lie so, and masses of
// velocities among themselves.

#ifndef IMPI_SYMMETRIC_H
#define IMPI_SYMMETRIC_H

#include <stdint.h>

/// The place of a number, of n by n; n is 3 at most.
static inline int32_t impi_place_of_symmetric(int32_t i, int32_t k, int32_t n)
{
    const int32_t low = i < k ? i : k, high = i < k ? k : i;
    return i == k ? i : high == low + 1 ? n + low : 2 * n - 1;
}

#endif
