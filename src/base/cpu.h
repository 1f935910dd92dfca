// SPDX-License-Identifier: MIT
//
// Which wide instructions this processor has, and how a function may use them.
//
// A function that is marked IMPI_AVX2 or IMPI_AVX512 is compiled for that instruction set, whatever its file is
// compiled for. So no file needs flags of its own, and the library in one file has all widths too. GCC and Clang know
// how; with others IMPI_WIDE is not defined, and SSE2, NEON or plain C does the work. Nor is it for GCC on Windows,
// which does not align its stack for such registers. AVX-512 has fused operations, which are not contracted to: the
// build says so, and test house/symbols looks.

#ifndef IMPI_CPU_H
#define IMPI_CPU_H

#include "arithmetic.h"

#if !defined(IMP_NO_SIMD) && defined(__ARM_NEON) && (defined(__aarch64__) || defined(_M_ARM64))
#define IMPI_NEON 1
#define IMPI_FOUR 1  // there are lanes of four
#endif

#if !defined(IMP_NO_SIMD) && defined(__wasm_simd128__)
#define IMPI_WASM 1
#define IMPI_FOUR 1
#endif

#if !defined(IMP_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#define IMPI_SSE2 1
#define IMPI_FOUR 1
#if !defined(IMP_NO_WIDE) && defined(__GNUC__) && defined(__x86_64__) && (defined(__clang__) || !defined(_WIN32))
#define IMPI_WIDE 1
#define IMPI_AVX2 __attribute__((target("avx2")))
#define IMPI_AVX512 __attribute__((target("avx2,avx512f,avx512dq")))
#endif
#endif

enum
{
    IMPI_LEVEL_SCALAR = 0,
    IMPI_LEVEL_FOUR,
    IMPI_LEVEL_AVX2,
    IMPI_LEVEL_AVX512,
    IMPI_LEVEL_COUNT
};

/// The widest level that both this build and this processor have; all below are there too. Costs a load and a test.
int impi_cpu_level(void);

#endif
