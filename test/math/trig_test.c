// SPDX-License-Identifier: MIT
//
// Sine, cosine and arc tangent against MPFR, over all exponents, next to every kind of multiple of pi/2, and at the
// ends; then the rotations and poses made from them. Prints the worst error found, in ulp.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mpfr.h>

#include "support.h"

#include "impinge/math2.h"
#include "math/check.h"
#include "math/trig.h"

#define REFERENCE_BITS 96

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Distance from got to the truth, in spacings of floats around the truth.
static double ulps_off(float got, mpfr_t truth)
{
    mpfr_t difference;
    mpfr_init2(difference, REFERENCE_BITS);
    mpfr_d_sub(difference, (double)got, truth, MPFR_RNDN);
    double size = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    int exponent = mpfr_zero_p(truth) ? -125 : (int)mpfr_get_exp(truth);
    return ldexp(size, 24 - (exponent < -125 ? -125 : exponent));
}

static struct
{
    mpfr_t x, y, sine, cosine;
    double worst_sine, worst_cosine, worst_tangent;
    float at_sine, at_cosine;
    uint64_t count;
} state;

// A number of either sign below 2^lo to 2^hi.
static double random_size(test_rng* rng, int lo, int hi)
{
    double unit = 2.0 * test_rng_unit(rng) - 1.0;
    return ldexp(unit, test_rng_int(rng, lo, hi));
}

static void try_angle(float angle)
{
    float s = 7.0f, c = 7.0f;
    assert_int_equal(imp_sincos(angle, &s, &c), IMP_OK);
    mpfr_set_d(state.x, (double)angle, MPFR_RNDN);
    mpfr_sin_cos(state.sine, state.cosine, state.x, MPFR_RNDN);
    double off_sine = ulps_off(s, state.sine);
    double off_cosine = ulps_off(c, state.cosine);
    if (!(off_sine <= 1.0 && off_cosine <= 1.0 && fabsf(s) <= 1.0f && fabsf(c) <= 1.0f))
    {
        fail_msg("sincos(%a) = %a, %a: off by %g and %g ulp", (double)angle, (double)s, (double)c, off_sine,
                 off_cosine);
    }
    if (off_sine > state.worst_sine)
    {
        state.worst_sine = off_sine;
        state.at_sine = angle;
    }
    if (off_cosine > state.worst_cosine)
    {
        state.worst_cosine = off_cosine;
        state.at_cosine = angle;
    }
    state.count += 1;
}

static void sincos_over_all_exponents(void** unused)
{
    (void)unused;
    // A stride that is prime to everything, over the bits of all floats from 0 to 2^60; from N = 2000 on, all of them.
    // Signs alternate.
    uint64_t wanted = test_n(400000);
    uint64_t stride = IMPI_BITS_MAX / wanted + 1;
    test_rng rng = {test_seed()};
    for (uint64_t bits = test_rng_next(&rng) % stride; bits <= IMPI_BITS_MAX; bits += stride)
    {
        uint32_t sign = (uint32_t)(state.count & 1) << 31;
        try_angle(float_of((uint32_t)bits | sign));
    }
}

static void sincos_near_quarters(void** unused)
{
    (void)unused;
    // The floats around k pi/2, for all small k and for random k of every size.
    uint64_t wanted = test_n(30000);
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < wanted; ++i)
    {
        int size = test_rng_int(&rng, 1, 60);
        uint64_t k = i < wanted / 3 ? i : test_rng_next(&rng) >> (64 - size);
        mpfr_const_pi(state.x, MPFR_RNDN);
        mpfr_mul_2si(state.x, state.x, -1, MPFR_RNDN);
        mpfr_mul_ui(state.x, state.x, k, MPFR_RNDN);
        float angle = mpfr_get_flt(state.x, MPFR_RNDN);
        for (int step = -1; step <= 1; ++step)
        {
            uint32_t bits = bits_of(angle) + (uint32_t)(angle > 0.0f ? step : 0);
            if (bits <= IMPI_BITS_MAX)
            {
                try_angle(float_of(bits));
                try_angle(-float_of(bits));
            }
        }
    }
}

static void sincos_at_the_ends(void** unused)
{
    (void)unused;
    // Seams of the implementation, the ends of the range, denormals.
    static const float seams[] = {0x1p60f, 0x1p12f, 0x1p-12f, 0x1p-60f, 0x1p-126f, 0x1p-149f, 0.785398f, 2.356194f};
    for (size_t i = 0; i < sizeof seams / sizeof *seams; ++i)
    {
        for (int step = -200; step <= 200; ++step)
        {
            int64_t bits = (int64_t)bits_of(seams[i]) + step;
            if (bits >= 0 && bits <= IMPI_BITS_MAX)
            {
                try_angle(float_of((uint32_t)bits));
                try_angle(-float_of((uint32_t)bits));
            }
        }
    }
    float s, c;
    for (uint32_t bits = 0; bits < 0x00800000u; bits += 997)
    {
        assert_int_equal(imp_sincos(float_of(bits | 0x80000000u), &s, &c), IMP_OK);
        assert_int_equal(bits_of(s), bits | 0x80000000u);
        assert_true(c == 1.0f);
    }
    s = c = 7.0f;
    static const float refused[] = {NAN, INFINITY, -INFINITY, FLT_MAX, 0x1.000002p60f, -0x1.000002p60f};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
    {
        int32_t fault = i < 3 ? IMP_ERR_NAN : IMP_ERR_MAGNITUDE;
        assert_int_equal(imp_sincos(refused[i], &s, &c), fault | 1 << 8);
    }
    assert_int_equal(imp_sincos(0.0f, NULL, &c), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp_sincos(0.0f, &s, NULL), IMP_ERR_NULL | 3 << 8);
    assert_number(s, ==, 7.0f);
    assert_number(c, ==, 7.0f);

    printf("sincos: %llu angles, sine at most %.6f ulp off (at %a), cosine %.6f (at %a)\n",
           (unsigned long long)state.count, state.worst_sine, (double)state.at_sine, state.worst_cosine,
           (double)state.at_cosine);
    test_report("sincos", state.count);
    state.count = 0;
}

static void try_vector(float y, float x)
{
    float angle = 7.0f;
    assert_int_equal(imp_atan2(y, x, &angle), IMP_OK);
    mpfr_set_d(state.y, (double)y, MPFR_RNDN);
    mpfr_set_d(state.x, (double)x, MPFR_RNDN);
    mpfr_atan2(state.sine, state.y, state.x, MPFR_RNDN);
    double off = ulps_off(angle, state.sine);
    if (!(off <= 1.0 && fabsf(angle) <= IMP_PI))
    {
        fail_msg("atan2(%a, %a) = %a: off by %g ulp", (double)y, (double)x, (double)angle, off);
    }
    state.worst_tangent = fmax(state.worst_tangent, off);
    state.count += 1;
}

static void atan2_everywhere(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    for (uint64_t i = test_n(150000); i > 0; --i)
    {
        uint32_t y = (uint32_t)test_rng_next(&rng);
        uint32_t x = (uint32_t)test_rng_next(&rng);
        if (i % 4)
        {
            // Most within a few binades of each other, where angles are not all nearly multiples of pi/2.
            x = (x & 0x807fffffu) | ((y & 0x7f800000u) ^ (x & 0x03000000u));
        }
        if (impi_finite(float_of(y)) && impi_finite(float_of(x)))
        {
            try_vector(float_of(y), float_of(x));
        }
    }
    // Around every seam: the diagonals, tan(pi/8), the axes.
    for (int step = -300; step <= 300; ++step)
    {
        static const float seams[] = {1.0f, 0.41421357f, 2.4142136f, 0x1p-149f, 0x1p-126f};
        for (size_t i = 0; i < sizeof seams / sizeof *seams; ++i)
        {
            int64_t bits = (int64_t)bits_of(seams[i]) + step;
            if (bits > 0)
            {
                float y = float_of((uint32_t)bits);
                try_vector(y, 1.0f);
                try_vector(y, -1.0f);
                try_vector(-y, FLT_MAX);
                try_vector(-y, -0x1p-149f);
            }
        }
    }
    // The sign of a zero does not matter.
    static const float zeros[] = {0.0f, -0.0f};
    for (int i = 0; i < 4; ++i)
    {
        float angle = 7.0f;
        assert_int_equal(imp_atan2(zeros[i & 1], zeros[i >> 1], &angle), IMP_OK);
        assert_int_equal(bits_of(angle), 0);
        assert_int_equal(imp_atan2(zeros[i & 1], -1.0f, &angle), IMP_OK);
        assert_true(angle == IMP_PI);
        assert_int_equal(imp_atan2(-1.0f, zeros[i & 1], &angle), IMP_OK);
        assert_true(angle == -IMP_PI / 2);
    }
    float angle = 7.0f;
    assert_int_equal(imp_atan2(NAN, 1.0f, &angle), IMP_ERR_NAN | 1 << 8);
    assert_int_equal(imp_atan2(1.0f, INFINITY, &angle), IMP_ERR_NAN | 2 << 8);
    assert_int_equal(imp_atan2(1.0f, 1.0f, NULL), IMP_ERR_NULL | 3 << 8);
    assert_true(angle == 7.0f);
    printf("atan2: %llu vectors, at most %.6f ulp off\n", (unsigned long long)state.count, state.worst_tangent);
    test_report("atan2", state.count);
}

static void doubles(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    double worst_absolute = 0.0, worst_relative = 0.0, worst_tangent = 0.0;
    uint64_t cases = test_n(30000);
    for (uint64_t i = 0; i < cases; ++i)
    {
        double angle = random_size(&rng, -40, 12);
        double s, c;
        impi_sincos_d(angle, &s, &c);
        mpfr_set_d(state.x, angle, MPFR_RNDN);
        mpfr_sin_cos(state.sine, state.cosine, state.x, MPFR_RNDN);
        double true_sine = mpfr_get_d(state.sine, MPFR_RNDN);
        double true_cosine = mpfr_get_d(state.cosine, MPFR_RNDN);
        double off_sine = fabs(s - true_sine);
        double off_cosine = fabs(c - true_cosine);
        worst_absolute = fmax(worst_absolute, fmax(off_sine, off_cosine));
        worst_relative = fmax(worst_relative, fmax(off_sine / fabs(true_sine), off_cosine / fabs(true_cosine)));

        double y = random_size(&rng, 0, 0);
        double x = random_size(&rng, -20, 20);
        mpfr_set_d(state.y, y, MPFR_RNDN);
        mpfr_set_d(state.x, x, MPFR_RNDN);
        mpfr_atan2(state.sine, state.y, state.x, MPFR_RNDN);
        double truth = mpfr_get_d(state.sine, MPFR_RNDN);
        worst_tangent = fmax(worst_tangent, fabs(impi_atan2_d(y, x) - truth) / fabs(truth));
    }
    printf("doubles: sincos off by %.3g, relative %.3g; atan2 relative %.3g\n", worst_absolute, worst_relative,
           worst_tangent);
    assert_true(worst_absolute <= 1e-15);
    assert_true(worst_relative <= 1e-14);
    assert_true(worst_tangent <= 1e-13);
    test_report("trigonometry in doubles", cases);
}

static void rotations(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(20000);
    mpfr_t length;
    mpfr_init2(length, REFERENCE_BITS);
    for (uint64_t i = 0; i < cases; ++i)
    {
        // Whatever is made is accepted, and its angle is the angle that went in.
        float angle = test_rng_range(&rng, -3.1415925f, 3.1415925f);
        imp2_pose pose;
        float back;
        assert_int_equal(imp2_pose_make((imp2_vec){1.0f, 2.0f}, angle, &pose), IMP_OK);
        assert_int_equal(imp2_pose_check(&pose), IMP_OK);
        assert_int_equal(imp2_rot_angle(pose.q, &back), IMP_OK);
        assert_true(fabsf(back - angle) <= 0x1p-22f);

        imp2_vec direction;
        direction.x = (float)random_size(&rng, -59, 60);
        direction.y = (float)random_size(&rng, -59, 60);
        if (imp2i_vec_fault(direction) || (direction.x == 0.0f && direction.y == 0.0f))
        {
            continue;
        }
        imp2_rot q;
        assert_int_equal(imp2_rot_towards(direction, &q), IMP_OK);
        assert_int_equal(imp2i_rot_fault(q), 0);
        mpfr_set_d(state.x, (double)direction.x, MPFR_RNDN);
        mpfr_set_d(state.y, (double)direction.y, MPFR_RNDN);
        mpfr_hypot(length, state.x, state.y, MPFR_RNDN);
        mpfr_div(state.x, state.x, length, MPFR_RNDN);
        mpfr_div(state.y, state.y, length, MPFR_RNDN);
        assert_true(q.c == 0.0f ? fabs(mpfr_get_d(state.x, MPFR_RNDN)) < 0x1p-60 : ulps_off(q.c, state.x) <= 1.0);
        assert_true(q.s == 0.0f ? fabs(mpfr_get_d(state.y, MPFR_RNDN)) < 0x1p-60 : ulps_off(q.s, state.y) <= 1.0);
    }
    mpfr_clear(length);
    test_report("rotations", cases);

    imp2_rot q = {7.0f, 7.0f};
    assert_int_equal(imp2_rot_make(0x1p-61f, &q), IMP_OK);
    assert_number(q.c, ==, 1.0f);
    assert_number(q.s, ==, 0.0f);
    assert_int_equal(imp2_rot_towards((imp2_vec){0.0f, -0.0f}, &q), IMP_ERR_RANGE | 1 << 8);
    assert_int_equal(imp2_rot_towards((imp2_vec){0x1p60f, 0x1p-60f}, &q), IMP_OK);
    assert_number(q.c, ==, 1.0f);
    assert_number(q.s, ==, 0.0f);
}

static void door(void** unused)
{
    (void)unused;
    // Every number by the definition, at a stride over all bit patterns (all of them when N >= 5000).
    uint64_t stride = (1ull << 32) / test_n(500000) + 1;
    for (uint64_t bits = 0; bits < 1ull << 32; bits += stride)
    {
        float x = float_of((uint32_t)bits);
        bool finite = isfinite(x);
        bool fine = finite && (x == 0.0f || (fabsf(x) >= IMP_MAGNITUDE_MIN && fabsf(x) <= IMP_MAGNITUDE_MAX));
        int32_t fault = fine ? 0 : finite ? IMP_ERR_MAGNITUDE : IMP_ERR_NAN;
        if (imp2i_number_ok(x) != fine || impi_number_fault(x) != fault)
        {
            fail_msg("number check of %a", (double)x);
        }
    }
    static const struct
    {
        imp2_pose pose;
        int32_t fault;
    } rows[] = {
        {{{0, 0}, {1, 0}}, 0},
        {{{-0.0f, 0x1p60f}, {-0.0f, -1}}, 0},
        {{{0x1p-60f, -0x1p-60f}, {0x1p-60f, 1}}, 0},
        {{{0x1.fffffep-61f, 0}, {1, 0}}, IMP_ERR_MAGNITUDE},
        {{{0, 0x1.000002p60f}, {1, 0}}, IMP_ERR_MAGNITUDE},
        {{{0, 0}, {1, 0x1p-149f}}, IMP_ERR_MAGNITUDE},
        {{{0, 0}, {1, 0x1p-61f}}, IMP_ERR_MAGNITUDE},
        {{{0, 0}, {FLT_MAX, 0}}, IMP_ERR_MAGNITUDE},
        {{{0, 0}, {0x1p60f, 0}}, IMP_ERR_ROTATION},
        {{{0, 0}, {0, 0}}, IMP_ERR_ROTATION},
        {{{0, 0}, {NAN, 0}}, IMP_ERR_NAN},
        {{{0, -INFINITY}, {0, 0}}, IMP_ERR_NAN},
        {{{0, 0}, {1.0f + 0x1p-22f, 0}}, 0},
        {{{0, 0}, {1.0f + 0x1p-21f, 0}}, IMP_ERR_ROTATION},  // the square is 1 + 2^-20 + 2^-42
        {{{0, 0}, {1.0f - 0x1p-21f, 0}}, 0},                 // 1 - 2^-20 + 2^-42
        {{{0, 0}, {1.0f - 0x1.2p-21f, 0}}, IMP_ERR_ROTATION},
        {{{0, 0}, {0, -1.0f - 0x1p-20f}}, IMP_ERR_ROTATION},
        {{{0, 0}, {1, 0x1p-10f}}, 0},  // 1 + 2^-20, the bound itself
        {{{0, 0}, {1, 0x1.000002p-10f}}, IMP_ERR_ROTATION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    {
        int32_t status = imp2_pose_check(&rows[i].pose);
        if (status != (rows[i].fault ? (rows[i].fault | 1 << 8) : 0))
        {
            fail_msg("row %d of the poses: status %x", (int)i, (unsigned)status);
        }
    }
    assert_int_equal(imp2_pose_check(NULL), IMP_ERR_NULL | 1 << 8);
}

int main(void)
{
    mpfr_inits2(REFERENCE_BITS, state.x, state.y, state.sine, state.cosine, (mpfr_ptr)0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sincos_over_all_exponents),
        cmocka_unit_test(sincos_near_quarters),
        cmocka_unit_test(sincos_at_the_ends),
        cmocka_unit_test(atan2_everywhere),
        cmocka_unit_test(doubles),
        cmocka_unit_test(rotations),
        cmocka_unit_test(door),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(state.x, state.y, state.sine, state.cosine, (mpfr_ptr)0);
    mpfr_free_cache();
    return failed;
}
