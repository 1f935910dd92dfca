// SPDX-License-Identifier: MIT
//
// Who is told to meet nothing before anything is swept: what moves together has no way of its own, whatever its speed;
// and what that leaves out passes through nothing: chains that come, crowds, more fast bodies than there is room for,
// and what is deep in a wall already.

#include <math.h>
#include <stdio.h>

#include "scenes2.h"
#include "world_probe2.h"

#define DT (1.0f / 60.0f)

static void set_motion(imp2_world* world, imp_body body, float x, float y, float spin)
{
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){x, y}, spin), IMP_OK);
}

static bool has_no_room(const imp2_world* world)
{
    const probe_figures figures = probe_figures_of(world);
    return figures.ways == figures.ways_most;
}

// Felt from the left, when it goes around against the clock.
static void wear_ring(imp2_world* world, imp_body body, float radius, int32_t count, bool inside)
{
    imp2_vec points[96];
    for (int32_t i = 0; i < count; ++i)
    {
        double angle = (inside ? -6.283185307179586 : 6.283185307179586) * i / count;
        points[i].x = radius * (float)cos(angle);
        points[i].y = radius * (float)sin(angle);
    }
    const imp2_polyline line = {points, count, true, true};
    imp2_compound chain;
    imp2_collider_def def = {.density = 0.0f};
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &chain, &def, NULL), IMP_OK);
    imp2_compound_free(&chain);
}

// What falls side by side, and what rides in a drum, is fast, and has no way.
static void leaves_alone_what_moves_together(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape box = scene_box(0.1f, 0.1f), wall = scene_box(1.0f, 20.0f);
    for (int i = 0; i < 200; ++i)
    {
        imp2_pose pose = scene_pose(100.0f + 0.25f * (float)(i % 20), 0.25f * (float)(i / 20), 0.0f);
        set_motion(world, scene_body(world, IMP_BODY_DYNAMIC, pose, &box, scene_wood), 30.0f, -100.0f, 0.0f);
    }
    imp_body drum = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(0.0f, 0.0f, 0.0f), &wall, scene_wood);
    set_motion(world, drum, 0.0f, 0.0f, 1.5f);
    for (int i = -9; i < 10; ++i)
    {
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(1.11f, 2.0f * (float)i, 0.0f), &box, scene_wood);
        set_motion(world, body, -3.0f * (float)i, 1.5f * 1.11f, 1.5f);
    }
    scene_run(world, 1, DT);
    assert_true(probe_figures_of(world).paced);
    assert_int_equal(probe_figures_of(world).ways, 1);  // the drum's
    // One that comes towards the others has one.
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(103.0f, -10.0f, 0.0f), &box, scene_wood);
    set_motion(world, body, 0.0f, 500.0f, 0.0f);
    scene_run(world, 1, DT);
    assert_true(probe_figures_of(world).ways > 1);
    imp2_world_free(world);
}

// A ring without thickness that comes to a ball, which stands or is asleep, from outside.
static void chains_come(void** state)
{
    (void)state;
    for (int i = 0; i < 24; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        float speed = 15.0f + 7.0f * (float)i, radius = 0.1f + 0.02f * (float)(i % 8);
        imp_body ring = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
        wear_ring(world, ring, 10.0f, 32, false);
        imp2_shape ball = scene_ball(radius);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(10.0f + 1.3f * radius, 0.3f, 0.0f), &ball, scene_wood);
        assert_int_equal(imp2_world_set_awake(world, body, i % 2 == 0), IMP_OK);
        set_motion(world, ring, speed, 0.0f, 0.0f);
        for (int step = 0; step < 10; ++step)
        {
            scene_run(world, 1, DT);
            imp2_vec apart = imp2_vec_sub(scene_state(world, body).pose.p, scene_state(world, ring).pose.p);
            assert_true(imp2_vec_dot(apart, apart) > 9.9f * 9.9f);
        }
        imp2_world_free(world);
    }
}

// A body that flies along the inside of a ring, and is nearly through it already: its middle stays inside.
static void stays_in_the_ring(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        wear_ring(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), 10.0f, 90, true);
        imp2_shape ball = scene_ball(0.3f), box = scene_box(0.3f, 0.2f);
        float deep = 0.1f * (float)(i % 3), speed = 40.0f * (float)(1 + i / 3);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(9.75f + deep, 0.0f, 0.0f), i % 2 ? &ball : &box, scene_wood);
        set_motion(world, body, 5.0f, speed, 0.0f);
        for (int step = 0; step < 120; ++step)
        {
            scene_run(world, 1, DT);
            imp2_vec at = scene_state(world, body).pose.p;
            assert_true(imp2_vec_dot(at, at) < 10.0f * 10.0f);
        }
        imp2_world_free(world);
    }
}

// Very many at once: balls between thin walls, all fast. None gets out, bullets pass through no plate that is dynamic.
static void crowds_stay_in(void** state)
{
    (void)state;
    enum
    {
        BALLS = 1600,
        ACROSS = 40
    };
    static imp_body balls[BALLS];
    test_rng rng = {test_seed()};
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape ball = scene_ball(0.1f), flat = scene_box(21.0f, 0.01f), upright = scene_box(0.01f, 21.0f);
    for (int side = -1; side < 2; side += 2)
    {
        scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 20.0f * (float)side, 0.0f), &flat, scene_wood);
        scene_body(world, IMP_BODY_STATIC, scene_pose(20.0f * (float)side, 0.0f, 0.0f), &upright, scene_wood);
    }
    for (int i = 0; i < BALLS; ++i)
    {
        imp2_pose pose = scene_pose(0.95f * ((float)(i % ACROSS) - 19.5f), 0.95f * ((float)(i / ACROSS) - 19.5f), 0.0f);
        balls[i] = scene_body(world, IMP_BODY_DYNAMIC, pose, &ball, scene_wood);
        set_motion(world, balls[i], test_rng_range(&rng, -300.0f, 300.0f), test_rng_range(&rng, -300.0f, 300.0f), 0.0f);
    }
    // Beside them, as they fly: a bullet at a plate.
    imp2_shape plate = scene_box(0.005f, 5.0f);
    imp_body heavy = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(60.0f, 0.0f, 0.0f), &plate,
                                (scene_matter){1e5f, 0.0f, 0.0f, 0.0f});
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .bullet = true, .velocity = {400.0f, 0.0f}};
    def.pose = scene_pose(50.0f, 0.0f, 0.0f);
    imp_body bullet;
    assert_int_equal(imp2_world_add_body(world, &def, &bullet), IMP_OK);
    scene_wear(world, bullet, &ball, (imp2_collider_def){.density = 1.0f});
    int full = 0;
    for (int step = 0; step < 30; ++step)
    {
        scene_run(world, 1, DT);
        full += has_no_room(world);
        for (int i = 0; i < BALLS; ++i)
        {
            imp2_vec at = scene_state(world, balls[i]).pose.p;
            assert_number(fabsf(at.x), <, 20.0f);
            assert_number(fabsf(at.y), <, 20.0f);
        }
        assert_true(scene_state(world, bullet).pose.p.x < scene_state(world, heavy).pose.p.x);
    }
    printf("no room in %d steps\n", full);
    imp2_world_free(world);
}

// More that fly at a wall than there is room for ways.
static void needs_no_room(void** state)
{
    (void)state;
    enum
    {
        BALLS = 1200
    };
    static imp_body balls[BALLS];
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape ball = scene_ball(0.1f), wall = scene_box(0.01f, 200.0f);
    scene_body(world, IMP_BODY_STATIC, scene_pose(2.0f, 0.0f, 0.0f), &wall, scene_wood);
    for (int i = 0; i < BALLS; ++i)
    {
        balls[i] =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.25f * (float)(i - 600), 0.0f), &ball, scene_wood);
        set_motion(world, balls[i], 300.0f, 0.0f, 0.0f);
    }
    int full = 0;
    for (int step = 0; step < 5; ++step)
    {
        scene_run(world, 1, DT);
        full += has_no_room(world);
        for (int i = 0; i < BALLS; ++i)
        {
            assert_true(scene_state(world, balls[i]).pose.p.x < 2.0f);
        }
    }
    assert_true(full > 0);
    imp2_world_free(world);
}

// What slides along a chain meets nothing. What comes to it stops where it touches: at any speed that takes its middle as
// far as the chain, and not beyond.
static void runs_along_a_chain(void** state)
{
    (void)state;
    const float radius = 20.0f, half = 0.25f;
    imp2_shape ball = scene_ball(half), box = scene_box(half, half);
    for (int i = 0; i < 16; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        wear_ring(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), radius, 96, true);
        float in = radius * (float)cos(3.141592653589793 / 96.0), down = 0.02f * (float)(i + 1);
        imp_body along =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(in - half, 0.0f, 0.0f), i % 2 ? &ball : &box, scene_wood);
        imp_body comes = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-in + half + 0.1f, 0.0f, 0.0f),
                                    i % 2 ? &ball : &box, scene_wood);
        set_motion(world, along, 0.0f, 20.0f, 0.0f);
        scene_run(world, 1, DT);
        assert_true(fabsf(scene_state(world, along).pose.p.y - 20.0f * DT) < 1e-3f);
        set_motion(world, comes, -(0.1f + down) / DT, 12.0f, 0.0f);
        scene_run(world, 1, DT);
        float gone = half - radius - scene_state(world, comes).pose.p.x;
        assert_true(gone < 1e-3f);
        imp2_world_free(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_alone_what_moves_together),
        cmocka_unit_test(chains_come),
        cmocka_unit_test(stays_in_the_ring),
        cmocka_unit_test(crowds_stay_in),
        cmocka_unit_test(needs_no_room),
        cmocka_unit_test(runs_along_a_chain),
    };
    return cmocka_run_group_tests_name("strides2", tests, NULL, NULL);
}
