// SPDX-License-Identifier: MIT
//
// day_test.inl, for space.

#include "things3.h"

#include "math/dim3.h"

#define REST_COUNT 9
#define SHORT 40
#define CREEP 2e-6  // measured: the upper boxes of a column go together by 1.1e-6 m/s; all else stays

#include "day_test.inl"

static imp3_pose placed(imp3_vec at, float slope)
{
    imp3_pose pose = {.p = at};
    assert_int_equal(imp3_rot_make(vec(0.0f, 1.0f, 0.0f), slope, &pose.q), IMP_OK);
    return pose;
}

static imp_body put(const day* d, int32_t kind, imp3_pose pose, const imp3_shape* shape, float rolling)
{
    imp_body body;
    const imp3_body_def def = {.kind = kind, .pose = pose};
    const imp3_collider_def worn = {.density = 1.0f, .material = {.friction = 0.6f, .rolling_resistance = rolling}};
    assert_int_equal(imp3_world_add_body(d->world, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_collider(d->world, body, shape, &worn, NULL), IMP_OK);
    return body;
}

static imp3_shape box_of(float x, float y, float z)
{
    imp3_shape box;
    assert_int_equal(imp3_box_make((imp3_box){{-x, -y, -z}, {x, y, z}}, &box), IMP_OK);
    return box;
}

static imp3_shape ball_of(float radius)
{
    imp3_shape ball;
    assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), radius, &ball), IMP_OK);
    return ball;
}

// A column of five boxes, a box on a slope that holds it, a ball that resists rolling on another, a ball on the floor,
// and a cylinder on a mesh.
static void lay_down(day* d)
{
    const imp3_shape box = box_of(0.5f, 0.5f, 0.5f), ball = ball_of(0.5f), plank = box_of(4.0f, 4.0f, 0.5f);
    const float angle = 0.4f, c = cosf(angle), s = sinf(angle);
    thing3 mesh = ground3_make(GROUND_MESH, NULL), cylinder = thing3_make(THING_CYLINDER, NULL);
    imp_body ground = add_body(d->world, IMP_BODY_STATIC, vec(0.0f, -30.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(thing3_wear(d->world, ground, &mesh, NULL, NULL), IMP_OK);
    add_ground(d->world, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
    for (int i = 0; i < 5; ++i)
    {
        d->resting[i] = put(d, IMP_BODY_DYNAMIC, placed(vec(0.0f, 0.0f, 0.5f + (float)i), 0.0f), &box, 0.1f);
    }
    (void)put(d, IMP_BODY_STATIC, placed(vec(-10.0f, 0.0f, 4.0f), -angle), &plank, 0.1f);
    d->resting[5] = put(d, IMP_BODY_DYNAMIC, placed(vec(-10.0f - s, 0.0f, 4.0f + c), -angle), &box, 0.1f);
    (void)put(d, IMP_BODY_STATIC, placed(vec(-20.0f, 0.0f, 4.0f), -0.05f), &plank, 0.1f);
    d->resting[6] = put(d, IMP_BODY_DYNAMIC, placed(vec(-20.0f, 0.0f, 5.01f), 0.0f), &ball, 0.1f);
    d->resting[7] = put(d, IMP_BODY_DYNAMIC, placed(vec(6.0f, 0.0f, 0.5f), 0.0f), &ball, 0.1f);
    d->resting[8] = put(d, IMP_BODY_DYNAMIC, placed(vec(0.3f, -30.0f, cylinder.height), 0.0f), &cylinder.shape, 0.1f);
    thing3_free(&mesh);
    thing3_free(&cylinder);
}

static imp_body throw_in(day* d, int i)
{
    thing3 t = thing3_make(i, NULL);
    imp_body body = add_body(d->world, IMP_BODY_DYNAMIC, vec(30.0f + (float)(i % 4), (float)(i % 3) - 1.0f, 5.0f),
                             vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(thing3_wear(d->world, body, &t, NULL, NULL), IMP_OK);
    thing3_free(&t);
    return body;
}

// A pit with a paddle.
static void stir(day* d)
{
    const imp3_shape wide = box_of(0.5f, 4.0f, 10.0f), deep = box_of(4.0f, 0.5f, 10.0f),
                     paddle = box_of(1.8f, 1.8f, 0.1f);
    for (int i = 0; i < 2; ++i)
    {
        const float side = i ? 3.0f : -3.0f;
        (void)put(d, IMP_BODY_STATIC, placed(vec(32.0f + side, 0.0f, 10.0f), 0.0f), &wide, 0.0f);
        (void)put(d, IMP_BODY_STATIC, placed(vec(32.0f, side, 10.0f), 0.0f), &deep, 0.0f);
    }
    imp_body turns = put(d, IMP_BODY_KINEMATIC, placed(vec(32.0f, 0.0f, 2.0f), 0.0f), &paddle, 0.0f);
    assert_int_equal(imp3_world_set_velocity(d->world, turns, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 1.0f, 0.0f)), IMP_OK);
}
