// SPDX-License-Identifier: MIT
#include "exact.h"

#include <stdbool.h>
#include <string.h>

static void copy(impi_exact* r, const impi_exact* a)
{
    r->sign = a->sign;
    r->low = a->low;
    r->count = a->count;
    for (int32_t i = 0; i < a->count; ++i)
    {
        r->limb[i] = a->limb[i];
    }
}

/// Drops zero limbs at both ends.
static inline void trim(impi_exact* r)
{
    if (r->count > 0 && r->limb[0] != 0 && r->limb[r->count - 1] != 0)
    {
        return;
    }
    int32_t first = 0;
    while (r->count > 0 && r->limb[r->count - 1] == 0)
    {
        --r->count;
    }
    while (first < r->count && r->limb[first] == 0)
    {
        ++first;
    }
    if (first > 0)
    {
        r->count -= first;
        r->low += first;
        for (int32_t i = 0; i < r->count; ++i)
        {
            r->limb[i] = r->limb[i + first];
        }
    }
    if (r->count == 0)
    {
        r->sign = 0;
        r->low = 0;
    }
}

void impi_exact_set(impi_exact* r, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    int32_t exponent = (int32_t)(bits >> 52 & 0x7ff);
    if (exponent == 0)
    {
        exponent = 1;  // denormal or zero: no hidden bit
    }
    else
    {
        mantissa |= UINT64_C(1) << 52;
    }
    // value = mantissa 2^(exponent - 1075); 32 (low + 40) + shift = exponent + 205 keeps the division positive.
    int32_t position = exponent + 205;
    uint32_t shift = (uint32_t)position & 31;
    r->low = position / 32 - 40;
    r->sign = (bits >> 63) ? -1 : 1;
    r->count = 3;
    uint64_t high = mantissa >> 32, low = mantissa & 0xffffffffu;
    uint64_t part = low << shift;
    r->limb[0] = (uint32_t)part;
    part = (high << shift) + (part >> 32);
    r->limb[1] = (uint32_t)part;
    r->limb[2] = (uint32_t)(part >> 32);
    trim(r);
}

static uint32_t limb_at(const impi_exact* a, int32_t position)
{
    int32_t index = position - a->low;
    return index >= 0 && index < a->count ? a->limb[index] : 0;
}

static int32_t high_end(const impi_exact* a)
{
    return a->low + a->count;
}

/// Numbers are not zero.
static int compare_magnitude(const impi_exact* a, const impi_exact* b)
{
    if (high_end(a) != high_end(b))
    {
        return high_end(a) < high_end(b) ? -1 : 1;
    }
    uint32_t first_a = a->limb[a->count - 1], first_b = b->limb[b->count - 1];
    if (first_a != first_b)
    {
        return first_a < first_b ? -1 : 1;
    }
    int32_t low = a->low < b->low ? a->low : b->low;
    for (int32_t p = high_end(a) - 1; p >= low; --p)
    {
        uint32_t x = limb_at(a, p), y = limb_at(b, p);
        if (x != y)
        {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

int impi_exact_compare(const impi_exact* a, const impi_exact* b)
{
    if (a->sign != b->sign)
    {
        return a->sign < b->sign ? -1 : 1;
    }
    return a->sign == 0 ? 0 : a->sign * compare_magnitude(a, b);
}

/// Accepted numbers always fit. A shape that was overwritten with others by hand gets a wrong answer, not a wild write.
static bool fits(impi_exact* r, int32_t count)
{
    if (count > IMP_EXACT_LIMBS)
    {
        r->sign = r->low = r->count = 0;
        return false;
    }
    return true;
}

/// |a| + sign |b|, which is not negative, at the limbs from low on; count of them are written, one more by a carry. a
/// and b are not zero.
static void add_magnitudes(impi_exact* out, const impi_exact* a, const impi_exact* b, bool same)
{
    int32_t position = 0, from = a->low - out->low;
    for (; position < from; ++position)
    {
        out->limb[position] = 0;
    }
    for (int32_t i = 0; i < a->count; ++i)
    {
        out->limb[position++] = a->limb[i];
    }
    for (; position < out->count; ++position)
    {
        out->limb[position] = 0;
    }
    uint64_t carry = 0;
    position = b->low - out->low;
    for (int32_t i = 0; i < b->count; ++i, ++position)
    {
        uint64_t x = out->limb[position], y = b->limb[i];
        uint64_t sum = same ? x + y + carry : x - y - carry;
        out->limb[position] = (uint32_t)sum;
        carry = sum >> 32 & 1;
    }
    for (; carry && position < out->count; ++position)
    {
        uint64_t sum = same ? out->limb[position] + carry : out->limb[position] - carry;
        out->limb[position] = (uint32_t)sum;
        carry = sum >> 32 & 1;
    }
    if (same && carry)
    {
        out->limb[out->count++] = 1;
    }
}

static void add_signed(impi_exact* r, const impi_exact* a, const impi_exact* b, int32_t sign_b)
{
    if (sign_b == 0 || a->sign == 0)
    {
        int32_t sign = sign_b == 0 ? a->sign : sign_b;
        const impi_exact* other = sign_b == 0 ? a : b;
        if (other != r)
        {
            copy(r, other);
        }
        r->sign = sign;
        return;
    }
    bool same = a->sign == sign_b;
    int32_t sign = a->sign;
    if (!same && compare_magnitude(a, b) < 0)
    {
        const impi_exact* swap = a;
        a = b;
        b = swap;
        sign = sign_b;
    }
    impi_exact apart;
    impi_exact* out = r == a || r == b ? &apart : r;
    int32_t high = high_end(a) > high_end(b) ? high_end(a) : high_end(b);
    int32_t low = a->low < b->low ? a->low : b->low;
    if (!fits(r, high - low + 1))
    {
        return;
    }
    out->low = low;
    out->sign = sign;
    out->count = high - low;
    add_magnitudes(out, a, b, same);
    trim(out);
    if (out != r)
    {
        copy(r, out);
    }
}

void impi_exact_add(impi_exact* r, const impi_exact* a, const impi_exact* b)
{
    add_signed(r, a, b, b->sign);
}

void impi_exact_sub(impi_exact* r, const impi_exact* a, const impi_exact* b)
{
    add_signed(r, a, b, -b->sign);
}

void impi_exact_mul(impi_exact* r, const impi_exact* a, const impi_exact* b)
{
    if (a->sign == 0 || b->sign == 0)
    {
        r->sign = r->low = r->count = 0;
        return;
    }
    impi_exact apart;
    impi_exact* out = r == a || r == b ? &apart : r;
    if (!fits(r, a->count + b->count))
    {
        return;
    }
    out->sign = a->sign * b->sign;
    out->low = a->low + b->low;
    out->count = a->count + b->count;
    for (int32_t j = 0; j < b->count; ++j)
    {
        out->limb[j] = 0;
    }
    for (int32_t i = 0; i < a->count; ++i)
    {
        uint64_t carry = 0;
        for (int32_t j = 0; j < b->count; ++j)
        {
            carry += (uint64_t)a->limb[i] * b->limb[j] + out->limb[i + j];
            out->limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out->limb[i + b->count] = (uint32_t)carry;
    }
    trim(out);
    if (out != r)
    {
        copy(r, out);
    }
}

/// 2^(32 n), for results within the range of doubles.
static double limb_value(int32_t n)
{
    double r = 1.0, step = n < 0 ? 0x1p-32 : 0x1p32;
    for (int32_t i = n < 0 ? -n : n; i > 0; --i)
    {
        r *= step;
    }
    return r;
}

double impi_exact_get(const impi_exact* a)
{
    double value = 0.0;
    for (int32_t i = a->count - 1, taken = 0; i >= 0 && taken < 3; --i, ++taken)
    {
        value += (double)a->limb[i] * limb_value(a->low + i);
    }
    return a->sign < 0 ? -value : value;
}
