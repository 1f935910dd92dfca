// SPDX-License-Identifier: MIT
//
// Golden hashes of worlds, one for each step of each of twelve scenes (test/world/shows2.c, shows3.c), compared with
// worlds2.txt and worlds3.txt: what differs is told by scene and step. Lanes of each width, threads, lack of memory and
// snapshots must not change them. Each of these ways is at another width, so that all widths are tried by a few runs.

#include "golden.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

#ifndef IMP_SOURCE_DIR
#define IMP_SOURCE_DIR "."
#endif

#define PATH IMP_SOURCE_DIR "/test/golden/" FILE_NAME

static uint64_t first[SHOW_COUNT][SHOW_STEPS];

// A width below the widest, if there is any: there are at most three.
static int other_level(int which)
{
    int widest = impi_cpu_level();
    return widest > 0 ? which % widest : 0;
}

// Whether a step's hash is that of the first way.
static bool check_step(int which, int step, uint64_t hash, const char* way)
{
    if (first[which][step] != hash)
    {
        printf("%s, %s: step %d is another\n", show_name(which), way, step);
    }
    return first[which][step] == hash;
}

// Runs all scenes in one way. Every step's hash must be that of the first way, which is kept.
static void run_shows(int level, const imp_jobs* jobs, const imp_allocator* allocator, bool* failing, const char* way,
                      bool keep)
{
    int different = 0;
    for (int which = 0; which < SHOW_COUNT; ++which)
    {
        show s;
        show_open(&s, which, jobs, allocator);
        show_set_level(&s, level);
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
            same = same && check_step(which, step, hash, way);
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

void WORLDS(run)(void** unused)
{
    (void)unused;
    run_shows(impi_cpu_level(), NULL, NULL, NULL, "as it is", true);
}

void WORLDS(same)(void** unused)
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

void WORLDS(threads)(void** unused)
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
            run_shows(other_level(0), NULL, NULL, NULL, "fewer lanes", false);
            return;
        }
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        run_shows(other_level(0), &jobs, NULL, NULL, "threads, fewer lanes", false);
        imp_pool_free(pool);
    }
}

// Memory that is lacking every few times: a call that asks several times in vain gets all of it in the end.
typedef struct reluctant
{
    bool failing;
    int32_t run, left;  // how often it is there before it is lacking, and how often still
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
    if (r->failing && r->left == 0)
    {
        r->run = r->run % 8 + 1;
        r->left = r->run;
        return NULL;
    }
    r->left -= r->left > 0;
    return realloc(block, new_size);
}

void WORLDS(memory)(void** unused)
{
    (void)unused;
    reluctant memory = {false, 0, 0};
    imp_allocator allocator = {reluctant_resize, &memory};
    run_shows(other_level(1), NULL, &allocator, &memory.failing, "little memory, fewer lanes", false);
}

// Saves a world, and puts another in its place that has loaded it: a new one, which has the same bytes, or one that has
// lived on.
static void go_on_as_another(show* s, World** other, bool fresh)
{
    enum
    {
        ROOM = 1 << 20
    };
    static uint8_t bytes[ROOM], again[ROOM];
    int32_t count, count_again;
    assert_int_equal(FN(world_save)(s->world, bytes, ROOM, &count), IMP_OK);
    if (fresh)
    {
        FN(world_free)(*other);
        assert_int_equal(FN(world_make)(NULL, other), IMP_OK);
        assert_int_equal(FN(world_set_hooks)(*other, &s->hooks), IMP_OK);
    }
    assert_int_equal(FN(world_load)(*other, bytes, count), IMP_OK);
    if (fresh)
    {
        assert_int_equal(FN(world_save)(*other, again, ROOM, &count_again), IMP_OK);
        assert_int_equal(count, count_again);
        assert_true(memcmp(bytes, again, (size_t)count) == 0);
    }
    World* left = s->world;
    s->world = *other;
    *other = left;
}

// A snapshot is taken and loaded before each step.
void WORLDS(snapshots)(void** unused)
{
    (void)unused;
    for (int which = 0; which < SHOW_COUNT; ++which)
    {
        show s;
        World* other = NULL;
        show_open(&s, which, NULL, NULL);
        for (int step = 0; step < SHOW_STEPS; ++step)
        {
            go_on_as_another(&s, &other, step % 4 == 0);
            show_set_level(&s, other_level(2));
            show_step(&s, step);
            assert_true(check_step(which, step, show_hash(&s), "loaded, fewer lanes"));
        }
        FN(world_free)(other);
        show_close(&s);
    }
}

int WORLDS(write)(void)
{
    WORLDS(run)(NULL);
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
