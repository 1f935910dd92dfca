// SPDX-License-Identifier: MIT
//
// The built-in pool: every call of a task is made once, none of another, and nobody sleeps through a task.

#include "support.h"

#include "impinge/jobs.h"

enum
{
    MOST = 300
};

typedef struct task
{
    int32_t work;
    int32_t made[MOST];    // how often each call was made
    uint64_t spent[MOST];  // so that calls take unequally long
} task;

static void make_call(void* context, int32_t i)
{
    task* t = context;
    uint64_t x = (uint64_t)i + 1;
    for (int32_t k = 0; k < (t->work + i) % 50; ++k)
    {
        x = x * 6364136223846793005u + 1442695040888963407u;
    }
    t->spent[i] = x;
    t->made[i] += 1;
}

// Tasks of few calls, of many and of none, one after the other, and now and then a rest in which threads fall asleep.
static void every_call_is_made_once(void** state)
{
    (void)state;
    uint64_t tasks = test_n(20000);
    for (int32_t threads = 1; threads <= 5; ++threads)
    {
        imp_pool* pool;
        imp_jobs jobs;
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        assert_int_equal(jobs.workers(jobs.user), threads);
        test_rng rng = {test_seed()};
        for (uint64_t i = 0; i < tasks / (uint64_t)threads; ++i)
        {
            int32_t count = test_rng_int(&rng, 0, i % 16 == 0 ? MOST - 1 : 8);
            task t = {.work = test_rng_int(&rng, 0, 49)};
            jobs.wait(jobs.user, jobs.start(jobs.user, make_call, &t, count));
            for (int32_t k = 0; k < MOST; ++k)
            {
                assert_int_equal(t.made[k], k < count);
            }
            for (volatile int32_t k = 0; i % 512 == 0 && k < 1000000;)
            {
                k = k + 1;
            }
        }
        imp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_is_made_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
