// SPDX-License-Identifier: MIT
//
// A world of space: spheres on a fixed sphere and on half-spaces, compared with
// closed forms.

#include <stdlib.h>

#include "impinge/world_record3.h"
#include "../../src/math/spin3.h"
#include "kit3.h"
#include "tape.h"

enum
{
    HEAP = 200,
    HEAP_STEPS = 300
};

// 1

static void falls_and_rests(void** state)
{
    (void)state;
    const float radius = 0.5f, height = 2.0f;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    imp_body ball = add_ball(w, vec(3.0f, radius + height, -4.0f), vec(0.0f, 0.0f, 0.0f), radius, 0.6f, 0.0f);
    run(w, 30);
    // Sub-steps of h make the fall longer by g h t / 2.
    near_to(state_of(w, ball).center.y, radius + height - 0.5f * G * 0.25f, 0.5f * G * 0.5f * DT / 4.0f + 1e-4f);
    run(w, 90);
    imp3_body_state s = state_of(w, ball);
    near_to(s.center.y, radius, SLOP);
    near_to(s.center.x, 3.0f, 1e-6f);
    near_to(s.center.z, -4.0f, 1e-6f);
    shows(s.awake, ==, false);
    imp3_world_free(w);
}

// 2

static void on_a_fixed_sphere(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(0.0f, 2.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    wear_sphere(w, fixed, vec(0.0f, 0.0f, 0.0f), 1.0f, 0.6f, 0.0f);
    imp_body top = add_ball(w, vec(0.0f, 3.6f, 0.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.0f);
    run(w, 180);
    near_to(state_of(w, top).center.y, 3.5f, SLOP);
    near_to(length_of(vec(state_of(w, top).center.x, 0.0f, state_of(w, top).center.z)), 0.0f, 1e-6f);
    assert_int_equal(imp3_world_remove_body(w, top), IMP_OK);
    imp_body beside = add_ball(w, vec(0.06f, 3.6f, 0.08f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.0f);
    run(w, 300);
    imp3_vec at = state_of(w, beside).center;
    near_to(at.y, 0.5f, SLOP);
    shows(length_of(vec(at.x, 0.0f, at.z)), >, 1.5f);
    near_to(atan2f(at.z, at.x), atan2f(0.08f, 0.06f), 1e-3f);  // the ball stays in the plane of its fall
    imp3_world_free(w);
}

// 3

static void bounces(void** state)
{
    (void)state;
    const float springy[3] = {0.5f, 0.8f, 0.95f}, height = 2.0f;
    for (int k = 0; k < 3; ++k)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, springy[k]);
        imp_body ball = add_ball(w, vec(0.0f, 0.5f + height, 0.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, springy[k]);
        float highest = 0.0f;
        for (int32_t i = 0; i < 120; ++i)
        {
            run(w, 1);
            imp3_body_state s = state_of(w, ball);
            bool risen = s.velocity.y > 0.0f || highest > 0.0f;
            highest = risen && s.center.y - 0.5f > highest ? s.center.y - 0.5f : highest;
            if (highest > 0.0f && s.velocity.y < 0.0f)
            {
                break;
            }
        }
        near_to(highest, springy[k] * springy[k] * height, 0.02f * springy[k] * springy[k] * height);
        imp3_world_free(w);
    }
}

// 4

static void rolls_and_slides(void** state)
{
    (void)state;
    // The slope is aligned with no axis.
    const float angle = 0.35f, c = cosf(angle), s = sinf(angle), time = 1.5f;
    const imp3_vec down = vec(0.6f * c, -s, 0.8f * c), up = vec(0.6f * s, c, 0.8f * s);
    const struct
    {
        float friction, wanted;
    } cases[2] = {{0.8f, 5.0f / 7.0f * G * s}, {0.04f, G * (s - 0.04f * c)}};
    for (int k = 0; k < 2; ++k)
    {
        imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
        add_ground(w, up, cases[k].friction, 0.0f);
        imp_body ball = add_ball(w, imp3_vec_scale(up, 0.5f), vec(0.0f, 0.0f, 0.0f), 0.5f, cases[k].friction, 0.0f);
        run(w, (int32_t)(time / DT + 0.5f));
        imp3_body_state b = state_of(w, ball);
        near_to(imp3_vec_dot(b.velocity, down) / time, cases[k].wanted, 0.01f * cases[k].wanted);
        near_to(length_of(imp3_vec_cross(b.velocity, down)), 0.0f, 1e-3f);
        near_to(imp3_vec_dot(b.center, up), 0.5f, SLOP);
        imp3_vec axis = imp3_vec_cross(up, down);
        float spin = k == 0 ? imp3_vec_dot(b.velocity, down) / 0.5f : 2.5f * cases[k].friction * G * c * time / 0.5f;
        near_to(imp3_vec_dot(b.angular_velocity, axis), spin, 0.01f * spin);
        // The contact tells the load, and the friction: up the slope, of the ball.
        imp3_world_contact contact;
        int32_t count;
        assert_int_equal(imp3_world_contacts(w, &contact, 1, &count), IMP_OK);
        float load = b.mass * G * c * DT, rub = k == 0 ? b.mass * 2.0f / 7.0f * G * s * DT : cases[k].friction * load;
        near_to(contact.normal_impulse[0], load, 0.01f * load);
        near_to(length_of(imp3_vec_add(contact.tangent_impulse[0], imp3_vec_scale(down, rub))), 0.0f, 0.01f * rub);
        imp3_world_free(w);
    }
}

// 5

static void sleeps_and_wakes(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    imp_body ball = add_ball(w, vec(0.0f, 0.5f, 0.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.0f);
    int32_t asleep = 0;
    for (; asleep < 120 && state_of(w, ball).awake; ++asleep)
    {
        run(w, 1);
    }
    near_to((float)asleep * DT, 0.5f, 0.1f);
    imp_body other = add_ball(w, vec(0.3f, 2.5f, 0.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.0f);
    int32_t woken = 0;
    for (; woken < 120 && !state_of(w, ball).awake; ++woken)
    {
        run(w, 1);
    }
    // The spheres touch when their centers are 1 m apart.
    near_to((float)woken * DT, sqrtf(2.0f * (2.5f - 0.5f - sqrtf(1.0f - 0.09f)) / G), 3.0f * DT);
    run(w, 600);
    shows(state_of(w, ball).center.x, <, -0.01f);
    near_to(state_of(w, other).center.y, 0.5f, SLOP);
    imp3_world_free(w);
}

// 6

static imp3i_dvec momentum_about(const imp3_world* w, imp_body body, imp3i_dvec about)
{
    imp3_body_state s = state_of(w, body);
    imp3i_dspin own = imp3i_dinertia_apply(imp3i_dinertia_of(imp3i_inertia_turned(s.inertia, s.pose.q)),
                                           imp3i_dvec_of(s.angular_velocity));
    imp3i_dvec arm = imp3i_dsub(imp3i_dvec_of(s.center), about);
    return imp3i_dadd(own, imp3i_dscale(imp3i_dcross(arm, imp3i_dvec_of(s.velocity)), (double)s.mass));
}

static double apart(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec d = imp3i_dsub(a, b);
    return sqrt(imp3i_ddot(d, d));
}

// Three spheres of different sizes.
static void wear_odd(imp3_world* w, imp_body odd)
{
    wear_sphere(w, odd, vec(1.0f, 0.0f, 0.0f), 0.3f, 0.6f, 0.0f);
    wear_sphere(w, odd, vec(-0.5f, 0.6f, 0.0f), 0.4f, 0.6f, 0.0f);
    wear_sphere(w, odd, vec(-0.5f, -0.5f, 0.7f), 0.2f, 0.6f, 0.0f);
}

static void turns_freely(void** state)
{
    (void)state;
    const imp3i_dvec origin = {0.0, 0.0, 0.0};
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp_body ball = add_ball(w, vec(1.0f, 2.0f, 3.0f), vec(0.0f, 0.0f, 0.0f), 0.5f, 0.6f, 0.0f);
    imp3_body_state s = state_of(w, ball);
    imp3_vec arm = vec(0.1f, 0.4f, -0.2f), impulse = vec(30.0f, -20.0f, 50.0f);
    near_to(s.inertia.xx, 0.4f * s.mass * 0.25f, 1e-5f * s.mass);
    assert_int_equal(imp3_world_apply_impulse(w, ball, impulse, imp3_vec_add(s.center, arm)), IMP_OK);
    imp3_vec wanted = imp3_vec_scale(imp3_vec_cross(arm, impulse), 1.0f / s.inertia.xx);
    near_to(length_of(imp3_vec_sub(state_of(w, ball).angular_velocity, wanted)), 0.0f, 1e-5f * length_of(wanted));
    near_to(length_of(imp3_vec_sub(state_of(w, ball).velocity, imp3_vec_scale(impulse, 1.0f / s.mass))), 0.0f, 1e-7f);
    // About another point than the center, rounding of the position counts, too.
    imp3i_dvec own = momentum_about(w, ball, imp3i_dvec_of(state_of(w, ball).center));
    imp3i_dvec before = momentum_about(w, ball, origin);
    run(w, 600);
    s = state_of(w, ball);
    near_to(apart(momentum_about(w, ball, imp3i_dvec_of(s.center)), own) / sqrt(imp3i_ddot(own, own)), 0.0, 1e-5);
    near_to(apart(momentum_about(w, ball, origin), before) / sqrt(imp3i_ddot(before, before)), 0.0, 1e-4);

    // A body with three different moments of inertia tumbles, and keeps its momentum and its energy.
    imp_body odd = add_body(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    wear_odd(w, odd);
    assert_int_equal(imp3_world_set_velocity(w, odd, vec(0.0f, 0.0f, 0.0f), vec(3.0f, 2.0f, -1.0f)), IMP_OK);
    s = state_of(w, odd);
    before = momentum_about(w, odd, origin);
    double energy = imp3i_dinertia_energy(imp3i_dinertia_of(imp3i_inertia_turned(s.inertia, s.pose.q)),
                                          imp3i_dvec_of(s.angular_velocity));
    imp3_vec spin = s.angular_velocity;
    run(w, 600);
    s = state_of(w, odd);
    near_to(apart(momentum_about(w, odd, origin), before) / sqrt(imp3i_ddot(before, before)), 0.0, 1e-4);
    near_to(imp3i_dinertia_energy(imp3i_dinertia_of(imp3i_inertia_turned(s.inertia, s.pose.q)),
                                  imp3i_dvec_of(s.angular_velocity)) /
                energy,
            1.0, 1e-3);
    shows(length_of(imp3_vec_sub(s.angular_velocity, spin)), >, 0.1f);
    imp3_world_free(w);
}

// 7

static imp3i_dvec linear_of(const imp3_world* w, imp_body body)
{
    imp3_body_state s = state_of(w, body);
    return imp3i_dscale(imp3i_dvec_of(s.velocity), (double)s.mass);
}

// Momenta before and after an oblique collision of two spheres, one of which spins.
static void collide_two(float restitution, bool bullets, double most_turning)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp_body a = add_ball(w, vec(-2.0f, 0.1f, 0.05f), vec(3.0f, 0.0f, 0.2f), 0.5f, 0.5f, restitution);
    imp_body b = add_ball(w, vec(2.0f, -0.2f, 0.3f), vec(-4.0f, 0.3f, 0.0f), 0.7f, 0.5f, restitution);
    assert_int_equal(imp3_world_set_velocity(w, a, vec(3.0f, 0.0f, 0.2f), vec(0.0f, 5.0f, 2.0f)), IMP_OK);
    assert_int_equal(imp3_world_set_bullet(w, a, bullets), IMP_OK);
    assert_int_equal(imp3_world_set_bullet(w, b, bullets), IMP_OK);
    const imp3i_dvec about = {1.0, -2.0, 3.0};
    imp3i_dvec before = imp3i_dadd(linear_of(w, a), linear_of(w, b));
    imp3i_dvec turning = imp3i_dadd(momentum_about(w, a, about), momentum_about(w, b, about));
    run(w, 60);
    imp3i_dvec after = imp3i_dadd(linear_of(w, a), linear_of(w, b));
    imp3i_dvec turned = imp3i_dadd(momentum_about(w, a, about), momentum_about(w, b, about));
    shows(length_of(imp3_vec_sub(state_of(w, a).velocity, vec(3.0f, 0.0f, 0.2f))), >, 1.0f);
    shows(length_of(state_of(w, b).angular_velocity), >, 0.1f);
    near_to(apart(after, before) / sqrt(imp3i_ddot(before, before)), 0.0, 1e-5);
    near_to(apart(turned, turning) / sqrt(imp3i_ddot(turning, turning)), 0.0, most_turning);
    imp3_world_free(w);
}

static void collides_in_the_void(void** state)
{
    (void)state;
    // Rows push at the contact point of the beginning of the step, up to 0.1 m away; a swept hit, where the two meet.
    collide_two(0.0f, false, 1e-3);
    collide_two(0.9f, false, 1e-5);
    collide_two(0.0f, true, 1e-5);
}

// Angular momentum before and after a ball hits a rotated body with three different moments of inertia off its center.
static void collide_odd(bool bullets, double most_turning)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp3_body_def def = imp3_body_default();
    imp_body odd;
    def.kind = IMP_BODY_DYNAMIC;
    def.bullet = bullets;
    assert_int_equal(imp3_rot_make(vec(1.0f, 2.0f, -1.0f), 1.2f, &def.pose.q), IMP_OK);
    assert_int_equal(imp3_world_add_body(w, &def, &odd), IMP_OK);
    wear_odd(w, odd);
    imp3_vec target = imp3_pose_apply(def.pose, vec(1.0f, 0.0f, 0.0f));
    imp3_vec from = imp3_vec_add(target, vec(-0.1f, 3.04f, 0.1f));
    imp_body ball = add_ball(w, from, vec(0.0f, -4.0f, 0.0f), 0.3f, 0.5f, 0.0f);
    assert_int_equal(imp3_world_set_bullet(w, ball, bullets), IMP_OK);
    const imp3i_dvec about = {0.0, 0.0, 0.0};
    imp3i_dvec turning = imp3i_dadd(momentum_about(w, odd, about), momentum_about(w, ball, about));
    for (int32_t i = 0; i < 60 && length_of(state_of(w, odd).angular_velocity) == 0.0f; ++i)
    {
        run(w, 1);
    }
    imp3i_dvec turned = imp3i_dadd(momentum_about(w, odd, about), momentum_about(w, ball, about));
    shows(length_of(state_of(w, odd).angular_velocity), >, 0.1f);
    near_to(apart(turned, turning) / sqrt(imp3i_ddot(turning, turning)), 0.0, most_turning);
    imp3_world_free(w);
}

static void hits_an_odd_body(void** state)
{
    (void)state;
    collide_odd(false, 1e-3);
    collide_odd(true, 2e-4);  // the rest of the step after a swept hit keeps the spin, not the angular momentum
}

// A spinning sphere is pressed against another one: friction makes both spins change alike.
static void spins_are_exchanged(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp_body a = add_ball(w, vec(-0.5f, 0.0f, 0.0f), vec(0.05f, 0.0f, 0.0f), 0.5f, 0.5f, 0.0f);
    imp_body b = add_ball(w, vec(0.5f, 0.0f, 0.0f), vec(-0.05f, 0.0f, 0.0f), 0.5f, 0.5f, 0.0f);
    assert_int_equal(imp3_world_set_velocity(w, a, vec(0.05f, 0.0f, 0.0f), vec(0.3f, 0.2f, 0.6f)), IMP_OK);
    const imp3i_dvec about = {1.0, -2.0, 3.0};
    imp3i_dvec before = imp3i_dadd(linear_of(w, a), linear_of(w, b));
    imp3i_dvec turning = imp3i_dadd(momentum_about(w, a, about), momentum_about(w, b, about));
    run(w, 1);
    imp3i_dvec after = imp3i_dadd(linear_of(w, a), linear_of(w, b));
    imp3i_dvec turned = imp3i_dadd(momentum_about(w, a, about), momentum_about(w, b, about));
    imp3_vec spin_a = state_of(w, a).angular_velocity, spin_b = state_of(w, b).angular_velocity;
    // The friction impulse is mu times the normal one, m v: it changes each spin by 5/2 mu v / r.
    imp3_vec change = imp3_vec_sub(spin_a, vec(0.3f, 0.2f, 0.6f));
    near_to(length_of(imp3_vec_sub(change, spin_b)), 0.0f, 1e-5f);
    near_to(length_of(spin_b), 2.5f * 0.5f * 0.05f / 0.5f, 0.02f * 0.125f);
    near_to(spin_b.x, 0.0f, 1e-6f);
    near_to(spin_b.y / spin_b.z, 0.2f / 0.6f, 1e-3f);
    near_to(apart(after, before) / (double)state_of(w, a).mass, 0.0, 1e-6);
    near_to(apart(turned, turning) / sqrt(imp3i_ddot(turning, turning)), 0.0, 1e-5);
    imp3_world_free(w);
}

// 8, 9, 10

static void add_heap(imp3_world* w, imp_body* bodies)
{
    test_rng rng = {7};
    add_ground(w, vec(0.0f, 1.0f, 0.0f), 0.6f, 0.0f);
    for (int k = -1; k <= 1; k += 2)
    {
        add_wall(w, vec((float)k * 2.2f, 0.0f, 0.0f), vec((float)-k, 0.0f, 0.0f), 0.6f, 0.0f);
        add_wall(w, vec(0.0f, 0.0f, (float)k * 2.2f), vec(0.0f, 0.6f, (float)-k * 0.8f), 0.6f, 0.0f);
    }
    imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.5f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    wear_sphere(w, fixed, vec(0.0f, 0.0f, 0.0f), 1.0f, 0.6f, 0.0f);
    for (int32_t i = 0; i < HEAP; ++i)
    {
        float x = (float)(i % 5) - 2.0f, y = 2.0f + 0.8f * (float)(i / 25), z = (float)(i / 5 % 5) - 2.0f;
        float along = test_rng_range(&rng, -0.1f, 0.1f), aside = test_rng_range(&rng, -0.1f, 0.1f);
        float radius = test_rng_range(&rng, 0.15f, 0.35f);
        bodies[i] = add_ball(w, vec(0.8f * x + aside, y, 0.8f * z + along), vec(0.0f, 0.0f, 0.0f), radius, 0.6f, 0.0f);
    }
}

// Kinetic and potential energy, as a fall in sub-steps keeps it: v^2 / 2 + g y - g h v / 2.
static double energy_of(const imp3_world* w, const imp_body* bodies)
{
    double energy = 0.0;
    for (int32_t i = 0; i < HEAP; ++i)
    {
        imp3_body_state s = state_of(w, bodies[i]);
        imp3i_dvec v = imp3i_dvec_of(s.velocity);
        energy +=
            (double)s.mass * (0.5 * imp3i_ddot(v, v) + (double)(G * s.center.y) - 0.5 * (double)(G * SUB_STEP) * v.y) +
            imp3i_dinertia_energy(imp3i_dinertia_of(s.inertia), imp3i_dvec_of(s.angular_velocity));
    }
    return energy;
}

static void saved_and_loaded(void** state)
{
    (void)state;
    imp_body bodies[HEAP];
    imp3_world *w = new_world(vec(0.0f, -G, 0.0f), NULL), *other = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    int32_t count = 0;
    add_heap(w, bodies);
    run(w, 80);
    (void)imp3_world_save(w, NULL, 0, &count);
    uint8_t* bytes = (uint8_t*)malloc((size_t)count);
    assert_non_null(bytes);
    assert_int_equal(imp3_world_save(w, bytes, count, &count), IMP_OK);
    assert_int_equal(imp3_world_load(other, bytes, count), IMP_OK);
    assert_true(hash_of(other) == hash_of(w));
    run(w, 100);
    run(other, 100);
    printf("    %d bytes, hashes %016llx and %016llx\n", (int)count, (unsigned long long)hash_of(w),
           (unsigned long long)hash_of(other));
    assert_true(hash_of(other) == hash_of(w));
    free(bytes);
    imp3_world_free(w);
    imp3_world_free(other);
}

static void recorded_and_replayed(void** state)
{
    (void)state;
    imp_body bodies[HEAP];
    imp3_world *w = new_world(vec(0.0f, -G, 0.0f), NULL), *other = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    test_tape t = {.bytes = NULL};
    const imp_sink sink = test_tape_sink(&t);
    assert_int_equal(imp3_world_record(w, &sink, 10), IMP_OK);
    add_heap(w, bodies);
    for (int32_t i = 0; i < 100; ++i)
    {
        run(w, 1);
        imp3_vec push = vec(100.0f, 50.0f, -80.0f);
        assert_int_equal(imp3_world_apply_impulse(w, bodies[i], push, state_of(w, bodies[i]).pose.p), IMP_OK);
    }
    assert_int_equal(imp3_world_record(w, NULL, 0), IMP_OK);
    const int32_t bytes = t.count;
    const imp3_replay_report report = imp3i_tape_same(&t, other, w);
    printf("    %d bytes, %d calls, %d steps\n", (int)bytes, (int)report.calls, (int)report.steps);
    assert_int_equal(report.steps, 100);
    imp3_world_free(w);
    imp3_world_free(other);
}

static uint64_t heap_of(const imp_jobs* jobs, bool told)
{
    imp_body bodies[HEAP];
    imp3_world* w = new_world(vec(0.0f, -G, 0.0f), jobs);
    add_heap(w, bodies);
    double before = energy_of(w, bodies), rise = 0.0;
    for (int32_t i = 0; i < HEAP_STEPS; ++i)
    {
        run(w, 1);
        double now = energy_of(w, bodies);
        rise = now - before > rise ? now - before : rise;
        before = now;
    }
    float lowest = INFINITY;
    double moving = 0.0;
    for (int32_t i = 0; i < HEAP; ++i)
    {
        imp3_body_state s = state_of(w, bodies[i]);
        float radius = cbrtf(s.mass / (1000.0f * 4.18879020f));
        lowest = s.center.y - radius < lowest ? s.center.y - radius : lowest;
        moving += 0.5 * (double)s.mass * (double)imp3_vec_dot(s.velocity, s.velocity);
    }
    imp_world_stats stats;
    assert_int_equal(imp3_world_stats(w, &stats), IMP_OK);
    if (told)
    {
        printf("    %d contacts, %d awake, energy %.6g, of it in motion %.3g\n", (int)stats.contacts, (int)stats.awake,
               before, moving);
        shows(lowest, >, -SLOP);
        near_to(rise / before, 0.0, 1e-4);
    }
    uint64_t hash = hash_of(w);
    imp3_world_free(w);
    return hash;
}

static void a_heap_on_threads(void** state)
{
    (void)state;
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(4, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    uint64_t alone = heap_of(NULL, true), together = heap_of(&jobs, false);
    printf("    hashes %016llx and %016llx\n", (unsigned long long)alone, (unsigned long long)together);
    assert_true(alone == together);
    imp_pool_free(pool);
}

// 11

static void a_bullet_is_stopped(void** state)
{
    (void)state;
    for (int k = 0; k < 2; ++k)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        wear_sphere(w, fixed, vec(0.0f, 0.0f, 0.0f), 0.05f, 0.6f, 0.0f);
        imp3_body_def def = imp3_body_default();
        imp_body bullet;
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = vec(-7.0f, 0.0f, 0.0f);
        def.velocity = vec(300.0f, 0.0f, 0.0f);
        def.bullet = k == 0;
        assert_int_equal(imp3_world_add_body(w, &def, &bullet), IMP_OK);
        wear_sphere(w, bullet, vec(0.0f, 0.0f, 0.0f), 0.01f, 0.6f, 0.0f);
        run(w, 10);
        imp3_body_state s = state_of(w, bullet);
        near_to(s.center.x, -0.06f, 0.001f);
        near_to(length_of(s.velocity), 0.0f, 0.1f);
        imp3_world_free(w);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 1 << 12);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_and_rests),
        cmocka_unit_test(on_a_fixed_sphere),
        cmocka_unit_test(bounces),
        cmocka_unit_test(rolls_and_slides),
        cmocka_unit_test(sleeps_and_wakes),
        cmocka_unit_test(turns_freely),
        cmocka_unit_test(collides_in_the_void),
        cmocka_unit_test(hits_an_odd_body),
        cmocka_unit_test(spins_are_exchanged),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(recorded_and_replayed),
        cmocka_unit_test(a_heap_on_threads),
        cmocka_unit_test(a_bullet_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
