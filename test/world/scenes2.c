// SPDX-License-Identifier: MIT
//
// Scenes for tests of worlds of the plane.

#include "manifolds2.h"

#include <string.h>

imp_body scene_body(imp2_world* world, int32_t kind, imp2_pose pose, const imp2_shape* shape, scene_matter matter)
{
    imp2_body_def def = {.kind = kind, .pose = pose};
    imp2_collider_def collider = {.density = matter.density};
    collider.material.friction = matter.friction;
    collider.material.restitution = matter.restitution;
    collider.material.rolling_resistance = matter.rolling;
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, shape, &collider, NULL), IMP_OK);
    return body;
}

const scene_matter scene_wood = {1.0f, 0.5f, 0.0f, 0.0f};

imp2_world* scene_world(float gravity, float impact_speed)
{
    imp2_world_def def = {.gravity = {0.0f, -gravity}, .impact_speed = impact_speed};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

imp_collider scene_wear(imp2_world* world, imp_body body, const imp2_shape* shape, imp2_collider_def def)
{
    imp_collider collider;
    assert_int_equal(imp2_world_add_collider(world, body, shape, &def, &collider), IMP_OK);
    return collider;
}

imp_body scene_place(imp2_world* world, int32_t kind, float x, float y)
{
    imp2_body_def def = {.kind = kind, .pose = scene_pose(x, y, 0.0f)};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    return body;
}

imp_touch_events scene_touches(const imp2_world* world)
{
    imp_touch_events touches;
    assert_int_equal(imp2_world_touch_events(world, &touches), IMP_OK);
    return touches;
}

imp_body scene_floor(imp2_world* world)
{
    imp2_shape floor = scene_box(50.0f, 1.0f);
    return scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -1.0f, 0.0f), &floor, scene_wood);
}

imp2_shape scene_box(float half_width, float half_height)
{
    imp2_shape shape;
    imp2_box box = {{-half_width, -half_height}, {half_width, half_height}};
    assert_int_equal(imp2_box_make(box, &shape), IMP_OK);
    return shape;
}

imp2_shape scene_ball(float radius)
{
    imp2_shape shape;
    assert_int_equal(imp2_circle_make((imp2_vec){0.0f, 0.0f}, radius, &shape), IMP_OK);
    return shape;
}

imp2_pose scene_pose(float x, float y, float angle)
{
    imp2_pose pose;
    assert_int_equal(imp2_pose_make((imp2_vec){x, y}, angle, &pose), IMP_OK);
    return pose;
}

imp2_body_state scene_state(const imp2_world* world, imp_body body)
{
    imp2_body_state state;
    assert_int_equal(imp2_world_get_body(world, body, &state), IMP_OK);
    return state;
}

imp_world_stats scene_stats(const imp2_world* world)
{
    imp_world_stats stats;
    assert_int_equal(imp2_world_stats(world, &stats), IMP_OK);
    return stats;
}

uint64_t scene_hash(const imp2_world* world)
{
    uint64_t hash;
    assert_int_equal(imp2_world_hash(world, &hash), IMP_OK);
    return hash;
}

void scene_run(imp2_world* world, int steps, float time)
{
    for (int i = 0; i < steps; ++i)
    {
        assert_int_equal(imp2_world_step(world, time), IMP_OK);
    }
    manifolds_hold(world);
}

// A status that is not IMP_OK ends the making of a scene.
#define TRY(call)                                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        imp_status status_ = (call);                                                                                   \
        if (status_)                                                                                                   \
        {                                                                                                              \
            return status_;                                                                                            \
        }                                                                                                              \
    } while (0)

// A basin of a chain, with a region for a floor. The world has copies.
static imp_status add_basin(imp2_world* world, imp_body ground)
{
    static const imp2_vec basin[] = {{-9.0f, 12.0f}, {-8.0f, 0.5f}, {-7.0f, 0.0f},
                                     {7.0f, 0.0f},   {8.0f, 0.5f},  {9.0f, 12.0f}};
    static const imp2_vec floor[] = {{-10.0f, -1.0f}, {10.0f, -1.0f}, {10.0f, -0.5f}, {2.0f, -0.5f},
                                     {1.0f, 0.4f},    {0.0f, -0.5f},  {-10.0f, -0.5f}};
    static const int32_t floor_count = 7;
    imp2_compound basin_made, floor_made;
    imp2_collider_def collider = {.material = {.friction = 0.4f}};
    imp2_polyline line = {.points = basin, .count = 6};
    TRY(imp2_chain_make(&line, NULL, &basin_made, NULL));
    imp2_outlines outlines = {.points = floor, .counts = &floor_count, .ring_count = 1};
    TRY(imp2_region_make(&outlines, NULL, &floor_made, NULL));
    imp_status status = imp2_world_add_compound(world, ground, &basin_made, &collider, NULL);
    status = status ? status : imp2_world_add_compound(world, ground, &floor_made, &collider, NULL);
    imp2_compound_free(&basin_made);
    imp2_compound_free(&floor_made);
    return status;
}

static imp_status add_paddle(imp2_world* world)
{
    imp_body paddle;
    imp2_body_def def = {.kind = IMP_BODY_KINEMATIC, .pose = scene_pose(-3.0f, 1.2f, 0.0f), .angular_velocity = 1.5f};
    imp2_collider_def collider = {.material = {.friction = 0.4f}};
    TRY(imp2_world_add_body(world, &def, &paddle));
    imp2_shape bar = scene_box(1.0f, 0.1f);
    return imp2_world_add_collider(world, paddle, &bar, &collider, NULL);
}

static imp_status make_cross(scene_crowd* crowd)
{
    static const imp2_vec cross[] = {{-0.1f, -0.4f}, {0.1f, -0.4f}, {0.1f, -0.1f},  {0.4f, -0.1f},
                                     {0.4f, 0.1f},   {0.1f, 0.1f},  {0.1f, 0.4f},   {-0.1f, 0.4f},
                                     {-0.1f, 0.1f},  {-0.4f, 0.1f}, {-0.4f, -0.1f}, {-0.1f, -0.1f}};
    static const int32_t count = 12;
    imp2_outlines outlines = {.points = cross, .counts = &count, .ring_count = 1};
    return imp2_region_make(&outlines, NULL, &crowd->cross, NULL);
}

static imp_status add_any(scene_crowd* crowd, imp2_world* world, test_rng* rng)
{
    // Each draw in a statement of its own: the order of two in one expression would be the compiler's.
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC};
    float x = test_rng_range(rng, -6.5f, 6.5f);
    float y = test_rng_range(rng, 1.0f, 10.0f);
    def.pose = scene_pose(x, y, test_rng_range(rng, -3.0f, 3.0f));
    def.velocity.x = test_rng_range(rng, -3.0f, 3.0f);
    def.angular_velocity = test_rng_range(rng, -2.0f, 2.0f);
    imp_body body;
    TRY(imp2_world_add_body(world, &def, &body));
    crowd->bodies[crowd->count++] = body;
    imp2_collider_def collider = {.density = test_rng_range(rng, 0.5f, 2.0f)};
    collider.material.friction = test_rng_range(rng, 0.0f, 1.0f);
    collider.material.restitution = test_rng_int(rng, 0, 2) ? 0.0f : 0.5f;
    collider.material.rolling_resistance = test_rng_int(rng, 0, 3) ? 0.0f : 0.02f;
    float half = test_rng_range(rng, 0.1f, 0.4f);
    imp2_shape shape = scene_box(half, test_rng_range(rng, 0.1f, 0.4f));
    imp2_vec points[8];
    switch (test_rng_int(rng, 0, 5))
    {
    case 0: shape = scene_ball(test_rng_range(rng, 0.1f, 0.4f)); break;
    case 1: TRY(imp2_capsule_make((imp2_vec){-0.3f, 0.0f}, (imp2_vec){0.3f, 0.1f}, 0.15f, &shape)); break;
    case 2:
        for (int k = 0; k < 8; ++k)
        {
            points[k] = imp2_pose_apply(scene_pose(0.0f, 0.0f, 0.78f * (float)k), (imp2_vec){0.3f, 0.05f});
        }
        TRY(imp2_polygon_make(points, 8, 0.02f, NULL, &shape, NULL));
        break;
    case 3:  // a dumbbell
        TRY(imp2_circle_make((imp2_vec){0.4f, 0.0f}, 0.2f, &shape));
        TRY(imp2_world_add_collider(world, body, &shape, &collider, NULL));
        TRY(imp2_circle_make((imp2_vec){-0.4f, 0.0f}, 0.2f, &shape));
        break;
    case 4: return imp2_world_add_compound(world, body, &crowd->cross, &collider, NULL);
    default: break;
    }
    return imp2_world_add_collider(world, body, &shape, &collider, NULL);
}

imp_status scene_crowd_make(scene_crowd* crowd, imp2_world* world, int32_t count, uint64_t seed)
{
    test_rng rng = {seed};
    memset(crowd, 0, sizeof *crowd);
    imp_body ground;
    TRY(imp2_world_add_body(world, NULL, &ground));
    TRY(make_cross(crowd));
    TRY(add_basin(world, ground));
    TRY(add_paddle(world));
    while (crowd->count < count)
    {
        TRY(add_any(crowd, world, &rng));
    }
    return IMP_OK;
}

void scene_crowd_free(scene_crowd* crowd)
{
    imp2_compound_free(&crowd->cross);
}

imp_body scene_body_with(imp2_world* world, const imp2_body_def* def, const imp2_shape* shape,
                         const imp2_collider_def* worn, imp_collider* out)
{
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, def, &body), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, shape, worn, out), IMP_OK);
    return body;
}

imp_body scene_dynamic(imp2_world* world, float x, float y, const imp2_shape* shape)
{
    imp2_body_def def = imp2_body_default();
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = scene_pose(x, y, 0.0f);
    return scene_body_with(world, &def, shape, NULL, NULL);
}
