// SPDX-License-Identifier: MIT
//
// What lies across a joint of two tiles, or lands on it, is held up by both as by one floor.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "floors2.h"

static const float STEP = 1.0f / 120.0f;

// A floor of tiles or of one box, and something that is thrown at it, turned, so that it tumbles.
typedef struct tumble
{
    imp2_world* world;
    imp_body body;
} tumble;

static tumble tumble_make(int layout, int shape, imp2_pose pose, imp2_vec velocity, float spin, float friction)
{
    floor_def f = {.layout = layout, .tiles = 24, .friction = friction};
    tumble t = {.world = floor_world(&f, NULL)};
    floor_lay(t.world, &f);
    imp2_shape own = slide_shape(shape);
    t.body = scene_body(t.world, IMP_BODY_DYNAMIC, pose, &own, (scene_matter){.density = 1.0f, .friction = friction});
    assert_int_equal(imp2_world_set_velocity(t.world, t.body, velocity, spin), IMP_OK);
    return t;
}

// How far two are apart after so many steps, at most.
static float tumble_apart(const tumble* a, const tumble* b, int steps)
{
    float off = 0.0f;
    for (int i = 0; i < steps; ++i)
    {
        scene_run(a->world, 1, STEP);
        scene_run(b->world, 1, STEP);
        imp2_pose p = scene_state(a->world, a->body).pose, q = scene_state(b->world, b->body).pose;
        off = fmaxf(off, fmaxf(fabsf(p.p.x - q.p.x), fabsf(p.p.y - q.p.y)));
    }
    return off;
}

// What is thrown and comes down on an edge, a corner or a side tumbles over tiles as over one floor. A start a hair
// aside leads elsewhere where that is a matter of chance: those do not count.
static void tumbles_are_those_of_one_floor(void** state)
{
    (void)state;
    static const int SHAPE[] = {BOX, CAPSULE, WEDGE};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150), calm = 0, beyond = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        float x = test_rng_range(&rng, 4.0f, 16.0f), y = test_rng_range(&rng, 0.6f, 2.5f);
        imp2_pose pose = scene_pose(x, y, test_rng_range(&rng, -1.0f, 1.0f)), beside = pose;
        imp2_vec velocity = {test_rng_range(&rng, -2.0f, 2.0f), 0.0f};
        float spin = test_rng_range(&rng, -2.0f, 2.0f);
        beside.p.x += 1e-5f;
        int shape = SHAPE[i % 3];
        tumble tiles = tumble_make(BODIES, shape, pose, velocity, spin, 0.3f);
        tumble one = tumble_make(LONG, shape, pose, velocity, spin, 0.3f);
        tumble other = tumble_make(LONG, shape, beside, velocity, spin, 0.3f);
        tumble again = tumble_make(LONG, shape, pose, velocity, spin, 0.3f);
        float swing = tumble_apart(&one, &other, 360), off = tumble_apart(&again, &tiles, 360);
        imp2_world* worlds[4] = {tiles.world, one.world, other.world, again.world};
        for (int k = 0; k < 4; ++k)
        {
            imp2_world_free(worlds[k]);
        }
        calm += swing < 1e-4f;
        beyond += swing < 1e-4f && off >= 1e-3f * FLOOR_TILE;
    }
    print_message("joints: %d of %d calm tumbles are more than 1e-3 of a tile apart\n", (int)beyond, (int)calm);
    assert_number(4 * calm, >=, 3 * count);
    assert_number(20 * beyond, <=, calm);
    test_report("seams2 tumbles", count);
}

// A box that falls flat and fast onto a joint, so that it is swept, stays level.
static void lands_flat_on_joints(void** state)
{
    (void)state;
    for (int k = 0; k < 24; ++k)
    {
        float x = 5.0f + 0.1f * (float)(k % 12);
        tumble t =
            tumble_make(k < 12 ? BODIES : WORN, BOX, scene_pose(x, 2.0f, 0.0f), (imp2_vec){1.0f, -60.0f}, 0.0f, 0.0f);
        scene_run(t.world, 30, STEP);
        imp2_body_state s = scene_state(t.world, t.body);
        assert_number(fabsf(s.pose.q.s), <, 1e-4f);
        assert_number(fabsf(s.angular_velocity), <, 1e-3f);
        assert_number(fabsf(s.pose.p.y - 0.3f), <, 1e-3f);
        assert_number(fabsf(s.velocity.x - 1.0f), <, 1e-4f);
        imp2_world_free(t.world);
    }
}

// A world with a box across the joint of two tiles, at 0, and their bodies.
typedef struct across
{
    imp2_world* world;
    imp_body tiles[2], body;
    imp_collider worn[2];
} across;

static across across_make(float x)
{
    across r = {.world = scene_world(FLOOR_G, 0.0f)};
    imp2_shape tile = scene_box(0.5f, 0.5f), box = slide_shape(BOX);
    for (int k = 0; k < 2; ++k)
    {
        r.tiles[k] = scene_place(r.world, IMP_BODY_STATIC, (float)k - 0.5f, -0.5f);
        r.worn[k] = scene_wear(r.world, r.tiles[k], &tile, (imp2_collider_def){.material = {.friction = 0.5f}});
    }
    r.body = scene_body(r.world, IMP_BODY_DYNAMIC, scene_pose(x, 0.3f, 0.0f), &box, scene_wood);
    return r;
}

// Each of two tiles is told of the point that is on it, and of what that carries: by the lever.
static void points_are_told_of_their_tiles(void** state)
{
    (void)state;
    for (int i = 0; i < 7; ++i)
    {
        float x = 0.1f * (float)(i - 3);
        across a = across_make(x);
        imp2_world_contact contacts[4];
        int32_t count = 0;
        scene_run(a.world, 40, STEP);
        assert_true(scene_state(a.world, a.body).awake);
        assert_int_equal(imp2_world_contacts(a.world, contacts, 4, &count), IMP_OK);
        assert_int_equal(count, 2);
        float due = 0.5f * scene_state(a.world, a.body).mass * FLOOR_G * STEP;
        for (int k = 0; k < 2; ++k)
        {
            const imp2_manifold* m = &contacts[k].manifold;
            assert_number(contacts[k].a.id, ==, a.worn[k].id);
            assert_int_equal(m->count, 1);
            assert_number(m->points[0].id >> 30, !=, 0);
            assert_true(fabsf(m->points[0].point.x - (x + (k ? 0.4f : -0.4f))) < 1e-3f);
            assert_true(fabsf(contacts[k].normal_impulse[0] - due) < 0.02f * due);
        }
        imp2_world_free(a.world);
    }
}

// Who shares a row is gone, or has another surface: the other one is felt alone.
static void who_shared_is_gone(void** state)
{
    (void)state;
    for (int k = 0; k < 8; ++k)
    {
        int gone = k & 1;
        across a = across_make(gone ? 0.1f : -0.1f);   // with its centre over what goes
        scene_run(a.world, 10 + 100 * (k / 4), STEP);  // on the move yet, or asleep
        if (k & 2)
        {
            assert_int_equal(imp2_world_remove_body(a.world, a.tiles[gone]), IMP_OK);
        }
        else
        {
            assert_int_equal(imp2_world_set_enabled(a.world, a.tiles[gone], false), IMP_OK);
        }
        scene_run(a.world, 6, STEP);
        imp2_body_state s = scene_state(a.world, a.body);
        // It turns about the edge of the tile that is left.
        assert_true(gone ? s.angular_velocity < -0.01f : s.angular_velocity > 0.01f);
        scene_run(a.world, 240, STEP);
        assert_true(scene_state(a.world, a.body).pose.p.y < -0.5f);
        imp2_world_free(a.world);
    }
    // On ice on one side and on wood on the other, the box is braked at one point: it is not the row of both any more.
    across a = across_make(0.0f);
    scene_run(a.world, 10, STEP);
    imp_material ice = {.friction = 0.0f};
    assert_int_equal(imp2_world_set_material(a.world, a.worn[0], &ice), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(a.world, a.body, (imp2_vec){0.1f, 0.0f}, 0.0f), IMP_OK);
    scene_run(a.world, 1, STEP);
    imp2_world_contact contacts[4];
    int32_t count = 0;
    assert_int_equal(imp2_world_contacts(a.world, contacts, 4, &count), IMP_OK);
    assert_int_equal(count, 2);
    assert_number(contacts[0].normal_impulse[0], >, 0.0f);
    assert_number(fabsf(contacts[0].tangent_impulse[0]), <=, 0.0f);
    assert_number(contacts[1].normal_impulse[0], >, 0.0f);
    assert_number(fabsf(contacts[1].tangent_impulse[0]), >, 0.0f);
    imp2_world_free(a.world);
}

// Saved and loaded at every step, while boxes tumble over joints, tiles go and come: the world goes on as if it had not
// been.
static uint64_t hash_tumble(bool saved)
{
    tumble t = tumble_make(BODIES, BOX, scene_pose(5.0f, 1.0f, 0.3f), (imp2_vec){1.0f, 0.0f}, 1.0f, 0.3f);
    imp2_shape box = slide_shape(BOX), wedge = slide_shape(WEDGE);
    for (int i = 0; i < 8; ++i)
    {
        scene_body(t.world, IMP_BODY_DYNAMIC, scene_pose(6.0f + 1.3f * (float)i, 0.5f, 0.4f * (float)i),
                   i % 2 ? &box : &wedge, scene_wood);
    }
    uint8_t* bytes = malloc(1 << 18);
    assert_non_null(bytes);
    uint64_t hash = 0;
    for (int i = 0; i < 200; ++i)
    {
        scene_run(t.world, 1, STEP);
        hash = hash * 31 + scene_hash(t.world);
        if (saved)
        {
            int32_t count = 0;
            assert_int_equal(imp2_world_save(t.world, bytes, 1 << 18, &count), IMP_OK);
            assert_int_equal(imp2_world_load(t.world, bytes, count), IMP_OK);
        }
    }
    free(bytes);
    imp2_world_free(t.world);
    return hash;
}

static void saved_at_every_step(void** state)
{
    (void)state;
    assert_true(hash_tumble(true) == hash_tumble(false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tumbles_are_those_of_one_floor),
        cmocka_unit_test(lands_flat_on_joints),
        cmocka_unit_test(points_are_told_of_their_tiles),
        cmocka_unit_test(who_shared_is_gone),
        cmocka_unit_test(saved_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
