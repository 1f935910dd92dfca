// SPDX-License-Identifier: MIT
//
// Floors of many things: real corners stay what they are, and joints are none to what lands on them, lies across them, or
// is cast along them.

#include <math.h>

#include "floors2.h"

#define G FLOOR_G
#define TILE FLOOR_TILE
#define FLUSH 0.00125f
#define PI 3.14159265358979

// A box that is turned lies across seams and does not move; it stays where it is when a tile below it goes, and falls
// when all have gone.
static void tiles_go(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 0};
    imp2_world* world = floor_world(&f, NULL);
    imp_body tiles[5];
    imp2_shape tile = scene_box(0.5f, 0.5f), box = scene_box(1.2f, 0.3f);
    for (int i = 0; i < 5; ++i)
    {
        tiles[i] = scene_body(world, IMP_BODY_STATIC, scene_pose((float)i - 2.0f, -0.5f, 0.0f), &tile, scene_wood);
    }
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.3f, 0.0f), &box, scene_wood);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.3f) < 1e-3f);
    assert_int_equal(imp2_world_remove_body(world, tiles[2]), IMP_OK);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.3f) < 1e-3f);
    imp2_pose away = scene_pose(0.0f, -9.0f, 0.0f);
    assert_int_equal(imp2_world_set_pose(world, tiles[1], &away), IMP_OK);
    assert_int_equal(imp2_world_set_enabled(world, tiles[3], false), IMP_OK);
    scene_run(world, 30, 1.0f / 60.0f);
    assert_true(scene_state(world, body).pose.p.y < 0.0f);
    imp2_world_free(world);
}

// Real corners

static float slide_into(float step, float x, int shape, float speed, float seconds)
{
    floor_def f = {.layout = BODIES, .tiles = 12};
    slide s = slide_make(&f, shape, speed, 60.0f);
    floor_box(s.world, &f, IMP_BODY_STATIC, x, x + TILE, 0.0f, step);
    scene_run(s.world, (int)(seconds * 60.0f), 1.0f / 60.0f);
    float end = scene_state(s.world, s.body).pose.p.x;
    imp2_world_free(s.world);
    return end;
}

static void real_corners_stop(void** state)
{
    (void)state;
    // Where a tile begins and in the middle of one; slow ones and fast ones. Some bounce back a little.
    for (int k = 0; k < 3; ++k)
    {
        float x = 5.0f + 0.25f * (float)k;
        assert_true(slide_into(0.05f, x, BOX, 3.0f, 3.0f) > x - 2.0f);
        assert_true(slide_into(0.05f, x, BOX, 3.0f, 3.0f) < x - 0.39f);
        assert_true(slide_into(0.006f, x, BOX, 0.5f, 14.0f) < x - 0.39f);
        assert_true(slide_into(1.0f, x, BOX, 20.0f, 2.0f) < x - 0.39f);
        assert_true(slide_into(1.0f, x, BALL, 60.0f, 2.0f) < x - 0.29f);
        assert_true(slide_into(1.0f, x, CAPSULE, 5.0f, 2.0f) < x - 0.59f);
    }
}

// A wide ball meets a low step nearly from above: it is thrown up by it, as the normal says, and not carried over it.
static void low_steps_are_felt(void** state)
{
    (void)state;
    const float radius = 3.0f, step = 0.005f, speed = 240.0f;
    for (int k = 0; k < 8; ++k)
    {
        imp2_world* world = scene_world(G, 0.0f);
        const floor_def f = {.layout = BODIES, .tiles = 12};
        floor_lay(world, &f);
        floor_box(world, &f, IMP_BODY_STATIC, 10.0f, 30.0f, step - TILE, step);
        imp2_shape ball = scene_ball(radius);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.1f * (float)k, radius, 0.0f), &ball,
                                   (scene_matter){.density = 1.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){speed, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 3, 1.0f / 60.0f);
        imp2_vec v = scene_state(world, body).velocity;
        float sine = sqrtf(2.0f * step / radius), up = speed * sine * (1.0f - 0.5f * sine * sine);
        // It has fallen since, a twentieth of a second less what it needed to get there.
        float flies = 0.05f - (10.0f - 0.1f * (float)k - radius * sine) / speed;
        assert_true(fabsf(v.y - (up - G * flies)) < 0.1f * up);
        imp2_world_free(world);
    }
}

// A tile that is higher than flush stops what slides, in a row of tiles and on a slope.
static void higher_tiles_stop(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 7};
    slide s = slide_make(&f, BOX, 2.0f, 60.0f);
    floor_box(s.world, &f, IMP_BODY_STATIC, 5.0f, 6.0f, -0.95f, 0.05f);
    scene_run(s.world, 240, 1.0f / 60.0f);
    assert_true(scene_state(s.world, s.body).pose.p.x < 4.601f);
    imp2_world_free(s.world);
}

// What slides off the last tile falls, and turns about its corner; a ball drops into a notch, and is held up by it.
static void ends_and_notches(void** state)
{
    (void)state;
    floor_def f = {.layout = BODIES, .tiles = 6};
    slide s = slide_make(&f, BOX, 1.0f, 60.0f);
    scene_run(s.world, 360, 1.0f / 60.0f);
    imp2_body_state end = scene_state(s.world, s.body);
    assert_number(end.pose.p.x, >, 4.0f);
    assert_number(end.pose.p.y, <, -1.0f);
    assert_number(fabsf(end.angular_velocity), >, 0.1f);
    imp2_world_free(s.world);
    floor_def none = {.layout = BODIES, .tiles = 0};
    imp2_world* world = floor_world(&none, NULL);
    floor_box(world, &f, IMP_BODY_STATIC, -1.0f, -0.05f, -1.0f, 0.0f);
    floor_box(world, &f, IMP_BODY_STATIC, 0.05f, 1.0f, -1.0f, 0.0f);
    imp2_shape ball = scene_ball(0.1f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.02f, 0.2f, 0.0f), &ball, scene_wood);
    scene_run(world, 240, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.x) < 1e-3f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - sqrtf(0.01f - 0.0025f)) < 1e-3f);
    imp2_world_free(world);
}

// A ball falls onto the seam itself, and a box onto four tiles that meet in a point: they stay where they land.
static void landing_on_a_seam(void** state)
{
    (void)state;
    for (int k = 0; k < 2 * SHAPES; ++k)
    {
        floor_def f = {.layout = BODIES, .tiles = 4};
        imp2_world* world = floor_world(&f, NULL);
        float gap = k < SHAPES ? 0.0f : 0.4f * FLUSH;
        for (int i = 0; i < 4; ++i)
        {
            float x = i & 1 ? gap : -1.0f - gap, y = i & 2 ? -1.0f : -2.0f;
            floor_box(world, &f, IMP_BODY_STATIC, x, x + 1.0f, y, y + 1.0f);
        }
        imp2_shape own = slide_shape(k % SHAPES);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.3f, 0.0f), &own, (scene_matter){.density = 1.0f});
        scene_run(world, 120, 1.0f / 60.0f);
        imp2_body_state end = scene_state(world, body);
        assert_number(fabsf(end.pose.p.x), <, 1e-3f);
        assert_number(fabsf(end.pose.p.y - 0.3f), <, 1e-3f);
        assert_number(fabsf(end.pose.q.s), <, 1e-3f);
        imp2_world_free(world);
    }
}

// A wall of tiles on a floor of tiles: what is pressed into the inner corner stays, and what slides down the wall is
// not caught by it.
static void walls_and_inner_corners(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        floor_def f = {.layout = BODIES, .tiles = 6};
        imp2_world* world = floor_world(&f, NULL);
        floor_lay(world, &f);
        for (int i = 0; i < 12; ++i)
        {
            floor_box(world, &f, IMP_BODY_STATIC, 2.0f, 3.0f, (float)i, (float)i + 1.0f);
        }
        imp2_shape own = slide_shape(shape);
        float half = shape == BALL ? 0.3f : shape == BOX || shape == WEDGE ? 0.4f : shape == CAPSULE ? 0.6f : 0.5f;
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .locks = IMP2_LOCK_ROTATION};
        def.pose = scene_pose(2.0f - half, 9.0f, 0.0f);
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &own, (imp2_collider_def){.density = 1.0f});
        float time = 0.0f;
        for (; scene_state(world, body).pose.p.y > 0.31f && time < 3.0f; time += 1.0f / 60.0f)
        {
            assert_int_equal(imp2_world_apply_force_and_torque(world, body, (imp2_vec){3.0f, 0.0f}, 0.0f), IMP_OK);
            scene_run(world, 1, 1.0f / 60.0f);
        }
        assert_true(fabsf(time - sqrtf(2.0f * 8.7f / G)) < 0.05f);
        for (int i = 0; i < 60; ++i)
        {
            assert_int_equal(imp2_world_apply_force_and_torque(world, body, (imp2_vec){3.0f, 0.0f}, 0.0f), IMP_OK);
            scene_run(world, 1, 1.0f / 60.0f);
        }
        imp2_body_state end = scene_state(world, body);
        assert_number(fabsf(end.pose.p.x - (2.0f - half)), <, 2e-3f);
        assert_number(fabsf(end.pose.p.y - 0.3f), <, 2e-3f);
        imp2_world_free(world);
    }
}

// Who is not met does not close a seam: below a step into nothing lies a tile that the box falls through.
static void company_must_be_met(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape tile = scene_box(0.5f, 0.5f), ball = scene_ball(0.2f);
    imp_body ghost = scene_place(world, IMP_BODY_STATIC, -0.5f, -0.5f),
             real = scene_place(world, IMP_BODY_STATIC, 0.5f, -0.5f);
    scene_wear(world, ghost, &tile, (imp2_collider_def){.filter = {2, 2}});
    scene_wear(world, real, &tile, (imp2_collider_def){.filter = {1, 1}});
    imp_body body = scene_place(world, IMP_BODY_DYNAMIC, -0.05f, 0.3f);
    scene_wear(world, body, &ball, (imp2_collider_def){.density = 1.0f, .filter = {1, 1}});
    scene_run(world, 120, 1.0f / 60.0f);
    // It rolls off the corner of the one that it meets.
    assert_number(scene_state(world, body).pose.p.x, <, -0.1f);
    assert_number(scene_state(world, body).pose.p.y, <, -0.5f);
    imp2_world_free(world);
}

// Casts

static void casts_slide_too(void** state)
{
    (void)state;
    for (int layout = 0; layout < LAYOUTS; ++layout)
    {
        for (int slope = 0; slope < 90; slope += 15)
        {
            floor_def f = {.layout = layout, .tiles = 16, .slope = (float)(slope * PI / 180.0)};
            imp2_world* world = floor_world(&f, NULL);
            floor_lay(world, &f);
            floor_box(world, &f, IMP_BODY_STATIC, 10.0f, 11.0f, 0.0f, 1.0f);
            for (int shape = 0; shape < SHAPES; ++shape)
            {
                imp2_shape own = slide_shape(shape);
                imp2_compound thrown;
                assert_int_equal(imp2_compound_of_shape(&own, &thrown), IMP_OK);
                float high = shape % 2 ? 2e-4f : -2e-4f;  // it rests as bodies do, or nearly
                imp2_compound_mover mover = {&thrown, floor_pose(&f, 0.0f, 0.3f + high), {0.0f, 0.0f}, 0.0f};
                mover.motion = (imp2_vec){12.0f * mover.pose.q.c, 12.0f * mover.pose.q.s};
                imp2_world_hit hits[32];
                int32_t count = 0, ahead = 0;
                float first = 1.0f;
                assert_int_equal(imp2_world_cast_compound(world, &mover, NULL, hits, 32, &count), IMP_OK);
                for (int32_t i = 0; i < count; ++i)
                {
                    if (hits[i].hit.kind == IMP_SWEEP_HIT || hits[i].hit.kind == IMP_SWEEP_TOUCH)
                    {
                        ++ahead;
                        first = fminf(first, hits[i].hit.time);
                    }
                }
                float half = shape == BALL                    ? 0.3f
                             : shape == BOX || shape == WEDGE ? 0.4f
                             : shape == CAPSULE               ? 0.6f
                                                              : 0.5f;
                assert_true(ahead >= 1);
                assert_true(fabsf(first * 12.0f - (10.0f - half)) < 1e-3f);
            }
            imp2_world_free(world);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_go),
        cmocka_unit_test(real_corners_stop),
        cmocka_unit_test(low_steps_are_felt),
        cmocka_unit_test(higher_tiles_stop),
        cmocka_unit_test(ends_and_notches),
        cmocka_unit_test(landing_on_a_seam),
        cmocka_unit_test(walls_and_inner_corners),
        cmocka_unit_test(company_must_be_met),
        cmocka_unit_test(casts_slide_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
