// SPDX-License-Identifier: MIT
//
// Which kernels of wide trees this processor has.

#include "bvh_kernels3.h"

#include "../base/cpu.h"

const imp3i_bvh_kernels* imp3i_bvh_kernels_of(int level)
{
    switch (level)
    {
#ifdef IMPI_WIDE
    case IMPI_LEVEL_AVX512: return imp3i_bvh_kernels_avx512();
    case IMPI_LEVEL_AVX2: return imp3i_bvh_kernels_avx2();
#endif
#ifdef IMPI_FOUR
    case IMPI_LEVEL_FOUR: return imp3i_bvh_kernels_four();
#endif
    default: return imp3i_bvh_kernels_scalar();
    }
}

const imp3i_bvh_kernels* imp3i_bvh_kernels_now(void)
{
    return imp3i_bvh_kernels_of(impi_cpu_level());
}
