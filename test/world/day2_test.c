// SPDX-License-Identifier: MIT
//
// A day: with 100 times the cases, 24 simulated hours. What lies creeps nowhere, though nothing may fall asleep, and what
// is stirred, made and taken away beside it needs no more memory in the end than in the beginning.

#include <math.h>
#include <stdio.h>

#include "scenes2.h"

enum
{
    SECONDS = 864,
    HERTZ = 60,
    SETTLES = 10,  // s
    REST_COUNT = 8,
    STIRRED = 10,
    LIFE = 5  // s, of one of those
};

typedef struct day
{
    imp2_world* world;
    imp_body resting[REST_COUNT], stirred[STIRRED];
} day;

// A column of five boxes, a box and a ball on slopes below and with what holds them, and a ball on the floor.
static void lay_down(day* d)
{
    const scene_matter rough = {1.0f, 0.6f, 0.0f, 0.1f};
    const float angle = 0.4f, c = cosf(angle), s = sinf(angle);
    imp2_shape box = scene_box(0.5f, 0.5f), ball = scene_ball(0.5f), plank = scene_box(4.0f, 0.5f);
    (void)scene_floor(d->world);
    for (int i = 0; i < 5; ++i)
    {
        d->resting[i] = scene_body(d->world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f + (float)i, 0.0f), &box, rough);
    }
    (void)scene_body(d->world, IMP_BODY_STATIC, scene_pose(-10.0f, 4.0f, angle), &plank, rough);
    d->resting[5] = scene_body(d->world, IMP_BODY_DYNAMIC, scene_pose(-10.0f - s, 4.0f + c, angle), &box, rough);
    (void)scene_body(d->world, IMP_BODY_STATIC, scene_pose(-20.0f, 4.0f, 0.05f), &plank, rough);
    d->resting[6] = scene_body(d->world, IMP_BODY_DYNAMIC, scene_pose(-20.0f, 5.01f, 0.0f), &ball, rough);
    d->resting[7] = scene_body(d->world, IMP_BODY_DYNAMIC, scene_pose(6.0f, 0.5f, 0.0f), &ball, rough);
}

static imp_body throw_in(day* d, int i)
{
    const scene_matter matter = {1.0f, 0.4f, 0.3f, 0.0f};
    imp2_shape shape = i % 2 ? scene_box(0.3f, 0.2f) : scene_ball(0.25f);
    return scene_body(d->world, IMP_BODY_DYNAMIC, scene_pose(30.0f + (float)(i % 5), 7.0f, 0.1f * (float)i), &shape,
                      matter);
}

// A bucket with a paddle.
static void stir(day* d)
{
    const scene_matter matter = {1.0f, 0.4f, 0.0f, 0.0f};
    imp2_shape wall = scene_box(0.5f, 20.0f), paddle = scene_box(2.0f, 0.1f);
    (void)scene_body(d->world, IMP_BODY_STATIC, scene_pose(28.0f, 20.0f, 0.0f), &wall, matter);
    (void)scene_body(d->world, IMP_BODY_STATIC, scene_pose(36.0f, 20.0f, 0.0f), &wall, matter);
    imp_body turns = scene_body(d->world, IMP_BODY_KINEMATIC, scene_pose(32.0f, 2.2f, 0.0f), &paddle, matter);
    assert_int_equal(imp2_world_set_velocity(d->world, turns, (imp2_vec){0.0f, 0.0f}, 1.0f), IMP_OK);
    for (int i = 0; i < STIRRED; ++i)
    {
        d->stirred[i] = throw_in(d, i);
    }
}

static void run(day* d, uint64_t from, uint64_t to)
{
    for (uint64_t second = from; second < to; ++second)
    {
        if (second % LIFE == 0)
        {
            int i = (int)(second / LIFE % STIRRED);
            assert_int_equal(imp2_world_remove_body(d->world, d->stirred[i]), IMP_OK);
            d->stirred[i] = throw_in(d, i);
        }
        scene_run(d->world, HERTZ, 1.0f / (float)HERTZ);
    }
}

static void a_day_passes(void** state)
{
    (void)state;
    day d;
    test_allocator memory = {.fail_at = -1};
    uint64_t seconds = test_n(SECONDS), early = seconds / 8;
    const imp_allocator allocator = test_allocator_get(&memory);
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}, .no_sleep = true, .allocator = &allocator};
    assert_int_equal(imp2_world_make(&def, &d.world), IMP_OK);
    lay_down(&d);
    stir(&d);
    run(&d, 0, SETTLES);
    imp2_body_state before[REST_COUNT];
    for (int i = 0; i < REST_COUNT; ++i)
    {
        before[i] = scene_state(d.world, d.resting[i]);
    }
    run(&d, SETTLES, early);
    int64_t bytes = memory.live_bytes;
    run(&d, early, seconds);
    double worst = 0.0;
    for (int i = 0; i < REST_COUNT; ++i)
    {
        imp2_body_state now = scene_state(d.world, d.resting[i]);
        double moved = hypot((double)now.pose.p.x - before[i].pose.p.x, (double)now.pose.p.y - before[i].pose.p.y);
        double turned = fabs((double)now.pose.q.s - before[i].pose.q.s);
        worst = moved > worst ? moved : worst;
        worst = turned > worst ? turned : worst;
    }
    printf("most: %.3g m or rad; %lld bytes after an eighth, %lld in the end\n", worst, (long long)bytes,
           (long long)memory.live_bytes);
    assert_true(worst < 1e-6);
    assert_true(memory.live_bytes <= bytes + bytes / 4);
    imp2_world_free(d.world);
    assert_int_equal(memory.live_bytes, 0);
    test_report("day2: simulated seconds", seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
