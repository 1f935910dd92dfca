// SPDX-License-Identifier: MIT
//
// The passes over rows for this processor.

#ifndef AXES
#include "../base/cpu.h"
#include "rows2.h"

#include "../math/dim2.h"
#endif

const BodySim FNI(nobody) = {.row = ~0};

const RowPasses* FNI(row_passes_at)(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX512)
    {
        return &FNI(row_passes_avx512);
    }
    if (level == IMPI_LEVEL_AVX2)
    {
        return &FNI(row_passes_avx2);
    }
#endif
#if defined(IMPI_FOUR)
    if (level >= IMPI_LEVEL_FOUR)
    {
        return &FNI(row_passes_four);
    }
#endif
    (void)level;
    return &FNI(row_passes_scalar);
}
