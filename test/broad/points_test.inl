// SPDX-License-Identifier: MIT
//
// Points that are near each other, against every one with every other in exact arithmetic.

enum
{
    MOST = 400,
    STYLE_COUNT = 9
};

static float style_place(test_rng* rng, int style, int32_t i, int axis)
{
    switch (style)
    {
    case 0: return (float)test_rng_int(rng, -8, 8);  // many are as far away as is asked for
    case 1: return 1e7f + (float)test_rng_int(rng, 0, 40);
    case 2: return 3.0f;
    case 3: return i < 3 ? ldexpf(i == 1 ? -1.0f : 1.0f, 60) : test_rng_range(rng, -6.0f, 6.0f);
    case 4: return axis ? 1.0f : test_rng_range(rng, -300.0f, 300.0f);
    case 5: return ldexpf(test_rng_range(rng, 1.0f, 2.0f), test_rng_int(rng, -60, 58)) * (i & 1 ? 1.0f : -1.0f);
    case 6: return (float)(i % 2) * 1e12f + test_rng_range(rng, -9.0f, 9.0f);
    case 7: return ldexpf((float)test_rng_int(rng, -8, 8), -58);
    default: return test_rng_range(rng, -10.0f, 10.0f);
    }
}

static float style_distance(test_rng* rng, int style)
{
    static const float whole[] = {0.0f, 1.0f, 2.0f, 5.0f};
    switch (style)
    {
    case 0:
    case 1: return whole[test_rng_int(rng, 0, 3)];
    case 5: return ldexpf(1.0f, test_rng_int(rng, -60, 60));
    case 7: return ldexpf(whole[test_rng_int(rng, 0, 3)], -58);
    default: return test_rng_range(rng, 0.0f, 3.0f);
    }
}

static bool near_exactly(Vec a, Vec b, float distance)
{
    impi_exact sum, x, y;
    impi_exact_set(&sum, 0.0);
    for (int k = 0; k < AXES; ++k)
    {
        impi_exact_set(&x, (double)AT(a, k));
        impi_exact_set(&y, (double)AT(b, k));
        impi_exact_sub(&x, &x, &y);
        impi_exact_mul(&x, &x, &x);
        impi_exact_add(&sum, &sum, &x);
    }
    impi_exact_set(&x, (double)distance * (double)distance);
    return impi_exact_compare(&sum, &x) <= 0;
}

static void check_neighbours(const imp_pair_list* list, const imp_neighbours* near, int32_t count)
{
    int32_t listed = 0;
    assert_int_equal(near->count, count);
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t k = near->starts[i]; k < near->starts[i + 1]; ++k, ++listed)
        {
            int32_t other = near->others[k], a = i < other ? i : other, b = i < other ? other : i;
            assert_true(k == near->starts[i] || near->others[k - 1] < other);
            int32_t low = 0, high = list->count;
            while (high - low > 1)
            {
                int32_t half = (low + high) / 2;
                imp_pair pair = list->pairs[half];
                bool before = pair.a < a || (pair.a == a && pair.b <= b);
                low = before ? half : low;
                high = before ? high : half;
            }
            assert_number(list->count, >, 0);
            assert_number(list->pairs[low].a, ==, a);
            assert_number(list->pairs[low].b, ==, b);
        }
    }
    assert_int_equal(listed, 2 * list->count);
}

static void near_pairs(void** unused)
{
    (void)unused;
    static Vec at[MOST];
    uint64_t scenes = test_n(6 * STYLE_COUNT), pairs = 0;
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    FN(points)* points = NULL;
    assert_int_equal(FN(points_make)(&allocator, &points), IMP_OK);
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        test_rng rng = {test_seed() + scene};
        int style = (int)(scene % STYLE_COUNT);
        int32_t count = test_rng_int(&rng, 0, 3) ? test_rng_int(&rng, 0, MOST) : test_rng_int(&rng, 0, 3), next = 0;
        float distance = style_distance(&rng, style);
        for (int32_t i = 0; i < count; ++i)
        {
            for (int k = 0; k < AXES; ++k)
            {
                SET_AT(at[i], k, style_place(&rng, style, i, k));
            }
        }
        imp_pair_list list;
        imp_neighbours near;
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            points->kernels = FNI(kernels_for)(level);
            assert_int_equal(FN(points_pairs)(points, at, count, distance, &list), IMP_OK);
            next = 0;
            for (int32_t a = 0; a < count; ++a)
            {
                for (int32_t b = a + 1; b < count; ++b)
                {
                    if (near_exactly(at[a], at[b], distance))
                    {
                        assert_true(next < list.count);
                        assert_int_equal(list.pairs[next].a, a);
                        assert_int_equal(list.pairs[next].b, b);
                        ++next;
                    }
                }
            }
            assert_int_equal(next, list.count);
        }
        pairs += (uint64_t)next;
        static imp_pair kept[MOST * MOST / 2];
        memcpy(kept, list.pairs, (size_t)(list.pairs ? list.count : 0) * sizeof *kept);
        list.pairs = kept;
        assert_int_equal(FN(points_neighbours)(points, at, count, distance, &near), IMP_OK);
        check_neighbours(&list, &near, count);
    }
    FN(points_free)(points);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(memory.live_bytes, 0);
    assert_true(pairs > scenes * 100);
    test_report(CASE_NAME " scenes of points", scenes);
}

// A lattice has a known number of neighbours.
static void lattice(void** unused)
{
    (void)unused;
    enum
    {
        SIDE = AXES == 2 ? 300 : 44,
        COUNT = AXES == 2 ? SIDE * SIDE : SIDE * SIDE * SIDE
    };
    static Vec at[COUNT];
    FN(points)* points = NULL;
    imp_pair_list list;
    for (int32_t i = 0; i < COUNT; ++i)
    {
        // In an order that has nothing to do with places.
        int32_t rest = (int32_t)((int64_t)i * 7919 % COUNT);
        for (int k = 0; k < AXES; ++k, rest /= SIDE)
        {
            SET_AT(at[i], k, 0.1f * (float)(rest % SIDE));
        }
    }
    assert_int_equal(FN(points_make)(NULL, &points), IMP_OK);
    assert_int_equal(FN(points_pairs)(points, at, COUNT, 0.12f, &list), IMP_OK);
    assert_int_equal(list.count, AXES * (COUNT / SIDE) * (SIDE - 1));
    FN(points_free)(points);
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    test_rng rng = {3};
    static Vec at[3000];
    for (int32_t i = 0; i < 3000; ++i)
    {
        for (int k = 0; k < AXES; ++k)
        {
            SET_AT(at[i], k, test_rng_range(&rng, 0.0f, 20.0f));
        }
    }
    int64_t failures = 0;
    for (int64_t fail_at = 0, calls = 1; fail_at < calls; ++fail_at)
    {
        test_allocator memory = {.fail_at = fail_at};
        imp_allocator allocator = test_allocator_get(&memory);
        FN(points)* points = NULL;
        imp_neighbours near = {NULL, NULL, -1}, again;
        imp_status status = FN(points_make)(&allocator, &points);
        if (!status)
        {
            status = FN(points_neighbours)(points, at, 3000, 1.0f, &near);
            if (status)
            {
                assert_int_equal(near.count, -1);
                assert_int_equal(FN(points_neighbours)(points, at, 3000, 1.0f, &again), IMP_OK);
            }
            calls = memory.calls;
        }
        else
        {
            calls = fail_at + 2;
        }
        failures += status != IMP_OK;
        assert_true(status == IMP_OK || imp_status_fault(status) == IMP_ERR_MEMORY);
        FN(points_free)(points);
        assert_int_equal(memory.live_blocks, 0);
    }
    assert_true(failures > 4);
}

static void refused(void** unused)
{
    (void)unused;
    Vec at[2];
    imp_pair_list list;
    FN(points)* points = NULL;
    memset(at, 0, sizeof at);
    assert_int_equal(FN(points_make)(NULL, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(points_make)(NULL, &points), IMP_OK);
    assert_int_equal(FN(points_pairs)(NULL, at, 2, 1.0f, &list), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(FN(points_pairs)(points, NULL, 2, 1.0f, &list), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(points_pairs)(points, at, -1, 1.0f, &list), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(points_pairs)(points, at, 2, -1.0f, &list), IMP_ERR_NEGATIVE | 4 << 8);
    assert_int_equal(FN(points_pairs)(points, at, 2, NAN, &list), IMP_ERR_NAN | 4 << 8);
    assert_int_equal(FN(points_pairs)(points, at, 2, 1.0f, NULL), IMP_ERR_NULL | 5 << 8);
    SET_AT(at[1], 1, 1e30f);
    assert_int_equal(FN(points_pairs)(points, at, 2, 1.0f, &list), IMP_ERR_MAGNITUDE | 2 << 8);
    assert_int_equal(FN(points_pairs)(points, NULL, 0, 1.0f, &list), IMP_OK);
    assert_int_equal(list.count, 0);
    FN(points_free)(points);
    FN(points_free)(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_pairs),
        cmocka_unit_test(lattice),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
