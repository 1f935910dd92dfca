// SPDX-License-Identifier: MIT
//
// The hash of results: a known value, and that every changed bit and order shows.

#include "support.h"

#include "base/hash.h"

static void value_is_the_same_everywhere(void** state)
{
    (void)state;
    uint64_t hash = IMPI_HASH_START;
    for (uint64_t i = 0; i < 1000; ++i)
    {
        hash = impi_hash_u64(hash, i);
        hash = impi_hash_float(hash, (float)i * 0.5f);
        hash = impi_hash_double(hash, (double)i * -0.25);
        hash = impi_hash_i64(hash, -(int64_t)i);
    }
    assert_true(hash == 0x1faa1a6cf04630f6u);
}

static void every_bit_shows(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(10000);
    for (uint64_t i = 0; i < count; ++i)
    {
        uint64_t a = test_rng_next(&rng);
        uint64_t b = test_rng_next(&rng);
        uint64_t c = a ^ (uint64_t)1 << (i % 64);
        uint64_t start = test_rng_next(&rng);
        assert_true(impi_hash_u64(start, a) != impi_hash_u64(start, c));
        assert_true(impi_hash_u64(impi_hash_u64(start, a), b) != impi_hash_u64(impi_hash_u64(start, b), a));
        assert_true(impi_hash_u64(impi_hash_u64(start, a), b) != impi_hash_u64(impi_hash_u64(start, c), b));
    }
    assert_true(impi_hash_float(IMPI_HASH_START, 0.0f) != impi_hash_float(IMPI_HASH_START, -0.0f));
    test_report("hash_bits", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_is_the_same_everywhere),
        cmocka_unit_test(every_bit_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
