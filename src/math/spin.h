// SPDX-License-Identifier: MIT
//
// Turning: the vocabulary that the plane and space share.
//
// Words of spin2.h and spin3.h, which have the same functions in the same order:
//
//     spin         angular velocity [rad/s]; also an angle with its axis [rad], and a torque or its impulse
//     turn         an angle, or the sine of one, as a spin
//     inertia      of a body about its centre of mass, or the inverse of that
//     lever        the moment of a vector at an arm
//     locks        a bit for each axis of the world that nothing turns about: a body's locks >> AXES
//     d            in doubles
//
// In the plane each function is the expression that stands in its place without one, operation by operation.

#ifndef IMPI_SPIN_H
#define IMPI_SPIN_H

#include "trig.h"

/// Most cosine of a sub-step's turn that counts as a quarter.
#define IMPI_QUARTER_TURN 0x1p-10

/// Sine and cosine of an angle within +-2^12; a greater one is rounded to a float, and what no float up to 2^60 holds
/// is none.
static inline void impi_sincos_turn(double angle, double* sine, double* cosine)
{
    double size = angle < 0.0 ? -angle : angle;
    if (size <= 0x1p12)
    {
        impi_sincos_d(angle, sine, cosine);
        return;
    }
    impi_sincos_of(size <= 0x1p60 ? (float)angle : 0.0f, sine, cosine);
}

#endif
