// SPDX-License-Identifier: MIT
//
// Balls and boxes on the convex parts that a mesh was taken apart into: no seam is felt, whichever way they go over it.

#include <string.h>

#include "impinge/mesh3.h"
#include "kit3.h"

// A table, 6 m long and 2 m wide, whose top is at 0: a bar of 0.3 m on three legs. A profile in x and z, drawn out along y.
static imp3_compound table_of_parts(int32_t* parts)
{
    static const float profile[14][2] = {{-3.0f, 0.0f},  {-3.0f, -1.0f}, {-2.5f, -1.0f}, {-2.5f, -0.3f}, {-0.3f, -0.3f},
                                         {-0.3f, -1.0f}, {0.2f, -1.0f},  {0.2f, -0.3f},  {2.4f, -0.3f},  {2.4f, -1.0f},
                                         {3.0f, -1.0f},  {3.0f, 0.0f},   {0.2f, 0.0f},   {-2.5f, 0.0f}};
    // Rectangles of the front, by their corners in the profile; the last two of the profile stand along the top.
    static const int32_t front[][3] = {{0, 1, 2}, {0, 2, 3},  {0, 3, 13}, {13, 3, 4},  {13, 4, 12}, {4, 5, 6},
                                       {4, 6, 7}, {4, 7, 12}, {12, 7, 8}, {12, 8, 11}, {8, 9, 10},  {8, 10, 11}};
    enum
    {
        N = 14,
        FRONT = sizeof front / sizeof *front
    };
    imp3_vec points[2 * N];
    int32_t corners[3 * (2 * FRONT + 2 * N)], n = 0;
    for (int32_t k = 0; k < N; ++k)
    {
        points[k] = vec(profile[k][0], -1.0f, profile[k][1]);
        points[N + k] = vec(profile[k][0], 1.0f, profile[k][1]);
        const int32_t next = (k + 1) % N, side[6] = {k, N + next, next, k, N + k, N + next};
        memcpy(corners + n, side, sizeof side);
        n += 6;
    }
    for (int32_t k = 0; k < FRONT; ++k)
    {
        const int32_t *t = front[k], both[6] = {t[0], t[1], t[2], N + t[0], N + t[2], N + t[1]};
        memcpy(corners + n, both, sizeof both);
        n += 6;
    }
    const imp3_triangles triangles = {.points = points, .point_count = 2 * N, .corners = corners, .count = n / 3};
    const imp3_decompose_choice choice = {.tolerance = 0.02f};
    imp3_compound mesh, set;
    imp3_triangles_report report;
    imp3_decompose_report fit;
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &mesh, &report), IMP_OK);
    assert_int_equal(imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &set, &fit), IMP_OK);
    imp3_compound_free(&mesh);
    printf("    %d parts, out by %g m\n", fit.parts, (double)fit.outwards);
    *parts = fit.parts;
    return set;
}

static imp3_world* world_on_table(const imp3_compound* set)
{
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp_body table = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    imp3_collider_def def = imp3_collider_default();
    def.material.friction = 0.5f;
    assert_int_equal(imp3_world_add_compound(w, table, set, &def, NULL), IMP_OK);
    return w;
}

static void a_ball_rolls_over_parts(void** state)
{
    (void)state;
    int32_t parts;
    imp3_compound set = table_of_parts(&parts);
    assert_true(parts >= 4);
    const float angles[5] = {0.0f, 0.2f, -0.13f, 3.1415927f, 3.0f};
    for (int32_t way = 0; way < 5; ++way)
    {
        imp3_world* w = world_on_table(&set);
        const float c = cosf(angles[way]), s = sinf(angles[way]), speed = 2.0f, radius = 0.2f;
        imp_body ball =
            add_ball(w, vec(-2.2f * c, -2.2f * s + 0.05f, radius), vec(speed * c, speed * s, 0.0f), radius, 0.5f, 0.0f);
        assert_int_equal(imp3_world_set_velocity(w, ball, vec(speed * c, speed * s, 0.0f),
                                                 vec(-s * speed / radius, c * speed / radius, 0.0f)),
                         IMP_OK);
        float least = 9.0f, most = -9.0f, slowest = 9.0f, fastest = 0.0f;
        for (int32_t i = 0; i < 130; ++i)
        {
            run(w, 1);
            const imp3_body_state now = state_of(w, ball);
            const float v = length_of(now.velocity);
            if (i >= 15)
            {
                least = fminf(least, now.pose.p.z);
                most = fmaxf(most, now.pose.p.z);
            }
            slowest = i >= 15 ? fminf(slowest, v) : slowest;
            fastest = i >= 15 ? fmaxf(fastest, v) : fastest;
        }
        shows(most - least, <, 1e-4f);
        shows(fastest - slowest, <, 1e-5f);
        near_to(fastest, speed, 2e-4);  // it sinks in first
        imp3_world_free(w);
    }
    imp3_compound_free(&set);
}

// A box slides without friction as on one plane.
static void a_box_slides_over_parts(void** state)
{
    (void)state;
    int32_t parts;
    imp3_compound set = table_of_parts(&parts);
    for (int32_t way = 0; way < 3; ++way)
    {
        imp3_world* w = world_on_table(&set);
        const float angle = 0.11f * (float)way - 0.1f, c = cosf(angle), s = sinf(angle);
        imp3_shape shape;
        const imp3_box half = {{-0.3f, -0.2f, -0.15f}, {0.3f, 0.2f, 0.15f}};
        assert_int_equal(imp3_box_make(half, &shape), IMP_OK);
        imp_body box = add_body(w, IMP_BODY_DYNAMIC, vec(-2.2f * c, -2.2f * s, 0.15f), vec(2.0f * c, 2.0f * s, 0.0f));
        (void)wear(w, box, &shape, 0.0f, 0.0f);
        float least = 9.0f, most = -9.0f;
        for (int32_t i = 0; i < 120; ++i)
        {
            run(w, 1);
            const imp3_body_state now = state_of(w, box);
            least = i >= 15 ? fminf(least, now.pose.p.z) : least;
            most = i >= 15 ? fmaxf(most, now.pose.p.z) : most;
        }
        const imp3_body_state now = state_of(w, box);
        shows(most - least, <, 1e-4f);
        shows(length_of(imp3_vec_sub(now.velocity, vec(2.0f * c, 2.0f * s, 0.0f))), <, 1e-4f);
        shows(length_of(now.angular_velocity), <, 1e-3f);
        imp3_world_free(w);
    }
    imp3_compound_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_rolls_over_parts),
        cmocka_unit_test(a_box_slides_over_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
