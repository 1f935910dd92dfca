// SPDX-License-Identifier: MIT
//
// slams.inl, for space.

#include <string.h>

#include "kit_space.h"

#define RING 2.0f            // radius of a container, and half its height [m]
#define FARTHEST_IN 1.4143f  // its corners, in radii

enum
{
    SLAMS = 10,
    SHAKES = 12,
    SHOTS = 10,
    SPINS = 3  // up to 30 rad/s: at a thousand, more than two turns in a step, boxes let some out
};

enum
{
    FLOOR_HALF_SPACE,
    FLOOR_BOX,
    FLOOR_MESH,
    FLOOR_HEIGHTS,
    FLOORS,
    OF_BOXES = 0,
    OF_MESH,
    CONTAINERS,
    CONTENT_KINDS = 6,
    SIDES_MOST = 16
};

// Turned so that the heights along z are along y.
static const imp3_pose standing = {{-10.0f, 0.0f, 10.0f},
                                   {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}}};

static void make_floor(imp3_world* world, int kind)
{
    enum
    {
        SIDE = 17
    };
    static const int32_t corners[6] = {0, 2, 1, 1, 2, 3};
    const imp3_vec points[4] = {at(-10.0f, 0.0f, -10.0f), at(10.0f, 0.0f, -10.0f), at(-10.0f, 0.0f, 10.0f),
                                at(10.0f, 0.0f, 10.0f)};
    const float flat[SIDE * SIDE] = {0.0f};
    const imp3_triangles triangles = {.points = points, .point_count = 4, .corners = corners, .count = 2};
    const imp3_heights field = {.heights = flat, .columns = SIDE, .rows = SIDE, .step_x = 1.25f, .step_y = 1.25f};
    const imp3_box box = {{-10.0f, -1.0f, -10.0f}, {10.0f, 0.0f, 10.0f}};
    imp3_collider_def worn = imp3_collider_default();
    imp3_body_def def = imp3_body_default();
    imp3_shape shape;
    imp3_compound compound = {0};
    imp_body body;
    worn.material.friction = 0.4f;
    def.pose = kind == FLOOR_HEIGHTS ? standing : def.pose;
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    assert_int_equal(kind == FLOOR_HALF_SPACE ? imp3_half_space_make(at(0.0f, 1.0f, 0.0f), 0.0f, &shape)
                     : kind == FLOOR_BOX      ? imp3_box_make(box, &shape)
                     : kind == FLOOR_MESH     ? imp3_triangles_make(&triangles, NULL, &compound, NULL)
                                              : imp3_height_field_make(&field, NULL, &compound),
                     IMP_OK);
    assert_int_equal(kind <= FLOOR_BOX ? imp3_world_add_collider(world, body, &shape, &worn, NULL)
                                       : imp3_world_add_compound(world, body, &compound, &worn, NULL),
                     IMP_OK);
    imp3_compound_free(&compound);
}

// A prism around z: of thin boxes around it, or of triangles without thickness.
static void wear_boxes(imp3_world* world, imp_body body, int sides)
{
    const float apothem = RING * cosf(3.14159265f / (float)sides), half = RING * sinf(3.14159265f / (float)sides);
    for (int i = 0; i < sides + 2; ++i)
    {
        const imp3_rot turn = turn_about(i < sides ? 6.2831853f * ((float)i + 0.5f) / (float)sides : 0.0f);
        const imp3_vec along = i < sides ? turn.x : at(0.0f, 0.0f, i == sides ? 1.0f : -1.0f);
        const imp3_vec middle = imp3_vec_scale(along, i < sides ? apothem + 0.15f : RING + 0.15f);
        const imp3_vec extents = i < sides ? at(0.15f, half + 0.02f, RING + 0.3f) : at(RING + 0.3f, RING + 0.3f, 0.15f);
        imp3_shape side;
        assert_int_equal(imp3_oriented_box_make(middle, extents, turn, 0.0f, &side), IMP_OK);
        assert_int_equal(imp3_world_add_collider(world, body, &side, NULL, NULL), IMP_OK);
    }
}

static void wear_triangles(imp3_world* world, imp_body body, int sides)
{
    imp3_vec points[2 * SIDES_MOST];
    int32_t corners[12 * SIDES_MOST], count = 0;
    for (int i = 0; i < sides; ++i)
    {
        const float angle = 6.2831853f * (float)i / (float)sides;
        const int32_t a = 2 * i, b = 2 * ((i + 1) % sides);
        const int32_t all[12] = {a, b, a + 1, b, b + 1, a + 1, 0, a, b, 1, b + 1, a + 1};
        points[a] = at(RING * cosf(angle), RING * sinf(angle), -RING);
        points[a + 1] = at(RING * cosf(angle), RING * sinf(angle), RING);
        // The lids are fans around the first two points.
        count += i > 0 && i + 1 < sides ? 12 : 6;
        memcpy(corners + count - (i > 0 && i + 1 < sides ? 12 : 6), all,
               (i > 0 && i + 1 < sides ? 12 : 6) * sizeof *all);
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = 2 * sides, .corners = corners, .count = count / 3};
    imp3_compound mesh;
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &mesh, NULL), IMP_OK);
    assert_int_equal(imp3_world_add_compound(world, body, &mesh, NULL, NULL), IMP_OK);
    imp3_compound_free(&mesh);
}

static imp_body make_container(imp3_world* world, int kind, bool round)
{
    imp_body body;
    imp3_body_def def = imp3_body_default();
    def.kind = IMP_BODY_KINEMATIC;
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    (kind == OF_BOXES ? wear_boxes : wear_triangles)(world, body, round ? SIDES_MOST : 8);
    return body;
}

static imp_body add_content(imp3_world* world, int kind, imp3_pose pose)
{
    const imp3_vec points[4] = {at(-0.25f, -0.2f, -0.2f), at(0.25f, -0.2f, -0.2f), at(0.0f, -0.2f, 0.3f),
                                at(0.0f, 0.3f, 0.0f)};
    imp3_body_def def = imp3_body_default();
    imp3_shape shape = box_of(0.25f, 0.1f, 0.15f);
    imp_body body;
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = pose;
    assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
    switch (kind)
    {
    case 1: shape = ball_of(0.2f); break;
    case 2: shape = box_of(0.4f, 0.03f, 0.2f); break;
    case 3: assert_int_equal(imp3_hull_make(points, 4, 0.0f, NULL, &shape, NULL), IMP_OK); break;
    case 4: assert_int_equal(imp3_cylinder_make(points[0], points[1], 0.15f, 0.0f, &shape), IMP_OK); break;
    case 5: assert_int_equal(imp3_capsule_make(points[0], points[3], 0.1f, &shape), IMP_OK); break;
    default: break;
    }
    assert_int_equal(imp3_world_add_collider(world, body, &shape, NULL, NULL), IMP_OK);
    imp3_shape_free(&shape);
    return body;
}

#include "math/dim3.h"

#include "slams.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SLAMS_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
