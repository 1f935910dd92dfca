// SPDX-License-Identifier: MIT
//
// Every allocation fails: each one alone, and each one with all after it. The call says so, has written nothing, has
// lost nothing, and works the next time.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/shape2.h"

enum
{
    POINTS_MAX = 300
};

// A circle of n points; every third twice, turning clockwise when told to, so that there is something to mend.
static int32_t outline(imp2_vec* points, int32_t n, bool messy)
{
    int32_t count = 0;
    for (int32_t i = 0; i < n; ++i)
    {
        double angle = 6.283185307179586 / n * (messy ? n - i : i);
        imp2_vec v = {(float)(100.0 * cos(angle)), (float)(100.0 * sin(angle))};
        points[count++] = v;
        if (messy && i % 3 == 0)
        {
            points[count++] = v;
        }
    }
    return count;
}

// Makes the polygon with every failure there is; returns how many calls of the allocator were made to fail.
static int fail_each(const imp2_vec* points, int32_t count, bool ever, bool with_out)
{
    for (int fail_at = 0;; ++fail_at)
    {
        test_allocator state = {.fail_at = fail_at, .fail_ever = ever};
        imp_allocator allocator = test_allocator_get(&state);
        imp2_shape out, untouched;
        imp2_repair repair, repair_untouched;
        memset(&out, 0xa5, sizeof out);
        memset(&repair, 0xa5, sizeof repair);
        untouched = out;
        repair_untouched = repair;
        imp_status status = imp2_polygon_make(points, count, 0.5f, &allocator, with_out ? &out : NULL, &repair);
        if (state.calls <= fail_at)
        {
            // Nothing failed: this is the call as it should be, and giving back leaves nothing.
            assert_int_equal(status, IMP_OK);
            if (with_out)
            {
                assert_int_equal(state.live_blocks, out.block ? 1 : 0);
                imp2_shape_free(&out);
            }
            assert_int_equal(state.live_blocks, 0);
            assert_int_equal(state.live_bytes, 0);
            return fail_at;
        }
        assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.live_bytes, 0);
        assert_memory_equal(&out, &untouched, sizeof out);
        assert_memory_equal(&repair, &repair_untouched, sizeof repair);
        assert_true(fail_at < 100);
    }
}

static void polygon_make(void** unused)
{
    (void)unused;
    static imp2_vec points[2 * POINTS_MAX];
    static const int32_t sizes[] = {1, 3, 8, 9, 12, 64, POINTS_MAX};
    uint64_t failed = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    {
        for (int variant = 0; variant < 8; ++variant)
        {
            int32_t count = outline(points, sizes[i], variant & 1);
            int failures = fail_each(points, count, variant & 2, variant & 4);
            // Small polygons ask for nothing; large ones that are kept ask at least once.
            assert_true(count > IMP2_SMALL_COUNT || failures == 0);
            assert_true(sizes[i] <= IMP2_SMALL_COUNT || !(variant & 4) || failures > 0);
            failed += (uint64_t)failures;
        }
    }
    test_report("allocations failed", failed);
}

static void shape_free(void** unused)
{
    (void)unused;
    // Freeing is for all shapes, zeroes them, and may be done again.
    static imp2_vec points[2 * POINTS_MAX];
    test_allocator state = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&state);
    imp2_shape zero, shape;
    memset(&zero, 0, sizeof zero);
    imp2_shape_free(NULL);
    shape = zero;
    imp2_shape_free(&shape);
    assert_memory_equal(&shape, &zero, sizeof shape);
    for (int32_t n = 3; n < 40; ++n)
    {
        assert_int_equal(imp2_polygon_make(points, outline(points, n, true), 0.0f, &allocator, &shape, NULL), IMP_OK);
        assert_int_equal(shape.count, n);
        assert_int_equal(shape.block != NULL, n > IMP2_SMALL_COUNT);
        assert_int_equal(state.live_blocks, n > IMP2_SMALL_COUNT);
        imp2_shape_free(&shape);
        assert_memory_equal(&shape, &zero, sizeof shape);
        imp2_shape_free(&shape);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.live_bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygon_make),
        cmocka_unit_test(shape_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
