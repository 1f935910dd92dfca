// SPDX-License-Identifier: MIT
//
// Double-doubles: a number as the sum of two doubles, the second at most half an ulp of the first; 106 bits. For what
// neither doubles can tell nor exact arithmetic, because it has square roots.
//
// Sums and products of doubles are split exactly into result and error (Knuth 1969, Dekker 1971); what is built of them is
// off by a few times 2^-104 of the result (Hida, Li and Bailey 2001). No fused multiply-add: not all machines have one.

#ifndef IMPI_DOUBLE_DOUBLE_H
#define IMPI_DOUBLE_DOUBLE_H

#include <math.h>

typedef struct impi_dd
{
    double high, low;
} impi_dd;

static inline impi_dd impi_dd_of(double a)
{
    impi_dd r = {a, 0.0};
    return r;
}

/// The sum of two doubles, the first of which is larger, and its error.
static inline impi_dd impi_dd_sorted_sum(double a, double b)
{
    impi_dd r;
    r.high = a + b;
    r.low = b - (r.high - a);
    return r;
}

/// The sum of two doubles and its error.
static inline impi_dd impi_dd_sum(double a, double b)
{
    impi_dd r;
    r.high = a + b;
    double of_b = r.high - a;
    r.low = (a - (r.high - of_b)) + (b - of_b);
    return r;
}

/// The upper half of the bits of a double.
static inline double impi_dd_upper_half(double a)
{
    double c = 134217729.0 * a;
    return c - (c - a);
}

/// The product of two doubles and its error.
static inline impi_dd impi_dd_product(double a, double b)
{
    double a_high = impi_dd_upper_half(a), a_low = a - a_high, b_high = impi_dd_upper_half(b), b_low = b - b_high;
    impi_dd r;
    r.high = a * b;
    r.low = ((a_high * b_high - r.high) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return r;
}

static inline impi_dd impi_dd_negate(impi_dd a)
{
    impi_dd r = {-a.high, -a.low};
    return r;
}

static inline impi_dd impi_dd_add(impi_dd a, impi_dd b)
{
    impi_dd high = impi_dd_sum(a.high, b.high), low = impi_dd_sum(a.low, b.low);
    high = impi_dd_sorted_sum(high.high, high.low + low.high);
    return impi_dd_sorted_sum(high.high, high.low + low.low);
}

static inline impi_dd impi_dd_sub(impi_dd a, impi_dd b)
{
    return impi_dd_add(a, impi_dd_negate(b));
}

static inline impi_dd impi_dd_mul(impi_dd a, impi_dd b)
{
    impi_dd r = impi_dd_product(a.high, b.high);
    return impi_dd_sorted_sum(r.high, r.low + (a.high * b.low + a.low * b.high));
}

/// b is not 0.
static inline impi_dd impi_dd_div(impi_dd a, impi_dd b)
{
    double first = a.high / b.high;
    impi_dd left = impi_dd_sub(a, impi_dd_mul(b, impi_dd_of(first)));
    double second = left.high / b.high;
    left = impi_dd_sub(left, impi_dd_mul(b, impi_dd_of(second)));
    return impi_dd_add(impi_dd_sorted_sum(first, second), impi_dd_of(left.high / b.high));
}

/// The number is not negative.
static inline impi_dd impi_dd_sqrt(impi_dd a)
{
    double root = sqrt(a.high);
    impi_dd left = impi_dd_sub(a, impi_dd_product(root, root));
    return root > 0.0 ? impi_dd_sorted_sum(root, left.high / (2.0 * root)) : impi_dd_of(0.0);
}

#endif
