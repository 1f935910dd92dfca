// SPDX-License-Identifier: MIT
//
// Four floats at once: by SSE2, NEON or WebAssembly's SIMD where there is one, in plain C elsewhere and with IMP_NO_SIMD. All give the same
// bits: lanes never meet (but to find the greatest, and to be moved), and minimum and maximum are "a < b ? a : b" and
// "a > b ? a : b" in that order, as minps and maxps have them.

#ifndef IMPI_LANES_H
#define IMPI_LANES_H

#include "../base/bits.h"
#include "../base/cpu.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(IMPI_SSE2)
#include "four_sse2.h"
#elif defined(IMPI_NEON)
#include "four_neon.h"
#elif defined(IMPI_WASM)
#include "four_wasm.h"
#else
#include "four_plain.h"
#endif

/// Neighbours change places: 1, 0, 3, 2.
static inline impi_lanes impi_lanes_swap(impi_lanes a)
{
    return impi_lanes_mix(a, 1, 0, a, 3, 2);
}

/// a * b + c, rounded twice.
static inline impi_lanes impi_lanes_mul_add(impi_lanes a, impi_lanes b, impi_lanes c)
{
    return impi_lanes_add(impi_lanes_mul(a, b), c);
}

#endif
