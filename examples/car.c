// SPDX-License-Identifier: MIT
//
// A car on rough ground: two wheels, sprung to the chassis by one call, and a motor in each. The springs are what the ride
// is made of: how far they move is printed.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    GROUND = 120,
    STEPS = 900
};

static const float up_most = 0.3f, down = 0.1f;  // how far a wheel moves [m]

static imp2_vec ground_at(int i)
{
    float x = (float)i - 10.0f, rough = i > 15 ? 1.0f : 0.0f;
    return (imp2_vec){x, rough * (0.35f * sinf(0.9f * x) + 0.2f * sinf(2.3f * x) + 0.04f * x)};
}

static imp_body add_body(imp2_world* world, imp2_vec at, const imp2_shape* shape, float density, float friction)
{
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    imp_body made = {0};
    body.kind = IMP_BODY_DYNAMIC;
    body.pose.p = at;
    collider.density = density;
    collider.material.friction = friction;
    (void)imp2_world_add_body(world, &body, &made);
    (void)imp2_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

static imp_status add_ground(imp2_world* world)
{
    imp2_vec points[GROUND];
    for (int i = 0; i < GROUND; i++)
    {
        points[i] = ground_at(GROUND - 1 - i);  // felt from above
    }
    imp2_body_def body = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    const imp2_polyline line = {.points = points, .count = GROUND};
    imp2_compound chain;
    imp_body ground;
    body.kind = IMP_BODY_STATIC;
    collider.material.friction = 1.0f;
    imp_status status = imp2_chain_make(&line, NULL, &chain, NULL);
    status = status ? status : imp2_world_add_body(world, &body, &ground);
    status = status ? status : imp2_world_add_compound(world, ground, &chain, &collider, NULL);
    imp2_compound_free(&chain);
    return status;
}

int main(void)
{
    imp2_world_def def = imp2_world_default();
    imp2_world* world = NULL;
    def.gravity.y = -9.81f;
    imp_status status = imp2_world_make(&def, &world);
    status = status ? status : add_ground(world);
    imp2_shape box, round;
    (void)imp2_box_make((imp2_box){{-1.5f, -0.25f}, {1.5f, 0.25f}}, &box);
    (void)imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.45f, &round);
    const imp2_vec up = {0.0f, 1.0f};
    imp_body chassis = add_body(world, (imp2_vec){-5.0f, 1.1f}, &box, 300.0f, 0.3f);
    imp_joint axles[2] = {{0}, {0}};
    imp_wheel wheels[2];
    for (int i = 0; i < 2; i++)
    {
        const imp2_vec hub = {i == 0 ? -6.1f : -3.9f, 0.5f};
        wheels[i] = imp_wheel_default();
        wheels[i].body = add_body(world, hub, &round, 60.0f, 1.2f);
        wheels[i].hertz = 1.8f;
        wheels[i].travel_up = up_most;
        wheels[i].travel_down = down;
    }
    status = status ? status : imp2_world_add_wheels(world, chassis, up, wheels, 2, axles);
    for (int i = 0; i < 2 && !status; i++)
    {
        status = imp2_world_drive_wheel(world, axles[i], 14.0f, 700.0f);
    }
    imp2_body_state state = {.mass = 0.0f};
    float least = 0.0f, most = 0.0f, tilt = 0.0f, aside = 0.0f;
    int step = 0;
    for (; step < STEPS && !status && state.center.x < 50.0f; step++)
    {
        status = imp2_world_step(world, 1.0f / 60.0f);
        (void)imp2_world_get_body(world, chassis, &state);
        for (int i = 0; i < 2 && !status; i++)
        {
            imp2_joint_state s;
            status = imp2_world_get_joint(world, axles[i], &s);
            least = fminf(least, s.values[IMP2_AXIS_X]);
            most = fmaxf(most, s.values[IMP2_AXIS_X]);
            aside = fmaxf(aside, fabsf(s.values[IMP2_AXIS_Y]));
        }
        tilt = fmaxf(tilt, fabsf(state.pose.q.s));
        if (step % 120 == 119)
        {
            printf("%4.1f s: at %5.2f, %5.2f m, %5.2f m/s\n", (step + 1) / 60.0, (double)state.center.x,
                   (double)state.center.y, (double)state.velocity.x);
        }
    }
    printf("50 m in %.1f s; springs move from %.3f to %.3f m, hubs at most %.2f mm aside, sine of tilt %.2f: %s\n",
           step / 60.0, (double)least, (double)most, 1e3 * (double)aside, (double)tilt, imp_status_text(status));
    imp2_world_free(world);
    bool sprung = most - least > 0.1f && least > -down - 0.01f && most < up_most + 0.01f;
    return status || state.center.x < 50.0f || !sprung || aside > 0.005f || tilt > 0.9f;
}
