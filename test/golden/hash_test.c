// SPDX-License-Identifier: MIT
//
// The same bits everywhere: one hash over many results of each public function, compared with test/golden/hash.txt.
// Run it from builds with other compilers, optimisations, lane widths or machines; the file is the same for all.
//
// A line of the file is "function cases hash". N = 1 runs 100000 cases of each function, N = 10 a million; for these
// two there are lines, for any other N the hashes are only printed. After a change that is meant to change results:
//
//     N=1 hash --write; N=10 hash --write
//
// Rooms share nothing that they write to, so they are hashed on all processors at once.
//
// What a case is stands in golden.h, the functions in rows_<room>.c. Worlds have hashes of each of their steps beside
// (worlds.inl, worlds2.txt, worlds3.txt), which are written along.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"

#ifndef IMP_SOURCE_DIR
#define IMP_SOURCE_DIR "."
#endif

enum
{
    ROWS_MAX = 200,
    LINE_MAX = 200,
    LINES_MAX = 1000
};

static const golden_rows* const rooms[] = {
    &golden_math2,      &golden_math3,      &golden_broad2,       &golden_broad3,     &golden_shape2,
    &golden_shape3,     &golden_narrow2,    &golden_narrow3,      &golden_batch2,     &golden_batch3,
    &golden_compound2,  &golden_compound3,  &golden_mesh_upkeep3, &golden_mesh_meet3, &golden_mesh_near3,
    &golden_mesh_rays3, &golden_decompose3, &golden_motion2,      &golden_motion3,    &golden_particles2,
    &golden_particles3, &golden_world2,     &golden_study,       &golden_joints2,    &golden_joints3};

enum
{
    ROOM_COUNT = sizeof rooms / sizeof *rooms
};

static const golden_row* rows[ROWS_MAX];
static uint64_t hashes[ROWS_MAX];
static bool agree[ROWS_MAX];              // whether all ways do
static int row_count, first[ROOM_COUNT];  // rows in all, and of each room
static uint64_t cases;

static void list_rows(void)
{
    row_count = 0;
    for (int r = 0; r < ROOM_COUNT; ++r)
    {
        first[r] = row_count;
        for (int i = 0; i < rooms[r]->count; ++i)
        {
            assert_true(row_count < ROWS_MAX);
            rows[row_count++] = &rooms[r]->rows[i];
        }
    }
}

static int find_row(const char* name)
{
    for (int r = 0; r < row_count; ++r)
    {
        if (strcmp(name, rows[r]->name) == 0)
        {
            return r;
        }
    }
    return -1;
}

/// A case in all its ways; whether they agree.
static bool run_ways(const golden_row* row, trial* t)
{
    const trial start = *t;
    bool same = true;
    row->run(t);
    for (int way = 1, ways = row->ways ? row->ways() : 1; way < ways; ++way)
    {
        trial other = start;
        other.way = way;
        row->run(&other);
        if (other.hash != t->hash)
        {
            printf("%s: way %d has other results than way 0\n", row->name, way);
            same = false;
        }
    }
    return same;
}

static void hash_row(int r)
{
    const golden_row* row = rows[r];
    trial t = {{golden_seed(row->name)}, 0, 1.0f, 0, 0};
    agree[r] = true;
    for (uint64_t i = 0; i < cases && agree[r]; ++i)
    {
        // Now and then the numbers are large or small; a power of two, so that the grid stays one.
        t.scale = i % 16 == 14 ? 0x1p10f : i % 16 == 15 ? 0x1p-10f : 1.0f;
        t.style = (int)(i / 16 % 4);
        if (row->every == 1 || test_rng_next(&t.rng) % row->every == 0)
        {
            agree[r] = run_ways(row, &t);
        }
    }
    hashes[r] = t.hash;
}

static void hash_room(void* context, int32_t room)
{
    (void)context;
    for (int i = 0; i < rooms[room]->count; ++i)
    {
        hash_row(first[room] + i);
    }
}

static void hash_rooms(void)
{
    imp_pool* pool;
    imp_jobs jobs;
    if (imp_pool_make(0, NULL, &pool))
    {
        for (int32_t r = 0; r < ROOM_COUNT; ++r)
        {
            hash_room(NULL, r);
        }
        return;
    }
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    jobs.wait(jobs.user, jobs.start(jobs.user, hash_room, NULL, ROOM_COUNT));
    imp_pool_free(pool);
}

static void same_bits(void** unused)
{
    (void)unused;
    cases = 100000;
    cases = test_n(cases);
    list_rows();
    golden_make_things();
    golden_make_things3();
    hash_rooms();
    golden_free_things3();
    golden_free_things();
    for (int r = 0; r < row_count; ++r)
    {
        assert_true(agree[r]);
    }
    test_report("hashed results of each function", cases);
}

/// A way that has one bit otherwise is seen.
static void run_planted(trial* t)
{
    add_word(t, (uint32_t)t->way);
}

static int two_ways(void)
{
    return 2;
}

static void ways_that_differ_are_seen(void** unused)
{
    (void)unused;
    const golden_row planted = {"planted", run_planted, 1, two_ways};
    trial t = {{0}, 0, 1.0f, 0, 0};
    assert_false(run_ways(&planted, &t));
}

static const char* golden_path(void)
{
    return IMP_SOURCE_DIR "/test/golden/hash.txt";
}

static void same_as_golden(void** unused)
{
    (void)unused;
    FILE* file = fopen(golden_path(), "r");
    assert_non_null(file);
    bool known[ROWS_MAX] = {false};
    int different = 0;
    int lines = 0;
    char line[LINE_MAX], name[LINE_MAX];
    while (fgets(line, sizeof line, file))
    {
        uint64_t line_cases, hash;
        if (sscanf(line, "%199s %" SCNu64 " %" SCNx64, name, &line_cases, &hash) != 3 || line_cases != cases)
        {
            continue;
        }
        lines += 1;
        int r = find_row(name);
        if (r >= 0)
        {
            known[r] = true;
            if (hashes[r] != hash)
            {
                printf("%s: %016" PRIx64 ", but it was %016" PRIx64 "\n", name, hashes[r], hash);
                different += 1;
            }
        }
    }
    fclose(file);
    if (lines == 0)
    {
        printf("skip: nothing to compare with for %" PRIu64 " cases\n", cases);
        for (int r = 0; r < row_count; ++r)
        {
            printf("%s %" PRIu64 " %016" PRIx64 "\n", rows[r]->name, cases, hashes[r]);
        }
        return;
    }
    for (int r = 0; r < row_count; ++r)
    {
        if (!known[r])
        {
            printf("%s: no line in hash.txt\n", rows[r]->name);
            different += 1;
        }
    }
    assert_int_equal(different, 0);
}

// What these do is seen through other rows, or they have no results.
static const char* const elsewhere[] = {
    "imp2_index_make",  "imp2_index_move",  "imp2_index_remove", "imp2_index_rebuild", "imp2_index_stats",
    "imp3_index_make",  "imp3_index_move",  "imp3_index_remove", "imp3_index_rebuild", "imp3_index_stats",
    "imp2_points_make", "imp3_points_make", "imp2_sweeps_make",  "imp3_sweeps_make",
};

static bool is_elsewhere(const char* name)
{
    bool found = false;
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; ++i)
    {
        found = found || strcmp(name, elsewhere[i]) == 0;
    }
    return found;
}

// Every exported function that gives results has a row here.
static void every_function_is_here(void** unused)
{
    (void)unused;
    static const char* const headers[] = {
        "math.h",   "math2.h",   "math3.h",   "shape2.h", "shape3.h", "compound2.h", "compound3.h", "broad2.h",
        "broad3.h", "narrow2.h", "narrow3.h", "batch2.h", "batch3.h", "motion2.h",   "motion3.h",   "character2.h"};
    int missing = 0;
    for (size_t h = 0; h < sizeof headers / sizeof *headers; ++h)
    {
        char path[1000], line[LINE_MAX];
        snprintf(path, sizeof path, "%s/include/impinge/%s", IMP_SOURCE_DIR, headers[h]);
        FILE* file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
        {
            char name[LINE_MAX];
            if (sscanf(line, "IMP_API imp_status %199[a-z0-9_](", name) == 1 && find_row(name) < 0 &&
                !is_elsewhere(name))
            {
                printf("%s has no row\n", name);
                missing += 1;
            }
        }
        fclose(file);
    }
    assert_int_equal(missing, 0);
}

// Replaces the lines for this number of cases and keeps the others.
static int write_golden(void)
{
    static char kept[LINES_MAX][LINE_MAX];
    int count = 0;
    FILE* file = fopen(golden_path(), "r");
    while (file && count < LINES_MAX && fgets(kept[count], LINE_MAX, file))
    {
        uint64_t line_cases;
        bool ours = sscanf(kept[count], "%*s %" SCNu64, &line_cases) == 1 && line_cases == cases;
        count += ours ? 0 : 1;
    }
    if (file)
    {
        fclose(file);
    }
    file = fopen(golden_path(), "w");
    if (!file)
    {
        return 1;
    }
    for (int i = 0; i < count; ++i)
    {
        fputs(kept[i], file);
    }
    for (int r = 0; r < row_count; ++r)
    {
        fprintf(file, "%s %" PRIu64 " %016" PRIx64 "\n", rows[r]->name, cases, hashes[r]);
    }
    return fclose(file);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
    {
        same_bits(NULL);
        return write_golden() || golden_worlds2_write() || golden_worlds3_write();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),
        cmocka_unit_test(same_as_golden),
        cmocka_unit_test(ways_that_differ_are_seen),
        cmocka_unit_test(every_function_is_here),
        cmocka_unit_test(golden_worlds2_run),
        cmocka_unit_test(golden_worlds2_same),
        cmocka_unit_test(golden_worlds2_threads),
        cmocka_unit_test(golden_worlds2_memory),
        cmocka_unit_test(golden_worlds2_snapshots),
        cmocka_unit_test(golden_worlds3_run),
        cmocka_unit_test(golden_worlds3_same),
        cmocka_unit_test(golden_worlds3_threads),
        cmocka_unit_test(golden_worlds3_memory),
        cmocka_unit_test(golden_worlds3_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
