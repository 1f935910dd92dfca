// SPDX-License-Identifier: MIT
//
// Golden hashes of worlds, one for each step of each of twelve scenes (test/world/shows2.c), compared with worlds.txt:
// what differs is told by scene and step. Lanes of each width, threads and lack of memory must not change them.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

#include "base/cpu.h"
#include "world/shows2.h"
#include "world/world_probe2.h"

#ifndef IMP_SOURCE_DIR
#define IMP_SOURCE_DIR "."
#endif

#define PATH IMP_SOURCE_DIR "/test/golden/worlds.txt"

static uint64_t first[SHOW_COUNT][SHOW_STEPS];

// Runs all scenes in one way. Every step's hash must be that of the first way, which is kept.
static void run_shows(int level, const imp_jobs* jobs, const imp_allocator* allocator, bool* failing, const char* way,
                      bool keep)
{
    int different = 0;
    for (int which = 0; which < SHOW_COUNT; ++which)
    {
        show s;
        show_open(&s, which, jobs, allocator);
        probe_set_width(s.world, level);
        if (failing)
        {
            *failing = true;
        }
        bool same = true;
        for (int step = 0; step < SHOW_STEPS; ++step)
        {
            show_step(&s, step);
            uint64_t hash = show_hash(&s);
            first[which][step] = keep ? hash : first[which][step];
            if (same && first[which][step] != hash)
            {
                printf("%s, %s: step %d is another\n", show_name(which), way, step);
                same = false;
            }
        }
        different += !same;
        if (failing)
        {
            assert_true(s.retries > 0);
            *failing = false;
        }
        show_close(&s);
    }
    assert_int_equal(different, 0);
}

void golden_worlds_run(void** unused)
{
    (void)unused;
    run_shows(impi_cpu_level(), NULL, NULL, NULL, "as it is", true);
}

void golden_worlds_same(void** unused)
{
    (void)unused;
    FILE* file = fopen(PATH, "r");
    char name[64];
    int step, lines = 0, told = 0;
    uint64_t hash;
    assert_non_null(file);
    while (fscanf(file, "%63s %d %" SCNx64, name, &step, &hash) == 3)
    {
        for (int which = 0; which < SHOW_COUNT; ++which)
        {
            if (strcmp(name, show_name(which)) != 0 || step < 0 || step >= SHOW_STEPS)
            {
                continue;
            }
            ++lines;
            if (first[which][step] != hash && told++ < 20)
            {
                printf("%s, step %d: %016" PRIx64 ", but it was %016" PRIx64 "\n", name, step, first[which][step],
                       hash);
            }
        }
    }
    fclose(file);
    assert_int_equal(lines, SHOW_COUNT * SHOW_STEPS);
    assert_int_equal(told, 0);
}

void golden_worlds_lanes(void** unused)
{
    (void)unused;
    for (int level = 0; level < impi_cpu_level(); ++level)
    {
        run_shows(level, NULL, NULL, NULL, "fewer lanes", false);
    }
}

void golden_worlds_threads(void** unused)
{
    (void)unused;
    const int32_t counts[] = {2, 3, 16};
    for (size_t i = 0; i < (test_n(1) > 1 ? 3 : 1); ++i)
    {
        imp_pool* pool;
        imp_jobs jobs;
        if (imp_pool_make(counts[i], NULL, &pool))
        {
            printf("skip: no threads here\n");
            return;
        }
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        run_shows(impi_cpu_level(), &jobs, NULL, NULL, "threads", false);
        imp_pool_free(pool);
    }
}

// Memory that is there only when it is asked for again.
typedef struct reluctant
{
    bool failing, asked;
} reluctant;

static void* reluctant_resize(void* user, void* block, size_t old_size, size_t new_size)
{
    reluctant* r = user;
    (void)old_size;
    if (new_size == 0)
    {
        free(block);
        return NULL;
    }
    r->asked = r->failing && !r->asked;
    return r->asked ? NULL : realloc(block, new_size);
}

// After each step the world is saved, and goes on as another that has loaded it: by turns a new one, and one that has
// lived on.
void golden_worlds_snapshots(void** unused)
{
    (void)unused;
    enum
    {
        ROOM = 1 << 20
    };
    static uint8_t bytes[ROOM], again[ROOM];
    for (int which = 0; which < SHOW_COUNT; ++which)
    {
        show s;
        imp2_world* other = NULL;
        show_open(&s, which, NULL, NULL);
        for (int step = 0; step < SHOW_STEPS; ++step)
        {
            int32_t count, count_again;
            assert_int_equal(imp2_world_save(s.world, bytes, ROOM, &count), IMP_OK);
            if (!other || step % 4 == 0)
            {
                imp2_world_free(other);
                assert_int_equal(imp2_world_make(NULL, &other), IMP_OK);
                assert_int_equal(imp2_world_set_hooks(other, &s.hooks), IMP_OK);
            }
            assert_int_equal(imp2_world_load(other, bytes, count), IMP_OK);
            assert_int_equal(imp2_world_save(other, again, ROOM, &count_again), IMP_OK);
            assert_int_equal(count, count_again);
            assert_true(memcmp(bytes, again, (size_t)count) == 0);
            imp2_world* left = s.world;
            s.world = other;
            other = left;
            show_step(&s, step);
            bool same = show_hash(&s) == first[which][step];
            if (!same)
            {
                printf("%s, loaded: step %d is another\n", show_name(which), step);
            }
            assert_true(same);
        }
        imp2_world_free(other);
        show_close(&s);
    }
}

void golden_worlds_memory(void** unused)
{
    (void)unused;
    reluctant memory = {false, false};
    imp_allocator allocator = {reluctant_resize, &memory};
    run_shows(impi_cpu_level(), NULL, &allocator, &memory.failing, "little memory", false);
}

int golden_worlds_write(void)
{
    golden_worlds_run(NULL);
    FILE* file = fopen(PATH, "w");
    for (int which = 0; file && which < SHOW_COUNT; ++which)
    {
        for (int step = 0; step < SHOW_STEPS; ++step)
        {
            fprintf(file, "%s %d %016" PRIx64 "\n", show_name(which), step, first[which][step]);
        }
    }
    return file ? fclose(file) : 1;
}
