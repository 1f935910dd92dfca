// SPDX-License-Identifier: MIT
//
// Concave things that move: hooks, bent of square bar, fall in a heap. The mesh of one is taken apart into convex parts once;
// all bodies share them.

#include <impinge/impinge3.h>

#include <stdio.h>

enum
{
    HOOKS = 27,
    CORNERS = 16  // of the outline
};

// An S in the plane of x and y, told corner by corner, counter-clockwise.
static const float outline[CORNERS][2] = {{0, 0}, {4, 0}, {4, 3}, {1, 3}, {1, 4}, {3, 4}, {3, 3.5f}, {4, 3.5f},
                                          {4, 5}, {0, 5}, {0, 2}, {3, 2}, {3, 1}, {1, 1}, {1, 1.5f}, {0, 1.5f}};

// The front and the back of the outline as strips of four corners each: they are what makes its inside.
static const int32_t front[][4] = {{0, 1, 12, 13}, {0, 13, 14, 15}, {1, 2, 11, 12}, {2, 3, 10, 11},
                                   {3, 4, 9, 10},  {4, 5, 8, 9},    {5, 6, 7, 8}};

static imp_status make_hook(imp3_compound* mesh)
{
    imp3_vec points[2 * CORNERS];
    int32_t corners[256], count = 0;
    for (int32_t i = 0; i < CORNERS; ++i)
    {
        const imp3_vec low = {0.1f * outline[i][0], 0.1f * outline[i][1], -0.05f}, high = {low.x, low.y, 0.05f};
        points[i] = low;
        points[CORNERS + i] = high;
        const int32_t next = (i + 1) % CORNERS, side[6] = {i, next, CORNERS + next, i, CORNERS + next, CORNERS + i};
        for (int k = 0; k < 6; ++k)
        {
            corners[count++] = side[k];
        }
    }
    for (int32_t i = 0; i < (int32_t)(sizeof front / sizeof front[0]); ++i)
    {
        const int32_t* f = front[i];
        const int32_t six[6] = {f[0], f[1], f[2], f[0], f[2], f[3]};
        for (int k = 0; k < 6; ++k)
        {
            corners[count++] = CORNERS + six[k];
        }
        for (int k = 5; k >= 0; --k)
        {
            corners[count++] = six[k];
        }
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = 2 * CORNERS, .corners = corners, .count = count / 3};
    imp3_triangles_report report;
    imp_status status = imp3_triangles_make(&triangles, NULL, mesh, &report);
    printf("%d triangles, %d edges where it is open\n", (int)(count / 3), (int)report.border);
    return status;
}

int main(void)
{
    // No point of a part is farther out of the mesh than the tolerance. These are boxes, so it is kept to the last bit.
    const imp3_decompose_choice choice = {.tolerance = 0.01f};
    imp3_compound mesh, parts;
    imp3_decompose_report fit;
    imp_status status = make_hook(&mesh);
    if (status || (status = imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &parts, &fit)) != IMP_OK)
    {
        printf("no parts: %s\n", imp_status_text(status));
        return 1;
    }
    printf("%d convex parts, at most %g m out of it\n", (int)fit.parts, (double)fit.outwards);

    imp3_world_def def = imp3_world_default();
    imp3_world* world;
    imp3_shape ground;
    def.gravity.y = -10.0f;
    const imp3_vec up = {0.0f, 1.0f, 0.0f}, axis = {1.0f, 2.0f, 3.0f};
    if (imp3_world_make(&def, &world) || imp3_half_space_make(up, 0.0f, &ground))
    {
        return 1;
    }
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp_body made;
    body.kind = IMP_BODY_STATIC;
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, &ground, &collider, NULL);

    collider.density = 1000.0f;
    body.kind = IMP_BODY_DYNAMIC;
    for (int i = 0; i < HOOKS && !status; ++i)
    {
        const imp3_vec at = {0.8f * (float)(i % 3), 0.6f + 0.8f * (float)(i / 9), 0.8f * (float)(i / 3 % 3)};
        status = imp3_pose_make(at, axis, (float)i, &body.pose);
        status = status ? status : imp3_world_add_body(world, &body, &made);
        status = status ? status : imp3_world_add_compound(world, made, &parts, &collider, NULL);
    }
    imp_world_stats stats = {0};
    for (int step = 1; step <= 600 && !status; ++step)
    {
        status = imp3_world_step(world, 1.0f / 60.0f);
        (void)imp3_world_stats(world, &stats);
        if (step % 120 == 0)
        {
            printf("%4.1f s: %d of %d awake, %d pairs are near\n", (double)step / 60.0, stats.awake, stats.bodies,
                   stats.contacts);
        }
    }
    imp3_body_state last = {0};
    (void)imp3_world_get_body(world, made, &last);
    bool fallen = last.pose.p.y < 1.0f && last.pose.p.y > -0.1f;

    // The world shares the parts; they are freed when the last who has them is gone.
    imp3_compound_free(&parts);
    imp3_compound_free(&mesh);
    imp3_world_free(world);
    return status || !fallen;
}
