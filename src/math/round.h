// SPDX-License-Identifier: MIT
//
// Rounding of doubles to floats to a known side, for what must contain the truth.

#ifndef IMPI_ROUND_H
#define IMPI_ROUND_H

#include "../base/bits.h"

/// A double rounded to the float at or below it. Which way a float was rounded cannot be foretold: no branch on that.
static inline float impi_round_down(double value)
{
    float f = (float)value;
    uint32_t bits = impi_float_bits(f), below = f > 0.0f ? bits - 1 : f < 0.0f ? bits + 1 : 0x80000001u;
    uint32_t fits = 0u - (uint32_t)((double)f <= value);
    return impi_float_of_bits((bits & fits) | (below & ~fits));
}

static inline float impi_round_up(double value)
{
    return -impi_round_down(-value);
}

#endif
