// SPDX-License-Identifier: MIT
//
// Lists of pairs in order: against the C library's sort, for things in few pairs and in thousands, in lists short
// enough to be sorted whole and long enough to be cut into parts.

#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "broad/index.h"

enum
{
    EVEN,
    CROWDS,   // things in dozens of pairs
    HUBS,     // a few things in nearly all
    ONE,      // a thing in all of them
    SAME,     // the same pairs again and again
    FALLING,  // from the last to the first
    STYLE_COUNT
};

static imp_pair style_pair(test_rng* rng, int style, int32_t things, int32_t i)
{
    imp_pair pair = {test_rng_int(rng, 0, things - 1), test_rng_int(rng, 0, things - 1)};
    switch (style)
    {
    case CROWDS: pair.a -= pair.a % 50; break;
    case HUBS: pair.a = i % 8 ? things / 3 * test_rng_int(rng, 0, 2) : pair.a; break;
    case ONE: pair.a = things / 2; break;
    case SAME: pair.a = pair.b = i % 3 * (things / 3); break;
    case FALLING: pair.a = things - 1 - i % things; break;
    default: break;
    }
    return pair;
}

static int by_both(const void* x, const void* y)
{
    const imp_pair *p = x, *q = y;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void pairs_are_in_order(test_rng* rng, int style, int32_t things, int32_t count)
{
    impi_words list = {0}, spare = {0};
    imp_pair* wanted = malloc(((size_t)count + 1) * sizeof *wanted);
    int shift = impi_bits_of(things);
    assert_non_null(wanted);
    assert_int_equal(impi_array_reserve(&list, NULL, count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        wanted[i] = style_pair(rng, style, things, i);
        list.data[i] = (uint64_t)wanted[i].a << shift | (uint64_t)wanted[i].b;
    }
    list.count = count;
    qsort(wanted, (size_t)count, sizeof *wanted, by_both);
    assert_int_equal(impi_sort_pairs(&list, &spare, shift, 2 * shift, NULL), IMP_OK);
    assert_int_equal(list.count, count);
    assert_true(count == 0 || memcmp(list.block, wanted, (size_t)count * sizeof *wanted) == 0);
    impi_array_free(&list, NULL);
    impi_array_free(&spare, NULL);
    free(wanted);
}

static void lists_are_in_order(void** state)
{
    (void)state;
    static const int32_t counts[] = {0, 1, 2, 23, 24, 25, 26, 100, 1023, 3000, 1 << 17, 150000};
    static const int32_t numbers[] = {1, 3, 40, 2000, 100000, INT32_MAX};
    test_rng rng = {test_seed()};
    uint64_t cases = 0;
    for (uint64_t round = 0; round < test_n(1); ++round)
    {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
        {
            for (size_t n = 0; n < sizeof numbers / sizeof *numbers; ++n)
            {
                for (int style = 0; style < STYLE_COUNT; ++style, ++cases)
                {
                    pairs_are_in_order(&rng, style, numbers[n], counts[c]);
                }
            }
        }
    }
    test_report("sort lists", cases);
}

// A thing in half a million pairs, each of which goes far ahead: an instant, not an hour.
static void a_thing_in_many_pairs_takes_no_longer(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    pairs_are_in_order(&rng, ONE, 1 << 20, 1 << 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_in_order),
        cmocka_unit_test(a_thing_in_many_pairs_takes_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
