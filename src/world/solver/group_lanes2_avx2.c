// SPDX-License-Identifier: MIT
//
// group_lanes.inl, for the plane, by AVX2.

#include "group_solver2.h"
#include "lane_words2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#ifdef IMPI_WIDE

#define TARGET IMPI_AVX2
#define KN(name) FNI(name##_avx2)

#include "group_lanes.inl"

#undef KN
#undef TARGET

#endif

#include "../../math/dim_end.h"
