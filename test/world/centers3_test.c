// SPDX-License-Identifier: MIT
//
// centers.inl, for space: sets of boxes and hulls against meshes without thickness.

#include "kit_space.h"

enum
{
    PERCENT_APART = 4
};

#include "math/dim3.h"

#include "centers.inl"

static imp3_shape hull_at(const imp3_vec* points, int32_t count, imp3_vec by)
{
    imp3_vec moved[8];
    imp3_shape shape;
    for (int32_t i = 0; i < count; ++i)
    {
        moved[i] = imp3_vec_add(points[i], by);
    }
    assert_int_equal(imp3_hull_make(moved, count, 0.0f, NULL, &shape, NULL), IMP_OK);
    return shape;
}

static imp3_shape box_at(imp3_vec low, imp3_vec high, imp3_vec by)
{
    const imp3_box box = {imp3_vec_add(low, by), imp3_vec_add(high, by)};
    imp3_shape shape;
    assert_int_equal(imp3_box_make(box, &shape), IMP_OK);
    return shape;
}

static imp3_shape ball_at(float x, float radius, imp3_vec by)
{
    imp3_shape shape;
    assert_int_equal(imp3_sphere_make(imp3_vec_add(at(x, 0.0f, 0.0f), by), radius, &shape), IMP_OK);
    return shape;
}

static void wear_kind(imp3_world* world, imp_body body, int kind, imp3_vec by, const imp3_collider_def* def)
{
    const imp3_vec wedge[6] = {at(-0.5f, -0.4f, -0.3f), at(0.5f, -0.4f, -0.3f), at(0.0f, 0.6f, -0.3f),
                               at(-0.5f, -0.4f, 0.3f),  at(0.5f, -0.4f, 0.3f),  at(0.0f, 0.6f, 0.3f)};
    imp3_shape parts[2];
    imp3_compound hook;
    int count = 1;
    switch (kind)
    {
    case BALL: parts[0] = ball_at(0.0f, 0.5f, by); break;
    case BOX: parts[0] = box_at(at(-0.5f, -0.25f, -0.3f), at(0.5f, 0.25f, 0.3f), by); break;
    case WEDGE: parts[0] = hull_at(wedge, 6, by); break;
    case HOOK:
        parts[0] = box_at(at(-0.5f, -0.5f, -0.3f), at(0.5f, -0.1f, 0.3f), by);
        parts[1] = box_at(at(-0.5f, -0.1f, -0.3f), at(-0.1f, 0.5f, 0.3f), by);
        assert_int_equal(imp3_compound_make(parts, 2, NULL, &hook), IMP_OK);
        assert_int_equal(imp3_world_add_compound(world, body, &hook, def, NULL), IMP_OK);
        imp3_compound_free(&hook);
        return;
    default:
        parts[0] = ball_at(-0.2f, 0.3f, by);
        parts[1] = ball_at(0.2f, 0.3f, by);
        count = 2;
        break;
    }
    for (int k = 0; k < count; ++k)
    {
        (void)wear(world, body, &parts[k], def);
        imp3_shape_free(&parts[k]);
    }
}

// A mesh around a box that is as deep as it is wide.
static void add_room(imp3_world* world, float low, float high, float left, float right, bool closed)
{
    static const int32_t corners[36] = {0, 1, 5, 0, 5, 4, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
                                        0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 2, 6, 7, 2, 7, 3};
    const imp3_collider_def def = matter_of(0.0f, 0.5f, 0.0f, 0.0f);
    imp3_vec points[8];
    imp3_compound mesh;
    for (int k = 0; k < 8; ++k)
    {
        points[k] = at(k & 1 ? right : left, k & 2 ? high : low, k & 4 ? right : left);
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = 8, .corners = corners, .count = closed ? 12 : 10};
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &mesh, NULL), IMP_OK);
    imp_body ground = add_bare(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(world, ground, &mesh, &def, NULL), IMP_OK);
    imp3_compound_free(&mesh);
}

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {CENTERS_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
