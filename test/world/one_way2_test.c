// SPDX-License-Identifier: MIT
//
// One-way colliders of worlds of the plane: what passes them moves to the bit as if they were not there, and what comes
// to their side stays on it.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#define G 10.0f
#define QUARTER 1.57079633f

static const imp2_vec UP = {0.0f, 1.0f};
static const float RATES[] = {30.0f, 60.0f, 240.0f};

enum
{
    RATE_COUNT = 3,
    THINGS = 6
};

// Things of about half a metre around their origin, and an L of two parts.
static imp2_compound thing_of(int which)
{
    static const imp2_vec corners[] = {{0.0f, 0.3f}, {-0.28f, 0.1f}, {-0.2f, -0.25f}, {0.2f, -0.25f}, {0.28f, 0.1f}};
    static const imp2_vec angle[] = {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.3f, 0.0f},
                                     {0.0f, 0.0f},   {0.0f, 0.3f},  {-0.3f, 0.3f}};
    static imp2_shape shapes[THINGS];
    const int32_t count = 6;
    const imp2_outlines outlines = {angle, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound r;
    if (which == 5)
    {
        assert_int_equal(imp2_region_make(&outlines, NULL, &r, NULL), IMP_OK);
        return r;
    }
    imp2_shape* s = &shapes[which];
    imp2_vec a = {-0.2f, 0.0f}, b = {0.2f, 0.0f};
    switch (which)
    {
    case 0: *s = scene_ball(0.25f); break;
    case 1: *s = scene_box(0.25f, 0.2f); break;
    case 2: assert_int_equal(imp2_capsule_make(a, b, 0.15f, s), IMP_OK); break;
    case 3: assert_int_equal(imp2_polygon_make(corners, 5, 0.0f, NULL, s, NULL), IMP_OK); break;
    default: *s = scene_box(0.02f, 0.2f); break;
    }
    assert_int_equal(imp2_compound_of_shape(s, &r), IMP_OK);
    return r;
}

static imp_body wear_thing(imp2_world* world, int which, imp2_pose pose, imp2_vec velocity, float spin)
{
    imp2_compound thing = thing_of(which);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose, .velocity = velocity, .angular_velocity = spin};
    imp2_collider_def collider = {.density = 1.0f, .material.friction = 0.6f};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &thing, &collider, NULL), IMP_OK);
    imp2_compound_free(&thing);
    return body;
}

static imp2_collider_def one_way_def(imp2_vec side, float tolerance)
{
    return (imp2_collider_def){.density = 1.0f, .material.friction = 0.6f, .one_way = side, .tolerance = tolerance};
}

// Platforms whose upper side is at 0: a box of a thickness, or of none a chain of many segments.
static imp_collider wear_platform(imp2_world* world, imp_body body, float half_width, float thickness,
                                  imp2_collider_def def)
{
    imp_collider collider;
    if (thickness > 0.0f)
    {
        imp2_shape box;
        imp2_box bounds = {{-half_width, -thickness}, {half_width, 0.0f}};
        assert_int_equal(imp2_box_make(bounds, &box), IMP_OK);
        return scene_wear(world, body, &box, def);
    }
    imp2_vec points[33];
    imp2_compound chain;
    const imp2_polyline line = {.points = points, .count = 33};
    for (int i = 0; i < 33; ++i)
    {
        points[i] = (imp2_vec){half_width - half_width * (float)i / 16.0f, 0.0f};
    }
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &chain, &def, &collider), IMP_OK);
    imp2_compound_free(&chain);
    return collider;
}

static imp_body platform_at(imp2_world* world, int32_t kind, imp2_pose pose, float half_width, float thickness)
{
    imp2_body_def def = {.kind = kind, .pose = pose};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    wear_platform(world, body, half_width, thickness, one_way_def(UP, 0.0f));
    return body;
}

static imp2_vec turned(float x, float y, imp2_rot q)
{
    return imp2_rot_apply(q, (imp2_vec){x, y});
}

static imp2_world* tilted_world(imp2_rot q)
{
    imp2_world_def def = {.gravity = turned(0.0f, -G, q)};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

static bool same_state(const imp2_world* a, const imp2_world* b, imp_body body_a, imp_body body_b)
{
    imp2_body_state s = scene_state(a, body_a), t = scene_state(b, body_b);
    return memcmp(&s.pose, &t.pose, sizeof s.pose) == 0 && memcmp(&s.velocity, &t.velocity, sizeof s.velocity) == 0;
}

// How far the lowest point of a body is above the platform's upper side, in axes that are turned.
static float height_of(const imp2_world* world, imp_body body, int which, imp2_rot q)
{
    imp2_compound thing = thing_of(which);
    imp2_pose pose = scene_state(world, body).pose;
    imp2_box box;
    pose.p = imp2_rot_apply_inverse(q, pose.p);
    imp2_vec axis = imp2_rot_apply_inverse(q, (imp2_vec){pose.q.c, pose.q.s});
    pose.q = (imp2_rot){axis.x, axis.y};
    assert_int_equal(imp2_compound_bounds(&thing, &pose, &box), IMP_OK);
    imp2_compound_free(&thing);
    return box.lower.y;
}

// Everything comes up through platforms of all kinds as if they were not there, and lies on them in the end: also
// turned as a whole.
static void up_through_and_onto(void** state)
{
    (void)state;
    static const float thicknesses[] = {0.0f, 0.01f, 0.1f, 0.7f};
    for (int i = 0; i < THINGS * RATE_COUNT * 4; ++i)
    {
        int which = i % THINGS, turn = (which + i / THINGS / RATE_COUNT) % 3;
        float rate = RATES[i / THINGS % RATE_COUNT], thickness = thicknesses[i / THINGS / RATE_COUNT % 4];
        imp2_rot q = scene_pose(0.0f, 0.0f, 0.9f * (float)turn).q;
        imp2_world *world = tilted_world(q), *free_world = tilted_world(q);
        imp2_pose under = {turned(0.1f, -1.5f, q), scene_pose(0.0f, 0.0f, 0.3f + (float)turn).q};
        imp_body platform = platform_at(world, IMP_BODY_STATIC, (imp2_pose){{0.0f, 0.0f}, q}, 4.0f, thickness);
        imp_body a = wear_thing(world, which, under, turned(0.0f, 7.0f, q), 1.0f);
        (void)platform;
        imp_body b = wear_thing(free_world, which, under, turned(0.0f, 7.0f, q), 1.0f);
        bool rises = true;
        for (int step = 0; step < (int)(4.0f * rate); ++step)
        {
            scene_run(world, 1, 1.0f / rate);
            scene_run(free_world, 1, 1.0f / rate);
            rises = rises && imp2_vec_dot(scene_state(free_world, b).velocity, turned(0.0f, 1.0f, q)) > 0.0f;
            assert_true(!rises || same_state(world, free_world, a, b));
        }
        float height = height_of(world, a, which, q);
        if (!(height > -0.03f && height < 0.01f))  // at 30 Hz, what has several parts may still rock
        {
            print_error("thing %d, %g Hz, thickness %g, turn %d: %g\n", which, (double)rate, (double)thickness, turn,
                        (double)height);
            fail();
        }
        imp2_world_free(world);
        imp2_world_free(free_world);
    }
}

// What enters at a side, or stops half way, or is put inside, passes as if nothing were there, for as long as it takes.
static void passes_altogether(void** state)
{
    (void)state;
    // Where from the middle of the upper side, how fast, on a platform 1 m thick: through the sides; half way up and
    // down again; put inside.
    static const struct
    {
        float x, y, vx, vy, gravity;
    } starts[] = {
        {-4.0f, -0.5f, 5.0f, 0.0f, 0.0f},  {-4.0f, -0.5f, 50.0f, 0.0f, 0.0f}, {4.0f, -0.3f, -0.5f, 0.0f, 0.0f},
        {0.0f, -2.0f, 0.0f, 5.8f, 10.0f},  {0.3f, -2.0f, 0.4f, 5.0f, 10.0f},  {0.0f, -0.3f, 0.0f, 0.0f, 10.0f},
        {0.0f, -0.5f, 0.0f, -3.0f, 10.0f}, {0.0f, -0.9f, 0.0f, 1.5f, 10.0f},  {2.0f, -0.6f, 0.0f, 0.0f, 10.0f}};
    for (size_t i = 0; i < sizeof starts / sizeof *starts * THINGS * RATE_COUNT; ++i)
    {
        size_t k = i / THINGS / RATE_COUNT;
        int which = (int)(i % THINGS);
        float rate = RATES[i / THINGS % RATE_COUNT];
        imp2_pose pose = scene_pose(starts[k].x, starts[k].y, 0.2f);
        imp2_vec velocity = {starts[k].vx, starts[k].vy};
        imp2_world *world = scene_world(starts[k].gravity, 0.0f), *free_world = scene_world(starts[k].gravity, 0.0f);
        platform_at(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), 2.0f, 1.0f);
        imp_body a = wear_thing(world, which, pose, velocity, 0.5f);
        imp_body b = wear_thing(free_world, which, pose, velocity, 0.5f);
        for (int step = 0; step < (int)(1.5f * rate); ++step)
        {
            scene_run(world, 1, 1.0f / rate);
            scene_run(free_world, 1, 1.0f / rate);
            if (!same_state(world, free_world, a, b))
            {
                print_error("start %zu, thing %d, %g Hz, step %d\n", k, which, (double)rate, step);
                fail();
            }
            assert_int_equal(scene_touches(world).begun_count, 0);
        }
        imp2_world_free(world);
        imp2_world_free(free_world);
    }
}

// Fast things, thin platforms, both ways: from behind as if nothing were there, from the side as if it were not
// one-way.
static void fast_both_ways(void** state)
{
    (void)state;
    static const float speeds[] = {2.0f, 20.0f, 77.0f, 500.0f};
    static const float thicknesses[] = {0.0f, 0.001f, 0.05f, 0.4f};
    for (int i = 0; i < 4 * 4 * THINGS * RATE_COUNT * 2; ++i)
    {
        int which = i % THINGS;
        float rate = RATES[i / THINGS % RATE_COUNT], speed = speeds[i / THINGS / RATE_COUNT % 4];
        float thickness = thicknesses[i / THINGS / RATE_COUNT / 4 % 4],
              way = i < 4 * 4 * THINGS * RATE_COUNT ? 1.0f : -1.0f;
        imp2_world* worlds[2];
        imp_body things[2];
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = scene_world(0.0f, 0.0f);
            if (k == 0 || way < 0.0f)
            {
                imp_body platform = scene_place(worlds[k], IMP_BODY_STATIC, 0.0f, 0.0f);
                wear_platform(worlds[k], platform, 4.0f, thickness, one_way_def(k ? (imp2_vec){0.0f, 0.0f} : UP, 0.0f));
            }
            imp2_pose pose = scene_pose(0.03f, -way * (2.0f + 0.01f * (float)(i % 7)), 0.1f);
            things[k] = wear_thing(worlds[k], which, pose, (imp2_vec){0.0f, way * speed}, 0.5f);
        }
        int steps = (int)(4.0f / speed * rate) + 4;
        bool stays = true;  // what is not one-way is not passed either
        for (int step = 0; step < steps && stays; ++step)
        {
            scene_run(worlds[0], 1, 1.0f / rate);
            scene_run(worlds[1], 1, 1.0f / rate);
            stays = way > 0.0f || scene_state(worlds[1], things[1]).pose.p.y > 0.0f;
            if (stays && !same_state(worlds[0], worlds[1], things[0], things[1]))
            {
                print_error("%g m/s, thickness %g, thing %d, %g Hz, step %d\n", (double)(way * speed),
                            (double)thickness, which, (double)rate, step);
                fail();
            }
        }
        assert_true(stays || which == 5);  // of several parts, something may pass what it has touched
        imp2_world_free(worlds[0]);
        imp2_world_free(worlds[1]);
    }
}

// Boxes on a platform.
static void stack_on(imp2_world* world, imp_body* boxes, int count, float x)
{
    imp2_shape box = scene_box(0.25f, 0.25f);
    for (int i = 0; i < count; ++i)
    {
        boxes[i] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, 0.25f + 0.5f * (float)i, 0.0f), &box,
                              (scene_matter){1.0f, 0.6f, 0.0f, 0.0f});
    }
}

static void expect_stack(const imp2_world* world, const imp_body* boxes, int count, imp2_vec at, float tolerance)
{
    for (int i = 0; i < count; ++i)
    {
        imp2_vec p = scene_state(world, boxes[i]).pose.p;
        float wanted = at.y + 0.25f + 0.5f * (float)i;
        if (!(fabsf(p.x - at.x) < tolerance && fabsf(p.y - wanted) < tolerance))
        {
            print_error("box %d: %g, %g for %g, %g\n", i, (double)p.x, (double)p.y, (double)at.x, (double)wanted);
            fail();
        }
    }
}

// A stack stays on what stands, on lifts, and on what goes to and fro, as it does on what is not one-way: to the bit.
static void stacks_stay(void** state)
{
    (void)state;
    for (int i = 0; i < 3 * 3 * 2; ++i)
    {
        int how = i / 3 % 3;
        float rate = i % 3 == 0 ? 30.0f : i % 3 == 1 ? 60.0f : 120.0f, time = 0.0f;
        imp2_world* worlds[2];
        imp_body boxes[2][10], lifts[2];
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = scene_world(G, 0.0f);
            lifts[k] = scene_place(worlds[k], how ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC, 0.0f, 0.0f);
            imp2_collider_def def = one_way_def(k ? (imp2_vec){0.0f, 0.0f} : UP, 0.0f);
            wear_platform(worlds[k], lifts[k], 2.0f, i / 9 ? 0.0f : 0.1f, def);
            stack_on(worlds[k], boxes[k], 10, 0.0f);
        }
        for (int step = 0; step < (int)((how ? 4.0f : 10.0f) * rate); ++step)
        {
            time += 1.0f / rate;
            float swing = 1.0f - cosf(1.5f * time);
            imp2_pose target = scene_pose(how == 2 ? 0.06f * swing : 0.0f, how == 1 ? swing : 0.0f, 0.0f);
            for (int k = 0; k < 2; ++k)
            {
                assert_int_equal(how ? imp2_world_set_target_pose(worlds[k], lifts[k], &target, 1.0f / rate) : IMP_OK,
                                 IMP_OK);
                scene_run(worlds[k], 1, 1.0f / rate);
            }
            assert_true(scene_hash(worlds[0]) == scene_hash(worlds[1]));
        }
        imp2_vec at = scene_state(worlds[0], lifts[0]).pose.p;
        expect_stack(worlds[0], boxes[0], 10, at, how ? 0.1f : 0.02f);
        assert_true(how || scene_stats(worlds[0]).awake == 0);
        imp2_world_free(worlds[0]);
        imp2_world_free(worlds[1]);
    }
}

// What is pressed deeper than the tolerance still lies, also while it slides from part to part.
static void pressed_deep_it_lies(void** state)
{
    (void)state;
    for (int chain = 0; chain < 3; ++chain)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        wear_platform(world, floor, 4.0f, chain ? 0.0f : 1.0f, one_way_def(UP, 0.001f));
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
        scene_run(world, 30, 1.0f / 60.0f);
        float deepest = 0.0f;
        for (int step = 0; step < 60; ++step)
        {
            imp2_vec velocity = {chain == 2 ? 2.0f : 0.0f, scene_state(world, body).velocity.y};
            assert_int_equal(imp2_world_set_velocity(world, body, velocity, 0.0f), IMP_OK);
            assert_int_equal(imp2_world_apply_force_and_torque(world, body, (imp2_vec){0.0f, -20000.0f}, 0.0f), IMP_OK);
            scene_run(world, 1, 1.0f / 60.0f);
            deepest = fmaxf(deepest, 0.5f - scene_state(world, body).pose.p.y);
        }
        assert_number(deepest, >, 0.005f);
        assert_number(deepest, <, 0.4f);
        scene_run(world, 60, 1.0f / 60.0f);
        assert_true(fabsf(scene_state(world, body).pose.p.y - 0.5f) < 0.01f);
        imp2_world_free(world);
    }
}

// A chain with a floor and a ceiling: what stands on the one goes up through the other, and what is under the ceiling
// does not fall through the floor, however fast; nor does what is dropped through the ceiling.
static void floors_of_one_chain(void** state)
{
    (void)state;
    static const imp2_vec points[] = {{-4.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {-4.0f, 2.0f}};
    const imp2_polyline line = {.points = points, .count = 4, .closed = true};
    for (int i = 0; i < 3; ++i)
    {
        imp2_world* world = scene_world(i == 2 ? G : 0.0f, 0.0f);
        imp2_compound chain;
        imp2_collider_def def = one_way_def(UP, 0.0f);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
        assert_int_equal(imp2_world_add_compound(world, floor, &chain, &def, NULL), IMP_OK);
        imp2_compound_free(&chain);
        imp2_shape ball = scene_ball(0.25f);
        imp2_pose pose = scene_pose(0.0f, i == 2 ? 2.25f : i ? 1.74f : 0.25f, 0.0f);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, pose, &ball, scene_wood);
        scene_run(world, 2, 1.0f / 60.0f);
        imp2_vec velocity = {0.0f, i == 2 ? 0.0f : i ? -300.0f : 300.0f};
        assert_int_equal(imp2_world_set_velocity(world, body, velocity, 0.0f), IMP_OK);
        assert_int_equal(i == 2 ? imp2_world_drop_through(world, body) : IMP_OK, IMP_OK);
        scene_run(world, i == 2 ? 90 : 3, 1.0f / 60.0f);
        float y = scene_state(world, body).pose.p.y;
        assert_number(y, >, i ? 0.2f : 15.24f);
        assert_number(y, <, i ? 1.0f : 15.26f);
        imp2_world_free(world);
    }
}

// A ball jumps up through lifts that rise and sink, and rides on them.
static void up_through_lifts(void** state)
{
    (void)state;
    for (int i = 0; i < THINGS * RATE_COUNT * 3; ++i)
    {
        float rate = RATES[i / THINGS % RATE_COUNT], lift_speed = (float)(i / THINGS / RATE_COUNT) - 1.0f;
        imp2_world* world = scene_world(G, 0.0f);
        imp_body lift = platform_at(world, IMP_BODY_KINEMATIC, scene_pose(0.0f, 0.0f, 0.0f), 3.0f, 0.1f);
        imp_body body = wear_thing(world, i % THINGS, scene_pose(0.0f, -1.2f, 0.0f), (imp2_vec){0.0f, 8.0f}, 0.0f);
        assert_int_equal(imp2_world_set_velocity(world, lift, (imp2_vec){0.0f, lift_speed}, 0.0f), IMP_OK);
        scene_run(world, (int)(3.0f * rate), 1.0f / rate);
        float above = height_of(world, body, i % THINGS, (imp2_rot){1.0f, 0.0f}) - scene_state(world, lift).pose.p.y;
        if (!(fabsf(above) < 0.04f))
        {
            print_error("thing %d, %g Hz, lift %g m/s: %g\n", i % THINGS, (double)rate, (double)lift_speed,
                        (double)above);
            fail();
        }
        imp2_world_free(world);
    }
}

// The impulse between two bodies in the last step, along normals.
static float pressure_on(const imp2_world* world, imp_body a, imp_body b)
{
    imp2_world_contact contacts[128];
    int32_t count;
    float sum = 0.0f;
    assert_int_equal(imp2_world_contacts(world, contacts, 128, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        imp_body first, second;
        assert_int_equal(imp2_world_get_collider(world, contacts[i].a, &first, NULL), IMP_OK);
        assert_int_equal(imp2_world_get_collider(world, contacts[i].b, &second, NULL), IMP_OK);
        bool both = (first.id == a.id && second.id == b.id) || (first.id == b.id && second.id == a.id);
        sum += both ? contacts[i].normal_impulse[0] + contacts[i].normal_impulse[1] : 0.0f;
    }
    return sum;
}

// The lowest of a stack drops, and the others lie where it lay; of two stacks that stand side by side one stays.
static void drops_what_is_meant(void** state)
{
    (void)state;
    for (int i = 0; i < RATE_COUNT * 2; ++i)
    {
        float rate = RATES[i % RATE_COUNT];
        imp2_world* world = scene_world(G, 0.0f);
        imp_body boxes[4], others[10];
        float thickness = i < RATE_COUNT ? 0.0f : 0.3f;
        imp_body floor = platform_at(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), 4.0f, thickness);
        stack_on(world, boxes, 4, 0.0f);
        stack_on(world, others, 10, 1.0f);
        scene_run(world, (int)(2.0f * rate), 1.0f / rate);
        assert_int_equal(scene_stats(world).awake, 0);
        assert_int_equal(imp2_world_drop_through(world, boxes[0]), IMP_OK);
        assert_true(scene_state(world, boxes[0]).awake);
        scene_run(world, 1, 1.0f / rate);
        assert_number(pressure_on(world, boxes[0], floor), <=, 0.0f);
        assert_number(pressure_on(world, others[0], floor), >, 0.0f);
        scene_run(world, (int)(2.0f * rate), 1.0f / rate);
        assert_true(scene_state(world, boxes[0]).pose.p.y < -5.0f);
        for (int k = 1; k < 4; ++k)
        {
            imp2_vec p = scene_state(world, boxes[k]).pose.p;  // they have come down 0.5 m, one on the other
            assert_number(fabsf(p.x), <, 0.4f);
            assert_number(fabsf(p.y + 0.25f - 0.5f * (float)k), <, 0.06f);
        }
        expect_stack(world, others, 10, (imp2_vec){1.0f, 0.0f}, 0.02f);
        // Nothing is left of it: what comes back from above lies.
        imp2_pose back = scene_pose(-2.0f, 1.0f, 0.0f);
        assert_int_equal(imp2_world_set_pose(world, boxes[0], &back), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, boxes[0], (imp2_vec){0.0f, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, (int)(2.0f * rate), 1.0f / rate);
        assert_true(fabsf(scene_state(world, boxes[0]).pose.p.y - 0.25f) < 0.01f);
        imp2_world_free(world);
    }
}

// Who stands on one of two legs drops with both.
static void drops_with_all_legs(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    const imp2_body_def def = {
        .kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.0f, 1.0f, 0.0f), .locks = IMP2_LOCK_ROTATION};
    const imp2_box legs[] = {{{-0.5f, 0.0f}, {-0.4f, 1.0f}}, {{0.4f, 0.03f}, {0.5f, 1.0f}}};
    imp_body body;
    platform_at(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), 4.0f, 0.3f);
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    for (int i = 0; i < 2; ++i)
    {
        imp2_shape leg;
        assert_int_equal(imp2_box_make(legs[i], &leg), IMP_OK);
        scene_wear(world, body, &leg, (imp2_collider_def){.density = 1.0f});
    }
    scene_run(world, 300, 1.0f / 240.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y) < 0.01f);
    assert_int_equal(imp2_world_drop_through(world, body), IMP_OK);
    scene_run(world, 240, 1.0f / 240.0f);
    assert_true(scene_state(world, body).pose.p.y < -2.0f);
    imp2_world_free(world);
}

// Through one platform, onto the one below; and what is not held is not dropped.
static void drops_one_at_a_time(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    for (int i = 0; i < 4; ++i)
    {
        platform_at(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.3f * (float)i, 0.0f), 4.0f, i % 2 ? 0.0f : 0.1f);
    }
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.4f, 0.0f), &box, scene_wood);
    for (int i = 3; i >= 0; --i)
    {
        scene_run(world, 90, 1.0f / 60.0f);
        assert_true(fabsf(scene_state(world, body).pose.p.y - 0.5f - 0.3f * (float)i) < 0.01f);
        assert_int_equal(imp2_world_drop_through(world, body), IMP_OK);
    }
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(scene_state(world, body).pose.p.y < -2.0f);
    imp2_world_free(world);
}

// Put into one by less than the tolerance it lies, by more it falls.
static void put_into_one(void** state)
{
    (void)state;
    for (int i = 0; i < 20; ++i)
    {
        float tolerance = i < 10 ? 0.1f : 0.0f, depth = (i < 10 ? 0.1f : 0.02f) * (0.05f + 0.2f * (float)(i % 10));
        imp2_world* world = scene_world(G, 0.0f);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        wear_platform(world, floor, 4.0f, 2.0f, one_way_def(UP, tolerance));
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 9.0f, 0.0f), &box, scene_wood);
        scene_run(world, 30, 1.0f / 60.0f);
        imp2_pose pose = scene_pose(0.0f, 0.5f - depth, 0.0f);
        assert_int_equal(imp2_world_set_pose(world, body, &pose), IMP_OK);
        scene_run(world, 90, 1.0f / 60.0f);
        bool lies = fabsf(scene_state(world, body).pose.p.y - 0.5f) < 0.01f;
        assert_int_equal(lies, i % 10 < 5);
        assert_true(lies || scene_state(world, body).pose.p.y < -1.0f);
        imp2_world_free(world);
    }
}

// A body like a T, of one compound or of two colliders.
static imp_body wear_t(imp2_world* world, int parts, imp2_pose pose, imp2_vec velocity)
{
    static const imp2_vec t[] = {{-0.1f, -0.6f}, {0.1f, -0.6f}, {0.1f, 0.4f},  {0.5f, 0.4f},
                                 {0.5f, 0.6f},   {-0.5f, 0.6f}, {-0.5f, 0.4f}, {-0.1f, 0.4f}};
    const imp2_box boxes[] = {{{-0.1f, -0.6f}, {0.1f, 0.6f}}, {{-0.5f, 0.4f}, {0.5f, 0.6f}}};
    const imp2_collider_def def = {.density = 1.0f, .material.friction = 0.6f};
    const imp2_body_def body_def = {.kind = IMP_BODY_DYNAMIC, .pose = pose, .velocity = velocity};
    const int32_t count = 8;
    const imp2_outlines outlines = {t, &count, 1, IMP_FILL_EVEN_ODD};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &body_def, &body), IMP_OK);
    for (int i = 0; i < parts; ++i)
    {
        imp2_shape box;
        assert_int_equal(imp2_box_make(boxes[i], &box), IMP_OK);
        scene_wear(world, body, &box, def);
    }
    if (parts == 0)
    {
        imp2_compound region;
        assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
        assert_int_equal(imp2_world_add_compound(world, body, &region, &def, NULL), IMP_OK);
        imp2_compound_free(&region);
    }
    return body;
}

// What comes up half way through does not hang by its arms, nor on its corner, nor does what is dropped through.
static void nothing_is_wedged(void** state)
{
    (void)state;
    for (int i = 0; i < 60; ++i)
    {
        int parts = i % 3;  // of no compound: a square on its corner
        float thickness = i % 2 ? 0.1f : 0.0f, rate = i < 30 ? 60.0f : 240.0f;
        imp2_world *worlds[2], *alone;
        imp_body bodies[2];
        for (int k = 0; k < 2; ++k)
        {
            imp2_pose pose = scene_pose(0.013f * (float)i, -2.0f, parts == 1 ? 0.5f * QUARTER : 0.02f);
            imp2_vec velocity = {0.0f, 6.3f + 0.02f * (float)(i / 3)};
            worlds[k] = scene_world(G, 0.0f);
            bodies[k] = wear_t(worlds[k], parts, pose, velocity);
        }
        platform_at(worlds[0], IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), 4.0f, thickness);
        for (int step = 0; step < (int)(1.5f * rate); ++step)
        {
            scene_run(worlds[0], 1, 1.0f / rate);
            scene_run(worlds[1], 1, 1.0f / rate);
            assert_true(same_state(worlds[0], worlds[1], bodies[0], bodies[1]));
        }
        imp2_world_free(worlds[0]);
        imp2_world_free(worlds[1]);
        alone = scene_world(G, 0.0f);
        platform_at(alone, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), 4.0f, thickness);
        imp_body body = wear_t(alone, parts, scene_pose(0.0f, 0.6f, 0.0f), (imp2_vec){0.0f, 0.0f});
        scene_run(alone, 20, 1.0f / 60.0f);
        assert_true(fabsf(scene_state(alone, body).pose.p.y - 0.6f) < 0.01f);
        assert_int_equal(imp2_world_drop_through(alone, body), IMP_OK);
        scene_run(alone, 80, 1.0f / 60.0f);
        assert_true(scene_state(alone, body).pose.p.y < -2.0f);
        imp2_world_free(alone);
    }
}

// Over a row of tiles, or a chain, things slide as over one floor.
static void slides_over_tiles(void** state)
{
    (void)state;
    for (int i = 0; i < THINGS * 2 * 2; ++i)
    {
        int which = i % THINGS;
        float rate = i / THINGS % 2 ? 240.0f : 60.0f;
        imp2_world* world = scene_world(G, 0.0f);
        if (i / THINGS / 2)
        {
            platform_at(world, IMP_BODY_STATIC, scene_pose(16.0f, 0.0f, 0.0f), 24.0f, 0.0f);
        }
        for (int k = -8; k < 40 && !(i / THINGS / 2); ++k)
        {
            platform_at(world, IMP_BODY_STATIC, scene_pose((float)k, 0.0f, 0.0f), 0.5f, 0.3f);
        }
        imp_body body = wear_thing(world, which, scene_pose(0.0f, 0.32f, 0.0f), (imp2_vec){0.0f, 0.0f}, 0.0f);
        scene_run(world, (int)rate, 1.0f / rate);
        for (int step = 0; step < (int)(2.0f * rate); ++step)
        {
            imp2_body_state s = scene_state(world, body);
            assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){10.0f, s.velocity.y}, s.angular_velocity),
                             IMP_OK);
            scene_run(world, 1, 1.0f / rate);
            float height = height_of(world, body, which, (imp2_rot){1.0f, 0.0f});
            if (!(height > -0.04f))  // so deep a rod that topples comes on any floor
            {
                print_error("thing %d, %s: %g at %g\n", which, i / THINGS / 2 ? "chain" : "tiles", (double)height,
                            (double)s.pose.p.x);
                fail();
            }
        }
        imp2_world_free(world);
    }
}

// Of two that are one-way both must hold.
static void both_must_agree(void** state)
{
    (void)state;
    for (int i = 0; i < 4; ++i)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, -0.5f), body;
        scene_wear(world, floor, &box, one_way_def((imp2_vec){0.0f, i & 1 ? 2.0f : -2.0f}, 0.0f));
        body = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 1.0f);
        scene_wear(world, body, &box, one_way_def((imp2_vec){0.0f, i & 2 ? -0.1f : 0.1f}, 0.0f));
        scene_run(world, 90, 1.0f / 60.0f);
        assert_int_equal(fabsf(scene_state(world, body).pose.p.y - 0.5f) < 0.01f, i == 3);
        imp2_world_free(world);
    }
}

// What passes wakes nobody and is not told as touching, but among contacts.
static void passes_unnoticed(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box = scene_box(0.5f, 0.5f), ball = scene_ball(0.2f), foot;
    const imp2_box under = {{-0.5f, -0.6f}, {0.5f, -0.5f}};
    assert_int_equal(imp2_box_make(under, &foot), IMP_OK);
    scene_floor(world);
    imp_body crate = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.6f);
    scene_wear(world, crate, &box, one_way_def(UP, 0.0f));
    scene_wear(world, crate, &foot, (imp2_collider_def){.density = 1.0f});
    scene_run(world, 90, 1.0f / 60.0f);
    assert_int_equal(scene_stats(world).awake, 0);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(-2.0f, 0.5f, 0.0f), .velocity = {8.0f, 2.0f}};
    imp_body shot;
    assert_int_equal(imp2_world_add_body(world, &def, &shot), IMP_OK);
    scene_wear(world, shot, &ball, (imp2_collider_def){.density = 1.0f});
    int seen = 0;
    for (int step = 0; step < 24; ++step)
    {
        imp2_world_contact contacts[8];
        int32_t count;
        scene_run(world, 1, 1.0f / 60.0f);
        assert_int_equal(imp2_world_contacts(world, contacts, 8, &count), IMP_OK);
        seen += count > 1;  // the other is that of the crate and the floor
        assert_true(pressure_on(world, shot, crate) <= 0.0f);
        assert_int_equal(scene_touches(world).begun_count, 0);
        assert_false(scene_state(world, crate).awake);
    }
    assert_true(seen > 3);
    // Onto it from above it wakes.
    imp2_pose above = scene_pose(0.0f, 1.5f, 0.0f);
    assert_int_equal(imp2_world_set_pose(world, shot, &above), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(world, shot, (imp2_vec){0.0f, -1.0f}, 0.0f), IMP_OK);
    scene_run(world, 20, 1.0f / 60.0f);
    assert_true(scene_state(world, crate).awake);
    imp2_world_free(world);
}

// A floor becomes one-way under what lies on it, and no longer so around what is in it.
static void becomes_one_way(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, -0.5f);
    imp_collider collider = scene_wear(world, floor, &box, (imp2_collider_def){.density = 1.0f});
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &box, scene_wood);
    scene_run(world, 90, 1.0f / 60.0f);
    assert_int_equal(imp2_world_set_one_way(world, collider, UP, 0.0f), IMP_OK);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.5f) < 0.01f);
    assert_int_equal(imp2_world_set_one_way(world, collider, imp2_vec_negate(UP), 0.0f), IMP_OK);
    scene_run(world, 15, 1.0f / 60.0f);
    assert_true(scene_state(world, body).pose.p.y < 0.4f);
    assert_int_equal(imp2_world_set_one_way(world, collider, (imp2_vec){0.0f, 0.0f}, 0.0f), IMP_OK);
    scene_run(world, 60, 1.0f / 60.0f);
    assert_true(fabsf(scene_state(world, body).pose.p.y - 0.5f) < 0.01f);
    imp2_vec odd = {NAN, 0.0f};
    assert_int_equal(imp2_world_set_one_way(world, collider, odd, 0.0f), IMP_ERR_NAN | 3 << 8);
    assert_int_equal(imp2_world_set_one_way(world, collider, UP, -1.0f), IMP_ERR_NEGATIVE | 4 << 8);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_through_and_onto),  cmocka_unit_test(passes_altogether),
        cmocka_unit_test(fast_both_ways),       cmocka_unit_test(stacks_stay),
        cmocka_unit_test(pressed_deep_it_lies), cmocka_unit_test(up_through_lifts),
        cmocka_unit_test(drops_what_is_meant),  cmocka_unit_test(drops_one_at_a_time),
        cmocka_unit_test(put_into_one),         cmocka_unit_test(nothing_is_wedged),
        cmocka_unit_test(slides_over_tiles),    cmocka_unit_test(both_must_agree),
        cmocka_unit_test(passes_unnoticed),     cmocka_unit_test(becomes_one_way),
        cmocka_unit_test(floors_of_one_chain),  cmocka_unit_test(drops_with_all_legs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
