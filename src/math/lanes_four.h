// SPDX-License-Identifier: MIT
//
// The dictionary of wide lanes for the four of lanes.h, whichever these are. In plain C only those words that single
// calls share with batches. Not guarded: it is included where the words are wanted, and lanes_end.h takes them away.

#include "check.h"

#if defined(IMPI_SSE2)
#include "lanes_sse2.h"
#elif defined(IMPI_NEON)
#include "lanes_neon.h"
#elif defined(IMPI_WASM)
#include "lanes_wasm.h"
#else
#define TARGET
#define LANES impi_lanes
#define SPLAT(k) impi_lanes_splat(k)
#define ADD(a, b) impi_lanes_add(a, b)
#define SUB(a, b) impi_lanes_sub(a, b)
#define MUL(a, b) impi_lanes_mul(a, b)
#define DIV(a, b) impi_lanes_div(a, b)
#define ROOT(a) impi_lanes_sqrt(a)
#define MIN(a, b) impi_lanes_min(a, b)
#define MAX(a, b) impi_lanes_max(a, b)
#define ABS(a) impi_lanes_abs(a)
#endif
