// SPDX-License-Identifier: MIT
//
// Trigonometry in doubles, for the other rooms. Callers have checked their input.

#ifndef IMPI_TRIG_H
#define IMPI_TRIG_H

/// Sine and cosine of an angle within +-2^12 rad; both within 1e-15 of the truth, and within 1e-14 of their own size
/// unless the angle is nearer than 2^-30 to one of their zeros.
void impi_sincos_d(double angle, double* sine, double* cosine);

/// The same of a float up to 2^60 in magnitude.
void impi_sincos_of(float angle, double* sine, double* cosine);

/// Angle of the vector (x, y), relative error below 1e-13; 0 for the zero vector. Any doubles whose quotient does not
/// underflow, so all floats.
double impi_atan2_d(double y, double x);

#endif
