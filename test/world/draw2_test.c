// SPDX-License-Identifier: MIT
//
// Drawings of worlds of the plane: lines lie on outlines, triangles fill what has an area, a view leaves out what is
// outside and nothing else.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes2.h"

enum
{
    MOST = 1 << 16
};

static imp2_draw_vertex lines[MOST], others[MOST];

static int32_t drawn_lines(const imp2_world* world, const imp2_draw_def* def, imp2_draw_vertex* out)
{
    int32_t count;
    assert_int_equal(imp2_world_draw_lines(world, def, out, MOST, &count), IMP_OK);
    return count;
}

static int32_t drawn_fills(const imp2_world* world, const imp2_draw_def* def, imp2_draw_vertex* out)
{
    int32_t count;
    assert_int_equal(imp2_world_draw_fills(world, def, out, MOST, &count), IMP_OK);
    return count;
}

// One of everything, alone in a world.
static int some_shape(int kind, imp2_shape* shape)
{
    imp2_vec points[12];
    for (int k = 0; k < 12; ++k)
    {
        points[k] = imp2_pose_apply(scene_pose(0.1f, 0.0f, 0.5236f * (float)k), (imp2_vec){1.5f, 0.0f});
    }
    imp2_box box = {{-1.0f, -0.5f}, {1.0f, 0.25f}};
    switch (kind)
    {
    case 0: return imp2_circle_make((imp2_vec){0.5f, 0.0f}, 1.25f, shape);
    case 1: return imp2_capsule_make((imp2_vec){-3.0f, 0.0f}, (imp2_vec){1.0f, 0.5f}, 0.75f, shape);
    case 2: return imp2_box_make(box, shape);
    case 3: return imp2_polygon_make(points, 12, 0.0f, NULL, shape, NULL);
    case 4: return imp2_polygon_make(points, 3, 0.5f, NULL, shape, NULL);
    case 5: return imp2_polygon_make(points, 12, 0.25f, NULL, shape, NULL);
    default: return imp2_segment_make(points[0], points[4], shape);
    }
}

static float distance_to(const imp2_shape* shape, imp2_pose pose, imp2_vec point)
{
    imp2_vec closest;
    float distance;
    assert_int_equal(imp2_shape_closest(shape, &pose, point, &closest, &distance), IMP_OK);
    return fabsf(distance);
}

static double area_of(const imp2_draw_vertex* v, int32_t count)
{
    double area = 0.0;
    for (int32_t i = 0; i < count; i += 3)
    {
        imp2_vec a = imp2_vec_sub(v[i + 1].point, v[i].point), b = imp2_vec_sub(v[i + 2].point, v[i].point);
        double twice = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        assert_true(twice > -1e-6);
        area += 0.5 * twice;
    }
    return area;
}

static void draws_shapes(void** state)
{
    (void)state;
    for (int kind = 0; kind < 7; ++kind)
    {
        for (int step = 0; step < 3; ++step)
        {
            static const float pixels[] = {0.25f, 0.01f, 0.001f};
            imp2_world* world;
            imp2_shape shape;
            imp2_mass mass;
            imp2_pose pose = scene_pose(3.0f, -2.0f, 0.7f);
            assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
            assert_int_equal(some_shape(kind, &shape), IMP_OK);
            assert_int_equal(imp2_shape_mass(&shape, 1.0f, &mass), IMP_OK);
            scene_body(world, IMP_BODY_STATIC, pose, &shape, (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
            imp2_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = pixels[step]};
            int32_t count = drawn_lines(world, &def, lines);
            double around = 0.0;
            assert_number(count, >=, 2);
            assert_number(count % 2, ==, 0);
            assert_number(count, <=, 514);
            for (int32_t i = 0; i < count - (kind == 0 ? 2 : 0); i += 2)  // but for a circle's axis
            {
                imp2_vec a = lines[i].point, b = lines[i + 1].point;
                imp2_vec way = imp2_vec_sub(b, a);
                around += sqrt((double)imp2_vec_dot(way, way));
                for (int k = 0; k <= 8; ++k)
                {
                    imp2_vec at = imp2_vec_add(a, imp2_vec_scale(way, 0.125f * (float)k));
                    assert_true(distance_to(&shape, pose, at) <= 0.25f * pixels[step] + 1e-5f);
                }
            }
            // All around, and nothing twice.
            double most = (double)mass.area, part = 0.25 * (double)pixels[step];
            int32_t fills = drawn_fills(world, &def, others);
            double area = area_of(others, fills);
            assert_number(area, <=, most * (1.0 + 1e-5));
            assert_number(area, >=, most - part * (around + 1.0) - 1e-5);
            assert_true(kind == 6 ? fills == 0 : fills > 0);
            assert_true(kind != 6 || count == 2);
            imp2_shape_free(&shape);
            imp2_world_free(world);
        }
    }
}

static void make_crowd(scene_crowd* crowd, imp2_world** world, int steps)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    assert_int_equal(imp2_world_make(&def, world), IMP_OK);
    assert_int_equal(scene_crowd_make(crowd, *world, 80, 7), IMP_OK);
    scene_run(*world, steps, 1.0f / 60.0f);
}

// What a region and a chain are drawn with: the region's rings without seams, filled to its area.
static void draws_compounds(void** state)
{
    (void)state;
    imp2_world* world;
    imp_body ground;
    imp2_compound region, chain;
    imp2_mass mass;
    static const imp2_vec ring[] = {{-2, -2}, {2, -2}, {2, 2},   {0, 2},  {0, 1},
                                    {-2, 1},  {1, -1}, {-1, -1}, {-1, 0}, {1, 0}};
    static const int32_t counts[] = {6, 4};
    imp2_outlines outlines = {ring, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_polyline line = {ring, 6, false, false};
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_compound_mass(&region, 1.0f, &mass), IMP_OK);
    for (int kind = 0; kind < 2; ++kind)
    {
        assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
        assert_int_equal(imp2_world_add_body(world, NULL, &ground), IMP_OK);
        assert_int_equal(imp2_world_add_compound(world, ground, kind ? &chain : &region, NULL, NULL), IMP_OK);
        imp2_draw_def def = {.lines = IMP_DRAW_OUTLINES};
        assert_int_equal(drawn_lines(world, &def, lines), kind ? 10 : 20);
        double area = area_of(others, drawn_fills(world, &def, others));
        assert_true(fabs(area - (kind ? 0.0 : (double)mass.area)) < 1e-5);
        imp2_world_free(world);
    }
    imp2_compound_free(&region);
    imp2_compound_free(&chain);
}

// A chain alone in a world.
static imp2_world* chain_world(imp2_pose pose, const imp2_polyline* line)
{
    imp2_compound chain;
    imp2_world* world;
    imp_body ground;
    imp2_body_def body = {.pose = pose};
    assert_int_equal(imp2_chain_make(line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    assert_int_equal(imp2_world_add_body(world, &body, &ground), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, ground, &chain, NULL, NULL), IMP_OK);
    imp2_compound_free(&chain);
    return world;
}

// A one-sided chain has ticks of six pixels on its right, from its segments outward, twelve pixels apart and one at
// least; one that is felt from both sides has none.
static void draws_the_side_that_is_felt(void** state)
{
    (void)state;
    static const imp2_vec points[] = {{0, 0}, {4, 0}, {4, 0.25f}, {4, 3}};
    const imp2_pose pose = scene_pose(2.0f, 1.0f, 0.9f);
    for (int kind = 0; kind < 4; ++kind)
    {
        bool closed = kind & 1, one_sided = kind & 2;
        imp2_polyline line = {points, 4, closed, one_sided};
        imp2_world* world = chain_world(pose, &line);
        imp2_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = 0.03125f};
        int32_t count = drawn_lines(world, &def, lines) / 2, segments = closed ? 4 : 3;
        // 4, 0.25, 2.75 and 5 m long, with 0.375 m between ticks.
        assert_number(count, ==, segments + (one_sided ? 10 + 1 + 7 + (closed ? 13 : 0) : 0));
        for (int32_t i = segments; i < count; ++i)
        {
            imp2_vec at = imp2_rot_apply_inverse(pose.q, imp2_vec_sub(lines[2 * i].point, pose.p));
            imp2_vec end = imp2_rot_apply_inverse(pose.q, imp2_vec_sub(lines[2 * i + 1].point, pose.p));
            imp2_vec way = imp2_vec_sub(end, at);
            assert_true(fabs(sqrt((double)imp2_vec_dot(way, way)) - 0.1875) < 1e-5);
            // Counter-clockwise: its right is outside.
            bool below = fabsf(at.y) < 1e-5f && way.y < -0.18f, right = fabsf(at.x - 4) < 1e-5f && way.x > 0.18f;
            bool above = fabsf(3 * at.x - 4 * at.y) < 1e-4f && way.y > 0.14f && way.x < -0.11f;
            assert_true(below || right || above);
        }
        imp2_world_free(world);
    }
}

// A view that meets nothing but a tick shows it; and however small a pixel is, there is an end of them.
static void draws_ticks_out_of_boxes(void** state)
{
    (void)state;
    static const imp2_vec points[] = {{0, 0}, {4, 0}};
    const imp2_polyline line = {points, 2, false, true};
    imp2_world* world = chain_world(scene_pose(0.0f, 0.0f, 0.0f), &line);
    imp2_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = 0.5f, .view = {{1.5f, -2.75f}, {2.5f, -2.5f}}};
    assert_int_equal(drawn_lines(world, &def, lines), 2);
    assert_true(fabsf(lines[0].point.x - 2.0f) < 1e-6f && fabsf(lines[1].point.y + 3.0f) < 1e-6f);
    const imp2_draw_def fine = {.lines = IMP_DRAW_OUTLINES, .pixel = 0x1p-60f};
    assert_number(drawn_lines(world, &fine, lines), <=, 2 * 65);
    imp2_world_free(world);
}

// What is left of a drawing in a view, as the whole has it.
static int32_t within(const imp2_draw_vertex* all, int32_t count, int32_t step, imp2_box view, imp2_draw_vertex* out)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i += step)
    {
        imp2_box box = {all[i].point, all[i].point};
        for (int32_t k = 1; k < step; ++k)
        {
            box.lower.x = fminf(box.lower.x, all[i + k].point.x);
            box.lower.y = fminf(box.lower.y, all[i + k].point.y);
            box.upper.x = fmaxf(box.upper.x, all[i + k].point.x);
            box.upper.y = fmaxf(box.upper.y, all[i + k].point.y);
        }
        if (imp2_box_overlap(box, view))
        {
            memmove(&out[kept], &all[i], (size_t)step * sizeof *out);
            kept += step;
        }
    }
    return kept;
}

static void leaves_out_what_is_not_seen(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static imp2_draw_vertex seen[MOST];
    scene_crowd crowd;
    imp2_world* world;
    make_crowd(&crowd, &world, 100);
    imp2_draw_def def = {.lines = 31, .velocity = 0.1f, .impulse = 0.1f};
    int32_t all = drawn_lines(world, &def, lines), fills = drawn_fills(world, &def, others);
    assert_number(all, >, 1000);
    assert_number(fills, >, 1000);
    uint64_t count = test_n(30);
    for (uint64_t i = 0; i < count; ++i)
    {
        static imp2_draw_vertex want[MOST];
        imp2_draw_def part = def;
        float x = test_rng_range(&rng, -12.0f, 10.0f);
        float y = test_rng_range(&rng, -3.0f, 12.0f);
        float width = test_rng_range(&rng, 0.0f, 8.0f);
        part.view = (imp2_box){{x, y}, {x + width, y + 3.0f}};
        int32_t wanted = within(lines, all, 2, part.view, want);
        assert_int_equal(drawn_lines(world, &part, seen), wanted);
        assert_memory_equal(seen, want, (size_t)wanted * sizeof *seen);
        wanted = within(others, fills, 3, part.view, want);
        assert_int_equal(drawn_fills(world, &part, seen), wanted);
        assert_memory_equal(seen, want, (size_t)wanted * sizeof *seen);
    }
    // A list that is too short is not begun.
    int32_t told;
    seen[0].colour = 7;
    imp_status status = imp2_world_draw_lines(world, &def, seen, all - 1, &told);
    assert_int_equal(imp_status_fault(status), IMP_ERR_SPACE);
    assert_number(told, ==, all);
    assert_number(seen[0].colour, ==, 7);
    scene_crowd_free(&crowd);
    imp2_world_free(world);
}

static void tells_contacts_and_sleep(void** state)
{
    (void)state;
    imp2_world_def world_def = {.gravity = {0.0f, -10.0f}};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&world_def, &world), IMP_OK);
    imp2_shape ground = scene_box(10.0f, 1.0f), box = scene_box(0.5f, 0.5f);
    scene_matter matter = {1.0f, 0.5f, 0.0f, 0.0f};
    scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -1.0f, 0.0f), &ground, matter);
    for (int i = 0; i < 2; ++i)
    {
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f + (float)i, 0.0f), &box, matter);
    }
    scene_run(world, 10, 1.0f / 60.0f);
    imp2_draw_def def = {.impulse = 2.0f}, outlines = {.lines = IMP_DRAW_OUTLINES},
                  islands = {.lines = IMP_DRAW_ISLANDS};
    // Four points of contact, whose impulses along y carry two boxes, and one, for a step: two metres for each N s.
    int32_t count = drawn_lines(world, &def, lines);
    assert_int_equal(count, 8);
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i += 2)
    {
        sum += lines[i + 1].point.y - lines[i].point.y;
    }
    assert_true(fabsf(sum - 2.0f * 3.0f * 10.0f / 60.0f) < 0.02f);
    assert_int_equal(drawn_lines(world, &islands, lines), 0);
    drawn_lines(world, &outlines, lines);
    uint32_t awake = lines[8].colour, fixed = lines[0].colour;
    scene_run(world, 200, 1.0f / 60.0f);
    assert_int_equal(scene_stats(world).awake, 0);
    assert_int_equal(drawn_lines(world, &islands, lines), 4);
    drawn_lines(world, &outlines, lines);
    assert_number(lines[0].colour, ==, fixed);
    assert_number(lines[8].colour, !=, awake);
    assert_number(awake, !=, fixed);
    assert_true((lines[8].colour & 0xffffff) == (awake & 0xffffff));
    imp2_world_free(world);
}

// Far from the world's origin, what is told relative to another one is what it is near it.
static void draws_far_from_the_origin(void** state)
{
    (void)state;
    imp2_world* world;
    assert_int_equal(imp2_world_make(NULL, &world), IMP_OK);
    imp2_shape ball = scene_ball(0.75f);
    imp_body body = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(0.5f, 0.25f, 1.0f), &ball, (scene_matter){0});
    imp2_draw_def def = {.lines = IMP_DRAW_OUTLINES | IMP_DRAW_CENTERS};
    int32_t count = drawn_lines(world, &def, lines);
    imp2_pose pose = scene_state(world, body).pose;
    def.origin = (imp2_vec){0x1p20f, -0x1p20f};
    pose.p = imp2_vec_add(pose.p, def.origin);
    assert_int_equal(imp2_world_set_pose(world, body, &pose), IMP_OK);
    assert_int_equal(drawn_lines(world, &def, others), count);
    assert_memory_equal(lines, others, (size_t)count * sizeof *lines);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(draws_shapes),
                                       cmocka_unit_test(draws_compounds),
                                       cmocka_unit_test(draws_the_side_that_is_felt),
                                       cmocka_unit_test(draws_ticks_out_of_boxes),
                                       cmocka_unit_test(leaves_out_what_is_not_seen),
                                       cmocka_unit_test(tells_contacts_and_sleep),
                                       cmocka_unit_test(draws_far_from_the_origin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
