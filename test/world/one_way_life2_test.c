// SPDX-License-Identifier: MIT
//
// One-way colliders of worlds of the plane over time: a tower in which everything goes up, comes down, and is dropped
// through is the same from any snapshot, replayed, on several threads, and with memory that runs out. Characters in it.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "tape.h"

#include "impinge/world_character2.h"
#include "impinge/world_record2.h"

#define DT (1.0f / 60.0f)

enum
{
    FLOORS = 4,
    CLIMBERS = 24,
    STEPS = 150
};

// A call that may fail for lack of memory, and then does what it would have done.
#define TRY(call)                                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        imp_status tried_ = (call);                                                                                    \
        for (int more_ = 0; tried_ && more_ < 100; ++more_)                                                            \
        {                                                                                                              \
            assert_int_equal(tried_, IMP_ERR_MEMORY);                                                                  \
            tried_ = (call);                                                                                           \
        }                                                                                                              \
        assert_int_equal(tried_, IMP_OK);                                                                              \
    } while (0)

typedef struct tower
{
    imp2_world* world;
    imp_body floors[FLOORS], climbers[CLIMBERS];
    imp_collider surfaces[FLOORS];
    imp2_compound cross;
} tower;

static imp2_collider_def one_way_def(float x, float y)
{
    return (imp2_collider_def){.density = 1.0f, .material.friction = 0.5f, .one_way = {x, y}};
}

// Floors: a chain, a lift of a box, one that turns, one that falls when it is hit, and is a cross.
static void build_floors(tower* t)
{
    static const int32_t kinds[FLOORS] = {IMP_BODY_STATIC, IMP_BODY_KINEMATIC, IMP_BODY_KINEMATIC, IMP_BODY_DYNAMIC};
    static const imp2_vec arms[] = {{-1.0f, -0.1f}, {-0.1f, -0.1f}, {-0.1f, -1.0f}, {0.1f, -1.0f},
                                    {0.1f, -0.1f},  {1.0f, -0.1f},  {1.0f, 0.1f},   {0.1f, 0.1f},
                                    {0.1f, 1.0f},   {-0.1f, 1.0f},  {-0.1f, 0.1f},  {-1.0f, 0.1f}};
    imp2_vec points[17];
    for (int i = 0; i < 17; ++i)
    {
        points[i] = (imp2_vec){8.0f - (float)i, i % 4 == 1 ? 0.3f : 0.0f};
    }
    const imp2_polyline line = {.points = points, .count = 17};
    const int32_t count = 12;
    const imp2_outlines outlines = {arms, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound chain;
    imp2_shape plank = scene_box(5.0f, 0.1f);
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_region_make(&outlines, NULL, &t->cross, NULL), IMP_OK);
    for (int i = 0; i < FLOORS; ++i)
    {
        imp2_body_def def = {.kind = kinds[i], .pose = scene_pose(i == 3 ? -4.0f : 0.0f, 1.5f * (float)(i + 1), 0.0f)};
        imp2_collider_def surface = one_way_def(i == 3 ? 0.5f : 0.0f, i == 2 ? 3.0f : 1.0f);
        TRY(imp2_world_add_body(t->world, &def, &t->floors[i]));
        TRY(i == 1 || i == 2 ? imp2_world_add_collider(t->world, t->floors[i], &plank, &surface, &t->surfaces[i])
                             : imp2_world_add_compound(t->world, t->floors[i], i == 0 ? &chain : &t->cross, &surface,
                                                       &t->surfaces[i]));
    }
    imp2_compound_free(&chain);
}

static void build_tower(tower* t, const imp_jobs* jobs, const imp_allocator* allocator)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}, .jobs = jobs, .allocator = allocator};
    TRY(imp2_world_make(&def, &t->world));
    imp2_shape ground = scene_box(50.0f, 1.0f), box = scene_box(0.2f, 0.25f), ball = scene_ball(0.2f);
    imp2_shape big = scene_box(0.6f, 0.6f);
    imp2_body_def under = {.pose = scene_pose(0.0f, -1.0f, 0.0f)};
    imp_body floor;
    TRY(imp2_world_add_body(t->world, &under, &floor));
    TRY(imp2_world_add_collider(t->world, floor, &ground, NULL, NULL));
    build_floors(t);
    for (int i = 0; i < CLIMBERS; ++i)
    {
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC};
        body.pose = scene_pose(0.4f * (float)(i % 20) - 4.0f, 0.3f + 0.55f * (float)(i / 20), 0.1f * (float)(i % 3));
        body.velocity = (imp2_vec){i % 5 == 0 ? 2.0f : 0.0f, 4.0f + 0.5f * (float)(i % 12)};
        body.bullet = i % 6 == 0;
        body.velocity.y *= i % 6 == 0 ? 20.0f : 1.0f;
        imp2_collider_def wood = {.density = 1.0f, .material.friction = 0.5f};
        wood = i % 8 == 3 ? one_way_def(1.0f, 1.0f) : wood;
        TRY(imp2_world_add_body(t->world, &body, &t->climbers[i]));
        TRY(imp2_world_add_collider(t->world, t->climbers[i], i % 8 == 5 ? &big : i % 2 ? &box : &ball, &wood, NULL));
        if (i % 7 == 0)
        {
            TRY(imp2_world_add_compound(t->world, t->climbers[i], &t->cross, &wood, NULL));
        }
    }
}

static void free_tower(tower* t)
{
    imp2_compound_free(&t->cross);
    imp2_world_free(t->world);
}

// What happens before a step, and the step.
static void live_on(const tower* t, int step)
{
    imp2_vec lift = {0.0f, step % 60 < 30 ? 2.0f : -2.0f}, none = {0.0f, 0.0f};
    TRY(imp2_world_set_velocity(t->world, t->floors[1], lift, 0.0f));
    TRY(imp2_world_set_velocity(t->world, t->floors[2], none, step % 50 < 40 ? 0.8f : 0.0f));
    TRY(imp2_world_drop_through(t->world, t->climbers[step % CLIMBERS]));
    if (step % 40 == 39)
    {
        imp2_vec side = {0.0f, step % 80 < 40 ? 0.0f : 1.0f};
        TRY(imp2_world_set_one_way(t->world, t->surfaces[0], side, 0.05f));
    }
    if (step % 12 == 7)  // not so fast that it would be stopped, and deep at once
    {
        imp_body big = t->climbers[step % 24 == 7 ? 5 : 13];
        imp2_pose above = scene_pose(0.5f, 9.0f + 0.013f * (float)step, 0.0f);
        TRY(imp2_world_set_pose(t->world, big, &above));
        TRY(imp2_world_set_velocity(t->world, big, (imp2_vec){0.0f, -6.0f}, 0.0f));
    }
    if (step % 25 == 24)
    {
        TRY(imp2_world_apply_impulse(t->world, t->climbers[step % 7], (imp2_vec){0.1f, 3.0f}, none));
    }
    TRY(imp2_world_step(t->world, DT));
}

static uint64_t hash_on(const imp2_world* world, uint64_t hash)
{
    imp_touch_events t = scene_touches(world);
    return hash * 31 + scene_hash(world) + (uint64_t)(t.begun_count * 3 + t.ended_count);
}

static uint64_t live(tower* t, const imp_jobs* jobs, const imp_allocator* allocator)
{
    uint64_t hash = 0;
    build_tower(t, jobs, allocator);
    for (int step = 0; step < STEPS; ++step)
    {
        live_on(t, step);
        hash = hash_on(t->world, hash);
    }
    return hash;
}

static uint64_t live_alone(const imp_jobs* jobs, const imp_allocator* allocator)
{
    tower t;
    uint64_t hash = live(&t, jobs, allocator);
    free_tower(&t);
    return hash;
}

static int32_t save(const imp2_world* world, uint8_t** bytes)
{
    int32_t count = 0;
    assert_int_equal(imp2_world_save(world, NULL, 0, &count), IMP_ERR_SPACE | 3 << 8);
    *bytes = realloc(*bytes, (size_t)count);
    assert_non_null(*bytes);
    assert_int_equal(imp2_world_save(world, *bytes, count, &count), IMP_OK);
    return count;
}

// A tower that is saved and loaded anew before every step goes on as one that is not, and has the same bytes.
static void lives_from_snapshots(void** state)
{
    (void)state;
    tower t, other;
    uint8_t *bytes = NULL, *others = NULL;
    build_tower(&t, NULL, NULL);
    build_tower(&other, NULL, NULL);
    for (int step = 0; step < STEPS; ++step)
    {
        int32_t count = save(t.world, &bytes), other_count;
        imp2_world_free(other.world);
        assert_int_equal(imp2_world_make(NULL, &other.world), IMP_OK);
        assert_int_equal(imp2_world_load(other.world, bytes, count), IMP_OK);
        live_on(&t, step);
        live_on(&other, step);
        count = save(t.world, &bytes);
        other_count = save(other.world, &others);
        assert_number(count, ==, other_count);
        assert_memory_equal(bytes, others, (size_t)count);
        assert_true(hash_on(t.world, 0) == hash_on(other.world, 0));
    }
    free(bytes);
    free(others);
    free_tower(&t);
    free_tower(&other);
}

static void lives_again(void** state)
{
    (void)state;
    tower t;
    test_tape tape = {.bytes = NULL};
    const imp_sink sink = test_tape_sink(&tape);
    imp2_world* world;
    build_tower(&t, NULL, NULL);
    for (int step = 0; step < STEPS; ++step)
    {
        assert_int_equal(step == 20 ? imp2_world_record(t.world, &sink, 1) : IMP_OK, IMP_OK);
        live_on(&t, step);
    }
    assert_int_equal(imp2_world_record(t.world, NULL, 0), IMP_OK);
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    assert_int_equal(imp2i_tape_same(&tape, world, t.world).steps, STEPS - 20);
    imp2_world_free(world);
    free_tower(&t);
}

static void lives_on_threads(void** state)
{
    (void)state;
    uint64_t alone = live_alone(NULL, NULL);
    for (int32_t threads = 2; threads <= 4; threads += 2)
    {
        imp_pool* pool;
        imp_jobs jobs;
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        assert_true(live_alone(&jobs, NULL) == alone);
        imp_pool_free(pool);
    }
}

static void lives_with_little_memory(void** state)
{
    (void)state;
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    uint64_t hash = live_alone(NULL, &allocator);
    int64_t calls = memory.calls;
    for (int64_t at = 0; at < calls; at += 1 + calls / 12)
    {
        memory = (test_allocator){.fail_at = at};
        allocator = test_allocator_get(&memory);
        assert_true(live_alone(NULL, &allocator) == hash);
        assert_int_equal(memory.live_blocks, 0);
    }
}

// Everything has been there: some are held, some inside, and some have been dropped.
static void tower_has_everything(void** state)
{
    (void)state;
    tower t;
    int held = 0, passing = 0, above = 0;
    build_tower(&t, NULL, NULL);
    for (int step = 0; step < STEPS; ++step)
    {
        imp2_world_contact contacts[512];
        int32_t count;
        live_on(&t, step);
        assert_int_equal(imp2_world_contacts(t.world, contacts, 512, &count), IMP_OK);
        for (int32_t i = 0; i < count; ++i)
        {
            bool pushed = contacts[i].normal_impulse[0] > 0.0f || contacts[i].normal_impulse[1] > 0.0f;
            held += pushed;
            passing += !pushed && contacts[i].manifold.depth > 0.05f;
        }
    }
    for (int i = 0; i < CLIMBERS; ++i)
    {
        above += scene_state(t.world, t.climbers[i]).pose.p.y > 1.4f;
    }
    assert_number(held, >, 500);
    assert_number(passing, >, 500);
    assert_number(above, >, 5);
    free_tower(&t);
}

static imp2_character hero_at(float x, float y)
{
    return (imp2_character){.position = {x, y}};
}

// A hero in a world: jumps up through a platform, lands on it, drops, and lands below; on what stands and on a lift.
static void hero_climbs(void** state)
{
    (void)state;
    static const float rates[] = {30.0f, 60.0f, 144.0f};
    float ends[3][4];
    for (int i = 0; i < 6; ++i)
    {
        float rate = rates[i % 3], lift = i < 3 ? 0.0f : 0.5f, dt = 1.0f / rate;
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_shape hero, plank = scene_box(3.0f, 0.1f);
        imp2_vec feet = {0.0f, 0.3f}, head = {0.0f, 1.5f};
        scene_floor(world);
        imp_body platform = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 2.0f);
        scene_wear(world, platform, &plank, one_way_def(0.0f, 1.0f));
        assert_int_equal(imp2_world_set_velocity(world, platform, (imp2_vec){0.0f, lift}, 0.0f), IMP_OK);
        assert_int_equal(imp2_capsule_make(feet, head, 0.3f, &hero), IMP_OK);
        imp2_character_def def = {.shape = &hero, .gravity = 10.0f};
        imp2_character c = hero_at(0.0f, 0.02f);
        float times[] = {0.2f, 2.0f, 3.5f, 5.0f}, time = 0.0f;
        for (int k = 0; k < 4; ++k)
        {
            bool first = true;
            for (; time < times[k] - 0.5f * dt; time += dt)
            {
                imp2_character_input input = {.jump = k == 1 && first ? 8.5f : 0.0f, .drop = k == 2 && first};
                assert_int_equal(
                    imp2_world_move_character(world, &c, &def, &(imp2_world_walk){.input = input}, dt, NULL), IMP_OK);
                scene_run(world, 1, dt);
                first = false;
            }
            ends[i % 3][k] = c.position.y;
            assert_true(c.grounded);
            float on = k == 1 ? 2.1f + lift * time : 0.0f;
            assert_true(fabsf(c.position.y - on) < 0.03f);
            assert_true(fabsf(ends[i % 3][k] - ends[0][k]) < 0.003f);
        }
        imp2_world_free(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lives_from_snapshots), cmocka_unit_test(lives_again),
        cmocka_unit_test(lives_on_threads),     cmocka_unit_test(lives_with_little_memory),
        cmocka_unit_test(tower_has_everything), cmocka_unit_test(hero_climbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
