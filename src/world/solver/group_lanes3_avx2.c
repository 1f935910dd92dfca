// SPDX-License-Identifier: MIT
//
// group_lanes.inl, for space, by AVX2.

#include "group_solver3.h"
#include "lane_words3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#ifdef IMPI_WIDE

#define TARGET IMPI_AVX2
#define KN(name) FNI(name##_avx2)

#include "group_lanes.inl"

#undef KN
#undef TARGET

#endif

#include "../../math/dim_end.h"
