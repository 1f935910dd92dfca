// SPDX-License-Identifier: MIT
//
// Bodies on a terrain: hills of triangles, generated here, and boxes and balls that fall on them, roll into the valleys
// and come to rest. Nothing falls through.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    SIDE = 33,  // points each way, a metre apart
    BODIES = 40
};

// A bowl with hills in it.
static float height_at(float x, float z)
{
    float cos_x, sin_x, cos_z, sin_z;
    (void)imp_sincos(0.8f * x, &sin_x, &cos_x);
    (void)imp_sincos(0.7f * z, &sin_z, &cos_z);
    return 0.02f * (x * x + z * z) + 0.8f * sin_x * cos_z;
}

static imp_status make_terrain(imp3_compound* out)
{
    static imp3_vec points[SIDE * SIDE];
    static int32_t corners[6 * (SIDE - 1) * (SIDE - 1)];
    int32_t count = 0;
    for (int32_t i = 0; i < SIDE * SIDE; ++i)
    {
        float x = (float)(i % SIDE - SIDE / 2), z = (float)(i / SIDE - SIDE / 2);
        points[i] = (imp3_vec){x, height_at(x, z), z};
    }
    for (int32_t i = 0; i < SIDE * (SIDE - 1); ++i)
    {
        if (i % SIDE < SIDE - 1)
        {
            // Counter-clockwise seen from above.
            const int32_t cell[6] = {i, i + SIDE, i + 1, i + 1, i + SIDE, i + SIDE + 1};
            for (int32_t k = 0; k < 6; ++k)
            {
                corners[count++] = cell[k];
            }
        }
    }
    imp3_triangles triangles = {.points = points, .point_count = SIDE * SIDE, .corners = corners, .count = count / 3};
    triangles.one_sided = true;
    return imp3_triangles_make(&triangles, NULL, out, NULL);
}

static imp_body add_body(imp3_world* world, int32_t kind, imp3_vec at)
{
    imp3_body_def def = imp3_body_default();
    def.kind = kind;
    def.pose.p = at;
    imp_body made = {0};
    (void)imp3_world_add_body(world, &def, &made);
    return made;
}

int main(void)
{
    imp3_world_def def = imp3_world_default();
    def.gravity.y = -10.0f;
    imp3_world* world = NULL;
    imp3_compound terrain;
    imp_status status = make_terrain(&terrain);
    if (status)
    {
        printf("no terrain: %s\n", imp_status_text(status));
        return 1;
    }
    status = imp3_world_make(&def, &world);
    imp_body ground = add_body(world, IMP_BODY_STATIC, (imp3_vec){0.0f, 0.0f, 0.0f});
    status = status ? status : imp3_world_add_compound(world, ground, &terrain, NULL, NULL);
    imp3_compound_free(&terrain);  // the world has its own

    imp3_shape box, ball;
    (void)imp3_box_make((imp3_box){{-0.4f, -0.4f, -0.4f}, {0.4f, 0.4f, 0.4f}}, &box);
    (void)imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.4f, &ball);
    imp3_collider_def collider = imp3_collider_default();
    collider.material.rolling_resistance = 0.02f;
    imp_body bodies[BODIES];
    for (int i = 0; i < BODIES && !status; ++i)
    {
        imp3_vec at = {1.3f * (float)(i % 7 - 3), 5.0f + 1.0f * (float)(i / 7), 1.4f * (float)(i % 5 - 2)};
        bodies[i] = add_body(world, IMP_BODY_DYNAMIC, at);
        status = imp3_world_add_collider(world, bodies[i], i % 2 ? &box : &ball, &collider, NULL);
    }
    for (int step = 0; step < 900 && !status; ++step)
    {
        status = imp3_world_step(world, 1.0f / 60.0f);
    }
    int on_it = 0;
    for (int i = 0; i < BODIES && !status; ++i)
    {
        imp3_body_state state;
        (void)imp3_world_get_body(world, bodies[i], &state);
        on_it += state.center.y > height_at(state.center.x, state.center.z) - 0.1f;
    }
    imp_world_stats stats = {0};
    (void)imp3_world_stats(world, &stats);
    printf("after 15 s: %d of %d bodies on the terrain, %d awake, %d contacts\n", on_it, BODIES, stats.awake,
           stats.contacts);
    imp3_world_free(world);
    return status || on_it != BODIES;
}
