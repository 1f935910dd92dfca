// SPDX-License-Identifier: MIT
//
// Growable arrays: contents, growth, and every allocation failed once and for ever.

#include "support.h"

#include "base/array.h"

typedef struct item
{
    double number;
    int32_t tag;
} item;

typedef struct items
{
    IMPI_ARRAY(item)
} items;

static void contents_survive_growth(void** state)
{
    (void)state;
    items array = {0};
    for (int32_t i = 0; i < 10000; ++i)
    {
        assert_int_equal(impi_array_reserve(&array, NULL, (int64_t)array.count + 1), IMP_OK);
        assert_int_equal((uintptr_t)array.data % 16, 0);
        array.data[array.count++] = (item){i * 0.5, i};
    }
    for (int32_t i = 0; i < 10000; ++i)
    {
        assert_int_equal(array.data[i].tag, i);
        assert_true(array.data[i].number == i * 0.5);
    }
    impi_array_free(&array, NULL);
    assert_null(array.data);
    assert_int_equal(array.count, 0);
    assert_int_equal(array.capacity, 0);
}

static void growth_is_by_a_factor(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    items array = {0};
    for (int32_t i = 0; i < 100000; ++i)
    {
        assert_int_equal(impi_array_reserve(&array, &allocator, (int64_t)array.count + 1), IMP_OK);
        array.data[array.count++] = (item){0.0, i};
    }
    assert_true(counter.calls < 35);
    assert_true(array.capacity < 200000);
    impi_array_free(&array, &allocator);
    assert_int_equal(counter.live_bytes, 0);
}

static void too_many_elements_are_refused(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    items array = {0};
    static const int64_t counts[] = {(int64_t)INT32_MAX + 1, INT64_MAX};
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(impi_array_reserve(&array, &allocator, counts[i]), IMP_ERR_MEMORY);
        assert_null(array.data);
        assert_int_equal(array.capacity, 0);
    }
    assert_int_equal(impi_array_reserve(&array, &allocator, 0), IMP_OK);
    assert_int_equal(counter.calls, 0);
}

// Fills an array through an allocator whose fail_at-th call fails; retries a failed step when it fails only once.
// Returns whether a failure was seen.
static bool fill_with_failure(int64_t fail_at, bool fail_ever)
{
    test_allocator counter = {.fail_at = fail_at, .fail_ever = fail_ever};
    imp_allocator allocator = test_allocator_get(&counter);
    items array = {0};
    bool failed = false;
    while (array.count < 500)
    {
        items before = array;
        imp_status status = impi_array_reserve(&array, &allocator, (int64_t)array.count + 3);
        if (status)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_ptr_equal(array.data, before.data);
            assert_int_equal(array.count, before.count);
            assert_int_equal(array.capacity, before.capacity);
            for (int32_t i = 0; i < array.count; ++i)
            {
                assert_int_equal(array.data[i].tag, i);
            }
            failed = true;
            if (fail_ever)
            {
                break;
            }
            continue;
        }
        for (int i = 0; i < 3; ++i)
        {
            array.data[array.count] = (item){0.0, array.count};
            array.count += 1;
        }
    }
    impi_array_free(&array, &allocator);
    assert_int_equal(counter.live_blocks, 0);
    assert_int_equal(counter.live_bytes, 0);
    return failed;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    for (int ever = 0; ever < 2; ++ever)
    {
        int64_t fail_at = 0;
        while (fill_with_failure(fail_at, ever))
        {
            ++fail_at;
        }
        assert_true(fail_at >= 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents_survive_growth),
        cmocka_unit_test(growth_is_by_a_factor),
        cmocka_unit_test(too_many_elements_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
