// SPDX-License-Identifier: MIT
//
// Floors of many things: boxes, balls, capsules and rounded polygons slide over tiles that are bodies or colliders of
// their own as over one long floor.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "floors2.h"

#define G FLOOR_G
#define TILE FLOOR_TILE
#define FLUSH 0.00125f
#define PI 3.14159265358979

// The worst of a slide over a distance or a time.
typedef struct course
{
    float hop, sink, loss, gain, x, time;
    float late;  // the part of the way that it is not where it should be
} course;

static course follow(const slide* s, const floor_def* f, float speed, float hertz, float distance, float seconds)
{
    course c = {0};
    for (; c.time < seconds && c.x < distance; c.time += 1.0f / hertz)
    {
        scene_run(s->world, 1, 1.0f / hertz);
        imp2_body_state state = scene_state(s->world, s->body);
        imp2_vec at = floor_along(f, state.pose.p), v = floor_along(f, state.velocity);
        c.x = at.x;
        c.hop = fmaxf(c.hop, at.y - s->rest);
        c.sink = fmaxf(c.sink, s->rest - at.y);
        c.loss = fmaxf(c.loss, 1.0f - v.x / speed);
        c.gain = fmaxf(c.gain, v.x / speed - 1.0f);
    }
    c.late = fabsf(c.x + 0.37f - speed * c.time) / (speed * c.time);
    return c;
}

static void check_course(const floor_def* f, int shape, float speed, float hertz, course c)
{
    float off = 1e-3f * TILE + f->uneven;
    if (!(c.hop <= off && c.sink <= off && c.loss <= 1e-3f && c.gain <= 1e-3f && c.late <= 2e-3f))
    {
        print_error("layout %d, shape %d, slope %.0f, %g m/s, %g Hz: hop %g, sink %g, loss %g, gain %g, late %g\n",
                    f->layout, shape, (double)f->slope * 180.0 / PI, (double)speed, (double)hertz, (double)c.hop,
                    (double)c.sink, (double)c.loss, (double)c.gain, (double)c.late);
        fail();
    }
}

static void check_slide(const floor_def* f, int shape, float speed, float hertz)
{
    slide s = slide_make(f, shape, speed, hertz);
    float distance = (float)(f->tiles - 4) * TILE;
    course c = follow(&s, f, speed, hertz, distance - fmaxf(1.0f, speed / hertz), 1.0f);
    check_course(f, shape, speed, hertz, c);
    imp2_world_free(s.world);
}

// Every layout, at every five degrees of slope; shapes, speeds and step rates take turns.
static void seams_are_not_felt(void** state)
{
    (void)state;
    static const float SPEEDS[] = {0.1f, 1.0f, 5.0f, 20.0f, 120.0f}, HERTZ[] = {30.0f, 60.0f, 240.0f};
    uint64_t count = 0;
    for (int layout = 0; layout < LAYOUTS; ++layout)
    {
        for (int slope = 0; slope < 90; slope += 5)
        {
            floor_def f = {.layout = layout, .tiles = 24, .slope = (float)(slope * PI / 180.0), .seed = count};
            for (int k = 0; k < 2; ++k, ++count)
            {
                int shape = k == 0 ? BOX : 1 + (int)(count / 2 % (SHAPES - 1));
                check_slide(&f, shape, SPEEDS[(count / 2) % 5], HERTZ[(count / 3) % 3]);
            }
        }
    }
    test_report("seams2 slides", count);
}

// Small tiles, up to sixteen in a step: what comes to them at full speed, without ever having lain, keeps its height to
// a thousandth of a tile.
static void small_tiles_at_speed(void** state)
{
    (void)state;
    static const float SPEEDS[] = {20.0f, 60.0f, 120.0f}, HERTZ[] = {30.0f, 60.0f, 144.0f};
    const float tile = 0.25f;
    for (int k = 0; k < 54; ++k)
    {
        int shape = k % 3;  // box, ball, capsule
        float speed = SPEEDS[k / 3 % 3], hertz = HERTZ[k / 9 % 3], x = 0.0f;
        imp2_world* world = scene_world(G, 0.0f);
        imp_body worn = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        for (int i = 0; i < 800; ++i)
        {
            imp2_shape box;
            float from = (float)i * tile - 2.0f;
            bool apart = k >= 27;
            assert_int_equal(imp2_box_make((imp2_box){{from, -tile}, {from + tile, 0.0f}}, &box), IMP_OK);
            scene_wear(world, apart ? scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f) : worn, &box,
                       (imp2_collider_def){.density = 0.0f});
        }
        imp2_shape own = slide_shape(shape);
        imp_body body =
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.3f, 0.0f), &own, (scene_matter){.density = 1.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){speed, 0.0f}, 0.0f), IMP_OK);
        while (x < 196.0f - speed / hertz)
        {
            scene_run(world, 1, 1.0f / hertz);
            imp2_body_state s = scene_state(world, body);
            x = s.pose.p.x;
            assert_true(fabsf(s.pose.p.y - 0.3f) < 1e-3f * tile);
            assert_true(fabsf(s.velocity.x / speed - 1.0f) < 1e-3f);
        }
        imp2_world_free(world);
    }
}

// Gaps and steps up to a quarter of the slop are none: what slides goes up and down by them, and loses nothing.
static void uneven_is_flush(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        for (int k = 0; k < 6; ++k)
        {
            floor_def f = {.layout = BODIES, .tiles = 40, .uneven = 0.9f * FLUSH, .seed = (uint64_t)k};
            check_slide(&f, shape, k & 1 ? 5.0f : 60.0f, k & 2 ? 60.0f : 240.0f);
        }
    }
}

// From 28 m/s until it nearly stands, over every layout: what is lost is what one floor takes, to a thousandth of it.
// That is friction alone, mu g t.
static void friction_is_that_of_one_floor(void** state)
{
    (void)state;
    const float speed = 28.0f, mu = 0.3f;
    for (int k = 0; k < LAYOUTS * SHAPES; ++k)
    {
        int shape = k % SHAPES;
        if (shape == BALL)
        {
            continue;  // it rolls
        }
        floor_def f = {.layout = k / SHAPES, .tiles = 160, .friction = mu}, whole = f;
        whole.layout = LONG;
        slide tiles = slide_make(&f, shape, speed, 60.0f), one = slide_make(&whole, shape, speed, 60.0f);
        for (int i = 1; i <= 520; ++i)
        {
            scene_run(tiles.world, 1, 1.0f / 60.0f);
            scene_run(one.world, 1, 1.0f / 60.0f);
            imp2_body_state a = scene_state(tiles.world, tiles.body), b = scene_state(one.world, one.body);
            float lost = speed - a.velocity.x, due = speed - b.velocity.x, sure = mu * G * (float)i / 60.0f;
            assert_true(fabsf(a.pose.p.y - b.pose.p.y) < 1e-4f * TILE);
            assert_true(fabsf(lost - due) <= 1e-3f * due + 5e-4f * speed * (i < 60));
            assert_number(fabsf(due - sure), <, 2e-3f * speed);
            assert_number(fabsf(lost - sure), <, 2e-3f * speed);
        }
        imp2_world_free(tiles.world);
        imp2_world_free(one.world);
    }
}

// Points of contact that are pushed at, in the world.
static int points_of(const imp2_world* world, imp2_vec* points)
{
    imp2_world_contact contacts[16];
    int32_t count = 0;
    int all = 0;
    assert_int_equal(imp2_world_contacts(world, contacts, 16, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2_manifold* m = &contacts[i].manifold;
        for (int32_t k = 0; k < m->count; ++k)
        {
            points[all] = m->points[k].point;
            all += m->points[k].id >> 30 != 0;
        }
    }
    return all;
}

// Whether each point of some is among others, but for those near a joint, where that is allowed.
static bool are_among(const imp2_vec* some, int count, const imp2_vec* others, int other_count, bool but_joints)
{
    for (int i = 0; i < count; ++i)
    {
        float joint = fabsf(some[i].x - rintf(some[i].x));
        bool found = but_joints && joint < 1e-4f;
        for (int k = 0; k < other_count; ++k)
        {
            found |= fabsf(some[i].x - others[k].x) + fabsf(some[i].y - others[k].y) < 2e-4f;
        }
        if (!found)
        {
            return false;
        }
    }
    return true;
}

// Of what stands over tiles, tilted or not, the same points are pushed at as of one floor: none at joints but while a
// corner is within two centimetres of one, and the other end though it is not what comes nearest to its tile.
static void points_are_those_of_one_floor(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, CHAINS, CUT, REGIONS};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(400), near = 0, two = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        floor_def f = {.layout = KINDS[i % 4], .tiles = 12, .seed = 3}, whole = f;
        whole.layout = LONG;
        int shape = i / 4 % 2 ? BOX : WEDGE;
        float half = shape == BOX ? 0.4f : 0.3f, tilt = test_rng_range(&rng, -0.02f, 0.02f);
        float x = test_rng_range(&rng, 0.5f, 4.5f), y = test_rng_range(&rng, -4e-3f, 9e-3f) + 0.3f + half * fabsf(tilt);
        imp2_vec points[2][64];
        int found[2];
        bool clear = true;
        for (int side = -1; side <= 1; side += 2)
        {
            float corner = x + (float)side * half;
            clear = clear && fabsf(corner - rintf(corner)) > 0.02f;
        }
        for (int k = 0; k < 2; ++k)
        {
            imp2_world* world = floor_world(&f, NULL);
            floor_lay(world, k ? &whole : &f);
            imp2_shape own = slide_shape(shape);
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, y, tilt), &own, scene_wood);
            scene_run(world, 1, 1e-4f);
            found[k] = points_of(world, points[k]);
            imp2_world_free(world);
        }
        bool bare = f.layout != CUT && f.layout != REGIONS;  // the joints of those are elsewhere, too
        if (!are_among(points[1], found[1], points[0], found[0], false) ||
            (bare && !are_among(points[0], found[0], points[1], found[1], !clear)))
        {
            fail_msg("layout %d at %g, %g, turned by %g: %d points instead of %d", f.layout, (double)x, (double)y,
                     (double)tilt, found[0], found[1]);
        }
        near += clear;
        two += found[1] == 2;
    }
    assert_number(near, >, count / 2);
    assert_number(two, >, count / 4);
    test_report("seams2 points", count);
}

// What lies over several tiles touches all of them: those in the middle are told, too.
static void all_tiles_are_told(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    floor_def f = {.layout = BODIES, .tiles = 9};
    floor_lay(world, &f);
    imp2_shape plank = scene_box(2.2f, 0.1f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(2.5f, 0.11f, 0.0f), &plank, scene_wood);
    int begun = 0, ended = 0;
    for (int i = 0; i < 90; ++i)
    {
        scene_run(world, 1, 1.0f / 60.0f);
        imp_touch_events touches = scene_touches(world);
        begun += touches.begun_count;
        ended += touches.ended_count;
    }
    imp2_world_contact contacts[8];
    int32_t count = 0;
    float held = 0.0f;
    assert_int_equal(imp2_world_contacts(world, contacts, 8, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        held += contacts[i].normal_impulse[0] + contacts[i].normal_impulse[1];
    }
    assert_int_equal(begun, 5);  // from 0.3 to 4.7
    assert_int_equal(ended, 0);
    assert_int_equal(count, 5);
    assert_true(fabsf(held - scene_state(world, body).mass * G / 60.0f) < 1e-3f * held);
    assert_false(scene_state(world, body).awake);
    imp2_world_free(world);
}

// For ten seconds, over tiles and over one floor, bodies are in the same places.
static void paths_are_those_of_one_floor(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, CHAINS, CUT, REGIONS, JUNCTION};
    for (int k = 0; k < 10; ++k)
    {
        int shape = k < 5 ? BOX : 1 + k % (SHAPES - 1);
        floor_def f = {.layout = KINDS[k % 5], .tiles = 28, .seed = 3}, whole = f;
        whole.layout = LONG;
        slide tiles = slide_make(&f, shape, 2.0f, 60.0f), one = slide_make(&whole, shape, 2.0f, 60.0f);
        for (int i = 0; i < 600; ++i)
        {
            scene_run(tiles.world, 1, 1.0f / 60.0f);
            scene_run(one.world, 1, 1.0f / 60.0f);
            imp2_pose a = scene_state(tiles.world, tiles.body).pose, b = scene_state(one.world, one.body).pose;
            assert_number(fabsf(a.p.x - b.p.x), <, 1e-3f * TILE);
            assert_number(fabsf(a.p.y - b.p.y), <, 1e-3f * TILE);
        }
        imp2_world_free(tiles.world);
        imp2_world_free(one.world);
    }
}

// A body of five boxes side by side slides over a post, a ball, a capsule: what it wears has no seams either.
static void worn_side_by_side(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape post = slide_shape(shape);
        scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -0.3f, 0.0f), &post, (scene_matter){0});
        imp2_body_def def = {
            .kind = IMP_BODY_DYNAMIC, .locks = IMP2_LOCK_ROTATION, .pose = scene_pose(-2.0f, 0.3f, 0.0f)};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        for (int i = 0; i < 5; ++i)
        {
            imp2_shape box;
            float x = (float)i - 2.5f;
            assert_int_equal(imp2_box_make((imp2_box){{x, -0.3f}, {x + 1.0f, 0.3f}}, &box), IMP_OK);
            scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f});
        }
        scene_run(world, 60, 1.0f / 60.0f);
        float high = scene_state(world, body).pose.p.y;
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 0.0f), IMP_OK);
        for (int i = 0; i < 120; ++i)
        {
            scene_run(world, 1, 1.0f / 60.0f);
            imp2_body_state at = scene_state(world, body);
            assert_number(fabsf(at.pose.p.y - high), <, 1e-3f);
            assert_number(fabsf(at.velocity.x - 2.0f), <, 2e-3f);
        }
        imp2_world_free(world);
    }
}

// Who lay beside a collider is gone, and what overlaps it was never its neighbour: a world that is loaded, and knows
// nothing of the one that is gone, goes on as the one that was saved.
static void who_lay_beside_is_gone(void** state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_shape post = slide_shape(shape), box;
        for (int i = 0; i < 6; ++i)
        {
            scene_body(world, IMP_BODY_STATIC, scene_pose(0.7f * (float)i, -0.3f, 0.0f), &post, (scene_matter){0});
        }
        imp_body body = scene_place(world, IMP_BODY_DYNAMIC, 1.0f, 0.8f);
        imp_collider worn[3];
        const imp2_box boxes[3] = {
            {{-1.0f, -0.3f}, {0.0f, 0.3f}}, {{0.0f, -0.3f}, {1.0f, 0.3f}}, {{-0.6f, -0.3f}, {0.6f, 0.28f}}};
        for (int i = 0; i < 3; ++i)
        {
            assert_int_equal(imp2_box_make(boxes[i], &box), IMP_OK);
            worn[i] = scene_wear(world, body, &box, (imp2_collider_def){.density = 1.0f});
        }
        assert_int_equal(imp2_world_remove_collider(world, worn[1]), IMP_OK);
        uint8_t bytes[1 << 16];
        int32_t count;
        assert_int_equal(imp2_world_save(world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 1.0f), IMP_OK);
        scene_run(world, 120, 1.0f / 60.0f);
        uint64_t hash = scene_hash(world);
        assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, 1.0f), IMP_OK);
        scene_run(world, 120, 1.0f / 60.0f);
        assert_true(scene_hash(world) == hash);
        imp2_world_free(world);
    }
}

// Characters walk over tiles as over one floor.
static void characters_walk(void** state)
{
    (void)state;
    imp2_shape bodies[2];
    assert_int_equal(imp2_capsule_make((imp2_vec){0.0f, 0.3f}, (imp2_vec){0.0f, 1.5f}, 0.3f, &bodies[0]), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{-0.3f, 0.0f}, {0.3f, 1.8f}}, &bodies[1]), IMP_OK);
    for (int k = 0; k < 2 * LAYOUTS; ++k)
    {
        floor_def f = {.layout = k / 2, .tiles = 20, .slope = (float)((k % 3 - 1) * PI / 9.0)};
        imp2_world_def def = {.gravity = {0.0f, -G}};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        floor_lay(world, &f);
        imp2_character_def hero_def = {.shape = &bodies[k % 2], .gravity = G, .mass = 70.0f, .push_force = 400.0f};
        imp2_character hero = {.position = {0.0f, 0.02f}};
        float high = 0.0f;
        imp2_vec before = {0.0f, 0.0f};
        for (int i = 0; i < 180; ++i)
        {
            imp2_character_input input = {.velocity = {i < 20 ? 0.0f : 5.0f, 0.0f}};
            assert_int_equal(imp2_world_move_character(world, &hero, &hero_def, &(imp2_world_walk){.input = input},
                                                       1.0f / 60.0f, NULL),
                             IMP_OK);
            imp2_vec at = floor_along(&f, hero.position);
            if (i > 60)
            {
                assert_true(hero.grounded);
                assert_number(fabsf(at.y - high), <, 1e-3f * TILE);
                assert_true(fabsf((at.x - before.x) * 60.0f - 5.0f) < 5e-3f);
            }
            high = i == 60 ? at.y : high;
            before = at;
        }
        imp2_world_free(world);
    }
}

// Saved in the middle of a slide, a world goes on as if it had not been; on any number of threads it is the same.
static uint64_t hash_slide(int layout, int32_t threads, int save_at)
{
    imp_pool* pool = NULL;
    imp_jobs jobs;
    if (threads > 1)
    {
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    }
    floor_def f = {.layout = layout, .tiles = 40, .friction = 0.1f, .uneven = 0.5f * FLUSH};
    imp2_world* world = floor_world(&f, pool ? &jobs : NULL);
    floor_lay(world, &f);
    for (int i = 0; i < 40; ++i)
    {
        imp2_shape own = slide_shape(i % SHAPES);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, floor_pose(&f, (float)i, 0.4f + (float)(i % 3)), &own,
                                   (scene_matter){.density = 1.0f, .friction = 0.1f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){(float)(i % 7) - 3.0f, 0.0f}, 0.0f), IMP_OK);
    }
    int32_t count = 0;
    uint8_t* bytes = NULL;
    for (int i = 0; i < 90; ++i)
    {
        scene_run(world, 1, 1.0f / 60.0f);
        if (i == save_at || i == 89)
        {
            assert_int_equal(imp2_world_save(world, NULL, 0, &count) & 0xff, IMP_ERR_SPACE & 0xff);
            bytes = realloc(bytes, (size_t)count);
            assert_non_null(bytes);
            assert_int_equal(imp2_world_save(world, bytes, count, &count), IMP_OK);
            assert_int_equal(imp2_world_load(world, bytes, count), IMP_OK);
        }
    }
    uint64_t hash = 1469598103934665603u;
    for (int32_t i = 0; i < count; ++i)
    {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    free(bytes);
    imp2_world_free(world);
    imp_pool_free(pool);
    return hash;
}

static void saved_and_on_threads(void** state)
{
    (void)state;
    static const int KINDS[] = {BODIES, WORN, CHAINS, REGIONS};
    for (int k = 0; k < 4; ++k)
    {
        uint64_t plain = hash_slide(KINDS[k], 1, -1);
        for (int at = 3; at < 89; at += 17)
        {
            assert_true(hash_slide(KINDS[k], 1, at) == plain);
        }
        assert_true(hash_slide(KINDS[k], 4, 20) == plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seams_are_not_felt),   cmocka_unit_test(small_tiles_at_speed),
        cmocka_unit_test(uneven_is_flush),      cmocka_unit_test(paths_are_those_of_one_floor),
        cmocka_unit_test(worn_side_by_side),    cmocka_unit_test(who_lay_beside_is_gone),
        cmocka_unit_test(characters_walk),      cmocka_unit_test(friction_is_that_of_one_floor),
        cmocka_unit_test(all_tiles_are_told),   cmocka_unit_test(points_are_those_of_one_floor),
        cmocka_unit_test(saved_and_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
