// SPDX-License-Identifier: MIT
//
// Trigonometry in doubles, for the other rooms. Callers have checked their input.

#ifndef IMPI_TRIG_H
#define IMPI_TRIG_H

#include <stdbool.h>
#include <stdint.h>

/// Sine and cosine of an angle within +-2^12 rad; both within 1e-15 of the truth, and within 1e-14 of their own size
/// unless the angle is nearer than 2^-30 to one of their zeros.
void impi_sincos_d(double angle, double* sine, double* cosine);

/// The same of a float up to 2^60 in magnitude.
void impi_sincos_of(float angle, double* sine, double* cosine);

/// Angle of the vector (x, y), relative error below 1e-13; 0 for the zero vector. Any doubles whose quotient does not
/// underflow, so all floats.
double impi_atan2_d(double y, double x);

/// Sine and cosine of quarters * pi/2 + r, for r in [-pi/4, pi/4] and a little more.
static inline void impi_sincos_of_quarters(uint32_t quarters, double r, double* sine, double* cosine)
{
    double z = r * r;

    // Relative error 1.1e-17.
    double ps = 0x1.5d8f954143d34p-33;
    ps = ps * z - 0x1.ae5e59c7257c2p-26;
    ps = ps * z + 0x1.71de3566d8f0cp-19;
    ps = ps * z - 0x1.a01a019bfcd83p-13;
    ps = ps * z + 0x1.111111110f7c8p-7;
    ps = ps * z - 0x1.5555555555548p-3;
    double s = r * (1.0 + z * ps);  // a factor, not a sum: keeps the sign of -0

    // Absolute error 9.1e-19.
    double pc = -0x1.8fae8d40b9b84p-37;
    pc = pc * z + 0x1.1ee9ebccd37e1p-29;
    pc = pc * z - 0x1.27e4f809c8848p-22;
    pc = pc * z + 0x1.a01a019cb1889p-16;
    pc = pc * z - 0x1.6c16c16c1517cp-10;
    pc = pc * z + 0x1.555555555554cp-5;
    double c = 1.0 - (0.5 * z - z * z * pc);

    bool swap = quarters & 1;
    double s_turned = swap ? c : s;
    double c_turned = swap ? s : c;
    *sine = quarters & 2 ? -s_turned : s_turned;
    *cosine = (quarters + 1) & 2 ? -c_turned : c_turned;
}

/// impi_sincos_d without a branch: a loop over lanes goes through it in lanes. pi/2 is in two parts, to 92 bits; the head
/// has 40 bits, so its multiples up to 2^13 are exact.
static inline void impi_sincos_in_lane(double angle, double* sine, double* cosine)
{
    int32_t quarters = (int32_t)(angle * 0x1.45f306dc9c883p-1 + (angle < 0.0 ? -0.5 : 0.5));
    double r = (angle - quarters * 0x1.921fb54442p+0) - quarters * 0x1.a308d313198a3p-41;
    impi_sincos_of_quarters((uint32_t)quarters, r, sine, cosine);
}

/// impi_atan2_d without a branch, likewise.
static inline double impi_atan2_in_lane(double y, double x)
{
    double abs_y = y < 0.0 ? -y : y;
    double abs_x = x < 0.0 ? -x : x;
    bool steep = abs_y > abs_x;
    double large = steep ? abs_y : abs_x;
    double small = steep ? abs_x : abs_y;

    // The angle below pi/4 is base + atan(t) with |t| <= tan(pi/8).
    bool upper = small > 0x1.a827999fcef32p-2 * large;
    double t = (upper ? small - large : small) / (upper ? small + large : large);
    double base = upper ? 0x1.921fb54442d18p-1 : 0.0;

    // Relative error 2.8e-14.
    double z = t * t;
    double p = 0x1.f9af3ce5bb592p-6;
    p = p * z - 0x1.e26d8a588c03cp-5;
    p = p * z + 0x1.35fc0070207abp-4;
    p = p * z - 0x1.73e0d1c1d48b8p-4;
    p = p * z + 0x1.c715724a4d187p-4;
    p = p * z - 0x1.24922d05d53b6p-3;
    p = p * z + 0x1.9999992bcd194p-3;
    p = p * z - 0x1.555555550bd94p-2;
    double angle = base + (t + t * (z * p));

    angle = steep ? 0x1.921fb54442d18p+0 - angle : angle;
    angle = x < 0.0 ? 0x1.921fb54442d18p+1 - angle : angle;
    angle = y < 0.0 ? -angle : angle;
    return large == 0.0 ? 0.0 : angle;
}

#endif
