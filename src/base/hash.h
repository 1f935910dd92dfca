// SPDX-License-Identifier: MIT
//
// A 64-bit hash over values, for telling whether two runs gave the same bits. It reads numbers and not memory, so byte
// order and padding do not matter. Every step is one-to-one in the state: a difference once in it is only lost if a
// later one happens to cancel it. Not for hash tables of strangers' keys.

#ifndef IMPI_HASH_H
#define IMPI_HASH_H

#include "bits.h"

#include <stdint.h>
#include <string.h>

#define IMPI_HASH_START 0x243f6a8885a308d3u

static inline uint64_t impi_hash_u64(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9fb21c651e98df25u;
    return hash ^ hash >> 32;
}

static inline uint64_t impi_hash_i64(uint64_t hash, int64_t value)
{
    return impi_hash_u64(hash, (uint64_t)value);
}

/// The bits of a float: 0 and -0 differ.
static inline uint64_t impi_hash_float(uint64_t hash, float value)
{
    return impi_hash_u64(hash, impi_float_bits(value));
}

static inline uint64_t impi_hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return impi_hash_u64(hash, bits);
}

#endif
