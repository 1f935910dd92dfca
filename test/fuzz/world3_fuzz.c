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

#include "world_fuzz3.inl"

static void after_step(void)
{
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
