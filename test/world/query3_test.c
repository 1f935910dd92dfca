// SPDX-License-Identifier: MIT
//
// query.inl, for space.

#include "kit_space.h"

#include "../../src/world/world3.h"

#define SPREAD 4.0f  // half the side of a scene [m]

enum
{
    COUNT_MODELS = 6,
    COUNT_FAR = 10
};

static void mesh_of(float size, bool open, imp3_compound* out)
{
    static const int32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    imp3_vec points[8];
    for (int k = 0; k < 8; ++k)
    {
        points[k] = at(k & 1 ? size : -size, k & 2 ? 0.4f : -0.4f, k & 4 ? 1.0f : -1.0f);
    }
    const imp3_triangles def = {.points = points,
                                .point_count = 8,
                                .corners = open ? corners + 12 : corners,
                                .count = open ? 8 : 12,
                                .one_sided = open && size > 0.5f};
    assert_int_equal(imp3_triangles_make(&def, NULL, out, NULL), IMP_OK);
}

// One of every kind: convex, or a set, or triangles.
static void any_shape(test_rng* rng, imp3_vec a, imp3_vec b, imp3_shape* shape, imp3_compound* compound)
{
    const float size = test_rng_range(rng, 0.1f, 1.0f);
    const imp3_box box = {{-size, -0.5f, -0.7f}, {size, 0.5f, 0.7f}};
    const imp3_vec points[6] = {at(size, 0.0f, 0.0f),  at(-size, 0.0f, 0.0f), at(0.0f, 0.5f, 0.0f),
                                at(0.0f, -1.0f, 0.0f), at(0.0f, 0.0f, size),  at(0.0f, 0.0f, -1.0f)};
    imp3_shape parts[2];
    switch (test_rng_int(rng, 0, 10))
    {
    case 0: assert_int_equal(imp3_sphere_make(a, size, shape), IMP_OK); break;
    case 1: assert_int_equal(imp3_capsule_make(a, b, 0.0f, shape), IMP_OK); break;
    case 2: assert_int_equal(imp3_capsule_make(a, b, size, shape), IMP_OK); break;
    case 3: assert_int_equal(imp3_box_make(box, shape), IMP_OK); break;
    case 4:
        assert_int_equal(imp3_oriented_box_make(a, at(1.0f, size, 0.5f), any_turn(rng, 3.0f), 0.0f, shape), IMP_OK);
        break;
    case 5: assert_int_equal(imp3_hull_make(points, 6, 0.25f * (float)(size > 0.5f), NULL, shape, NULL), IMP_OK); break;
    case 6: assert_int_equal(imp3_triangle_make(a, b, points[0], 0.1f, shape), IMP_OK); break;
    case 7: assert_int_equal(imp3_cylinder_make(points[4], points[5], size, 0.0f, shape), IMP_OK); break;
    case 8: assert_int_equal(imp3_cone_make(points[4], points[5], size, 0.1f, 0.1f, shape), IMP_OK); break;
    case 9:
        assert_int_equal(imp3_box_make(box, &parts[0]), IMP_OK);
        assert_int_equal(imp3_sphere_make(b, size, &parts[1]), IMP_OK);
        assert_int_equal(imp3_compound_make(parts, 2, NULL, compound), IMP_OK);
        break;
    default: mesh_of(size, test_rng_int(rng, 0, 1), compound); break;
    }
}

static int32_t number_of(const imp3_world* world, imp_collider collider)
{
    return world->colliders.data[impi_pool_find(&world->collider_pool, collider.id)].number;
}

static void forget_company(imp3_world* world)
{
    for (int32_t i = 0; i < world->colliders.count; ++i)
    {
        world->colliders.data[i].has_neighbours = false;
    }
}

#include "math/dim3.h"

#include "query.inl"

#include "math/dim_end.h"

// A set that turns is as large as its parts with their radii: here a ball around the middle, which reaches nowhere.
static void turned_casts_know_the_radius_of_sets(void** state)
{
    (void)state;
    imp3_world* world;
    imp3_compound set;
    const imp3_shape ball = ball_of(1.0f), box = box_of(0.5f, 0.5f, 0.5f);
    imp3_body_def def = imp3_body_default();
    imp_body body;
    imp3_world_hit hit;
    int32_t count;
    assert_int_equal(imp3_compound_make(&ball, 1, NULL, &set), IMP_OK);
    assert_int_equal(imp3_world_make(NULL, &world), IMP_OK);
    def.pose.p = at(1.25f, 0.0f, 0.0f);
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_collider(world, body, &box, NULL, NULL), IMP_OK);
    const imp3_compound_mover mover = {.compound = &set, .pose = imp3_pose_identity(), .turn = at(0.0f, 0.0f, 1.0f)};
    assert_int_equal(imp3_world_cast_compound(world, &mover, NULL, &hit, 1, &count), IMP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(hit.hit.kind, IMP_SWEEP_OVERLAP);
    imp3_world_free(world);
    imp3_compound_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {QUERY_TESTS, cmocka_unit_test(turned_casts_know_the_radius_of_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
