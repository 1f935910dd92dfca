// SPDX-License-Identifier: MIT
//
// Crowds that slide along the inside of a ring of segments, so fast that each comes to other segments in every step: they
// are not taken for bodies that fly against it, as the hits of a step would be spent on them, and the others stop.

#include <math.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)
#define RING 40.0f
#define TURN 6.283185307f

enum
{
    CORNERS = 360,
    CROWD = 200,
    STEPS = 45
};

static void add_ring(imp2_world* world)
{
    imp2_vec points[CORNERS];
    imp2_compound chain;
    for (int i = 0; i < CORNERS; ++i)
    {
        double angle = -(double)TURN * i / CORNERS;
        points[i].x = (float)((double)RING * cos(angle));
        points[i].y = (float)((double)RING * sin(angle));
    }
    const imp2_polyline line = {points, CORNERS, true, true};
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    imp_body ground = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
    assert_int_equal(imp2_world_add_compound(world, ground, &chain, NULL, NULL), IMP_OK);
    imp2_compound_free(&chain);
}

// Half of them, every other one, are balls, the others boxes, a millimetre off the ring.
static imp_body add_slider(imp2_world* world, int32_t i, float radius, float speed)
{
    imp_body body;
    double angle = (double)TURN * i / CROWD, off = (double)(RING * cosf(0.5f * TURN / CORNERS) - radius) - 1e-3;
    imp2_shape shape = i % 2 ? scene_ball(radius) : scene_box(radius, radius);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC};
    def.pose = scene_pose((float)(off * cos(angle)), (float)(off * sin(angle)), (float)angle);
    def.velocity.x = -speed * (float)sin(angle);
    def.velocity.y = speed * (float)cos(angle);
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    scene_wear(world, body, &shape, (imp2_collider_def){.density = 1.0f});
    return body;
}

static void slides_along_a_ring(void** state)
{
    (void)state;
    static const float speeds[] = {40.0f, 70.0f};
    for (int k = 0; k < 2; ++k)
    {
        const float radius = 0.35f;
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp_body bodies[CROWD];
        double went[CROWD] = {0.0}, before[CROWD];
        uint64_t spent = 0;
        add_ring(world);
        for (int32_t i = 0; i < CROWD; ++i)
        {
            bodies[i] = add_slider(world, i, radius, speeds[k]);
            before[i] = (double)TURN * i / CROWD;
        }
        for (int step = 0; step < STEPS; ++step)
        {
            imp2_move_event moves[CROWD];
            int32_t count = 0;
            scene_run(world, 1, DT);
            assert_int_equal(imp2_world_move_events(world, moves, CROWD, &count), IMP_OK);
            for (int32_t i = 0; i < count; ++i)
            {
                spent += (moves[i].flags & IMP_MOVE_SPENT) > 0;
            }
            for (int32_t i = 0; i < CROWD; ++i)
            {
                imp2_vec at = scene_state(world, bodies[i]).pose.p;
                double angle = atan2((double)at.y, (double)at.x);
                went[i] += remainder(angle - before[i], (double)TURN);
                before[i] = angle;
                // Its centre is never deeper than its middle: what the ring is for.
                assert_true(hypot((double)at.x, (double)at.y) < (double)(RING - 0.5f * radius));
            }
        }
        double way = 0.0;
        for (int32_t i = 0; i < CROWD; ++i)
        {
            way += went[i] / CROWD;
        }
        test_report(k ? "rings2 steps spent at 70 m/s" : "rings2 steps spent at 40 m/s", spent);
        assert_true(way > 0.9 * (double)(speeds[k] * DT * STEPS / RING));
        assert_true(spent < CROWD * STEPS / 100);
        imp2_world_free(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides_along_a_ring),
    };
    return cmocka_run_group_tests_name("rings2", tests, NULL, NULL);
}
