// SPDX-License-Identifier: MIT
//
// Trigonometry that gives the same bits on every machine.

#ifndef IMPINGE_MATH_H
#define IMPINGE_MATH_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IMP_PI 3.14159265358979323846f

/// Sine and cosine.
///
/// angle     any finite angle [rad], at most 2^60 in magnitude
/// sine, cosine  results; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE (only for what is too large; tiny angles are welcome)
/// exact     at most 1 ulp off the true sine and cosine of the float, over the whole range
/// cost      O(1)
/// source    reduction by multiples of pi/2 (Payne and Hanek 1983), minimax polynomials on [-pi/4, pi/4]
IMP_API imp_status imp_sincos(float angle, float* sine, float* cosine);

/// Angle of the vector (x, y) against the x axis, in [-pi, pi]; 0 for the zero vector.
///
/// angle     result [rad]; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN
/// exact     at most 1 ulp
/// cost      O(1)
IMP_API imp_status imp_atan2(float y, float x, float* angle);

#ifdef __cplusplus
}
#endif

#endif
