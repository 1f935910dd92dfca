// SPDX-License-Identifier: MIT
//
// Characters among bodies of a world of space: crates that are pushed, slide and fall do not squeeze them; walls that
// close do. Among meshes and height fields of a world it walks as among obstacles of its own.

#include "impinge/impinge3.h"
#include "kit3.h"

#include <stdlib.h>

#define SKIN (1.8f / 128.0f)

static imp3_shape hero_shape(void)
{
    imp3_shape r;
    assert_int_equal(imp3_capsule_make(vec(0.0f, 0.3f, 0.0f), vec(0.0f, 1.5f, 0.0f), 0.3f, &r), IMP_OK);
    return r;
}

static imp3_character_def walker(const imp3_shape* hero)
{
    imp3_character_def def = imp3_character_default();
    def.shape = hero;
    def.gravity = G;
    def.mass = 70.0f;
    return def;
}

static imp_body add_block(imp3_world* w, int32_t kind, imp3_vec at, imp3_vec half, float density, float friction)
{
    imp3_shape box;
    imp_body body = add_body(w, kind, at, vec(0.0f, 0.0f, 0.0f));
    imp3_collider_def def = imp3_collider_default();
    def.density = density;
    def.material.friction = friction;
    assert_int_equal(imp3_box_make((imp3_box){imp3_vec_scale(half, -1.0f), half}, &box), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, body, &box, &def, NULL), IMP_OK);
    return body;
}

static void move(imp3_world* w, imp3_character* c, const imp3_character_def* def, imp3_vec wanted, float time)
{
    const imp3_world_walk walk = {.input = {.velocity = wanted}};
    assert_int_equal(imp3_world_move_character(w, c, def, &walk, time, NULL), IMP_OK);
    assert_int_equal(imp3_world_step(w, time), IMP_OK);
}

// With any crate that it can push or not, from any side, at any rate: it is never squeezed, and stays on the floor.
static void pushes_crates(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static const float rates[3] = {30.0f, 60.0f, 240.0f};
    uint64_t count = test_n(30);
    int pushed = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        float mass = expf(test_rng_range(&rng, 0.0f, 6.0f)), friction = test_rng_range(&rng, 0.0f, 1.0f);
        float half = test_rng_range(&rng, 0.2f, 0.8f), angle = test_rng_range(&rng, -3.1f, 3.1f);
        float speed = test_rng_range(&rng, 0.5f, 4.0f), force = expf(test_rng_range(&rng, 4.0f, 9.0f));
        const imp3_vec ahead = vec(cosf(angle), 0.0f, sinf(angle));
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_shape hero = hero_shape();
        (void)add_block(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(40.0f, 1.0f, 40.0f), 0.0f, friction);
        imp3_vec at = imp3_vec_scale(ahead, 2.0f);
        at.y = half;
        imp_body crate =
            add_block(w, IMP_BODY_DYNAMIC, at, vec(half, half, half), mass / (8.0f * half * half * half), friction);
        imp3_character c = {.position = {0.0f, 0.05f, 0.0f}};
        imp3_character_def def = walker(&hero);
        def.push_force = i % 7 ? force : 0.0f;
        for (int step = 0; step < 90; ++step)
        {
            move(w, &c, &def, imp3_vec_scale(ahead, speed), 1.0f / rates[i % 3]);
            assert_false(c.flags & IMP3_CHARACTER_SQUEEZED);
            assert_true(c.position.y > -0.01f);
        }
        imp3_vec moved = imp3_vec_sub(state_of(w, crate).pose.p, at);
        pushed += length_of(moved) > 0.2f;
        assert_true(i % 7 || length_of(moved) < 0.05f);
        imp3_world_free(w);
    }
    assert_true(pushed > (int)count / 8);
    test_report("characters3 pushes_crates", count);
}

// Impulses: 20 kg held by 100 N of friction go along with 300 N; 1000 kg stay. A crate that it stands on bears its
// weight.
static void pushes_with_its_force(void** state)
{
    (void)state;
    for (int heavy = 0; heavy < 2; ++heavy)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_shape hero = hero_shape();
        (void)add_block(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(40.0f, 1.0f, 40.0f), 0.0f, 0.5f);
        imp_body crate =
            add_block(w, IMP_BODY_DYNAMIC, vec(2.0f, 0.5f, 0.0f), vec(0.5f, 0.5f, 0.5f), heavy ? 1000.0f : 20.0f, 0.5f);
        imp3_character c = {.position = {0.0f, 0.05f, 0.0f}};
        imp3_character_def def = walker(&hero);
        def.push_force = 300.0f;
        for (int step = 0; step < 210; ++step)
        {
            move(w, &c, &def, vec(2.0f, 0.0f, 0.0f), DT);
        }
        double x = (double)state_of(w, crate).pose.p.x;
        assert_true(heavy ? fabs(x - 2.0) < 0.01 : x > 3.5);
        near_to(c.position.x, x - 0.8, 0.15);
        near_to(c.position.y, SKIN, 1e-3);
        imp3_world_free(w);
    }
}

static void presses_on_a_crate(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    imp3_shape hero = hero_shape();
    (void)add_block(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(40.0f, 1.0f, 40.0f), 0.0f, 0.5f);
    (void)add_block(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.5f, 0.0f), vec(0.5f, 0.5f, 0.5f), 20.0f, 0.5f);
    imp3_character c = {.position = {0.0f, 1.1f, 0.0f}};
    imp3_character_def def = walker(&hero);
    imp3_character_contact contact;
    imp3_character_report report = {&contact, 1, 0};
    run(w, 1);
    for (int step = 0; step < 60; ++step)
    {
        assert_int_equal(imp3_world_move_character(w, &c, &def, NULL, DT, &report), IMP_OK);
        run(w, 1);
    }
    assert_true(c.grounded);
    assert_int_equal(report.count, 1);
    near_to(contact.impulse.y, -70.0f * G * DT, 1e-3);
    near_to(c.position.y, 1.0f + SKIN, 0.02);
    imp3_world_free(w);
}

// A wall that comes along the floor to another one: it is told when there is no room any more, and not before.
static void walls_that_close_squeeze(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20);
    for (uint64_t i = 0; i < count; ++i)
    {
        float speed = test_rng_range(&rng, 0.1f, 0.4f), z = test_rng_range(&rng, -3.0f, 3.0f);
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        imp3_shape hero = hero_shape();
        (void)add_block(w, IMP_BODY_STATIC, vec(0.0f, -1.0f, 0.0f), vec(40.0f, 1.0f, 40.0f), 0.0f, 1.0f);
        (void)add_block(w, IMP_BODY_STATIC, vec(1.0f, 5.0f, 0.0f), vec(0.5f, 5.0f, 10.0f), 0.0f, 1.0f);
        imp_body press = add_block(w, IMP_BODY_KINEMATIC, vec(-1.0f, 5.05f, 0.0f), vec(0.5f, 5.0f, 10.0f), 0.0f, 1.0f);
        assert_int_equal(imp3_world_set_velocity(w, press, vec(speed, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f)), IMP_OK);
        imp3_character c = {.position = {0.0f, 0.1f, z}};
        imp3_character_def def = walker(&hero);
        double room = 1.0;
        bool told = false;
        for (int step = 0; room - (double)(speed * DT) > 0.6; ++step)
        {
            move(w, &c, &def, vec(0.0f, 0.0f, 0.0f), DT);
            room = 1.0 - (double)(speed * DT) * (step + 1);
            told |= (c.flags & IMP3_CHARACTER_SQUEEZED) != 0;
            assert_true(!told || room < 0.6 + 2.5 * (double)SKIN);
        }
        assert_true(told);
        imp3_world_free(w);
    }
    test_report("characters3 walls_that_close_squeeze", count);
}

enum
{
    SIDE = 20
};

// The ground of a world, a mesh or a height field, with z up: the same bits as in a list of obstacles.
static void walks_on_ground_of_a_world(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static float heights[SIDE * SIDE];
    static imp3_vec points[SIDE * SIDE];
    static int32_t corners[SIDE * SIDE * 6];
    for (int field = 0; field < 2; ++field)
    {
        int32_t count = 0;
        for (int k = 0; k < SIDE * SIDE; ++k)
        {
            heights[k] = test_rng_range(&rng, -0.15f, 0.15f);
            points[k] = vec((float)(k % SIDE) * 0.5f, (float)(k / SIDE) * 0.5f, heights[k]);
        }
        for (int k = 0; k < SIDE * (SIDE - 1); ++k)
        {
            const int32_t quad[6] = {k, k + 1, k + SIDE + 1, k, k + SIDE + 1, k + SIDE};
            for (int j = 0; j < 6 && k % SIDE < SIDE - 1; ++j)
            {
                corners[count++] = quad[j];
            }
        }
        const imp3_heights grid = {heights, NULL, SIDE, SIDE, 0.5f, 0.5f, false};
        const imp3_triangles mesh = {
            .points = points, .point_count = SIDE * SIDE, .corners = corners, .count = count / 3};
        imp3_compound ground;
        assert_int_equal(field ? imp3_height_field_make(&grid, NULL, &ground)
                               : imp3_triangles_make(&mesh, NULL, &ground, NULL),
                         IMP_OK);
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        imp_body body = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        imp_collider collider;
        assert_int_equal(imp3_world_add_compound(w, body, &ground, NULL, &collider), IMP_OK);
        imp3_shape hero;
        assert_int_equal(imp3_capsule_make(vec(0.0f, 0.0f, 0.3f), vec(0.0f, 0.0f, 1.5f), 0.3f, &hero), IMP_OK);
        imp3_character_def def = walker(&hero);
        def.up = vec(0.0f, 0.0f, 1.0f);
        imp3_character c = {.position = {4.75f, 4.75f, 0.6f}}, other = c;
        const imp3_obstacle o = {.compound = &ground, .pose = imp3_pose_identity(), .id = collider.id};
        const imp3_surroundings around = {&o, 1, NULL, NULL};
        for (int step = 0; step < 240; ++step)
        {
            float angle = 0.05f * (float)step;
            const imp3_character_input input = {.velocity = vec(3.0f * cosf(angle), 3.0f * sinf(angle), 0.0f)};
            move(w, &c, &def, input.velocity, DT);
            assert_int_equal(imp3_character_move(&other, &def, &input, &around, DT, NULL), IMP_OK);
            assert_memory_equal(&c, &other, sizeof c);
            assert_true(step < 30 || c.grounded);
        }
        imp3_compound_free(&ground);
        imp3_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_crates),
        cmocka_unit_test(pushes_with_its_force),
        cmocka_unit_test(presses_on_a_crate),
        cmocka_unit_test(walls_that_close_squeeze),
        cmocka_unit_test(walks_on_ground_of_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
