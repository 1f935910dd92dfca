// SPDX-License-Identifier: MIT
//
// What all tests share: how many cases to run, reproducible random numbers, an allocator that counts and fails.
//
// Environment: N multiplies the number of cases (default 1). SHARD=i/n runs the i-th of n equal parts of them with
// random numbers of its own, so that the cases of all parts add up.

#ifndef IMP_TEST_SUPPORT_H
#define IMP_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "impinge/base.h"

/// normal times N, or this shard's part of it; at least 1.
uint64_t test_n(uint64_t normal);

/// Start value for random numbers; differs from shard to shard.
uint64_t test_seed(void);

/// A small random generator (SplitMix64, Steele et al. 2014).
typedef struct test_rng
{
    uint64_t state;
} test_rng;

uint64_t test_rng_next(test_rng* rng);
double test_rng_unit(test_rng* rng);                      // [0, 1)
float test_rng_range(test_rng* rng, float lo, float hi);  // [lo, hi]
int test_rng_int(test_rng* rng, int lo, int hi);          // lo to hi, both included

/// An allocator over malloc that counts, checks sizes, and fails when told to. Start from a zeroed struct with
/// fail_at = -1, then take test_allocator_get.
typedef struct test_allocator
{
    int64_t calls;    // allocations and growths so far
    int64_t fail_at;  // the call with this number (0 is the first) returns null; -1: none
    bool fail_ever;   // all calls after it fail too
    int64_t live_blocks, live_bytes, most_bytes;
} test_allocator;

imp_allocator test_allocator_get(test_allocator* state);

/// Two numbers that compare so: assert_number(x, <, 3.0f). Both are printed when they do not.
#define assert_number(a, op, b)                                                                                        \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!((a)op(b)))                                                                                               \
        {                                                                                                              \
            fail_msg("%s: %.12g and %.12g", #a " " #op " " #b, (double)(a), (double)(b));                              \
        }                                                                                                              \
    } while (0)

/// A vector of the plane that is exactly this one; else it is printed.
#define assert_vec(v, at_x, at_y)                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!((v).x == (at_x) && (v).y == (at_y)))                                                                     \
        {                                                                                                              \
            fail_msg("%s is (%.12g, %.12g), not (%.12g, %.12g)", #v, (double)(v).x, (double)(v).y, (double)(at_x),     \
                     (double)(at_y));                                                                                  \
        }                                                                                                              \
    } while (0)

/// Prints "cases: <name> <count>" so that long runs can add up what was tried.
void test_report(const char* name, uint64_t count);

#endif
