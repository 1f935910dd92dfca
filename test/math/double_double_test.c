// SPDX-License-Identifier: MIT
//
// Double-doubles against MPFR.

#include <math.h>
#include <mpfr.h>
#include <stdio.h>

#include "math/double_double.h"
#include "support.h"

static impi_dd some_number(test_rng* rng)
{
    double high = 2.0 * test_rng_unit(rng) - 1.0, low = 2.0 * test_rng_unit(rng) - 1.0;
    int size = test_rng_int(rng, -100, 100);
    high = ldexp(high, size);
    return impi_dd_sum(high, ldexp(low, size - test_rng_int(rng, 54, 80)));
}

static void set_number(mpfr_t out, impi_dd a)
{
    mpfr_set_d(out, a.high, MPFR_RNDN);
    mpfr_add_d(out, out, a.low, MPFR_RNDN);
}

/// How far a result is off, as a part of a size.
static double off_by(impi_dd got, mpfr_t want, double size)
{
    mpfr_sub_d(want, want, got.high, MPFR_RNDN);
    mpfr_sub_d(want, want, got.low, MPFR_RNDN);
    return fabs(mpfr_get_d(want, MPFR_RNDN)) / size;
}

static void sums_products_quotients_roots(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000);
    double worst[5] = {0.0, 0.0, 0.0, 0.0, 0.0};
    mpfr_t x, y, z;
    mpfr_inits2(600, x, y, z, (mpfr_ptr)0);
    for (uint64_t i = 0; i < count; i++)
    {
        impi_dd a = some_number(&rng), b = some_number(&rng), got[5];
        // Sums that nearly cancel.
        b = i % 4 == 0 ? impi_dd_mul(a, impi_dd_of(-1.0 - 0x1p-50 * (double)(i % 7))) : b;
        impi_dd square = impi_dd_mul(a, a);
        got[0] = impi_dd_add(a, b);
        got[1] = impi_dd_sub(a, b);
        got[2] = impi_dd_mul(a, b);
        got[3] = impi_dd_div(a, b);
        got[4] = impi_dd_sqrt(square);
        for (int k = 0; k < 5; k++)
        {
            set_number(x, k < 4 ? a : square);
            set_number(y, b);
            switch (k)
            {
            case 0: mpfr_add(z, x, y, MPFR_RNDN); break;
            case 1: mpfr_sub(z, x, y, MPFR_RNDN); break;
            case 2: mpfr_mul(z, x, y, MPFR_RNDN); break;
            case 3: mpfr_div(z, x, y, MPFR_RNDN); break;
            default: mpfr_sqrt(z, x, MPFR_RNDN); break;
            }
            worst[k] = fmax(worst[k], off_by(got[k], z, fabs(got[k].high)));
            assert_true(got[k].high + got[k].low >= got[k].high && got[k].high + got[k].low <= got[k].high);
        }
    }
    mpfr_clears(x, y, z, (mpfr_ptr)0);
    printf("off by: sum %g, difference %g, product %g, quotient %g, root %g of 2^-104\n", worst[0] * 0x1p104,
           worst[1] * 0x1p104, worst[2] * 0x1p104, worst[3] * 0x1p104, worst[4] * 0x1p104);
    test_report("double_double", count);
    for (int k = 0; k < 5; k++)
    {
        assert_number(worst[k], <=, 0x1p-102);
    }
    assert_number(impi_dd_sqrt(impi_dd_of(0.0)).high, ==, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_products_quotients_roots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
