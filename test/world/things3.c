// SPDX-License-Identifier: MIT

#include "things3.h"

static void make_hull(bool flat, const imp_allocator* allocator, thing3* t)
{
    // An octagonal frustum, and its lower side alone with a radius.
    imp3_vec points[16];
    for (int k = 0; k < 16; ++k)
    {
        static const float around[8][2] = {{1.0f, 0.0f},  {0.75f, 0.75f},   {0.0f, 1.0f},  {-0.75f, 0.75f},
                                           {-1.0f, 0.0f}, {-0.75f, -0.75f}, {0.0f, -1.0f}, {0.75f, -0.75f}};
        const float size = k < 8 ? 0.5f : 0.35f;
        points[k] = vec(size * around[k % 8][0], size * around[k % 8][1], flat ? 0.0f : k < 8 ? -0.3f : 0.3f);
    }
    assert_int_equal(imp3_hull_make(points, flat ? 8 : 16, flat ? 0.1f : 0.0f, allocator, &t->shape, NULL), IMP_OK);
    t->height = flat ? 0.1f : 0.3f;
}

static void make_set(const imp_allocator* allocator, thing3* t)
{
    // A table: a slab on two boards, and a knob.
    imp3_shape parts[4];
    const imp3_box slab = {{-0.5f, -0.5f, 0.2f}, {0.5f, 0.5f, 0.3f}},
                   left = {{-0.5f, -0.5f, -0.3f}, {-0.4f, 0.5f, 0.2f}},
                   right = {{0.4f, -0.5f, -0.3f}, {0.5f, 0.5f, 0.2f}};
    assert_int_equal(imp3_box_make(slab, &parts[0]), IMP_OK);
    assert_int_equal(imp3_box_make(left, &parts[1]), IMP_OK);
    assert_int_equal(imp3_box_make(right, &parts[2]), IMP_OK);
    assert_int_equal(imp3_sphere_make(vec(0.1f, 0.2f, 0.3f), 0.1f, &parts[3]), IMP_OK);
    assert_int_equal(imp3_compound_make(parts, 4, allocator, &t->compound), IMP_OK);
    t->height = 0.3f;
}

// A box of triangles, the last of them left out where it is open.
static void make_mesh(bool open, const imp_allocator* allocator, thing3* t)
{
    static const int32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    imp3_vec points[8];
    for (int k = 0; k < 8; ++k)
    {
        points[k] = vec(k & 1 ? 0.5f : -0.5f, k & 2 ? 0.4f : -0.4f, k & 4 ? 0.3f : -0.3f);
    }
    imp3_triangles def = {0};
    def.points = points;
    def.point_count = 8;
    def.corners = open ? corners + 12 : corners;
    def.count = open ? 8 : 12;
    assert_int_equal(imp3_triangles_make(&def, allocator, &t->compound, NULL), IMP_OK);
    t->height = 0.3f;
}

thing3 thing3_make(int32_t kind, const imp_allocator* allocator)
{
    thing3 t = {0};
    imp3_rot turn;
    const imp3_box box = {{-0.5f, -0.4f, -0.3f}, {0.5f, 0.4f, 0.3f}};
    t.convex = kind < THING_SET;
    t.height = 0.3f;
    switch (kind)
    {
    case THING_SPHERE:
        assert_int_equal(imp3_sphere_make(vec(0.1f, 0.0f, 0.0f), 0.4f, &t.shape), IMP_OK);
        t.height = 0.4f;
        break;
    case THING_CAPSULE:
        assert_int_equal(imp3_capsule_make(vec(-0.4f, 0.1f, 0.0f), vec(0.4f, 0.1f, 0.0f), 0.3f, &t.shape), IMP_OK);
        break;
    case THING_TRIANGLE:
        assert_int_equal(
            imp3_triangle_make(vec(-0.5f, -0.4f, 0.0f), vec(0.5f, -0.4f, 0.0f), vec(0.0f, 0.6f, 0.0f), 0.05f, &t.shape),
            IMP_OK);
        t.height = 0.05f;
        break;
    case THING_BOX: assert_int_equal(imp3_box_make(box, &t.shape), IMP_OK); break;
    case THING_TURNED_BOX:
        assert_int_equal(imp3_rot_make(vec(0.0f, 0.0f, 1.0f), 0.7f, &turn), IMP_OK);
        assert_int_equal(imp3_oriented_box_make(vec(0.2f, 0.1f, 0.1f), vec(0.4f, 0.3f, 0.2f), turn, 0.05f, &t.shape),
                         IMP_OK);
        t.height = 0.15f;
        break;
    case THING_HULL:
    case THING_FLAT_HULL: make_hull(kind == THING_FLAT_HULL, allocator, &t); break;
    case THING_CYLINDER:
        assert_int_equal(imp3_cylinder_make(vec(0.0f, 0.1f, -0.3f), vec(0.0f, 0.1f, 0.5f), 0.4f, 0.0f, &t.shape),
                         IMP_OK);
        break;
    case THING_CONE:
        assert_int_equal(imp3_cone_make(vec(0.1f, 0.0f, -0.25f), vec(0.1f, 0.0f, 0.5f), 0.4f, 0.1f, 0.05f, &t.shape),
                         IMP_OK);
        break;
    case THING_SET: make_set(allocator, &t); break;
    default: make_mesh(kind == THING_OPEN_MESH, allocator, &t); break;
    }
    return t;
}

enum
{
    GROUND_SIDE = 11  // points along a side of a mesh, or of a field
};

static void make_ground_mesh(const imp_allocator* allocator, thing3* t)
{
    imp3_vec points[GROUND_SIDE * GROUND_SIDE];
    int32_t corners[6 * (GROUND_SIDE - 1) * (GROUND_SIDE - 1)], count = 0;
    for (int32_t k = 0; k < GROUND_SIDE * GROUND_SIDE; ++k)
    {
        points[k] = vec(2.0f * (float)(k % GROUND_SIDE) - 10.0f, 2.0f * (float)(k / GROUND_SIDE) - 10.0f, 0.0f);
    }
    for (int32_t y = 0; y + 1 < GROUND_SIDE; ++y)
    {
        for (int32_t x = 0; x + 1 < GROUND_SIDE; ++x)
        {
            const int32_t at = y * GROUND_SIDE + x;
            const int32_t cell[6] = {at, at + 1, at + GROUND_SIDE + 1, at, at + GROUND_SIDE + 1, at + GROUND_SIDE};
            for (int k = 0; k < 6; ++k)
            {
                corners[count++] = cell[k];
            }
        }
    }
    imp3_triangles def = {0};
    def.points = points;
    def.point_count = GROUND_SIDE * GROUND_SIDE;
    def.corners = corners;
    def.count = count / 3;
    assert_int_equal(imp3_triangles_make(&def, allocator, &t->compound, NULL), IMP_OK);
}

// Its first sample is the origin of its frame: the body stands at a corner.
static void make_ground_heights(const imp_allocator* allocator, thing3* t)
{
    float heights[GROUND_SIDE * GROUND_SIDE] = {0.0f};
    uint8_t holes[(GROUND_SIDE - 1) * (GROUND_SIDE - 1)] = {0};
    holes[3] = 1;
    imp3_heights def = {0};
    def.heights = heights;
    def.holes = holes;
    def.columns = def.rows = GROUND_SIDE;
    def.step_x = def.step_y = 2.0f;
    assert_int_equal(imp3_height_field_make(&def, allocator, &t->compound), IMP_OK);
}

thing3 ground3_make(int32_t kind, const imp_allocator* allocator)
{
    thing3 t = {0};
    const imp3_box box = {{-10.0f, -10.0f, -1.0f}, {10.0f, 10.0f, 0.0f}};
    t.convex = kind < GROUND_MESH;
    switch (kind)
    {
    case GROUND_HALF_SPACE:
        assert_int_equal(imp3_half_space_make(vec(0.0f, 0.0f, 1.0f), 0.0f, &t.shape), IMP_OK);
        break;
    case GROUND_BOX: assert_int_equal(imp3_box_make(box, &t.shape), IMP_OK); break;
    case GROUND_MESH: make_ground_mesh(allocator, &t); break;
    default: make_ground_heights(allocator, &t); break;
    }
    return t;
}

void thing3_free(thing3* t)
{
    imp3_shape_free(&t->shape);
    imp3_compound_free(&t->compound);
}

imp_status thing3_wear(imp3_world* w, imp_body body, const thing3* t, const imp3_collider_def* def, imp_collider* out)
{
    return t->convex ? imp3_world_add_collider(w, body, &t->shape, def, out)
                     : imp3_world_add_compound(w, body, &t->compound, def, out);
}
