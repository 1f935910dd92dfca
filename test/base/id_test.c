// SPDX-License-Identifier: MIT
//
// Handles against a model that remembers every handle ever given out: a live one finds its own place, no other finds
// anything. Then what a model of moderate size does not reach: generations that run out, and other pools' handles.

#include "support.h"

#include "base/id.h"

enum
{
    HISTORY = 4096
};

// The expected mix of calls: more are taken than given back until the pool is half full, then the same.
static void pool_follows_its_model(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(200);
    for (uint64_t round = 0; round < count; ++round)
    {
        impi_pool pool;
        impi_pool_init(&pool, (uint32_t)test_rng_int(&rng, 1, (int)IMPI_GENERATION_MAX));
        impi_id history[HISTORY];
        bool live[HISTORY];
        int given = 0;
        int32_t alive = 0;
        for (int step = 0; step < HISTORY; ++step)
        {
            int pick = given ? test_rng_int(&rng, 0, given - 1) : 0;
            if (given == 0 || test_rng_int(&rng, 0, 99) < (alive < 40 ? 70 : 45))
            {
                assert_int_equal(impi_pool_take(&pool, NULL, &history[given]), IMP_OK);
                assert_number(history[given], !=, 0);
                assert_number(history[given], <, (uint64_t)1 << 53);
                live[given++] = true;
                ++alive;
            }
            else
            {
                assert_int_equal(impi_pool_give_back(&pool, history[pick]), live[pick]);
                alive -= live[pick];
                live[pick] = false;
            }
            assert_int_equal(pool.used, alive);
            int probe = test_rng_int(&rng, 0, given - 1);
            int32_t place = impi_pool_find(&pool, history[probe]);
            assert_int_equal(place, live[probe] ? (int32_t)(uint32_t)history[probe] : -1);
        }
        for (int i = 0; i < given; ++i)
        {
            assert_int_equal(impi_pool_find(&pool, history[i]) >= 0, live[i]);
        }
        impi_pool_free(&pool, NULL);
    }
    test_report("id_calls", count * HISTORY);
}

static void made_up_handles_are_refused(void** state)
{
    (void)state;
    impi_pool pool;
    impi_pool_init(&pool, 5);
    impi_id id = 0;
    assert_int_equal(impi_pool_find(&pool, 0), -1);
    assert_int_equal(impi_pool_take(&pool, NULL, &id), IMP_OK);
    assert_int_equal(impi_pool_find(&pool, id), 0);
    for (int bit = 0; bit < 64; ++bit)
    {
        assert_int_equal(impi_pool_find(&pool, id ^ (uint64_t)1 << bit), -1);
        assert_false(impi_pool_give_back(&pool, id ^ (uint64_t)1 << bit));
    }
    assert_int_equal(impi_pool_find(&pool, UINT64_MAX), -1);
    assert_true(impi_pool_give_back(&pool, id));
    assert_false(impi_pool_give_back(&pool, id));
    impi_pool_free(&pool, NULL);
    assert_int_equal(impi_pool_find(&pool, id), -1);
}

// One place, used until its generations run out: it must be retired, and its first handle must stay dead.
static void generations_run_out_without_reviving(void** state)
{
    (void)state;
    static const uint32_t tags[] = {1, 2, 1000000, IMPI_GENERATION_MAX};
    for (int i = 0; i < 4; ++i)
    {
        impi_pool pool;
        impi_pool_init(&pool, tags[i]);
        impi_id first = 0;
        assert_int_equal(impi_pool_take(&pool, NULL, &first), IMP_OK);
        assert_true(impi_pool_give_back(&pool, first));
        uint64_t lives = 1;
        for (;;)
        {
            impi_id id = 0;
            assert_int_equal(impi_pool_take(&pool, NULL, &id), IMP_OK);
            if ((uint32_t)id != 0)
            {
                break;
            }
            if (id == first || id >> 32 == 0 || impi_pool_find(&pool, first) >= 0 || !impi_pool_give_back(&pool, id))
            {
                fail();
            }
            ++lives;
        }
        assert_int_equal(lives, IMPI_GENERATION_MAX);
        assert_int_equal(impi_pool_find(&pool, first), -1);
        assert_int_equal(impi_pool_find(&pool, 0), -1);
        assert_int_equal(pool.count, 2);
        impi_pool_free(&pool, NULL);
    }
}

static void pools_with_other_tags_refuse(void** state)
{
    (void)state;
    impi_pool mine, other;
    impi_pool_init(&mine, 1);
    impi_pool_init(&other, 1 << 20);
    for (int i = 0; i < 1000; ++i)
    {
        impi_id a = 0;
        impi_id b = 0;
        assert_int_equal(impi_pool_take(&mine, NULL, &a), IMP_OK);
        assert_int_equal(impi_pool_take(&other, NULL, &b), IMP_OK);
        assert_int_equal(impi_pool_find(&mine, b), -1);
        assert_int_equal(impi_pool_find(&other, a), -1);
        if (i % 3 == 0)
        {
            assert_true(impi_pool_give_back(&mine, a));
            assert_true(impi_pool_give_back(&other, b));
        }
    }
    impi_pool_free(&mine, NULL);
    impi_pool_free(&other, NULL);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    int64_t fail_at = 0;
    for (bool failed = true; failed; ++fail_at)
    {
        failed = false;
        test_allocator counter = {.fail_at = fail_at};
        imp_allocator allocator = test_allocator_get(&counter);
        impi_pool pool;
        impi_pool_init(&pool, 1);
        for (int i = 0; i < 200; ++i)
        {
            impi_pool before = pool;
            impi_id id = 77;
            imp_status status = impi_pool_take(&pool, &allocator, &id);
            if (status)
            {
                assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
                assert_int_equal(id, 77);
                assert_int_equal(pool.count, before.count);
                assert_int_equal(pool.used, before.used);
                assert_int_equal(pool.first_free, before.first_free);
                failed = true;
            }
            else
            {
                assert_true(impi_pool_find(&pool, id) >= 0);
            }
        }
        impi_pool_free(&pool, &allocator);
        assert_int_equal(counter.live_blocks, 0);
    }
    assert_true(fail_at > 4);
}

static void reserved_places_need_no_memory(void** state)
{
    (void)state;
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    impi_pool pool;
    impi_pool_init(&pool, 1);
    assert_int_equal(impi_pool_reserve(&pool, &allocator, 100), IMP_OK);
    counter.fail_at = 0;
    counter.fail_ever = true;
    for (int i = 0; i < 100; ++i)
    {
        impi_id id = 0;
        assert_int_equal(impi_pool_take(&pool, &allocator, &id), IMP_OK);
    }
    impi_pool_free(&pool, &allocator);
}

static void what_is_untaken_is_given_again(void** state)
{
    (void)state;
    impi_pool pool;
    impi_id ids[4], again;
    impi_pool_init(&pool, 1);
    for (int i = 0; i < 4; ++i)
    {
        assert_int_equal(impi_pool_take(&pool, NULL, &ids[i]), IMP_OK);
        impi_pool_untake(&pool, ids[i]);
        assert_int_equal(pool.used, i);
        assert_int_equal(impi_pool_find(&pool, ids[i]), -1);
        assert_int_equal(impi_pool_take(&pool, NULL, &again), IMP_OK);
        assert_true(again == ids[i]);
    }
    assert_true(impi_pool_give_back(&pool, ids[1]));
    assert_true(impi_pool_give_back(&pool, ids[2]));
    assert_int_equal(impi_pool_take(&pool, NULL, &ids[2]), IMP_OK);
    impi_pool_untake(&pool, ids[2]);
    assert_int_equal(impi_pool_take(&pool, NULL, &again), IMP_OK);
    assert_true(again == ids[2]);
    impi_pool_free(&pool, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool_follows_its_model),
        cmocka_unit_test(made_up_handles_are_refused),
        cmocka_unit_test(generations_run_out_without_reviving),
        cmocka_unit_test(pools_with_other_tags_refuse),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(reserved_places_need_no_memory),
        cmocka_unit_test(what_is_untaken_is_given_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
