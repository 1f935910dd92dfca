// SPDX-License-Identifier: MIT
//
// The arithmetic that a compiler has to have; every unit of the library sees this.
//
// Answers stand on IEEE 754 as it is written: NaN and infinities are refused by comparing with them and are used as
// bounds, errors of rounding are recovered by differences that algebra says are zero, and the bits are the same from
// every compiler. Of the options behind -ffast-math those are refused that take this away; of what a compiler does not
// tell, contracted products, the build takes care (-ffp-contract=off).

#ifndef IMPI_ARITHMETIC_H
#define IMPI_ARITHMETIC_H

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "impinge does not work with -ffast-math: it compares with NaN and infinity, and its rounding must be exact"
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error "impinge does not work with -ffinite-math-only: it compares with NaN and infinity"
#elif defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "impinge does not work with -fassociative-math or -freciprocal-math: its rounding must be exact"
#endif

#endif
