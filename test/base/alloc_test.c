// SPDX-License-Identifier: MIT
//
// Memory: alignment, contents, sizes that do not fit, failures. Compiled with the branch for systems whose malloc does
// not align to 16 bytes, which no machine here would otherwise run; the array test runs the usual one.

#include "support.h"

#define IMPI_MALLOC_ALIGNED 0
#include "base/alloc.c"

static void blocks_are_aligned_and_keep_their_contents(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    unsigned char* blocks[16] = {0};
    size_t sizes[16] = {0};
    uint64_t count = test_n(20000);
    for (uint64_t i = 0; i < count; ++i)
    {
        int slot = test_rng_int(&rng, 0, 15);
        size_t size = (size_t)test_rng_int(&rng, 0, 300);
        unsigned char mark = (unsigned char)(slot + 1);
        if (size == 0)
        {
            impi_alloc_free(NULL, blocks[slot], sizes[slot], 1);
            blocks[slot] = NULL;
        }
        else
        {
            unsigned char* moved = impi_alloc_resize(NULL, blocks[slot], sizes[slot], size, 1);
            assert_non_null(moved);
            assert_int_equal((uintptr_t)moved % 16, 0);
            for (size_t k = 0; k < size && k < sizes[slot]; ++k)
            {
                assert_int_equal(moved[k], mark);
            }
            memset(moved, mark, size);
            blocks[slot] = moved;
        }
        sizes[slot] = size;
    }
    for (int i = 0; i < 16; ++i)
    {
        impi_alloc_free(NULL, blocks[i], sizes[i], 1);
    }
    test_report("resizes", count);
}

static void products_that_do_not_fit_are_out_of_memory(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16 + 1, SIZE_MAX / 16 + 2, SIZE_MAX / 24 + 1};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
    {
        assert_null(impi_alloc_resize(&allocator, NULL, 0, counts[i], 16));
        assert_null(impi_alloc_resize(&allocator, NULL, 0, counts[i], 24));
    }
    assert_int_equal(counter.calls, 0);
}

static void failed_resize_leaves_the_block(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = 1};
    imp_allocator allocator = test_allocator_get(&counter);
    uint32_t* block = impi_alloc_resize(&allocator, NULL, 0, 4, sizeof *block);
    assert_non_null(block);
    block[3] = 7;
    assert_null(impi_alloc_resize(&allocator, block, 4, 8, sizeof *block));
    assert_int_equal(block[3], 7);
    assert_int_equal(counter.live_bytes, 16);
    impi_alloc_free(&allocator, block, 4, sizeof *block);
    assert_int_equal(counter.live_blocks, 0);
    assert_int_equal(counter.live_bytes, 0);
}

static void null_is_freed_without_a_call(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    impi_alloc_free(&allocator, NULL, 0, 8);
    impi_alloc_free(NULL, NULL, 0, 8);
    assert_int_equal(counter.calls, 0);
}

static void validity(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator good = test_allocator_get(&counter);
    imp_allocator bad = {NULL, &counter};
    assert_true(impi_alloc_valid(NULL));
    assert_true(impi_alloc_valid(&good));
    assert_false(impi_alloc_valid(&bad));
    assert_ptr_equal(impi_alloc_or_default(&good).user, &counter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_keep_their_contents),
        cmocka_unit_test(products_that_do_not_fit_are_out_of_memory),
        cmocka_unit_test(failed_resize_leaves_the_block),
        cmocka_unit_test(null_is_freed_without_a_call),
        cmocka_unit_test(validity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
