// SPDX-License-Identifier: MIT
//
// Characters among bodies of a world: crates that are pushed, slide and fall do not squeeze them; walls that close do.

#include <math.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)
#define SKIN (1.8f / 128.0f)

static imp2_shape hero_shape(void)
{
    imp2_shape r;
    assert_int_equal(imp2_capsule_make((imp2_vec){0.0f, 0.3f}, (imp2_vec){0.0f, 1.5f}, 0.3f, &r), IMP_OK);
    return r;
}

// A place in the frame of a slope through the origin.
static imp2_pose on_slope(float angle, float x, float y)
{
    float c = cosf(angle), s = sinf(angle);
    return scene_pose(c * x - s * y, s * x + c * y, angle);
}

static void add_slope(imp2_world* world, float angle, float friction)
{
    imp2_shape ground = scene_box(60.0f, 1.0f);
    scene_body(world, IMP_BODY_STATIC, on_slope(angle, 0.0f, -1.0f), &ground, (scene_matter){.friction = friction});
}

// Up any slope, with any crate that it can push or not, at any rate: it is never squeezed.
static void pushes_crates_up_slopes(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150);
    int pushed = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        float angle = i % 5 ? test_rng_range(&rng, 0.0f, 0.8f) : 0.0f, friction = test_rng_range(&rng, 0.0f, 1.0f);
        float mass = expf(test_rng_range(&rng, 0.0f, 6.0f)), rate = i % 2 ? 60.0f : 144.0f;
        float half = test_rng_range(&rng, 0.2f, 0.8f), side = i % 3 ? 1.0f : -1.0f;
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_shape hero = hero_shape(), box = scene_box(half, half), ball = scene_ball(half);
        add_slope(world, side * angle, friction);
        scene_matter matter = {mass / (4.0f * half * half), friction, 0.0f, 0.0f};
        imp_body crate = scene_body(world, IMP_BODY_DYNAMIC, on_slope(side * angle, side * 2.0f, half),
                                    i % 4 ? &box : &ball, matter);
        float before = scene_state(world, crate).pose.p.x;
        imp2_character c = {.position = {0.0f, 0.05f}};
        imp2_character_def def = {.shape = &hero, .gravity = 10.0f, .mass = 70.0f};
        def.push_force = i % 7 ? expf(test_rng_range(&rng, 4.0f, 9.0f)) : 0.0f;
        imp2_character_input input = {.velocity = {side * test_rng_range(&rng, 0.5f, 4.0f), 0.0f}};
        for (int step = 0; step < 180; ++step)
        {
            assert_int_equal(
                imp2_world_move_character(world, &c, &def, &(imp2_world_walk){.input = input}, 1.0f / rate, NULL),
                IMP_OK);
            assert_false(c.flags & IMP2_CHARACTER_SQUEEZED);
            scene_run(world, 1, 1.0f / rate);
        }
        pushed += side * (scene_state(world, crate).pose.p.x - before) > 0.2f;
        imp2_world_free(world);
    }
    assert_true(pushed > (int)count / 8);
    test_report("characters2 pushes_crates_up_slopes", count);
}

// Crates fall on it and slide into it where it stands with its back to a wall: it is squeezed only while one is in it.
static void crates_squeeze_by_being_in_it_alone(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(100);
    int met = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        float angle = i % 3 ? 0.0f : test_rng_range(&rng, -0.6f, 0.0f), half = test_rng_range(&rng, 0.2f, 0.5f);
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_shape hero = hero_shape(), box = scene_box(half, half), wall = scene_box(0.5f, 10.0f);
        add_slope(world, angle, 0.3f);
        scene_body(world, IMP_BODY_STATIC, on_slope(angle, 0.9f, 9.0f), &wall, scene_wood);
        float density = expf(test_rng_range(&rng, 0.0f, 6.0f));
        imp_body crate =
            scene_body(world, IMP_BODY_DYNAMIC, on_slope(angle, i % 2 ? -3.0f : 0.1f, i % 2 ? half : 2.2f + half), &box,
                       (scene_matter){density, 0.1f, 0.0f, 0.0f});
        const imp2_vec fast = {i % 2 ? test_rng_range(&rng, 2.0f, 8.0f) : 0.0f, 0.0f};
        assert_int_equal(imp2_world_set_velocity(world, crate, fast, 0.0f), IMP_OK);
        imp2_character c = {.position = {0.0f, 0.05f}};
        imp2_character_def def = {.shape = &hero, .gravity = 10.0f, .mass = 70.0f};
        def.push_force = i % 5 ? expf(test_rng_range(&rng, 4.0f, 9.0f)) : 0.0f;
        imp2_character_contact contacts[8];
        imp2_character_report report = {contacts, 8, 0};
        for (int step = 0; step < 120; ++step)
        {
            assert_int_equal(imp2_world_move_character(world, &c, &def, NULL, DT, &report), IMP_OK);
            assert_true(!(c.flags & IMP2_CHARACTER_SQUEEZED) || c.inside > 0.0f);
            for (int32_t k = 0; k < report.count && k < 8; ++k)
            {
                imp_body body;
                assert_int_equal(imp2_world_get_collider(world, (imp_collider){contacts[k].id}, &body, NULL), IMP_OK);
                met += body.id == crate.id;
            }
            scene_run(world, 1, DT);
        }
        imp2_world_free(world);
    }
    assert_true(met > 0);
    test_report("characters2 crates_squeeze_by_being_in_it_alone", count);
}

// A wall that comes along the ground to another one: it is told when there is no room any more, and not before. A wall
// of a crate that is moved by nothing but its weight closes nothing.
static void walls_that_close_squeeze(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60);
    for (uint64_t i = 0; i < count; ++i)
    {
        bool slow = i % 2;  // so that it is told before the wall is in it
        float angle = i % 3 ? test_rng_range(&rng, -0.7f, 0.7f) : 0.0f;
        float speed = slow ? test_rng_range(&rng, 0.1f, 0.4f) : test_rng_range(&rng, 0.4f, 3.0f);
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_shape hero = hero_shape(), wall = scene_box(0.5f, 10.0f);
        add_slope(world, angle, 1.0f);
        scene_body(world, IMP_BODY_STATIC, on_slope(angle, 2.0f, 9.05f), &wall, scene_wood);
        imp_body press = scene_body(world, IMP_BODY_KINEMATIC, on_slope(angle, -3.0f, 9.05f), &wall, scene_wood);
        const imp2_vec velocity = {speed * cosf(angle), speed * sinf(angle)};
        assert_int_equal(imp2_world_set_velocity(world, press, velocity, 0.0f), IMP_OK);
        imp2_character c = {.position = {0.0f, 0.1f}};
        imp2_character_def def = {.shape = &hero, .gravity = 10.0f, .mass = 70.0f, .push_force = 500.0f};
        // The capsule stands upright between walls that lean: it is wider along the slope.
        double wide = 0.6 + 1.2 * fabs(sin((double)angle)), room = 4.0, last = slow ? wide : wide - 0.2;
        bool told = false;
        for (int step = 0; room - (double)(speed * DT) > last; ++step)
        {
            assert_int_equal(imp2_world_move_character(world, &c, &def, NULL, DT, NULL), IMP_OK);
            room = 4.0 - (double)(speed * DT) * (step + 1);
            told |= (c.flags & IMP2_CHARACTER_SQUEEZED) != 0;
            assert_true(!told || room < wide + 2.5 * (double)SKIN);
            scene_run(world, 1, DT);
        }
        assert_true(told);
        imp2_world_free(world);
    }
    test_report("characters2 walls_that_close_squeeze", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_crates_up_slopes),
        cmocka_unit_test(crates_squeeze_by_being_in_it_alone),
        cmocka_unit_test(walls_that_close_squeeze),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
