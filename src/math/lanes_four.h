// SPDX-License-Identifier: MIT
//
// Those words of lanes_scalar.h that single calls share with batches, for the lanes of lanes.h. Not guarded: it is
// included where the words are wanted, and lanes_end.h takes them away.

#include "lanes.h"

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
