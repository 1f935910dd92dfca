// SPDX-License-Identifier: MIT
//
// Worlds that are changed after they were made: defaults, fields of all that there is, and what becomes of it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/impinge.h"
#include "scenes2.h"
#include "tape.h"

#define DT (1.0f / 60.0f)
#define G 10.0f
#define QUARTER 1.57079632679489661923

static bool is_awake(const imp2_world* world, imp_body body)
{
    return scene_state(world, body).awake;
}

// Defaults

static uint64_t run_defaults(bool told)
{
    imp2_world_def world_def = imp2_world_default();
    imp2_body_def still = imp2_body_default();
    imp2_collider_def worn = imp2_collider_default();
    imp2_world* world;
    assert_int_equal(imp2_world_make(told ? &world_def : NULL, &world), IMP_OK);
    assert_int_equal(imp2_world_set_gravity(world, (imp2_vec){1.0f, -G}), IMP_OK);
    imp2_shape floor = scene_box(20.0f, 1.0f), box = scene_box(0.5f, 0.5f);
    (void)scene_body_with(world, told ? &still : NULL, &floor, told ? &worn : NULL, NULL);
    for (int i = 0; i < 10; ++i)
    {
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.3f * (float)i, 2.0f + (float)i, 0.5f)};
        (void)scene_body_with(world, &def, &box, told ? &worn : NULL, NULL);
    }
    scene_run(world, 120, DT);
    uint64_t hash = scene_hash(world);
    imp2_world_free(world);
    return hash;
}

static void null_is_the_default(void** state)
{
    (void)state;
    assert_true(run_defaults(true) == run_defaults(false));
    const imp2_collider_def worn = imp2_collider_default();
    assert_number(worn.density, ==, 1.0f);
    assert_number(worn.material.friction, ==, 0.6f);
    assert_number(worn.material.restitution, ==, 0.0f);
    assert_number(imp2_world_default().length_unit, ==, 1.0f);
    assert_number(imp2_world_default().gravity.y, ==, 0.0f);
    assert_int_equal(imp2_body_default().kind, IMP_BODY_STATIC);
    assert_number(imp2_character_default().up.y, ==, 1.0f);
    assert_number(imp2_draw_default().pixel, ==, 0.0f);
    assert_number(imp2_index_default().kind, ==, 0);
    assert_number(imp3_index_default().kind, ==, 0);
}

// What has no density weighs 1 kg all the same, and falls off its corner.

static void nothing_stands_on_its_corner(void** state)
{
    (void)state;
    const imp2_collider_def weightless = {.density = 0.0f}, *const defs[] = {NULL, &weightless};
    uint64_t fell = 0;
    for (int i = 0; i < 40; ++i)
    {
        imp2_world* world = scene_world(G, 0.0f);
        (void)scene_floor(world);
        float angle = 0.1f + 0.03f * (float)(i / 2), a = 0.6f, b = i % 3 ? 0.4f : 0.0f;
        imp2_shape shape = scene_box(a, b);
        if (b == 0.0f)
        {
            assert_int_equal(imp2_segment_make((imp2_vec){-a, 0.0f}, (imp2_vec){a, 0.0f}, &shape), IMP_OK);
        }
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC};
        float low = a * sinf(angle) + b * cosf(angle);
        def.pose = scene_pose(0.0f, low, angle);
        imp_body body = scene_body_with(world, &def, &shape, defs[i % 2], NULL);
        scene_run(world, 240, DT);
        imp2_body_state now = scene_state(world, body);
        double turned = fabs(remainder(atan2((double)now.pose.q.s, (double)now.pose.q.c), QUARTER));
        if (turned > 0.02)
        {
            printf("%d: still turned by %g, inertia %g\n", i, turned, (double)now.inertia);
        }
        assert_true(turned <= 0.02);
        ++fell;
        imp2_world_free(world);
    }
    test_report("changes2: corners", fell);
}

static void weightless_is_a_kilogram(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    const imp2_collider_def weightless = {.density = 0.0f}, eye = {.sensor = true};
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC};
    imp2_shape box = scene_box(0.6f, 0.4f), line, dot;
    assert_int_equal(imp2_segment_make((imp2_vec){1.0f, 0.0f}, (imp2_vec){4.0f, 4.0f}, &line), IMP_OK);
    assert_int_equal(imp2_circle_make((imp2_vec){2.0f, 0.0f}, 0.0f, &dot), IMP_OK);
    imp2_body_state now = scene_state(world, scene_body_with(world, &def, &box, &weightless, NULL));
    assert_number(now.mass, ==, 1.0f);
    assert_number(fabs((double)now.inertia - (0.36 + 0.16) / 3.0), <, 1e-6);
    now = scene_state(world, scene_body_with(world, &def, &line, NULL, NULL));
    assert_number(now.mass, ==, 1.0f);
    assert_number(fabs((double)now.inertia - 25.0 / 12.0), <, 1e-6);
    assert_vec(now.center, 2.5f, 2.0f);
    now = scene_state(world, scene_body_with(world, &def, &dot, NULL, NULL));
    assert_number(now.mass, ==, 1.0f);
    assert_number(now.inertia, ==, 0.0f);
    now = scene_state(world, scene_body_with(world, &def, &box, &eye, NULL));
    assert_number(now.mass, ==, 1.0f);
    assert_number(now.inertia, ==, 0.0f);

    // Two boxes side by side, by the theorem of parallel axes.
    imp_body body = scene_body_with(world, &def, &box, &weightless, NULL);
    imp2_shape other;
    assert_int_equal(imp2_box_make((imp2_box){{0.6f, -0.4f}, {1.8f, 0.4f}}, &other), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, &other, &weightless, NULL), IMP_OK);
    now = scene_state(world, body);
    assert_number(now.mass, ==, 1.0f);
    assert_number(fabs((double)now.center.x - 0.6), <, 1e-6);
    assert_true(fabs((double)now.inertia - (1.2 * 1.2 + 0.4 * 0.4) / 3.0) < 1e-6);
    imp2_world_free(world);
}

// The world

static void gravity_wakes_whom_it_concerns(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    (void)scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body lies = scene_dynamic(world, 0.0f, 0.5f, &box), floats = scene_dynamic(world, 5.0f, 3.0f, &box);
    imp_body flies = scene_dynamic(world, 9.0f, 50.0f, &box);
    assert_int_equal(imp2_world_set_gravity_scale(world, floats, 0.0f), IMP_OK);
    scene_run(world, 90, DT);
    assert_false(is_awake(world, lies));
    assert_false(is_awake(world, floats));
    assert_int_equal(imp2_world_set_gravity(world, (imp2_vec){0.0f, -G}), IMP_OK);  // as it is
    assert_false(is_awake(world, lies));
    float before = scene_state(world, flies).velocity.y;
    assert_int_equal(imp2_world_set_gravity(world, (imp2_vec){3.0f, 4.0f}), IMP_OK);
    assert_true(is_awake(world, lies));
    assert_false(is_awake(world, floats));
    scene_run(world, 60, DT);
    imp2_body_state now = scene_state(world, flies);
    assert_true(fabsf(now.velocity.x - 3.0f) < 1e-4f);
    assert_true(fabsf(now.velocity.y - before - 4.0f) < 1e-4f);
    imp2_world_def def;
    assert_int_equal(imp2_world_get_def(world, &def), IMP_OK);
    assert_vec(def.gravity, 3.0f, 4.0f);
    assert_number(def.length_unit, ==, 1.0f);
    assert_false(def.no_continuous);
    imp2_world_free(world);
}

// Kinds

static void kinds_move_as_they_do(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape box;
    assert_int_equal(imp2_box_make((imp2_box){{0.5f, 0.0f}, {1.5f, 1.0f}}, &box), IMP_OK);
    imp_body body = scene_dynamic(world, 0.0f, 0.0f, &box);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 1.0f}, 1.5f), IMP_OK);
    scene_run(world, 30, DT);
    imp2_body_state was = scene_state(world, body);

    // It goes on with the velocity of its origin, and no longer falls.
    assert_int_equal(imp2_world_set_kind(world, body, IMP_BODY_KINEMATIC), IMP_OK);
    imp2_body_state now = scene_state(world, body);
    imp2_vec arm = imp2_vec_sub(was.pose.p, was.center);
    imp2_vec wanted = imp2_vec_add(was.velocity, imp2_vec_scale(imp2_vec_left(arm), was.angular_velocity));
    assert_int_equal(now.kind, IMP_BODY_KINEMATIC);
    assert_number(now.mass, ==, 0.0f);
    assert_number(now.angular_velocity, ==, was.angular_velocity);
    assert_true(fabsf(now.velocity.x - wanted.x) < 1e-5f);
    assert_true(fabsf(now.velocity.y - wanted.y) < 1e-5f);
    scene_run(world, 60, DT);
    imp2_body_state later = scene_state(world, body);
    assert_true(later.velocity.y == now.velocity.y);
    assert_true(fabsf(later.pose.p.x - now.pose.p.x - now.velocity.x) < 1e-3f);

    // And back: the motion of the body is the same, and it falls.
    assert_int_equal(imp2_world_set_kind(world, body, IMP_BODY_DYNAMIC), IMP_OK);
    now = scene_state(world, body);
    arm = imp2_vec_sub(now.center, later.pose.p);
    wanted = imp2_vec_add(later.velocity, imp2_vec_scale(imp2_vec_left(arm), later.angular_velocity));
    assert_number(now.mass, ==, was.mass);
    assert_number(fabsf(now.velocity.y - wanted.y), <, 1e-5f);
    scene_run(world, 60, DT);
    assert_true(fabsf(scene_state(world, body).velocity.y - now.velocity.y + G) < 1e-3f);
    assert_int_equal(imp2_world_set_kind(world, body, IMP_BODY_STATIC), IMP_OK);
    now = scene_state(world, body);
    assert_vec(now.velocity, 0.0f, 0.0f);
    assert_number(now.angular_velocity, ==, 0.0f);
    assert_false(now.awake);
    scene_run(world, 30, DT);
    later = scene_state(world, body);
    assert_memory_equal(&later.pose, &now.pose, sizeof now.pose);
    imp2_world_free(world);
}

// What lies on a floor that becomes dynamic falls with it; a pile on a box that becomes static stays.
static void kinds_change_under_others(void** state)
{
    (void)state;
    for (int round = 0; round < 12; ++round)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f), plate = scene_box(3.0f, 0.5f);
        imp2_body_def def = {.kind = round % 2 ? IMP_BODY_STATIC : IMP_BODY_KINEMATIC, .pose = scene_pose(0, -0.5f, 0)};
        imp_body floor = scene_body_with(world, &def, &plate, NULL, NULL);
        imp_body pile[4];
        for (int i = 0; i < 4; ++i)
        {
            pile[i] = scene_dynamic(world, 0.1f * (float)(i % 2), 0.5f + (float)i, &box);
        }
        scene_run(world, round < 6 ? 150 : 5, DT);
        if (round < 6)
        {
            assert_false(is_awake(world, pile[0]));
            assert_int_equal(imp2_world_set_kind(world, floor, round % 2 ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC),
                             IMP_OK);
            assert_true(is_awake(world, pile[0]));  // at once
        }
        assert_int_equal(imp2_world_set_kind(world, pile[0], IMP_BODY_STATIC), IMP_OK);
        assert_int_equal(imp2_world_set_kind(world, floor, IMP_BODY_DYNAMIC), IMP_OK);
        scene_run(world, 60, DT);
        assert_true(scene_state(world, floor).pose.p.y < -4.0f);  // 5 m by free fall
        for (int i = 0; i < 4; ++i)
        {
            assert_true(fabsf(scene_state(world, pile[i]).pose.p.y - 0.5f - (float)i) < 0.05f);
        }
        assert_int_equal(imp2_world_set_kind(world, pile[0], IMP_BODY_DYNAMIC), IMP_OK);
        scene_run(world, 60, DT);
        for (int i = 0; i < 4; ++i)
        {
            assert_true(scene_state(world, pile[i]).pose.p.y < (float)i - 4.0f);
        }
        imp2_world_free(world);
    }
}

// Of a failed call nothing is left: whichever allocation fails, the world runs as one that was never asked.
static void kinds_fail_whole(void** state)
{
    (void)state;
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    int failures = 0;
    int extra = 0;  // so many more bodies, that indexes are full at some time
    for (int64_t fail = 0; extra < 60; ++fail)
    {
        imp2_world_def def = {.gravity = {0.0f, -G}, .allocator = &allocator};
        imp2_world *world, *twin;
        uint64_t hashes[2];
        bool done = false;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        assert_int_equal(imp2_world_make(&def, &twin), IMP_OK);
        for (int k = 0; k < 2; ++k)
        {
            imp2_world* w = k ? twin : world;
            imp2_shape box = scene_box(0.5f, 0.5f), plate = scene_box(8.0f, 0.5f);
            imp2_body_def still = {.pose = scene_pose(0.0f, -0.5f, 0.0f)};
            imp_body floor = scene_body_with(w, &still, &plate, NULL, NULL);
            for (int i = 0; i < 13; ++i)
            {
                const imp2_vec corners[3] = {
                    {-1.0f, 1.0f + (float)i}, {1.0f, 1.0f + (float)i}, {0.0f, 1.5f + (float)i}};
                const int32_t three = 3;
                const imp2_outlines outlines = {corners, &three, 1, IMP_FILL_EVEN_ODD};
                imp2_compound region;
                assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
                assert_int_equal(imp2_world_add_compound(w, floor, &region, NULL, NULL), IMP_OK);
                imp2_compound_free(&region);
                (void)scene_dynamic(w, 3.0f + 0.1f * (float)i, 1.0f + (float)i, &box);
            }
            for (int i = 0; i < extra; ++i)
            {
                (void)scene_dynamic(w, 20.0f + 2.0f * (float)i, 1.0f, &box);
            }
            scene_run(w, 20, DT);
            memory.calls = 0;
            memory.fail_at = k ? -1 : fail;
            imp_status status = k ? IMP_OK : imp2_world_set_kind(w, floor, IMP_BODY_DYNAMIC);
            done = k ? done : status == IMP_OK;
            memory.fail_at = -1;
            assert_true(status == IMP_OK || imp_status_fault(status) == IMP_ERR_MEMORY);
            failures += status != IMP_OK;
            scene_run(w, 40, DT);
            const imp2_pose lower = scene_pose(0.0f, -2.5f, 0.0f);
            assert_int_equal(imp2_world_set_pose(w, floor, &lower), IMP_OK);
            scene_run(w, 60, DT);
            hashes[k] = scene_hash(w);
        }
        assert_true((hashes[0] == hashes[1]) == !done);
        imp2_world_free(world);
        imp2_world_free(twin);
        assert_int_equal(memory.live_blocks, 0);
        if (done)
        {
            extra += 6;
            fail = -1;
        }
    }
    printf("changes2: allocations failed %d\n", failures);
    assert_true(failures >= 13 * 10);  // at least one for each copy
}

// Fields of bodies

static void damping_slows(void** state)
{
    (void)state;
    const float dampings[] = {0.0f, 0.1f, 0.5f, 2.0f};
    for (int i = 0; i < 16; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body body = scene_dynamic(world, 0.0f, 0.0f, &box);
        float linear = dampings[i % 4], spin = dampings[i / 4];
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){3.0f, -1.0f}, 2.0f), IMP_OK);
        assert_int_equal(imp2_world_set_damping(world, body, linear, spin), IMP_OK);
        scene_run(world, 60, DT);
        imp2_body_state now = scene_state(world, body);
        double h = 1.0 / 240.0, left = pow(1.0 + h * (double)linear, -240.0),
               turns = pow(1.0 + h * (double)spin, -240.0);
        assert_true(fabs((double)now.velocity.x - 3.0 * left) < 1e-4);
        assert_true(fabs((double)now.velocity.y + left) < 1e-4);
        assert_true(fabs((double)now.angular_velocity - 2.0 * turns) < 1e-4);
        imp2_body_def def;
        assert_int_equal(imp2_world_get_body_def(world, body, &def), IMP_OK);
        assert_number(def.linear_damping, ==, linear);
        assert_number(def.angular_damping, ==, spin);
        imp2_world_free(world);
    }
}

static void locks_hold(void** state)
{
    (void)state;
    for (uint32_t locks = 0; locks < 8; ++locks)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body body = scene_dynamic(world, 0.0f, 0.0f, &box);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){3.0f, -1.0f}, 2.0f), IMP_OK);
        scene_run(world, 5, DT);
        imp2_pose was = scene_state(world, body).pose;
        assert_int_equal(imp2_world_set_locks(world, body, locks), IMP_OK);
        imp2_body_state stopped = scene_state(world, body);
        assert_true((stopped.velocity.x == 0.0f) == ((locks & IMP2_LOCK_X) != 0));
        assert_true((stopped.velocity.y == 0.0f) == ((locks & IMP2_LOCK_Y) != 0));
        assert_true((stopped.angular_velocity == 0.0f) == ((locks & IMP2_LOCK_ROTATION) != 0));
        scene_run(world, 10, DT);
        imp2_pose now = scene_state(world, body).pose;
        assert_true((was.p.x == now.p.x) == ((locks & IMP2_LOCK_X) != 0));
        assert_true((was.p.y == now.p.y) == ((locks & IMP2_LOCK_Y) != 0));
        assert_true((was.q.s == now.q.s) == ((locks & IMP2_LOCK_ROTATION) != 0));
        assert_int_equal(imp2_world_set_locks(world, body, 0), IMP_OK);
        assert_int_equal(imp2_world_apply_impulse(world, body, (imp2_vec){1.0f, 0.0f}, (imp2_vec){0.0f, 5.0f}), IMP_OK);
        scene_run(world, 10, DT);
        imp2_pose free = scene_state(world, body).pose;
        assert_number(free.p.x, !=, now.p.x);
        assert_number(free.p.y, !=, now.p.y);
        assert_number(free.q.s, !=, now.q.s);
        imp2_body_def def;
        assert_int_equal(imp2_world_get_body_def(world, body, &def), IMP_OK);
        assert_int_equal(def.locks, 0);
        imp2_world_free(world);
    }
    imp2_world* world = scene_world(G, 0.0f);
    imp_body body = scene_place(world, IMP_BODY_KINEMATIC, 0, 0);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){3.0f, -1.0f}, 2.0f), IMP_OK);
    assert_int_equal(imp2_world_set_locks(world, body, IMP2_LOCK_X | IMP2_LOCK_ROTATION), IMP_OK);
    imp2_body_state stopped = scene_state(world, body);
    assert_vec(stopped.velocity, 0.0f, -1.0f);
    assert_number(stopped.angular_velocity, ==, 0.0f);
    assert_int_equal(imp2_world_set_locks(world, body, 8), IMP_ERR_RANGE | 3 << 8);
    assert_int_equal(imp2_world_set_kind(world, body, IMP_BODY_KIND_COUNT), IMP_ERR_RANGE | 3 << 8);
    imp2_world_free(world);
}

static void sleepless_wakes(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    (void)scene_floor(world);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body body = scene_dynamic(world, 0.0f, 0.5f, &box);
    scene_run(world, 90, DT);
    assert_false(is_awake(world, body));
    assert_int_equal(imp2_world_set_no_sleep(world, body, true), IMP_OK);
    scene_run(world, 200, DT);
    assert_true(is_awake(world, body));
    assert_int_equal(imp2_world_set_no_sleep(world, body, false), IMP_OK);
    scene_run(world, 90, DT);
    assert_false(is_awake(world, body));

    // A bullet stops before a ball that gives way, which it would else pass in a step.
    for (int bullet = 0; bullet < 2; ++bullet)
    {
        imp2_body_def def;
        assert_int_equal(imp2_world_set_bullet(world, body, bullet), IMP_OK);
        assert_int_equal(imp2_world_set_body_user(world, body, 5u + (uint64_t)bullet), IMP_OK);
        assert_int_equal(imp2_world_get_body_def(world, body, &def), IMP_OK);
        assert_number(def.bullet, ==, (bool)bullet);
        assert_number(def.user, ==, 5u + (uint64_t)bullet);
        assert_true(def.asleep);
    }
    imp2_world_free(world);
}

// Mass

static void masses_follow(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape left, right;
    assert_int_equal(imp2_box_make((imp2_box){{-2.0f, 0.0f}, {-1.0f, 1.0f}}, &left), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{1.0f, 0.0f}, {2.0f, 1.0f}}, &right), IMP_OK);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC};
    imp_collider a, b;
    imp_body body = scene_body_with(world, &def, &left, NULL, &a);
    assert_int_equal(imp2_world_add_collider(world, body, &right, NULL, &b), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){1.0f, 0.0f}, 2.0f), IMP_OK);
    scene_run(world, 1, DT);
    imp2_body_state was = scene_state(world, body);
    assert_true(was.mass == 2.0f);
    assert_int_equal(imp2_world_set_density(world, b, 3.0f), IMP_OK);
    imp2_body_state now = scene_state(world, body);
    imp2_collider_def worn;
    assert_int_equal(imp2_world_get_collider_def(world, b, &worn), IMP_OK);
    assert_number(worn.density, ==, 3.0f);
    assert_number(now.mass, ==, 4.0f);
    // The centre is at x = (3 - 1) 1.5 / 4 in the body's frame; the motion is the same.
    imp2_vec middle = imp2_rot_apply(now.pose.q, (imp2_vec){0.75f, 0.5f}), arm = imp2_vec_sub(now.center, was.center);
    imp2_vec wanted = imp2_vec_add(was.velocity, imp2_vec_scale(imp2_vec_left(arm), was.angular_velocity));
    assert_true(fabsf(now.center.x - now.pose.p.x - middle.x) < 1e-5f);
    assert_true(fabsf(now.velocity.x - wanted.x) + fabsf(now.velocity.y - wanted.y) < 1e-5f);

    // Told outright, whatever colliders do.
    const imp2_mass told = {.mass = 5.0f, .inertia = 7.0f, .centroid = {0.25f, 0.0f}};
    assert_int_equal(imp2_world_set_mass(world, body, &told), IMP_OK);
    assert_int_equal(imp2_world_set_density(world, a, 9.0f), IMP_OK);
    now = scene_state(world, body);
    assert_number(now.mass, ==, 5.0f);
    assert_number(now.inertia, ==, 7.0f);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){0.0f, 0.0f}, 0.0f), IMP_OK);
    assert_int_equal(imp2_world_apply_impulse(world, body, (imp2_vec){10.0f, 0.0f}, now.center), IMP_OK);
    assert_int_equal(imp2_world_apply_angular_impulse(world, body, 14.0f), IMP_OK);
    now = scene_state(world, body);
    assert_number(fabsf(now.velocity.x - 2.0f), <, 1e-6f);
    assert_number(fabsf(now.angular_velocity - 2.0f), <, 1e-6f);
    assert_int_equal(imp2_world_set_mass(world, body, &(imp2_mass){.mass = 0.0f}), IMP_ERR_RANGE | 3 << 8);
    assert_int_equal(imp2_world_set_mass(world, body, NULL), IMP_OK);
    assert_true(scene_state(world, body).mass == 12.0f);
    imp2_world_free(world);
}

static void assert_same_mass(const imp2_body_state* a, const imp2_body_state* b)
{
    assert_true(a->mass == b->mass && a->inertia == b->inertia);
    assert_true(a->center.x == b->center.x && a->center.y == b->center.y);
}

// What a float does not hold, neither mass nor inertia nor the inverse of the mass, is refused, and is no kilogram. Only
// of a dynamic body: of others nobody asks.
static void too_heavy_and_too_light_are_faults(void** state)
{
    (void)state;
    static const struct
    {
        float radius, density;
        bool fine;
    } cases[] = {
        {0.5f, 1.0f, true},      {0.5f, 0.0f, true},    {1e6f, 1.0f, false},  // its inertia
        {1e3f, 1e13f, false},    {1e9f, 0.0f, true},    {1e10f, 0.0f, false},  // the inertia of a kilogram that is as large, and
        {1e15f, 0.0f, false},  // one that does not even fit while it is asked for
        {1e-15f, 1e-9f, false},  {1e-15f, 1e-7f, true}, {1e-15f, 1.0f, true}, {1e-15f, 0.0f, true},
        {1e-18f, 1e-18f, false},
    };
    imp2_world* world = scene_world(0.0f, 0.0f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        imp2_shape ball;
        imp2_vec center = {0.0f, 0.0f};
        assert_int_equal(imp2_circle_make(center, cases[i].radius, &ball), IMP_OK);
        imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
        imp2_collider_def def = {.density = cases[i].density};
        imp_collider made = {7}, told = made;
        imp2_body_state before = scene_state(world, body);
        imp_status status = imp2_world_add_collider(world, body, &ball, &def, &made);
        assert_int_equal(status, cases[i].fine ? IMP_OK : IMP_ERR_RANGE | 4 << 8);
        imp2_body_state now = scene_state(world, body);
        double mass = 3.14159265 * (double)cases[i].radius * (double)cases[i].radius * (double)cases[i].density;
        if (cases[i].fine)
        {
            mass = mass > 0.0 ? mass : 1.0;
            assert_true(fabs((double)now.mass - mass) <= 1e-6 * mass);
        }
        else
        {
            assert_same_mass(&now, &before);
            assert_memory_equal(&made, &told, sizeof made);
        }
        assert_int_equal(imp2_world_remove_body(world, body), IMP_OK);

        // The same while it stands, until it shall move.
        body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        assert_int_equal(imp2_world_add_collider(world, body, &ball, &def, NULL), IMP_OK);
        status = imp2_world_set_kind(world, body, IMP_BODY_DYNAMIC);
        assert_int_equal(status, cases[i].fine ? IMP_OK : IMP_ERR_RANGE | 2 << 8);
        imp2_body_def kept;
        assert_int_equal(imp2_world_get_body_def(world, body, &kept), IMP_OK);
        assert_int_equal(kept.kind, cases[i].fine ? IMP_BODY_DYNAMIC : IMP_BODY_STATIC);
        assert_int_equal(imp2_world_remove_body(world, body), IMP_OK);
    }
    imp2_world_free(world);
}

// The same where the mass of others hid it: they stay as long as it needs them.
static void what_is_left_may_be_too_light(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape ball, speck;
    imp2_vec center = {0.0f, 0.0f};
    assert_int_equal(imp2_circle_make(center, 1.0f, &ball), IMP_OK);
    assert_int_equal(imp2_circle_make(center, 1e-15f, &speck), IMP_OK);
    imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 0.0f, 0.0f);
    const imp2_collider_def heavy = {.density = 1.0f}, light = {.density = 1e-18f};
    imp_collider a, b;
    assert_int_equal(imp2_world_add_collider(world, body, &ball, &heavy, &a), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, &speck, &light, &b), IMP_OK);
    imp2_body_state before = scene_state(world, body);
    imp_collider worn[2];
    int32_t count;
    assert_int_equal(imp2_world_remove_collider(world, a), IMP_ERR_RANGE | 2 << 8);
    assert_int_equal(imp2_world_body_colliders(world, body, worn, 2, &count), IMP_OK);
    assert_int_equal(count, 2);
    const imp2_mass told = {.mass = 1.0f, .inertia = 1.0f};
    assert_int_equal(imp2_world_set_mass(world, body, &told), IMP_OK);
    assert_int_equal(imp2_world_set_density(world, a, 0.0f), IMP_OK);
    imp2_body_state own = scene_state(world, body);
    assert_int_equal(imp2_world_set_mass(world, body, NULL), IMP_ERR_RANGE | 3 << 8);
    imp2_body_state now = scene_state(world, body);
    assert_same_mass(&now, &own);
    assert_int_equal(imp2_world_set_density(world, a, 1.0f), IMP_OK);
    assert_int_equal(imp2_world_set_mass(world, body, NULL), IMP_OK);
    now = scene_state(world, body);
    assert_same_mass(&now, &before);
    assert_int_equal(imp2_world_remove_collider(world, b), IMP_OK);
    assert_int_equal(imp2_world_remove_collider(world, a), IMP_OK);
    imp2_world_free(world);
}

static void forces_add_up(void** state)
{
    (void)state;
    imp2_world* worlds[2] = {scene_world(0.0f, 0.0f), scene_world(0.0f, 0.0f)};
    imp2_shape box;
    assert_int_equal(imp2_box_make((imp2_box){{0.0f, 0.0f}, {2.0f, 1.0f}}, &box), IMP_OK);
    imp_body body = {0};
    for (int k = 0; k < 2; ++k)
    {
        body = scene_dynamic(worlds[k], 3.0f, 4.0f, &box);
    }
    imp2_body_state was = scene_state(worlds[0], body);
    for (int i = 0; i < 60; ++i)
    {
        imp2_vec center = scene_state(worlds[0], body).center, force = {0.5f, -0.25f};
        imp2_vec point = imp2_vec_add(center, (imp2_vec){0.5f, 1.0f});
        assert_int_equal(imp2_world_apply_force(worlds[0], body, force, point), IMP_OK);
        assert_int_equal(imp2_world_apply_torque(worlds[0], body, 0.125f), IMP_OK);
        imp2_vec arm = imp2_vec_sub(point, center);
        assert_int_equal(imp2_world_apply_force_and_torque(worlds[1], body, force, imp2_vec_cross(arm, force)), IMP_OK);
        assert_int_equal(imp2_world_apply_force_and_torque(worlds[1], body, (imp2_vec){0.0f, 0.0f}, 0.125f), IMP_OK);
        scene_run(worlds[0], 1, DT);
        scene_run(worlds[1], 1, DT);
        assert_true(scene_hash(worlds[0]) == scene_hash(worlds[1]));
    }
    imp2_body_state now = scene_state(worlds[0], body);
    assert_true(fabsf(now.velocity.x - 0.5f / was.mass) < 1e-4f);
    assert_true(fabsf(now.angular_velocity - (0.5f * -0.25f - 1.0f * 0.5f + 0.125f) / was.inertia) < 1e-4f);
    imp2_world_free(worlds[0]);
    imp2_world_free(worlds[1]);
}

// All of it once, in the middle of a crowd. Returns how many calls have not succeeded.
static int change_all(imp2_world* world, test_rng* rng)
{
    static imp_body bodies[300];
    imp_collider worn[16];
    int32_t count, here, failed = 0;
    assert_int_equal(imp2_world_bodies(world, bodies, 300, &count), IMP_OK);
    for (int i = 0; i < 12; ++i)
    {
        imp_body body = bodies[test_rng_int(rng, 0, count - 1)];
        float x = test_rng_range(rng, 0.0f, 2.0f);
        imp2_vec v = {test_rng_range(rng, -2.0f, 2.0f), test_rng_range(rng, -2.0f, 2.0f)};
        const imp2_mass mass = {.mass = x + 0.5f, .inertia = x, .centroid = imp2_vec_scale(v, 0.0625f)};
        assert_int_equal(imp2_world_body_colliders(world, body, worn, 16, &here), IMP_OK);
        failed += imp2_world_set_gravity(world, (imp2_vec){v.x, v.y - G}) != IMP_OK;
        failed += imp2_world_set_kind(world, body, test_rng_int(rng, 0, IMP_BODY_KIND_COUNT - 1)) != IMP_OK;
        failed += imp2_world_set_damping(world, body, x, 0.5f * x) != IMP_OK;
        failed += imp2_world_set_locks(world, body, (uint32_t)test_rng_int(rng, 0, 7)) != IMP_OK;
        failed += imp2_world_set_bullet(world, body, x < 1.0f) != IMP_OK;
        failed += imp2_world_set_no_sleep(world, body, x > 1.5f) != IMP_OK;
        failed += imp2_world_set_body_user(world, body, (uint64_t)i) != IMP_OK;
        failed += imp2_world_set_mass(world, body, i % 3 ? &mass : NULL) != IMP_OK;
        failed += imp2_world_apply_force(world, body, v, v) != IMP_OK;
        failed += imp2_world_apply_torque(world, body, x) != IMP_OK;
        failed += imp2_world_apply_angular_impulse(world, body, x) != IMP_OK;
        if (here > 0)
        {
            failed += imp2_world_set_density(world, worn[here - 1], x) != IMP_OK;
            failed += imp2_world_set_collider_user(world, worn[0], (uint64_t)i) != IMP_OK;
        }
    }
    return failed;
}

static imp2_world* empty_world(void)
{
    imp2_world* world;
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    return world;
}

// Recorded, replayed and loaded half way, it is the same to the byte.
static void changes_are_kept(void** state)
{
    (void)state;
    static uint8_t half[1 << 20], whole[1 << 20], again[1 << 20];
    uint64_t changes = 0;
    int rounds = (int)test_n(4);
    for (int round = 0; round < rounds; ++round)
    {
        test_tape t = {.bytes = NULL};
        const imp_sink sink = test_tape_sink(&t);
        imp2_world *world = scene_world(G, 1.0f), *other = empty_world();
        scene_crowd crowd;
        test_rng rngs[2] = {{test_seed() + (uint64_t)round}, {0}};
        int32_t half_count, count, again_count;
        assert_int_equal(scene_crowd_make(&crowd, world, 40, 21u + (uint64_t)round), IMP_OK);
        scene_run(world, 60, DT);
        assert_int_equal(imp2_world_record(world, &sink, 1), IMP_OK);
        for (int step = 0; step < 60; ++step)
        {
            if (step == 30)
            {
                assert_int_equal(imp2_world_save(world, half, sizeof half, &half_count), IMP_OK);
                rngs[1] = rngs[0];
            }
            assert_int_equal(step % 10 == 5 ? change_all(world, &rngs[0]) : 0, 0);
            changes += step % 10 == 5;
            scene_run(world, 1, DT);
        }
        assert_int_equal(imp2_world_record(world, NULL, 0), IMP_OK);
        assert_int_equal(imp2_world_save(world, whole, sizeof whole, &count), IMP_OK);

        (void)imp2i_tape_same(&t, other, world);
        assert_int_equal(imp2_world_save(other, again, sizeof again, &again_count), IMP_OK);
        assert_int_equal(again_count, count);
        assert_memory_equal(again, whole, (size_t)count);

        assert_int_equal(imp2_world_load(other, half, half_count), IMP_OK);
        for (int step = 30; step < 60; ++step)
        {
            assert_int_equal(step % 10 == 5 ? change_all(other, &rngs[1]) : 0, 0);
            scene_run(other, 1, DT);
        }
        assert_int_equal(imp2_world_save(other, again, sizeof again, &again_count), IMP_OK);
        assert_int_equal(again_count, count);
        assert_memory_equal(again, whole, (size_t)count);
        imp2_world_free(world);
        imp2_world_free(other);
        scene_crowd_free(&crowd);
    }
    test_report("changes2: recorded", changes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_the_default),
        cmocka_unit_test(nothing_stands_on_its_corner),
        cmocka_unit_test(weightless_is_a_kilogram),
        cmocka_unit_test(gravity_wakes_whom_it_concerns),
        cmocka_unit_test(kinds_move_as_they_do),
        cmocka_unit_test(kinds_change_under_others),
        cmocka_unit_test(kinds_fail_whole),
        cmocka_unit_test(damping_slows),
        cmocka_unit_test(locks_hold),
        cmocka_unit_test(sleepless_wakes),
        cmocka_unit_test(masses_follow),
        cmocka_unit_test(too_heavy_and_too_light_are_faults),
        cmocka_unit_test(what_is_left_may_be_too_light),
        cmocka_unit_test(forces_add_up),
        cmocka_unit_test(changes_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
