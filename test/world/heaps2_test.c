// SPDX-License-Identifier: MIT
//
// heaps.inl, for the plane; and regions of a thousand corners, and squares with a dent, whose way has a closed form.

#include "kit_plane.h"
#include "manifolds2.h"

#include "world/contact/contact2.h"

#define LOCKS_OF_PLANE 0u

enum
{
    CORNERS = 1000,
    COLUMNS = 6,
    REGIONS = 24,
    KINDS = 3
};

// A hexagon.
static imp2_shape hull_of(float radius)
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

#include "math/dim2.h"

#include "heaps.inl"

#include "math/dim_end.h"

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

// Regions on a grid, so near that each has its middle in others.
static heap heap_of_regions(float gravity, int32_t count, float apart)
{
    heap h = heap_of(gravity);
    test_rng rng = {7};
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_compound region = make_region(i % KINDS, &rng);
        heap_add(&h, apart * (float)(i % COLUMNS), apart * (float)(i / COLUMNS), 0.0f);
        assert_int_equal(imp2_world_add_compound(h.world, h.bodies[i], &region, NULL, NULL), IMP_OK);
        imp2_compound_free(&region);
    }
    return h;
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
    heap_add(h, x, y, 0.0f);
    assert_int_equal(imp2_world_add_compound(h->world, h->bodies[h->count - 1], &square, NULL, NULL), IMP_OK);
    imp2_compound_free(&square);
}

// Squares in a row, each 0.6 m deep in the next: the ends are pushed at the greatest speed, and no faster.
static void squares_part_calmly(void** state)
{
    (void)state;
    heap h = heap_of(0.0f);
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
        sum += state_of(h.world, h.bodies[i]).center.x;
    }
    printf("their middle has moved by %.3g m\n", (double)(sum / 10.0f - 4.5f * (1.0f - deep)));
    assert_true(fabsf(sum / 10.0f - 4.5f * (1.0f - deep)) < 0.1f);
    imp2_world_free(h.world);
}

// Two squares, 0.4 m deep: less by the push in every step, and told so.
static void depth_is_told(void** state)
{
    (void)state;
    heap h = heap_of(0.0f);
    for (int32_t i = 0; i < 2; ++i)
    {
        heap_add_square(&h, 0.6f * (float)i, 0.0f);
    }
    for (int step = 0; step < 5; ++step)
    {
        int32_t manifolds;
        heap_step(&h);
        float gap = state_of(h.world, h.bodies[1]).center.x - state_of(h.world, h.bodies[0]).center.x;
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
    imp2_world* loaded = new_world(0.0f);
    assert_int_equal(imp2_world_load(loaded, bytes, count), IMP_OK);
    for (int step = 0; step < 6; ++step)
    {
        assert_int_equal(imp2_world_step(h.world, DT), IMP_OK);
        assert_int_equal(imp2_world_step(loaded, DT), IMP_OK);
        assert_true(hash_of(h.world) == hash_of(loaded));
    }
    imp2_world_free(h.world);
    imp2_world_free(loaded);
}

static imp_body place(imp2_world* world, int32_t kind, float x)
{
    imp_body body;
    const imp2_body_def def = {.kind = kind, .pose = {{x, 0.0f}, {1.0f, 0.0f}}};
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    return body;
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
    imp2_world* world = new_world(0.0f);
    assert_int_equal(imp2_region_make(&cave, NULL, &region, NULL), IMP_OK);
    assert_true(region.part_count >= 16);
    imp_body wall = place(world, IMP_BODY_STATIC, 0.0f), gear = place(world, IMP_BODY_DYNAMIC, 3.2f);
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
    imp2_body_state s = state_of(world, gear);
    assert_true(s.center.x < 3.1f);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {HEAP_TESTS,
                                       cmocka_unit_test(regions_part_calmly),
                                       cmocka_unit_test(squares_part_calmly),
                                       cmocka_unit_test(depth_is_told),
                                       cmocka_unit_test(heap_is_saved),
                                       cmocka_unit_test(cave_gives_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
