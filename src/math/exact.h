// SPDX-License-Identifier: MIT
//
// Exact numbers: integers times a power of two, long enough for every decision that the library makes.
//
// Accepted floats lie between 2^-60 and 2^60, so their last bit is worth at least 2^-83. The longest expressions:
//   plane   the square of a cross product of placed points, of degree eight in floats: bits from 2^-664 to 2^254
//   space   the square of the volume that three differences of placed vertices span. A vertex of a turned box is of
//           degree three, q (turn v) + p: bits from 2^-249. Its length is less than 2^61.8, that of a difference less
//           than 2^62.8, so the square has bits from 2^-1494 to 2^377: 1871 of them, in 60 limbs wherever the ends lie.
// Limbs of 32 bits are kept only where they are not zero at the ends, so short numbers (grids, unturned boxes) cost
// little.
//
// Integers instead of floating-point expansions (Shewchuk 1997) because they do not depend on the rounding mode, on
// fused multiplication or on how a compiler evaluates doubles.

#ifndef IMPI_EXACT_H
#define IMPI_EXACT_H

#include "../base/arithmetic.h"

#include <stdint.h>

#define IMP_EXACT_LIMBS 64

/// sign * sum of limb[i] 2^(32 (low + i)); sign is -1, 0, 1; the first and the last limb are not zero.
typedef struct impi_exact
{
    int32_t sign, low, count;
    uint32_t limb[IMP_EXACT_LIMBS];
} impi_exact;

/// A finite double, as it is.
void impi_exact_set(impi_exact* r, double value);

/// r may be one of the operands.
void impi_exact_add(impi_exact* r, const impi_exact* a, const impi_exact* b);
void impi_exact_sub(impi_exact* r, const impi_exact* a, const impi_exact* b);
void impi_exact_mul(impi_exact* r, const impi_exact* a, const impi_exact* b);

/// The number as a double, within 2^-52 of its size.
double impi_exact_get(const impi_exact* a);

/// -1, 0 or 1: the sign of a - b.
int impi_exact_compare(const impi_exact* a, const impi_exact* b);

#endif
