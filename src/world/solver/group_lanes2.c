// SPDX-License-Identifier: MIT
//
// group_lanes.inl, for the plane.

#include "group_solver2.h"
#include "lane_words2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#define TARGET
#define KN(name) FNI(name##_four)

#include "group_lanes.inl"

#undef KN
#undef TARGET

const LanePasses* FNI(lane_passes_at)(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX2)
    {
        return &FNI(lane_passes_avx2);
    }
#endif
    (void)level;
    return &FNI(lane_passes_four);
}

#include "../../math/dim_end.h"
