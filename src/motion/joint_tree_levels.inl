// SPDX-License-Identifier: MIT
//
// The passes over trees of joints for this processor. Trees in lanes are eight at a time, so nothing is wider.

#ifndef AXES
#include "../base/cpu.h"
#include "joint_tree2.h"

#include "../math/dim2.h"
#endif

const TreePasses* FNI(tree_passes_at)(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX2)
    {
        return &FNI(tree_passes_avx2);
    }
#endif
#if defined(IMPI_FOUR)
    if (level >= IMPI_LEVEL_FOUR)
    {
        return &FNI(tree_passes_four);
    }
#endif
    (void)level;
    return &FNI(tree_passes_scalar);
}
