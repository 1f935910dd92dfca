// SPDX-License-Identifier: MIT
//
// day_test.inl, for the plane.

#include "scenes2.h"

#include "math/dim2.h"

#define REST_COUNT 8
#define SHORT 864
#define CREEP 0.0

#include "day_test.inl"

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
}
