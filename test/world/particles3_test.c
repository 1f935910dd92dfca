// SPDX-License-Identifier: MIT
//
// Particles in a world of space: momentum both ways, a grain that lies on a body, a lid on grains, a snapshot at every
// step.

#include <string.h>

#include "impinge/world_particles3.h"
#include "kit3.h"

static imp3_particles* some_grains(float gravity)
{
    imp3_particles_def def = {.gravity = {0.0f, 0.0f, gravity}, .collide = true, .turn = true};
    imp3_particles* p;
    def.material.friction = 0.5f;
    def.material.rolling_resistance = 0.02f;
    assert_int_equal(imp3_particles_make(&def, &p), IMP_OK);
    return p;
}

static int32_t add_grain(imp3_particles* p, imp3_vec at, imp3_vec velocity, float mass, float radius)
{
    imp3_particle grain = imp3_particle_default();
    int32_t number;
    grain.position = at;
    grain.velocity = velocity;
    grain.mass = mass;
    grain.radius = radius;
    assert_int_equal(imp3_particles_add(p, &grain, 1, &number), IMP_OK);
    return number;
}

static imp3_particle grain_at(const imp3_particles* p, int32_t number)
{
    imp3_particle r;
    assert_int_equal(imp3_particles_get(p, number, &r), IMP_OK);
    return r;
}

static void run_both(imp3_world* w, imp3_particles* p, int32_t steps)
{
    for (int32_t i = 0; i < steps; ++i)
    {
        assert_int_equal(imp3_world_step_particles(w, p, DT), IMP_OK);
        run(w, 1);
    }
}

static imp_body add_box(imp3_world* w, int32_t kind, imp3_vec at, imp3_vec half)
{
    imp3_shape box;
    imp3_box extent = {imp3_vec_scale(half, -1.0f), half};
    assert_int_equal(imp3_box_make(extent, &box), IMP_OK);
    imp_body body = add_body(w, kind, at, vec(0.0f, 0.0f, 0.0f));
    (void)wear(w, body, &box, 0.6f, 0.0f);
    return body;
}

// A hail of grains against a free box, off its centre: what they lose, it gets.
static void momentum_both_ways(void** unused)
{
    (void)unused;
    enum
    {
        GRAINS = 30
    };
    imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    imp3_particles* p = some_grains(0.0f);
    imp_body box = add_box(w, IMP_BODY_DYNAMIC, vec(5.0f, 0.2f, 0.3f), vec(0.1f, 0.8f, 0.5f));
    float before = 0.0f;
    for (int32_t i = 0; i < GRAINS; ++i)
    {
        float speed = 3.0f + 0.1f * (float)i;
        (void)add_grain(p, vec(-0.3f * (float)(i % 5), 0.25f * (float)(i / 5 % 3), 0.25f * (float)(i / 15)),
                        vec(speed, 0.0f, 0.0f), 20.0f, 0.1f);
        before += 20.0f * speed;
    }
    run_both(w, p, 240);
    imp3_body_state s = state_of(w, box);
    float after = s.mass * s.velocity.x;
    for (int32_t i = 0; i < GRAINS; ++i)
    {
        after += 20.0f * grain_at(p, i).velocity.x;
    }
    shows(s.velocity.x, >, 0.5f);
    shows(length_of(s.angular_velocity), >, 0.1f);
    near_to(after, before, 1e-4f * before);
    imp3_particles_free(p);
    imp3_world_free(w);
}

// A grain on a body on the floor, and a lid on a bed of grains in a box, lie.
static void lies_on_each_other(void** unused)
{
    (void)unused;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp3_particles* p = some_grains(-G);
    add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
    imp_body below = add_box(w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, 0.5f), vec(1.0f, 1.0f, 0.5f));
    int32_t grain = add_grain(p, vec(0.2f, 0.1f, 1.1f), vec(0.0f, 0.0f, 0.0f), 20.0f, 0.1f);
    for (float side = -1.0f; side <= 1.0f; side += 2.0f)
    {
        (void)add_box(w, IMP_BODY_STATIC, vec(8.0f + 0.8f * side, 0.0f, 1.0f), vec(0.2f, 1.0f, 1.0f));
        (void)add_box(w, IMP_BODY_STATIC, vec(8.0f, 0.8f * side, 1.0f), vec(1.0f, 0.2f, 1.0f));
    }
    for (int32_t i = 0; i < 100; ++i)
    {
        (void)add_grain(
            p,
            vec(7.52f + 0.24f * (float)(i % 5), -0.48f + 0.24f * (float)(i / 5 % 5), 0.15f + 0.22f * (float)(i / 25)),
            vec(0.0f, 0.0f, 0.0f), 4.0f, 0.1f);
    }
    imp_body lid = add_box(w, IMP_BODY_DYNAMIC, vec(8.0f, 0.0f, 1.5f), vec(0.5f, 0.5f, 0.05f));
    run_both(w, p, 600);
    float depth = state_of(w, below).center.z + 0.5f + 0.1f - grain_at(p, grain).position.z;
    near_to(depth, 0.0f, 2e-3f);
    float rest = state_of(w, lid).center.z;
    shows(rest, >, 0.5f);
    for (int32_t i = 0; i < 120; ++i)
    {
        run_both(w, p, 1);
        assert_number(fabsf(state_of(w, lid).center.z - rest), <, 5e-3f);
    }
    imp3_particles_free(p);
    imp3_world_free(w);
}

// A world and its particles, both loaded at every step, go on with the same bits.
static void saved_together(void** unused)
{
    (void)unused;
    static uint8_t bytes[2][1 << 18];
    const imp3_vec none = vec(0.0f, 0.0f, 0.0f), down = vec(0.0f, 0.0f, -G);
    imp3_world *w = new_world(down, NULL), *other = new_world(none, NULL);
    imp3_particles *p = some_grains(-G), *again = some_grains(0.0f);
    add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
    (void)add_ball(w, vec(0.0f, 0.0f, 0.5f), none, 0.5f, 0.6f, 0.0f);
    for (int32_t i = 0; i < 8; ++i)
    {
        (void)add_grain(p, vec(-0.4f + 0.11f * (float)i, 0.02f * (float)i, 1.2f + 0.2f * (float)i), none, 5.0f, 0.1f);
    }
    for (int32_t step = 0; step < 60; ++step)
    {
        int32_t counts[2];
        uint64_t hashes[2];
        assert_int_equal(imp3_world_save(w, bytes[0], sizeof bytes[0], &counts[0]), IMP_OK);
        assert_int_equal(imp3_particles_save(p, bytes[1], sizeof bytes[1], &counts[1]), IMP_OK);
        assert_int_equal(imp3_world_load(other, bytes[0], counts[0]), IMP_OK);
        assert_int_equal(imp3_particles_load(again, bytes[1], counts[1]), IMP_OK);
        run_both(w, p, 1);
        run_both(other, again, 1);
        assert_int_equal(imp3_particles_hash(p, &hashes[0]), IMP_OK);
        assert_int_equal(imp3_particles_hash(again, &hashes[1]), IMP_OK);
        assert_int_equal(hashes[0] == hashes[1], 1);
        assert_int_equal(hash_of(w) == hash_of(other), 1);
    }
    imp3_particles_free(p);
    imp3_particles_free(again);
    imp3_world_free(w);
    imp3_world_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(momentum_both_ways), cmocka_unit_test(lies_on_each_other),
                                       cmocka_unit_test(saved_together)};
    return cmocka_run_group_tests_name("particles3", tests, NULL, NULL);
}
