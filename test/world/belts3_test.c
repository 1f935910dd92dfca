// SPDX-License-Identifier: MIT
//
// Surface velocities in space: boxes and balls on belts, against closed forms.

#include <string.h>

#include "impinge/world_character3.h"
#include "impinge/world_record3.h"
#include "kit3.h"
#include "tape.h"

#define FRICTION 0.5f

static const imp3_vec NONE = {0.0f, 0.0f, 0.0f};

// A floor of 40 m whose surface runs, at z = 0, on a body of its own.
static imp_collider add_belt(imp3_world* w, int32_t kind, const imp3_pose* pose, imp3_vec speed, imp_body* body)
{
    imp3_body_def def = imp3_body_default();
    imp3_collider_def worn = imp3_collider_default();
    imp3_shape slab;
    imp_body made;
    imp_collider collider;
    const imp3_box box = {{-20.0f, -20.0f, -1.0f}, {20.0f, 20.0f, 0.0f}};
    def.kind = kind;
    def.pose = *pose;
    worn.material.friction = FRICTION;
    worn.surface_velocity = speed;
    assert_int_equal(imp3_box_make(box, &slab), IMP_OK);
    assert_int_equal(imp3_world_add_body(w, &def, &made), IMP_OK);
    assert_int_equal(imp3_world_add_collider(w, made, &slab, &worn, &collider), IMP_OK);
    if (body)
    {
        *body = made;
    }
    return collider;
}

static imp_body add_box(imp3_world* w, imp3_vec at, imp3_vec half)
{
    imp3_shape box;
    const imp3_box of = {imp3_vec_scale(half, -1.0f), half};
    assert_int_equal(imp3_box_make(of, &box), IMP_OK);
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, at, NONE);
    (void)wear(w, body, &box, FRICTION, 0.0f);
    return body;
}

static imp3_pose turned_pose(imp3_vec at, imp3_vec axis, float angle)
{
    imp3_pose pose = imp3_pose_identity();
    assert_int_equal(imp3_pose_make(at, axis, angle, &pose), IMP_OK);
    return pose;
}

static imp3_world* world_of_belt(imp3_vec speed, imp_collider* belt)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    const imp3_pose pose = imp3_pose_identity();
    *belt = add_belt(w, IMP_BODY_STATIC, &pose, speed, NULL);
    return w;
}

// Friction takes it to the speed of the belt by mu g, whichever way that runs, and no farther.
static void a_box_comes_to_the_speed_of_its_belt(void** state)
{
    (void)state;
    for (int32_t way = 0; way < 8; ++way)
    {
        float angle = 0.7853982f * (float)way + 0.1f, speed = 2.0f;
        imp3_vec wanted = vec(speed * cosf(angle), speed * sinf(angle), 0.0f);
        imp_collider belt;
        // What leads along the normal does not count.
        imp3_world* w = world_of_belt(vec(wanted.x, wanted.y, 3.0f), &belt);
        imp_body box = add_box(w, vec(0.0f, 0.0f, 0.1f), vec(0.3f, 0.2f, 0.1f));
        int32_t steps = 15;  // 0.25 s of the 0.4 s that it takes
        run(w, steps);
        imp3_body_state s = state_of(w, box);
        double gained = (double)imp3_vec_dot(s.velocity, wanted) / (double)speed;
        near_to(gained, FRICTION * G * (float)steps * DT, 0.03);
        run(w, 60 - steps);
        s = state_of(w, box);
        near_to(length_of(imp3_vec_sub(s.velocity, wanted)), 0.0, 1e-3);
        near_to(length_of(s.angular_velocity), 0.0, 1e-3);
        imp3_world_free(w);
    }
}

// A ball that is laid on a belt slips, and then rolls, with 2 / 7 of the belt's speed, as rolling takes the rest.
static void a_ball_on_a_belt_gets_two_sevenths(void** state)
{
    (void)state;
    imp_collider belt;
    imp3_world* w = world_of_belt(vec(0.0f, 3.5f, 0.0f), &belt);
    imp_body ball = add_ball(w, vec(0.0f, 0.0f, 0.25f), NONE, 0.25f, FRICTION, 0.0f);
    run(w, 60);
    imp3_body_state s = state_of(w, ball);
    near_to(s.velocity.y, 1.0, 1e-2);
    near_to(s.angular_velocity.x, 10.0, 4e-2);  // the surface below runs at 1 + 10 * 0.25
    near_to(fabsf(s.velocity.x) + fabsf(s.velocity.z), 0.0, 1e-2);
    imp3_world_free(w);
}

// On a turntable a ball that rolls without slipping goes round with 2 / 7 of its spin, on a circle that rolls on.
static void a_ball_on_a_turntable_circles(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    const imp3_pose pose = imp3_pose_identity();
    imp_body table;
    (void)add_belt(w, IMP_BODY_KINEMATIC, &pose, NONE, &table);
    const float spin = 3.5f, radius = 0.25f, away = 2.0f;
    assert_int_equal(imp3_world_set_velocity(w, table, NONE, vec(0.0f, 0.0f, spin)), IMP_OK);
    imp_body ball = add_body(w, IMP_BODY_DYNAMIC, vec(away, 0.0f, radius), vec(0.0f, 1.0f, 0.0f));
    wear_sphere(w, ball, NONE, radius, FRICTION, 0.0f);
    // v = omega x r + spin of the ball x arm: it rolls from the start.
    assert_int_equal(
        imp3_world_set_velocity(w, ball, vec(0.0f, 1.0f, 0.0f), vec((spin * away - 1.0f) / radius, 0.0f, 0.0f)),
        IMP_OK);
    float turned = 2.0f / 7.0f * spin;  // of the velocity [rad/s]: 1
    int32_t steps = 90;
    run(w, steps);
    imp3_body_state s = state_of(w, ball);
    float angle = turned * (float)steps * DT;
    near_to(length_of(imp3_vec_sub(s.velocity, vec(-sinf(angle), cosf(angle), 0.0f))), 0.0, 0.03);
    near_to(s.pose.p.x - away, cosf(angle) - 1.0f, 0.03);
    near_to(s.pose.p.y, sinf(angle), 0.03);
    imp3_world_free(w);
}

// A ball that spins where it lies, about the normal, comes to rest by its rolling resistance, and falls asleep; without
// it, a point has no lever.
static void balls_stop_spinning_by_rolling_resistance(void** state)
{
    (void)state;
    for (int32_t resists = 0; resists < 2; ++resists)
    {
        imp_collider belt, worn;
        int32_t count;
        imp3_world* w = world_of_belt(NONE, &belt);
        imp_body ball = add_ball(w, vec(0.0f, 0.0f, 0.25f), NONE, 0.25f, FRICTION, 0.0f);
        imp_material rubber = imp_material_default();
        rubber.friction = FRICTION;
        rubber.rolling_resistance = resists ? 0.01f : 0.0f;
        assert_int_equal(imp3_world_body_colliders(w, ball, &worn, 1, &count), IMP_OK);
        assert_int_equal(imp3_world_set_material(w, worn, &rubber), IMP_OK);
        assert_int_equal(imp3_world_set_velocity(w, ball, NONE, vec(0.0f, 0.0f, 4.0f)), IMP_OK);
        run(w, 30);
        // mu g lever m over 2 / 5 m r^2 [rad/s^2]
        double braked = resists ? FRICTION * G * 0.01 / (0.4 * 0.0625) : 0.0;
        near_to(state_of(w, ball).angular_velocity.z, 4.0 - 0.5 * braked, 0.05);
        run(w, 270);
        assert_int_equal(state_of(w, ball).awake, !resists);
        imp3_world_free(w);
    }
}

// The velocity is told in the body's frame: a belt that is turned by a quarter runs across, and a slope carries up.
static void belts_turn_with_their_bodies(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp3_pose pose = turned_pose(vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 1.0f), 1.5707964f);
    (void)add_belt(w, IMP_BODY_STATIC, &pose, vec(1.0f, 0.0f, 0.0f), NULL);
    imp_body box = add_box(w, vec(0.0f, 0.0f, 0.1f), vec(0.2f, 0.2f, 0.1f));
    pose = turned_pose(vec(100.0f, 0.0f, 0.0f), vec(0.0f, 1.0f, 0.0f), -0.25f);
    (void)add_belt(w, IMP_BODY_STATIC, &pose, vec(1.0f, 0.0f, 0.0f), NULL);
    const imp3_vec up = vec(cosf(0.25f), 0.0f, sinf(0.25f)), normal = vec(-sinf(0.25f), 0.0f, cosf(0.25f));
    imp_body climber =
        add_box(w, imp3_vec_add(vec(100.0f, 0.0f, 0.0f), imp3_vec_scale(normal, 0.1f)), vec(0.2f, 0.2f, 0.1f));
    pose =
        turned_pose(imp3_vec_add(vec(100.0f, 0.0f, 0.0f), imp3_vec_scale(normal, 0.1f)), vec(0.0f, 1.0f, 0.0f), -0.25f);
    assert_int_equal(imp3_world_set_pose(w, climber, &pose), IMP_OK);
    run(w, 90);
    near_to(length_of(imp3_vec_sub(state_of(w, box).velocity, vec(0.0f, 1.0f, 0.0f))), 0.0, 2e-3);
    near_to(length_of(imp3_vec_sub(state_of(w, climber).velocity, up)), 0.0, 2e-3);
    imp3_world_free(w);
}

// A box that wears the belt itself drives away on a floor at rest: the other way.
static void a_belt_drives_its_own_body(void** state)
{
    (void)state;
    imp_collider belt;
    imp3_world* w = world_of_belt(NONE, &belt);
    imp_body box = add_box(w, vec(0.0f, 0.0f, 0.1f), vec(0.3f, 0.3f, 0.1f));
    imp_collider worn;
    int32_t count;
    assert_int_equal(imp3_world_body_colliders(w, box, &worn, 1, &count), IMP_OK);
    assert_int_equal(imp3_world_set_surface_velocity(w, worn, vec(1.0f, 0.5f, 0.0f)), IMP_OK);
    run(w, 60);
    near_to(length_of(imp3_vec_add(state_of(w, box).velocity, vec(1.0f, 0.5f, 0.0f))), 0.0, 2e-3);
    // On a belt that runs as fast it stays.
    assert_int_equal(imp3_world_set_surface_velocity(w, belt, vec(1.0f, 0.5f, 0.0f)), IMP_OK);
    run(w, 60);
    near_to(length_of(state_of(w, box).velocity), 0.0, 2e-3);
    imp3_world_free(w);
}

// What sleeps on a belt wakes when that begins to run, and is told what it runs at.
static void a_belt_that_starts_wakes(void** state)
{
    (void)state;
    imp_collider belt;
    imp3_world* w = world_of_belt(NONE, &belt);
    imp_body box = add_box(w, vec(0.0f, 0.0f, 0.1f), vec(0.3f, 0.3f, 0.1f));
    run(w, 90);
    imp3_body_def def;
    assert_int_equal(imp3_world_get_body_def(w, box, &def), IMP_OK);
    assert_true(def.asleep);
    const imp3_vec speed = vec(0.0f, 1.0f, 0.0f);
    assert_int_equal(imp3_world_set_surface_velocity(w, belt, speed), IMP_OK);
    run(w, 30);
    near_to(length_of(imp3_vec_sub(state_of(w, box).velocity, speed)), 0.0, 2e-3);
    imp3_collider_def told;
    assert_int_equal(imp3_world_get_collider_def(w, belt, &told), IMP_OK);
    assert_memory_equal(&told.surface_velocity, &speed, sizeof speed);
    assert_int_equal(imp3_world_set_surface_velocity(w, belt, vec(NAN, 0.0f, 0.0f)), IMP_ERR_NAN | 3 << 8);
    imp3_world_free(w);
}

// What comes down fast is swept, and gets the friction of the belt all the same: mu times the speed at which it lands.
static void a_hit_gets_the_friction_of_the_belt(void** state)
{
    (void)state;
    imp3_world* w = new_world(NONE, NULL);
    const imp3_pose pose = imp3_pose_identity();
    (void)add_belt(w, IMP_BODY_STATIC, &pose, vec(100.0f, 0.0f, 0.0f), NULL);
    imp_body ball = add_ball(w, vec(0.0f, 0.0f, 1.0f), vec(0.0f, 0.0f, -40.0f), 0.05f, FRICTION, 0.0f);
    run(w, 4);
    imp3_body_state s = state_of(w, ball);
    near_to(s.velocity.x, FRICTION * 40.0f, 0.2);
    near_to(s.angular_velocity.y * 0.05f, -2.5f * FRICTION * 40.0f, 0.5);
    imp3_world_free(w);
}

// Characters are carried, too.
static void a_belt_carries_a_character(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    const imp3_pose pose = turned_pose(NONE, vec(1.0f, 0.0f, 0.0f), -1.5707964f);  // its z is up
    (void)add_belt(w, IMP_BODY_STATIC, &pose, vec(1.5f, 0.0f, 0.0f), NULL);
    imp3_shape hero;
    assert_int_equal(imp3_capsule_make(vec(0.0f, 0.3f, 0.0f), vec(0.0f, 1.5f, 0.0f), 0.3f, &hero), IMP_OK);
    imp3_character_def def = imp3_character_default();
    def.shape = &hero;
    def.gravity = G;
    imp3_character c = {.position = {0.0f, 0.02f, 0.0f}};
    float before = 0.0f;
    for (int32_t step = 0; step < 60; ++step)
    {
        before = step == 30 ? c.position.x : before;  // it has come to the speed by then
        assert_int_equal(imp3_world_move_character(w, &c, &def, NULL, DT, NULL), IMP_OK);
    }
    near_to(c.position.x - before, 0.75, 1e-3);
    imp3_world_free(w);
}

// Saved at any step, and recorded while belts change.
static void belts_are_kept(void** state)
{
    (void)state;
    test_tape t = {.bytes = NULL};
    static uint8_t saved[1 << 16];
    const imp_sink sink = test_tape_sink(&t);
    imp_collider belt;
    int32_t count;
    imp3_world *w = world_of_belt(vec(1.0f, 0.0f, 0.0f), &belt), *other = new_world(NONE, NULL);
    (void)add_box(w, vec(0.0f, 0.0f, 0.1f), vec(0.3f, 0.3f, 0.1f));
    (void)add_ball(w, vec(0.0f, 1.0f, 0.3f), NONE, 0.3f, FRICTION, 0.0f);
    assert_int_equal(imp3_world_record(w, &sink, 1), IMP_OK);
    for (int32_t step = 0; step < 40; ++step)
    {
        if (step == 10)
        {
            // One that drives itself, told with its definition.
            imp3_collider_def driven = imp3_collider_default();
            imp3_shape ball;
            driven.surface_velocity = vec(1.0f, 1.0f, 0.0f);
            assert_int_equal(imp3_sphere_make(NONE, 0.2f, &ball), IMP_OK);
            imp_body body = add_body(w, IMP_BODY_DYNAMIC, vec(4.0f, 0.0f, 0.2f), NONE);
            assert_int_equal(imp3_world_add_collider(w, body, &ball, &driven, NULL), IMP_OK);
        }
        if (step == 20)
        {
            assert_int_equal(imp3_world_set_surface_velocity(w, belt, vec(0.0f, -1.0f, 0.0f)), IMP_OK);
        }
        assert_int_equal(imp3_world_save(w, saved, sizeof saved, &count), IMP_OK);
        assert_int_equal(imp3_world_load(other, saved, count), IMP_OK);
        run(w, 1);
        run(other, 1);
        assert_true(hash_of(w) == hash_of(other));
    }
    assert_int_equal(imp3_world_record(w, NULL, 0), IMP_OK);
    (void)imp3i_tape_same(&t, other, w);
    imp3_world_free(w);
    imp3_world_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_comes_to_the_speed_of_its_belt),
        cmocka_unit_test(a_ball_on_a_belt_gets_two_sevenths),
        cmocka_unit_test(a_ball_on_a_turntable_circles),
        cmocka_unit_test(balls_stop_spinning_by_rolling_resistance),
        cmocka_unit_test(belts_turn_with_their_bodies),
        cmocka_unit_test(a_belt_drives_its_own_body),
        cmocka_unit_test(a_belt_that_starts_wakes),
        cmocka_unit_test(a_hit_gets_the_friction_of_the_belt),
        cmocka_unit_test(a_belt_carries_a_character),
        cmocka_unit_test(belts_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
