// SPDX-License-Identifier: MIT
//
// The passes over nets of joints for this processor.

#ifndef AXES
#include "../base/cpu.h"
#include "joint_net2.h"

#include "../math/dim2.h"
#endif

const NetPasses* FNI(net_passes_at)(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX512)
    {
        return &FNI(net_passes_avx512);
    }
    if (level == IMPI_LEVEL_AVX2)
    {
        return &FNI(net_passes_avx2);
    }
#endif
#if defined(IMPI_FOUR)
    if (level >= IMPI_LEVEL_FOUR)
    {
        return &FNI(net_passes_four);
    }
#endif
    (void)level;
    return &FNI(net_passes_scalar);
}
