// SPDX-License-Identifier: MIT
//
// slams.inl, for the plane; and a region against a chain.

#include "kit_plane.h"

#define RING 2.0f         // radius of a container [m]
#define FARTHEST_IN 1.0f  // its corners, in radii

static imp2_compound region_of(const imp2_vec* points, int32_t count)
{
    imp2_compound out;
    const imp2_outlines outline = {points, &count, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outline, NULL, &out, NULL), IMP_OK);
    return out;
}

static imp2_compound chain_of(const imp2_vec* points, int32_t count, bool closed)
{
    imp2_compound out;
    const imp2_polyline line = {.points = points, .count = count, .closed = closed};
    assert_int_equal(imp2_chain_make(&line, NULL, &out, NULL), IMP_OK);
    return out;
}

// A thing that does not move, or as it is told to: one body with some colliders.
enum
{
    SLAMS = 40,
    SHAKES = 64,
    SHOTS = 40,
    SPINS = 4
};

enum
{
    PARTS_MOST = 64
};

typedef struct ground
{
    imp_body body;
    int32_t shapes, compounds;
    imp2_shape shape[PARTS_MOST];
    imp2_compound compound[1];
} ground;

// The world has copies.
static void ground_wear(imp2_world* world, ground* g, float friction)
{
    const imp2_collider_def def = {.material = {.friction = friction}};
    for (int32_t i = 0; i < g->shapes; ++i)
    {
        scene_wear(world, g->body, &g->shape[i], def);
    }
    for (int32_t i = 0; i < g->compounds; ++i)
    {
        assert_int_equal(imp2_world_add_compound(world, g->body, &g->compound[i], &def, NULL), IMP_OK);
        imp2_compound_free(&g->compound[i]);
    }
}

enum
{
    FLOOR_BOX,
    FLOOR_CHAIN,
    FLOOR_REGION,
    FLOOR_SEGMENTS,
    FLOORS
};

static void make_floor(imp2_world* world, int kind)
{
    ground made, *g = &made;
    *g = (ground){.body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f)};
    imp2_vec points[34];
    switch (kind)
    {
    case FLOOR_BOX:
        assert_int_equal(imp2_box_make((imp2_box){{-10.0f, -1.0f}, {10.0f, 0.0f}}, &g->shape[0]), IMP_OK);
        g->shapes = 1;
        break;
    case FLOOR_CHAIN:
        for (int32_t i = 0; i < 16; ++i)
        {
            points[i] = (imp2_vec){10.0f - 1.25f * (float)i, 0.0f};
        }
        points[16] = (imp2_vec){-10.0f, 0.0f};
        g->compound[0] = chain_of(points, 17, false);
        g->compounds = 1;
        break;
    case FLOOR_REGION:
        points[0] = (imp2_vec){-10.0f, -2.0f};
        points[1] = (imp2_vec){0.2f, -2.0f};
        points[2] = (imp2_vec){0.2f, -1.0f};
        points[3] = (imp2_vec){0.3f, -1.0f};
        points[4] = (imp2_vec){0.3f, -2.0f};
        points[5] = (imp2_vec){10.0f, -2.0f};
        points[6] = (imp2_vec){10.0f, 0.0f};
        points[7] = (imp2_vec){-10.0f, 0.0f};
        g->compound[0] = region_of(points, 8);
        g->compounds = 1;
        break;
    default:
        for (int32_t i = 0; i < 16; ++i)
        {
            assert_int_equal(imp2_segment_make((imp2_vec){-10.0f + 1.25f * (float)i, 0.0f},
                                               (imp2_vec){-8.75f + 1.25f * (float)i, 0.0f}, &g->shape[i]),
                             IMP_OK);
        }
        g->shapes = 16;
        break;
    }
    ground_wear(world, g, 0.4f);
}

enum
{
    OF_CHAIN,
    OF_REGION,
    OF_SEGMENTS,
    OF_POLYGONS,
    CONTAINERS,
    CONTENT_KINDS = 5
};

static imp_body make_container(imp2_world* world, int kind, bool round)
{
    const int sides = round ? 40 : 8;
    ground made, *g = &made;
    *g = (ground){.body = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f)};
    imp2_vec inner[PARTS_MOST], outer[PARTS_MOST];
    for (int i = 0; i < sides; ++i)
    {
        float angle = 6.2831853f * (float)i / (float)sides;
        inner[i] = (imp2_vec){RING * cosf(angle), RING * sinf(angle)};
        outer[i] = (imp2_vec){1.15f * inner[i].x, 1.15f * inner[i].y};
    }
    if (kind == OF_CHAIN)
    {
        g->compound[g->compounds++] = chain_of(inner, sides, true);
    }
    else if (kind == OF_REGION)
    {
        imp2_vec points[2 * PARTS_MOST];
        const int32_t counts[2] = {sides, sides};
        for (int i = 0; i < sides; ++i)
        {
            points[i] = outer[i];
            points[sides + i] = inner[i];
        }
        const imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
        assert_int_equal(imp2_region_make(&outlines, NULL, &g->compound[g->compounds++], NULL), IMP_OK);
    }
    for (int i = 0; i < sides && kind >= OF_SEGMENTS; ++i)
    {
        int next = i + 1 < sides ? i + 1 : 0;
        const imp2_vec side[4] = {inner[i], outer[i], outer[next], inner[next]};
        assert_int_equal(kind == OF_SEGMENTS ? imp2_segment_make(inner[i], inner[next], &g->shape[i])
                                             : imp2_polygon_make(side, 4, 0.0f, NULL, &g->shape[i], NULL),
                         IMP_OK);
        g->shapes = i + 1;
    }
    ground_wear(world, g, 0.5f);
    return g->body;
}

static imp_body add_content(imp2_world* world, int kind, imp2_pose pose)
{
    static const imp2_vec hook[] = {{-0.25f, -0.25f}, {0.25f, -0.25f}, {0.25f, -0.05f},
                                    {-0.05f, -0.05f}, {-0.05f, 0.25f}, {-0.25f, 0.25f}};
    static const imp2_vec wedge[] = {{-0.25f, -0.2f}, {0.25f, -0.2f}, {0.0f, 0.3f}};
    imp_body body;
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose};
    const imp2_collider_def wears = {.density = 1.0f, .material = {.friction = 0.4f}};
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    imp2_shape shape;
    switch (kind)
    {
    case 0: shape = scene_box(0.25f, 0.1f); break;
    case 1: shape = scene_ball(0.2f); break;
    case 2: shape = scene_box(0.4f, 0.03f); break;
    case 3: assert_int_equal(imp2_polygon_make(wedge, 3, 0.0f, NULL, &shape, NULL), IMP_OK); break;
    default:
    {
        imp2_compound region = region_of(hook, 6);
        assert_int_equal(imp2_world_add_compound(world, body, &region, &wears, NULL), IMP_OK);
        imp2_compound_free(&region);
        return body;
    }
    }
    scene_wear(world, body, &shape, wears);
    return body;
}

#include "math/dim2.h"

#include "slams.inl"

#include "math/dim_end.h"

// A triangle as a region against a chain of two points, which it touches as a step begins.
static void stays_above_line(void** state)
{
    (void)state;
    static const imp2_vec corners[] = {{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.0f, 0.6f}};
    static const imp2_vec line[] = {{4.0f, 0.0f}, {-4.0f, 0.0f}};
    test_rng rng = {seed_of(2)};
    uint64_t cases = test_n(120), through = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_compound triangle = region_of(corners, 3), chain = chain_of(line, 2, false);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        assert_int_equal(imp2_world_add_compound(world, floor, &chain, NULL, NULL), IMP_OK);
        imp2_shape shape;
        imp2_pose pose = scene_pose(test_rng_range(&rng, -2.0f, 2.0f), 0.0f, test_rng_range(&rng, -3.1f, 3.1f));
        assert_int_equal(imp2_polygon_make(corners, 3, 0.0f, NULL, &shape, NULL), IMP_OK);
        pose.p.y = test_rng_range(&rng, -0.002f, 0.01f) - lowest_of(&shape, &pose);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose, .angular_velocity = 5.0f};
        def.velocity = (imp2_vec){test_rng_range(&rng, -20.0f, 20.0f), -test_rng_range(&rng, 60.0f, 140.0f)};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        const imp2_collider_def wears = {.density = 1.0f};
        assert_int_equal(imp2_world_add_compound(world, body, &triangle, &wears, NULL), IMP_OK);
        bool under = false;
        for (int step = 0; step < 6; ++step)
        {
            scene_run(world, 1, DT);
            imp2_body_state s = scene_state(world, body);
            under = under || (fabsf(s.center.x) < 3.0f && s.center.y < 0.0f);
        }
        through += under;
        imp2_compound_free(&triangle);
        imp2_compound_free(&chain);
        imp2_world_free(world);
    }
    printf("triangles through a line: %d of %d\n", (int)through, (int)cases);
    assert_true(through == 0);
    test_report("stays_above_line", cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SLAMS_TESTS, cmocka_unit_test(stays_above_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
