// SPDX-License-Identifier: MIT
//
// Bodies of a world of the plane beside what pushes them: that they have moved, wake and sleep, are locked, come, go and
// arrive.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

// Each body that moves is told in each step, wakes and falls asleep once, and is not told while it sleeps.
static void tells_moves(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.0f, 0.0f), &box, scene_wood),
             found_body = {0};
    int slept = 0, woke = 0, frozen = 0, moves = 0;
    for (int step = 0; step < 240; ++step)
    {
        if (step == 120)
        {
            assert_int_equal(slept, 1);
            assert_int_equal(imp2_world_apply_impulse(world, body, (imp2_vec){0.25f, 2.0f}, (imp2_vec){0.0f, 0.0f}),
                             IMP_OK);
        }
        scene_run(world, 1, DT);
        imp2_move_event list[4];
        int32_t count;
        assert_int_equal(imp2_world_move_events(world, list, 4, &count), IMP_OK);
        assert_true(count <= 1);
        for (int32_t i = 0; i < count; ++i)
        {
            imp2_pose pose = scene_state(world, body).pose;
            assert_memory_equal(&list[i].pose, &pose, sizeof pose);
            found_body = list[i].body;
            slept += (list[i].flags & IMP_MOVE_SLEPT) != 0;
            woke += (list[i].flags & IMP_MOVE_WOKE) != 0;
            frozen += (list[i].flags & IMP_MOVE_FROZEN) != 0;
        }
        moves += count;
        // A body that takes the place of one that is gone has not moved.
        if (step == 239)
        {
            assert_int_equal(imp2_world_set_awake(world, body, true), IMP_OK);
            scene_run(world, 1, DT);
            assert_int_equal(imp2_world_remove_body(world, body), IMP_OK);
            scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
            assert_int_equal(imp2_world_move_events(world, list, 4, &count), IMP_OK);
            assert_int_equal(count, 0);
        }
    }
    assert_true(found_body.id == body.id);
    assert_int_equal(slept, 2);
    assert_int_equal(woke, 1);
    assert_int_equal(frozen, 0);
    assert_true(moves < 200);
    // What would leave the numbers stays, and says so.
    imp_body far = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(1e18f, 0.0f, 0.0f), &box, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, far, (imp2_vec){1e18f, 0.0f}, 0.0f), IMP_OK);
    scene_run(world, 120, DT);
    imp2_body_state rest = scene_state(world, far);
    assert_number(rest.pose.p.x, >=, 1e18f);
    assert_number(rest.velocity.x, ==, 0.0f);
    imp2_world_free(world);
}

// What was taken along and has left the numbers stands from then on, and is not told of again.
static void frozen_stands(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body far = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(1e18f, 0.0f, 0.0f), &box, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, far, (imp2_vec){1e18f, 0.0f}, 0.0f), IMP_OK);
    int32_t count = 1, news = 0;
    for (int step = 0; step < 120 && !(news & IMP_MOVE_FROZEN); ++step)
    {
        imp2_move_event move;
        scene_run(world, 1, DT);
        assert_int_equal(imp2_world_move_events(world, &move, 1, &count), IMP_OK);
        assert_int_equal(count, 1);
        news = (int32_t)move.flags;
    }
    assert_true(news & IMP_MOVE_FROZEN);
    scene_run(world, 1, DT);
    assert_int_equal(imp2_world_move_events(world, NULL, 0, &count), IMP_OK);
    assert_int_equal(count, 0);
    imp2_world_free(world);
}

// Locks hold exactly, whatever hits the body; what is pinned at its centre still turns.
static void locks_hold(void** state)
{
    (void)state;
    for (uint32_t locks = 0; locks < 8; ++locks)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape box = scene_box(1.0f, 0.2f), ball = scene_ball(0.3f);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC,
                             .pose = scene_pose(0.0f, 0.0f, 0.3f),
                             .locks = locks,
                             .velocity = {1.0f, 1.0f},
                             .angular_velocity = 1.0f};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.5f}});
        imp2_pose start = scene_state(world, body).pose;
        for (int i = 0; i < 10; ++i)
        {
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.2f * (float)i - 0.7f, 1.0f + (float)i, 0.0f), &ball,
                       scene_wood);
        }
        scene_run(world, 120, DT);
        imp2_body_state s = scene_state(world, body);
        assert_int_equal(s.pose.p.x == start.p.x, (locks & IMP2_LOCK_X) != 0);
        assert_int_equal(s.pose.p.y == start.p.y, (locks & IMP2_LOCK_Y) != 0);
        bool turned = fabsf(s.pose.q.s - start.q.s) > 1e-6f;
        assert_int_equal(!turned, (locks & IMP2_LOCK_ROTATION) != 0);
        assert_true((locks & IMP2_LOCK_X) == 0 || s.velocity.x == 0.0f);
        assert_true((locks & IMP2_LOCK_Y) == 0 || s.velocity.y == 0.0f);
        imp2_world_free(world);
    }
    imp2_world* world = scene_world(G, 0.0f);
    imp_body body;
    imp2_body_def bad = {.locks = 8};
    assert_int_equal(imp2_world_add_body(world, &bad, &body), IMP_ERR_RANGE | 2 << 8);
    imp2_world_free(world);
}

// What is fast and stopped at a wall on its way keeps its locks, too, though it turns about a centre that is not its
// origin: what it would have fallen in the time that is lost is not taken back where it cannot fall.
static void locks_hold_at_walls(void** state)
{
    (void)state;
    for (uint32_t locks = 0; locks < 8; ++locks)
    {
        imp2_world_def world_def = {.gravity = {7.0f, -G}};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&world_def, &world), IMP_OK);
        imp2_shape wall = scene_box(0.1f, 50.0f), ceiling = scene_box(50.0f, 0.1f), plate;
        imp2_box around = {{0.1f, -0.2f}, {0.7f, 0.4f}};
        assert_int_equal(imp2_box_make(around, &plate), IMP_OK);
        for (int side = -1; side < 2; side += 2)
        {
            scene_body(world, IMP_BODY_STATIC, scene_pose(4.0f * (float)side, 0.0f, 0.0f), &wall, scene_wood);
            scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 4.0f * (float)side, 0.0f), &ceiling, scene_wood);
        }
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.1f, 0.2f, 0.3f), .locks = locks};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &plate, (imp2_collider_def){.density = 1.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){900.0f, 700.0f}, 30.0f), IMP_OK);
        imp2_body_state start = scene_state(world, body);
        for (int step = 0; step < 20; ++step)
        {
            scene_run(world, 1, DT);
            imp2_body_state s = scene_state(world, body);
            assert_number(fabsf(s.center.x), <, 4.0f);
            assert_number(fabsf(s.center.y), <, 4.0f);
            assert_true(!(locks & IMP2_LOCK_X) || (s.velocity.x == 0.0f && fabsf(s.center.x - start.center.x) < 2e-6f));
            assert_true(!(locks & IMP2_LOCK_Y) || (s.velocity.y == 0.0f && fabsf(s.center.y - start.center.y) < 2e-6f));
            assert_true(!(locks & IMP2_LOCK_ROTATION) || (s.angular_velocity == 0.0f && s.pose.q.s == start.pose.q.s));
        }
        imp2_world_free(world);
    }
}

// The centre moves within a body as colliders come and go, and its velocity with it: but not along what is locked, and
// not beyond what can be said.
static void weighs_within_locks(void** state)
{
    (void)state;
    imp2_shape ball = scene_ball(0.5f), far;
    assert_int_equal(imp2_circle_make((imp2_vec){3.0f, 2.0f}, 0.5f, &far), IMP_OK);
    imp2_collider_def heavy = {.density = 1.0f};
    for (uint32_t locks = 0; locks < 8; ++locks)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .locks = locks};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &ball, heavy);
        scene_run(world, 1, DT);  // from now on it has a motion
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){1.0f, 1.0f}, 2.0f), IMP_OK);
        imp2_vec origin = {locks & IMP2_LOCK_X ? 0.0f : 1.0f, locks & IMP2_LOCK_Y ? 0.0f : 1.0f};
        // The centre goes to half the way to the other, (1.5, 1): its velocity is (-2, 3) more where it may be.
        imp2_vec more = {locks & (IMP2_LOCK_X | IMP2_LOCK_ROTATION) ? 0.0f : -2.0f,
                         locks & (IMP2_LOCK_Y | IMP2_LOCK_ROTATION) ? 0.0f : 3.0f};
        imp_collider worn = scene_wear(world, body, &far, heavy);
        imp2_vec v = scene_state(world, body).velocity;
        assert_number(fabsf(v.x - origin.x - more.x), <, 1e-5f);
        assert_number(fabsf(v.y - origin.y - more.y), <, 1e-5f);
        assert_int_equal(imp2_world_remove_collider(world, worn), IMP_OK);
        v = scene_state(world, body).velocity;
        assert_number(fabsf(v.x - origin.x), <, 1e-5f);
        assert_number(fabsf(v.y - origin.y), <, 1e-5f);
        imp2_world_free(world);
    }
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
    scene_wear(world, body, &ball, heavy);
    scene_run(world, 1, DT);
    imp2_vec origin = {1.0f, 2.0f};
    assert_int_equal(imp2_world_set_velocity(world, body, origin, IMP_MAGNITUDE_MAX), IMP_OK);
    imp_collider worn = scene_wear(world, body, &far, heavy);
    for (int i = 0; i < 2; ++i)
    {
        imp2_vec v = scene_state(world, body).velocity;
        assert_vec(v, origin.x, origin.y);
        assert_true(fabsf(scene_state(world, body).center.x - (i == 0 ? 1.5f : 0.0f)) < 1e-5f);
        assert_int_equal(imp2_world_remove_collider(world, worn), i == 0 ? IMP_OK : IMP_ERR_HANDLE | 2 << 8);
    }
    imp2_world_free(world);
}

// A tower that is made asleep stands in the air until something hits it; then all that touches wakes.
static void sleeps_from_the_start(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f), brick = scene_box(0.3f, 0.3f);
    imp_body tower[6];
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .asleep = true};
    for (int i = 0; i < 6; ++i)
    {
        def.pose = scene_pose(0.0f, 0.5f + (float)i, 0.0f);
        assert_int_equal(imp2_world_add_body(world, &def, &tower[i]), IMP_OK);
        scene_wear(world, tower[i], &box, (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.5f}});
        assert_false(scene_state(world, tower[i]).awake);
    }
    scene_run(world, 60, DT);
    assert_int_equal(scene_stats(world).awake, 0);
    imp_body shot = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-3.0f, 3.5f, 0.0f), &brick, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, shot, (imp2_vec){20.0f, 0.0f}, 0.0f), IMP_OK);
    for (int step = 0, awake = 1; step < 30; ++step)
    {
        // What is hit wakes all that touches it at once.
        scene_run(world, 1, DT);
        awake = scene_stats(world).awake > awake ? 7 : awake;
        assert_int_equal(scene_stats(world).awake, awake);
    }
    assert_int_equal(scene_stats(world).awake, 7);
    scene_run(world, 600, DT);
    assert_int_equal(scene_stats(world).awake, 0);
    // Put to sleep in the air it stays there; once awake, it falls.
    assert_int_equal(imp2_world_set_pose(world, shot, &(imp2_pose){{9.0f, 9.0f}, {1.0f, 0.0f}}), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(imp2_world_set_awake(world, shot, false), IMP_OK);
    imp2_body_state held = scene_state(world, shot);
    scene_run(world, 60, DT);
    imp2_body_state later = scene_state(world, shot);
    assert_false(later.awake);
    assert_number(later.velocity.y, ==, 0.0f);
    assert_number(later.pose.p.y, ==, held.pose.p.y);
    assert_int_equal(imp2_world_set_awake(world, shot, true), IMP_OK);
    scene_run(world, 30, DT);
    assert_true(scene_state(world, shot).pose.p.y < 8.5f);
    imp2_world_free(world);
}

// What is taken out meets nothing and stays; its touches end, what slept on it wakes; back, it is as it was.
static void comes_and_goes(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp_body ground = scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body low = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    imp_body high = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.5f, 0.0f), &box, scene_wood);
    scene_run(world, 120, DT);
    assert_int_equal(scene_stats(world).awake, 0);
    assert_int_equal(imp2_world_set_enabled(world, low, false), IMP_OK);
    assert_int_equal(imp2_world_set_enabled(world, low, false), IMP_OK);
    imp2_body_state out = scene_state(world, low);
    assert_false(out.enabled);
    scene_wear(world, low, &box, (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.5f}});
    scene_run(world, 120, DT);
    assert_true(fabsf(scene_state(world, high).pose.p.y - 0.5f) < 0.01f);
    imp2_body_state now = scene_state(world, low);
    assert_memory_equal(&now.pose, &out.pose, sizeof out.pose);
    assert_int_equal(imp2_world_set_pose(world, low, &(imp2_pose){{0.0f, 5.0f}, {1.0f, 0.0f}}), IMP_OK);
    assert_int_equal(imp2_world_set_enabled(world, low, true), IMP_OK);
    scene_run(world, 240, DT);
    assert_true(fabsf(scene_state(world, low).pose.p.y - 1.5f) < 0.01f);
    assert_true(fabsf(scene_state(world, low).mass - 2.0f) < 1e-5f);
    assert_int_equal(imp2_world_set_enabled(world, ground, false), IMP_OK);
    scene_run(world, 60, DT);
    assert_true(scene_state(world, low).pose.p.y < 0.0f);
    assert_int_equal(imp2_world_remove_body(world, ground), IMP_OK);
    imp2_world_free(world);
}

// What lies in a pile does not feel that a body far away sleeps, wakes, or goes, though its place in steps is another
// then.
static void is_not_missed(void** state)
{
    (void)state;
    enum
    {
        BOXES = 6
    };
    imp2_body_state found[2][BOXES];
    for (int company = 0; company < 2; ++company)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        scene_floor(world);
        imp_body far = scene_place(world, IMP_BODY_DYNAMIC, 500.0f, 500.0f), boxes[BOXES];
        assert_int_equal(imp2_world_set_awake(world, far, company == 1), IMP_OK);
        for (int i = 0; i < BOXES; ++i)
        {
            boxes[i] = scene_body(world, IMP_BODY_DYNAMIC,
                                  scene_pose(0.2f * (float)(i % 2), 0.5f + 1.01f * (float)i, 0.0f), &box, scene_wood);
        }
        scene_run(world, 10, DT);
        assert_int_equal(imp2_world_set_awake(world, far, false), IMP_OK);
        scene_run(world, 1, DT);
        assert_int_equal(imp2_world_set_awake(world, far, company == 1), IMP_OK);
        scene_run(world, 1, DT);
        assert_int_equal(imp2_world_remove_body(world, far), IMP_OK);
        scene_run(world, 10, DT);
        for (int i = 0; i < BOXES; ++i)
        {
            found[company][i] = scene_state(world, boxes[i]);
        }
        imp2_world_free(world);
    }
    for (int i = 0; i < BOXES; ++i)
    {
        const imp2_body_state *a = &found[0][i], *b = &found[1][i];
        assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
        assert_memory_equal(&a->velocity, &b->velocity, sizeof a->velocity);
    }
}

// A body that takes the place of one that is gone does not take its contacts' end; forces do not wait while it sleeps
// or is out of the world; to be put to sleep once more wakes nobody.
static void sleepers_are_left_alone(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body gone = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood), made;
    scene_run(world, 10, DT);
    assert_int_equal(imp2_world_remove_body(world, gone), IMP_OK);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(20.0f, 9.0f, 0.0f), .asleep = true};
    assert_int_equal(imp2_world_add_body(world, &def, &made), IMP_OK);
    scene_wear(world, made, &box, (imp2_collider_def){.density = 1.0f});
    scene_run(world, 10, DT);
    assert_false(scene_state(world, made).awake);
    assert_int_equal(imp2_world_set_enabled(world, made, false), IMP_OK);
    for (int i = 0; i < 100; ++i)
    {
        assert_int_equal(imp2_world_apply_force_and_torque(world, made, (imp2_vec){100.0f, 0.0f}, 0.0f), IMP_OK);
    }
    assert_int_equal(imp2_world_set_enabled(world, made, true), IMP_OK);
    assert_int_equal(imp2_world_apply_force_and_torque(world, made, (imp2_vec){100.0f, 0.0f}, 0.0f), IMP_OK);
    assert_int_equal(imp2_world_set_awake(world, made, false), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(imp2_world_set_awake(world, made, true), IMP_OK);
    scene_run(world, 1, DT);
    assert_true(scene_state(world, made).velocity.x == 0.0f);
    imp_body low = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.5f, 0.0f), &box, scene_wood);
    scene_run(world, 300, DT);
    assert_int_equal(scene_stats(world).awake, 0);
    assert_int_equal(imp2_world_set_awake(world, low, false), IMP_OK);
    assert_int_equal(scene_stats(world).awake, 0);
    imp2_world_free(world);
}

// Ways of coming to a sleeper.
enum
{
    STOPS,  // after a last motion
    ENDS_A_MOVE,
    IS_PUT,
    IS_ENABLED,
    IS_MADE,
    IS_DRESSED,
    IS_LET,  // meet it
    WAYS
};

// A body that will come, as long as it has not; body is none if it is made as it comes.
static imp_body wait_to_come(imp2_world* world, int way, imp2_pose at, const imp2_shape* box, imp_collider* worn)
{
    const imp_body none = {0};
    bool moves = way == STOPS || way == ENDS_A_MOVE, is_there = way == IS_DRESSED || way == IS_LET;
    if (way == IS_MADE)
    {
        return none;
    }
    imp_body body = scene_place(world, moves ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC, is_there ? at.p.x : 3.0f, at.p.y);
    if (way != IS_DRESSED)
    {
        *worn = scene_wear(world, body, box, (imp2_collider_def){.group = way == IS_LET ? 5 : 0});
    }
    assert_int_equal(imp2_world_set_enabled(world, body, way != IS_ENABLED), IMP_OK);
    return body;
}

static void come(imp2_world* world, int way, imp2_pose at, const imp2_shape* box, imp_body body, imp_collider worn)
{
    const imp2_vec fast = {(at.p.x - 3.0f) / DT, 0.0f}, none = {0.0f, 0.0f};
    switch (way)
    {
    case STOPS: assert_int_equal(imp2_world_set_velocity(world, body, fast, 0.0f), IMP_OK); break;
    case ENDS_A_MOVE: assert_int_equal(imp2_world_set_target_pose(world, body, &at, DT), IMP_OK); break;
    case IS_PUT:
    case IS_ENABLED: assert_int_equal(imp2_world_set_pose(world, body, &at), IMP_OK); break;
    case IS_MADE: scene_body(world, IMP_BODY_STATIC, at, box, scene_wood); break;
    case IS_DRESSED: scene_wear(world, body, box, (imp2_collider_def){0}); break;
    default: assert_int_equal(imp2_world_set_filter(world, worn, NULL, 0), IMP_OK); break;
    }
    if (way == IS_ENABLED)
    {
        scene_run(world, 2, DT);
        assert_int_equal(imp2_world_set_enabled(world, body, true), IMP_OK);
    }
    if (way == STOPS || way == ENDS_A_MOVE)
    {
        scene_run(world, 1, DT);
        assert_int_equal(imp2_world_set_velocity(world, body, none, 0.0f), IMP_OK);
    }
}

// What comes to a sleeper wakes it, and that all that it touches, also if it does not move any more; what has not come
// so far does not.
static void arrivals_wake(void** state)
{
    (void)state;
    imp2_shape box = scene_box(0.5f, 0.5f);
    for (int i = 0; i < 2 * WAYS; ++i)
    {
        int way = i / 2;
        bool touches = i % 2;
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp_body met = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
        scene_wear(world, met, &box, (imp2_collider_def){.density = 1.0f, .group = 5});
        imp_body low = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, -1.0f, 0.0f), &box, scene_wood);
        scene_run(world, 60, DT);
        imp2_pose at = scene_pose(touches ? 0.75f : 1.03f, 0.25f, 0.0f);
        imp_collider worn = {0};
        imp_body body = wait_to_come(world, way, at, &box, &worn);
        scene_run(world, 5, DT);
        assert_false(scene_state(world, met).awake || scene_state(world, low).awake);
        come(world, way, at, &box, body, worn);
        scene_run(world, 1, DT);
        assert_int_equal(scene_state(world, met).awake, touches);
        assert_int_equal(scene_state(world, low).awake, touches);
        scene_run(world, 60, DT);
        assert_int_equal(scene_state(world, met).pose.p.x < -0.2f, touches);
        imp2_world_free(world);
    }
}

static bool count_asked(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    (void)contact;
    (void)surface;
    ++*(int*)user;
    return true;
}

// A pile that is made asleep is not woken by the ground that is made with it, whichever comes first; nor is what is put
// to sleep on a lift woken as that stops: their contact is looked at, and not solved.
static void ground_wakes_nobody(void** state)
{
    (void)state;
    imp2_shape box = scene_box(0.5f, 0.5f);
    for (int order = 0; order < 2; ++order)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .asleep = true};
        for (int k = 0; k < 2; ++k)
        {
            if (k == order)
            {
                scene_floor(world);
                continue;
            }
            imp_body made;
            def.pose = scene_pose(0.0f, 0.5f, 0.0f);
            assert_int_equal(imp2_world_add_body(world, &def, &made), IMP_OK);
            scene_wear(world, made, &box, (imp2_collider_def){.density = 1.0f});
        }
        scene_run(world, 3, DT);
        assert_int_equal(scene_stats(world).awake, 0);
        // Another ground, made later, is one that has come.
        scene_floor(world);
        scene_run(world, 1, DT);
        assert_int_equal(scene_stats(world).awake, 1);
        imp2_world_free(world);
    }
    imp2_world* world = scene_world(G, 0.0f);
    imp_body lift = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(0.0f, -0.5f, 0.0f), &box, scene_wood);
    imp_body load = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, 1.0f}, 0.0f), IMP_OK);
    scene_run(world, 60, DT);
    assert_true(scene_state(world, load).awake);
    assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, 0.0f}, 0.0f), IMP_OK);
    assert_int_equal(imp2_world_set_awake(world, load, false), IMP_OK);
    imp2_body_state rests = scene_state(world, load);
    int asked = 0;
    imp2_hooks hooks = {.user = &asked, .pre_solve = count_asked};
    assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
    for (int step = 0; step < 10; ++step)
    {
        scene_run(world, 1, DT);
        assert_int_equal(scene_stats(world).rows + asked, 0);
    }
    imp2_body_state later = scene_state(world, load);
    assert_memory_equal(&rests.pose, &later.pose, sizeof rests.pose);
    imp2_world_free(world);
}

// What is taken out of the world, and put elsewhere meanwhile, has no wall go with it: something fast still meets that.
static void disabled_bodies_move_no_walls(void** state)
{
    (void)state;
    imp2_shape wall = scene_box(0.05f, 5.0f), ball = scene_ball(0.1f);
    for (int late = 0; late < 2; ++late)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp_body lift = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 20.0f);
        if (late)
        {
            // The wall comes to have the place that the lift had.
            scene_wear(world, lift, &wall, (imp2_collider_def){.density = 1.0f});
            assert_int_equal(imp2_world_set_enabled(world, lift, false), IMP_OK);
        }
        scene_body(world, IMP_BODY_STATIC, scene_pose(5.0f, 0.0f, 0.0f), &wall, scene_wood);
        if (!late)
        {
            assert_int_equal(imp2_world_set_enabled(world, lift, false), IMP_OK);
            scene_wear(world, lift, &wall, (imp2_collider_def){.density = 1.0f});
        }
        imp2_pose away = scene_pose(0.0f, 90.0f, 0.0f);
        assert_int_equal(imp2_world_set_pose(world, lift, &away), IMP_OK);
        imp_body fast = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.0f, 0.0f), &ball, scene_wood);
        assert_int_equal(imp2_world_set_velocity(world, fast, (imp2_vec){187.0f, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 30, DT);
        assert_true(scene_state(world, fast).pose.p.x < 5.0f);
        imp2_world_free(world);
    }
}

// What does not sleep keeps awake what it touches, and nothing else.
static void sleepless_bodies_watch(void** state)
{
    (void)state;
    imp2_world* world = scene_world(10.0f, 0.0f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    scene_floor(world);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.0f, 0.5f, 0.0f), .no_sleep = true};
    imp_body guard;
    assert_int_equal(imp2_world_add_body(world, &def, &guard), IMP_OK);
    scene_wear(world, guard, &box, (imp2_collider_def){.density = 1.0f});
    imp_body above = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.5f, 0.0f), &box, scene_wood);
    imp_body alone = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(5.0f, 0.5f, 0.0f), &box, scene_wood);
    scene_run(world, 240, 1.0f / 60.0f);
    assert_true(scene_state(world, guard).awake);
    assert_true(scene_state(world, above).awake);
    assert_false(scene_state(world, alone).awake);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleepless_bodies_watch),
        cmocka_unit_test(tells_moves),
        cmocka_unit_test(frozen_stands),
        cmocka_unit_test(locks_hold),
        cmocka_unit_test(locks_hold_at_walls),
        cmocka_unit_test(weighs_within_locks),
        cmocka_unit_test(sleeps_from_the_start),
        cmocka_unit_test(comes_and_goes),
        cmocka_unit_test(is_not_missed),
        cmocka_unit_test(sleepers_are_left_alone),
        cmocka_unit_test(arrivals_wake),
        cmocka_unit_test(ground_wakes_nobody),
        cmocka_unit_test(disabled_bodies_move_no_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
