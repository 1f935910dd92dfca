// SPDX-License-Identifier: MIT
//
// A sheet of water in space that the caller moves: a mesh of a kinematic body whose points get new places in each step.
// Boxes float up and down on it, and one that falls fast does not get through. Up is +z.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    SIDE = 25,  // points along a side, half a metre apart
    POINTS = SIDE * SIDE,
    CELLS = (SIDE - 1) * (SIDE - 1),
    BOXES = 5,
    STEPS = 300
};

static const float STEP = 1.0f / 60.0f;

static float height_of(float x, float y, float time)
{
    return 0.25f * sinf(0.9f * x - 2.0f * time) + 0.1f * sinf(1.3f * y + 1.5f * time);
}

static void move_points(imp3_vec points[POINTS], float time)
{
    for (int k = 0; k < POINTS; k++)
    {
        float x = 0.5f * (float)(k % SIDE) - 6.0f, y = 0.5f * (float)(k / SIDE) - 6.0f;
        points[k] = (imp3_vec){x, y, height_of(x, y, time)};
    }
}

static imp_status add_sheet(imp3_world* world, const imp3_vec points[POINTS], imp_collider* out)
{
    static int32_t corners[6 * CELLS];
    for (int32_t k = 0; k < CELLS; k++)
    {
        const int32_t a = k / (SIDE - 1) * SIDE + k % (SIDE - 1), b = a + SIDE;
        const int32_t square[6] = {a, a + 1, b + 1, a, b + 1, b};
        for (int i = 0; i < 6; i++)
        {
            corners[6 * k + i] = square[i];
        }
    }
    const imp3_triangles t = {.points = points, .point_count = POINTS, .corners = corners, .count = 2 * CELLS};
    imp3_body_def def = imp3_body_default();
    imp3_compound mesh;
    imp_body body;
    def.kind = IMP_BODY_KINEMATIC;
    imp_status status = imp3_triangles_make(&t, NULL, &mesh, NULL);
    if (status)
    {
        return status;
    }
    status = imp3_world_add_body(world, &def, &body);
    status = status ? status : imp3_world_add_compound(world, body, &mesh, NULL, out);
    imp3_compound_free(&mesh);
    return status;
}

static imp_status add_box(imp3_world* world, imp3_vec at, imp3_vec velocity, imp_body* out)
{
    imp3_body_def def = imp3_body_default();
    imp3_shape box;
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = at;
    def.velocity = velocity;
    imp_status status = imp3_box_make((imp3_box){{-0.3f, -0.3f, -0.1f}, {0.3f, 0.3f, 0.1f}}, &box);
    status = status ? status : imp3_world_add_body(world, &def, out);
    return status ? status : imp3_world_add_collider(world, *out, &box, NULL, NULL);
}

// How far the middle of the lowest box is above the sheet.
static imp_status watch(const imp3_world* world, const imp_body boxes[BOXES], float time, float* lowest)
{
    imp_status status = IMP_OK;
    *lowest = 9.0f;
    for (int k = 0; k < BOXES && !status; k++)
    {
        imp3_body_state s;
        status = imp3_world_get_body(world, boxes[k], &s);
        *lowest = fminf(*lowest, s.pose.p.z - height_of(s.pose.p.x, s.pose.p.y, time));
    }
    return status;
}

int main(void)
{
    static imp3_vec points[POINTS];
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    imp_body boxes[BOXES];
    imp_collider sheet = {0};
    float lowest = 9.0f;
    def.gravity = (imp3_vec){0.0f, 0.0f, -10.0f};
    move_points(points, 0.0f);
    imp_status status = imp3_world_make(&def, &world);
    status = status ? status : add_sheet(world, points, &sheet);
    for (int k = 0; k < BOXES && !status; k++)
    {
        const imp3_vec at = {1.2f * (float)k - 2.4f, 0.4f * (float)k - 0.8f, k == 2 ? 10.0f : 0.6f};
        status = add_box(world, at, (imp3_vec){0.0f, 0.0f, k == 2 ? -20.0f : 0.0f}, &boxes[k]);
    }
    for (int i = 1; i <= STEPS && !status; i++)
    {
        const float time = STEP * (float)i;
        float now = 0.0f;
        move_points(points, time);
        status = imp3_world_set_target_points(world, sheet, points, POINTS, STEP);
        status = status ? status : imp3_world_step(world, STEP);
        status = status ? status : watch(world, boxes, time, &now);
        lowest = fminf(lowest, now);
        if (i % 60 == 0 && !status)
        {
            imp3_body_state s;
            status = imp3_world_get_body(world, boxes[0], &s);
            printf("%.0f s: the first box is at (%.2f, %.2f, %.2f)\n", (double)time, (double)s.pose.p.x,
                   (double)s.pose.p.y, (double)s.pose.p.z);
        }
    }
    imp3_world_free(world);
    printf("%s; the lowest middle of a box was %.2f m above the sheet\n", imp_status_text(status), (double)lowest);
    return status == IMP_OK && lowest > 0.0f ? 0 : 1;
}
