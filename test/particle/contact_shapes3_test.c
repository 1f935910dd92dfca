// SPDX-License-Identifier: MIT
//
// contact_shapes_test.inl, for space: triangles, height fields, sets and shapes of all kinds.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles3.h"

#include "math/dim3.h"

#include "particle/kit.inl"

#include "particle/contact_shapes_test.inl"

// Boxes side by side, and triangles over the same rectangle of x and z, of cells of this size.
#define CELL 0.5f

static placed triangles_of(const imp3_vec* points, int32_t point_count, const int32_t* corner_list, int32_t count,
                           bool one_side)
{
    const imp3_triangles triangles = {points, point_count, corner_list, count, 0.0f, one_side, false, {0, 0, 0, false}};
    placed r = {.pose = imp3_pose_identity()};
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &r.compound, NULL), IMP_OK);
    return r;
}

// A sheet over x from -10 to 10 and z from -2 to 2, as high as |x| times the slope, its front up.
static placed sheet_of(float from, float to, float slope, bool one_side)
{
    enum
    {
        COLUMNS = 41,
        ROWS = 9
    };
    imp3_vec points[COLUMNS * ROWS];
    int32_t corner_list[6 * (COLUMNS - 1) * (ROWS - 1)], count = 0;
    for (int32_t i = 0; i < COLUMNS * ROWS; ++i)
    {
        float x = from + (to - from) * (float)(i % COLUMNS) / (float)(COLUMNS - 1);
        points[i] = deep(x, fabsf(x) * slope, CELL * (float)(i / COLUMNS) - 2.0f);
    }
    for (int32_t row = 0; row + 1 < ROWS; ++row)
    {
        for (int32_t column = 0; column + 1 < COLUMNS; ++column)
        {
            int32_t a = row * COLUMNS + column, b = a + 1, c = a + COLUMNS, d = c + 1;
            const int32_t both[6] = {a, d, b, a, c, d};
            memcpy(corner_list + count, both, sizeof both);
            count += 6;
        }
    }
    return triangles_of(points, COLUMNS * ROWS, corner_list, count / 3, one_side);
}

static placed make_slopes(float slope, bool one_side)
{
    return sheet_of(-4.0f, 4.0f, slope, one_side);
}

// A height field, turned so that its heights go along y.
static placed field_of(float height)
{
    enum
    {
        COLUMNS = 41,
        ROWS = 9
    };
    float heights[COLUMNS * ROWS];
    for (int32_t i = 0; i < COLUMNS * ROWS; ++i)
    {
        heights[i] = height;
    }
    const imp3_heights field = {heights, NULL, COLUMNS, ROWS, CELL, CELL, false};
    placed r = {.pose = imp3_pose_identity()};
    assert_int_equal(imp3_height_field_make(&field, NULL, &r.compound), IMP_OK);
    r.pose.q.y = deep(0.0f, 0.0f, -1.0f);
    r.pose.q.z = deep(0.0f, 1.0f, 0.0f);
    r.pose.p = deep(-10.0f, 0.0f, 2.0f);
    return r;
}

static placed set_of(const imp3_shape* shapes, int32_t count)
{
    placed r = {.pose = imp3_pose_identity()};
    assert_int_equal(imp3_compound_make(shapes, count, NULL, &r.compound), IMP_OK);
    return r;
}

static imp3_shape block_of(imp3_vec lower, imp3_vec upper)
{
    const imp3_box box = {lower, upper};
    imp3_shape r;
    assert_int_equal(imp3_box_make(box, &r), IMP_OK);
    return r;
}

// Boxes, of which some reach into their neighbours.
static placed blocks_of(float overlap)
{
    imp3_shape shapes[160];
    int32_t count = 0;
    for (int32_t row = 0; row < 8; ++row)
    {
        for (int32_t column = 0; column < 20; ++column)
        {
            float x = (float)column - 10.0f, z = CELL * (float)row - 2.0f;
            shapes[count++] = block_of(deep(x - overlap, -1.0f, z), deep(x + 1.0f, 0.0f, z + CELL + overlap));
        }
    }
    return set_of(shapes, count);
}

static int32_t make_floors(placed* out)
{
    out[0] = sheet_of(-10.0f, 10.0f, 0.0f, false);
    out[1] = sheet_of(-10.0f, 10.0f, 0.0f, true);
    out[2] = field_of(0.0f);
    out[3] = blocks_of(0.0f);
    out[4] = blocks_of(0.2f);
    // The same, turned about y: the ways over the seams are slanting.
    out[5] = sheet_of(-10.0f, 10.0f, 0.0f, true);
    out[6] = blocks_of(0.0f);
    for (int i = 5; i < 7; ++i)
    {
        assert_int_equal(imp3_rot_make(deep(0.0f, 1.0f, 0.0f), 0.15f, &out[i].pose.q), IMP_OK);
    }
    return 7;
}

static int32_t make_shapes(imp3_shape* out)
{
    static const imp3_vec gem[] = {{-0.5f, -1.0f, 0.2f}, {0.75f, -0.5f, -0.8f}, {1.0f, 0.5f, 0.3f},
                                   {0.0f, 1.25f, -0.4f}, {-1.0f, 0.5f, 0.9f},   {0.1f, -0.2f, 1.1f}};
    imp3_rot turn;
    assert_int_equal(imp3_rot_make(deep(1.0f, 2.0f, -1.0f), 0.7f, &turn), IMP_OK);
    assert_int_equal(imp3_sphere_make(flat(0.25f, 0.0f), 1.0f, &out[0]), IMP_OK);
    assert_int_equal(imp3_capsule_make(flat(-1.0f, 0.0f), deep(1.0f, 0.5f, 0.5f), 0.25f, &out[1]), IMP_OK);
    assert_int_equal(imp3_hull_make(gem, 6, 0.0f, NULL, &out[2], NULL), IMP_OK);
    assert_int_equal(imp3_hull_make(gem, 6, 0.2f, NULL, &out[3], NULL), IMP_OK);
    assert_int_equal(imp3_triangle_make(gem[0], gem[2], gem[4], 0.0f, &out[4]), IMP_OK);
    assert_int_equal(imp3_oriented_box_make(flat(0.1f, 0.0f), deep(1.0f, 0.6f, 0.8f), turn, 0.1f, &out[5]), IMP_OK);
    assert_int_equal(imp3_cylinder_make(deep(0.0f, -1.0f, 0.2f), deep(0.2f, 1.0f, 0.0f), 0.8f, 0.0f, &out[6]), IMP_OK);
    assert_int_equal(imp3_cone_make(flat(0.0f, -1.0f), flat(0.0f, 1.0f), 1.0f, 0.0f, 0.05f, &out[7]), IMP_OK);
    return 8;
}

// A room of 4 m whose walls are triangles, fronts inward, and one of boxes with a pillar in it.
static void make_rooms(placed out[ROOMS])
{
    static const int32_t cube[36] = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                     2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    imp3_vec points[8];
    imp3_shape walls[13];
    int32_t count = 0;
    for (int32_t i = 0; i < 8; ++i)
    {
        points[i] = deep(i & 1 ? 2.0f : -2.0f, i & 2 ? 2.0f : -2.0f, i & 4 ? 2.0f : -2.0f);
    }
    out[0] = triangles_of(points, 8, cube, 12, true);
    for (int axis = 0; axis < 3; ++axis)
    {
        for (int side = 0; side < 4; ++side)
        {
            // Two halves of each wall.
            imp3_vec lower = deep(-3.0f, -3.0f, -3.0f), upper = deep(3.0f, 3.0f, 3.0f);
            SET_AT(lower, axis, side & 1 ? 2.0f : -3.0f);
            SET_AT(upper, axis, side & 1 ? 3.0f : -2.0f);
            SET_AT(lower, (axis + 1) % 3, side & 2 ? 0.25f : -3.0f);
            SET_AT(upper, (axis + 1) % 3, side & 2 ? 3.0f : 0.25f);
            walls[count++] = block_of(lower, upper);
        }
    }
    walls[count++] = block_of(deep(0.75f, -2.0f, 0.75f), deep(1.25f, 2.0f, 1.25f));
    out[1] = set_of(walls, count);
}

static float outside_of(const placed rooms[ROOMS], imp3_vec at)
{
    (void)rooms;
    float most = -INFINITY;
    for (int k = 0; k < 3; ++k)
    {
        most = fabsf(AT(at, k)) - 2.0f > most ? fabsf(AT(at, k)) - 2.0f : most;
    }
    return most;
}

static float distance_from(const placed* to, imp3_vec point)
{
    imp3_vec closest;
    float distance = 0.0f;
    assert_int_equal(imp3_compound_closest(&to->compound, &to->pose, point, &closest, &distance, NULL), IMP_OK);
    return distance;
}

// Positions may be as near to 0 as they like, nearer than what shapes are asked for.
static void tiny_coordinates(void** unused)
{
    (void)unused;
    placed floor = blocks_of(0.0f);
    Solid solid = solid_of(&floor);
    imp3_particles_def def = bouncing(0.0f, true);
    imp3_particles* p = make_some(&def);
    int32_t n = add_ball(p, deep(0.3f, 0.5f, 3e-19f), flat(0.0f, 0.0f), 1.0f, 0.1f);
    step_many(p, &solid, 1, tick, 60);
    assert_number(fabs(position_along(p, n, 1) - 0.1), <, 2e-3);
    imp3_particles_free(p);
    imp3_compound_free(&floor.compound);
}

// A point that was put below the seam of two blocks comes out at the top, not at the face that both have there.
static void out_of_the_seam(void** unused)
{
    (void)unused;
    placed floor = blocks_of(0.0f);
    Solid solid = solid_of(&floor);
    for (int i = 0; i < 8; ++i)
    {
        imp3_particles_def def = bouncing(0.0f, true);
        imp3_particles* p = make_some(&def);
        float x = 2.0f + 0.002f * (float)(i - 4);
        int32_t n = add_ball(p, deep(x, -0.02f, 0.1f), flat(0.0f, 0.0f), 1.0f, i & 1 ? 0.1f : 0.0f);
        step_many(p, &solid, 1, tick, 60);
        assert_number(position_along(p, n, 1), >, -1e-3);
        assert_number(fabs(position_along(p, n, 0) - (double)x), <, 1e-3);
        assert_number(fabs(position_along(p, n, 2) - 0.1), <, 1e-3);
        imp3_particles_free(p);
    }
    imp3_compound_free(&floor.compound);
}

// A ball that is dropped into the corner of three walls touches all three, and lies still.
static void corner_of_a_room(void** unused)
{
    (void)unused;
    placed rooms[ROOMS];
    make_rooms(rooms);
    for (int i = 0; i < ROOMS; ++i)
    {
        Solid solid = solid_of(&rooms[i]);
        imp3_particles_def def = falling();
        def.gravity = deep(-4.0f, -8.0f, -5.0f);
        def.material.friction = 0.0f;
        imp3_particles* p = make_some(&def);
        int32_t n = add_ball(p, deep(-1.5f, -1.0f, -1.25f), flat(0.0f, 0.0f), 1.0f, 0.25f);
        step_many(p, &solid, 1, tick, 300);
        for (int k = 0; k < 3; ++k)
        {
            assert_number(fabs(position_along(p, n, k) + 1.75), <, 2e-3);
            assert_number(fabs(velocity_along(p, n, k)), <, 1e-3);
        }
        imp3_particles_free(p);
        imp3_compound_free(&rooms[i].compound);
    }
}

static float ground_at(float x, float y)
{
    return 0.6f * sinf(x) * cosf(0.7f * y);
}

// Grains on hilly ground of triangles, and of a height field, with a hole: none falls through but at the hole.
static void hills(void** unused)
{
    (void)unused;
    enum
    {
        SIDE = 17,
        GRAINS = 9
    };
    float heights[SIDE * SIDE];
    uint8_t holes[(SIDE - 1) * (SIDE - 1)] = {0};
    imp3_vec points[SIDE * SIDE];
    static int32_t corner_list[6 * (SIDE - 1) * (SIDE - 1)];
    for (int32_t i = 0; i < SIDE * SIDE; ++i)
    {
        float x = CELL * (float)(i % SIDE), y = CELL * (float)(i / SIDE);
        heights[i] = ground_at(x, y);
        points[i] = deep(x, y, heights[i]);
    }
    int32_t count = 0;
    for (int32_t i = 0; i < (SIDE - 1) * (SIDE - 1); ++i)
    {
        int32_t a = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        const int32_t both[6] = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
        memcpy(corner_list + count, both, sizeof both);
        count += 6;
    }
    holes[13 * (SIDE - 1) + 13] = 1;
    const imp3_heights field = {heights, holes, SIDE, SIDE, CELL, CELL, false};
    placed grounds[2] = {triangles_of(points, SIDE * SIDE, corner_list, count / 3, true),
                         {.pose = imp3_pose_identity()}};
    assert_int_equal(imp3_height_field_make(&field, NULL, &grounds[1].compound), IMP_OK);
    for (int i = 0; i < 2; ++i)
    {
        Solid solid = solid_of(&grounds[i]);
        imp3_particles_def def = falling();
        def.gravity = deep(0.0f, 0.0f, -9.81f);
        imp3_particles* p = make_some(&def);
        for (int32_t k = 0; k < GRAINS; ++k)
        {
            float x = 1.3f + 2.0f * (float)(k % 3), y = 1.4f + 2.0f * (float)(k / 3);
            add_ball(p, deep(x, y, 2.0f + 0.1f * (float)(k % 3)), deep(0.5f, -0.3f, -5.0f), 1.0f, k % 2 ? 0.1f : 0.0f);
        }
        // Over the middle of the hole.
        int32_t lost = add_ball(p, deep(13.5f * CELL, 13.5f * CELL, 2.0f), deep(0.0f, 0.0f, -5.0f), 1.0f, 0.05f);
        step_many(p, &solid, 1, tick, 60);
        int above = 0;
        for (int32_t k = 0; k < GRAINS; ++k)
        {
            Particle one = get_one(p, k);
            float x = one.position.x, y = one.position.y;
            bool over = x > CELL && x < CELL * (SIDE - 2) && y > CELL && y < CELL * (SIDE - 2);
            assert_true(!over || one.position.z > ground_at(x, y) - 0.05f);  // between the points the ground is flat
            above += over;
        }
        assert_number(above, >, GRAINS / 2);
        assert_true((get_one(p, lost).position.z < -1.0f) == (i == 1));
        imp3_particles_free(p);
        imp3_compound_free(&grounds[i].compound);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners),          cmocka_unit_test(containers),
        cmocka_unit_test(single_shapes),    cmocka_unit_test(seams),
        cmocka_unit_test(one_sided),        cmocka_unit_test(zero_rotation),
        cmocka_unit_test(tiny_coordinates), cmocka_unit_test(out_of_the_seam),
        cmocka_unit_test(corner_of_a_room), cmocka_unit_test(hills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
