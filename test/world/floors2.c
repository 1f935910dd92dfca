// SPDX-License-Identifier: MIT
//
// See floors2.h.

#include "floors2.h"

#include <math.h>

imp2_pose floor_pose(const floor_def* f, float x, float y)
{
    float c = (float)cos(f->slope), s = (float)sin(f->slope);
    return (imp2_pose){{c * x - s * y, s * x + c * y}, {c, s}};
}

imp2_vec floor_along(const floor_def* f, imp2_vec v)
{
    float c = (float)cos(f->slope), s = (float)sin(f->slope);
    return (imp2_vec){c * v.x + s * v.y, c * v.y - s * v.x};
}

static imp_body lay(imp2_world* world, const floor_def* f, int32_t kind, imp2_pose pose, const imp2_compound* compound)
{
    imp2_body_def def = {.kind = kind, .pose = pose};
    imp2_collider_def collider = {.material = {.friction = f->friction}};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, compound, &collider, NULL), IMP_OK);
    return body;
}

void floor_box(imp2_world* world, const floor_def* f, int32_t kind, float x0, float x1, float y0, float y1)
{
    imp2_shape box = scene_box(0.5f * (x1 - x0), 0.5f * (y1 - y0));
    imp2_compound compound;
    assert_int_equal(imp2_compound_of_shape(&box, &compound), IMP_OK);
    lay(world, f, kind, floor_pose(f, 0.5f * (x0 + x1), 0.5f * (y0 + y1)), &compound);
}

static void lay_worn(imp2_world* world, const floor_def* f)
{
    imp2_body_def def = {.pose = floor_pose(f, 0.0f, 0.0f)};
    imp2_collider_def collider = {.material = {.friction = f->friction}};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    for (int i = 0; i < f->tiles; ++i)
    {
        imp2_shape box;
        float x = -2.0f + (float)i * FLOOR_TILE;
        assert_int_equal(imp2_box_make((imp2_box){{x, -FLOOR_TILE}, {x + FLOOR_TILE, 0.0f}}, &box), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, body, &box, &collider, NULL), IMP_OK);
    }
}

static void lay_chains(imp2_world* world, const floor_def* f, bool one_sided)
{
    for (int i = 0; i < f->tiles; i += 2)
    {
        const imp2_vec points[] = {{2.0f * FLOOR_TILE, 0.0f}, {0.9f * FLOOR_TILE, 0.0f}, {0.0f, 0.0f}};
        const imp2_polyline line = {.points = points, .count = 3, .one_sided = one_sided};
        imp2_compound chain;
        assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
        lay(world, f, IMP_BODY_STATIC, floor_pose(f, -2.0f + (float)i * FLOOR_TILE, 0.0f), &chain);
        imp2_compound_free(&chain);
    }
}

static void lay_cut(imp2_world* world, const floor_def* f)
{
    test_rng rng = {f->seed + 7};
    float upper = -2.0f, lower = -2.0f;
    for (int i = 0; i < f->tiles; ++i)
    {
        float next_upper = upper + test_rng_range(&rng, 0.6f, 1.4f) * FLOOR_TILE, next_lower = lower;
        while (next_lower < next_upper - 0.5f || next_lower <= lower + 0.1f)
        {
            next_lower += 0.3f;
        }
        imp2_vec corners[4] = {{lower, -1.0f}, {next_lower, -1.0f}, {next_upper, 0.0f}, {upper, 0.0f}};
        for (int k = 0; k < 4; ++k)
        {
            corners[k] = floor_pose(f, corners[k].x, corners[k].y).p;
        }
        imp2_shape piece;
        imp2_compound compound;
        assert_int_equal(imp2_polygon_make(corners, 4, 0.0f, NULL, &piece, NULL), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&piece, &compound), IMP_OK);
        lay(world, f, IMP_BODY_STATIC, imp2_pose_identity(), &compound);
        imp2_shape_free(&piece);
        upper = next_upper;
        lower = next_lower;
    }
}

static void lay_regions(imp2_world* world, const floor_def* f)
{
    const imp2_vec points[] = {{0.0f, -2.0f},    {3.0f, -2.0f},    {3.0f, 0.0f},     {0.0f, 0.0f},
                               {0.75f, -1.125f}, {0.75f, -0.625f}, {1.75f, -0.625f}, {1.75f, -1.125f}};
    const int32_t counts[] = {4, 4};
    const imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_compound region;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    for (int i = 0; i < f->tiles; i += 3)
    {
        lay(world, f, IMP_BODY_STATIC, floor_pose(f, -2.0f + (float)i * FLOOR_TILE, 0.0f), &region);
    }
    imp2_compound_free(&region);
}

void floor_lay(imp2_world* world, const floor_def* f)
{
    test_rng rng = {f->seed};
    float end = -2.0f + (float)f->tiles * FLOOR_TILE;
    switch (f->layout)
    {
    case WORN: lay_worn(world, f); return;
    case CHAINS:
    case HALVES: lay_chains(world, f, f->layout == HALVES); return;
    case CUT: lay_cut(world, f); return;
    case REGIONS: lay_regions(world, f); return;
    case LONG: floor_box(world, f, IMP_BODY_STATIC, -2.0f, end, -FLOOR_TILE, 0.0f); return;
    case JUNCTION:
        for (int i = 0; i < f->tiles; i += 4)
        {
            float x = -2.0f + (float)i * FLOOR_TILE;
            floor_box(world, f, IMP_BODY_STATIC, x, x + 2.75f, -0.25f, 0.0f);
            floor_box(world, f, IMP_BODY_STATIC, x + 2.75f, x + 4.0f, -0.5f, 0.0f);
            floor_box(world, f, IMP_BODY_STATIC, x - 0.5f, x + 3.5f, -1.25f, -0.25f);
        }
        return;
    default:
        for (int i = 0; i < f->tiles; ++i)
        {
            float x = -2.0f + (float)i * FLOOR_TILE, gap = test_rng_range(&rng, 0.0f, f->uneven);
            float top = test_rng_range(&rng, -0.5f, 0.5f) * f->uneven;
            int32_t kind = f->layout == CARRIED ? IMP_BODY_KINEMATIC : IMP_BODY_STATIC;
            floor_box(world, f, kind, x + gap, x + FLOOR_TILE, top - FLOOR_TILE, top);
        }
    }
}

imp2_shape slide_shape(int kind)
{
    const imp2_vec five[5] = {{-0.3f, -0.2f}, {0.3f, -0.2f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}};
    const imp2_vec sharp[5] = {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}};
    const imp2_vec left = {-0.3f, 0.0f}, right = {0.3f, 0.0f}, middle = {0.0f, 0.0f};
    imp2_shape s;
    imp_status status = kind == BOX       ? imp2_box_make((imp2_box){{-0.4f, -0.3f}, {0.4f, 0.3f}}, &s)
                        : kind == BALL    ? imp2_circle_make(middle, 0.3f, &s)
                        : kind == CAPSULE ? imp2_capsule_make(left, right, 0.3f, &s)
                        : kind == ROUNDED ? imp2_polygon_make(five, 5, 0.1f, NULL, &s, NULL)
                                          : imp2_polygon_make(sharp, 5, 0.0f, NULL, &s, NULL);
    assert_int_equal(status, IMP_OK);
    return s;
}

imp2_world* floor_world(const floor_def* f, const imp_jobs* jobs)
{
    imp2_world_def def = {.gravity = {FLOOR_G * (float)sin(f->slope), -FLOOR_G * (float)cos(f->slope)}, .jobs = jobs};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

slide slide_make(const floor_def* f, int shape, float speed, float hertz)
{
    slide s = {.world = floor_world(f, NULL)};
    floor_lay(s.world, f);
    imp2_shape own = slide_shape(shape);
    s.body = scene_body(s.world, IMP_BODY_DYNAMIC, floor_pose(f, -0.37f, 0.3f), &own,
                        (scene_matter){.density = 1.0f, .friction = f->friction});
    scene_run(s.world, (int)(0.5f * hertz), 1.0f / hertz);
    s.rest = floor_along(f, scene_state(s.world, s.body).pose.p).y;
    imp2_vec velocity = {speed * (float)cos(f->slope), speed * (float)sin(f->slope)};
    assert_int_equal(imp2_world_set_velocity(s.world, s.body, velocity, 0.0f), IMP_OK);
    return s;
}
