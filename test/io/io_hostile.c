// SPDX-License-Identifier: MIT
#include "io/io_hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many there are of all that a scene has.
typedef struct counts
{
    size_t of[10];
    imp2_world_def world;
    imp3_world_def space;
} counts;

static counts count_all(const io_scene* scene)
{
    const counts all = {{scene->object_count, scene->note_count, scene->file_count, scene->body_count,
                         scene->joint_count, scene->vehicle_count, scene->coupling_count, scene->space.body_count,
                         scene->space.collider_count, scene->particles.item_count},
                        scene->world,
                        scene->space.world};
    return all;
}

static void step_world(const io_scene* scene)
{
    io_error error = {0};
    io_world flat;
    io_world3 space;
    if (scene->dimension == 3 && io_world3_make(scene, NULL, &space, &error) == IO_OK)
    {
        (void)io_world3_bend(scene, &space, 1 / 60.0f, NULL);
        assert_int_equal(imp3_world_step(space.world, 1 / 60.0f), IMP_OK);
        io_world3_free(&space);
    }
    else if (scene->dimension == 2 && io_world_make(scene, NULL, &flat, &error) == IO_OK)
    {
        assert_int_equal(imp2_world_step(flat.world, 1 / 60.0f), IMP_OK);
        io_world_free(&flat);
    }
}

io_status hostile_load(const hostile_files* files, const char* text, size_t size, test_allocator* memory, char* line,
                       size_t room)
{
    io_files neighbours = memory_files(files->neighbours);
    io_options options = {.files = &neighbours};
    imp_allocator allocator = test_allocator_get(memory);
    io_scene scene;
    io_error error = {0};
    int64_t fail_at = memory->fail_at;
    memory->fail_at = -1;
    io_scene_init(&scene, &allocator);
    assert_int_equal(io_scene_load_bytes(&scene, "first", files->before, strlen(files->before), NULL, &error), IO_OK);
    const counts before = count_all(&scene);
    memory->calls = 0;
    memory->fail_at = fail_at;
    // A copy of exactly this size, so that a sanitizer sees one byte too many.
    char* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    io_status status = io_scene_load_bytes(&scene, files->path, copy, size, &options, &error);
    free(copy);
    int64_t calls = memory->calls;
    memory->fail_at = -1;
    if (status)
    {
        const counts after = count_all(&scene);
        assert_int_equal(error.status, status);
        assert_true(error.text[0] != 0);
        assert_memory_equal(&after, &before, sizeof after);
    }
    else
    {
        step_world(&scene);
    }
    if (line)
    {
        io_error_print(&error, line, room);
    }
    io_scene_free(&scene);
    assert_int_equal(memory->live_blocks, 0);
    assert_int_equal(memory->live_bytes, 0);
    memory->calls = calls;
    return status;
}

static void report(const hostile_files* files, const char* what, uint64_t cases)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", files->name, what);
    test_report(name, cases);
}

void hostile_prefixes(const hostile_files* files, io_status may_be)
{
    uint64_t cases = 0;
    for (size_t i = 0; i < files->count; i++)
    {
        const char* text = files->texts[i];
        for (size_t size = 0; size <= strlen(text); size++, cases++)
        {
            test_allocator memory = {.fail_at = -1};
            io_status status = hostile_load(files, text, size, &memory, NULL, 0);
            assert_true(text[size] ? status == IO_ERR_SYNTAX || (status && status == may_be) : status == IO_OK);
        }
    }
    report(files, "prefixes", cases);
}

void hostile_bytes(const hostile_files* files, uint64_t cases, int most)
{
    static const char bytes[] = "\0\"'<>/{}[],:0919-.eE\xff x";
    test_rng rng = {test_seed()};
    char copy[8192];
    for (uint64_t n = 0; n < cases; n++)
    {
        const char* text = files->texts[n % files->count];
        size_t size = strlen(text);
        assert_true(size < sizeof copy);
        memcpy(copy, text, size);
        for (int changes = test_rng_int(&rng, 1, most); changes > 0; changes--)
        {
            copy[test_rng_int(&rng, 0, (int)size - 1)] = bytes[test_rng_int(&rng, 0, (int)sizeof bytes - 2)];
        }
        test_allocator memory = {.fail_at = -1};
        (void)hostile_load(files, copy, size, &memory, NULL, 0);
    }
    report(files, "changed_bytes", cases);
}

static void fail_loading(const hostile_files* files)
{
    uint64_t cases = 0;
    for (size_t i = 0; i < files->count; i++)
    {
        for (int ever = 0; ever < 2; ever++)
        {
            io_status status = IO_ERR_MEMORY;
            for (int64_t at = 0; status; at++, cases++)
            {
                test_allocator memory = {.fail_at = at, .fail_ever = ever};
                status = hostile_load(files, files->texts[i], strlen(files->texts[i]), &memory, NULL, 0);
                assert_int_equal(status, memory.calls > at ? IO_ERR_MEMORY : IO_OK);
            }
        }
    }
    report(files, "failed_allocations", cases);
}

// Makes a world of a scene, and frees it.
static io_status try_world(const io_scene* scene)
{
    io_error error = {0};
    io_world flat;
    io_world3 space;
    io_status status =
        scene->dimension == 3 ? io_world3_make(scene, NULL, &space, &error) : io_world_make(scene, NULL, &flat, &error);
    if (!status && scene->dimension == 3)
    {
        io_world3_free(&space);
    }
    else if (!status)
    {
        io_world_free(&flat);
    }
    return status;
}

static void fail_worlds(const hostile_files* files)
{
    uint64_t cases = 0;
    for (size_t i = 0; i < files->count; i++)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        io_files neighbours = memory_files(files->neighbours);
        io_options options = {.files = &neighbours};
        io_scene scene;
        io_error error = {0};
        io_scene_init(&scene, &allocator);
        assert_int_equal(
            io_scene_load_bytes(&scene, files->path, files->texts[i], strlen(files->texts[i]), &options, &error),
            IO_OK);
        const int64_t blocks = memory.live_blocks;
        const io_status whole = try_world(&scene);
        io_status status = IO_ERR_MEMORY;
        for (int64_t at = 0; status == IO_ERR_MEMORY; at++, cases++)
        {
            memory.calls = 0;
            memory.fail_at = at;
            status = try_world(&scene);
            assert_int_equal(status, memory.calls > at && status != whole ? IO_ERR_MEMORY : whole);
            assert_int_equal(memory.live_blocks, blocks);
        }
        memory.fail_at = -1;
        io_scene_free(&scene);
        assert_int_equal(memory.live_blocks, 0);
    }
    report(files, "failed_worlds", cases);
}

void hostile_memory(const hostile_files* files)
{
    fail_loading(files);
    fail_worlds(files);
}
