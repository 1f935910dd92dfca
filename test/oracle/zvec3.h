// SPDX-License-Identifier: MIT
//
// Vectors of space with integers of any length.

#ifndef IMP_TEST_ZVEC3_H
#define IMP_TEST_ZVEC3_H

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct zvec
{
    mpz_t x, y, z;
} zvec;

static inline void zvec_init(zvec* v)
{
    mpz_inits(v->x, v->y, v->z, NULL);
}

static inline void zvec_clear(zvec* v)
{
    mpz_clears(v->x, v->y, v->z, NULL);
}

static inline void zvec_set(zvec* r, const zvec* v)
{
    mpz_set(r->x, v->x);
    mpz_set(r->y, v->y);
    mpz_set(r->z, v->z);
}

static inline void zvec_add(zvec* r, const zvec* a, const zvec* b)
{
    mpz_add(r->x, a->x, b->x);
    mpz_add(r->y, a->y, b->y);
    mpz_add(r->z, a->z, b->z);
}

static inline void zvec_sub(zvec* r, const zvec* a, const zvec* b)
{
    mpz_sub(r->x, a->x, b->x);
    mpz_sub(r->y, a->y, b->y);
    mpz_sub(r->z, a->z, b->z);
}

static inline void zvec_scale(zvec* r, const zvec* v, const mpz_t k)
{
    mpz_mul(r->x, v->x, k);
    mpz_mul(r->y, v->y, k);
    mpz_mul(r->z, v->z, k);
}

static inline void zvec_negate(zvec* r)
{
    mpz_neg(r->x, r->x);
    mpz_neg(r->y, r->y);
    mpz_neg(r->z, r->z);
}

static inline void zvec_dot(mpz_t r, const zvec* a, const zvec* b)
{
    mpz_mul(r, a->x, b->x);
    mpz_addmul(r, a->y, b->y);
    mpz_addmul(r, a->z, b->z);
}

/// r is neither of the operands.
static inline void zvec_cross(zvec* r, const zvec* a, const zvec* b)
{
    mpz_mul(r->x, a->y, b->z);
    mpz_submul(r->x, a->z, b->y);
    mpz_mul(r->y, a->z, b->x);
    mpz_submul(r->y, a->x, b->z);
    mpz_mul(r->z, a->x, b->y);
    mpz_submul(r->z, a->y, b->x);
}

static inline bool zvec_zero(const zvec* v)
{
    return mpz_sgn(v->x) == 0 && mpz_sgn(v->y) == 0 && mpz_sgn(v->z) == 0;
}
static inline void zvec_shift_bits(zvec* r, unsigned bits)
{
    mpz_mul_2exp(r->x, r->x, bits);
    mpz_mul_2exp(r->y, r->y, bits);
    mpz_mul_2exp(r->z, r->z, bits);
}

/// value * 2^bits, which must be an integer.
static inline void zvec_set_scaled(mpz_t r, double value, int bits)
{
    double scaled = ldexp(value, bits);
    assert(scaled == floor(scaled));
    mpz_set_d(r, scaled);
}

#endif
