// SPDX-License-Identifier: MIT
//
// What is left of calls of a world of the plane that fail for lack of memory: nothing, and the same call does what it
// would have done.

#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

// A call that may fail once for lack of memory, and then does what it would have done.
static int failures;

#define TRY(call)                                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        imp_status tried = (call);                                                                                     \
        failures += tried != IMP_OK;                                                                                   \
        assert_true(!tried || tried == IMP_ERR_MEMORY);                                                                \
        assert_int_equal(tried ? (call) : IMP_OK, IMP_OK);                                                             \
    } while (0)

// A life of a world with all that may need memory. Returns its hash, with what was told on the way.
static uint64_t live(imp2_world* world)
{
    imp2_shape box = scene_box(0.4f, 0.4f), floor = scene_box(50.0f, 1.0f);
    imp2_body_def def = {.pose = scene_pose(0.0f, -1.0f, 0.0f)};
    imp_body ground, bodies[12];
    imp_collider colliders[12], sensor;
    uint64_t hash = 0;
    TRY(imp2_world_add_body(world, &def, &ground));
    TRY(imp2_world_add_collider(world, ground, &floor, NULL, NULL));
    imp2_collider_def eye = {.sensor = true};
    TRY(imp2_world_add_collider(world, ground, &floor, &eye, &sensor));
    for (int i = 0; i < 12; ++i)
    {
        imp_surface surface = {0.1f * (float)i, 0.0f, 0.0f, 0.0f};
        TRY(imp2_world_combine_materials(world, i, 0, &surface));
        def = (imp2_body_def){.kind = IMP_BODY_DYNAMIC, .pose = scene_pose((float)(i % 4), 1.0f + (float)i, 0.1f)};
        TRY(imp2_world_add_body(world, &def, &bodies[i]));
        imp2_collider_def collider = {.density = 1.0f, .material = {.kind = i}};
        TRY(imp2_world_add_collider(world, bodies[i], &box, &collider, &colliders[i]));
        TRY(imp2_world_add_collider(world, bodies[i], &box, &collider, NULL));
    }
    for (int step = 0; step < 60; ++step)
    {
        TRY(imp2_world_step(world, DT));
        imp_touch_events t = scene_touches(world);
        hash = hash * 31 + scene_hash(world) + (uint64_t)(t.entered_count + t.left_count + t.begun_count);
        int i = step % 12;
        TRY(imp2_world_set_enabled(world, bodies[i], step % 3 == 0));
        TRY(imp2_world_set_filter(world, colliders[(i + 5) % 12], NULL, (uint32_t)step % 3));
        TRY(imp2_world_combine_materials(world, i, i + step, step % 2 ? &(imp_surface){0.3f, 0.2f, 0.0f, 0.0f} : NULL));
    }
    return hash;
}

// A world of such memory, which does not fail yet.
static imp2_world* frail_world(test_allocator* memory, float gravity, float impact_speed)
{
    *memory = (test_allocator){.fail_at = -1};
    imp_allocator allocator = test_allocator_get(memory);
    imp2_world_def def = {.gravity = {0.0f, -gravity}, .allocator = &allocator, .impact_speed = impact_speed};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

static void lives_without_memory(void** state)
{
    (void)state;
    uint64_t want = 0;
    failures = 0;
    for (int64_t fail_at = -1;; ++fail_at)
    {
        test_allocator memory;
        imp2_world* world = frail_world(&memory, G, 1.0f);
        memory.calls = 0;
        memory.fail_at = fail_at;
        uint64_t hash = live(world);
        want = fail_at < 0 ? hash : want;
        assert_true(hash == want);
        int64_t calls = memory.calls;
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
        if (fail_at >= calls)
        {
            break;
        }
    }
    test_report("failures2 allocations failed", (uint64_t)failures);
    assert_true(failures > 40);
}

// Steps that fail again and again, while something enters and leaves a sensor between them: what they tell has room.
static void fails_and_tells(void** state)
{
    (void)state;
    int told_late = 0;
    for (int64_t fail_at = 0; fail_at < 60; ++fail_at)
    {
        test_allocator memory;
        imp2_world* world = frail_world(&memory, G, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        scene_floor(world);
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
        scene_wear(world, scene_place(world, IMP_BODY_STATIC, 10.0f, 5.0f), &box, (imp2_collider_def){.sensor = true});
        imp_body visitor = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(10.0f, 5.0f, 0.0f), &box, scene_wood);
        memory.calls = 0;
        memory.fail_at = fail_at;
        memory.fail_ever = true;
        int failed = 0;
        for (int i = 0; i < 60; ++i)
        {
            failed += imp2_world_step(world, DT) != IMP_OK;
            imp2_pose pose = scene_pose(i % 2 ? 10.0f : 11.005f, 5.0f, 0.0f);
            assert_int_equal(imp2_world_set_pose(world, visitor, &pose), IMP_OK);
        }
        told_late += failed > 0 && scene_touches(world).entered_count > 0;
        memory.fail_at = -1;
        memory.fail_ever = false;
        scene_run(world, 5, DT);
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
    }
    assert_true(told_late > 0);
}

// What a call that fails has touched is as it was, to the last bit, also a velocity that went with the centre.
static void failed_colliders_leave_no_trace(void** state)
{
    (void)state;
    int failed = 0;
    for (int64_t fail_at = 0; fail_at < 12; ++fail_at)
    {
        test_allocator memory;
        imp2_world* world = frail_world(&memory, 0.0f, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f), far;
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.0f, 0.0f), &box, scene_wood);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){0.1f, 0.3f}, 777.7f), IMP_OK);
        imp2_body_state before = scene_state(world, body);
        assert_int_equal(imp2_circle_make((imp2_vec){1000.0f, 0.0f}, 1.0f, &far), IMP_OK);
        imp2_collider_def heavy = {.density = 1.0f};
        memory.calls = 0;
        memory.fail_at = fail_at;
        // Many, so that the index has to grow.
        for (int i = 0; i < 40; ++i)
        {
            if (imp2_world_add_collider(world, body, &far, &heavy, NULL))
            {
                ++failed;
                imp2_body_state after = scene_state(world, body);
                assert_memory_equal(&before.velocity, &after.velocity, sizeof before.velocity);
                assert_number(before.mass, ==, after.mass);
                assert_number(before.center.x, ==, after.center.x);
            }
            before = scene_state(world, body);
        }
        imp2_world_free(world);
    }
    assert_true(failed > 4);
}

static int32_t save(const imp2_world* world, uint8_t* bytes, int32_t capacity)
{
    int32_t count;
    assert_int_equal(imp2_world_save(world, bytes, capacity, &count), IMP_OK);
    return count;
}

// What has been done of a call when it fails is undone: all that can be saved is as it was, and the same call does what
// it does.
static void half_done_is_undone(void** state)
{
    (void)state;
    static uint8_t was[1 << 16], is[1 << 16];
    int failed[2] = {0, 0};
    for (int colliders = 1; colliders < 100; ++colliders)
    {
        test_allocator memory;
        imp2_world* world = frail_world(&memory, 0.0f, 0.0f);
        imp_collider worn = {0};
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
        assert_int_equal(imp2_world_set_enabled(world, body, false), IMP_OK);
        for (int i = 0; i < colliders; ++i)
        {
            worn = scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f, .filter = {1, 3}, .group = 4});
        }
        for (int call = 0; call < 2; ++call)
        {
            const imp_filter filter = {2, 2};
            imp_status status = IMP_ERR_MEMORY;
            for (int64_t fail_at = 0; status; ++fail_at)
            {
                int32_t count = save(world, was, sizeof was);
                memory.calls = 0;
                memory.fail_at = fail_at;
                status =
                    call ? imp2_world_set_filter(world, worn, &filter, 5) : imp2_world_set_enabled(world, body, true);
                memory.fail_at = -1;
                assert_true(!status || status == IMP_ERR_MEMORY);
                if (status)
                {
                    ++failed[call];
                    assert_int_equal(save(world, is, sizeof is), count);
                    assert_memory_equal(is, was, (size_t)count);
                }
            }
        }
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
    }
    assert_number(failed[0], >, 20);
    assert_number(failed[1], >, 2);
    test_report("failures2 calls undone", (uint64_t)(failed[0] + failed[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lives_without_memory),
        cmocka_unit_test(fails_and_tells),
        cmocka_unit_test(failed_colliders_leave_no_trace),
        cmocka_unit_test(half_done_is_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
