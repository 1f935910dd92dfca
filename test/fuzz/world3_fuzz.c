// SPDX-License-Identifier: MIT
//
// world_fuzz.inl, for space: also compounds of shapes, meshes and heights.

#include "base/cpu.h"
#include "world/world3.h"  // before the other bytes.h, which has a type of a name that this one uses

#include "bytes.h"

#include "math/dim3.h"

#define LOCKS 63u
#define POINTS IMP3_POINT_MAX
#define MORE_CALLS 2

#include "world_fuzz.inl"

static imp3_vec turn_from(bytes* in, float x)
{
    imp3_vec v = {x, 0.0f, 0.0f};
    v.y = wild_number(in);
    v.z = wild_number(in);
    return v;
}

static imp3_vec next_spot(bytes* in)
{
    imp3_vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, next_number(in));
    }
    return v;
}

static imp3_pose next_place(bytes* in)
{
    imp3_pose pose = {{0.0f, 0.0f, 0.0f}, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    pose.p = next_spot(in);
    uint8_t how = next_byte(in);
    if (how >= 64)
    {
        const imp3_vec axis = {how & 1 ? 1.0f : 0.0f, how & 2 ? 1.0f : 0.0f, how & 4 ? 1.0f : 0.5f};
        (void)imp3_rot_make(axis, how & 8 ? 1.57079633f : next_number(in) * 0.01f, &pose.q);
    }
    return pose;
}

static bool some_shape(bytes* in, imp3_shape* shape)
{
    imp3_vec points[12];
    const imp3_vec p = next_spot(in), q = next_spot(in);
    const float radius = next_size(in);
    const int32_t count = 4 + next_byte(in) % 9;
    const imp3_box box = {{-radius, -0.75f * radius, -0.5f * radius}, {radius, 0.75f * radius, 0.5f * radius}};
    switch (next_byte(in) % 8)
    {
    case 0: return !imp3_sphere_make(p, radius, shape);
    case 1: return !imp3_capsule_make(p, q, radius, shape);
    case 2:
    case 3: return !imp3_box_make(box, shape);
    case 4: return !imp3_cylinder_make(p, q, radius, 0.0f, shape);
    case 5: return !imp3_cone_make(p, q, radius, 0.5f * radius, 0.0f, shape);
    case 6: return !imp3_half_space_make(p, radius, shape);
    default:
        for (int32_t i = 0; i < count; ++i)
        {
            points[i] = next_spot(in);
        }
        return !imp3_hull_make(points, count, 0.0f, NULL, shape, NULL);
    }
}

// Compounds

// Two boxes.
static imp_status make_set(bytes* in, imp3_compound* out)
{
    imp3_shape parts[2];
    const float size = next_size(in);
    const imp3_box lower = {{-size, -size, -0.5f}, {size, size, 0.0f}},
                   upper = {{-0.5f, -0.5f, 0.0f}, {0.5f, 0.5f, 1.0f}};
    imp_status status = imp3_box_make(lower, &parts[0]);
    status = status ? status : imp3_box_make(upper, &parts[1]);
    return status ? status : imp3_compound_make(parts, 2, NULL, out);
}

// Triangles between a few points, which may be a surface, or a tangle.
static imp_status make_mesh(bytes* in, imp3_compound* out)
{
    imp3_vec points[8];
    int32_t corners[12 * 3];
    const int32_t count = 1 + next_byte(in) % 12;
    for (int i = 0; i < 8; ++i)
    {
        points[i] = next_spot(in);
    }
    for (int32_t i = 0; i < 3 * count; ++i)
    {
        corners[i] = next_byte(in) % 8;
    }
    const imp3_triangles def = {.points = points, .point_count = 8, .corners = corners, .count = count};
    return imp3_triangles_make(&def, NULL, out, NULL);
}

static imp_status make_heights(bytes* in, imp3_compound* out)
{
    float heights[9];
    uint8_t holes[4];
    for (int i = 0; i < 9; ++i)
    {
        heights[i] = next_number(in);
        holes[i % 4] = (next_byte(in) & 7) == 1;
    }
    const imp3_heights def = {
        .heights = heights, .holes = holes, .columns = 3, .rows = 3, .step_x = 2.0f, .step_y = 2.0f};
    return imp3_height_field_make(&def, NULL, out);
}

static void do_more(bytes* in, int call)
{
    model_body* b = some_body(in);
    imp3_collider_def def = {.density = next_size(in), .material = {.friction = 0.5f}};
    imp3_compound compound;
    const int kind = next_byte(in) % 3;
    def.sensor = call == 1 && (next_byte(in) & 3) == 1;
    if ((kind == 0 ? make_set : kind == 1 ? make_mesh : make_heights)(in, &compound))
    {
        return;
    }
    if (now.collider_count < COLLIDERS_MAX)
    {
        imp_collider made;
        figures before = stats_now();
        now.bad = kind == 2 && b->kind == IMP_BODY_DYNAMIC;
        imp_status status = imp3_world_add_compound(now.world, b->handle, &compound, &def, &made);
        check_call(status, b->alive, &before);
        keep_collider(status, b, made);
    }
    imp3_compound_free(&compound);
}
