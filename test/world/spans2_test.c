// SPDX-License-Identifier: MIT
//
// Spans: what stands apart is solved apart, and nobody can tell. In a street of houses, into which balls fall and
// through which walls move, no row leaves its span; the bits are the same by any number of threads and after a load; and
// each house is to the bit what it would be in a world of its own.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#define DT (1.0f / 60.0f)
#define WIDE 1.25f  // from house to house

enum
{
    HOUSES = 240,
    STORIES = 12,
    ROOM = 1 << 22
};

static const scene_matter STONE = {1.0f, 0.5f, 0.0f, 0.0f};

typedef struct street
{
    imp2_world* world;
    test_rng rng;
    imp_body houses[HOUSES][STORIES];
    imp_body wall;
} street;

static void add_house(imp2_world* world, int at, imp_body* bodies)
{
    const imp2_shape storey = scene_box(0.4f, 0.25f);
    for (int i = 0; i < STORIES; ++i)
    {
        imp2_pose pose = scene_pose(WIDE * (float)at + 0.05f * (float)(i % 2), 0.25f + 0.5f * (float)i, 0.0f);
        bodies[i] = scene_body(world, IMP_BODY_DYNAMIC, pose, &storey, STONE);
    }
}

static imp2_world* make_ground(const imp_jobs* jobs)
{
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}, .no_sleep = true, .jobs = jobs};
    const imp2_shape ground = scene_box(WIDE * HOUSES, 0.5f);
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    (void)scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -0.5f, 0.0f), &ground, STONE);
    return world;
}

static street make_street(const imp_jobs* jobs)
{
    street s = {.world = make_ground(jobs), .rng = {7}};
    const imp2_shape wall = scene_box(0.05f, 2.0f);
    imp2_pose pose = scene_pose(WIDE * (float)(HOUSES - 20) + 0.6f, 2.0f, 0.0f);
    s.wall = scene_body(s.world, IMP_BODY_KINEMATIC, pose, &wall, STONE);
    for (int i = 0; i < HOUSES; ++i)
    {
        add_house(s.world, i, s.houses[i]);
    }
    return s;
}

// For a while a wall goes through some houses. Balls fall on others, storeys are taken out. What is new has the last
// places, so it is where the last houses are: elsewhere, all from there on would be one span, as it is with the wall,
// which has the first.
static void meddle_with(street* s, int step)
{
    const imp2_shape ball = scene_ball(0.3f);
    if (step == 20 || step == 40)
    {
        const imp2_vec velocity = {step == 20 ? 2.0f : 0.0f, 0.0f};
        assert_int_equal(imp2_world_set_velocity(s->world, s->wall, velocity, 0.0f), IMP_OK);
    }
    if (step % 4 == 1)
    {
        float x = WIDE * (float)test_rng_int(&s->rng, HOUSES / 4 * 3, HOUSES - 1);
        (void)scene_body(s->world, IMP_BODY_DYNAMIC, scene_pose(x, 6.4f, 0.0f), &ball, STONE);
    }
    if (step % 16 == 9)
    {
        imp_body* body = &s->houses[test_rng_int(&s->rng, 0, HOUSES - 1)][test_rng_int(&s->rng, 0, STORIES - 1)];
        if (imp2_world_get_body(s->world, *body, &(imp2_body_state){.mass = 0.0f}) == IMP_OK)
        {
            assert_int_equal(imp2_world_remove_body(s->world, *body), IMP_OK);
        }
    }
}

static int32_t find_span(const impi_colours* c, int32_t place)
{
    for (int32_t i = 0; i < c->spans.count; ++i)
    {
        if (place >= c->spans.data[i].first && place < c->spans.data[i].first + c->spans.data[i].count)
        {
            return i;
        }
    }
    return -1;
}

// Spans are all places, one after the other; each row's bodies are in the one by which its block is solved, and each
// block with rows is solved once.
static void check_spans(imp2_world* w)
{
    const impi_colours* c = probe_colours(w);
    int32_t next = 0, solved = 0, colours = c->rounds * IMPI_ROUND_COLOURS;
    int32_t* span_of = (int32_t*)malloc((size_t)(c->blocks.count + 1) * sizeof *span_of);
    assert_non_null(span_of);
    for (int32_t i = 0; i < c->spans.count; ++i)
    {
        const impi_span* span = &c->spans.data[i];
        assert_int_equal(span->first, next);
        next += span->count;
        for (int32_t k = 0; k < colours; ++k)
        {
            const impi_colour* colour = &c->colours.data[span->colours + k];
            for (int32_t n = 0; n < colour->count; ++n)
            {
                int32_t block = c->order.data[colour->first + n];
                assert_int_equal(c->blocks.data[block].colour, k);
                span_of[block] = i;
                ++solved;
            }
        }
    }
    assert_int_equal(next, probe_figures_of(w).movers + 1);
    assert_int_equal(solved, c->blocks.count);
    for (int32_t i = 0; i < c->blocks.count; ++i)
    {
        int32_t low = INT32_MAX, high = 0;
        for (int k = 0; k < 2 * IMPI_ROW_LANES; ++k)
        {
            impi_row_bodies bodies;
            bool used = probe_lane(w, i * IMPI_ROW_LANES + k / 2, &bodies);
            int32_t place = impi_place_of(k % 2 ? bodies.a : bodies.b);
            if (used && place > 0)
            {
                assert_int_equal(find_span(c, place), span_of[i]);
                low = place < low ? place : low;
                high = place > high ? place : high;
            }
        }
        assert_true(high == 0 || (c->blocks.data[i].low == low && c->blocks.data[i].high == high));
    }
    free(span_of);
}

static void no_row_leaves_its_span(void** state)
{
    (void)state;
    street s = make_street(NULL);
    int many = 0;
    for (int step = 0; step < 60; ++step)
    {
        meddle_with(&s, step);
        scene_run(s.world, 1, DT);
        check_spans(s.world);
        const impi_colours* c = probe_colours(s.world);
        many += c->spans.count > 2;
        for (int32_t i = 0; i + 1 < c->spans.count; ++i)
        {
            assert_true(c->spans.data[i].count >= IMPI_SPAN / 4);
        }
    }
    assert_true(many > 20);
    imp2_world_free(s.world);
}

// What rows a body has is not told by its place, so spans may not be either: where one body touches all, there is one.
static void one_plank_joins_all(void** state)
{
    (void)state;
    street s = make_street(NULL);
    const imp2_shape plank = scene_box(WIDE * HOUSES, 0.1f);
    scene_run(s.world, 1, DT);
    assert_true(probe_colours(s.world)->spans.count > 2);
    (void)scene_body(s.world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f * STORIES + 0.1f, 0.0f), &plank, STONE);
    scene_run(s.world, 1, DT);
    check_spans(s.world);
    assert_int_equal(probe_colours(s.world)->spans.count, 1);
    imp2_world_free(s.world);
}

static void threads_and_loads_are_the_same(void** state)
{
    (void)state;
    static uint8_t bytes[ROOM];
    imp_jobs jobs;
    imp_pool* pool;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    street alone = make_street(NULL), shared = make_street(&jobs);
    for (int step = 0; step < 60; ++step)
    {
        int32_t count;
        meddle_with(&alone, step);
        meddle_with(&shared, step);
        scene_run(alone.world, 1, DT);
        scene_run(shared.world, 1, DT);
        assert_true(scene_hash(alone.world) == scene_hash(shared.world));
        if (step % 7 == 3)
        {
            assert_int_equal(imp2_world_save(shared.world, bytes, ROOM, &count), IMP_OK);
            assert_int_equal(imp2_world_load(shared.world, bytes, count), IMP_OK);
            scene_run(alone.world, 1, DT);
            scene_run(shared.world, 1, DT);
            assert_true(scene_hash(alone.world) == scene_hash(shared.world));
            assert_int_equal(probe_colours(alone.world)->blocks.count, probe_colours(shared.world)->blocks.count);
        }
    }
    imp2_world_free(alone.world);
    imp2_world_free(shared.world);
    imp_pool_free(pool);
}

// The steps of a large span are spread over threads themselves.
static void large_ones_are_the_same(void** state)
{
    (void)state;
    imp_jobs jobs;
    imp_pool* pool;
    const imp2_shape stone = scene_box(0.25f, 0.25f);
    assert_int_equal(imp_pool_make(2, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    imp2_world* worlds[2] = {make_ground(NULL), make_ground(&jobs)};
    for (int k = 0; k < 2; ++k)
    {
        for (int i = 0; i < 84 * 85; ++i)
        {
            int row = i / 85, column = i % 85;
            imp2_pose pose =
                scene_pose(0.5f * (float)column + 0.25f * (float)(row % 2), 0.25f + 0.5f * (float)row, 0.0f);
            (void)scene_body(worlds[k], IMP_BODY_DYNAMIC, pose, &stone, STONE);
        }
        imp_body houses[STORIES];
        add_house(worlds[k], 80, houses);
        scene_run(worlds[k], 3, DT);
        assert_true(probe_colours(worlds[k])->spans.data[0].blocks > 512);
    }
    assert_true(scene_hash(worlds[0]) == scene_hash(worlds[1]));
    imp2_world_free(worlds[0]);
    imp2_world_free(worlds[1]);
    imp_pool_free(pool);
}

static void each_house_is_as_if_alone(void** state)
{
    (void)state;
    street s = make_street(NULL);
    scene_run(s.world, 30, DT);
    assert_true(probe_colours(s.world)->spans.count > 2);
    for (int house = 0; house < HOUSES; house += 37)
    {
        imp2_world* own = make_ground(NULL);
        imp_body bodies[STORIES];
        add_house(own, house, bodies);
        scene_run(own, 30, DT);
        for (int i = 0; i < STORIES; ++i)
        {
            imp2_body_state a = scene_state(s.world, s.houses[house][i]), b = scene_state(own, bodies[i]);
            assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
            assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
        }
        imp2_world_free(own);
    }
    imp2_world_free(s.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_leaves_its_span),         cmocka_unit_test(one_plank_joins_all),
        cmocka_unit_test(threads_and_loads_are_the_same), cmocka_unit_test(large_ones_are_the_same),
        cmocka_unit_test(each_house_is_as_if_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
