// SPDX-License-Identifier: MIT
//
// Worlds of the plane and threads: one world on several, several worlds at once on as many. The bits are the same. CI
// runs this once more with a sanitizer that sees races.

#include <stdio.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)

enum
{
    BODIES = 250,
    WORLDS = 8
};

typedef struct life
{
    uint64_t seed, hash;
    int32_t steps;
} life;

static void live(life* l, const imp_jobs* jobs)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}, .jobs = jobs};
    imp2_world* world;
    scene_crowd crowd;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    assert_int_equal(scene_crowd_make(&crowd, world, BODIES, l->seed), IMP_OK);
    for (int32_t i = 0; i < l->steps; ++i)
    {
        assert_int_equal(imp2_world_step(world, DT), IMP_OK);
        l->hash = l->hash * 31 + scene_hash(world);
    }
    imp2_world_free(world);
    scene_crowd_free(&crowd);
}

static life new_life(uint64_t seed)
{
    life r = {seed, 0, (int32_t)test_n(30)};
    return r;
}

static imp_pool* pool_of(int32_t threads, imp_jobs* jobs)
{
    imp_pool* pool;
    assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, jobs), IMP_OK);
    return pool;
}

static void one_world_on_many(void** state)
{
    (void)state;
    life alone = new_life(1);
    live(&alone, NULL);
    for (int32_t threads = 2; threads <= 4; ++threads)
    {
        imp_jobs jobs;
        imp_pool* pool = pool_of(threads, &jobs);
        life shared = new_life(1);
        live(&shared, &jobs);
        assert_true(shared.hash == alone.hash);
        imp_pool_free(pool);
    }
}

static void live_one(void* context, int32_t i)
{
    live((life*)context + i, NULL);
}

static void many_worlds_at_once(void** state)
{
    (void)state;
    life alone[WORLDS], beside[WORLDS];
    for (int i = 0; i < WORLDS; ++i)
    {
        alone[i] = new_life((uint64_t)i);
        beside[i] = alone[i];
        live(&alone[i], NULL);
    }
    imp_jobs jobs;
    imp_pool* pool = pool_of(4, &jobs);
    jobs.wait(jobs.user, jobs.start(jobs.user, live_one, beside, WORLDS));
    for (int i = 0; i < WORLDS; ++i)
    {
        assert_true(beside[i].hash == alone[i].hash);
    }
    imp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_world_on_many),
        cmocka_unit_test(many_worlds_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
