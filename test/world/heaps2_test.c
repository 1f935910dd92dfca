// SPDX-License-Identifier: MIT
//
// Things that were made deep in each other part calmly: no faster than they are pushed, and without a speed
// of their own when they have parted. Regions of a thousand corners, and squares, whose way has a closed form. Convex
// shapes in rows, in piles, of many sizes, against walls, in a box that is too full; and what is pressed stays pressed.

#include <math.h>
#include <stdio.h>

#include "manifolds2.h"
#include "scenes2.h"
#include "world_probe2.h"

#define DT (1.0f / 60.0f)
#define PUSHED 3.0f  // [m/s]
#define CALM 5.0f    // [m/s]

enum
{
    CORNERS = 1000,
    COLUMNS = 6,
    REGIONS = 24,
    BODIES_MOST = 128,
    KINDS = 3
};

// A flower, a star with a thousand teeth, a blob: all concave, no larger than 1 m around their origins.
static imp2_compound make_region(int kind, test_rng* rng)
{
    static imp2_vec points[CORNERS];
    double size[8], phase[8], sum = 0.0, turn = 6.283185307179586;
    int lobes = (int)test_rng_int(rng, 3, 11);
    for (int k = 0; k < 8; ++k)
    {
        size[k] = (double)test_rng_range(rng, 0.0f, 1.0f);
        phase[k] = (double)test_rng_range(rng, 0.0f, 6.0f);
        sum += size[k];
    }
    for (int i = 0; i < CORNERS; ++i)
    {
        double angle = turn * i / CORNERS, lobe = cos(lobes * angle + phase[0]), r = 1.0;
        for (int k = 0; k < 8 && kind == 2; ++k)
        {
            r += 0.7 * size[k] / sum * cos((k + 1) * angle + phase[k]);
        }
        r = kind == 0 ? 1.0 + 0.4 * lobe : kind == 1 ? ((i & 1) ? 1.0 : 0.9) * (1.0 + 0.3 * lobe) : r;
        r /= kind == 0 ? 1.4 : kind == 1 ? 1.3 : 1.7;
        points[i].x = (float)(r * cos(angle));
        points[i].y = (float)(r * sin(angle));
    }
    const int32_t count = CORNERS;
    const imp2_outlines outline = {points, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound region;
    assert_int_equal(imp2_region_make(&outline, NULL, &region, NULL), IMP_OK);
    return region;
}

typedef struct heap
{
    imp2_world* world;
    imp_body bodies[BODIES_MOST];
    imp2_pose before[BODIES_MOST];
    int32_t count;
    float fastest, farthest;  // speed of a body; and what its centre moves by in a step, as a speed [m/s]
} heap;

static void heap_add(heap* h, float x, float y)
{
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = {{x, y}, {1.0f, 0.0f}}};
    assert_int_equal(imp2_world_add_body(h->world, &def, &h->bodies[h->count]), IMP_OK);
    h->before[h->count++] = def.pose;
}

// Regions on a grid, so near that each has its middle in others.
static heap heap_of_regions(float gravity, int32_t count, float apart)
{
    heap h = {.world = scene_world(gravity, 0.0f)};
    test_rng rng = {7};
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_compound region = make_region(i % KINDS, &rng);
        heap_add(&h, apart * (float)(i % COLUMNS), apart * (float)(i / COLUMNS));
        assert_int_equal(imp2_world_add_compound(h.world, h.bodies[i], &region, NULL, NULL), IMP_OK);
        imp2_compound_free(&region);
    }
    return h;
}

static void heap_step(heap* h)
{
    assert_int_equal(imp2_world_step(h->world, DT), IMP_OK);
    for (int32_t i = 0; i < h->count; ++i)
    {
        imp2_body_state s = scene_state(h->world, h->bodies[i]);
        float speed = sqrtf(imp2_vec_dot(s.velocity, s.velocity));
        imp2_vec moved = imp2_vec_sub(s.pose.p, h->before[i].p);
        float way = sqrtf(imp2_vec_dot(moved, moved)) / DT;
        h->fastest = speed > h->fastest ? speed : h->fastest;
        h->farthest = way > h->farthest ? way : h->farthest;
        h->before[i] = s.pose;
    }
}

static float deepest_of(const imp2_world* world, int32_t* manifolds)
{
    static imp2_world_contact contacts[20000];
    float deepest = -1.0f;
    assert_int_equal(imp2_world_contacts(world, contacts, 20000, manifolds), IMP_OK);
    for (int32_t i = 0; i < *manifolds; ++i)
    {
        for (int32_t k = 0; k < contacts[i].manifold.count; ++k)
        {
            float depth = contacts[i].manifold.points[k].depth;
            deepest = depth > deepest ? depth : deepest;
        }
    }
    return deepest;
}

static void regions_part_calmly(void** state)
{
    (void)state;
    int32_t steps = 40, manifolds;
    heap h = heap_of_regions(0.0f, REGIONS, 0.6f);
    heap_step(&h);
    float deep = deepest_of(h.world, &manifolds);
    assert_true(deep > 0.5f);
    for (int32_t i = 1; i < steps; ++i)
    {
        heap_step(&h);
    }
    printf("%d regions: fastest %.3g m/s, %.3g m/s with the push; %d manifolds\n", (int)h.count, (double)h.fastest,
           (double)h.farthest, (int)manifolds);
    assert_true(h.fastest < CALM && h.farthest < CALM + PUSHED);
    imp2_world_free(h.world);
}

// A square of 1 m with a small dent, so that it is a region of several parts. Its octagon is the square.
static void heap_add_square(heap* h, float x, float y)
{
    const imp2_vec corners[7] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {0.1f, 0.5f},
                                 {0.0f, 0.45f},  {-0.1f, 0.5f}, {-0.5f, 0.5f}};
    const int32_t count = 7;
    const imp2_outlines outline = {corners, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound square;
    assert_int_equal(imp2_region_make(&outline, NULL, &square, NULL), IMP_OK);
    heap_add(h, x, y);
    assert_int_equal(imp2_world_add_compound(h->world, h->bodies[h->count - 1], &square, NULL, NULL), IMP_OK);
    imp2_compound_free(&square);
}

// Squares in a row, each 0.6 m deep in the next: the ends are pushed at the greatest speed, and no faster.
static void squares_part_calmly(void** state)
{
    (void)state;
    heap h = {.world = scene_world(0.0f, 0.0f)};
    float deep = 0.6f;
    int32_t manifolds;
    for (int32_t i = 0; i < 10; ++i)
    {
        heap_add_square(&h, (1.0f - deep) * (float)i, 0.0f);
    }
    for (int step = 0; step < 240; ++step)
    {
        heap_step(&h);
    }
    printf("10 squares: fastest %.3g m/s, %.3g m/s with the push\n", (double)h.fastest, (double)h.farthest);
    assert_true(h.farthest < CALM && h.fastest < CALM);
    assert_true(deepest_of(h.world, &manifolds) < 0.01f);
    // Their middle is where it was.
    float sum = 0.0f;
    for (int32_t i = 0; i < h.count; ++i)
    {
        sum += scene_state(h.world, h.bodies[i]).center.x;
    }
    printf("their middle has moved by %.3g m\n", (double)(sum / 10.0f - 4.5f * (1.0f - deep)));
    assert_true(fabsf(sum / 10.0f - 4.5f * (1.0f - deep)) < 0.1f);
    imp2_world_free(h.world);
}

// Two squares, 0.4 m deep: less by the push in every step, and told so.
static void depth_is_told(void** state)
{
    (void)state;
    heap h = {.world = scene_world(0.0f, 0.0f)};
    for (int32_t i = 0; i < 2; ++i)
    {
        heap_add_square(&h, 0.6f * (float)i, 0.0f);
    }
    for (int step = 0; step < 5; ++step)
    {
        int32_t manifolds;
        heap_step(&h);
        float gap = scene_state(h.world, h.bodies[1]).center.x - scene_state(h.world, h.bodies[0]).center.x;
        assert_true(fabsf(gap - 0.6f - PUSHED * DT * (float)(step + 1)) < 1e-4f);
        // Told as it was when contacts were collided, as the step began.
        assert_true(fabsf(deepest_of(h.world, &manifolds) - (0.4f - PUSHED * DT * (float)step)) < 1e-3f);
        assert_int_equal(manifolds, 1);
        manifolds_hold(h.world);
    }
    assert_true(h.fastest < 1e-3f);
    imp2_world_free(h.world);
}

// A world saved meanwhile goes on as the saved one does.
static void heap_is_saved(void** state)
{
    (void)state;
    static uint8_t bytes[1 << 23];
    int32_t count;
    heap h = heap_of_regions(-10.0f, 6, 0.5f);
    for (int step = 0; step < 3; ++step)
    {
        heap_step(&h);
    }
    assert_int_equal(imp2_world_save(h.world, bytes, (int32_t)sizeof bytes, &count), IMP_OK);
    imp2_world* loaded = scene_world(0.0f, 0.0f);
    assert_int_equal(imp2_world_load(loaded, bytes, count), IMP_OK);
    for (int step = 0; step < 6; ++step)
    {
        assert_int_equal(imp2_world_step(h.world, DT), IMP_OK);
        assert_int_equal(imp2_world_step(loaded, DT), IMP_OK);
        assert_true(scene_hash(h.world) == scene_hash(loaded));
    }
    imp2_world_free(h.world);
    imp2_world_free(loaded);
}

// A gear of many parts in the wall of a cave, with its middle free: it comes back into the cave, though the way out of
// what encloses the cave is another.
static void cave_gives_back(void** state)
{
    (void)state;
    enum
    {
        ROUND = 64
    };
    imp2_vec points[2 * ROUND + 96];
    const int32_t counts[2] = {ROUND, ROUND};
    for (int i = 0; i < ROUND; ++i)
    {
        double angle = 6.283185307179586 * i / ROUND;
        points[i].x = (float)(10.0 * cos(angle));
        points[i].y = (float)(10.0 * sin(angle));
        points[ROUND + i].x = (float)(4.0 * cos(angle));
        points[ROUND + i].y = (float)(-4.0 * sin(angle));
    }
    const imp2_outlines cave = {points, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_compound region;
    imp2_world* world = scene_world(0.0f, 0.0f);
    assert_int_equal(imp2_region_make(&cave, NULL, &region, NULL), IMP_OK);
    assert_true(region.part_count >= 16);
    imp_body wall = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f),
             gear = scene_place(world, IMP_BODY_DYNAMIC, 3.2f, 0.0f);
    assert_int_equal(imp2_world_add_compound(world, wall, &region, NULL, NULL), IMP_OK);
    imp2_compound_free(&region);
    const int32_t teeth = 96;
    for (int i = 0; i < teeth; ++i)
    {
        double angle = 6.283185307179586 * i / teeth, r = (i & 1) ? 1.0 : 0.9;
        points[i].x = (float)(r * cos(angle));
        points[i].y = (float)(r * sin(angle));
    }
    const imp2_outlines outline = {points, &teeth, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outline, NULL, &region, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, gear, &region, NULL, NULL), IMP_OK);
    imp2_compound_free(&region);
    for (int step = 0; step < 30; ++step)
    {
        assert_int_equal(imp2_world_step(world, DT), IMP_OK);
    }
    imp2_body_state s = scene_state(world, gear);
    assert_true(s.center.x < 3.1f);
    imp2_world_free(world);
}

// Convex shapes

static void heap_add_convex(heap* h, const imp2_shape* shape, float x, float y)
{
    heap_add(h, x, y);
    scene_wear(h->world, h->bodies[h->count - 1], shape, imp2_collider_default());
}

static imp2_shape hexagon(float radius)
{
    imp2_vec points[6];
    imp2_shape out;
    for (int k = 0; k < 6; ++k)
    {
        double angle = 6.283185307179586 * k / 6;
        points[k].x = radius * (float)cos(angle);
        points[k].y = radius * (float)sin(angle);
    }
    assert_int_equal(imp2_polygon_make(points, 6, 0.0f, NULL, &out, NULL), IMP_OK);
    return out;
}

// A box, a ball or a hexagon.
static imp2_shape convex_of(int kind, float half)
{
    return kind == 0 ? scene_box(half, half) : kind == 1 ? scene_ball(half) : hexagon(half);
}

static void heap_wall(heap* h, imp2_box box)
{
    imp2_shape shape;
    assert_int_equal(imp2_box_make(box, &shape), IMP_OK);
    scene_wear(h->world, scene_place(h->world, IMP_BODY_STATIC, 0.0f, 0.0f), &shape, imp2_collider_default());
}

// Steps until all have parted, or so many times. Returns the steps.
static int heap_part(heap* h, int most)
{
    int step = 0;
    int32_t manifolds;
    do
    {
        heap_step(h);
        ++step;
    } while (step < most && deepest_of(h->world, &manifolds) > 0.01f);
    return step;
}

static float speed_now(const heap* h)
{
    float most = 0.0f;
    for (int32_t i = 0; i < h->count; ++i)
    {
        imp2_vec v = scene_state(h->world, h->bodies[i]).velocity;
        float speed = sqrtf(imp2_vec_dot(v, v));
        most = speed > most ? speed : most;
    }
    return most;
}

// Ends go at 3 m/s and no faster, so a row takes as long as its half has to go.
static void rows_part_calmly(void** state)
{
    (void)state;
    static const int32_t counts[3] = {2, 10, 50};
    static const float spacings[3] = {0.1f, 0.5f, 0.9f};
    for (int which = 0; which < 27; ++which)
    {
        heap h = {.world = scene_world(0.0f, 0.0f)};
        int kind = which % 3;
        int32_t count = counts[which / 3 % 3];
        float spacing = spacings[which / 9];
        imp2_shape shape = convex_of(kind, 0.5f);
        for (int32_t i = 0; i < count; ++i)
        {
            heap_add_convex(&h, &shape, spacing * (float)i, 0.0f);
        }
        int way = (int)(0.5f * (1.0f - spacing) * (float)count / (PUSHED * DT));
        int steps = heap_part(&h, 1000);
        if (h.fastest > 1.0f || steps > 2 * way + 10)
        {
            printf("%d of kind %d, each %g m on: fastest %.3g m/s; parted after %d steps, %d at the greatest speed\n",
                   (int)count, kind, (double)spacing, (double)h.fastest, steps, way);
        }
        assert_true(h.fastest < 1.0f && h.farthest < PUSHED + 1.0f);
        assert_true(steps <= 2 * way + 10);
        imp2_world_free(h.world);
    }
}

// Thirty boxes at one point, a hundred balls at nearly one, a hundred things of all kinds and sizes.
static void piles_part_calmly(void** state)
{
    (void)state;
    test_rng rng = {7};
    for (int which = 0; which < 3; ++which)
    {
        heap h = {.world = scene_world(0.0f, 0.0f)};
        for (int32_t i = 0; i < (which == 0 ? 30 : 100); ++i)
        {
            float half = which < 2 ? 0.5f : (i % 7 == 0) ? 1.5f : test_rng_range(&rng, 0.1f, 0.5f);
            float x = which == 0 ? 0.0f : test_rng_range(&rng, -0.1f, 0.1f) * (which == 1 ? 1.0f : 10.0f);
            float y = which == 0 ? 0.0f : test_rng_range(&rng, -0.1f, 0.1f) * (which == 1 ? 1.0f : 10.0f);
            imp2_shape shape = convex_of(which < 2 ? which : (int)(i % 3), half);
            heap_add_convex(&h, &shape, x, y);
        }
        int steps = heap_part(&h, 600);
        printf("pile %d: fastest %.3g m/s, %.3g m/s with the push; parted after %d steps\n", which, (double)h.fastest,
               (double)h.farthest, steps);
        assert_true(steps < 600);
        assert_true(h.fastest < 1.0f && h.farthest < CALM);
        imp2_world_free(h.world);
    }
}

// A row whose first box lies in a wall, and a column on a floor, under its weight. They come to rest.
static void walls_part_calmly(void** state)
{
    (void)state;
    for (int which = 0; which < 2; ++which)
    {
        heap h = {.world = scene_world(10.0f, 0.0f)};
        imp2_shape box = scene_box(0.5f, 0.5f);
        heap_wall(&h, (imp2_box){{-100.0f, -10.0f}, {100.0f, 0.0f}});
        heap_wall(&h, (imp2_box){{-20.0f, 0.0f}, {0.0f, 4.0f}});
        for (int32_t i = 0; i < 10; ++i)
        {
            heap_add_convex(&h, &box, which == 0 ? 0.4f * (float)i : 3.0f, which == 0 ? 0.5f : 0.5f + 0.4f * (float)i);
        }
        int steps = heap_part(&h, 300);
        printf("%s: fastest %.3g m/s, %.3g m/s with the push; parted after %d steps\n", which == 0 ? "wall" : "column",
               (double)h.fastest, (double)h.farthest, steps);
        assert_true(steps < 300);
        assert_true(h.fastest < CALM && h.farthest < CALM + PUSHED);
        for (int step = 0; step < 120; ++step)
        {
            heap_step(&h);
        }
        assert_true(speed_now(&h) < 0.01f);
        if (which == 1)
        {
            assert_true(fabsf(scene_state(h.world, h.bodies[9]).center.y - 9.5f) < 0.05f);
        }
        imp2_world_free(h.world);
    }
}

// More than there is room for stays in its box, and comes to rest as it lies.
static void full_box_stays_calm(void** state)
{
    (void)state;
    heap h = {.world = scene_world(0.0f, 0.0f)};
    imp2_shape box = scene_box(0.5f, 0.5f);
    heap_wall(&h, (imp2_box){{-3.0f, -5.0f}, {-2.0f, 5.0f}});
    heap_wall(&h, (imp2_box){{2.0f, -5.0f}, {3.0f, 5.0f}});
    heap_wall(&h, (imp2_box){{-5.0f, -3.0f}, {5.0f, -2.0f}});
    heap_wall(&h, (imp2_box){{-5.0f, 2.0f}, {5.0f, 3.0f}});
    for (int32_t i = 0; i < 49; ++i)
    {
        heap_add_convex(&h, &box, 0.5f * (float)(i % 7 - 3), 0.5f * (float)(i / 7 - 3));
    }
    for (int step = 0; step < 300; ++step)
    {
        heap_step(&h);
    }
    printf("full box: fastest %.3g m/s, %.3g m/s with the push, %.3g m/s in the end\n", (double)h.fastest,
           (double)h.farthest, (double)speed_now(&h));
    assert_true(h.fastest < CALM && h.farthest < CALM + PUSHED && speed_now(&h) < 0.1f);
    for (int32_t i = 0; i < h.count; ++i)
    {
        imp2_vec p = scene_state(h.world, h.bodies[i]).center;
        assert_true(fabsf(p.x) < 1.6f && fabsf(p.y) < 1.6f);
    }
    imp2_world_free(h.world);
}

static void none_is_made(const imp2_world* world)
{
    probe_contact c;
    for (int32_t i = 0; probe_contact_at(world, i, &c); ++i)
    {
        assert_true(c.deep == 0.0f);
    }
}

// What came to overlap by its own motion, or is pressed, is not taken apart as poses: two boxes that a press drives
// into each other, and two that meet fast.
static void pressed_is_not_made(void** state)
{
    (void)state;
    heap h = {.world = scene_world(0.0f, 0.0f)};
    imp2_shape box = scene_box(0.5f, 0.5f), plate = scene_box(0.5f, 2.0f);
    int32_t manifolds;
    float deepest = 0.0f;
    scene_body(h.world, IMP_BODY_STATIC, scene_pose(-1.0f, 0.0f, 0.0f), &plate, scene_wood);
    imp_body press = scene_body(h.world, IMP_BODY_KINEMATIC, scene_pose(2.0f, 0.0f, 0.0f), &plate, scene_wood);
    heap_add_convex(&h, &box, 0.0f, 0.0f);
    heap_add_convex(&h, &box, 1.0f, 0.0f);
    assert_int_equal(imp2_world_set_velocity(h.world, press, (imp2_vec){-0.2f, 0.0f}, 0.0f), IMP_OK);
    for (int step = 0; step < 120; ++step)
    {
        heap_step(&h);
        none_is_made(h.world);
    }
    assert_true(deepest_of(h.world, &manifolds) > 0.1f);
    imp2_world_free(h.world);
    for (int k = 0; k < 10; ++k)
    {
        h = (heap){.world = scene_world(0.0f, 0.0f)};
        heap_add_convex(&h, &box, 0.0f, 0.0f);
        heap_add_convex(&h, &box, 2.0f + 0.03f * (float)k, 0.0f);
        assert_int_equal(imp2_world_set_velocity(h.world, h.bodies[0], (imp2_vec){10.0f, 0.0f}, 0.0f), IMP_OK);
        assert_int_equal(imp2_world_set_velocity(h.world, h.bodies[1], (imp2_vec){-10.0f, 0.0f}, 0.0f), IMP_OK);
        for (int step = 0; step < 10; ++step)
        {
            heap_step(&h);
            none_is_made(h.world);
            float deep = deepest_of(h.world, &manifolds);
            deepest = deep > deepest ? deep : deepest;
        }
        imp2_world_free(h.world);
    }
    assert_true(deepest > 0.1f);
}

// A row saved while it parts goes on as the saved one does.
static void row_is_saved(void** state)
{
    (void)state;
    static uint8_t bytes[1 << 20];
    int32_t count;
    heap h = {.world = scene_world(10.0f, 0.0f)};
    heap_wall(&h, (imp2_box){{-100.0f, -10.0f}, {100.0f, 0.0f}});
    for (int32_t i = 0; i < 30; ++i)
    {
        imp2_shape shape = convex_of((int)(i % 3), 0.5f);
        heap_add_convex(&h, &shape, 0.3f * (float)(i % 10), 0.5f + 0.3f * (float)(i / 10));
    }
    imp2_world* loaded = scene_world(0.0f, 0.0f);
    for (int step = 0; step < 60; ++step)
    {
        assert_int_equal(imp2_world_step(h.world, DT), IMP_OK);
        if (step > 0)
        {
            assert_int_equal(imp2_world_step(loaded, DT), IMP_OK);
            assert_true(scene_hash(h.world) == scene_hash(loaded));
        }
        assert_int_equal(imp2_world_save(h.world, bytes, (int32_t)sizeof bytes, &count), IMP_OK);
        assert_int_equal(imp2_world_load(loaded, bytes, count), IMP_OK);
        manifolds_hold(h.world);
    }
    imp2_world_free(h.world);
    imp2_world_free(loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(regions_part_calmly), cmocka_unit_test(squares_part_calmly),
                                       cmocka_unit_test(depth_is_told),       cmocka_unit_test(heap_is_saved),
                                       cmocka_unit_test(cave_gives_back),     cmocka_unit_test(rows_part_calmly),
                                       cmocka_unit_test(piles_part_calmly),   cmocka_unit_test(walls_part_calmly),
                                       cmocka_unit_test(full_box_stays_calm), cmocka_unit_test(pressed_is_not_made),
                                       cmocka_unit_test(row_is_saved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
