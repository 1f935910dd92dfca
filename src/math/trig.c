// SPDX-License-Identifier: MIT
//
// Sine, cosine and arc tangent from additions and multiplications of doubles alone: the same bits wherever doubles are
// IEEE and the compiler fuses nothing. No table but the bits of 2/pi, no libm, no state.
//
// An angle is brought to r in [-pi/4, pi/4] plus a number of quarter turns. Up to 2^12 by subtracting multiples of pi/2
// in two parts, the first short enough that its multiples are exact. Beyond that in integers: of the product of the
// angle's 24-bit mantissa with 2/pi only the bits around the point matter, and 96 of them leave an error of 2^-64
// turns; the float nearest to a multiple of pi/2 is still 2^-31 away from it.
//
// The polynomials are minimax fits (Remez exchange at 60 digits, then rounded to doubles); their errors stand with
// them. They are far smaller than half an ulp of a float, so a result differs from the correctly rounded one only when
// the truth is within 2^-9 ulp of the middle between two floats.

#include "trig.h"

#include "check.h"
#include "impinge/math.h"

#define HALF_PI 0x1.921fb54442d18p+0

// Bits of 2/pi; the first bit of the first word has the weight 2^31.
static const uint32_t two_over_pi_bits[6] = {0, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u};

void impi_sincos_d(double angle, double* sine, double* cosine)
{
    impi_sincos_in_lane(angle, sine, cosine);
}

// The 32 bits of 2/pi from a bit on.
static uint64_t word_of_two_over_pi(int bit)
{
    const uint32_t* word = two_over_pi_bits + bit / 32;
    uint64_t both = (uint64_t)word[0] << 32 | word[1];
    return both >> (32 - bit % 32) & 0xffffffffu;
}

// An angle from 2^12 to 2^60, given by the bits of its float.
static void sincos_of_large(uint32_t bits, double* sine, double* cosine)
{
    uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    int exponent = (int)(bits >> 23) - 150;

    // mantissa * 2^exponent * 2/pi modulo 4, as a fixed-point number with 2 bits before the point and 94 after it:
    // what stands above the bit of weight 2^(1 - exponent) adds whole turns.
    int first = 30 + exponent;
    uint64_t low = mantissa * word_of_two_over_pi(first + 64);
    uint64_t middle = mantissa * word_of_two_over_pi(first + 32) + (low >> 32);
    uint64_t high = mantissa * word_of_two_over_pi(first) + (middle >> 32);
    uint64_t top = high << 32 | (middle & 0xffffffffu);

    uint32_t quarters = (uint32_t)((top + (1ull << 61)) >> 62);
    uint64_t fraction = top << 2 | (low >> 30 & 3);  // of a quarter turn; the upper half stands for negative ones
    double r = fraction >> 63 ? -(double)(0 - fraction) : (double)fraction;
    impi_sincos_of_quarters(quarters, r * (HALF_PI * 0x1p-64), sine, cosine);
}

void impi_sincos_of(float angle, double* sine, double* cosine)
{
    uint32_t bits = impi_magnitude_bits(angle);
    if (bits <= 0x45800000u)  // 2^12
    {
        impi_sincos_d((double)angle, sine, cosine);
        return;
    }
    sincos_of_large(bits, sine, cosine);
    *sine = angle < 0.0f ? -*sine : *sine;
}

imp_status imp_sincos(float angle, float* sine, float* cosine)
{
    uint32_t bits = impi_magnitude_bits(angle);
    if (bits > IMPI_BITS_MAX)
    {
        return impi_error(impi_finite(angle) ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN, 1);
    }
    if (!sine || !cosine)
    {
        return impi_error(IMP_ERR_NULL, sine ? 3 : 2);
    }
    double s, c;
    impi_sincos_of(angle, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
    return IMP_OK;
}

double impi_atan2_d(double y, double x)
{
    return impi_atan2_in_lane(y, x);
}

imp_status imp_atan2(float y, float x, float* angle)
{
    if (!impi_finite(y) || !impi_finite(x))
    {
        return impi_error(IMP_ERR_NAN, impi_finite(y) ? 2 : 1);
    }
    if (!angle)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    *angle = (float)impi_atan2_d((double)y, (double)x);
    return IMP_OK;
}
