// SPDX-License-Identifier: MIT
//
// Particles in a world: momentum both ways, what lies on what, what is left out, and recordings.

#include <math.h>
#include <stdio.h>

#include "scenes2.h"
#include "tape.h"

#define DT (1.0f / 60.0f)

static imp2_particles* some_grains(float gravity)
{
    imp2_particles_def def = {.gravity = {0.0f, gravity}, .collide = true, .turn = true};
    imp2_particles* p;
    def.material.friction = 0.5f;
    def.material.rolling_resistance = 0.02f;
    assert_int_equal(imp2_particles_make(&def, &p), IMP_OK);
    return p;
}

static int32_t add_grain(imp2_particles* p, float x, float y, float vx, float mass, float radius)
{
    imp2_particle grain = imp2_particle_default();
    int32_t number;
    grain.position = (imp2_vec){x, y};
    grain.velocity.x = vx;
    grain.mass = mass;
    grain.radius = radius;
    assert_int_equal(imp2_particles_add(p, &grain, 1, &number), IMP_OK);
    return number;
}

static imp2_particle grain_at(const imp2_particles* p, int32_t number)
{
    imp2_particle r;
    assert_int_equal(imp2_particles_get(p, number, &r), IMP_OK);
    return r;
}

static void run_both(imp2_world* world, imp2_particles* p, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        assert_int_equal(imp2_world_step_particles(world, p, DT), IMP_OK);
        scene_run(world, 1, DT);
    }
}

// A hail of grains against a free box of two colliders: what they lose, it gets.
static void momentum_both_ways(void** unused)
{
    (void)unused;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_particles* p = some_grains(0.0f);
    imp2_shape left, right;
    assert_int_equal(imp2_box_make((imp2_box){{-1.0f, -1.0f}, {0.0f, 1.0f}}, &left), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{0.0f, -1.0f}, {0.5f, 1.0f}}, &right), IMP_OK);
    imp_body box = scene_dynamic(world, 5.0f, 0.3f, &left);
    scene_wear(world, box, &right, (imp2_collider_def){.density = 1.0f});
    enum
    {
        GRAINS = 20
    };
    float before = 0.0f;
    for (int i = 0; i < GRAINS; ++i)
    {
        add_grain(p, -0.3f * (float)(i % 5), 0.25f * (float)(i / 5), 3.0f + 0.1f * (float)i, 0.1f, 0.1f);
        before += 0.1f * (3.0f + 0.1f * (float)i);
    }
    run_both(world, p, 240);
    imp2_body_state s = scene_state(world, box);
    float after = s.mass * s.velocity.x;
    for (int i = 0; i < GRAINS; ++i)
    {
        after += 0.1f * grain_at(p, i).velocity.x;
    }
    assert_number(s.velocity.x, >, 0.1f);
    assert_number(fabsf(after - before), <, 1e-4f * before);
    imp2_particles_free(p);
    imp2_world_free(world);
}

// A grain on a body on the floor, and a body on a bed of grains, lie.
static void lies_on_each_other(void** unused)
{
    (void)unused;
    imp2_world* world = scene_world(10.0f, 0.0f);
    imp2_particles* p = some_grains(-10.0f);
    imp2_shape box = scene_box(1.0f, 0.5f), wall = scene_box(0.2f, 2.0f);
    scene_floor(world);
    imp_body below = scene_dynamic(world, 0.0f, 0.5f, &box);
    int32_t grain = add_grain(p, 0.2f, 1.1f, 0.0f, 0.2f, 0.1f);
    for (int side = -1; side <= 1; side += 2)
    {
        scene_body(world, IMP_BODY_STATIC, scene_pose(8.0f + 1.2f * (float)side, 1.0f, 0.0f), &wall, scene_wood);
    }
    for (int i = 0; i < 60; ++i)
    {
        add_grain(p, 7.1f + 0.2f * (float)(i % 10), 0.15f + 0.22f * (float)(i / 10), 0.0f, 0.05f, 0.1f);
    }
    imp2_shape lid = scene_box(0.7f, 0.2f);
    imp_body above = scene_dynamic(world, 8.0f, 2.0f, &lid);
    run_both(world, p, 600);
    imp2_vec places[2] = {grain_at(p, grain).position, scene_state(world, above).pose.p};
    float depth = scene_state(world, below).pose.p.y + 0.5f + 0.1f - places[0].y;
    assert_number(fabsf(depth), <, 2e-3f);
    assert_number(places[1].y, >, 1.0f);
    for (int i = 0; i < 120; ++i)
    {
        run_both(world, p, 1);
        assert_number(fabsf(grain_at(p, grain).position.y - places[0].y), <, 1e-3f);
        assert_number(fabsf(scene_state(world, above).pose.p.y - places[1].y), <, 5e-3f);
    }
    imp2_particles_free(p);
    imp2_world_free(world);
}

// Sensors and one-way colliders are not there; a sleeper wakes only by a push that matters.
static void leaves_alone(void** unused)
{
    (void)unused;
    imp2_world* world = scene_world(10.0f, 0.0f);
    imp2_particles* p = some_grains(0.0f);
    imp2_shape box = scene_box(1.0f, 1.0f);
    imp_body ghost = scene_place(world, IMP_BODY_STATIC, 4.0f, 1.0f),
             gate = scene_place(world, IMP_BODY_STATIC, 8.0f, 1.0f);
    scene_wear(world, ghost, &box, (imp2_collider_def){.sensor = true});
    scene_wear(world, gate, &box, (imp2_collider_def){.one_way = {0.0f, 1.0f}});
    int32_t fast = add_grain(p, 0.0f, 1.0f, 20.0f, 1.0f, 0.1f);
    run_both(world, p, 60);
    assert_number(fabsf(grain_at(p, fast).velocity.x - 20.0f), <, 1e-4f);
    scene_floor(world);
    imp_body sleeper = scene_dynamic(world, -10.0f, 1.0f, &box);
    run_both(world, p, 120);
    assert_false(scene_state(world, sleeper).awake);
    add_grain(p, -15.0f, 1.0f, 5.0f, 1e-3f, 0.1f);
    run_both(world, p, 90);
    assert_false(scene_state(world, sleeper).awake);
    add_grain(p, -15.0f, 1.0f, 20.0f, 5.0f, 0.1f);
    run_both(world, p, 20);
    assert_true(scene_state(world, sleeper).awake);
    imp2_particles_free(p);
    imp2_world_free(world);
}

typedef struct meddler
{
    imp2_world* world;
    imp_body body;
    imp_status status[3];
} meddler;

static void meddle(void* user, const imp2_force_input* input, imp2_vec* force)
{
    meddler* m = user;
    (void)input;
    (void)force;
    m->status[0] = imp2_world_remove_body(m->world, m->body);
    m->status[1] = imp2_world_step(m->world, DT);
    m->status[2] = imp2_world_apply_impulse(m->world, m->body, (imp2_vec){1.0f, 0.0f}, (imp2_vec){0.0f, 0.0f});
}

// Force functions find the world busy: its shapes are being read.
static void busy_meanwhile(void** unused)
{
    (void)unused;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_particles* p = some_grains(0.0f);
    imp2_shape box = scene_box(1.0f, 1.0f);
    meddler m = {world, scene_dynamic(world, 0.0f, 0.0f, &box), {0}};
    imp2_force force = {.kind = IMP_FORCE_USER, .groups = 1, .function = meddle, .user = &m};
    add_grain(p, 1.2f, 0.0f, -5.0f, 1.0f, 0.1f);
    assert_int_equal(imp2_particles_add_force(p, &force, NULL), IMP_OK);
    run_both(world, p, 3);
    for (int i = 0; i < 3; ++i)
    {
        assert_int_equal(imp_status_fault(m.status[i]), IMP_ERR_BUSY);
    }
    imp2_particles_free(p);
    imp2_world_free(world);
}

// A recording of the world is the same without the particles: it has what they did.
static void recorded(void** unused)
{
    (void)unused;
    test_tape t = {.bytes = NULL};
    imp2_world *world = scene_world(10.0f, 0.0f), *other = scene_world(0.0f, 0.0f);
    imp2_particles* p = some_grains(-10.0f);
    imp2_shape box = scene_box(1.0f, 0.5f);
    const imp_sink sink = test_tape_sink(&t);
    scene_floor(world);
    scene_dynamic(world, 0.0f, 0.5f, &box);
    for (int i = 0; i < 10; ++i)
    {
        add_grain(p, -4.0f, 0.5f + 0.3f * (float)i, 8.0f, 0.3f, 0.1f);
    }
    assert_int_equal(imp2_world_record(world, &sink, 1), IMP_OK);
    run_both(world, p, 90);
    assert_int_equal(imp2_world_record(world, NULL, 0), IMP_OK);
    (void)imp2i_tape_same(&t, other, world);
    imp2_particles_free(p);
    imp2_world_free(world);
    imp2_world_free(other);
}

// A world and its particles, both loaded at every step, go on with the same bits: what holds a body up is known, too.
static void saved_together(void** unused)
{
    (void)unused;
    static uint8_t bytes[2][1 << 18];
    imp2_world *world = scene_world(10.0f, 0.0f), *other = scene_world(0.0f, 0.0f);
    imp2_particles *p = some_grains(-10.0f), *again = some_grains(0.0f);
    imp2_shape box = scene_box(1.0f, 0.5f);
    scene_floor(world);
    scene_dynamic(world, 0.0f, 0.5f, &box);
    for (int i = 0; i < 8; ++i)
    {
        add_grain(p, -0.8f + 0.21f * (float)i, 1.1f + 0.05f * (float)i, 0.0f, 0.3f, 0.1f);
    }
    for (int step = 0; step < 90; ++step)
    {
        int32_t counts[2];
        uint64_t hashes[2];
        assert_int_equal(imp2_world_save(world, bytes[0], sizeof bytes[0], &counts[0]), IMP_OK);
        assert_int_equal(imp2_particles_save(p, bytes[1], sizeof bytes[1], &counts[1]), IMP_OK);
        assert_int_equal(imp2_world_load(other, bytes[0], counts[0]), IMP_OK);
        assert_int_equal(imp2_particles_load(again, bytes[1], counts[1]), IMP_OK);
        run_both(world, p, 1);
        run_both(other, again, 1);
        assert_int_equal(imp2_particles_hash(p, &hashes[0]), IMP_OK);
        assert_int_equal(imp2_particles_hash(again, &hashes[1]), IMP_OK);
        assert_int_equal(hashes[0] == hashes[1], 1);
        assert_int_equal(scene_hash(world) == scene_hash(other), 1);
    }
    imp2_particles_free(p);
    imp2_particles_free(again);
    imp2_world_free(world);
    imp2_world_free(other);
}

// Links to bodies are drawn also when more particles have come since the last step, and the bodies of that step are no more.
static void drawn_after_growth(void** unused)
{
    (void)unused;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_particles* p = some_grains(0.0f);
    imp2_shape box = scene_box(1.0f, 1.0f);
    imp2_link rope = {.kind = IMP_LINK_CABLE, .length = 2.0f};
    rope.a.kind = IMP_END_PARTICLE;
    rope.b.kind = IMP_END_SOLID;
    rope.b.solid = scene_dynamic(world, 0.0f, 0.0f, &box).id;
    add_grain(p, 2.0f, 0.0f, 0.0f, 1.0f, 0.1f);
    assert_int_equal(imp2_particles_add_link(p, &rope, NULL), IMP_OK);
    run_both(world, p, 1);
    for (int i = 0; i < 1000; ++i)
    {
        int32_t count = 0;
        add_grain(p, 3.0f, (float)i, 0.0f, 1.0f, 0.1f);
        assert_int_equal(imp2_particles_draw_lines(p, NULL, NULL, 0, &count), IMP_ERR_SPACE | 4 << 8);
        assert_int_equal(count, 2);
    }
    imp2_particles_free(p);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_both_ways), cmocka_unit_test(lies_on_each_other), cmocka_unit_test(leaves_alone),
        cmocka_unit_test(busy_meanwhile),     cmocka_unit_test(recorded),           cmocka_unit_test(saved_together),
        cmocka_unit_test(drawn_after_growth),
    };
    return cmocka_run_group_tests_name("particles2", tests, NULL, NULL);
}
