// SPDX-License-Identifier: MIT
//
// particles_fuzz.inl, for the plane: also among compounds, in a world, and drawn.

#include <math.h>

#include "base/bytes.h"  // before the other one, which has a type of that name

#include "bytes.h"

#include "math/dim2.h"

#define SPINS 1
#define SOLIDS IMP_SOLID_KIND_COUNT

static imp2_rot next_turn(bytes* in)
{
    const imp2_rot none = {0.0f, 0.0f};
    return in->at < in->end && *in->at >= 64 ? next_rot(in) : (next_byte(in), none);
}

static void dress(bytes* in, imp2_solid* solid);
static void do_more(bytes* in);

#include "particles_fuzz.inl"

enum
{
    COMPOUNDS = 4
};

static imp2_compound compounds[COMPOUNDS];
static imp2_world* world;

// A chain, a ring that is felt from one side, a region with a dent, and a point.
static void make_compounds(void)
{
    const imp2_vec corners[] = {{-4, 0}, {-1, 0}, {0, 0}, {2, 1}, {4, 1}, {4, 3}, {-4, 3}};
    const imp2_vec dented[] = {{-2, -2}, {2, -2}, {2, 2}, {0, 0}, {-2, 2}};
    const int32_t dented_count = 5;
    const imp2_vec zero = {0, 0};
    static imp2_shape point;  // the compound is of it
    MUST(imp2_chain_make(&(imp2_polyline){corners, 5, false, false}, NULL, &compounds[0], NULL) == IMP_OK);
    MUST(imp2_chain_make(&(imp2_polyline){corners, 7, true, true}, NULL, &compounds[1], NULL) == IMP_OK);
    MUST(imp2_region_make(&(imp2_outlines){dented, &dented_count, 1, 0}, NULL, &compounds[2], NULL) == IMP_OK);
    MUST(imp2_circle_make(zero, 0.0f, &point) == IMP_OK);
    MUST(imp2_compound_of_shape(&point, &compounds[3]) == IMP_OK);
}

static void dress(bytes* in, imp2_solid* solid)
{
    if (solid->kind == IMP_SOLID_COMPOUND)
    {
        if (compounds[0].part_count == 0)
        {
            make_compounds();
        }
        solid->compound = &compounds[next_byte(in) % COMPOUNDS];
    }
}

static imp_status step_in_world(const imp2_solid* solids, int32_t count, float time)
{
    (void)solids;
    (void)count;
    return imp2_world_step_particles(world, now.particles, time);
}

static void step_among_bodies(bytes* in)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    imp2_body_state state;
    imp_body body;
    MUST(imp2_world_make(&def, &world) == IMP_OK);
    for (int i = next_byte(in) % 4; i >= 0; --i)
    {
        uint8_t how = next_byte(in);
        imp2_body_def body_def = {.kind = how % IMP_BODY_KIND_COUNT, .pose = next_pose(in), .velocity = next_point(in)};
        imp2_collider_def collider = {.density = 1.0f, .material = next_material(in), .sensor = (how & 56) == 8};
        imp2_shape shape;
        if (imp2_world_add_body(world, &body_def, &body) == IMP_OK &&
            imp2_box_make((imp2_box){{-1.0f, -0.5f}, {1.0f, next_size(in)}}, &shape) == IMP_OK)
        {
            (void)imp2_world_add_collider(world, body, &shape, how & 64 ? NULL : &collider, NULL);
        }
    }
    float time = next_time(in);
    for (int i = 0; i < 3; ++i)
    {
        step_by(step_in_world, NULL, 0, time);
        MUST(imp2_world_step(world, 1.0f / 60.0f) == IMP_OK);
    }
    if (imp2_world_get_body(world, body, &state) == IMP_OK)
    {
        MUST(isfinite(state.pose.p.x) && isfinite(state.velocity.y) && isfinite(state.angular_velocity));
    }
    imp2_world_free(world);
}

static void draw(bytes* in)
{
    static imp2_draw_vertex vertices[LIST_MAX];
    imp2_draw_def def = {.lines = next_byte(in) & 31u, .pixel = next_size(in), .velocity = next_size(in)};
    int32_t count = 0;
    imp_status status = imp2_particles_draw_lines(now.particles, &def, vertices, LIST_MAX, &count);
    MUST(!status || imp_status_fault(status) == IMP_ERR_SPACE);
    for (int32_t i = 0; i < count && !status; ++i)
    {
        MUST(isfinite(vertices[i].point.x) && isfinite(vertices[i].point.y));
    }
}

static void do_more(bytes* in)
{
    if (now.call == 16)
    {
        step_among_bodies(in);
    }
    else
    {
        draw(in);
    }
}
