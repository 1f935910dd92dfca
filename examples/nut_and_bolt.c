// SPDX-License-Identifier: MIT
//
// What fits tightly: a nut is turned on a bolt, and goes along it by the pitch of the thread. Both are meshes with a distance
// field, by which they touch each other; convex parts would have to be as small as the gap.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    AROUND = 64,
    ROWS = 16  // for each pitch
};

static const double turn = 6.283185307179586, pitch = 0.006, radius = 0.02, ridge = 0.0008, gap = 0.0002;

// How far a round thread is from its axis.
static double thread(double angle, double height)
{
    return radius + ridge * cos(turn * (height / pitch - angle / turn));
}

// Rings of points around the axis. A bolt is closed by points in the middle of its ends; a nut goes on outside, and back.
static imp_status make_mesh(int pitches, bool is_nut, imp3_compound* out)
{
    const int rings = pitches * ROWS + 1, all = is_nut ? rings + 2 : rings, strips = is_nut ? all : rings - 1;
    imp3_vec* points = malloc(((size_t)all * AROUND + 2) * sizeof *points);
    int32_t* corners = malloc((size_t)(all + 2) * AROUND * 6 * sizeof *corners);
    int32_t count = 0;
    const double bottom = -0.5 * pitch * pitches;
    for (int k = 0; k < all && points && corners; ++k)
    {
        // A nut's rings: the thread from the top to the bottom, then the outside from the bottom to the top.
        const bool outside = k >= rings;
        const double height =
            bottom + pitch / ROWS * (is_nut ? outside ? (k - rings) * (rings - 1) : rings - 1 - k : k);
        for (int i = 0; i < AROUND; ++i)
        {
            const double angle = turn * i / AROUND,
                         r = outside ? 1.5 * radius : thread(angle, height) + (is_nut ? gap : 0.0);
            const imp3_vec p = {(float)(r * cos(angle)), (float)(r * sin(angle)), (float)height};
            const int32_t a = k * AROUND + i, b = k * AROUND + (i + 1) % AROUND,
                          up = (k + 1) % all * AROUND - k * AROUND;
            points[a] = p;
            const int32_t six[6] = {a, b, b + up, a, b + up, a + up};
            for (int j = 0; j < 6 && k < strips; ++j)
            {
                corners[count++] = six[j];
            }
        }
    }
    for (int end = 0; end < 2 && !is_nut && points && corners; ++end)
    {
        const imp3_vec p = {0.0f, 0.0f, (float)(end ? -bottom : bottom)};
        points[all * AROUND + end] = p;
        for (int i = 0; i < AROUND; ++i)
        {
            const int32_t ring = end ? (rings - 1) * AROUND : 0, a = ring + i, b = ring + (i + 1) % AROUND;
            corners[count++] = all * AROUND + end;
            corners[count++] = end ? a : b;
            corners[count++] = end ? b : a;
        }
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = all * AROUND + (is_nut ? 0 : 2), .corners = corners, .count = count / 3};
    imp_status status = points && corners ? imp3_triangles_make(&triangles, NULL, out, NULL) : IMP_ERR_MEMORY;
    free(points);
    free(corners);
    return status;
}

int main(void)
{
    imp3_compound bolt, nut;
    imp_status status = make_mesh(8, false, &bolt);
    status = status ? status : make_mesh(3, true, &nut);
    // A cell is about as long as the gap is wide.
    status = status ? status : imp3_mesh_add_field(&bolt, 0.0004f);
    status = status ? status : imp3_mesh_add_field(&nut, 0.0004f);
    if (status)
    {
        printf("no meshes: %s\n", imp_status_text(status));
        return 1;
    }
    imp3_field_stats field;
    (void)imp3_mesh_field_stats(&nut, &field);
    printf("the nut has %d triangles; its field has %d bricks, %.1f MB\n", (int)nut.part_count, (int)field.bricks,
           1e-6 * (double)field.bytes);

    imp3_world_def def = imp3_world_default();
    imp3_world* world;
    def.length_unit = 0.02f;  // things are some centimetres large
    def.sub_steps = 8;
    if (imp3_world_make(&def, &world))
    {
        return 1;
    }
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp_body fixed, moving;
    collider.density = 7800.0f;
    collider.material.friction = 0.1f;
    body.kind = IMP_BODY_STATIC;
    status = imp3_world_add_body(world, &body, &fixed);
    status = status ? status : imp3_world_add_compound(world, fixed, &bolt, &collider, NULL);
    body.kind = IMP_BODY_DYNAMIC;
    status = status ? status : imp3_world_add_body(world, &body, &moving);
    status = status ? status : imp3_world_add_compound(world, moving, &nut, &collider, NULL);

    // A spanner turns it at a turn in a second. It says nothing about where the nut goes.
    double turned = 0.0;
    imp3_body_state now = {0};
    for (int step = 1; step <= 60 && !status; ++step)
    {
        (void)imp3_world_get_body(world, moving, &now);
        const imp3_vec spin = {now.angular_velocity.x, now.angular_velocity.y, (float)turn}, before = now.pose.q.x;
        status = imp3_world_set_velocity(world, moving, now.velocity, spin);
        status = status ? status : imp3_world_step(world, 1.0f / 60.0f);
        (void)imp3_world_get_body(world, moving, &now);
        turned += (double)imp3_vec_cross(before, now.pose.q.x).z;
        if (step % 15 == 0)
        {
            printf("%.2f s: turned by %.3f, went %.3f mm\n", (double)step / 60.0, turned / turn,
                   1e3 * (double)now.pose.p.z);
        }
    }
    double apart = (double)now.pose.p.z - pitch * turned / turn;
    printf("a pitch is %.1f mm; it is %.3f mm from where that leads\n", 1e3 * pitch, 1e3 * apart);
    imp3_world_free(world);
    imp3_compound_free(&bolt);
    imp3_compound_free(&nut);
    return status || fabs(turned) < 0.5 * turn || fabs(apart) > 2.0 * gap;
}
