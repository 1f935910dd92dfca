// SPDX-License-Identifier: MIT
//
// The features of the processor. The compiler's runtime asks it once, when the program starts; to ask anew in every call
// would be a trap into the hypervisor on a virtual machine.

#include "cpu.h"

int impi_cpu_level(void)
{
#ifdef IMPI_WIDE
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    {
        return IMPI_LEVEL_AVX512;
    }
    if (__builtin_cpu_supports("avx2"))
    {
        return IMPI_LEVEL_AVX2;
    }
#endif
#ifdef IMPI_FOUR
    return IMPI_LEVEL_FOUR;
#else
    return IMPI_LEVEL_SCALAR;
#endif
}
