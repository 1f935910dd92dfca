// SPDX-License-Identifier: MIT
//
// Who meets whom in a world of the plane, and what is told of it: filters, groups, hooks, sensors, materials, impacts.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

// Boxes fall on a floor one beside the other; which of them land is told by filters and groups, also when they change.
static void filters_and_groups(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box = scene_box(0.4f, 0.4f), floor = scene_box(50.0f, 1.0f);
    imp_body ground = scene_place(world, IMP_BODY_STATIC, 0.0f, -1.0f);
    scene_wear(world, ground, &floor, (imp2_collider_def){.filter = {1, 6}, .group = 7});
    const struct
    {
        imp_filter filter;
        uint32_t group;
        bool lands;
    } rows[] = {{{2, 1}, 0, true},  {{4, 1}, 0, true}, {{8, 1}, 0, false}, {{2, 2}, 0, false},
                {{2, 1}, 7, false}, {{2, 1}, 8, true}, {{0, 0}, 0, true}};
    imp_body bodies[sizeof rows / sizeof *rows];
    imp_collider colliders[sizeof rows / sizeof *rows];
    int count = (int)(sizeof rows / sizeof *rows);
    for (int i = 0; i < count; ++i)
    {
        bodies[i] = scene_place(world, IMP_BODY_DYNAMIC, 2.0f * (float)i, 0.5f);
        colliders[i] =
            scene_wear(world, bodies[i], &box,
                       (imp2_collider_def){.density = 1.0f, .filter = rows[i].filter, .group = rows[i].group});
    }
    scene_run(world, 60, DT);
    for (int i = 0; i < count; ++i)
    {
        assert_int_equal(scene_state(world, bodies[i]).pose.p.y > 0.0f, rows[i].lands);
    }
    // What has landed falls through when it may meet no more, and its touch ends.
    assert_int_equal(imp2_world_set_filter(world, colliders[0], &(imp_filter){8, 1}, 0), IMP_OK);
    assert_int_equal(imp2_world_set_filter(world, colliders[1], &(imp_filter){4, 1}, 7), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).ended_count, 2);
    scene_run(world, 60, DT);
    assert_number(scene_state(world, bodies[0]).pose.p.y, <, -1.0f);
    assert_number(scene_state(world, bodies[1]).pose.p.y, <, -1.0f);
    imp2_world_free(world);
}

// What a scene's hooks do and have seen.
typedef struct witness
{
    imp2_world* world;
    imp_collider ghost;  // meets nothing
    bool refuse, odd;
    float friction, belt, frictions[2];
    int asked_filter, asked_mix, asked_solve, busy;
} witness;

static bool witness_filter(void* user, imp_collider a, imp_collider b)
{
    witness* s = user;
    ++s->asked_filter;
    s->busy += imp2_world_remove_collider(s->world, a) == (IMP_ERR_BUSY | 1 << 8);
    imp2_world_free(s->world);  // does nothing
    return a.id != s->ghost.id && b.id != s->ghost.id;
}

static imp_surface witness_mix(void* user, const imp_material* a, const imp_material* b)
{
    witness* s = user;
    ++s->asked_mix;
    imp_surface r = {s->odd ? NAN : s->friction * (a->friction + b->friction), 0.0f, 0.0f, 0.0f};
    return r;
}

static bool witness_solve(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    witness* s = user;
    ++s->asked_solve;
    s->busy += imp2_world_step(s->world, DT) == (IMP_ERR_BUSY | 1 << 8);
    imp2_body_state body;
    imp_body of;
    assert_int_equal(imp2_world_get_collider(s->world, contact->a, &of, NULL), IMP_OK);
    assert_int_equal(imp2_world_get_body(s->world, of, &body), IMP_OK);
    assert_number(contact->manifold.count, >, 0);
    assert_number(fabsf(contact->manifold.normal.y), >, 0.99f);
    surface->tangent_speed = s->belt;
    return !s->refuse;
}

typedef struct ticking
{
    imp2_world* world;
    double time;
    int asked, busy;
} ticking;

// Each time it is asked, twice as late as before.
static double tick(void* user)
{
    ticking* t = user;
    ++t->asked;
    t->busy += imp2_world_step(t->world, DT) == (IMP_ERR_BUSY | 1 << 8);
    t->time *= 2.0;
    return t->time;
}

static void tells_times(void** state)
{
    (void)state;
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k)
    {
        imp2_world* world = scene_world(G, 0.0f);
        scene_floor(world);
        imp2_shape box = scene_box(0.5f, 0.5f);
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.7f, 0.3f), &box, scene_wood);
        ticking t = {world, 0.5, 0, 0};
        imp2_hooks hooks = {.user = &t, .clock = tick};
        assert_int_equal(imp2_world_set_hooks(world, k ? &hooks : NULL), IMP_OK);
        for (int step = 0; step < 60; ++step)
        {
            t.time = 0.5;
            scene_run(world, 1, DT);
            imp_world_stats stats = scene_stats(world);
            for (int i = 0; i < IMP_STAGE_COUNT; ++i)
            {
                assert_true(stats.times[i] == (k ? (float)(1 << i) : 0.0f));
            }
        }
        assert_int_equal(t.asked, k ? 60 * (IMP_STAGE_COUNT + 1) : 0);
        assert_int_equal(t.busy, t.asked);
        assert_int_equal(imp2_world_set_hooks(world, NULL), IMP_OK);
        assert_true(scene_stats(world).times[IMP_STAGE_SOLVE] == 0.0f);
        hashes[k] = scene_hash(world);
        imp2_world_free(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void asks_hooks(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    imp_body ghost = scene_place(world, IMP_BODY_DYNAMIC, 5.0f, 0.5f);
    witness seen = {.world = world, .friction = 0.2f};
    seen.ghost = scene_wear(world, ghost, &box, (imp2_collider_def){.density = 1.0f});
    imp2_hooks hooks = {.user = &seen, .filter = witness_filter, .combine = witness_mix, .pre_solve = witness_solve};
    assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
    // With the hook's friction of 0.2 a box of 4 m/s comes to rest after 4 m.
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){4.0f, 0.0f}, 0.0f), IMP_OK);
    scene_run(world, 200, DT);
    assert_true(fabsf(scene_state(world, body).pose.p.x - 4.0f) < 0.05f);
    assert_true(scene_state(world, ghost).pose.p.y < -10.0f);
    assert_int_equal(seen.asked_filter, 2);
    assert_int_equal(seen.asked_mix, 1);
    assert_true(seen.asked_solve > 100);
    assert_int_equal(seen.busy, seen.asked_filter + seen.asked_solve);
    // A number that no material could have is not taken: the rule holds, and a box of 4 m/s comes 1.6 m far.
    seen.odd = true;
    assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){4.0f, 0.0f}, 0.0f), IMP_OK);
    float from = scene_state(world, body).pose.p.x;
    scene_run(world, 200, DT);
    assert_true(fabsf(scene_state(world, body).pose.p.x - from - 1.6f) < 0.05f);
    // The table goes before the function.
    imp_surface ice = {0.1f, 0.0f, 0.0f, 0.0f};
    assert_int_equal(imp2_world_combine_materials(world, 0, 0, &ice), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){-4.0f, 0.0f}, 0.0f), IMP_OK);
    from = scene_state(world, body).pose.p.x;
    scene_run(world, 400, DT);
    assert_true(fabsf(scene_state(world, body).pose.p.x - from + 8.0f) < 0.1f);
    assert_int_equal(imp2_world_combine_materials(world, 0, 0, NULL), IMP_OK);
    // A belt that only the hook knows carries; refused, the box falls, and its touch ends.
    seen.belt = 2.0f;
    assert_int_equal(imp2_world_set_awake(world, body, true), IMP_OK);
    scene_run(world, 60, DT);
    assert_true(fabsf(fabsf(scene_state(world, body).velocity.x) - 2.0f) < 0.01f);
    seen.refuse = true;
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).ended_count, 1);
    scene_run(world, 30, DT);
    assert_true(scene_state(world, body).pose.p.y < 0.0f);
    imp2_world_free(world);
}

// What may not be met, or was refused, is not in the way of what is fast either; nor is a sensor.
static void fast_things_pass_what_they_may(void** state)
{
    (void)state;
    for (int way = 0; way < 4; ++way)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp2_shape wall = scene_box(0.1f, 5.0f), ball = scene_ball(0.05f);
        imp_body stands = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f),
                 shot = scene_place(world, IMP_BODY_DYNAMIC, -1.0f, 0.0f);
        scene_wear(world, stands, &wall, (imp2_collider_def){.group = 5, .sensor = way == 1});
        imp_collider flies =
            scene_wear(world, shot, &ball, (imp2_collider_def){.density = 1.0f, .group = way == 2 ? 5 : 0});
        witness seen = {.world = world, .ghost = {way == 3 ? flies.id : 0}};
        imp2_hooks hooks = {.user = &seen, .filter = witness_filter};
        assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, shot, (imp2_vec){1000.0f, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 2, DT);
        assert_int_equal(scene_state(world, shot).pose.p.x > 1.0f, way > 0);
        imp2_world_free(world);
    }
    // A contact that was there as the step began, and was refused.
    for (int refuse = 0; refuse < 2; ++refuse)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        scene_floor(world);
        imp2_shape ball = scene_ball(0.05f);
        imp_body shot = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.051f, 0.0f), &ball, scene_wood);
        witness seen = {.world = world, .refuse = refuse == 1};
        imp2_hooks hooks = {.user = &seen, .pre_solve = witness_solve};
        assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, shot, (imp2_vec){0.0f, -1000.0f}, 0.0f), IMP_OK);
        scene_run(world, 1, DT);
        assert_int_equal(scene_state(world, shot).pose.p.y < -1.0f, refuse);
        imp2_world_free(world);
    }
}

// Kinds of materials meet as the table says, whichever comes first, also contacts that there are already.
static void mixes(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape floor = scene_box(500.0f, 1.0f), box = scene_box(0.5f, 0.25f);
    imp_body ground = scene_place(world, IMP_BODY_STATIC, 0.0f, -1.0f);
    scene_wear(world, ground, &floor, (imp2_collider_def){.material = {.friction = 1.0f, .kind = 9}});
    imp_body bodies[40];
    imp_collider colliders[40];
    // Entries come in an order of their own, some twice, some are forgotten again.
    for (int i = 0; i < 120; ++i)
    {
        int32_t kind = (i * 23) % 40;
        imp_surface surface = {0.1f + 0.02f * (float)kind, 0.0f, 0.0f, 0.0f};
        assert_int_equal(imp2_world_combine_materials(world, i % 2 ? 9 : kind, i % 2 ? kind : 9,
                                                      i < 40 && kind % 3 ? NULL : &surface),
                         IMP_OK);
    }
    assert_int_equal(imp2_world_combine_materials(world, 9, 13, NULL), IMP_OK);
    for (int i = 0; i < 40; ++i)
    {
        bodies[i] = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.25f);
        colliders[i] =
            scene_wear(world, bodies[i], &box,
                       (imp2_collider_def){.density = 1.0f, .group = 1, .material = {.friction = 0.25f, .kind = i}});
        assert_int_equal(imp2_world_set_velocity(world, bodies[i], (imp2_vec){4.0f, 0.0f}, 0.0f), IMP_OK);
    }
    scene_run(world, 600, DT);
    for (int i = 0; i < 40; ++i)
    {
        float friction = i == 13 ? 0.5f : 0.1f + 0.02f * (float)i, way = 16.0f / (2.0f * G * friction);
        assert_true(fabsf(scene_state(world, bodies[i]).pose.p.x - way) < 0.01f * way + 0.04f);
    }
    // Another material: what slept wakes and is carried by a belt.
    imp_material belt = {.friction = 0.5f, .tangent_speed = 1.0f, .kind = 13};
    assert_int_equal(imp2_world_set_material(world, colliders[5], &belt), IMP_OK);
    float from = scene_state(world, bodies[5]).pose.p.x;
    scene_run(world, 60, DT);
    assert_true(fabsf(scene_state(world, bodies[5]).pose.p.x - from) > 0.5f);
    imp2_world_free(world);
}

// The friction of what touches, by the user data of its collider A.
static bool note_friction(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    witness* s = user;
    uint64_t which;
    assert_int_equal(imp2_world_get_collider(s->world, contact->a, NULL, &which), IMP_OK);
    s->frictions[which] = surface->friction;
    return true;
}

// The last kind that there is, and the last entry of the table: what was said of it is forgotten, and nothing else.
static void mixes_to_the_last(void** state)
{
    (void)state;
    enum
    {
        LAST = 65535
    };
    const imp_surface wood = {0.25f, 0.0f, 0.0f, 0.0f}, ice = {0.125f, 0.0f, 0.0f, 0.0f};
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    witness seen = {.world = world};
    imp2_hooks hooks = {.user = &seen, .pre_solve = note_friction};
    assert_int_equal(imp2_world_set_hooks(world, &hooks), IMP_OK);
    for (int i = 0; i < 4; ++i)
    {
        imp2_collider_def def = {.density = 1.0f, .user = (uint64_t)i / 2};
        def.material.friction = 0.5f;
        def.material.kind = i < 2 ? i : LAST;
        imp_body body =
            scene_place(world, i % 2 ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC, 9.0f * (float)(i / 2), (float)(i % 2));
        scene_wear(world, body, &box, def);
        def.material.kind = LAST + 1;
        assert_int_equal(imp2_world_add_collider(world, body, &box, &def, NULL), IMP_ERR_RANGE | 4 << 8);
    }
    assert_int_equal(imp2_world_combine_materials(world, LAST + 1, 0, &wood), IMP_ERR_RANGE | 2 << 8);
    assert_int_equal(imp2_world_combine_materials(world, 0, LAST + 1, &wood), IMP_ERR_RANGE | 3 << 8);
    assert_int_equal(imp2_world_combine_materials(world, -1, 0, &wood), IMP_ERR_RANGE | 2 << 8);
    assert_int_equal(imp2_world_combine_materials(world, LAST, LAST, &ice), IMP_OK);
    // As many as there is room for, so that beyond the last there is nothing.
    for (int32_t kind = 1; kind < 8; ++kind)
    {
        assert_int_equal(imp2_world_combine_materials(world, 0, kind, &wood), IMP_OK);
    }
    for (int forgotten = 0; forgotten < 3; ++forgotten)
    {
        scene_run(world, 1, DT);
        assert_true(seen.frictions[0] == wood.friction);
        assert_true(seen.frictions[1] == (forgotten ? 0.5f : ice.friction));
        assert_int_equal(imp2_world_combine_materials(world, LAST, LAST, NULL), IMP_OK);
    }
    imp2_world_free(world);
}

// A ball falls through sensors: one on a static body, one that a kinematic body carries, one of a static body that is
// put elsewhere. Each is entered and left once, when the ball overlaps it.
static void sensors_see(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box = scene_box(1.0f, 0.5f), ball = scene_ball(0.25f);
    imp_body still = scene_place(world, IMP_BODY_STATIC, 0.0f, 5.0f),
             lift = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
    imp_body put = scene_place(world, IMP_BODY_STATIC, 20.0f, -10.0f);
    imp2_collider_def sensor = {.sensor = true};
    imp_collider at[3] = {scene_wear(world, still, &box, sensor), scene_wear(world, lift, &box, sensor),
                          scene_wear(world, put, &box, sensor)};
    assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, 1.0f}, 0.0f), IMP_OK);
    imp_body falls = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 10.0f, 0.0f), &ball, scene_wood);
    int entered[3] = {0, 0, 0}, left[3] = {0, 0, 0};
    for (int step = 0; step < 240; ++step)
    {
        imp2_body_state was = scene_state(world, falls);
        bool inside[3];
        for (int i = 0; i < 3; ++i)
        {
            imp2_pose pose = scene_state(world, i == 0 ? still : i == 1 ? lift : put).pose;
            assert_int_equal(imp2_overlap(&box, &pose, &ball, &was.pose, &inside[i]), IMP_OK);
        }
        scene_run(world, 1, DT);
        imp_touch_events t = scene_touches(world);
        assert_int_equal(t.begun_count + t.ended_count, 0);
        for (int i = 0; i < 3; ++i)
        {
            for (int32_t k = 0; k < t.entered_count; ++k)
            {
                entered[i] += t.entered[k].a.id == at[i].id;
            }
            for (int32_t k = 0; k < t.left_count; ++k)
            {
                left[i] += t.left[k].a.id == at[i].id;
            }
            assert_int_equal(entered[i] - left[i], inside[i]);
        }
        if (step == 150)
        {
            imp2_pose pose = scene_state(world, falls).pose;
            assert_int_equal(imp2_world_set_pose(world, put, &pose), IMP_OK);
        }
    }
    for (int i = 0; i < 3; ++i)
    {
        assert_int_equal(entered[i], 1);
        assert_int_equal(left[i], 1);
    }
    // Nothing has pushed the ball.
    assert_true(fabsf(scene_state(world, falls).velocity.y + G * 4.0f) < 0.01f);
    imp2_world_free(world);
}

// Sensors see what sleeps, and static ones what is static, when either is put there; a visitor that is removed leaves.
static void sensors_see_what_rests(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp_body ground = scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f), wide = scene_box(2.0f, 2.0f);
    imp_body sleeper = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    scene_run(world, 120, DT);
    assert_false(scene_state(world, sleeper).awake);
    imp_body watch = scene_place(world, IMP_BODY_STATIC, 0.0f, 10.0f);
    imp_collider sensor = scene_wear(world, watch, &wide, (imp2_collider_def){.sensor = true});
    // Sensors do not see each other.
    scene_wear(world, scene_place(world, IMP_BODY_STATIC, 1.0f, 10.0f), &wide, (imp2_collider_def){.sensor = true});
    for (int step = 0; step < 5; ++step)
    {
        scene_run(world, 1, DT);
        assert_int_equal(scene_touches(world).entered_count, 0);
    }
    imp2_pose low = scene_pose(0.0f, 1.0f, 0.0f), high = scene_pose(0.0f, 10.0f, 0.0f);
    assert_int_equal(imp2_world_set_pose(world, watch, &low), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).entered_count, 2);  // the sleeper and the floor
    assert_false(scene_state(world, sleeper).awake);
    scene_run(world, 5, DT);
    assert_int_equal(scene_touches(world).entered_count + scene_touches(world).left_count, 0);
    // Near, but not inside: boxes go on touching. What it sees has fallen asleep by then.
    assert_int_equal(imp2_world_set_awake(world, sleeper, false), IMP_OK);
    scene_run(world, 2, DT);
    imp2_pose beside = scene_pose(2.505f, 2.005f, 0.0f);
    assert_int_equal(imp2_world_set_pose(world, watch, &beside), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).left_count, 2);
    assert_int_equal(imp2_world_set_pose(world, watch, &low), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).entered_count, 2);
    assert_int_equal(imp2_world_remove_body(world, sleeper), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).left_count, 1);
    assert_int_equal(imp2_world_set_pose(world, watch, &high), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).left_count, 1);
    assert_true(scene_touches(world).left[0].a.id == sensor.id);
    assert_int_equal(imp2_world_remove_body(world, ground), IMP_OK);
    scene_run(world, 1, DT);
    assert_int_equal(scene_touches(world).left_count, 0);
    imp2_world_free(world);
}

// Very many enter a sensor in one step, long after their boxes have come to its box, and leave it together.
static void sensors_are_entered_by_many(void** state)
{
    (void)state;
    enum
    {
        BALLS = 300
    };
    const imp2_world_def def = {.no_continuous = true};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    const imp2_vec corners[4] = {{40.0f, 0.0f}, {0.0f, 40.0f}, {-40.0f, 0.0f}, {0.0f, -40.0f}};
    imp2_shape tilted, ball = scene_ball(0.02f);
    assert_int_equal(imp2_polygon_make(corners, 4, 0.0f, NULL, &tilted, NULL), IMP_OK);
    scene_wear(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), &tilted, (imp2_collider_def){.sensor = true});
    imp_body balls[BALLS];
    for (int i = 0; i < BALLS; ++i)
    {
        float x = 3.0f + 0.1f * (float)i;
        balls[i] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, 41.0f - x, 0.0f), &ball, scene_wood);
        scene_run(world, 1, i % 8 == 0 ? DT : 0.0f);
    }
    int32_t entered = 0, left = 0, most = 0;
    for (int step = 0; step < 90; ++step)
    {
        for (int i = 0; i < BALLS && step % 45 == 0; ++i)
        {
            float speed = step == 0 ? -3.0f : 3.0f;
            assert_int_equal(imp2_world_set_velocity(world, balls[i], (imp2_vec){speed, speed}, 0.0f), IMP_OK);
        }
        scene_run(world, 1, DT);
        imp_touch_events t = scene_touches(world);
        entered += t.entered_count;
        left += t.left_count;
        most = t.entered_count > most ? t.entered_count : most;
    }
    assert_int_equal(entered, BALLS);
    assert_int_equal(left, BALLS);
    assert_true(most > BALLS / 2);
    imp2_world_free(world);
}

// Random bodies, of which some carry sensors, stop, fall asleep, are put elsewhere, come and go. After each step,
// sensors have told who was in them as it began; also of the last motion of what moves no more.
static void sensors_miss_nothing(void** state)
{
    (void)state;
    enum
    {
        SENSORS = 3,
        BODIES = 12
    };
    test_rng rng = {test_seed()};
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape shapes[2] = {scene_box(1.0f, 0.5f), scene_box(0.25f, 0.25f)};
    imp_body bodies[BODIES];
    imp_collider colliders[BODIES];
    bool inside[SENSORS][BODIES];
    memset(inside, 0, sizeof inside);
    for (int i = 0; i < BODIES; ++i)
    {
        imp2_collider_def def = {.density = 1.0f, .sensor = i < SENSORS, .group = i < SENSORS ? 0 : 1};
        bodies[i] = scene_place(world, i % IMP_BODY_KIND_COUNT, 3.0f * (float)i, 0.0f);
        colliders[i] = scene_wear(world, bodies[i], &shapes[i >= SENSORS], def);
    }
    uint64_t steps = test_n(4000), told = 0;
    for (uint64_t step = 0; step < steps; ++step)
    {
        // In numbers that floats have, so that there is no rounding.
        imp_body body = bodies[test_rng_int(&rng, 0, BODIES - 1)];
        imp2_vec motion, none = {0.0f, 0.0f};
        imp2_pose pose = scene_pose(0.0f, 0.0f, 0.0f);
        motion.x = (float)test_rng_int(&rng, -16, 16);
        motion.y = (float)test_rng_int(&rng, -8, 8);
        pose.p.x = (float)test_rng_int(&rng, -16, 16) / 8.0f;
        pose.p.y = (float)test_rng_int(&rng, -8, 8) / 8.0f;
        switch (test_rng_int(&rng, 0, 7))
        {
        case 0:
        case 1: assert_int_equal(imp2_world_set_velocity(world, body, motion, 0.0f), IMP_OK); break;
        case 2:
        case 3: assert_int_equal(imp2_world_set_velocity(world, body, none, 0.0f), IMP_OK); break;
        case 4: assert_int_equal(imp2_world_set_awake(world, body, false), IMP_OK); break;
        case 5: assert_int_equal(imp2_world_set_pose(world, body, &pose), IMP_OK); break;
        default: assert_int_equal(imp2_world_set_enabled(world, body, test_rng_int(&rng, 0, 3) > 0), IMP_OK); break;
        }
        bool want[SENSORS][BODIES];
        for (int i = 0; i < SENSORS * BODIES; ++i)
        {
            int s = i / BODIES, b = i % BODIES;
            imp2_body_state is_s = scene_state(world, bodies[s]), is_b = scene_state(world, bodies[b]);
            assert_int_equal(imp2_overlap(&shapes[0], &is_s.pose, &shapes[1], &is_b.pose, &want[s][b]), IMP_OK);
            want[s][b] = want[s][b] && b >= SENSORS && is_s.enabled && is_b.enabled;
        }
        scene_run(world, 1, 1.0f / 64.0f);
        imp_touch_events t = scene_touches(world);
        for (int i = 0; i < SENSORS * BODIES; ++i)
        {
            int s = i / BODIES, b = i % BODIES;
            // What is fast may come and go within the step.
            for (int32_t k = 0; k < t.entered_count; ++k)
            {
                inside[s][b] |= t.entered[k].a.id == colliders[s].id && t.entered[k].b.id == colliders[b].id;
            }
            for (int32_t k = 0; k < t.left_count; ++k)
            {
                inside[s][b] &= t.left[k].a.id != colliders[s].id || t.left[k].b.id != colliders[b].id;
            }
            assert_int_equal(inside[s][b], want[s][b]);
        }
        told += (uint64_t)(t.entered_count + t.left_count);
    }
    assert_true(told > steps / 8);
    test_report("meetings2 sensors told", told);
    imp2_world_free(world);
}

// Touches of what no contact moves are told where one of both asks for them; nothing is pushed.
static void fixed_things_meet(void** state)
{
    (void)state;
    for (int asks = 0; asks < 2; ++asks)
    {
        imp2_world* world = scene_world(G, 0.0f);
        scene_floor(world);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body lift = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 2.0f);
        scene_wear(world, lift, &box, (imp2_collider_def){.touches_non_dynamic = asks == 1});
        assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, -1.0f}, 0.0f), IMP_OK);
        int begun = 0, ended = 0;
        for (int step = 0; step < 360; ++step)
        {
            scene_run(world, 1, DT);
            begun += scene_touches(world).begun_count;
            ended += scene_touches(world).ended_count;
            if (step == 180)
            {
                assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, 1.0f}, 0.0f), IMP_OK);
            }
        }
        assert_int_equal(begun, asks);
        assert_int_equal(ended, asks);
        assert_true(fabsf(scene_state(world, lift).pose.p.y - 2.0f) < 0.05f);
        imp2_world_free(world);
    }
}

// A ball that falls on a floor is told as an impact once, at the speed of its fall, with the impulse that stops it.
static void tells_impacts(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 2.0f);
    scene_floor(world);
    imp2_shape ball = scene_ball(0.5f);
    imp_body fast = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 5.5f, 0.0f), &ball, scene_wood);
    scene_body(world, IMP_BODY_DYNAMIC, scene_pose(5.0f, 0.6f, 0.0f), &ball, scene_wood);  // 1.4 m/s
    int count = 0;
    for (int step = 0; step < 180; ++step)
    {
        scene_run(world, 1, DT);
        imp2_impact_event impacts[2];
        int32_t found;
        assert_int_equal(imp2_world_impact_events(world, impacts, 2, &found), IMP_OK);
        for (int32_t i = 0; i < found; ++i)
        {
            float mass = scene_state(world, fast).mass;
            assert_true(fabsf(impacts[i].speed - 10.0f) < 0.2f);
            assert_true(fabsf(impacts[i].impulse - mass * 10.0f) < mass * 0.5f);
            assert_number(fabsf(impacts[i].point.x), <, 0.01f);
            assert_number(fabsf(impacts[i].point.y), <, 0.2f);
            assert_true(fabsf(fabsf(impacts[i].normal.y) - 1.0f) < 1e-5f);
            assert_int_equal(imp2_world_impact_events(world, NULL, 0, &found), IMP_ERR_SPACE | 3 << 8);
        }
        count += found;
    }
    assert_int_equal(count, 1);
    imp2_world_free(world);
}

// Balls of many masses, some of the same, hit the ground in one step: with room for few, the hardest are told.
static void tells_the_hardest_when_room_is_short(void** state)
{
    (void)state;
    enum
    {
        BALLS = 24
    };
    imp2_world* world = scene_world(0.0f, 1.0f);
    scene_floor(world);
    imp2_shape ball = scene_ball(0.125f);
    for (int i = 0; i < BALLS; ++i)
    {
        imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 0.5f * (float)i - 6.0f, 0.13f);
        scene_wear(world, body, &ball, (imp2_collider_def){.density = (float)(1 + i * 7 % 8), .user = (uint64_t)i});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){0.0f, -3.0f}, 0.0f), IMP_OK);
    }
    scene_run(world, 1, DT);
    imp2_impact_event all[BALLS], some[BALLS], untouched[BALLS];
    int32_t count, told;
    assert_int_equal(imp2_world_impact_events(world, all, BALLS, &count), IMP_OK);
    assert_int_equal(count, BALLS);
    memset(untouched, 0x5a, sizeof untouched);
    int ties = 0;
    for (int32_t room = 0; room < count; ++room)
    {
        memset(some, 0x5a, sizeof some);
        assert_int_equal(imp2_world_impact_events(world, some, room, &told), IMP_ERR_SPACE | 3 << 8);
        assert_int_equal(told, count);
        int32_t found = 0;
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t before = 0;
            for (int32_t k = 0; k < count; ++k)
            {
                bool same = memcmp(&all[k].impulse, &all[i].impulse, sizeof(float)) == 0;
                before += all[k].impulse > all[i].impulse || (same && k < i);
                ties += same && k < i;
            }
            if (before < room)
            {
                assert_true(found < room);
                assert_memory_equal(&some[found++], &all[i], sizeof *all);
            }
        }
        assert_int_equal(found, room);
        assert_memory_equal(&some[room], untouched, (size_t)(BALLS - room) * sizeof *some);
    }
    assert_true(ties > 0);
    imp2_world_free(world);
}

// A plate that falls flat, heavier on one side: the impact is told of its harder point.
static void tells_the_harder_point(void** state)
{
    (void)state;
    for (int side = -1; side < 2; side += 2)
    {
        imp2_world* world = scene_world(0.0f, 1.0f);
        scene_floor(world);
        imp2_shape plate = scene_box(1.0f, 0.125f), load;
        imp2_vec at = {0.75f * (float)side, 0.5f};
        assert_int_equal(imp2_circle_make(at, 0.25f, &load), IMP_OK);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.25f, 0.0f), &plate, scene_wood);
        scene_wear(world, body, &load, (imp2_collider_def){.density = 4.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){0.0f, -3.0f}, 0.0f), IMP_OK);
        imp2_impact_event impact;
        imp2_world_contact contact;
        int32_t count = 0;
        for (int step = 0; step < 10 && count == 0; ++step)
        {
            scene_run(world, 1, DT);
            assert_int_equal(imp2_world_impact_events(world, &impact, 1, &count), IMP_OK);
        }
        assert_int_equal(count, 1);
        assert_int_equal(imp2_world_contacts(world, &contact, 1, &count), IMP_OK);
        assert_int_equal(contact.manifold.count, 2);
        int hard = contact.manifold.points[1].point.x * (float)side > 0.0f;
        assert_true(contact.normal_impulse[hard] > 1.5f * contact.normal_impulse[1 - hard]);
        assert_true(impact.impulse == contact.normal_impulse[hard]);
        assert_number(impact.point.x, ==, contact.manifold.points[hard].point.x);
        assert_number(impact.point.x * (float)side, >, 0.5f);
        imp2_world_free(world);
    }
}

// Where the points of all contacts were, by the poses that bodies had as the step began. Returns how many points.
static int check_points(const imp2_world* world, const imp_body* bodies, const imp2_pose* began,
                        const imp2_shape* shapes, imp2_vec offset)
{
    imp2_world_contact contacts[64];
    int32_t count;
    int points = 0;
    assert_int_equal(imp2_world_contacts(world, contacts, 64, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        uint64_t a, b;
        imp_body body;
        imp2_manifold want;
        assert_int_equal(imp2_world_get_collider(world, contacts[i].a, &body, &a), IMP_OK);
        assert_int_equal(imp2_world_get_collider(world, contacts[i].b, NULL, &b), IMP_OK);
        assert_true(body.id == bodies[a].id);
        assert_int_equal(imp2_collide(&shapes[a], &began[a], &shapes[b], &began[b], 0.02f, &want), IMP_OK);
        for (int k = 0; k < contacts[i].manifold.count; ++k)
        {
            imp2_vec at = imp2_vec_add(contacts[i].manifold.points[k].point, offset);
            for (int m = 0; m < want.count; ++m)
            {
                imp2_vec off = imp2_vec_sub(at, want.points[m].point);
                bool same = want.points[m].id == contacts[i].manifold.points[k].id;
                assert_true(!same || off.x * off.x + off.y * off.y < 1e-6f);
                points += same;
            }
        }
    }
    return points;
}

// Points of contacts are where they were as the step began: whichever of both moves, is put elsewhere since, or saved;
// with another origin they lie relative to that.
static void points_are_where_they_were(void** state)
{
    (void)state;
    enum
    {
        BODIES = 7
    };
    int points = 0;
    imp2_world *world = scene_world(G, 0.0f), *other = scene_world(0.0f, 0.0f);
    imp_body bodies[BODIES];
    imp2_shape shapes[BODIES];
    for (int i = 0; i < BODIES; ++i)
    {
        // Boxes fall on a lift that comes up fast: made before it, so that they are A, and after it. Two are thrown.
        bool lift = i == 3;
        shapes[i] = scene_box(lift ? 20.0f : 0.5f, 0.25f);
        bodies[i] =
            scene_place(world, lift ? IMP_BODY_KINEMATIC : IMP_BODY_DYNAMIC, 2.0f * (float)i, lift ? -2.0f : 1.0f);
        scene_wear(world, bodies[i], &shapes[i],
                   (imp2_collider_def){
                       .density = 1.0f, .user = (uint64_t)i, .material = {.restitution = i % 4 == 1 ? 0.5f : 0.0f}});
        imp2_vec velocity = {i % 3 ? 0.0f : 3.0f, lift ? 5.0f : -6.0f};
        assert_int_equal(imp2_world_set_velocity(world, bodies[i], velocity, 0.0f), IMP_OK);
    }
    for (int step = 0; step < 60; ++step)
    {
        const imp2_vec none = {0.0f, 0.0f}, offset = {16.0f, -8.0f};
        imp2_pose began[BODIES], now[BODIES];
        static uint8_t bytes[1 << 16];
        int32_t size;
        for (int i = 0; i < BODIES; ++i)
        {
            began[i] = scene_state(world, bodies[i]).pose;
        }
        scene_run(world, 1, DT);
        points += check_points(world, bodies, began, shapes, none);
        for (int i = 0; i < BODIES; ++i)
        {
            imp2_pose away = scene_pose(100.0f, 10.0f * (float)i, 1.0f);
            now[i] = scene_state(world, bodies[i]).pose;
            assert_int_equal(imp2_world_set_pose(world, bodies[i], &away), IMP_OK);
        }
        check_points(world, bodies, began, shapes, none);
        assert_int_equal(imp2_world_shift_origin(world, offset), IMP_OK);
        assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &size), IMP_OK);
        assert_int_equal(imp2_world_load(other, bytes, size), IMP_OK);
        assert_int_equal(check_points(other, bodies, began, shapes, offset),
                         check_points(world, bodies, began, shapes, offset));
        assert_int_equal(imp2_world_shift_origin(world, imp2_vec_negate(offset)), IMP_OK);
        for (int i = 0; i < BODIES; ++i)
        {
            assert_int_equal(imp2_world_set_pose(world, bodies[i], &now[i]), IMP_OK);
        }
    }
    assert_true(points > 300);
    imp2_world_free(world);
    imp2_world_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_and_groups),
        cmocka_unit_test(asks_hooks),
        cmocka_unit_test(tells_times),
        cmocka_unit_test(fast_things_pass_what_they_may),
        cmocka_unit_test(mixes),
        cmocka_unit_test(mixes_to_the_last),
        cmocka_unit_test(sensors_see),
        cmocka_unit_test(sensors_see_what_rests),
        cmocka_unit_test(sensors_are_entered_by_many),
        cmocka_unit_test(sensors_miss_nothing),
        cmocka_unit_test(fixed_things_meet),
        cmocka_unit_test(tells_impacts),
        cmocka_unit_test(tells_the_hardest_when_room_is_short),
        cmocka_unit_test(tells_the_harder_point),
        cmocka_unit_test(points_are_where_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
