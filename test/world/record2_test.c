// SPDX-License-Identifier: MIT
//
// Recordings of worlds of the plane: what is replayed is what was recorded, to the bit, and what differs is named.
// Whatever the sink, the memory or the bytes are like, nothing is harmed.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tape.h"
#include "shows2.h"
#include "world_probe2.h"

#include "impinge/world_record2.h"

// Records a show, and returns the hash of its world in the end.
static uint64_t record_show_from(int which, test_tape* t, int32_t states, int from, int steps)
{
    show s;
    imp_sink sink = test_tape_sink(t);
    show_open(&s, which, NULL, NULL);
    for (int step = 0; step < from + steps; ++step)
    {
        assert_int_equal(step == from ? imp2_world_record(s.world, &sink, states) : IMP_OK, IMP_OK);
        show_step(&s, step);
    }
    assert_int_equal(imp2_world_record(s.world, NULL, 0), IMP_OK);
    uint64_t hash = scene_hash(s.world);
    show_step(&s, from + steps);  // no longer recorded
    show_close(&s);
    return hash;
}

static uint64_t record_show(int which, test_tape* t, int32_t states, int steps)
{
    return record_show_from(which, t, states, 0, steps);
}

// Plays a recording to its end. Returns the last report.
static imp2_replay_report play(imp2_replay* replay)
{
    imp2_replay_report report;
    do
    {
        assert_int_equal(imp2_replay_step(replay, &report), IMP_OK);
    } while (!report.ended);
    return report;
}

static imp2_world* stage_for(const imp_jobs* jobs, const imp_allocator* allocator)
{
    imp2_world_def def = {.jobs = jobs, .allocator = allocator};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

static void plays_what_was_recorded(void** state)
{
    (void)state;
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    double most = 0.0;
    for (int which = 0; which < SHOW_COUNT; ++which)
    {
        for (int32_t states = 0; states < 3; ++states)
        {
            test_tape t = {.limited = true, .limit = 1 << 24};
            // Also from where there are contacts, about which hooks have been asked.
            uint64_t hash = record_show_from(which, &t, states, states == 2 ? 40 : 0, SHOW_STEPS);
            imp2_world* world = stage_for(states == 1 ? &jobs : NULL, NULL);
            imp2_replay* replay;
            assert_int_equal(imp2_replay_make(t.bytes, t.count, world, &replay), IMP_OK);
            imp2_replay_report report = play(replay);
            assert_int_equal(report.difference, IMP_REPLAY_SAME);
            assert_int_equal(report.steps, SHOW_STEPS);
            assert_number(report.calls, >=, SHOW_STEPS + 2);
            assert_number(scene_hash(world), ==, hash);
            imp2_replay_free(replay);
            imp2_world_free(world);
            most = states == 1 && t.count > most ? t.count : most;
            free(t.bytes);
        }
    }
    printf("recordings with all states: at most %.0f KB for %d steps\n", most / 1024.0, SHOW_STEPS);
    imp_pool_free(pool);
}

static imp_body last_moved(const imp2_world* world)
{
    static imp2_move_event moves[1024];
    int32_t count;
    assert_int_equal(imp2_world_move_events(world, moves, 1024, &count), IMP_OK);
    assert_int_not_equal(count, 0);
    return moves[count - 1].body;
}

// What was changed behind the replay's back is named: the step, the body, the number.
static void names_what_differs(void** state)
{
    (void)state;
    for (int32_t states = 0; states < 2; ++states)
    {
        for (int at = 1; at < 60; at += 13)
        {
            test_tape t = {.limited = true, .limit = 1 << 24};
            (void)record_show(5, &t, states, 60);  // where nothing sleeps yet
            imp2_replay* replay;
            imp2_world* world = stage_for(NULL, NULL);
            imp2_replay_report report;
            assert_int_equal(imp2_replay_make(t.bytes, t.count, world, &replay), IMP_OK);
            for (int step = 0; step < at; ++step)
            {
                assert_int_equal(imp2_replay_step(replay, &report), IMP_OK);
            }
            assert_int_equal(report.difference, IMP_REPLAY_SAME);
            *probe_number(world, last_moved(world), IMP2_FIELD_VELOCITY_Y) += 0.001f;
            report = play(replay);
            assert_int_equal(report.difference, states ? IMP_REPLAY_BODY : IMP_REPLAY_HASH);
            assert_int_equal(report.step, at + 1);
            assert_true(!states || report.recorded != report.replayed);
            imp2_replay_free(replay);
            imp2_world_free(world);
            free(t.bytes);
        }
    }
}

// A body that is alone: which number of it differs.
static void names_the_number(void** state)
{
    (void)state;
    for (int32_t field = 0; field < IMP2_FIELD_COUNT; ++field)
    {
        test_tape t = {.limited = true, .limit = 1 << 16};
        imp_sink sink = test_tape_sink(&t);
        imp2_world* world;
        imp2_shape ball = scene_ball(0.5f);
        assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(9.0f, 9.0f, 0.0f), &ball,
                   (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.0f, 0.3f), &ball,
                                   (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        assert_int_equal(imp2_world_record(world, &sink, 1), IMP_OK);
        scene_run(world, 3, 0.015625f);
        assert_int_equal(imp2_world_record(world, NULL, 0), IMP_OK);
        imp2_world_free(world);
        imp2_replay* replay;
        imp2_replay_report report;
        world = stage_for(NULL, NULL);
        assert_int_equal(imp2_replay_make(t.bytes, t.count, world, &replay), IMP_OK);
        assert_int_equal(imp2_replay_step(replay, &report), IMP_OK);
        *probe_number(world, body, field) += 0.001f;
        report = play(replay);
        assert_int_equal(report.difference, IMP_REPLAY_BODY);
        assert_int_equal(report.step, 2);
        assert_true(report.body.id == body.id);
        // A velocity is seen in the place to which it has led, a sine beside the cosine to which it belongs.
        int32_t first = field == IMP2_FIELD_VELOCITY_X   ? IMP2_FIELD_X
                        : field == IMP2_FIELD_VELOCITY_Y ? IMP2_FIELD_Y
                        : field >= IMP2_FIELD_COSINE     ? IMP2_FIELD_COSINE
                                                         : field;
        assert_int_equal(report.field, first);
        imp2_replay_free(replay);
        imp2_world_free(world);
        free(t.bytes);
    }
}

// Kinds of materials, and a world that is taken back in the middle.
static void follows_kinds_and_loads(void** state)
{
    (void)state;
    test_tape t = {.limited = true, .limit = 1 << 20};
    imp_sink sink = test_tape_sink(&t);
    static uint8_t bytes[1 << 16];
    int32_t count;
    imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    imp2_world* world;
    imp2_shape floor = scene_box(50.0f, 1.0f), box = scene_box(0.5f, 0.5f);
    imp2_collider_def of_floor = {.material = {.friction = 0.5f, .kind = 2}}, of_box = {.density = 1.0f};
    imp2_body_def low = {.pose = scene_pose(0.0f, -1.0f, 0.0f)};
    imp2_body_def high = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.0f, 0.5f, 0.0f), .velocity = {4.0f, 0.0f}};
    imp_surface ice = {0.05f, 0.0f, 0.0f, 0.0f}, glue = {2.0f, 0.0f, 0.0f, 0.0f};
    imp_body ground, slides;
    imp_collider collider;
    of_box.material = (imp_material){.friction = 0.5f, .kind = 1};
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    assert_int_equal(imp2_world_record(world, &sink, 1), IMP_OK);
    assert_int_equal(imp2_world_combine_materials(world, 1, 2, &ice), IMP_OK);
    assert_int_equal(imp2_world_combine_materials(world, 2, 3, &glue), IMP_OK);
    assert_int_equal(imp2_world_add_body(world, &low, &ground), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, ground, &floor, &of_floor, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_body(world, &high, &slides), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, slides, &box, &of_box, &collider), IMP_OK);
    scene_run(world, 10, 1.0f / 60.0f);
    assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &count), IMP_OK);
    scene_run(world, 10, 1.0f / 60.0f);
    assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
    scene_run(world, 10, 1.0f / 60.0f);
    imp_material sticky = {.friction = 0.5f, .kind = 3};
    assert_int_equal(imp2_world_set_material(world, collider, &sticky), IMP_OK);
    scene_run(world, 10, 1.0f / 60.0f);
    assert_int_equal(imp2_world_record(world, NULL, 0), IMP_OK);
    assert_true(scene_state(world, slides).velocity.x < 2.0f);
    imp2_world* stage = stage_for(NULL, NULL);
    imp2_replay* replay;
    assert_int_equal(imp2_replay_make(t.bytes, t.count, stage, &replay), IMP_OK);
    assert_int_equal(play(replay).difference, IMP_REPLAY_SAME);
    assert_true(scene_hash(stage) == scene_hash(world));
    imp2_replay_free(replay);
    imp2_world_free(stage);
    imp2_world_free(world);
    free(t.bytes);
}

// A sink that refuses ends the recording and nothing else.
static void sinks_may_refuse(void** state)
{
    (void)state;
    test_tape whole = {.limited = true, .limit = 1 << 24};
    uint64_t want = record_show(11, &whole, 1, 40);
    for (int32_t limit = 0; limit < whole.count; limit += 1 + whole.count / 50)
    {
        test_tape t = {.limited = true, .limit = limit};
        imp_sink sink = test_tape_sink(&t);
        show s;
        show_open(&s, 11, NULL, NULL);
        imp_status begun = imp2_world_record(s.world, &sink, 1);
        for (int step = 0; step < 40; ++step)
        {
            show_step(&s, step);
        }
        imp_status ended = imp2_world_record(s.world, NULL, 0);
        assert_int_equal(imp_status_fault(begun ? begun : ended), IMP_ERR_SPACE);
        assert_true(scene_hash(s.world) == want);
        show_close(&s);
        assert_true(t.count == 0 || memcmp(t.bytes, whole.bytes, (size_t)t.count) == 0);
        // What there is of it can be played.
        imp2_world* world = stage_for(NULL, NULL);
        imp2_replay* replay;
        if (t.count > 0 && !imp2_replay_make(t.bytes, t.count, world, &replay))
        {
            assert_int_equal(play(replay).difference, IMP_REPLAY_SAME);
            imp2_replay_free(replay);
        }
        imp2_world_free(world);
        free(t.bytes);
    }
    free(whole.bytes);
}

static void try_bytes(const uint8_t* bytes, int32_t count)
{
    // A copy of its own size, so that a sanitizer sees what is read beyond it.
    uint8_t* copy = malloc((size_t)count + (count == 0));
    imp2_world* world = stage_for(NULL, NULL);
    imp2_replay* replay;
    imp2_replay_report report = {0};
    assert_non_null(copy);
    memcpy(copy, bytes, (size_t)count);
    if (!imp2_replay_make(copy, count, world, &replay))
    {
        for (int i = 0; i < 60 && !report.ended && !imp2_replay_step(replay, &report); ++i)
        {
        }
        imp2_replay_free(replay);
    }
    imp2_world_free(world);
    free(copy);
}

static void survives_any_bytes(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150);
    for (int which = 10; which < SHOW_COUNT; ++which)
    {
        test_tape t = {.limited = true, .limit = 1 << 24};
        (void)record_show(which, &t, 1, 30);
        // Behind the snapshot, which has a hash of its own.
        int32_t calls = 16 + (int32_t)(t.bytes[12] | (uint32_t)t.bytes[13] << 8 | (uint32_t)t.bytes[14] << 16);
        for (uint64_t i = 0; i < count; ++i)
        {
            int32_t at = test_rng_int(&rng, i % 8 ? calls : 0, t.count - 1);
            uint8_t old = t.bytes[at];
            t.bytes[at] = (uint8_t)test_rng_int(&rng, 0, 255);
            try_bytes(t.bytes, t.count);
            t.bytes[at] = old;
            try_bytes(t.bytes, test_rng_int(&rng, 0, t.count));
        }
        free(t.bytes);
    }
    test_report("record2 survives_any_bytes", 4 * count);
}

// Without memory a recording ends, and the world does not notice; a replay goes on where it was.
static void survives_lack_of_memory(void** state)
{
    (void)state;
    test_tape whole = {.limited = true, .limit = 1 << 24};
    uint64_t want = record_show(10, &whole, 1, 20);
    int64_t failed = 0;
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world* world = stage_for(NULL, &allocator);
        imp2_replay* replay;
        imp2_replay_report report = {0};
        memory.calls = 0;
        memory.fail_at = fail_at;
        imp_status status = imp2_replay_make(whole.bytes, whole.count, world, &replay);
        failed += status != IMP_OK;
        assert_true(!status || status == IMP_ERR_MEMORY);
        if (!status)
        {
            while (!report.ended)
            {
                status = imp2_replay_step(replay, &report);
                failed += status != IMP_OK;
                assert_true(!status || status == IMP_ERR_MEMORY);
            }
            assert_int_equal(report.difference, IMP_REPLAY_SAME);
            assert_int_equal(report.steps, 20);
            assert_true(scene_hash(world) == want);
            imp2_replay_free(replay);
        }
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
        if (memory.calls <= fail_at)
        {
            break;
        }
    }
    test_report("record2 allocations failed", (uint64_t)failed);
    for (int64_t fail_at = 0; fail_at < 200; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        test_tape t = {.limited = true, .limit = 1 << 24};
        imp_sink sink = test_tape_sink(&t);
        show s;
        show_open(&s, 10, NULL, &allocator);
        memory.calls = 0;
        memory.fail_at = fail_at;
        imp_status begun = imp2_world_record(s.world, &sink, 1);
        for (int step = 0; step < 20; ++step)
        {
            show_step(&s, step);
        }
        imp_status ended = imp2_world_record(s.world, NULL, 0);
        assert_true(!begun || begun == IMP_ERR_MEMORY);
        assert_true(!ended || ended == IMP_ERR_MEMORY);
        assert_true(scene_hash(s.world) == want);
        show_close(&s);
        assert_int_equal(memory.live_blocks, 0);
        assert_true(begun || ended || (t.count == whole.count && memcmp(t.bytes, whole.bytes, (size_t)t.count) == 0));
        free(t.bytes);
        if (memory.calls <= fail_at)
        {
            break;
        }
    }
    free(whole.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_what_was_recorded), cmocka_unit_test(names_what_differs),
        cmocka_unit_test(names_the_number),        cmocka_unit_test(follows_kinds_and_loads),
        cmocka_unit_test(sinks_may_refuse),        cmocka_unit_test(survives_any_bytes),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
